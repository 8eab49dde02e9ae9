"""What a teaching session shows: what is asked, what was found, how far it is, and a picture."""

from __future__ import annotations

from dataclasses import dataclass, field

from firmware_host.vision.plane import Picture


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence by its key; the table's language has the words."""

    key: str
    values: tuple[tuple[str, str | int], ...] = ()


def line(key: str, /, **values: str | float) -> Line:
    """A sentence of ``teach``."""
    spelled = ((k, f"{v:g}" if isinstance(v, float) else v) for k, v in sorted(values.items()))
    return Line(f"teach.{key}", tuple(spelled))


class Refused(ValueError):
    """What a person said cannot be done now; *line* says why."""

    def __init__(self, line: Line) -> None:
        super().__init__(line.key)
        self.line = line


@dataclass(frozen=True, slots=True)
class Found:
    """A die in the newest picture."""

    number: int  #: as written beside it, from 1
    face: str  #: what it is taken for; empty: nobody knows yet
    told: bool  #: a person has said so
    usable: bool  #: it may be learnt from: it lies alone, and is not left out
    x_px: float
    y_px: float


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of something there is."""

    what: str
    have: int
    need: int


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A moment of the session."""

    step: str
    number: int  #: of the step, from 1
    of: int
    ask: Line
    says: tuple[Line, ...] = ()  #: what came of the last word, and what is wrong with the picture
    ok: bool = True  #: False: something that is said must be seen to first
    found: tuple[Found, ...] = ()
    progress: tuple[Progress, ...] = ()
    acts: tuple[str, ...] = ("go",)  #: what may be said: each a word of :class:`.session.Session`
    done: bool = False
    picture: Picture | None = field(default=None, repr=False)
