"""What a step asks, and what the table shows meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field

from firmware_host.table.scene import Lamp, Pattern, Run, Text

from .report import Finding


@dataclass(frozen=True, slots=True)
class Moment:
    """What is shown at one moment of a question."""

    lights: tuple[Run, ...] = ()
    pattern: Pattern | None = None
    lamps: Mapping[int, Lamp] = field(default_factory=dict)  #: by button; others are dark
    hint: Text | None = None
    left_s: int | None = None


Film = Callable[[int], Moment]
"""What is shown so many milliseconds after the question was put."""


def still(moment: Moment) -> Film:
    """A film of one picture."""
    return lambda age_ms: moment


NOTHING = still(Moment())


def nothing(age_ms: int) -> str:
    """It does not go on by itself."""
    return ""


@dataclass(frozen=True, slots=True)
class Ask:
    """One question of a step. A tap is for the next of *options*, a hold takes it."""

    question: Text
    options: tuple[str, ...] = ()
    film: Film = NOTHING
    every_ms: int = 0  #: the film has so many milliseconds to a picture; 0: it is still
    until: Callable[[int], str] = nothing
    """The answer once the step goes on by itself, so many milliseconds after it asked; or empty."""
    presses: bool = False  #: the buttons themselves are tried: they choose nothing
    camera: bool = False  #: pictures are measured


Steps = Generator[Ask, str, Finding]
"""A step: gives questions, is sent answers, returns what it has found."""
