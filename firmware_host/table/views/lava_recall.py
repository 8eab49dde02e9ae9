"""What of Lava Land should lie where: looked at when a match goes on after a break."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from firmware_host.rules.kernel import Seat
from firmware_host.rules.lava_land.state import Fate, Player, State, lying, owned
from firmware_host.table.scene import Recall, Text, text

from .plain import listed


def recall(state: State) -> tuple[Recall, ...]:
    """Each player's things, then the lava, the row and the crater."""
    seats = [Seat(i) for i in range(len(state.players))]
    row = [text(f"card.{kind}.name") for kind in state.row if kind is not None]
    return (
        *((_seat(state, seat, state.players[seat]), seat) for seat in seats),
        (text("line.lava", space=state.lava), None),
        (text("check.ll.row", cards=listed(row)), None),
        (text("check.ll.crater", dice=_dice(lying(state))), None),
    )


def _seat(state: State, seat: Seat, player: Player) -> Text:
    where = {
        Fate.TRACK: text("check.ll.space", n=player.pos),
        Fate.BOAT: text("check.ll.boat"),
        Fate.LAVA: text("check.ll.dead"),
    }[player.fate]
    cards = [text(f"card.{held.kind}.name") for held in player.cards]
    dice = Counter(str(die.face) for die in owned(state, seat))
    return text(
        "check.ll.seat",
        seat=str(seat),
        where=where,
        bananas=player.bananas,
        treasures=player.treasures,
        cards=text("check.ll.cards", cards=listed(cards)) if cards else text("check.ll.no_cards"),
        dice=text("check.ll.dice", dice=_dice(dice)) if dice else text("check.ll.no_dice"),
    )


def _dice(faces: Mapping[str, int]) -> Text:
    return listed([text("check.ll.face", n=n, face=text(f"face.{face}"))
                   for face, n in sorted(faces.items())])  # fmt: skip
