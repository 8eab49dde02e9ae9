"""What a game needs besides its rules to be played at a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from firmware_host.rules.kernel import Seat
from hw.ports import Things

from .games import Option, Value
from .reading import Pace, Reader
from .scene import View

YES_NO = (False, True)


@dataclass(frozen=True, slots=True)
class Dressing:
    """How a game looks and is read, what lies there, and what may be chosen of it."""

    view: View[Any, Any]
    reader: Callable[[Mapping[Seat, float], Pace], Reader[Any, Any]]
    things: Callable[[Any, int], Things]
    """What lies on a virtual table when so many begin to play with this box; owners are seats."""
    options: tuple[Option, ...] = ()
    """House rules and variants that may be chosen before a match."""
    palette: tuple[str, ...] = ()
    """Tints the seats may have, in the order in which they are given out."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """How the box calls a tint, where its list ``colours`` says what each seat plays."""
    pips: tuple[tuple[str, Value], ...] = ()
    """What is usual of *options* where no camera reads ordinary dice; (): none are thrown."""
    handless: tuple[tuple[str, Value], ...] = ()
    """What is usual of *options* at a virtual table, where nobody holds any cards."""
