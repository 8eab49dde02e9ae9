"""The last net under a match: what a game raises ends that match at worst, and nothing else.

A game may be somebody's own, and the shipped ones are not without faults either. What is raised
while a match is on is told with its file and line. The match goes on from what is told, in other
hands, and the question is put again: who chose what cannot be done may choose otherwise. Where the
same standing breaks it again and again the match is set aside: the journal keeps it, and the table
is back in its lobby. With no match to blame the fault is ours, and is raised.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Protocol

from firmware_host.rules.kernel import Game, Over

from .chairs import Chairs
from .fit import unfit
from .games import Playable
from .host import Host
from .ledger import Endless
from .own import last_frame, raised
from .scene import Scene, Text, text
from .signals import Aside, Commit, Effect, News, Noticed

MOST = 3
"""The fault that sets a match aside, of those at one standing."""
TOLD_NS = 8_000_000_000
"""8 s: that something could not be done stands before all else so long."""
PART = "game"
"""What is told of under this name, as a device is."""


class Misshapen(ValueError):
    """A scene that cannot be shown."""


class Plays(Protocol):
    """The evening, as far as it is caught."""

    chairs: Chairs | None
    now_ns: int

    @property
    def host(self) -> Host[Any, Any] | None:
        """The match, while one is played or its result stands."""

    @property
    def game(self) -> Playable:
        """What is being played, or is to be."""

    @property
    def n(self) -> int:
        """Grows with every line told, and in the lobby."""

    def sit_anew(self) -> None:
        """The match as far as it is told, in other hands."""

    def offered(self, games: tuple[Playable, ...]) -> None:
        """These can be played."""

    def to_lobby(self, *, asks: bool = False) -> None:
        """Away with the match, or with what would not begin; *asks*: none begins by itself."""


class Net:
    """Catches what comes of *evening*."""

    def __init__(self, evening: Plays) -> None:
        self._evening = evening
        self._at: tuple[object, int] | None = None  #: what the last fault left
        self._faults = 0  #: at that standing
        self._said: Text | None = None
        self._until_ns: int | None = None

    @property
    def wake_ns(self) -> int | None:
        """Show it otherwise by then."""
        return self._until_ns

    def under(
        self, steps: Iterator[Effect], again: Callable[[], Iterator[Effect]]
    ) -> Iterator[Effect]:
        """*steps*; what is raised by them is caught, and *again* follows instead of the rest.

        :raises Exception: there is no match to blame.
        """
        while True:
            try:
                yield from steps
                break
            except Exception as broken:  # somebody else's code
                following = tuple(self._caught(broken))
            yield from following
            steps = again()
        if self._at is not None and self._standing() != self._at:
            self._at, self._said, self._until_ns = None, None, None
            yield Noticed(PART, "")

    def offered(self, games: tuple[Playable, ...]) -> None:
        """These can be played: nobody has read yet what the lobby says."""
        unread = self._at == self._standing()
        self._evening.offered(games)
        self._at = self._standing() if unread else self._at

    def left(self, game: str | Text) -> None:
        """A match of the journal cannot be gone on with: the lobby says so."""
        self._evening.to_lobby(asks=True)
        self._said, self._at = text("fault.kept", game=game), self._standing()

    def shown(self, scene: Scene) -> Scene:
        """The scene with what is said of it.

        :raises Misshapen: nobody could show it.
        """
        evening = self._evening
        if evening.host is not None and (why := unfit(scene)):
            raise Misshapen(why)
        if self._until_ns is not None and evening.now_ns >= self._until_ns:
            self._said, self._until_ns = None, None
        if self._said is None or self._standing() != self._at:
            return scene
        stands = evening.host is None
        return replace(scene, notice=self._said) if stands else replace(scene, passing=self._said)

    # Inside

    def _standing(self) -> tuple[object, int]:
        """Where the evening stands: a new one is no place where anything has broken."""
        return self._evening.host, self._evening.n

    def _caught(self, broken: Exception) -> Iterator[Effect]:
        evening, playable = self._evening, self._evening.game
        host, folder = evening.host, folder_of(playable.game)
        if host is None and not blamed(broken, folder):
            raise broken
        log = "".join(traceback.format_exception(broken))
        says = f"{playable.game.name}: {raised(broken, folder)}{_noted(broken)}"
        told: dict[str, Text | str] = {"game": playable.title, "where": _where(broken, folder)}
        if host is not None:
            lines, _, _ = host.ledger.drain()
            yield from (Commit(lines),) if lines else ()
            if not isinstance(broken, Endless) and self._again():
                self._said = text("fault.stumbled", **told)
                self._until_ns = evening.now_ns + TOLD_NS
                yield News(self._said)
                yield Noticed(PART, f"{says}. Nothing has changed: choose otherwise", log)
                return
        aside = host is not None and not isinstance(host.pending, Over)
        if aside:  # it is not closed: it may be gone on with
            yield Aside(says)
            evening.chairs = None
        evening.to_lobby(asks=True)
        self._said, self._until_ns = text("fault.aside", **told), None
        self._at, self._faults = self._standing(), 0
        yield News(self._said)
        yield Noticed(PART, f"{says}. {KEPT}" if aside else says, log)

    def _again(self) -> bool:
        """Go on in other hands, where this standing has not broken too often."""
        self._faults = self._faults + 1 if self._standing() == self._at else 1
        if self._faults >= MOST:
            return False
        try:
            self._evening.sit_anew()
        except Exception:  # its reader cannot even be made
            return False
        self._at = self._standing()
        return True


KEPT = "The match is set aside, and the journal keeps it: ./table replay tells it"


def folder_of(game: Game[Any, Any]) -> str:
    """Where a game's own code lies."""
    module = sys.modules.get(getattr(game.start, "__module__", ""))
    return str(getattr(module, "__file__", None) or "/nowhere/").rpartition("/")[0]


def blamed(broken: BaseException, folder: str) -> bool:
    """Has code in *folder* a hand in it?"""
    frames = traceback.extract_tb(broken.__traceback__)
    return any(frame.filename.startswith(f"{folder}/") for frame in frames)


def _where(broken: BaseException, folder: str) -> str:
    """File and line, without the way to it: a display is small."""
    last = last_frame(broken, folder)
    return "?" if last is None else f"{last.filename.rpartition('/')[2]}:{last.lineno}"


def _noted(broken: BaseException) -> str:
    return "".join(f", {note}" for note in getattr(broken, "__notes__", ()))
