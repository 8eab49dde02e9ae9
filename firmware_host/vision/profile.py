"""What a table's dice and camera were taught, as one readable folder.

``profile.toml`` has everything a person may read and change; ``points.json`` what the symbols
look like to the embedding; ``shots/`` the faces they were taught from, for people only.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from firmware_host.vision import bounds, files
from firmware_host.vision.colours import Colour
from firmware_host.vision.embedding import POINT, SHA256
from firmware_host.vision.measured import (
    FILE,
    BadProfile,
    Measured,
    known,
    lines,
    measured,
    wrong_in,
)
from firmware_host.vision.plane import Floats
from firmware_host.vision.space import Space

__all__ = ["BadProfile", "Gate", "Profile", "load", "save"]
GATES = (0.0, 100.0)
"""Shares that may be written in a profile."""


@dataclass(frozen=True, slots=True)
class Gate:
    """What a die must be like to be believed. Chosen on seeds of their own, see docs/dice.md."""

    margin: float = 0.50  #: by so much the best symbol must be more like it than the second
    likeness: float = 0.60  #: and the best must be so like it
    cover: float = 0.90  #: share of its square that has its colour
    faces: float = 1.75  #: most area, in faces, a die may have with the sides that show
    left_over: float = 0.35  #: a coloured patch of so many faces no die explains is asked about


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Profile(Measured):
    """Camera, tray, dice and symbols of one table."""

    colours: tuple[Colour, ...]
    symbols: tuple[str, ...]
    space: Space  #: what they look like
    gate: Gate = Gate()


def load(folder: Path) -> Profile:
    """The profile in *folder*.

    :raises BadProfile: something is missing or wrong in it.
    """
    file = folder / FILE
    try:
        document = tomllib.loads(files.text(file))
        file = folder / "points.json"
        taught = json.loads(files.text(file))
    except OSError as error:
        raise BadProfile(f"{error.filename}: {error.strerror}; is {folder} a profile?") from None
    except ValueError as error:
        raise BadProfile(f"{file}: not readable: {error}") from None
    with wrong_in(folder / "points.json"):
        symbols, space = _space(bounds.part(taught, "the file"))
    with wrong_in(folder / FILE):
        return _built(document, symbols, space)


def _built(document: Mapping[str, Any], symbols: tuple[str, ...], space: Space) -> Profile:
    table = measured(document)
    return Profile(
        name=table.name,
        width=table.width,
        height=table.height,
        tray=table.tray,
        colours=_colours(bounds.parts(document["colours"], "[[colours]]")),
        symbols=symbols,
        space=space,
        gate=_gate(bounds.part(document.get("gate", {}), "[gate]")),
        camera=table.camera,
        held=table.held,
    )


def _space(taught: Mapping[str, Any]) -> tuple[tuple[str, ...], Space]:
    if taught["embedding"] != SHA256:
        raise ValueError("it was made with another embedding; teach anew")
    points = bounds.part(taught["points"], "points")
    symbols = tuple(points)
    if not symbols:
        raise ValueError("no symbols in it")
    name = "points"
    space = Space(
        bounds.numbers(taught["origin"], POINT, name="origin"),
        bounds.numbers(taught["stretch"], POINT, POINT, name="stretch"),
        bounds.numbers([points[s] for s in symbols], len(symbols), POINT, name=name),
    )
    return symbols, space


def _colours(blocks: list[Mapping[str, Any]]) -> tuple[Colour, ...]:
    colours = tuple(
        Colour(bounds.text(c, "name"), bounds.number(c, "hue_deg", 0, 360), _ink(c)) for c in blocks
    )
    names = [c.name for c in colours]
    if not colours:
        raise ValueError("no [[colours]]")
    if len(set(names)) != len(names):
        raise ValueError(f"[[colours]]: two have one name ({', '.join(names)})")
    return colours


def _ink(block: Mapping[str, Any]) -> int:
    inks = {"light": 1, "dark": -1}
    ink = bounds.text(block, "ink")
    if ink not in inks:
        raise ValueError(f"ink is {ink!r}: expected 'light' or 'dark'")
    return inks[ink]


def _gate(block: Mapping[str, Any]) -> Gate:
    known(block, Gate, "[gate]")
    return Gate(**{k: bounds.number(block, k, *GATES) for k in block})


def save(profile: Profile, folder: Path) -> None:
    """Write *profile* into *folder*, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    space = profile.space
    text = json.dumps(
        {
            "embedding": SHA256,
            "origin": _rounded(space.origin),
            "points": {s: _rounded(p) for s, p in zip(profile.symbols, space.points, strict=True)},
            "stretch": [_rounded(row) for row in space.stretch],
        }
    )
    text = text.replace("], ", "],\n ").replace(', "', ',\n"') + "\n"  # one row a line
    (folder / "points.json").write_text(text, encoding="utf-8")
    (folder / FILE).write_text(_toml(profile), encoding="utf-8")


def _rounded(values: Floats) -> list[float]:
    return [round(float(v), 5) for v in values]


def _toml(profile: Profile) -> str:
    gate = profile.gate
    made = [
        "# What the dice reader was taught: made by `./table dice teach`, and yours to read.",
        f"name = {json.dumps(profile.name)}",
        "",
        *lines(profile),
    ]
    for colour in profile.colours:
        made += ["", "[[colours]]", f"name = {json.dumps(colour.name)}"]
        made += [f"hue_deg = {colour.hue_deg:.1f}"]
        made += [f'ink = "{"light" if colour.ink > 0 else "dark"}"']
    made += ["", "[gate] # a die short of any of these is asked about"]
    made += [f"{f.name} = {getattr(gate, f.name):g}" for f in fields(Gate)]
    return "\n".join(made) + "\n"
