"""A match that nobody plays for long is kept, and the lobby comes back and offers it.

One at a time: it stays open in the journal until another match begins; one hold goes on with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .host import agreed
from .scene import Text, text
from .signals import Aside, Effect

if TYPE_CHECKING:
    from .chairs import Chairs
    from .evening import Evening
    from .games import Sitting
    from .host import Host

AWAY = "away"
NOBODY = "nobody was there"


@dataclass(frozen=True, slots=True)
class Parked:
    """A match that is kept."""

    chairs: Chairs
    sitting: Sitting
    at: str  #: when it was played last, in words: ``14:05``

    @property
    def host(self) -> Host[Any, Any]:
        """What runs it."""
        return self.chairs.host

    @property
    def label(self) -> Text:
        """What it is called in the lobby."""
        return text("lobby.match_of", game=self.sitting.game.title, at=self.at)


class Parking:
    """A part of the evening: puts its match away, and brings it back."""

    def __init__(self) -> None:
        self.kept: Parked | None = None
        self._away = ""

    def ask(self, at: str) -> None:
        """Put the match away that was played last *at* that time of day; with the next signal."""
        self._away = at

    def settle(self, evening: Evening) -> Iterator[Effect]:
        """Do what was asked, and have the lobby offer what is kept."""
        at, self._away = self._away, ""
        if at and evening.playing is not None:
            yield from self._park(evening, at)
        elif at and evening.host is None:
            evening.lobby.joined.clear()  # whoever sat down there has gone
        if evening.host is not None or evening.lobby.begin is not None:
            self.kept = None  # another begins
            return
        lobby = evening.lobby
        lobby.parked = None if self.kept is None else self.kept.label
        if lobby.goes_on and self.kept is not None:
            self._unpark(evening, self.kept)

    # What follows is the evening's own, in a file of its own.

    def _park(self, evening: Evening, at: str) -> Iterator[Effect]:
        chairs, sitting = evening.at_play, evening._sitting  # noqa: SLF001
        if chairs is None or sitting is None:
            return
        chairs.host.pause(evening.now_ns, paused=True, by=AWAY)
        self.kept = Parked(chairs, sitting, at)
        evening.chairs = None  # it is not closed
        evening.to_lobby()
        yield Aside(NOBODY)

    def _unpark(self, evening: Evening, kept: Parked) -> None:
        self.kept, host = None, kept.host
        evening.chairs, evening._sitting = kept.chairs, kept.sitting  # noqa: SLF001
        agreed(host, evening.house.patience)
        host.sight.camera(evening._camera_ok)  # noqa: SLF001
        host.pause(evening.now_ns, paused=False, by=AWAY)
        host.fall_out_of_step(evening.now_ns)
