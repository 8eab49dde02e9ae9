"""What people are told of the camera's pictures, beside what the game makes of them."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_host.vision.ailments import says
from firmware_host.vision.facts import Look

TROUBLED_NS = 3_000_000_000  # 3 s: a hand before the lens is no trouble yet


class Worries:
    """Follows looks: trouble that lasts makes the ``camera`` fail, warnings the ``picture``."""

    def __init__(self) -> None:
        self._troubled_ns: int | None = None
        self._warned: tuple[str, ...] = ()

    def heard(self, look: Look) -> Iterator[tuple[str, bool, str]]:
        """What is to be said now: of what, whether it is well, and what is wrong in words."""
        if look.trouble:
            yield from self._trouble(look)
            return
        if self._troubled_ns is not None:
            self._troubled_ns = None
            yield "camera", True, ""
        if look.warnings != self._warned:
            self._warned = look.warnings
            yield "picture", not look.warnings, "; ".join(map(says, look.warnings))

    def _trouble(self, look: Look) -> Iterator[tuple[str, bool, str]]:
        if self._troubled_ns is None:
            self._troubled_ns = look.at_ns
        elif look.at_ns - self._troubled_ns >= TROUBLED_NS:
            wrong = says(look.trouble)
            end = "" if wrong.endswith("?") else "."
            yield "camera", False, f"{wrong}{end} Until then the buttons answer for it"
