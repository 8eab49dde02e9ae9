"""What of Oh No, Volcano! should lie where: looked at when a match goes on after a break."""

from __future__ import annotations

from firmware_host.rules.kernel import Seat
from firmware_host.rules.oh_no_volcano.board import GEMS
from firmware_host.rules.oh_no_volcano.prints import LETTERS
from firmware_host.rules.oh_no_volcano.state import CAMP, Player, State
from firmware_host.table.scene import Recall, Text, text

from .oh_no_volcano_texts import card
from .plain import listed


def recall(state: State) -> tuple[Recall, ...]:
    """Each player's pawns, treasures and cards, then the boulders and what is left to win."""
    told: list[Recall] = []
    for i, player in enumerate(state.players):
        told.append((_pawns(state, Seat(i), player), Seat(i)))
        told.append((_belongings(state, Seat(i), player), Seat(i)))
    boulders = [_boulder(state, pair) for pair in state.boulders]
    left = [text("check.ov.gems", n=n, gem=text(f"ov.gem.{gem}"))
            for gem, n in zip(GEMS, state.treasures, strict=True)]  # fmt: skip
    told.append((text("check.ov.boulders", where=listed(boulders, "check.and")), None))
    told.append((text("check.ov.supply", gems=listed(left), gear=sum(state.pile)), None))
    return tuple(told)


def _pawns(state: State, seat: Seat, player: Player) -> Text:
    pawns = [
        text("check.ov.pawn", pawn=str(letter), where=_space(state, space))
        for letter, space in zip(LETTERS, player.pawns, strict=True)
    ]
    return text("check.ov.pawns", seat=str(seat), pawns=listed(pawns))


def _space(state: State, space: int) -> Text:
    if space == CAMP:
        return text("check.ov.camp")
    return _named(state.box.board.spaces[space].name)


def _named(name: str) -> Text:
    """``2.1`` as people count it: row 3, place 2."""
    row, _, place = name.partition(".")
    return text("check.ov.space", row=int(row) + 1, place=int(place) + 1)


def _boulder(state: State, pair: int) -> Text:
    one, _, other = state.box.pairs[pair].name.partition("+")
    return text("check.ov.boulder", one=_named(one), other=_named(other))


def _belongings(state: State, seat: Seat, player: Player) -> Text:
    gems = [
        text("check.ov.gems", n=n, gem=text(f"ov.gem.{gem}"))
        for gem, n in zip(GEMS, player.tokens, strict=True)
        if n
    ]
    gear = [
        card(one.name) for one, n in zip(state.box.gear, player.gear, strict=True) for _ in range(n)
    ]
    return text(
        "check.ov.seat",
        seat=str(seat),
        gems=listed(gems),
        hand=player.held,
        deck=player.deck,
        gear=listed(gear),
    )
