"""What is known beforehand of a table with pip dice: nothing, a little, or a whole crater."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware_host.vision import files
from firmware_host.vision.measured import FILE, BadProfile, Measured, lines, measured, wrong_in

KIND = "pips"


@dataclass(frozen=True, slots=True)
class PipProfile:
    """A table of pip dice."""

    die_px: float | None = None  #: the edge of a top face in the picture; None: found out
    region: tuple[int, int, int, int] | None = None  #: left, top, width, height; None: all of it
    sign: int | None = None  #: 1 or 6: what a sign instead of pips stands for; None: worked out


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PipTable(Measured):
    """A calibrated crater in which pip dice are thrown."""

    pips: PipProfile = PipProfile()
    """What of it a picture without marks is read by."""


def load(folder: Path) -> PipProfile | None:
    """The profile in *folder*; None where it is one of another kind, or none.

    :raises BadProfile: it says that it is of this kind, and something is wrong in it.
    """
    document = _document(folder)
    return None if document is None else _pips(document, folder / FILE)


def load_either(folder: Path) -> PipTable | PipProfile | None:
    """The profile in *folder*, of a crater or of any picture; None where it is of another kind.

    :raises BadProfile: it says that it is of this kind, and something is wrong in it.
    """
    document, file = _document(folder), folder / FILE
    if document is None:
        return None
    pips = _pips(document, file)
    return _table(document, pips, file) if "tray" in document else pips


def _table(document: Mapping[str, Any], pips: PipProfile, file: Path) -> PipTable:
    """A crater's profile.

    :raises BadProfile: something is wrong in it.
    """
    with wrong_in(file):
        table = measured(document)
    return PipTable(
        name=table.name,
        width=table.width,
        height=table.height,
        tray=table.tray,
        camera=table.camera,
        held=table.held,
        pips=pips,
    )


def save(table: PipTable, folder: Path) -> None:
    """Write *table* into *folder*, which is made if need be."""
    pips = table.pips
    made = [
        "# A crater with ordinary pip dice: made by `./table dice calibrate`, and yours to read.",
        f'kind = "{KIND}"',
        f"name = {json.dumps(table.name)}",
        "",
        "# What the camera saw when it was calibrated, in pixels of its picture.",
    ]
    made += [f"die_px = {pips.die_px:.1f} # the edge of a die's top face"] if pips.die_px else []
    if pips.region:
        made += [f"region = {list(pips.region)} # left, top, width, height of the tray"]
    if pips.sign:
        made += [f"sign = {pips.sign} # what a sign instead of pips stands for"]
    folder.mkdir(parents=True, exist_ok=True)
    text = "\n".join([*made, "", *lines(table)]) + "\n"
    (folder / FILE).write_text(text, encoding="utf-8")


def _document(folder: Path) -> dict[str, Any] | None:
    try:
        document = tomllib.loads(files.text(folder / FILE))
    except (OSError, ValueError):
        return None  # whoever reads profiles of the other kind says what is wrong with it
    return document if document.pop("kind", None) == KIND else None


def _pips(document: Mapping[str, Any], file: Path) -> PipProfile:
    of_crater = {"name", "camera", "tray"} if "tray" in document else set()
    die_px, region, sign = (document.get(key) for key in ("die_px", "region", "sign"))
    strange = sorted(set(document) - {"die_px", "region", "sign"} - of_crater)
    if strange:
        raise BadProfile(f"{file}: {', '.join(strange)}: no such key in a profile of pips")
    if die_px is not None and not (isinstance(die_px, int | float) and 8 <= die_px <= 2000):
        raise BadProfile(f"{file}: die_px is {die_px!r}: write an edge in pixels, such as 52.0")
    if region is not None and not _is_region(region):
        raise BadProfile(
            f"{file}: region is {region!r}: write [left, top, width, height] in pixels"
        )
    if sign not in {None, 1, 6}:
        raise BadProfile(f"{file}: sign is {sign!r}: write 1 or 6, what it stands for")
    return PipProfile(float(die_px) if die_px else None, _four(region), sign)


def _four(region: list[int] | None) -> tuple[int, int, int, int] | None:
    return (region[0], region[1], region[2], region[3]) if region else None


def _is_region(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 4
        and all(isinstance(v, int) and not isinstance(v, bool) for v in value)
        and min(value[:2]) >= 0
        and min(value[2:]) > 0
    )
