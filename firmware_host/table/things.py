"""What lies on a virtual table when a game begins, by game. Owners are seats here."""

from __future__ import annotations

from firmware_host.rules.lava_land.box import COLOURS, Box
from firmware_host.rules.oh_no_volcano.box import Box as VolcanoBox
from firmware_host.rules.table_is_lava.box import starts
from hw.ports import Peg, Things, Volcano


def lava_land(box: Box, seats: int) -> Things:
    """A die of each colour a player."""
    return Things(seats, dict(zip((str(c) for c in COLOURS), box.faces, strict=True)))


def table_is_lava(box: object, seats: int) -> Things:
    """Start cards, and two meeples of each (TL-04..06)."""
    del box
    return Things(seats, starts=tuple((int(owner), int(card)) for owner, card in starts(seats)))


def oh_no_volcano(box: VolcanoBox, seats: int) -> Things:
    """The volcano's pegs and chutes (OV-01, OV-02); all pawns are in their base camps."""
    spaces = box.board.spaces
    rows = [space.row for space in spaces]
    widest = max(map(rows.count, set(rows)))
    pegs = [Peg(space.name, space.across * widest - 0.5, space.row) for space in spaces]
    return Things(seats, volcano=Volcano(tuple(pegs), box.board.slots))


PIP_DICE = ("ivory", "red", "green", "blue", "white", "teal", "grey")
"""Ordinary dice: as many as the volcano's monster throws in a fight."""


def lost_island(box: object, seats: int) -> Things:
    """Ordinary dice for everybody; who throws takes as many as are wanted."""
    del box, seats
    return Things(1, dict.fromkeys(PIP_DICE, "123456"))
