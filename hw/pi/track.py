"""Several strips as one: each is a device of its own, and goes on though another is lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from hw.ports import Note
from hw.wire.segments import Run
from hw.wire.supply import ALL, Supply


class Part(Protocol):
    """A strip, and what feeds it. Its ``show`` never waits, and raises for no wire."""

    supply: Supply

    def show(self, pixels: bytes) -> None:
        """Three bytes an LED, red, green, blue of LED 0 first."""

    def close(self) -> None:
        """Let it go."""


class Track:
    """Strips that share a picture as *run* cuts it up.

    Where one of them would draw too much, all are dimmed alike, so that no border is seen.
    """

    def __init__(self, strips: Sequence[Part], run: Run) -> None:
        self._strips, self._run = tuple(strips), run
        self.noted: Callable[[int, Note], None] = lambda strip, note: None
        """Hears, from any thread, what is to be said of the supply of strip number so many."""

    @property
    def length(self) -> int:
        """How many LEDs it has."""
        return self._run.length

    def show(self, pixels: bytes) -> None:
        """Let each strip show its part as soon as it can; never waits.

        :raises ValueError: not three bytes for each LED.
        """
        parts = self._run.cut(pixels)
        shares = [one.supply.share(part) for one, part in zip(self._strips, parts, strict=True)]
        least = min(shares)
        for number, (one, part) in enumerate(zip(self._strips, parts, strict=True)):
            if shares[number] == least < ALL:
                one.supply.tell(lambda note, number=number: self.noted(number, note))  # type: ignore[misc]
            one.show(one.supply.held(part, least))

    def close(self) -> None:
        """Let all go."""
        for one in self._strips:
            one.close()
