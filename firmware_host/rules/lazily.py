"""A catalogue whose entries are loaded when they are first asked for.

A table plays one game: it need not wait until it knows the others by heart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import TypeVar

Entry = TypeVar("Entry")


class Lazily(MutableMapping[str, Entry]):
    """Entries by name. The names are known at once; an entry is made at its first use, and kept."""

    def __init__(self, makes: Mapping[str, Callable[[], Entry]]) -> None:
        """*makes* has for each name what makes its entry."""
        self._makes = dict(makes)
        self._made: dict[str, Entry] = {}

    def __getitem__(self, name: str) -> Entry:
        if name not in self._made:
            self._made[name] = self._makes[name]()
        return self._made[name]

    def __setitem__(self, name: str, entry: Entry) -> None:
        self._makes[name] = lambda: entry
        self._made[name] = entry

    def __delitem__(self, name: str) -> None:
        del self._makes[name]
        self._made.pop(name, None)

    def __contains__(self, name: object) -> bool:
        return name in self._makes

    def __iter__(self) -> Iterator[str]:
        return iter(self._makes)

    def __len__(self) -> int:
        return len(self._makes)
