"""A match that nobody plays for long is kept, and the lobby comes back and offers it.

One at a time: it stays open in the journal until another match begins. One hold takes it up again,
and then somebody looks at the table first, as after a break: pieces may have been moved since.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .scene import Text, text
from .signals import Aside, Effect

if TYPE_CHECKING:
    from .chairs import Chairs
    from .evening import Evening
    from .games import Sitting
    from .host import Host

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
            kept, self.kept = self.kept, None
            evening.take_up(kept.chairs, kept.sitting, checks=True)

    def _park(self, evening: Evening, at: str) -> Iterator[Effect]:
        if (put := evening.put_by()) is not None:
            self.kept = Parked(*put, at)
            yield Aside(NOBODY)
