"""A folder of labelled pictures: what really lies in each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware_host.vision.plane import Mark, Tray


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
        document = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadLabels(f"{file}: {error.strerror}") from None
    except ValueError as error:
        raise BadLabels(f"{file}: not JSON: {error}") from None
    try:
        pictures = tuple(_picture(folder, p) for p in document["pictures"])
        return Labels(_tray(document["tray"]), pictures)
    except KeyError as error:
        raise BadLabels(f"{file}: {error.args[0]!r} is missing") from None
    except (TypeError, ValueError) as error:
        raise BadLabels(f"{file}: {error}") from None


def _tray(block: Mapping[str, Any]) -> Tray:
    radius = float(block["mark_radius_mm"])
    marks = tuple(
        Mark(float(m["x_mm"]), float(m["y_mm"]), radius, bool(m["odd"])) for m in block["marks"]
    )
    if len(marks) != 4:
        raise ValueError(f"tray.marks: {len(marks)} marks, expected 4")
    return Tray(float(block["floor_radius_mm"]), float(block["die_mm"]), marks)


def _picture(folder: Path, entry: Mapping[str, Any]) -> Labelled:
    dice = tuple(
        Label(
            str(d["colour"]),
            str(d["symbol"]),
            float(d["x_mm"]),
            float(d["y_mm"]),
            float(d["angle_deg"]),
            str(d.get("lies", "flat")),
        )
        for d in entry["dice"]
    )
    return Labelled(folder / str(entry["file"]), dice, str(entry.get("state", "settled")))
