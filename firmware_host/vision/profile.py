"""What a table's dice and camera were taught, as one readable folder.

``profile.toml`` has everything a person may read and change; ``points.json`` what the symbols
look like to the embedding; ``shots/`` the faces they were taught from, for people only.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from firmware_host.vision import bounds
from firmware_host.vision.colours import Colour
from firmware_host.vision.embedding import POINT, SHA256
from firmware_host.vision.plane import Floats, Mark, Tray
from firmware_host.vision.space import Space

SIDE, WIDE, GATES = (32, 20_000), (-1000.0, 1000.0), (0.0, 100.0)
"""Pixels, millimetres and shares that may be written in a profile."""


class BadProfile(ValueError):
    """A profile that cannot be used: where, what is wrong, what to do."""


@dataclass(frozen=True, slots=True)
class Gate:
    """What a die must be like to be believed. Chosen on seeds of their own, see docs/dice.md."""

    margin: float = 0.50  #: by so much the best symbol must be more like it than the second
    likeness: float = 0.60  #: and the best must be so like it
    cover: float = 0.90  #: share of its square that has its colour
    faces: float = 1.75  #: most area, in faces, a die may have with the sides that show
    left_over: float = 0.35  #: a coloured patch of so many faces no die explains is asked about


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """Camera, tray, dice and symbols of one table."""

    name: str
    width: int  #: of the camera's pictures
    height: int
    tray: Tray
    colours: tuple[Colour, ...]
    symbols: tuple[str, ...]
    space: Space  #: what they look like
    gate: Gate = Gate()
    camera: str = ""  #: the camera it was taught with, as it calls itself; empty: any
    held: Mapping[str, float] = field(default_factory=dict)  #: what that camera was held at

    def check_camera(self, model: str) -> None:
        """Is this profile one for the camera that calls itself *model*?

        :raises BadProfile: it is not.
        """
        if self.camera and model != self.camera:
            raise BadProfile(
                f"the profile {self.name!r} was taught with another camera, {self.camera!r}; this "
                f"one is {model!r}: use that one, or run ./table dice calibrate and dice teach"
            )

    def check(self, height: int, width: int) -> None:
        """Is this profile one for pictures of this size?

        :raises BadProfile: it is not.
        """
        if (width, height) != (self.width, self.height):
            raise BadProfile(
                f"the picture is {width} x {height} pixels, but the profile {self.name!r} was "
                f"taught at {self.width} x {self.height}: set the camera to that size or teach anew"
            )


def load(folder: Path) -> Profile:
    """The profile in *folder*.

    :raises BadProfile: something is missing or wrong in it.
    """
    try:
        document = tomllib.loads((folder / "profile.toml").read_text(encoding="utf-8"))
        taught = json.loads((folder / "points.json").read_text(encoding="utf-8"))
    except OSError as error:
        raise BadProfile(f"{error.filename}: {error.strerror}; is {folder} a profile?") from None
    except ValueError as error:
        raise BadProfile(f"{folder}: not readable: {error}") from None
    try:
        return _built(document, taught)
    except KeyError as error:
        raise BadProfile(f"{folder}: {error.args[0]!r} is missing") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise BadProfile(f"{folder}: {error}") from None


def _built(document: Mapping[str, Any], taught: object) -> Profile:
    points = bounds.part(taught, "points.json")
    if points["embedding"] != SHA256:
        raise ValueError("points.json was made with another embedding; teach anew")
    symbols, space = _space(points)
    camera = bounds.part(document["camera"], "[camera]")
    return Profile(
        name=bounds.text(document, "name"),
        width=bounds.whole(camera, "width", *SIDE),
        height=bounds.whole(camera, "height", *SIDE),
        tray=_tray(bounds.part(document["tray"], "[tray]")),
        colours=_colours(bounds.parts(document["colours"], "[[colours]]")),
        symbols=symbols,
        space=space,
        gate=_gate(bounds.part(document.get("gate", {}), "[gate]")),
        camera=bounds.text(camera, "model") if camera.get("model") else "",
        held=_held(bounds.part(camera.get("held", {}), "[camera.held]")),
    )


def _space(taught: Mapping[str, Any]) -> tuple[tuple[str, ...], Space]:
    points = bounds.part(taught["points"], "points.json: points")
    symbols = tuple(points)
    if not symbols:
        raise ValueError("points.json: no symbols in it")
    name = "points.json: points"
    space = Space(
        bounds.numbers(taught["origin"], POINT, name="points.json: origin"),
        bounds.numbers(taught["stretch"], POINT, POINT, name="points.json: stretch"),
        bounds.numbers([points[s] for s in symbols], len(symbols), POINT, name=name),
    )
    return symbols, space


def _tray(block: Mapping[str, Any]) -> Tray:
    marks = []
    for m in bounds.parts(block["marks"], "[[tray.marks]]"):
        _known(m, Mark, "[[tray.marks]]")
        x, y, radius = (bounds.number(m, k, *WIDE) for k in ("x_mm", "y_mm", "radius_mm"))
        marks.append(Mark(x, y, radius, bounds.truth(m, "odd") if "odd" in m else False))
    if len(marks) != 4:
        raise ValueError(f"[[tray.marks]]: {len(marks)} marks, expected 4")
    floor, die = (bounds.number(block, k, *WIDE) for k in ("radius_mm", "die_mm"))
    tray = Tray(floor, die, tuple(marks))
    bounds.check_tray(tray)
    return tray


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
    _known(block, Gate, "[gate]")
    return Gate(**{k: bounds.number(block, k, *GATES) for k in block})


def _held(block: Mapping[str, Any]) -> dict[str, float]:
    return {str(k): bounds.number(block, k, -1e12, 1e12) for k in block}


def _known(block: Mapping[str, Any], kind: type[Any], where: str) -> None:
    names = [f.name for f in fields(kind)]
    for key in block:
        if key not in names:
            raise ValueError(f"{where}: unknown key {key!r}; known are {', '.join(names)}")


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
    (folder / "profile.toml").write_text(_toml(profile), encoding="utf-8")


def _rounded(values: Floats) -> list[float]:
    return [round(float(v), 5) for v in values]


def _camera(profile: Profile) -> list[str]:
    lines = []
    if profile.camera:
        lines += [f"model = {json.dumps(profile.camera)} # another camera is refused"]
    if profile.held:
        lines += ["", "[camera.held] # what it was held at when it was taught, in its own units"]
        lines += [f"{json.dumps(k)} = {v:g}" for k, v in sorted(profile.held.items())]
    return lines


def _toml(profile: Profile) -> str:
    tray, gate = profile.tray, profile.gate
    lines = [
        "# What the dice reader was taught: made by `./table dice teach`, and yours to read.",
        f"name = {json.dumps(profile.name)}",
        "",
        "[camera] # pictures of another size are refused",
        f"width = {profile.width}",
        f"height = {profile.height}",
        *_camera(profile),
        "",
        "[tray] # millimetres, from the middle of the tray: right and down in the picture",
        f"radius_mm = {tray.radius_mm:g}",
        f"die_mm = {tray.die_mm:g}",
    ]
    for mark in tray.marks:
        lines += ["", "[[tray.marks]] # on the rim, as high as the tops of the dice"]
        lines += [f"x_mm = {mark.x_mm:.2f}", f"y_mm = {mark.y_mm:.2f}"]
        lines += [f"radius_mm = {mark.radius_mm:g}", f"odd = {str(mark.odd).lower()}"]
    for colour in profile.colours:
        lines += ["", "[[colours]]", f"name = {json.dumps(colour.name)}"]
        lines += [f"hue_deg = {colour.hue_deg:.1f}"]
        lines += [f'ink = "{"light" if colour.ink > 0 else "dark"}"']
    lines += ["", "[gate] # a die short of any of these is asked about"]
    lines += [f"{f.name} = {getattr(gate, f.name):g}" for f in fields(Gate)]
    return "\n".join(lines) + "\n"
