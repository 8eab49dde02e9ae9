"""What is in the box, and the house rules: all that config/games/lost_island.toml may say."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import cached_property


class Kind(enum.StrEnum):
    """The sorts of hexes (LI 1)."""

    BEACH = "beach"
    FOREST_INLAND = "forest_inland"
    FOREST_COAST = "forest_coast"
    MOUNTAIN = "mountain"
    VOLCANO = "volcano"
    CRASH = "crash"


class Land(enum.StrEnum):
    """What a hex is to those on it."""

    BEACH = "beach"
    FOREST = "forest"
    MOUNTAIN = "mountain"


class Monster(enum.StrEnum):
    """The four monsters."""

    BEACH = "beach"
    FOREST = "forest"
    MOUNTAIN = "mountain"
    VOLCANO = "volcano"


class Tool(enum.StrEnum):
    """What can be built from the Building chapter on (LI-41)."""

    CROSSBOW = "crossbow"
    CART = "cart"
    MACHETE = "machete"


KINDS = tuple(Kind)
DRAWN = KINDS[:5]  #: kinds that lie in the pile; the crash site never does
MONSTERS = tuple(Monster)
TOOLS = tuple(Tool)
LIVES = {Monster.BEACH: 4, Monster.FOREST: 3, Monster.MOUNTAIN: 5, Monster.VOLCANO: 7}
"""Unshaded circles (LI-25)."""
BONUS = 2  #: shaded circles of each monster
HUT_POINTS = (4, 3, 2, 1, 1)  #: LI-38
RAFT = 10  #: circles of the raft (LI-54)
ACTIONS, ACTIONS_WITH_HUT = 3, 4  #: LI-18, LI-39
CARRY = 3  #: LI-20
TOOL_COPIES = 2
GRAND = 3  #: actions for a hut or a tool (LI-35, LI-41)
HUT_WOOD, TOOL_WOOD, FIRE_WOOD = 5, 3, 2
VOLLEY = 3  #: spears at once (LI-23)
APART = 3  #: steps between fires (LI-26)
CHAPTERS = (1, 2, 3)
EXPLORATION, BUILDING, ESCAPE = CHAPTERS
BUILT_BY = {Land.BEACH: Tool.CROSSBOW, Land.FOREST: Tool.CART, Land.MOUNTAIN: Tool.MACHETE}
WALK = {Land.BEACH: 1, Land.FOREST: 2, Land.MOUNTAIN: 3}  #: LI-19
EASIER = {Land.FOREST: Tool.MACHETE, Land.MOUNTAIN: Tool.CART}  #: then it costs 1
LANDS = {
    Kind.BEACH: Land.BEACH,
    Kind.FOREST_INLAND: Land.FOREST,
    Kind.FOREST_COAST: Land.FOREST,
    Kind.MOUNTAIN: Land.MOUNTAIN,
}


class Distance(enum.StrEnum):
    """How far apart hexes are (LI-A08)."""

    ISLAND = "island"
    AXIAL = "axial"


class WaterBlocks(enum.StrEnum):
    """Whom a water edge stops (LI-A11)."""

    NONE = "none"
    MONSTERS = "monsters"
    ALL = "all"


class Dice(enum.StrEnum):
    """Whose luck it is."""

    THROWN = "thrown"  #: real dice: a camera reads them, or people tell
    DRAWN = "drawn"  #: nobody throws: luck draws


class Retreat(enum.StrEnum):
    """How often a monster that was hit moves back (LI-A13)."""

    PER_VOLLEY = "per_volley"
    PER_HIT = "per_hit"


class LateExplore(enum.StrEnum):
    """What exploring is once the pile is empty (LI-A26)."""

    NONE = "none"
    FLIP = "flip"


class Unplaceable(enum.StrEnum):
    """What becomes of a hex that fits nowhere (LI-A02)."""

    BOTTOM_REDRAW = "bottom_redraw"
    DISCARD = "discard"


class RaftDestroyed(enum.StrEnum):
    """What becomes of the counters of a raft under lava (LI-A32)."""

    RESET = "reset"
    STAYS_SCORED = "stays_scored"


class MaulHome(enum.StrEnum):
    """Where who is mauled goes when the home is under lava (LI-A31)."""

    OUT = "out"
    NEAREST = "nearest"


class As(enum.StrEnum):
    """In what the volcano is a mountain, or the crash site a beach (LI-A06, LI-A07)."""

    PLACEMENT = "placement"
    MOVEMENT = "movement"
    MONSTERS = "monsters"
    SEARCH = "search"
    TOOLS = "tools"
    RAFT = "raft"


EDGES = {
    Kind.BEACH: "WWWBBB",
    Kind.FOREST_INLAND: "FFFFFF",
    Kind.FOREST_COAST: "WWWFFF",
    Kind.MOUNTAIN: "MMMMMM",
    Kind.VOLCANO: "MMMMMM",
    Kind.CRASH: "WWWBBB",
}
WATER, WILD = "W", "M"


@dataclass(frozen=True)
class Box:
    """Numbers and house rules; the defaults are those of ``config/games/lost_island.toml``.

    *edges* and *tiles* are in the order of KINDS and DRAWN; None stands for "as many as play".
    """

    players: tuple[int, int] = (2, 5)  #: fewest and most
    tiles: tuple[int, ...] = (16, 10, 6, 8, 1)
    edges: tuple[str, ...] = tuple(EDGES.values())
    counters: int = 12
    fire_circles: int | None = None
    fires_required: int | None = None
    crash_fire: bool = False
    crash_fire_counts: bool = False
    monster_fights: bool = False
    distance: Distance = Distance.ISLAND
    water_blocks: WaterBlocks = WaterBlocks.NONE
    volcano_as: tuple[As, ...] = (As.PLACEMENT, As.MOVEMENT)
    crash_as: tuple[As, ...] = (As.PLACEMENT, As.MOVEMENT, As.SEARCH, As.TOOLS, As.RAFT)
    huts_per_hex: int = 1
    retreat: Retreat = Retreat.PER_VOLLEY
    explore_after_eruption: LateExplore = LateExplore.NONE
    unplaceable: Unplaceable = Unplaceable.BOTTOM_REDRAW
    raft_destroyed: RaftDestroyed = RaftDestroyed.RESET
    stranded_can_win: bool = False
    maul_home_flipped: MaulHome = MaulHome.OUT
    dice: Dice = Dice.THROWN

    def circles(self, seats: int) -> int:
        """Fires that score (LI-A18): as many as play, and if more are wanted as many as may."""
        if self.fire_circles is None:
            return max(seats, min(self.required(seats), self.players[1]))
        return self.fire_circles

    def required(self, seats: int) -> int:
        """Fires that end the Exploration (LI-32)."""
        return seats if self.fires_required is None else self.fires_required

    @cached_property
    def edges_of(self) -> dict[Kind, str]:
        """Six letters a kind, as it lies unturned."""
        return dict(zip(KINDS, self.edges, strict=True))

    @cached_property
    def walking(self) -> dict[Kind, Land]:
        """What each kind is to feet; nobody walks on to a kind that is not there."""
        return self._lands(As.MOVEMENT)

    @cached_property
    def searching(self) -> dict[Kind, Land]:
        """What each kind is to who searches: there is no wood on mountains (LI-21)."""
        lands = self._lands(As.SEARCH)
        return {kind: land for kind, land in lands.items() if land is not Land.MOUNTAIN}

    @cached_property
    def building(self) -> dict[Kind, Tool]:
        """The tool each kind is needed for."""
        return {kind: BUILT_BY[land] for kind, land in self._lands(As.TOOLS).items()}

    @cached_property
    def haunted(self) -> dict[Kind, Monster]:
        """Whose type each kind is (LI-10, LI-17); the crash site is nobody's."""
        lands = self._lands(As.MONSTERS)
        return {kind: Monster(land) for kind, land in lands.items() if kind is not Kind.CRASH}

    @cached_property
    def harbours(self) -> frozenset[Kind]:
        """Kinds a raft can be begun on: those with water (LI-50)."""
        wet = {kind for kind, edges in self.edges_of.items() if WATER in edges}
        return frozenset(wet if As.RAFT in self.crash_as else wet - {Kind.CRASH})

    def _lands(self, what: As) -> dict[Kind, Land]:
        lands = dict(LANDS)
        if what in self.volcano_as:
            lands[Kind.VOLCANO] = Land.MOUNTAIN
        if what in self.crash_as:
            lands[Kind.CRASH] = Land.BEACH
        return lands
