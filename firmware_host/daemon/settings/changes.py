"""What differs between two readings of a table's file, and when a daemon takes each of it up."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec import structs

from .config import TableConfig
from .manners import CHANGES


class When(enum.StrEnum):
    """When a change is taken up."""

    LIVE = "live"  #: at once
    MATCH = "match"  #: by the next match
    RESTART = "restart"  #: when the daemon is started again


@dataclass(frozen=True, slots=True)
class Change:
    """One key that says something else."""

    path: str  #: ``strip.brightness``, ``seats[2].name``
    when: When
    was: str = ""  #: as the file spelled it; empty for what stands in a file of its own
    now: str = ""

    def __str__(self) -> str:
        if not self.was:
            return self.path
        return f"{self.path}: {self.now}, was {self.was}"


def classes() -> dict[str, When]:
    """Every key of a table's file that holds a value, ``seats.name``, and when it changes."""
    return dict(_classes(TableConfig, ""))


def between(old: TableConfig, new: TableConfig) -> tuple[Change, ...]:
    """Every key whose value differs, in the order of the file's sections."""
    return tuple(_between(TableConfig, old, new, ""))


def merged(old: TableConfig, new: TableConfig, takes: Callable[[Change], bool]) -> TableConfig:
    """*old*, with those changes of *new* that it *takes*."""
    made: TableConfig = _merged(TableConfig, old, new, "", takes)
    return made


def _classes(kind: type[msgspec.Struct], path: str) -> Iterator[tuple[str, When]]:
    for name, hint in _hints(kind):
        inner = _part(hint)
        if inner is not None:
            yield from _classes(inner, f"{path}{name}.")
        else:
            yield f"{path}{name}", _when(hint)


def _between(kind: type[msgspec.Struct], old: Any, new: Any, path: str) -> Iterator[Change]:
    for name, hint in _hints(kind):
        was, now, here = getattr(old, name), getattr(new, name), f"{path}{name}"
        inner = _part(hint)
        if inner is None:
            if was != now:
                yield Change(here, _when(hint), spelled(was), spelled(now))
        elif not isinstance(was, tuple):
            yield from _between(inner, was, now, f"{here}.")
        elif len(was) != len(now):
            yield _count(here, was, now)
        else:
            for i, (one, other) in enumerate(zip(was, now, strict=True)):
                yield from _between(inner, one, other, f"{here}[{i}].")


def _merged(
    kind: type[msgspec.Struct], old: Any, new: Any, path: str, takes: Callable[[Change], bool]
) -> Any:
    values: dict[str, Any] = {}
    for name, hint in _hints(kind):
        was, now, here = getattr(old, name), getattr(new, name), f"{path}{name}"
        inner = _part(hint)
        if inner is None:
            taken = was == now or takes(Change(here, _when(hint), spelled(was), spelled(now)))
            values[name] = now if taken else was
        elif not isinstance(was, tuple):
            values[name] = _merged(inner, was, now, f"{here}.", takes)
        elif len(was) != len(now):
            values[name] = now if takes(_count(here, was, now)) else was
        else:
            pairs = enumerate(zip(was, now, strict=True))
            values[name] = tuple(
                _merged(inner, one, other, f"{here}[{i}].", takes) for i, (one, other) in pairs
            )
    return structs.replace(old, **values)


def _count(path: str, was: tuple[Any, ...], now: tuple[Any, ...]) -> Change:
    """Parts were added or taken away: what is wired is another table."""
    return Change(path, When.RESTART, f"{len(was)} parts", f"{len(now)} parts")


def _hints(kind: type[msgspec.Struct]) -> Iterator[tuple[str, Any]]:
    hints = get_type_hints(kind, include_extras=True)
    for field in structs.fields(kind):
        yield field.name, hints[field.name]


def _part(hint: Any) -> type[msgspec.Struct] | None:
    """The section that a key opens, by itself or in a list; None: it holds a value."""
    inner = get_args(hint)[0] if get_origin(hint) is tuple else hint
    return inner if isinstance(inner, type) and issubclass(inner, msgspec.Struct) else None


def _when(hint: Any) -> When:
    if get_origin(hint) is Annotated:
        for meta in get_args(hint)[1:]:
            extra = meta.extra if isinstance(meta, msgspec.Meta) else None
            if extra and CHANGES in extra:
                return When(extra[CHANGES])
    return When.RESTART


def spelled(value: Any) -> str:
    """*value* as it would stand in the file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, tuple):
        return f"[{', '.join(map(spelled, value))}]"
    return f"{value:g}" if isinstance(value, float) else str(value)
