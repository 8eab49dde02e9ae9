"""What goes into the table and what comes out of it: values, no wires."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware_host.rules.kernel import Over, Seat
from firmware_host.session.tale import Told
from firmware_host.table.scene import Cue, Scene, Text
from firmware_host.table.service.report import Report
from firmware_host.vision.facts import Look, Optics
from hw.ports import Edge

if TYPE_CHECKING:
    from .games import Playable


@dataclass(frozen=True, slots=True)
class Looked:
    """The camera has looked into the crater."""

    look: Look

    @property
    def at_ns(self) -> int:
        """When the picture was taken."""
        return self.look.at_ns


@dataclass(frozen=True, slots=True)
class Beam:
    """The beam of light across a chute was broken, or is whole again: raw, flickering and all."""

    chute: int  #: from 1
    broken: bool
    at_ns: int


@dataclass(frozen=True, slots=True)
class Tick:
    """Nothing happened, but time has passed."""

    at_ns: int


@dataclass(frozen=True, slots=True)
class Command:
    """Somebody says something from outside, through a page or a script.

    *words*: ``choose INDEX STATE`` (*seat* takes this line of its menu, as it was shown at
    STATE; a stale one is refused), ``point SPOT STATE`` (what may be done there, or a list of it),
    ``seat WORDS`` (who plays there: see :mod:`firmware_host.table.chairs`),
    or a word of staff: ``new`` (a new match), ``games`` (another game; it may
    be named) or one of :data:`firmware_host.table.staff.WORDS`.
    """

    seat: Seat | None
    role: str  #: ``player``, ``staff`` or ``spectator``; ``bot``: no page, the table's own bots
    words: str
    at_ns: int


@dataclass(frozen=True, slots=True)
class DeviceSaid:
    """A device was lost, or is back."""

    device: str  #: ``camera``, ``strip``, ``oled``, ``buttons``, ``beams``
    ok: bool
    says: str
    at_ns: int


@dataclass(frozen=True, slots=True)
class Measured:
    """How good the camera's latest picture is; told while :class:`Watch` asks for it."""

    optics: Optics
    at_ns: int


@dataclass(frozen=True, slots=True)
class Rearranged:
    """Dice may have been moved by somebody who was no player: for a session with the camera."""

    at_ns: int


@dataclass(frozen=True, slots=True)
class Offered:
    """All games of the table are known now; the first is the one it had from the beginning."""

    games: tuple[Playable, ...]
    at_ns: int


Signal = Edge | Beam | Looked | Tick | Command | DeviceSaid | Measured | Rearranged | Offered


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match begins: give the journal a new page."""

    game: str
    version: int  #: of its rules
    seats: int
    buttons: tuple[int, ...]  #: which button each seat has
    tints: tuple[str, ...]  #: which colour; (): as is usual
    seed: str
    box: str  #: the whole text of its box


@dataclass(frozen=True, slots=True)
class Commit:
    """Write these lines, in one transaction, before doing what follows."""

    lines: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class CloseMatch:
    """The match has ended; None: it was given up."""

    over: Over | None


@dataclass(frozen=True, slots=True)
class Aside:
    """The match cannot be gone on with just now: it stays open until another begins."""

    why: str


@dataclass(frozen=True, slots=True)
class Show:
    """Show this until the next one."""

    scene: Scene
    n: int  #: counts the lines of the match; a command names the one it answers


@dataclass(frozen=True, slots=True)
class Play:
    """Play this over the scene."""

    cue: Cue
    at_ns: int


@dataclass(frozen=True, slots=True)
class News:
    """Something to tell, once."""

    text: Text
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Touched:
    """A button has been pressed for as long as a person does: no bounce, no noise."""

    button: int
    at_ns: int


@dataclass(frozen=True, slots=True)
class Ack:
    """The light that acknowledges a press: it waits for nothing."""

    button: int
    at_ns: int


@dataclass(frozen=True, slots=True)
class Thrown:
    """A throw that was told, as the camera has it before it: its picture is to be kept."""

    number: int  #: of the match
    faces: tuple[str, ...]  #: what was told


NO_THROW = Thrown(0, ())


@dataclass(frozen=True, slots=True)
class Watch:
    """How the camera should look from now on."""

    mode: str  #: ``idle`` (once a second), ``roll``, ``take``, ``service`` (pictures measured)
    throw: Thrown = NO_THROW  #: the last that was told whole, in games that throw again and again
    about: int | None = None  #: the die that somebody is asked about, by the look's number


@dataclass(frozen=True, slots=True)
class Learn:
    """Somebody was asked what a die shows: the camera may learn it."""

    die: int  #: its number in looks
    face: str  #: ``Yb``


@dataclass(frozen=True, slots=True)
class Reported:
    """Keep this report of service mode: it replaces the one before it of the same session."""

    report: Report


@dataclass(frozen=True, slots=True)
class Phone:
    """Somebody at the table wants the code with which a telephone plays the seat at a button.

    *anew*: somebody else plays there from now on, and the telephones before it no longer do.
    """

    button: int
    anew: bool


@dataclass(frozen=True, slots=True)
class Noticed:
    """What the table noticed of a part by itself, in words; none: it is well again."""

    part: str  #: ``button C``, ``beam 3``
    says: str
    log: str = ""  #: more of it, for the log alone


@dataclass(frozen=True, slots=True)
class Refused:
    """A command was not carried out; nothing has changed."""

    seat: Seat | None
    code: str
    says: str


Effect = (
    OpenMatch
    | Commit
    | CloseMatch
    | Aside
    | Show
    | Play
    | News
    | Touched
    | Ack
    | Watch
    | Learn
    | Reported
    | Phone
    | Noticed
    | Refused
)
