"""An evening at one table: lobby, match, result, and again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from firmware_host.rules.kernel import Illegal, Over, Seat, Setup
from firmware_host.session.clock import GameClock
from firmware_host.session.match import Match

from .chairs import Chairs
from .checked import Checked
from .games import Playable, Sitting, again, numbered
from .gestures import Feel, Gesture
from .host import Host, Patience
from .ledger import Ledger
from .lobby import Choices, Lobby, rule_lines
from .missing import Missing
from .parking import Parking
from .result import AGAIN, ANOTHER, BACK, Result
from .scene import Scene, Text
from .service.fittings import Fittings
from .signals import CloseMatch, Commit, Effect, News, Play, Watch
from .staff import obey
from .taking_back import Bots

SERVICE = "service"
REVISES = ("undo", "put")
"""Words of staff that a result hears as well."""


@dataclass(frozen=True, slots=True)
class House:
    """What is wired and agreed: everything a table needs besides what happens at it."""

    games: tuple[Playable, ...]
    """What can be played; the first is the table's own."""
    sides_deg: tuple[float, ...]
    """One a button."""
    seed: Callable[[], str]
    """A new match's luck."""
    camera: bool = True
    fixed: Sequence[int] | None = None
    """Buttons that play without being asked; None: a lobby."""
    patience: Patience = field(default_factory=Patience)
    over_ms: int = 90_000
    """So long a result stands before the lobby comes back."""
    feels: Mapping[int, Feel] = field(default_factory=dict)
    """By button; a button not named has the usual feel."""
    beams: int = 0
    """So many chutes have a beam of light, from the first on."""
    beam_ms: int = 2
    """One is broken, or whole, once it has been for so long."""
    checks: bool = False
    """Somebody looks at the table before a match goes on: it was out of everybody's sight."""
    fittings: Fittings = field(default_factory=Fittings)
    """What is wired where, for service mode."""
    phones: bool = False
    """Others can open the page: a telephone plays a seat by the code that the display shows."""
    bots: frozenset[int] = frozenset()
    """Buttons at which bots play when a match begins."""
    handy: bool = False
    """Bots have hands here, and tell what those have done: at a virtual table."""


def new_lobby(house: House, choices: Choices | None = None) -> Lobby:
    """Nobody has joined yet; *choices* that were made before still hold."""
    lobby = Lobby(len(house.sides_deg), house.games, house.fixed, phones=house.phones)
    lobby.choices = choices or lobby.choices
    return lobby


def chairs_of(
    house: House,
    sitting: Sitting,
    ledger: Ledger[Any, Any],
    clock: GameClock,
    camera: bool,
    resumed: bool,
) -> Chairs:
    """The host of a match, and who plays; *resumed* from the journal, its dice may lie otherwise.

    Then the journal says where bots play, too.
    """
    game = sitting.game
    sides = {Seat(i): house.sides_deg[b] for i, b in enumerate(sitting.buttons)}
    reader, patience = game.reader(sides), house.patience
    kind = Checked if resumed and house.checks else Host
    ledger.bots = Bots(hands=house.handy)
    host = kind(ledger, game.view, reader, clock, patience, camera=camera, resumed=resumed)
    return Chairs(host, sitting.buttons, house.phones, frozenset() if resumed else house.bots)


def closing(host: Host[Any, Any] | None) -> tuple[CloseMatch, ...]:
    """A match is closed when the table leaves it: as long as its result stands it goes on."""
    if host is None:
        return ()
    return (CloseMatch(host.pending if isinstance(host.pending, Over) else None),)


def told(host: Host[Any, Any], sitting: Sitting | None, now_ns: int) -> Iterator[Effect]:
    """What has come of a match since it was asked last; lines come before what shows them."""
    lines, cues, news = host.ledger.drain()
    if lines:
        yield Commit(lines)
    for cue in cues:
        yield Play(cue if sitting is None else sitting.coloured(cue), now_ns)
    yield from [News(line, seat) for line, seat in news]
    yield from host.sight.drain()


def left(evening: Evening) -> tuple[CloseMatch, ...]:
    """The table is switched off: a match of which only the result stands is closed by that."""
    return closing(evening.host) if evening.playing is None else ()


def anew(
    house: House, was: Chairs, sitting: Sitting, now_ns: int, camera: bool, checks: bool
) -> Chairs:
    """Others for the match of those that *was*: stopped as it was, and with its bots.

    *checks*: first somebody looks at the table.
    """
    before, ledger = was.host, was.host.ledger
    house, bots = replace(house, checks=checks), was.bots
    chairs = chairs_of(house, sitting, ledger, told_until(ledger, now_ns), camera, True)
    chairs.resumed(bots, frozenset())
    for who in before.stopped_by:
        chairs.host.pause(now_ns, paused=True, by=who)
    return chairs


def told_until(ledger: Ledger[Any, Any], now_ns: int) -> GameClock:
    """A clock that goes on from the last line of a match."""
    last = ledger.match.entry
    return GameClock(now_ns, 0 if last is None else last.at_ms)


def shown(
    chairs: Chairs | None, sitting: Sitting | None, result: Result | None, rules: tuple[Text, ...]
) -> Scene | None:
    """A match, with everybody's own button and colour; None: there is none."""
    if chairs is None or sitting is None:
        return None
    scene = sitting.dressed(chairs.scene())
    if result is None:
        return replace(scene, rules=rules)
    last = chairs.host.ledger.last_choice
    return replace(scene, seats=result.shown(scene.seats, last), rules=rules)


class Evening:
    """Who sits where, and what is being played."""

    def __init__(self, house: House, now_ns: int) -> None:
        self.house, self.now_ns = house, now_ns
        self.chairs: Chairs | None = None
        """Who plays which seat of a match, while one is played or its result stands."""
        self.sittings = 0
        """Grows when a match, and what led to it, is over and done with."""
        self._sitting: Sitting | None = None
        self._result: Result | None = None
        self._closing: tuple[CloseMatch, ...] = ()
        self.parking, self.lobby = Parking(), new_lobby(house)
        self._lobby_n, self._missing, self._camera_ok = 0, Missing(), house.camera
        self._rules: tuple[Text, ...] = ()

    @property
    def host(self) -> Host[Any, Any] | None:
        """The match, while one is played or its result stands."""
        return None if self.chairs is None else self.chairs.host

    @property
    def game(self) -> Playable:
        """What is being played, or is to be."""
        return self.lobby.game if self._sitting is None else self._sitting.game

    @property
    def playing(self) -> Host[Any, Any] | None:
        """The match, while it is not over."""
        return self.host if self._result is None else None

    @property
    def at_play(self) -> Chairs | None:
        """Who plays which seat of it."""
        return self.chairs if self._result is None else None

    @property
    def n(self) -> int:
        """The number a choice names: it grows with every line told, and in the lobby."""
        return self._lobby_n if self.host is None else self.host.ledger.n

    @property
    def wake_ns(self) -> int | None:
        """Settle again by then."""
        next_ns = None if self.chairs is None else self.chairs.wake_ns
        if self._result is not None:
            next_ns = self._result.until_ns(self.house.over_ms)
        return min((t for t in (self._missing.wake_ns, next_ns) if t is not None), default=None)

    def device(self, name: str, ok: bool) -> None:
        """A device was lost, or works. Only the camera's absence changes who is asked what."""
        self._missing.said(name, ok, self.now_ns)
        if name == "camera":
            self._camera_ok = ok
            if self.host is not None:
                self.host.sight.camera(ok)

    def offered(self, games: tuple[Playable, ...]) -> None:
        """These can be played; who is choosing one chooses from them now."""
        self.house = replace(self.house, games=games)
        self.lobby.games = games
        self._lobby_n += 1

    def halt(self, *, halted: bool) -> None:
        """Game time stands while something else goes on; dice may have been moved meanwhile."""
        if self.playing is not None:
            self.playing.pause(self.now_ns, paused=halted, by=SERVICE)
            if not halted:
                self.playing.fall_out_of_step(self.now_ns)

    @property
    def seated(self) -> frozenset[int]:
        """The buttons of those who play just now."""
        return frozenset() if self.at_play is None else self.at_play.buttons

    def gesture(self, button: int, gesture: Gesture, at_ns: int) -> None:
        """A thumb said something, wherever the evening stands."""
        buttons = () if self._sitting is None else self._sitting.buttons
        if self.chairs is None:
            self.lobby.gesture(button, gesture)
            self._lobby_n += gesture is not Gesture.PRESS
        elif button in buttons and self._result is not None:
            self._after(self._result, gesture)
        elif button in buttons:
            self.chairs.gesture(button, gesture, at_ns, self.now_ns)

    def choose(self, seat: Seat, line: int | str) -> None:
        """*seat* takes line number *line* of its menu, or what may be done at the spot *line*.

        :raises Illegal: ``not_asked``.
        """
        if self.chairs is not None and self._result is None:
            self.chairs.choose(seat, line, self.now_ns)
        elif isinstance(line, str):
            raise Illegal("not_asked", "nothing is played on the map now")
        elif self._result is None:
            self.lobby.choose(int(seat), line)
            self._lobby_n += 1
        else:
            self._result.point(line)
            self._after(self._result, Gesture.HOLD)

    def staff(self, words: str) -> None:
        """A word of staff.

        :raises Illegal: it cannot be done; nothing has changed.
        """
        verb, _, name = words.partition(" ")
        if words == "new" or verb == "games":
            number = numbered(self.house.games, name)
            self.to_lobby(asks=verb == "games")
            self.lobby.number = number
        elif self.host is None or (self._result is not None and verb not in REVISES):
            raise Illegal("no_match", "no match is being played")
        else:
            obey(self.host, words, self.now_ns)
            self._result = None  # where it is over all the same it comes back

    def resume(
        self, match: Match[Any, Any], lines: int, sitting: Sitting, ms: int, *, resumed: bool = True
    ) -> None:
        """Go on with a match from the journal: *lines* told so far, at *ms* of game time."""
        self._sitting, self._result = sitting, None
        self._rules = rule_lines(sitting)
        clock, ledger = GameClock(self.now_ns, ms), Ledger(match, sitting.game.view, lines)
        self.chairs = chairs_of(self.house, sitting, ledger, clock, self._camera_ok, resumed)

    def sit_anew(self) -> None:
        """The match as far as it is told, in other hands: what was half done is forgotten."""
        if self._sitting is not None and self.chairs is not None:
            self.take_up(self.chairs, self._sitting, checks=self.chairs.host.checking)

    def put_by(self) -> tuple[Chairs, Sitting] | None:
        """What is played, for :meth:`take_up` later: the lobby comes, and it is not closed."""
        chairs, sitting = self.at_play, self._sitting
        if chairs is None or sitting is None:
            return None
        self.chairs = None
        self.to_lobby()
        return chairs, sitting

    def take_up(self, was: Chairs, sitting: Sitting, *, checks: bool) -> None:
        """Go on with a match as far as it is told; *checks*: once somebody has looked."""
        self._sitting, self._rules = sitting, rule_lines(sitting)
        self.chairs = anew(self.house, was, sitting, self.now_ns, self._camera_ok, checks)

    def settle(self) -> Iterator[Effect]:
        """What follows by itself; lines come before anything that shows them."""
        yield from self.parking.settle(self)
        if isinstance(self.playing, Checked) and self.playing.left:
            self.staff("games")
        if self._result is not None and self.now_ns >= self._result.until_ns(self.house.over_ms):
            self.to_lobby()
        yield from self._closing
        self._closing = ()
        if self.host is None:
            yield from self.lobby.settle()
            if self.lobby.begin is not None:
                yield from self._open(self.lobby.begin)
        if self.at_play is not None:
            yield from self._play(self.at_play)

    def watch(self) -> Watch:
        """How the camera should look now."""
        return Watch("idle") if self.playing is None else self.playing.watch()

    def scene(self) -> Scene:
        """The table as it is to be shown now."""
        scene = shown(self.chairs, self._sitting, self._result, self._rules) or self.lobby.scene()
        return self._missing.on(scene, self.now_ns)

    def _after(self, result: Result, gesture: Gesture) -> None:
        """The same once more, another game, or not over yet, when the result has been read."""
        line, sitting = result.taken(gesture, self.now_ns), self._sitting
        if line == BACK:
            self.staff("undo")
        elif line is not None and sitting is not None:
            self.to_lobby(asks=line == ANOTHER)
            self.lobby.begin = again(sitting, self.house.games) if line == AGAIN else None

    def to_lobby(self, *, asks: bool = False) -> None:
        """Between matches; *asks*: even where seats are fixed, and what was chosen still holds."""
        self._closing += closing(self.host)
        self.chairs, self._result, self._sitting = None, None, None
        self.sittings += 1
        self.lobby = new_lobby(self.house, self.lobby.choices if asks else None)
        if asks and self.lobby.fixed is not None:
            self.lobby.joined, self.lobby.fixed = set(self.lobby.fixed), None

    def _open(self, sitting: Sitting) -> Iterator[Effect]:
        game, seed = sitting.game.game, self.house.seed()
        match = Match.begin(game, Setup(len(sitting.buttons), sitting.boxed.box), seed)
        yield sitting.opened(seed)  # not before it has begun: its rules may be at fault
        self.resume(match, 0, sitting, 0, resumed=False)

    def _play(self, chairs: Chairs) -> Iterator[Effect]:
        yield from chairs.settle(self.now_ns)
        yield from told(chairs.host, self._sitting, self.now_ns)
        if isinstance(chairs.host.pending, Over):
            self._result = Result(self.now_ns)
