"""Where a game of Lost Island stands."""

from __future__ import annotations

import enum
from dataclasses import dataclass, fields
from typing import NamedTuple

from firmware_host.rules.hexgrid import Cell, Side
from firmware_host.rules.kernel import Event, Seat

from .box import DRAWN, EXPLORATION, HUT_POINTS, Box, Kind, Monster, Tool
from .island import Island


class Fate(enum.StrEnum):
    """How a player fares."""

    PLAYING = "playing"
    OUT = "out"
    ESCAPED = "escaped"


@dataclass(frozen=True, slots=True)
class Player:
    """A seat's pawn and what it has. Who is out stands where the pawn last was."""

    cell: Cell
    wood: int = 0
    tools: tuple[Tool, ...] = ()
    hut: Cell | None = None  #: where it stands; None: not built, or under lava
    fate: Fate = Fate.PLAYING


@dataclass(frozen=True, slots=True)
class Beast:
    """A monster: not there yet, at large, or gone for good (LI-13)."""

    cell: Cell | None = None
    wounds: tuple[Seat, ...] = ()  #: whose counters are in its unshaded circles
    bonus: int = 0  #: counters of the last of these in its shaded circles
    gone: bool = False

    @property
    def expected(self) -> bool:
        """Whether it has still to appear."""
        return self.cell is None and not self.gone


class Fence(NamedTuple):
    """A fence on an edge, with the cell it was laid from."""

    cell: Cell
    side: Side


@dataclass(frozen=True, slots=True)
class RaftPlace:
    """The raft: where it lies and whose counters it has."""

    cell: Cell
    counters: tuple[Seat, ...]
    finisher: Seat | None = None


class Step(enum.StrEnum):
    """Where in a turn (LI-05)."""

    SETUP = "setup"
    HEX = "hex"
    MONSTER = "monster"
    ACTIONS = "actions"
    ATTACK = "attack"


Hands = tuple[int, ...]
"""Wood by seat."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat's turn; in ``SETUP`` the first player's, who lays the first hexes."""

    seat: Seat
    step: Step
    actions: int = 0
    had: tuple[Hands, ...] = ()
    """How the wood was spread since the last paid action: free actions never lead back there."""
    fought: tuple[Cell, ...] = ()
    """Where monsters have fought at the end of this turn."""


@dataclass(frozen=True, slots=True)
class AskFirst:
    """Who begins?"""


@dataclass(frozen=True, slots=True)
class AskDraw:
    """What is on top of the pile?"""


@dataclass(frozen=True, slots=True)
class AskPlace:
    """Where does it go?"""

    kind: Kind


@dataclass(frozen=True, slots=True)
class AskHaunt:
    """Where does the monster appear?"""

    monster: Monster
    by: Cell
    """The hex that brought it."""


@dataclass(frozen=True, slots=True)
class AskStalk:
    """Which monster comes closer, and where?"""


@dataclass(frozen=True, slots=True)
class AskAction:
    """What next?"""


@dataclass(frozen=True, slots=True)
class AskSearch:
    """What does the die show?"""


@dataclass(frozen=True, slots=True)
class AskBurn:
    """Which fence is taken apart?"""

    monster: Monster
    spears: int
    left: int  #: fences still to be chosen


@dataclass(frozen=True, slots=True)
class AskSpear:
    """What do the dice of the volley show?"""

    monster: Monster
    spears: int
    rolled: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AskRetreat:
    """Where does the monster that was hit go?"""

    monster: Monster
    left: int = 1  #: hexes it still goes back


@dataclass(frozen=True, slots=True)
class AskFight:
    """What do the dice of two monsters show?"""

    cell: Cell
    rolled: tuple[int, ...] = ()
    """All dice so far, first those of the first monster, in the order of MONSTERS."""


@dataclass(frozen=True, slots=True)
class AskFightRetreat:
    """Where does the loser of a fight go?"""

    monster: Monster


@dataclass(frozen=True, slots=True)
class AskFlip:
    """Which hex is covered?"""


@dataclass(frozen=True, slots=True)
class AskRefuge:
    """Where does who was mauled go?"""


@dataclass(frozen=True, slots=True)
class Ended:
    """Nothing is asked any more."""


Ask = (
    AskFirst | AskDraw | AskPlace | AskHaunt | AskStalk | AskAction | AskSearch | AskBurn
    | AskSpear | AskRetreat | AskFight | AskFightRetreat | AskFlip | AskRefuge | Ended
)  # fmt: skip

Counts = tuple[int, ...]
"""Hexes by kind, in DRAWN order: the pile has no order until it is drawn from."""
NONE_AT_ALL: Counts = (0,) * len(DRAWN)


@dataclass(frozen=True, slots=True)
class State:
    """*ask* is None only inside ``apply``; *turn* is None before the first and after the last."""

    box: Box
    island: Island
    pile: Counts
    players: tuple[Player, ...]
    ask: Ask | None = AskFirst()
    turn: Turn | None = None
    chapter: int = EXPLORATION
    under: tuple[Kind, ...] = ()
    """Hexes that fitted nowhere and were put under the pile, the first on top."""
    aside: Counts = NONE_AT_ALL
    """Hexes out of the game."""
    lava: frozenset[Cell] = frozenset()
    wood: tuple[tuple[Cell, int], ...] = ()
    """Wood that lies about, by cell, in order."""
    fires: tuple[Cell, ...] = ()
    fences: frozenset[Fence] = frozenset()
    monsters: tuple[Beast, ...] = (Beast(),) * len(Monster)
    lit: int = 0
    """Fires that counted for the goal (LI-A41)."""
    fire_track: tuple[Seat, ...] = ()
    hut_track: tuple[tuple[Seat, int], ...] = ()
    """Who has built a hut, in order, with the counters that were placed."""
    raft: RaftPlace | None = None
    wreck: tuple[Seat, ...] = ()
    """Counters of rafts under lava (LI-A32, ``stays_scored``)."""


class Draft:
    """A state being worked on inside ``apply``, and what there is to tell about it."""

    __slots__ = (*(field.name for field in fields(State)), "events")

    box: Box
    island: Island
    pile: Counts
    players: tuple[Player, ...]
    ask: Ask | None
    turn: Turn | None
    chapter: int
    under: tuple[Kind, ...]
    aside: Counts
    lava: frozenset[Cell]
    wood: tuple[tuple[Cell, int], ...]
    fires: tuple[Cell, ...]
    fences: frozenset[Fence]
    monsters: tuple[Beast, ...]
    lit: int
    fire_track: tuple[Seat, ...]
    hut_track: tuple[tuple[Seat, int], ...]
    raft: RaftPlace | None
    wreck: tuple[Seat, ...]
    events: list[Event]

    def __init__(self, state: State) -> None:
        for name in PARTS:
            setattr(self, name, getattr(state, name))
        self.ask = None
        self.events = []

    def frozen(self) -> State:
        """The state it has become."""
        return State(*[getattr(self, name) for name in PARTS])

    def tell(self, event: Event) -> None:
        """One more event."""
        self.events.append(event)

    def put(self, seat: Seat, player: Player) -> None:
        """*seat* is *player* now."""
        self.players = (*self.players[:seat], player, *self.players[seat + 1 :])


PARTS = tuple(field.name for field in fields(State))
Standing = State | Draft
"""What a question about the game may be put to."""


def now(at: Standing) -> Turn:
    """The turn that is being played."""
    assert at.turn is not None
    return at.turn


def me(at: Standing) -> Player:
    """The player whose turn it is."""
    assert at.turn is not None
    return at.players[at.turn.seat]


def playing(at: Standing) -> list[Seat]:
    """Seats that are neither out nor saved."""
    return [Seat(i) for i, p in enumerate(at.players) if p.fate is Fate.PLAYING]


def erupted(at: Standing) -> bool:
    """Whether the pile is empty (LI-44)."""
    return not at.under and not any(at.pile)


def lying(at: Standing, cell: Cell) -> int:
    """Wood that lies on a hex."""
    for where, count in at.wood:
        if where == cell:
            return count
    return 0


def has_built(at: Standing, seat: Seat) -> bool:
    """Whether *seat* has built a hut, standing or not (LI-A30)."""
    return any(owner == seat for owner, _ in at.hut_track)


def score(at: Standing, seat: Seat) -> int:
    """Counters of *seat* on the scoring track (LI-56)."""
    points = at.fire_track.count(seat) + at.wreck.count(seat)
    points += sum(count for owner, count in at.hut_track if owner == seat)
    if at.raft is not None:
        points += at.raft.counters.count(seat)
    for beast in at.monsters:
        points += beast.wounds.count(seat)
        if beast.bonus and beast.wounds[-1] == seat:
            points += beast.bonus
    return points


def supply(at: Standing, seat: Seat) -> int:
    """Counters *seat* has left (LI-53)."""
    return at.box.counters - score(at, seat)


def hut_points(at: Standing) -> int:
    """What the next hut is worth (LI-38)."""
    return HUT_POINTS[min(len(at.hut_track), len(HUT_POINTS) - 1)]
