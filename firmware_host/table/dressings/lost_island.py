"""Lost Island at the table."""

from __future__ import annotations

from firmware_host.rules.lost_island import box as rules
from firmware_host.table.dressing import YES_NO, Dressing
from firmware_host.table.games import Option
from firmware_host.table.readers.lost_island import IslandReader
from firmware_host.table.views.lost_island import VIEW
from hw.ports import Things

PIP_DICE = ("ivory", "red", "green", "blue", "white", "teal", "grey")
"""Ordinary dice: as many as the volcano's monster throws in a fight."""


def _things(box: object, seats: int) -> Things:
    """Ordinary dice for everybody; who throws takes as many as are wanted."""
    del box, seats
    return Things(1, dict.fromkeys(PIP_DICE, "123456"))


DRESSING = Dressing(
    view=VIEW,
    reader=IslandReader,
    things=_things,
    options=(
        Option("dice", tuple(rules.Dice)),
        Option("crash_fire", YES_NO),
        Option("monster_fights", YES_NO),
        Option("fires_required", ("players", 2, 3, 4)),
        Option("water_blocks", tuple(rules.WaterBlocks)),
        Option("retreat", tuple(rules.Retreat)),
        Option("stranded_can_win", YES_NO),
    ),
    palette=("seat_a", "seat_b", "seat_c", "seat_d", "seat_e", "seat_red"),
    pips=(("dice", rules.Dice.DRAWN),),
)
