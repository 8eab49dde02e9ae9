"""How each game looks and is read at the table, by name.

A game of the rules that is not here can be simulated, but not played at a table yet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from firmware_host.rules.kernel import Seat
from firmware_host.rules.lava_land import box as lava
from firmware_host.rules.lost_island import box as island
from firmware_host.rules.oh_no_volcano import box as volcano
from firmware_host.rules.table_is_lava import box as table
from hw.ports import Things

from . import things
from .games import Option, Value
from .readers import oh_no_volcano as reads_oh_no_volcano
from .readers import table_is_lava as reads_table_is_lava
from .readers.lava_land import LavaReader
from .readers.lost_island import IslandReader
from .reading import Pace, Reader
from .scene import View
from .views import lava_land, lost_island, oh_no_volcano, table_is_lava


@dataclass(frozen=True, slots=True)
class Dressing:
    """What a game needs besides its rules to be played at a table."""

    view: View[Any, Any]
    reader: Callable[[Mapping[Seat, float], Pace], Reader[Any, Any]]
    things: Callable[[Any, int], Things]
    """What lies on a virtual table when so many begin to play with this box."""
    options: tuple[Option, ...] = ()
    """House rules and variants that may be chosen before a match."""
    palette: tuple[str, ...] = ()
    """Tints the seats may have, in the order in which they are given out."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """How the box calls a tint, where its list ``colours`` says what each seat plays."""
    pips: tuple[tuple[str, Value], ...] = ()
    """What is usual of *options* where no camera reads ordinary dice; (): none are thrown."""


YES_NO = (False, True)
LAVA_LAND = Dressing(
    view=lava_land.VIEW,
    reader=LavaReader,
    things=things.lava_land,
    options=(
        Option("flip_penalty", tuple(lava.FlipPenalty)),
        Option("effect_order", tuple(lava.EffectOrder)),
        Option("boarding_from", tuple(lava.BoardingFrom)),
        Option("boarding_optional", YES_NO),
        Option("guard_mode", tuple(lava.GuardMode)),
        Option("trick_allow_null_target", YES_NO),
        Option("unreadable_die", tuple(lava.UnreadableDie)),
    ),
    palette=("seat_a", "seat_b", "seat_c", "seat_d", "seat_e"),
)
TABLE_IS_LAVA = Dressing(
    view=table_is_lava.VIEW,
    reader=reads_table_is_lava.READER,
    things=things.table_is_lava,
    options=(
        Option("variant_rock_island", YES_NO),
        Option("missed_card", tuple(table.Missed)),
        Option("final_card_foreign", YES_NO),
        Option("removal_before_placement", YES_NO),
        Option("foreign_placement", tuple(table.Placement)),
        Option("leaning_counts_as", tuple(table.Leaning)),
    ),
    palette=("seat_red", "seat_a", "seat_d", "seat_b"),
    colours={"seat_red": "red", "seat_a": "blue", "seat_d": "green", "seat_b": "yellow"},
)
LOST_ISLAND = Dressing(
    view=lost_island.VIEW,
    reader=IslandReader,
    things=things.lost_island,
    options=(
        Option("dice", tuple(island.Dice)),
        Option("crash_fire", YES_NO),
        Option("monster_fights", YES_NO),
        Option("fires_required", ("players", 2, 3, 4)),
        Option("water_blocks", tuple(island.WaterBlocks)),
        Option("retreat", tuple(island.Retreat)),
        Option("stranded_can_win", YES_NO),
    ),
    palette=("seat_a", "seat_b", "seat_c", "seat_d", "seat_e", "seat_red"),
    pips=(("dice", island.Dice.DRAWN),),
)
OH_NO_VOLCANO = Dressing(
    view=oh_no_volcano.VIEW,
    reader=reads_oh_no_volcano.READER,
    things=things.oh_no_volcano,
    options=(
        Option("deck", tuple(volcano.Deck)),
        Option("entry_costs", (1, 0)),
        Option("boulder_model", tuple(volcano.BoulderModel)),
        Option("empty_check", tuple(volcano.EmptyCheck)),
        Option("collect_without_moving", YES_NO),
        Option("fallen_boulder", tuple(volcano.FallenBoulder)),
        Option("tie", tuple(volcano.Tie)),
    ),
    palette=("seat_red", "seat_a", "seat_d", "seat_b"),
)
DRESSINGS: dict[str, Dressing] = {
    "lava_land": LAVA_LAND,
    "table_is_lava": TABLE_IS_LAVA,
    "lost_island": LOST_ISLAND,
    "oh_no_volcano": OH_NO_VOLCANO,
}
