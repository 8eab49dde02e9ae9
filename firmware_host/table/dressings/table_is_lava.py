"""The Table Is Lava at the table."""

from __future__ import annotations

from firmware_host.rules.table_is_lava import box as rules
from firmware_host.table.dressing import YES_NO, Dressing
from firmware_host.table.games import Option
from firmware_host.table.readers.table_is_lava import READER
from firmware_host.table.views.table_is_lava import VIEW
from hw.ports import Things


def _things(box: object, seats: int) -> Things:
    """Start cards, and two meeples of each (TL-04..06)."""
    del box
    starts = tuple((int(owner), int(card)) for owner, card in rules.starts(seats))
    return Things(seats, starts=starts)


DRESSING = Dressing(
    view=VIEW,
    reader=READER,
    things=_things,
    options=(
        Option("variant_rock_island", YES_NO),
        Option("missed_card", tuple(rules.Missed)),
        Option("final_card_foreign", YES_NO),
        Option("removal_before_placement", YES_NO),
        Option("foreign_placement", tuple(rules.Placement)),
        Option("leaning_counts_as", tuple(rules.Leaning)),
    ),
    palette=("seat_red", "seat_a", "seat_d", "seat_b"),
    colours={"seat_red": "red", "seat_a": "blue", "seat_d": "green", "seat_b": "yellow"},
)
