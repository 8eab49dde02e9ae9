"""Texts in a language: keys and values in, a line to read out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from firmware_host.table.scene import Text


class TextFault(ValueError):
    """A language file that cannot be used: each key with what is wrong and what to write."""

    def __init__(self, *faults: tuple[str, str, str]) -> None:
        super().__init__("; ".join(f"{key}: {says}; write {to}" for key, says, to in faults))
        self.faults = faults


class Texts:
    """The lines of one language, from a file's tables: ``[card.as_red] name`` is a key with dots.

    :raises TextFault: with everything in the tables that is no line.
    """

    def __init__(self, tables: Mapping[str, object]) -> None:
        found = [*_lines("", tables)]
        odd = [(key, value) for key, value in found if not isinstance(value, str)]
        if odd:
            raise TextFault(*((k, f"{v!r} is no text", "it in quotes") for k, v in odd))
        self._lines = {key: value for key, value in found if isinstance(value, str)}
        self.missing: Counter[str] = Counter()
        """Keys that were asked for in vain, and lines whose braces had no value, and how often."""

    def __contains__(self, key: str) -> bool:
        return key in self._lines

    def alike(self, others: Texts) -> bool:
        """Do both say the same, word for word?"""
        return self._lines == others._lines

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


def _lines(prefix: str, tables: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Whatever stands in the tables, by its key with dots."""
    for name, value in tables.items():
        if isinstance(value, Mapping):
            yield from _lines(f"{prefix}{name}.", value)
        else:
            yield f"{prefix}{name}", value
