"""Everybody who looks on: how many may, how often they are told, and what all are told alike.

A table is played by its buttons. Whatever is done for pages is done in small pieces with the loop
free between them, so that a press waits for one page at most, however many there are.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import Counter
from collections.abc import Callable
from functools import partial

from .document import Document, pictures_document, pixels_document, scene_document, top_of
from .feed import Feed, Snapshot
from .tries import HERE

SPECTATORS = 224
"""So many pages that only look may be open at once, ..."""
FROM_ONE = 40
"""... from one address but this machine's own, ..."""
PLAYERS = 32
"""... and so many more of players and staff, whom spectators never keep out."""
SLOT_S = 1 / 200
"""Pages are told one after the other, at most so often: with 200 each has news once a second."""
FREE = 10
"""So many are told as often as they like; a table has five seats."""


class Full(Exception):
    """Why one more page cannot be opened, in words."""


class Gallery:
    """Pages that are open, and the next slot in which one of them is told something."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._spectators: Counter[str] = Counter()  #: by address
        self._players = 0
        self._next_s = 0.0
        self._said: tuple[object, Snapshot, dict[str, str]] | None = None

    @property
    def pages(self) -> int:
        """How many are open."""
        return self._spectators.total() + self._players

    def enter(self, address: str, *, plays: bool) -> Callable[[], None]:
        """One more page, *plays*: of a player or of staff; call what is returned when it closes.

        :raises Full: there is no room.
        """
        if plays:
            if self._players >= PLAYERS:
                raise Full(f"{PLAYERS} pages of players are open; close one first")
            self._players += 1
            return self._player_leaves
        if self._spectators.total() >= SPECTATORS:
            raise Full(f"{SPECTATORS} pages look on; close one first")
        if address not in HERE and self._spectators[address] >= FROM_ONE:
            raise Full(f"{FROM_ONE} pages are open at {address}; close one first")
        self._spectators[address] += 1
        return partial(self._spectator_leaves, address)

    def _player_leaves(self) -> None:
        self._players -= 1

    def _spectator_leaves(self, address: str) -> None:
        self._spectators[address] -= 1
        if not self._spectators[address]:
            del self._spectators[address]

    async def turn(self) -> bool:
        """Wait for the next slot, where there are many; False: there are few, and no slots."""
        if self.pages <= FREE:
            return False
        now_s = asyncio.get_running_loop().time()
        self._next_s = max(now_s, self._next_s + SLOT_S)
        await asyncio.sleep(self._next_s - now_s)
        return True

    def newest(self) -> tuple[Snapshot, dict[str, str]]:
        """All that everyone may see; and what every page is told alike, by kind, as JSON.

        It is made once for all of them.
        """
        feed, snapshot = self._feed, self._feed.snapshot()
        truth = {} if feed.hands is None else dict(feed.hands.truth())
        there = snapshot.number, truth, top_of(snapshot, feed.hands), feed.furniture
        if self._said is None or self._said[0] != there:
            scene = scene_document(snapshot, feed.words, truth, feed.furniture, there[2])
            pictures = pictures_document(zlib.crc32(snapshot.oled), snapshot.crater)
            documents = (scene, pixels_document(snapshot), pictures)
            texts = {str(one["type"]): spelled(one) for one in documents}
            self._said = there, snapshot, texts
        return self._said[1], self._said[2]


def spelled(document: Document) -> str:
    """As it is sent."""
    return json.dumps(document, separators=(",", ":"))
