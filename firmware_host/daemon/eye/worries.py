"""What people are told of the camera's pictures, beside what the game makes of them."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_host.vision.ailments import says
from firmware_host.vision.facts import Look

TROUBLED_NS = 3_000_000_000  # 3 s: a hand before the lens is no trouble yet


class Worries:
    """Follows looks: trouble that lasts makes the ``camera`` fail, warnings the ``picture``.

    Where faults follow one another the present one is told: at once, for nothing is well between.
    """

    def __init__(self) -> None:
        self._failing = False  #: people have been told that the camera fails
        self._troubled_ns: int | None = None
        self._warned: tuple[str, ...] = ()

    def heard(self, look: Look) -> Iterator[tuple[str, bool, str]]:
        """What is to be said now: of what, whether it is well, and what is wrong in words."""
        if look.trouble:
            yield from self._trouble(look)
            return
        if self._troubled_ns is not None:
            self._troubled_ns, self._failing = None, False
            yield "camera", True, ""
        if look.warnings != self._warned:
            self._warned = look.warnings
            yield "picture", not look.warnings, "; ".join(map(says, look.warnings))

    def said(self, *, ok: bool) -> bool:
        """The camera itself was lost, or gives pictures again; False: that is not to be told.

        A camera is not well that shows nothing but trouble.
        """
        if ok and self._troubled_ns is not None:
            return False
        self._failing = not ok
        if not ok:
            self._troubled_ns = None
        return True

    def _trouble(self, look: Look) -> Iterator[tuple[str, bool, str]]:
        if self._troubled_ns is None:
            self._troubled_ns = look.at_ns
        if self._failing or look.at_ns - self._troubled_ns >= TROUBLED_NS:
            self._failing = True
            wrong = says(look.trouble)
            end = "" if wrong.endswith("?") else "."
            yield "camera", False, f"{wrong}{end} Until then the buttons answer for it"
