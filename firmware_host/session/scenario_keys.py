"""Keys of a parsed document, each as the type it must have, and a fault where it has another."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from firmware_host.rules.kernel import BoxFault

MOST = 100_000
"""The largest number that makes sense anywhere in a scenario."""


def closest(word: str, known: Iterable[str]) -> str:
    """What to write instead of *word*."""
    known = tuple(known)
    close = difflib.get_close_matches(word, known, 1)
    return close[0] if close else f"one of {', '.join(known)}"


def spelled(value: Any) -> str:
    """*value* as a file would have it, cut where it is long."""
    words = repr(value) if isinstance(value, str | list | dict) else str(value).lower()
    return words if len(words) <= 60 else f"{words[:57]}..."


@dataclass(slots=True)
class Keys:
    """Takes a document apart, noting what is wrong."""

    document: Mapping[str, Any]
    faults: list[BoxFault] = field(default_factory=list)

    def bad(self, path: str, says: str, write: str) -> None:
        """Note a fault."""
        self.faults.append(BoxFault(path, says, write))

    def keys(self, path: str, table: Mapping[str, Any], known: Sequence[str]) -> None:
        """Keys that nobody knows."""
        for key in table:
            if key not in known:
                where = f"{path}.{key}" if path else key
                self.bad(where, f"there is no key {key!r}", closest(key, known))

    def text(
        self, key: str, table: Mapping[str, Any] | None = None, path: str = "", needed: str = ""
    ) -> str | None:
        """The text at *key*; None where there is none. *needed* is an example of it."""
        table = self.document if table is None else table
        value = table.get(key)
        where = path or key
        if value is None:
            if needed:
                self.bad(where, "this key is missing", f"{key} = {needed}")
        elif not isinstance(value, str):
            example = f', "{value}"' if isinstance(value, int | float) else ""
            self.bad(where, f"{spelled(value)} is no text", f"text between quotes{example}")
        elif needed and not value.strip():
            self.bad(where, "this text is empty", f"{key} = {needed}")
        else:
            return value
        return None

    def texts(
        self, key: str, table: Mapping[str, Any] | None = None, path: str = ""
    ) -> tuple[str, ...] | None:
        """The list of texts at *key*; None where there is none."""
        table = self.document if table is None else table
        where = path or key
        if key not in table:
            return None
        value = table[key]
        if not isinstance(value, list):
            self.bad(where, f"{spelled(value)} is no list", f'{key} = ["...", "..."]')
            return None
        for i, item in enumerate(value):
            if not isinstance(item, str):
                self.bad(f"{where}[{i}]", f"{spelled(item)} is no text", "text between quotes")
        return tuple(item for item in value if isinstance(item, str))

    def whole(self, key: str, least: int) -> int | None:
        """The whole number at *key*."""
        value = self.document.get(key)
        if value is None:
            return None
        if type(value) is int and least <= value <= MOST:
            return value
        self.bad(key, f"{spelled(value)} is no number from {least} to {MOST}", f"{key} = 4")
        return None

    def table(self, key: str) -> Mapping[str, Any]:
        """The table at *key*."""
        value = self.document.get(key, {})
        if isinstance(value, dict):
            return value
        self.bad(key, f"{spelled(value)} is no table", f"[{key}] and its keys")
        return {}

    def lines(
        self, key: str, table: Mapping[str, Any] | None = None, path: str = ""
    ) -> dict[str, str]:
        """Lines of a state at *key*. A whole number may stand without quotes."""
        table = self.document if table is None else table
        value, where = table.get(key, {}), path or key
        if not isinstance(value, dict):
            self.bad(where, f"{spelled(value)} is no table of lines", 'such as { lava = "4" }')
            return {}
        found = {}
        for name, line in value.items():
            if isinstance(line, str) or type(line) is int:
                found[name] = str(line)
            else:
                self.bad(f"{where}.{name}", f"{spelled(line)} is no text", "text between quotes")
        return found
