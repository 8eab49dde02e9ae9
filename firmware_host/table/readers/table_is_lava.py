"""The Table Is Lava is read by people; what one of them may put right by the own button."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.rules.kernel import Seat
from firmware_host.rules.table_is_lava.game import GAME
from firmware_host.rules.table_is_lava.state import UNTOLD, AskHot, AskLaunch, Ended, State
from firmware_host.table.reading import Correction
from firmware_host.table.scene import text

from .unseen import unseen


def corrections(state: State, seat: Seat) -> tuple[Correction, ...]:
    """One meeple more on the table, or one fewer: somebody has miscounted (TL-25).

    Not before the first launch, not once its own count is told; and not by who chooses a card, for
    whom a hold takes the card.
    """
    player = state.players[seat]
    if isinstance(state.ask, AskLaunch) and seat == state.turn:
        return ()
    if isinstance(state.ask, AskHot | Ended) or player.standing != UNTOLD:
        return ()
    moves = [("fewer", 1)] if player.table else []
    moves += [("more", -1)] if player.supply else []
    return tuple(_moved(state, seat, name, by) for name, by in moves)


def _moved(state: State, seat: Seat, name: str, by: int) -> Correction:
    player = state.players[seat]
    other = replace(player, supply=player.supply + by, table=player.table - by)
    players = (*state.players[:seat], other, *state.players[seat + 1 :])
    line = GAME.words.write(replace(state, players=players))[str(seat)]
    path = (text(f"menu.{name}", n=other.table),)
    return Correction(((str(seat), line),), path, f"{seat} has {other.table} on the table")


READER = unseen(corrections)
