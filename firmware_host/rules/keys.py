"""A game's configuration taken apart key by key: every game's box is read with this.

Reading goes on after a fault, with the usual value in place of the wrong one, so that all faults
come at once.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from .kernel import BoxFault, BoxFaults

E = TypeVar("E", bound=enum.StrEnum)
B = TypeVar("B")

Examined = tuple[B | None, tuple[BoxFault, ...]]
"""A box, or None where a fault is grave; and all faults, grave ones first."""


class Keys:
    """What a parsed file says, and everything that is wrong with it."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        self.config = config
        self.faults: list[BoxFault] = []

    def bad(self, path: str, says: str, write: str) -> None:
        """Note a grave fault."""
        self.faults.append(BoxFault(path, says, write))

    def of_game(self, name: str) -> None:
        """The file is this game's."""
        if (told := self.raw("game", name)) != name:
            self.bad("game", f"{told!r} is another game", f'game = "{name}"')

    def known(self, keys: Iterable[str], tables: Mapping[str, Iterable[str]]) -> None:
        """No key but *keys* and *tables*, each of these a table with no other keys than named."""
        for key, value in self.config.items():
            if key not in keys and key not in tables:
                self.bad(key, "is not known", f"one of {', '.join((*keys, *tables))}")
            elif key in tables and isinstance(value, Mapping):
                for inner in value:
                    if inner not in tables[key]:
                        one_of = ", ".join(tables[key])
                        self.bad(f"{key}.{inner}", "is not known", f"one of {one_of}")
        for table, inner_keys in tables.items():
            if not isinstance(self.config.get(table), Mapping):
                says = "is not a table" if table in self.config else "is missing"
                self.bad(table, says, f"[{table}] with {', '.join(inner_keys)}")

    def raw(self, path: str, usual: object) -> Any:
        """What stands at *path*; *usual*, and a fault, where nothing does."""
        table, _, key = path.rpartition(".")
        keys = self.config.get(table) if table else self.config
        if not isinstance(keys, Mapping):
            return usual  # the missing table is a fault of its own
        if key not in keys:
            self.bad(path, "is missing", f"{key} = {toml(usual)}")
            return usual
        return keys[key]

    def integer(self, path: str, low: int, high: int, usual: int) -> int:
        """A whole number within *low* .. *high*."""
        value = self.raw(path, usual)
        key = path.rpartition(".")[2]
        within = f"{low}" if low == high else f"a whole number from {low} to {high}"
        if type(value) is int and low <= value <= high:
            return value
        self.bad(path, f"{toml(value)} is not {within}", f"{key} = {usual}")
        return usual

    def flag(self, path: str, *, usual: bool) -> bool:
        """True or false."""
        value = self.raw(path, usual)
        if isinstance(value, bool):
            return value
        self.bad(path, f"{toml(value)} is neither true nor false", f"{path} = {toml(usual)}")
        return usual

    def choice(self, path: str, kinds: type[E], usual: E) -> E:
        """One of a few words."""
        value = self.raw(path, usual)
        if isinstance(value, str) and value in list(kinds):
            return kinds(value)
        known = " or ".join(f'"{kind}"' for kind in kinds)
        self.bad(path, f"{toml(value)} is not {known}", f'{path} = "{usual}"')
        return usual


def examined(box: B, faults: Iterable[BoxFault]) -> Examined[B]:
    """*box* with all that was found wrong with it."""
    ordered = tuple(sorted(faults, key=lambda fault: not fault.grave))
    return (None if any(fault.grave for fault in ordered) else box), ordered


def sound(found: Examined[B]) -> B:
    """The box, where there is one.

    :raises BoxFaults: there is none; names every fault, the warnings too.
    """
    box, faults = found
    if box is None:
        raise BoxFaults(faults)
    return box


def odd(found: Examined[B]) -> tuple[BoxFault, ...]:
    """What can be played all the same."""
    return tuple(fault for fault in found[1] if not fault.grave)


def toml(value: object) -> str:
    """*value* as a configuration file would have it."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{value}"'
        case list() | tuple():
            return f"[{', '.join(map(toml, value))}]"
        case _:
            return str(value)
