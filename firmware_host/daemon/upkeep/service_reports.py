"""Reports of service mode, kept as files that people and machines can read.

Each is written whole and put in its place in one moment, so a power cut leaves the one before it
or the new one. The words stand beside it as text.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from firmware_host.daemon.whole import written
from firmware_host.table.service.report import Report, lines

FORMAT = 1
KEPT = 20
NAME = re.compile(r"\d{8}-\d{6}(-\d+)?")


def folder_of(journal: Path) -> Path:
    """Where the reports of the table with this journal lie."""
    return journal.with_suffix(".service")


class Reports:
    """A folder of reports. May be used from any thread."""

    def __init__(self, folder: Path, table: str, wall: Callable[[], str]) -> None:
        """*table* is its name; *wall* gives ISO 8601 stamps."""
        self._folder, self.table, self._wall = folder, table, wall
        self._lock = threading.Lock()
        self._begun: dict[int, tuple[str, str]] = {}  # session: its file's name, its stamp
        self.number = 0
        """Grows with each that is kept."""

    def keep(self, report: Report) -> None:
        """Keep *report* in the place of the one before it of the same session.

        :raises OSError: it cannot be written.
        """
        with self._lock:
            self._folder.mkdir(parents=True, exist_ok=True)
            name, begun = self._named(report.session)
            document = self._document(report, begun)
            words = [f"{self.table}, {begun}: {document['verdict']}", ""]
            text = "\n".join([*words, *lines(document["steps"], document["play"])]) + "\n"
            written(self._folder / f"{name}.txt", text.encode())
            written(self._folder / f"{name}.json", f"{json.dumps(document, indent=1)}\n".encode())
            self._forget()
            self.number += 1

    def _named(self, session: int) -> tuple[str, str]:
        """The file's name for a session, and when that began."""
        if session not in self._begun:
            stamp = self._wall()
            digits = re.sub(r"\D", "", stamp)[:14]
            name = plain = f"{digits[:8]}-{digits[8:]}"
            count = 1
            while (self._folder / f"{name}.json").exists():
                count += 1
                name = f"{plain}-{count}"
            self._begun[session] = name, stamp
        return self._begun[session]

    def _document(self, report: Report, begun: str) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "table": self.table,
            "begun": begun,
            "verdict": report.verdict,
            "steps": [
                {
                    "step": one.step,
                    "verdict": one.verdict.value,
                    "says": [*one.says],
                    "mend": [*one.mend],
                    "figures": dict(one.figures),
                }
                for one in report.findings
            ],
            "play": [*report.play],
        }

    def _forget(self) -> None:
        for file in reports(self._folder)[KEPT:]:
            file.with_suffix(".txt").unlink(missing_ok=True)
            file.unlink(missing_ok=True)


def reports(folder: Path) -> list[Path]:
    """All that are kept, the newest first."""
    files = folder.glob("*.json") if folder.is_dir() else ()
    found = [file for file in files if NAME.fullmatch(file.stem)]
    return sorted(found, key=_age, reverse=True)


def _age(file: Path) -> tuple[str, int]:
    day, time, *more = file.stem.split("-")
    return f"{day}-{time}", int(more[0]) if more else 1


def read(file: Path) -> dict[str, Any] | None:
    """A report; None where the file is none, or damaged."""
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return document if _whole(document) else None


def _whole(document: object) -> bool:
    """Has it all that a report has?"""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        return False
    steps, play = document.get("steps"), document.get("play")
    words = all(isinstance(document.get(key), str) for key in ("table", "begun", "verdict"))
    return words and _texts(play) and isinstance(steps, list) and all(map(_step, steps))


def _step(one: object) -> bool:
    if not isinstance(one, Mapping):
        return False
    words = all(isinstance(one.get(key), str) for key in ("step", "verdict"))
    return words and _texts(one.get("says")) and _texts(one.get("mend"))


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def latest(folder: Path) -> tuple[Path, dict[str, Any]] | None:
    """The newest that can be read."""
    for file in reports(folder):
        document = read(file)
        if document is not None:
            return file, document
    return None
