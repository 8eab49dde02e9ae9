"""A configuration that cannot be used: which file, where in it, what is wrong, what to write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware_host.rules.kernel import BoxFault

from .settings.toml_lines import line_of

FAILED = 1
"""Exit status of a verb that could not do what it was asked for, or found something wrong."""
BAD_INPUT = 2
"""Exit status where what was given cannot be used: a picture, a camera, labels, a journal."""
USAGE = 64
"""Exit status of a verb that was asked for what it cannot do (EX_USAGE of sysexits.h)."""
STOPPED = 130
"""Exit status after Ctrl-C, as shells give it."""
EXIT = 78
"""Exit status for a faulty configuration (EX_CONFIG of sysexits.h)."""


class CannotServe(Exception):
    """Why the daemon cannot run, or has to end, in words."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """One fault of a file. Its text is a line: ``FILE:LINE: KEY: reason. Write remedy``."""

    file: Path
    line: int  #: from 1; 0: the file itself cannot be read
    key: str  #: empty: no key's fault
    says: str
    write: str  #: what to write instead; empty: that is clear from the reason
    grave: bool = True  #: else it is only odd

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else str(self.file)
        key = f"{self.key}: " if self.key else ""
        grave = "" if self.grave else "warning: "
        write = f". Write {self.write}" if self.write else ""
        return plain(f"{where}: {grave}{key}{self.says}{write}")


class ConfigError(Exception):
    """Every fault of one file at once. Its text has one line a fault: ``FILE:LINE: KEY: ...``.

    *text* is what the file holds; a fault without a key path is in *line*.
    """

    def __init__(
        self, file: Path, text: str, faults: tuple[BoxFault, ...], line: int | None = None
    ) -> None:
        self.file = file
        self.faults = faults
        self.wrong = tuple(located(file, text, fault, line) for fault in faults)
        super().__init__("\n".join(map(str, self.wrong)))


class SeveralWrong(ConfigError):
    """The faults of several files, as one error."""

    def __init__(self, errors: Sequence[ConfigError]) -> None:
        Exception.__init__(self, "\n".join(map(str, errors)))
        self.file = errors[0].file
        self.faults = tuple(fault for error in errors for fault in error.faults)
        self.wrong = tuple(wrong for error in errors for wrong in error.wrong)


def located(file: Path, text: str, fault: BoxFault, line: int | None = None) -> Wrong:
    """*fault* with its place in *file*, which holds *text*."""
    found = (line or line_of(text, fault.path)) if text else 0
    return Wrong(file, found, fault.path, fault.says, fault.write, fault.grave)


def told(file: Path, text: str, fault: BoxFault, line: int | None = None) -> str:
    """*fault* in one line of words."""
    return str(located(file, text, fault, line))


def plain_lines(words: str) -> str:
    """*words*, each line of them as :func:`plain`: they may hold names from somebody's file."""
    return "\n".join(map(plain, words.split("\n")))


def plain(words: str) -> str:
    """*words* in one line that does nothing to a terminal, whatever somebody's file holds."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in words)
