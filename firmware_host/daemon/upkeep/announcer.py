"""What the display tells for a moment that is no part of a game: that settings are other ones."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.table.scene import Scene, Text

SHOWN_NS = 8_000_000_000
"""8 s: two pages of words are read."""


class Announcer:
    """One thing at a time, the newest; the scene goes on under it."""

    def __init__(self) -> None:
        self._says: Text | None = None
        self.until_ns: int | None = None
        """The scene comes back by then; None: nothing is told."""

    def tell(self, says: Text, now_ns: int, for_ns: int = SHOWN_NS) -> None:
        """Tell it for a while."""
        self._says, self.until_ns = says, now_ns + for_ns

    def hush(self) -> None:
        """Nothing is told any more."""
        self._says = self.until_ns = None

    def over(self, scene: Scene, now_ns: int) -> Scene:
        """*scene*, with what is told over it; not over service mode, where every word counts."""
        if self.until_ns is not None and now_ns >= self.until_ns:
            self._says = self.until_ns = None
        if self._says is None or scene.service is not None:
            return scene
        return replace(scene, passing=self._says)
