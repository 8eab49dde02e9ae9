"""Where in a TOML file a key path stands, for error messages. Looks, and does not judge."""

from __future__ import annotations

import re

HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]")
KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*[\w-]+)*)\s*=""")


def line_of(text: str, path: str) -> int:
    """The line (from 1) of ``seats[1].button`` in *text*.

    A key that is not there is looked for where it would stand: in the longest part of its path
    that is; 1 where nothing is.
    """
    lines = _lines(text)
    while path:
        if path in lines:
            return lines[path]
        path = re.sub(r"(\.[^.\[\]]*|\[\d+\]|^[^.\[\]]*)$", "", path)
    return 1


def _lines(text: str) -> dict[str, int]:
    """Each key path of *text*, and its line."""
    found: dict[str, int] = {}
    counts: dict[str, int] = {}
    prefix = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := HEADER.match(line):
            prefix = _plain(header[2])
            if header[1] == "[[":
                counts[prefix] = counts.get(prefix, -1) + 1
                found.setdefault(prefix, number)
            prefix = _indexed(prefix, counts)
            found.setdefault(prefix, number)
        elif key := KEY.match(line):
            name = _plain(key[1])
            found.setdefault(f"{prefix}.{name}" if prefix else name, number)
    return found


def _plain(name: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in name.split("."))


def _indexed(name: str, counts: dict[str, int]) -> str:
    """*name* with the index of the latest part of each array of tables in it."""
    built = ""
    for part in name.split("."):
        plain = f"{built}.{part}" if built else part
        bare = re.sub(r"\[\d+\]", "", plain)
        built = f"{plain}[{counts[bare]}]" if bare in counts else plain
    return built
