"""The Table Is Lava is read by people; what one of them may put right by the own button."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.rules.kernel import Seat
from firmware_host.rules.table_is_lava.game import GAME
from firmware_host.rules.table_is_lava.state import (
    UNTOLD,
    AskCount,
    AskHot,
    AskLaunch,
    AskOwn,
    Ended,
    State,
)
from firmware_host.table.reading import Correction
from firmware_host.table.scene import text

from .unseen import unseen


def corrections(state: State, seat: Seat) -> tuple[Correction, ...]:
    """One meeple more on the table, or one fewer: somebody has miscounted (TL-25).

    Not before the first launch, and not by who chooses a card, for whom a hold takes the card. Who
    has told its count, while others have not, may count once more.
    """
    player = state.players[seat]
    if isinstance(state.ask, AskCount | AskOwn) and seat not in state.ask.left:
        return _once_more(state, state.ask, seat)
    if isinstance(state.ask, AskLaunch) and seat == state.turn:
        return ()
    if isinstance(state.ask, AskHot | Ended) or player.standing != UNTOLD:
        return ()
    moves = [("fewer", 1)] if player.table else []
    moves += [("more", -1)] if player.supply else []
    return tuple(_moved(state, seat, name, by) for name, by in moves)


def _once_more(state: State, ask: AskCount | AskOwn, seat: Seat) -> tuple[Correction, ...]:
    """It is asked again with those who have not told; who had nothing to count never was."""
    player = state.players[seat]
    if isinstance(ask, AskCount):
        told, other = player.table > 0, replace(player, standing=UNTOLD)
    else:
        told, other = player.own != UNTOLD, replace(player, own=UNTOLD)
    if not told:
        return ()
    players = (*state.players[:seat], other, *state.players[seat + 1 :])
    asked = replace(ask, left=tuple(sorted((*ask.left, seat))))
    lines = GAME.words.write(replace(state, ask=asked, players=players))
    right = tuple((key, lines[key]) for key in ("now", str(seat)))
    return (Correction(right, (text("menu.count_again"),), f"{seat} counts once more"),)


def _moved(state: State, seat: Seat, name: str, by: int) -> Correction:
    player = state.players[seat]
    other = replace(player, supply=player.supply + by, table=player.table - by)
    players = (*state.players[:seat], other, *state.players[seat + 1 :])
    line = GAME.words.write(replace(state, players=players))[str(seat)]
    path = (text(f"menu.{name}", n=other.table),)
    return Correction(((str(seat), line),), path, f"{seat} has {other.table} on the table")


READER = unseen(corrections)
