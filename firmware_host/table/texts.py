"""Texts in a language: keys and values in, a line to read out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from firmware_host.table.scene import Text


class TextFault(ValueError):
    """A language file that cannot be used: *key* names the line, the text says what to write."""

    def __init__(self, key: str, says: str) -> None:
        super().__init__(f"{key}: {says}")
        self.key, self.says = key, says


class Texts:
    """The lines of one language, from a file's tables: ``[card.as_red] name`` is a key with dots.

    :raises TextFault: something in the tables is no line.
    """

    def __init__(self, tables: Mapping[str, object]) -> None:
        self._lines = dict(_lines("", tables))
        self.missing: Counter[str] = Counter()
        """Keys that were asked for in vain, and lines whose braces had no value, and how often."""

    def __contains__(self, key: str) -> bool:
        return key in self._lines

    def say(self, said: Text) -> str:
        """The words of *said*; ``[key]`` where the language has none, so that it is seen."""
        line = self._lines.get(said.key)
        if line is None:
            return self._lacking(said.key)
        values = {n: self.say(v) if isinstance(v, Text) else v for n, v in said.values}
        try:
            return line.format_map(values)
        except (KeyError, IndexError, ValueError, AttributeError):
            return self._lacking(said.key)

    def _lacking(self, key: str) -> str:
        self.missing[key] += 1
        return f"[{key}]"


def _lines(prefix: str, tables: Mapping[str, object]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for name, value in tables.items():
        key = f"{prefix}{name}"
        match value:
            case str():
                found.append((key, value))
            case Mapping():
                found += _lines(f"{key}.", value)
            case _:
                raise TextFault(key, f"{value!r} is no text; write it in quotes")
    return found
