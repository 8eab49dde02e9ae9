"""What the table shows, in the table's own words: places, cards, lines and lamps; no wires.

A game's view makes a :class:`Scene` of a state; the painter makes pixels of it, the OLED a
picture, the page a document. All speak of tints and texts by name: a theme says which colour a
tint is, a language file says what a text reads.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar

from firmware_host.rules.kernel import Answer, Decision, Event, Over, Seat
from firmware_host.vision.facts import Optics
from hw.ports import Rgb

from .map import Map

A = TypeVar("A", bound=Answer)
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Text:
    """A line by its key; the language file has the words, *values* fill its braces."""

    key: str
    values: tuple[tuple[str, str | int | Text], ...] = ()


def text(key: str, **values: str | int | Text) -> Text:
    """A :class:`Text` with named values."""
    return Text(key, tuple(values.items()))


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the track."""

    ground: str  #: a tint: ``lava_path``, ``start``, ``islet``, ``plus_tree``, ...
    seats: tuple[Seat, ...] = ()  #: whose characters stand here
    lava: bool = False
    thumb: Seat | None = None  #: the option under this seat's thumb is here
    number: int = 0  #: as printed on the board


@dataclass(frozen=True, slots=True)
class Gift:
    """A face-up action card."""

    kind: str
    cost: int


class Lamp(enum.StrEnum):
    """What a button's lamp does."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"  #: you are asked
    PULSE = "pulse"  #: press when you like
    ONE = "one"  #: flashes once, and again after a pause: one die
    TWO = "two"


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a seat's menu."""

    label: Text
    under_thumb: bool = False


@dataclass(frozen=True, slots=True)
class SeatScene:
    """What is shown of, and to, one seat."""

    seat: Seat
    button: int  #: which button is its own
    tint: str  #: its colour: ``seat_a`` ...
    lamp: Lamp
    status: str  #: ``track``, ``boat``, ``lava``
    place: int | None  #: number of its place on the track
    goods: tuple[tuple[str, int], ...] = ()  #: (``bananas``, 3), (``treasures``, 2)
    dice: tuple[str, ...] = ()  #: faces in front of it
    cards: tuple[tuple[str, str], ...] = ()  #: (kind, ``ready`` | ``used`` | ``new`` | ``down``)
    menu: tuple[Choice, ...] = ()
    until_ns: int | None = None  #: when silence answers for it, on the daemon's clock
    question: Text | None = None  #: what the menu asks
    bot: bool = False  #: the table plays it; people move and tell for it
    wants: Text | None = None  #: what is to be handed to it, where a bot plays
    wants_tint: str = ""  #: and the colour of that: its own LEDs show it
    aims: tuple[tuple[str, int], ...] = ()  #: (``bananas``, 7): so many of a good are wanted


@dataclass(frozen=True, slots=True)
class Run:
    """LEDs of the strip that a test lights, counted on the wire from the cable on."""

    first: int
    leds: int
    colour: Rgb


@dataclass(frozen=True, slots=True)
class Pattern:
    """A test picture of the display by name; *words* stand in it."""

    name: str  #: ``border``, ``grid``, ``checker``, ``lit``, ``meter``
    words: tuple[Text, ...] = ()
    share: float = 0.0  #: of a meter's bar
    best: float = 0.0  #: its mark


@dataclass(frozen=True, slots=True)
class Entry:
    """One step in the list of service mode."""

    name: str
    title: Text
    verdict: str  #: of ``service.report.Verdict``; empty: not tried yet; ``on``: goes on


@dataclass(frozen=True, slots=True)
class ButtonTried:
    """What service mode knows of a button, for the page."""

    called: str
    wired: str
    down: bool
    presses: int
    bounces: int
    longest_us: int
    rest_us: int
    spikes: int
    gaps: int
    histogram: tuple[int, ...]
    debounce_ms: int  #: as configured
    suggested_ms: int


@dataclass(frozen=True, slots=True)
class Sharp:
    """How the camera sees, for the page."""

    focus: float  #: share of the best so far
    best: float  #: the best so far, as :class:`firmware_host.vision.facts.Optics` has it
    now: Optics


@dataclass(frozen=True, slots=True)
class Service:
    """What service mode shows beside the words every scene has."""

    step: str  #: which one goes on; empty: the list; ``clean``: all input is ignored
    entries: tuple[Entry, ...]
    options: tuple[Text, ...] = ()
    cursor: int = 0
    hint: Text | None = None  #: how to answer, or what to do meanwhile
    says: tuple[str, ...] = ()  #: of the step that has just ended
    mend: tuple[str, ...] = ()
    verdict: str = ""  #: of that step
    lights: tuple[Run, ...] = ()
    pattern: Pattern | None = None
    buttons: tuple[ButtonTried, ...] = ()
    sharp: Sharp | None = None
    camera: bool = False  #: the page shows the camera's picture
    left_s: int | None = None  #: of what ends by itself
    play: tuple[str, ...] = ()  #: what was noticed during play


@dataclass(frozen=True, slots=True)
class Throwing:
    """A card that is thrown, of a game with such: where it is, and what is printed on it."""

    owner: Seat
    name: str  #: ``n3_blue``: its name in the owner's deck
    shows: tuple[tuple[Seat, int], ...]  #: meeples by seat, the owner's own first
    where: str  #: ``hand``, ``flying``, ``table`` or ``out``


@dataclass(frozen=True, slots=True)
class Bar:
    """A seat's share of the strip, lit from its first LED as high as the seat has come."""

    seat: Seat
    height: int  #: of *most* steps, 0: none yet
    most: int
    mark: int | None = None  #: a step that blinks white: what is being moved is there


@dataclass(frozen=True, slots=True)
class Chute:
    """One of several parts across the strip, from which something comes."""

    number: int  #: from 1
    of: int
    due: bool  #: it pulses white: something is to be dropped there
    asks: tuple[str, ...] = ()
    """Keys of texts that have a twin (``..._seen``) for where a sensor sees what is dropped."""


@dataclass(frozen=True, slots=True)
class Doing:
    """One of the things that a card has done, one after another."""

    label: Text
    how: str  #: ``done``, ``now`` or ``due``


@dataclass(frozen=True, slots=True)
class Due:
    """Dice that somebody has to throw into the crater."""

    seat: Seat
    dice: int


@dataclass(frozen=True, slots=True)
class Scene:
    """A steady picture of the whole table."""

    phase: str  #: ``lobby``, ``roll``, ``take``, ``confirm``, ``turn``, ``over``, ...
    title: Text
    waiting: Text  #: what the table waits for
    waiting_for: tuple[Seat, ...]  #: and from whom
    places: tuple[Place, ...]
    seats: tuple[SeatScene, ...]
    gifts: tuple[Gift | None, ...] = ()
    framed: int | None = None  #: index of the gift under a thumb
    lines: tuple[Text, ...] = ()  #: more to read, most important first
    notice: Text | None = None  #: something to put right
    missing: tuple[str, ...] = ()  #: devices that do not work: ``strip``, ``camera``, ...
    passing: Text | None = None  #: news of a device, for a moment
    service: Service | None = None  #: the table is being tried, and nobody plays
    game: str = ""  #: whose picture it is; empty before a game is chosen
    wash: tuple[str, ...] = ()
    """Tints that share all of the strip in equal parts, in games without a track."""
    cards: tuple[Throwing, ...] = ()  #: cards that are thrown, in hands and on the table
    crater: bool = True  #: dice may be thrown in this game
    map: Map | None = None  #: of a game that is played on one
    bars: tuple[Bar, ...] = ()  #: they share all of the strip, in games that climb
    chute: Chute | None = None  #: over the bars
    doing: tuple[Doing, ...] = ()  #: what the card that lies face up says, in its order
    status: Text | None = None  #: how it stands, in few words: read beside every question
    tile: tuple[str, ...] = ()
    """A hexagon that is being laid: the tints of its sides, against the clock from the east."""
    pulsing: tuple[int, ...] = ()  #: parts of the wash that come and go
    shorter: tuple[tuple[str, ...], ...] = ()
    """The wash for strips with fewer LEDs than it has parts, the longest first; as it begins."""
    due: Due | None = None  #: dice that are to be thrown now
    rules: tuple[Text, ...] = ()  #: house rules of the match that are not as usual
    throw: int = 0
    """A number of its own for each throw that is due in games that throw again and again: whoever
    throws takes all dice up first. 0: none is due, or some of it is told."""


@dataclass(frozen=True, slots=True)
class Welcome:
    """Where the table's page is, for people and for telephones."""

    address: str  #: ``192.168.1.20:8000``
    name: str = ""  #: ``table.local:8000``
    code: tuple[str, ...] = ()  #: rows of ``#`` and ``.`` with their light margin; () for none


@dataclass(frozen=True, slots=True)
class Cue:
    """A passing effect over the steady picture, by name; no channel is named (light, sound)."""

    name: str
    places: tuple[int, ...] = ()  #: indices into ``Scene.places``
    tint: str = ""
    seat: Seat | None = None


def _nowhere(answer: Answer) -> str:
    """No spot: of a game without a map."""
    del answer
    return ""


def _alike(answer: Answer) -> int:
    """No answer is likelier than another."""
    del answer
    return 0


@dataclass(frozen=True, slots=True)
class Way(Generic[A]):
    """Several answers that are one line of a menu, given one after the other."""

    label: Text
    answers: tuple[A, ...]
    about: A  #: the one that says to which spot it leads


def _no_ways(state: object) -> tuple[Way[Any], ...]:
    """Each answer by itself."""
    del state
    return ()


def _no_hand(state: object, seat: Seat) -> tuple[Any, ...]:
    """Nothing is secret."""
    del state, seat
    return ()


def _no_chute(state: object, pending: Decision[Any], chute: int) -> None:
    """Nothing is dropped in this game."""
    del state, pending, chute


Recall = tuple[Text, Seat | None]
"""What should lie somewhere, as a line, and whose it is."""


def _nothing(state: object) -> tuple[Recall, ...]:
    """What should lie where is not told in lines."""
    del state
    return ()


@dataclass(frozen=True, slots=True)
class View(Generic[S, A]):
    """How one game looks: pure functions."""

    scene: Callable[[S, Decision[A] | Over, Mapping[Seat, A]], Scene]
    """The steady picture; the mapping is the option under each seat's thumb."""
    path: Callable[[A], tuple[Text, ...]]
    """The labels that lead to an answer in a menu: one, or what and then to whom."""
    cues: Callable[[S, Event], tuple[Cue, ...]]
    """What an event looks like; the state is the one it led to."""
    news: Callable[[S, Event], Text | None]
    """An event as a line to read; the state is the one it happened in."""
    question: Callable[[Decision[A]], Text]
    """What a menu asks."""
    lying: Callable[[S], Counter[str]]
    """What should lie in the crater: how many of each face."""
    asker: Callable[[S, A], Seat]
    """On whose button an answer is that is nobody's own to tell, where no camera tells it."""
    where: Callable[[A], str] = _nowhere
    """The spot of the map an answer is about, or what lies between two; empty: none."""
    here: Callable[[S, A], tuple[Text, ...]] | None = None
    """The labels of *path* where they depend on the state: ``up left``. It is what all may know."""
    asks: Callable[[S, Decision[A]], Text] | None = None
    """What a menu asks, where that depends on the state."""
    hand: Callable[[S, Seat], tuple[A, ...]] = _no_hand
    """Answers that play what *seat* holds and nobody else may know; of the state itself."""
    dropped: Callable[[S, Decision[A], int], A | Text | None] = _no_chute
    """What it means that a ball went through that chute: the answer, or what people are told."""
    ways: Callable[[S], tuple[Way[A], ...]] = _no_ways
    """Several answers of who is asked as one line; they stand first."""
    recall: Callable[[S], tuple[Recall, ...]] = _nothing
    """What should lie where, for everybody to see: looked at when a match goes on."""
    there: Callable[[S, A], str] | None = None
    """The spot of *where*, where that depends on the state: an edge of where a pawn stands."""
    order: Callable[[S, A], int] | None = None
    """Of what is mostly wanted in this state: see *rank*."""
    misread: Text | None = None
    """How a seat says, behind its own options, that what it has thrown was told wrongly."""
    rank: Callable[[A], int] = _alike
    """Where in a menu an answer stands: the lowest first, those alike as the rules list them."""

    def at(self, state: S) -> View[S, A]:
        """The same view, in which all that depends on the state is that of *state*."""
        return replace(
            self,
            path=self.path if self.here is None else partial(self.here, state),
            question=self.question if self.asks is None else partial(self.asks, state),
            where=self.where if self.there is None else partial(self.there, state),
            rank=self.rank if self.order is None else partial(self.order, state),
        )
