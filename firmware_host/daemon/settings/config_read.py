"""A table's file, read and checked."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from firmware_host.daemon import places
from firmware_host.daemon.errors import ConfigError, SeveralWrong
from firmware_host.rules.kernel import BoxFault as Fault

from . import config_checks, stand_in
from .config import Loaded, TableConfig
from .shape import Shaped
from .toml_lines import line_of

ALONE = re.compile(r"^\s*[\w.-]+\s*(=[^\"'\[{]*)?[^=\"'\[{]*$")
"""A line of a key and a value without quotes and brackets: nothing begins or ends in it."""
MOST_LINES = 50
MOST = 4_000_000
"""Characters of a file: far more than anybody writes, far less than ``/dev/zero`` has."""


def parsed(file: Path) -> tuple[str, dict[str, Any]]:
    """The text of a TOML file, and what it says.

    :raises ConfigError: it is not there, or is no TOML.
    """
    text = _read(file)
    try:
        return text, tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise SeveralWrong([*_no_toml(file, text)]) from None
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists in lists
        fault = Fault("", "this is no TOML: it is too long or nested too deeply", "")
        raise ConfigError(file, text, (fault,), 1) from None


def _no_toml(file: Path, text: str) -> Iterator[ConfigError]:
    """Each line that is no TOML: one after the other is left out, as long as that is clear."""
    lines = text.split("\n")  # as TOML has it: str.splitlines knows more ends of a line
    end, last, told = text.count("\n") + (text[-1:] != "\n"), 0, 0
    while told < MOST_LINES:
        try:
            tomllib.loads("\n".join(lines))
        except tomllib.TOMLDecodeError as wrong:
            found = re.search(r"line (\d+)", str(wrong))
            line = int(found[1]) if found else end  # what is never closed
            if line <= last:
                return  # it comes of what was left out
            fault = Fault("", f"this is no TOML: {wrong}", "")
            yield ConfigError(file, text, (fault,), line)
            if not ALONE.match(lines[line - 1]):
                return
            lines[line - 1], last, told = "", line, told + 1
        except (ValueError, RecursionError):
            return
        else:
            return


def _read(file: Path) -> str:
    """The text of *file*, without the mark that some editors put before it."""
    try:
        with places.no_pipe(file).open(encoding="utf-8-sig") as opened:
            text = opened.read(MOST + 1)
    except UnicodeDecodeError:
        fault = Fault("", "is no text in UTF-8", "a TOML file saved as UTF-8")
    except (OSError, ValueError) as wrong:  # ValueError: no file can have such a name
        says = f"cannot be read: {(getattr(wrong, 'strerror', None) or str(wrong)).lower()}"
        may = "may be read" if isinstance(wrong, PermissionError) else "is there"
        fault = Fault("", says, f"the path of a file that {may}")
    else:
        if len(text) <= MOST:
            return text
        fault = Fault("", f"is longer than {MOST} characters", "a TOML file that somebody wrote")
    raise ConfigError(file, "", (fault,)) from None


def load(file: Path) -> Loaded:
    """The table that *file* describes.

    :raises ConfigError: with every fault at once.
    """
    loaded, wrong = examined(file)
    if wrong is not None:
        raise wrong
    assert loaded is not None
    return loaded


def examined(file: Path) -> tuple[Loaded | None, ConfigError | None]:
    """The table that *file* describes, and every fault of the file.

    Where there are some it may be one that has what the file lacks, so that the other files it
    names can be looked at; None: not even that.

    :raises ConfigError: it is not there, or is no TOML.
    """
    text, document = parsed(file)
    shaped = Shaped()
    table = shaped.struct(document, TableConfig)
    faults = list(shaped.faults)
    if table is not None:
        loaded: Loaded | None = _located(file, table)
        faults += _agreeing(file, table)
    else:
        loaded = _stood_in(file, document, faults)
    faults.sort(key=lambda fault: line_of(text, fault.path))
    return loaded, ConfigError(file, text, tuple(faults)) if faults else None


def _agreeing(file: Path, table: TableConfig) -> tuple[Fault, ...]:
    """What does not agree."""
    loaded = _located(file, table)
    return config_checks.faults(loaded, _box(loaded.box))


def _stood_in(file: Path, document: Mapping[str, Any], faults: list[Fault]) -> Loaded | None:
    """A table that has what this one lacks; *faults* get those of them that are its own."""
    one, other = (stand_in.stood_in(document, needs) for needs in (stand_in.ONE, stand_in.OTHER))
    if one is None or other is None:
        return None
    told, also = [fault.path for fault in faults], set(_agreeing(file, other))
    faults += [
        fault
        for fault in _agreeing(file, one)
        if fault in also
        and not any(path.startswith(fault.path) or fault.path.startswith(path) for path in told)
    ]
    return _located(file, one)


def is_table(document: Mapping[str, Any]) -> bool:
    """Whether a file is a table's and not a game's box: it wires something."""
    return any(key in document for key in ("buttons", "seats", "strip", "oled", "camera"))


def _located(file: Path, table: TableConfig) -> Loaded:
    beside = file.absolute().parent
    return Loaded(
        file=file,
        table=table,
        box=places.shipped("games", table.box or table.game, beside),
        texts=places.shipped("texts", table.texts, beside),
        theme=places.shipped("themes", table.theme, beside),
        profile=places.shipped("dice", table.camera.profile, beside),
        pips=places.shipped("dice", table.camera.pips, beside),
        journal=beside / table.journal,
    )


def _box(file: Path) -> dict[str, Any]:
    """The game's box, for what it says about the track; its own faults are told elsewhere."""
    try:
        return parsed(file)[1]
    except ConfigError:
        return {}
