"""A menu that one button can work: tap, next; hold, take it.

Long lists are walked by the paths of their labels: first what, then to whom.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from .gestures import Gesture
from .scene import Choice, Text, text

T = TypeVar("T")
FLAT = 6
"""So many items are one list; more are walked by their paths."""
SORTS = ".group"
"""A label whose key ends so sorts a long list, and is left out where there is nothing to sort."""


@dataclass(frozen=True, slots=True)
class Item(Generic[T]):
    """One line: a thing to take, or (*inner*) a list to open."""

    label: Text
    value: T | None = None
    inner: tuple[Item[T], ...] = ()
    back: bool = False


BACK: Item[Any] = Item(text("menu.back"), back=True)


@dataclass(frozen=True, slots=True)
class Menu(Generic[T]):
    """Items to walk through; the cursor wraps. *outer* is the list this one was opened from."""

    items: tuple[Item[T], ...]
    cursor: int = 0
    outer: Menu[T] | None = None

    @property
    def outermost(self) -> Menu[T]:
        """The list that all others were opened from."""
        return self if self.outer is None else self.outer.outermost

    @property
    def under_thumb(self) -> Item[T]:
        """The item the cursor is on."""
        return self.items[self.cursor]

    def values(self) -> tuple[T, ...]:
        """Everything that can be taken, from the outermost list on."""
        return tuple(_values(self.outermost.items))

    def choices(self) -> tuple[Choice, ...]:
        """The lines to show."""
        return tuple(Choice(item.label, i == self.cursor) for i, item in enumerate(self.items))


@dataclass(frozen=True, slots=True)
class Taken(Generic[T]):
    """The menu is done."""

    value: T


Path = Callable[[T], tuple[Text, ...]]


def menu_of(values: Sequence[T], path: Path[T]) -> Menu[T]:
    """A menu of *values*; *path* gives the labels that lead to each, the last one its own.

    A short list is one list. A long one is walked label by label, and what a label leaves no choice
    about is not opened.
    """
    return Menu(_lines([(path(value), value) for value in values]))


def among(menu: Menu[T], values: Sequence[T], path: Path[T]) -> Menu[T]:
    """A list of some *values* of a menu, with a way back to all of it.

    Labels that lead to every one of them are left out.
    """
    top = menu.outermost
    paths = [path(value) for value in values]
    alike = next(
        (i for i, labels in enumerate(zip(*paths, strict=False)) if len(set(labels)) > 1), 0
    )
    rests = [(labels[alike:], value) for labels, value in zip(paths, values, strict=True)]
    return Menu((*_lines(rests), BACK), 0, top)


def whole(path: tuple[Text, ...]) -> Text:
    """All labels as one."""
    first, *rest = [label for label in path if not label.key.endswith(SORTS)] or path
    return text("menu.path", first=first, then=whole(tuple(rest))) if rest else first


def _lines(paths: Sequence[tuple[tuple[Text, ...], T]]) -> tuple[Item[T], ...]:
    if len(paths) <= FLAT or all(len(labels) == 1 for labels, _ in paths):
        return tuple(Item(whole(labels), value) for labels, value in paths)
    groups: dict[Text, list[tuple[tuple[Text, ...], T]]] = {}
    for labels, value in paths:
        groups.setdefault(labels[0], []).append((labels, value))
    return tuple(_line(label, inside) for label, inside in groups.items())


def _line(label: Text, inside: Sequence[tuple[tuple[Text, ...], T]]) -> Item[T]:
    if len(inside) == 1:
        labels, value = inside[0]
        return Item(whole(labels), value)
    return Item(label, None, (*_lines([(labels[1:], v) for labels, v in inside]), BACK))


def _values(items: Sequence[Item[T]]) -> list[T]:
    found: list[T] = []
    for item in items:
        if item.value is not None:
            found.append(item.value)
        found += _values(item.inner)
    return found


def press(menu: Menu[T], gesture: Gesture) -> Menu[T] | Taken[T]:
    """The menu after one gesture; a press alone changes nothing."""
    match gesture:
        case Gesture.PRESS:
            return menu
        case Gesture.TAP:
            return replace(menu, cursor=(menu.cursor + 1) % len(menu.items))
        case Gesture.HOLD:
            return _take(menu)


def _take(menu: Menu[T]) -> Menu[T] | Taken[T]:
    item = menu.under_thumb
    if item.back and menu.outer is not None:
        return menu.outer
    if item.inner:
        return Menu(item.inner, 0, menu)
    assert item.value is not None
    return Taken(item.value)


def presses_for(menu: Menu[T], value: T) -> tuple[Gesture, ...]:
    """The gestures that take *value*: how an answer becomes a button script.

    :raises ValueError: the menu does not lead there.
    """
    out: list[Gesture] = []
    if menu.outer is not None and value not in _values(menu.items):
        back = next(i for i, item in enumerate(menu.items) if item.back)
        out += [Gesture.TAP] * ((back - menu.cursor) % len(menu.items)) + [Gesture.HOLD]
        return (*out, *presses_for(menu.outer, value))
    for i, item in enumerate(menu.items):
        if item.value == value or value in _values(item.inner):
            out += [Gesture.TAP] * ((i - menu.cursor) % len(menu.items)) + [Gesture.HOLD]
            if item.inner:
                out += presses_for(Menu(item.inner, 0, menu), value)
            return tuple(out)
    raise ValueError(f"no item of the menu is {value}")
