"""Pictures of a match that are made once, and kept until what they are made of differs.

A press comes with several edges, and each of them asks what is to be shown now: mostly the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import is_
from typing import Any, Generic, TypeVar

from firmware_host.rules.kernel import Answer, Seat, seen
from firmware_host.session.match import Match

from .scene import Scene, View

A = TypeVar("A", bound=Answer)
S = TypeVar("S")
T = TypeVar("T")


class Kept(Generic[T]):
    """The last thing that was made, and what it was made of."""

    def __init__(self) -> None:
        self._of: tuple[object, ...] = ()
        self._made: list[T] = []

    def get(self, of: tuple[object, ...], make: Callable[[], T]) -> T:
        """What *make* makes of these very things; anew where one of them is another."""
        same = len(of) == len(self._of) and all(map(is_, of, self._of))
        if not same or not self._made:
            self._made = [make()]
            self._of = of
        return self._made[0]


class KeptScene(Generic[S, A]):
    """What a view makes of a match, with an option under each thumb."""

    def __init__(self, view: View[S, A]) -> None:
        self._view, self._kept = view, Kept[Scene]()
        self._thumbs: Mapping[Seat, A] = {}

    def of(self, match: Match[S, A], thumbs: Mapping[Seat, A]) -> Scene:
        """The steady picture of *match*: of what everybody may know."""
        if thumbs != self._thumbs:
            self._thumbs = thumbs

        def make() -> Scene:
            known: Any = seen(match.game, match.position, None)
            return self._view.scene(known.state, known.pending, thumbs)

        return self._kept.get((match, self._thumbs), make)
