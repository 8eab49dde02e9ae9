"""A table's file, read and checked."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from firmware_host.rules.kernel import BoxFault as Fault

from . import config_checks, places
from .config import Loaded, TableConfig
from .errors import ConfigError
from .shape import Shaped


def parsed(file: Path) -> tuple[str, dict[str, Any]]:
    """The text of a TOML file, and what it says.

    :raises ConfigError: it is not there, or is no TOML.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as wrong:
        says = f"cannot be read: {(wrong.strerror or str(wrong)).lower()}"
        raise ConfigError(
            file, "", (Fault("", says, "the path of a file that is there"),)
        ) from None
    except UnicodeDecodeError:
        fault = Fault("", "is no text in UTF-8", "a TOML file saved as UTF-8")
        raise ConfigError(file, "", (fault,)) from None
    try:
        return text, tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        line = re.search(r"line (\d+)", str(wrong))
        fault = Fault("", f"this is no TOML: {wrong}", "")
        raise ConfigError(file, text, (fault,), int(line[1]) if line else None) from None
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists in lists
        fault = Fault("", "this is no TOML: it is too long or nested too deeply", "")
        raise ConfigError(file, text, (fault,), 1) from None


def load(file: Path) -> Loaded:
    """The table that *file* describes.

    :raises ConfigError: with every fault at once.
    """
    text, document = parsed(file)
    shaped = Shaped()
    table = shaped.struct(document, TableConfig)
    faults = list(shaped.faults)
    if table is not None:
        loaded = _located(file, table)
        faults += config_checks.faults(loaded, _box(loaded.box))
        if not faults:
            return loaded
    raise ConfigError(file, text, tuple(faults))


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
    )


def _box(file: Path) -> dict[str, Any]:
    """The game's box, for what it says about the track; its own faults are told elsewhere."""
    try:
        return parsed(file)[1]
    except ConfigError:
        return {}
