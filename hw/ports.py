"""What a table's devices are to the rest of the program: values and protocols.

A port of ``hw.pi`` and its twin of ``hw.mock`` keep the same manners. Every method that touches a
wire raises :class:`DeviceLost` when the wire does not answer, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

FULL_MA = 20.0
"""What one colour of an LED draws at 255, by the book (WS2812, SK6812, APA102, SK9822)."""
IDLE_MA = 1.0
"""And an LED that is dark."""


class Rgb(NamedTuple):
    """Red, green, blue, each 0..255."""

    r: int
    g: int
    b: int


class DeviceLost(OSError):
    """A wire does not answer. *device* as configured, *where* its address, *hint* what to do."""

    def __init__(self, device: str, where: str, says: str, hint: str = "") -> None:
        at = f"{device} at {where}" if where else device
        super().__init__(f"{at}: {says}" + (f". {hint}" if hint else ""))
        self.device, self.where, self.says, self.hint = device, where, says, hint


@dataclass(frozen=True, slots=True)
class Note:
    """What is to be said of a device that works: *well*, or so that somebody should see to it."""

    about: str  #: ``controller``, ``supply``
    says: str
    well: bool = True
    mend: str = ""  #: what to do, in a sentence

    def __str__(self) -> str:
        return f"{self.says}. {self.mend}" if self.mend else self.says


@dataclass(frozen=True, slots=True)
class Edge:
    """A button's contact closed (*down*) or opened, raw: bounces and noise are edges too.

    *at_ns* is CLOCK_MONOTONIC, taken where the edge was seen.
    """

    button: int
    down: bool
    at_ns: int


class Buttons(Protocol):
    """The grab buttons and their lamps, counted from 0 as configured."""

    def open(self, sink: Callable[[Edge], None]) -> None:
        """Edges come from another thread from now on; *sink* must only pass them on."""

    def level(self, button: int) -> bool:
        """Is it down just now? Read, not remembered."""

    def lamp(self, button: int, lit: bool) -> None: ...
    def close(self) -> None: ...


class Strip(Protocol):
    """A run of LEDs."""

    @property
    def length(self) -> int: ...
    def show(self, pixels: bytes) -> None:
        """*pixels* is ``3 * length`` bytes, red, green, blue of LED 0 first."""

    def close(self) -> None: ...


class Oled(Protocol):
    """A small display."""

    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    def show(self, picture: bytes) -> None:
        """*picture* is ``width * height`` bytes, one a pixel, 0 dark to 255 lit, row by row."""

    def wake(self) -> None:
        """Somebody is there: as bright as after a new picture, though there is none."""

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the crater: *bgr* is a (height, width, 3) uint8 array."""

    bgr: Any
    at_ns: int
    number: int
    stamp_ns: int = 0  #: the camera's own stamp, on a clock of its own; 0: it gives none


HOLDABLE = ("exposure", "white_balance", "focus")
"""What a camera changes by itself, and is not to change while it reads dice."""


@dataclass(frozen=True, slots=True)
class Held:
    """At what a camera is held, by names and in units of its own, and what it cannot hold."""

    values: Mapping[str, float]
    lacks: tuple[str, ...] = ()  #: of :data:`HOLDABLE`


class Camera(Protocol):
    """Looks into the crater."""

    @property
    def model(self) -> str:
        """What it calls itself: a profile is for one camera. Known once it is open."""

    def open(self) -> None: ...
    def hold(self, values: Mapping[str, float]) -> Held:
        """Hold exposure, white balance and focus at *values*; with none, where they are now."""

    def capture(self, at_ns: int) -> Frame:
        """The picture now. *at_ns* is what the caller's clock shows; a twin renders that moment."""

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Things:
    """What is laid on a virtual table when a game begins. Owners are buttons."""

    players: int = 0
    faces: Mapping[str, str] = field(default_factory=dict)
    """Six symbols by colour of the dice: one die of each colour a player."""
    starts: tuple[tuple[int, int], ...] = ()
    """Whose meeple stands on whose Start card; there is a Start card for each owner named."""
    volcano: Volcano | None = None


@dataclass(frozen=True, slots=True)
class Peg:
    """A peg of a volcano that carries pawns and steers balls."""

    name: str
    x: float  #: from the left, in widths between neighbours
    row: int  #: from the bottom, 0


@dataclass(frozen=True, slots=True)
class PawnSeen:
    """A pawn on a virtual volcano, or one that was until a ball came."""

    owner: int  #: the button of whose it is
    letter: str
    peg: str
    how: str = "stands"  #: ``stands``, ``tilted`` or ``fallen``
    rests: str = ""  #: the peg that a fallen one has come to rest on; empty: in the box


@dataclass(frozen=True, slots=True)
class BoulderSeen:
    """A boulder across two pegs of a virtual volcano."""

    pair: str  #: ``3.0+3.1``
    off: bool = False  #: a ball has taken it along


@dataclass(frozen=True, slots=True)
class Volcano:
    """A virtual volcano as eyes see it: its pegs, what is on them, and how a ball went."""

    pegs: tuple[Peg, ...]
    slots: int
    pawns: tuple[PawnSeen, ...] = ()
    boulders: tuple[BoulderSeen, ...] = ()
    slot: int = 0  #: the chute of the ball that has rolled since all was set up; 0: none has
    way: tuple[tuple[float, float], ...] = ()
    """Where the ball went: from the left as pegs are, and the row, from above to below."""
    stuck: bool = False
    told: bool = False  #: the table has heard of that ball


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card on the virtual table; those thrown later lie over those before."""

    owner: int  #: the button of who threw it
    name: str
    x_mm: float  #: from the middle of the table to the right
    y_mm: float  #: and downwards
    turn_deg: float
    off: bool = False  #: it is off the table
    aside: bool = False  #: because somebody has taken it away


@dataclass(frozen=True, slots=True)
class MeepleSeen:
    """A meeple on the virtual table."""

    owner: int
    x_mm: float
    y_mm: float
    stands: bool
    on: tuple[int, ...]  #: whose cards it touches; none: it has fallen off them


@dataclass(frozen=True, slots=True)
class Tabletop:
    """What a person sees on the virtual table with their own eyes."""

    cards: tuple[CardSeen, ...] = ()
    meeples: tuple[MeepleSeen, ...] = ()
    landed: str = ""  #: how the newest card lies: ``touching``, ``thumb``, ``apart`` or ``off``
    volcano: Volcano | None = None


@dataclass(frozen=True, slots=True)
class Ailment:
    """One way in which a part of a virtual table can fail."""

    name: str  #: what :meth:`Hands.spoil` is told
    title: str  #: ``pull the cable``
    does: str  #: what it does to the part, in a sentence
    then: str  #: and what the table does
    passes: bool = False  #: it is over at once: there is nothing to mend


@dataclass(frozen=True, slots=True)
class Ailing:
    """One part of a virtual table: how it may fail, and how it does."""

    part: str  #: ``button 2``, ``strip``
    ailments: tuple[Ailment, ...]
    now: str = "none"  #: the name of what is wrong with it just now


class Hands(Protocol):
    """Hands at the virtual table: what a person could do at a real one. No daemon has any."""

    def press(self, button: int, at_ns: int) -> None: ...
    def release(self, button: int, at_ns: int) -> None: ...
    def throw(self, button: int, at_ns: int, dice: int | None = None) -> None:
        """So many dice into the crater, None: all; the side of *button* throws.

        The others are out of it before.
        """

    def empty(self, button: int, at_ns: int) -> None:
        """All dice out of the crater, and up from beside it, before *button*."""

    def take(self, button: int, die: int, at_ns: int) -> None:
        """Reach in and take die number *die* out of the crater."""

    def put_back(self, button: int, die: int, at_ns: int) -> None: ...
    def knock(self, die: int, at_ns: int) -> None:
        """Turn a die in the crater over to another face."""

    def lose(self, die: int, at_ns: int) -> None:
        """A die lands outside the crater."""

    def launch(self, button: int, card: str, at_ns: int) -> None:
        """Throw a card from the side of *button* towards the middle: it lies at once."""

    def stand(self, button: int, meeples: int, at_ns: int) -> None:
        """Stand so many meeples of *button* on the newest card."""

    def pick_up(self, button: int, meeples: int, at_ns: int) -> None:
        """Take so many meeples of *button* off the table, first those that touch no card."""

    def unthrow(self, button: int, card: str, at_ns: int) -> None:
        """Take the newest such card of *button* off the table again."""

    def lay_aside(self, button: int, card: str, at_ns: int, *, aside: bool) -> None:
        """Take the newest such card away, for it is out of the game; or lay it back."""

    def drop(self, slot: int, at_ns: int) -> None:
        """Drop a ball of lava into that chute: it has rolled at once, and broken a beam there."""

    def set_up(
        self, pawns: Sequence[PawnSeen], boulders: Sequence[BoulderSeen], at_ns: int
    ) -> None:
        """Have just these on the volcano, upright, and no ball."""

    def roll_told(self, at_ns: int) -> None:
        """The table has heard of the ball that has rolled."""

    def tabletop(self) -> Tabletop:
        """The cards and meeples on the table, or the volcano."""

    def spoil(self, fault: str, part: str = "camera") -> None:
        """*part* fails in this way from now on; ``none`` mends it.

        :meth:`ailing` lists the parts and their faults. ``strip`` takes an order of colours
        (``grb``), too.

        :raises ValueError: there is no such part, or it cannot fail so.
        """

    def ailing(self) -> tuple[Ailing, ...]:
        """Every part that can be made to fail, and how it does now."""

    def die_at(self, x_px: float, y_px: float) -> int | None:
        """The die shown at this point of the latest picture."""

    def truth(self) -> Mapping[int, tuple[str, str]]:
        """What a person sees with their own eyes: (place, face) of each die.

        A place is ``crater``, ``outside`` or ``hand N`` (in front of button N); a face ``Yb``.
        """
