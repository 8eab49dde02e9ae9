"""A folder of labelled pictures: what really lies in each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware_host.vision import bounds, files
from firmware_host.vision.plane import Mark, Tray

WIDE = (-1000.0, 1000.0)
"""Millimetres and degrees that a label may tell."""


class BadLabels(ValueError):
    """``labels.json`` is missing or wrong: where and what."""


@dataclass(frozen=True, slots=True)
class Label:
    """A die as it really lies."""

    colour: str
    symbol: str
    x_mm: float
    y_mm: float
    angle_deg: float
    lies: str = "flat"  #: or ``leaning``, ``on another``, ``outside`` the tray


@dataclass(frozen=True, slots=True)
class Labelled:
    """A picture and what is in it."""

    file: Path
    dice: tuple[Label, ...]
    state: str = "settled"  #: or ``empty``, ``hand``, ``moving``


@dataclass(frozen=True, slots=True)
class Labels:
    """All pictures of a folder, and the tray they show."""

    tray: Tray
    pictures: tuple[Labelled, ...]


def read(folder: Path) -> Labels:
    """The labels in *folder*.

    :raises BadLabels: ``labels.json`` is missing or makes no sense.
    """
    file = folder / "labels.json"
    try:
        document = json.loads(files.text(file))
    except OSError as error:
        raise BadLabels(f"{file}: {error.strerror}") from None
    except ValueError as error:
        raise BadLabels(f"{file}: not JSON: {error}") from None
    try:
        known = bounds.part(document, "the file")
        pictures = tuple(picture(folder, p) for p in bounds.parts(known["pictures"], "pictures"))
        return Labels(_tray(bounds.part(known["tray"], "tray")), pictures)
    except KeyError as error:
        raise BadLabels(f"{file}: {error.args[0]!r} is missing") from None
    except (TypeError, ValueError) as error:
        raise BadLabels(f"{file}: {error}") from None


def _tray(block: Mapping[str, Any]) -> Tray:
    radius = bounds.number(block, "mark_radius_mm", *WIDE)
    marks = tuple(
        Mark(
            bounds.number(m, "x_mm", *WIDE),
            bounds.number(m, "y_mm", *WIDE),
            radius,
            bounds.truth(m, "odd"),
        )
        for m in bounds.parts(block["marks"], "tray.marks")
    )
    if len(marks) != 4:
        raise ValueError(f"tray.marks: {len(marks)} marks, expected 4")
    floor, die = (bounds.number(block, k, *WIDE) for k in ("floor_radius_mm", "die_mm"))
    tray = Tray(floor, die, marks)
    bounds.check_tray(tray)
    return tray


def picture(folder: Path, entry: Mapping[str, Any]) -> Labelled:
    """One picture of *folder* and what lies in it.

    :raises KeyError: a part of *entry* is missing.
    :raises ValueError: it makes no sense.
    """
    file = bounds.text(entry, "file")
    dice = tuple(map(_die, bounds.parts(entry["dice"], f"dice of {file}")))
    return Labelled(folder / file, dice, str(entry.get("state", "settled")))


def _die(block: Mapping[str, Any]) -> Label:
    x, y, angle = (bounds.number(block, k, *WIDE) for k in ("x_mm", "y_mm", "angle_deg"))
    face = (bounds.text(block, "colour"), bounds.text(block, "symbol"))
    lies = str(block.get("lies", "flat"))
    return Label(*face, x, y, angle, lies)
