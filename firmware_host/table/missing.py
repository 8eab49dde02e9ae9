"""Devices that do not work just now: what people at the table are told of them, and how long."""

from __future__ import annotations

from dataclasses import replace

from .scene import Scene, Text, text

DEVICES = ("buttons", "noisy", "strip", "oled", "camera")
"""By these names they are told of; anything else that is watched is the page's to show."""
SEEING = "seeing"
"""Lost while a camera that works sees nothing: as good as none to people."""
PART_OF = {SEEING: "camera"}
"""What is told of as another; and ``strip 2`` is told of as the strip, ``noisy button C`` as
a noisy wire."""
TOLD_NS = 5_000_000_000
"""5 s: news of a device stands before all else so long, then a mark stays."""


class Missing:
    """Follows which devices are lost and back."""

    def __init__(self) -> None:
        self._lost: set[str] = set()
        self._until_ns: int | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Those that are missing, always in the same order."""
        lost = {PART_OF.get(name, name.partition(" ")[0]) for name in self._lost}
        return tuple(name for name in DEVICES if name in lost)

    @property
    def wake_ns(self) -> int | None:
        """Show it otherwise by then."""
        return self._until_ns

    def said(self, device: str, ok: bool, now_ns: int) -> None:
        """*device* was lost, or works."""
        before = self.names
        (self._lost.discard if ok else self._lost.add)(device)
        if self.names != before:
            self._until_ns = now_ns + TOLD_NS

    def news(self, now_ns: int) -> Text | None:
        """What has just changed, in words; None once that is old."""
        if self._until_ns is not None and now_ns >= self._until_ns:
            self._until_ns = None
        if self._until_ns is None:
            return None
        return line(self.names) if self.names else text("missing.none")

    def on(self, scene: Scene, now_ns: int) -> Scene:
        """*scene* with what people are told of it."""
        news = self.news(now_ns)
        return replace(scene, missing=self.names, passing=news)


def line(names: tuple[str, ...]) -> Text:
    """``Not working: camera, lights``."""
    said = text(f"missing.{names[0]}")
    for name in names[1:]:
        said = text("missing.and", first=said, then=text(f"missing.{name}"))
    return text("missing.these", what=said)
