"""Lava Land at the table."""

from __future__ import annotations

from firmware_host.rules.lava_land import box as rules
from firmware_host.rules.lava_land.box import COLOURS, Box
from firmware_host.table.dressing import YES_NO, Dressing
from firmware_host.table.games import Option
from firmware_host.table.readers.lava_land import LavaReader
from firmware_host.table.views.lava_land import VIEW
from hw.ports import Things


def _things(box: Box, seats: int) -> Things:
    """A die of each colour a player."""
    return Things(seats, dict(zip((str(c) for c in COLOURS), box.faces, strict=True)))


DRESSING = Dressing(
    view=VIEW,
    reader=LavaReader,
    things=_things,
    options=(
        Option("flip_penalty", tuple(rules.FlipPenalty)),
        Option("effect_order", tuple(rules.EffectOrder)),
        Option("boarding_from", tuple(rules.BoardingFrom)),
        Option("boarding_optional", YES_NO),
        Option("guard_mode", tuple(rules.GuardMode)),
        Option("trick_allow_null_target", YES_NO),
        Option("unreadable_die", tuple(rules.UnreadableDie)),
    ),
    palette=("seat_a", "seat_b", "seat_c", "seat_d", "seat_e"),
)
