"""A pip die as it was read."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_host.vision.facts import Guess
from firmware_host.vision.plane import Floats

SIGN = "sign"
"""The symbol of a face with a drawing instead of pips, until it is known what that stands for."""


@dataclass(frozen=True, slots=True)
class PipDie:
    """One die in a picture, places in the picture's own pixels."""

    x_px: float  #: the middle of its top face
    y_px: float
    size_px: float  #: the edge of its top face
    colour: str  #: its body's, in a word
    guesses: tuple[Guess, ...]  #: best first; ``1`` to ``6``
    pips: Floats  #: (n, 2) the pips that were counted
    sure: bool
    why: str = (
        ""  #: where not sure: ``count``, ``pattern``, ``close``, ``unclear``, ``cut``, ``sign``
    )

    @property
    def symbol(self) -> str:
        """The best guess."""
        return self.guesses[0].symbol
