"""What came of a scenario: for people, for programs, and as the file would have to say it."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from firmware_host.session.comparing import Difference
from firmware_host.session.scenario import ANYTHING, Asks, Ends

from .errors import ConfigError
from .scenarios import Played
from .settings.toml_lines import line_of


def readable(played: Played) -> Iterator[str]:
    """Each difference, then the events and the question of the end."""
    for difference in played.outcome.differences:
        yield _where(played, difference)
        yield from (f"  {line}" for line in _difference(difference))
    outcome = played.outcome
    if outcome.waits is None:
        return
    yield "told:"
    yield from (f"  {event}" for event in outcome.told or ("(nothing)",))
    yield from _waits(outcome.waits)


def _where(played: Played, difference: Difference) -> str:
    """The key a difference is about, with its line where the file names it."""
    part, _, key = difference.path.partition(".")
    if part == "then" and key not in played.scenario.then:
        return f"{difference.path}, which the scenario does not name"
    return f"{difference.path}, line {line_of(played.source.text, difference.path)}"


def _difference(difference: Difference) -> Iterator[str]:
    expected, actual = difference.expected.split("\n"), difference.actual.split("\n")
    if len(expected) == len(actual) == 1 and ANYTHING not in expected:
        yield f"expected  {difference.expected}"
        yield f"actual    {difference.actual}"
        return
    if ANYTHING in expected:
        yield from ("expected", *(f"  {item}" for item in expected))
        yield from ("actual", *(f"  {item}" for item in actual))
        return
    yield "- expected, + actual"
    for line in difflib.ndiff(_items(expected), _items(actual)):
        if not line.startswith("?"):
            yield line


def _items(lines: list[str]) -> list[str]:
    return [] if lines == [""] else lines


def _waits(waits: Asks | Ends) -> Iterator[str]:
    if isinstance(waits, Ends):
        ranking = " | ".join(waits.ranking or ())
        yield f"over: {waits.reason}; winners {waits.winners or 'nobody'}; ranking {ranking}"
        return
    yield f"asks: {waits.topic} ({waits.source})"
    yield f"  options {' | '.join(waits.options or ())}"
    if waits.asides:
        yield f"  asides  {' | '.join(waits.asides)}"
    if waits.lapse:
        yield f"  silence {waits.lapse}"


def as_json(results: list[tuple[Path, Played | ConfigError]]) -> dict[str, Any]:
    """Everything about *results*, for a program."""
    files = [_file(file, result) for file, result in results]
    counts = {s: sum(f["status"] == s for f in files) for s in ("passed", "failed", "unreadable")}
    return {**counts, "files": files}


def _file(file: Path, result: Played | ConfigError) -> dict[str, Any]:
    if isinstance(result, ConfigError):
        return {"file": str(file), "status": "unreadable", "errors": str(result).split("\n")}
    outcome, text = result.outcome, result.source.text
    return {
        "file": str(file),
        "status": "passed" if outcome.passed else "failed",
        "id": result.scenario.id,
        "says": result.scenario.says,
        "rules": list(result.scenario.rules),
        "differences": [{"line": line_of(text, d.path), **asdict(d)} for d in outcome.differences],
        "told": list(outcome.told),
        "state": dict(outcome.after),
        "over" if isinstance(outcome.waits, Ends) else "asks": _plain(outcome.waits),
    }


def _plain(waits: Asks | Ends | None) -> dict[str, Any] | None:
    if waits is None:
        return None
    return {k: v for k, v in asdict(waits).items() if k not in ("has", "lacks")}


def actual(played: Played) -> str:
    """The expectations that would be true, as TOML; to read before it is believed."""
    outcome = played.outcome
    lines = ["tells = [", *(f"    {_toml(event)}," for event in outcome.told), "]"]
    for key, line in outcome.after.items():
        if line != outcome.before.get(key) and (key != "deck" or key in played.scenario.then):
            lines.append(f"then.{key} = {_toml(line)}")
    part = "over" if isinstance(outcome.waits, Ends) else "asks"
    for key, value in (_plain(outcome.waits) or {}).items():
        if value or key == "winners":
            lines.append(f"{part}.{key} = {_toml(value)}")
    return "\n".join(lines)


def _toml(value: Any) -> str:
    """*value* as TOML has it: JSON's texts and lists of texts are TOML's."""
    return json.dumps(value, ensure_ascii=False)
