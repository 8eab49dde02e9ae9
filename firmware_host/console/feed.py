"""What the page is fed with, and the only way it can act: a protocol the daemon keeps.

The newest of everything, never a queue: a slow page misses pictures, it does not hold them up.
A page loops ``seen = await feed.news(seen)`` and sends what differs from what it sent before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from firmware_host.rules.kernel import Seat
from firmware_host.table.scene import Scene, Text
from hw.ports import Hands


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """Where a seat sits."""

    seat: Seat
    name: str  #: as configured: ``Anna's side``
    button: int  #: what :class:`hw.ports.Hands` calls its button
    side_deg: float  #: 0 right of the tray, 90 below it, as the camera sees it


@dataclass(frozen=True, slots=True)
class Furniture:
    """What stays as it is while the daemon runs."""

    table: str  #: the table's name
    game: str
    virtual: bool  #: the devices are twins: the page may offer hands
    seats: tuple[SeatPlace, ...]
    leds: int
    first: int  #: the LED of the first place
    per_place: int  #: LEDs to one place of the track
    oled_width: int
    oled_height: int
    staff: bool = False  #: the page may send commands as ``staff``
    hold_ms: int = 600  #: a press held so long chooses
    tints: tuple[tuple[str, str], ...] = ()  #: the theme: (``seat_a``, ``#0050ff``), ...
    helps: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """How games from outside are played, point by point, by their names."""


class Guest(Protocol):
    """Whoever looks at a page."""

    @property
    def staff(self) -> bool:
        """It may speak as staff."""

    @property
    def logs_in(self) -> bool:
        """Staff say a password here."""

    @property
    def plays(self) -> frozenset[int] | None:
        """The buttons of the seats it may play; None: no code is needed, and all may be."""


@dataclass(frozen=True, slots=True)
class DeviceState:
    """How one device is."""

    name: str  #: ``strip``, ``oled``, ``camera``, ``buttons``
    ok: bool
    says: str  #: what is wrong and what to do, in words; empty while all is well


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that happened, for people who looked away."""

    number: int  #: grows by one from line to line
    seat: Seat | None  #: whose doing; None: the table's, or nobody's
    line: Text


@dataclass(frozen=True, slots=True)
class Hand:
    """What a seat holds that nobody else may know; only that seat's own page is told."""

    seat: Seat
    shown: bool  #: this page shows it; else it may be asked for
    cards: tuple[Text, ...] = ()  #: by number, as menus have them; none unless it is shown
    lines: tuple[int | None, ...] = ()
    """The line of the seat's menu that plays each card; None where none does."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The newest of everything shown."""

    number: int  #: grows with every change
    scene: Scene | None  #: what everyone may see; None before the first
    pixels: bytes  #: ``3 * leds`` bytes, red green blue, as the strip was last told
    oled: bytes  #: ``width * height`` bytes, 0 dark to 255 lit, as all may see the display
    crater: int  #: number of the newest picture of the crater; 0: none yet
    devices: tuple[DeviceState, ...] = ()
    state: int = 0  #: grows with every answer, undo and put: a choice names the state it answers
    told: tuple[Told, ...] = ()  #: what happened last, oldest first, thirty lines or so
    hand: Hand | None = None  #: of the seat it is for; None where nobody has secrets
    secret: bytes = b""  #: the display at the table itself, while that shows a seat's code


@dataclass(frozen=True, slots=True)
class Said:
    """What became of a command: taken, or refused with a reason code and a sentence."""

    ok: bool
    code: str = ""
    says: str = ""


class Lessons(Protocol):
    """Teaching and calibrating, for pages of staff alone. See ``docs/dice.md``."""

    @property
    def number(self) -> int:
        """Grows with every change."""

    @property
    def ended(self) -> str:
        """How the last session ended, in words; empty before."""

    def told(self) -> Mapping[str, Any] | None:
        """What the session shows: asks, says, found, progress, acts; None while none is on."""

    def picture(self) -> bytes:
        """The JPEG of what is asked; empty while there is none."""

    async def say(self, words: str) -> Said:
        """``calibrate`` and ``teach`` begin a session, ``anew`` the same one from its beginning.

        For one that is on: ``look`` at a fresh picture, ``say WORDS``, ``quit``.
        """


class Records(Protocol):
    """What staff may look up."""

    def rolls(self) -> list[dict[str, Any]]:
        """The latest rolls, the newest first: name, at_s, told, dice with their places."""

    def picture(self, name: str) -> bytes:
        """The JPEG of one; empty where there is none of that name."""

    async def fairness(self) -> dict[str, Any]:
        """How the dice have fallen, colour by colour, with a verdict in words."""


class Service(Protocol):
    """What service mode has left, for staff."""

    def reports(self) -> list[dict[str, Any]]:
        """All that are kept, the newest first: begun, verdict, steps, play."""

    def on_time(self) -> dict[str, Any] | None:
        """For how long the display's pixels were lit; None where there is no display."""

    def heat(self) -> tuple[int, int, bytes]:
        """The same as a picture: width, height, a byte a pixel; no bytes where there is none."""


class Configuration(Protocol):
    """The files that the table goes by, for staff."""

    @property
    def number(self) -> int:
        """Grows with every time they were read again."""

    def told(self) -> Mapping[str, Any] | None:
        """What came of reading them last: at, file, changes, wrong, odd; None before."""

    def ask(self) -> Said:
        """Read them again, soon."""


class Failures(Protocol):
    """What is kept of the program's failures, for staff."""

    def told(self) -> list[dict[str, Any]]:
        """All that are kept, the newest first: name, bytes, when, where, says."""

    def bundle(self, name: str) -> bytes:
        """One of them, a zip; empty where none is called so."""


class Feed(Protocol):
    """The daemon, as a page may know it. Everything here is called on the daemon's own loop."""

    @property
    def furniture(self) -> Furniture:
        """What stays as it is."""

    @property
    def hands(self) -> Hands | None:
        """Hands at the virtual table; None at a real one."""

    @property
    def lessons(self) -> Lessons | None:
        """Teaching and calibrating; None where the page may not."""

    @property
    def records(self) -> Records | None:
        """What staff may look up; None where nothing is kept."""

    @property
    def service(self) -> Service | None:
        """What service mode has left; None where nothing is kept."""

    @property
    def crashes(self) -> Failures | None:
        """What is kept of failures; None where nothing is."""

    @property
    def configuration(self) -> Configuration | None:
        """The files the table goes by; None where they are read but once."""

    def now_ns(self) -> int:
        """The daemon's clock: what hands and commands are stamped with."""

    def snapshot(self, seat: Seat | None = None, page: object = None) -> Snapshot:
        """The newest of everything, as *seat* (None: everyone) may see it on *page*."""

    def claim(self, seat: Seat, page: object) -> Said:
        """Show what *seat* holds on *page*, and on no other; refused while another page does."""

    def release(self, page: object) -> None:
        """*page* shows nobody's secrets any more."""

    async def news(self, seen: int) -> Snapshot:
        """The newest of everything, as soon as its number is higher than *seen*."""

    def crater(self) -> tuple[int, bytes]:
        """Number and JPEG of the newest picture of the crater; ``(0, b"")`` while there is none."""

    def words(self, line: Text) -> str:
        """A line in the table's language."""

    async def command(self, seat: Seat | None, role: str, words: str) -> Said:
        """Tell the table *words* in the name of *seat*, as ``player`` or ``staff``.

        ``choose INDEX STATE`` is the line INDEX (from 0) of the seat's menu as it was shown at
        STATE; it is refused as ``stale`` when that seat is asked another thing. Staff may also say
        ``undo``, ``reload`` (the configuration), and whatever else the daemon's own console takes.
        """
