"""Menus and maps: which spots open menus are about, and a menu taken by pointing at a spot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from firmware_host.rules.kernel import Answer, Seat

from .map import Between, Map
from .menu import Item, Menu, Taken, among
from .menus import Value, about, path_of
from .scene import View

A = TypeVar("A", bound=Answer)
S = TypeVar("S")


def at_spot(
    menu: Menu[Value[A]], spot: str, view: View[S, A]
) -> Menu[Value[A]] | Taken[Value[A]] | None:
    """What pointing at *spot* does to a menu: takes its one answer there, or lists all of them.

    None where the menu has no answer there.
    """
    there = [value for value in menu.values() if spot and _where(value, view) == spot]
    if len(there) > 1:
        return among(menu, there, lambda value: path_of(value, view))
    return Taken(there[0]) if there else None


def marked(shown: Map, menus: Mapping[Seat, Menu[Value[A]]], view: View[S, A]) -> Map:
    """The map with what may be chosen on it, and what is under whose thumb.

    What may be laid between two spots, and does not lie there yet, is open and of no kind.
    """
    marks = _Marks()
    for seat, menu in menus.items():
        marks.open |= _spots(menu.values(), view)
        marks.thumbs |= dict.fromkeys(_spots(_meant(menu.under_thumb), view), seat)
    lying = {one.name for one in shown.between}
    ends = [tuple(name.split("+")) for name in sorted(marks.open - lying)]
    wished = [Between("", (pair[0], pair[1])) for pair in ends if len(pair) == 2]
    return replace(
        shown,
        spots=tuple(
            replace(s, open=s.name in marks.open, thumb=marks.thumbs.get(s.name))
            for s in shown.spots
        ),
        between=tuple(
            replace(b, open=b.name in marks.open, thumb=marks.thumbs.get(b.name))
            for b in (*shown.between, *wished)
        ),
    )


@dataclass(slots=True)
class _Marks:
    """Names of spots: which may be chosen, and whose thumb is on which."""

    open: set[str] = field(default_factory=set)
    thumbs: dict[str, Seat] = field(default_factory=dict)


def _meant(item: Item[Value[A]]) -> Sequence[Value[A]]:
    """What a line leads to: one answer, or all of the list that it opens."""
    return Menu((item,)).values()


def _spots(values: Sequence[Value[A]], view: View[S, A]) -> set[str]:
    return {_where(value, view) for value in values} - {""}


def _where(value: Value[A], view: View[S, A]) -> str:
    answer = about(value)
    return "" if answer is None else view.where(answer)
