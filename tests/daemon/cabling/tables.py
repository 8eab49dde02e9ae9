"""Tables to be wired, as values: a shipped one with something else in it."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import config_read
from firmware_host.daemon.settings.config import TableConfig

REAL = ("pi4-wled", "pi4-two-strips", "pi5-wled", "pi-spi", "rig")
SHIPPED = tuple(sorted(file.stem for file in (config_folder() / "tables").glob("*.toml")))


def shipped(name: str) -> TableConfig:
    return config_read.load(config_folder() / "tables" / f"{name}.toml").table


def table(name: str = "pi4-wled", **sections: Any) -> TableConfig:
    """A shipped table; ``strip={"port": ...}`` changes keys of a section."""
    found = shipped(name)
    for section, keys in sections.items():
        changed = structs.replace(getattr(found, section), **keys)
        found = structs.replace(found, **{section: changed})
    return found


def pinned(of: TableConfig, seat: int, **pins: int) -> TableConfig:
    """*of* with other pins for one of its seats."""
    seats = list(of.seats)
    seats[seat] = structs.replace(seats[seat], **pins)
    return structs.replace(of, seats=tuple(seats))
