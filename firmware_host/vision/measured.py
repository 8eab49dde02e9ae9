"""What calibration measures of a table, whatever dice lie on it: its camera and its tray.

Every profile of a crater begins with these parts; what its dice are like is each kind's own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from firmware_host.vision import bounds
from firmware_host.vision.plane import Mark, Tray

SIDE, WIDE = (32, 20_000), (-1000.0, 1000.0)
"""Pixels and millimetres that may be written in a profile."""
FILE = "profile.toml"
AGAIN = "; copy the profile's folder once more, or run ./table dice calibrate and dice teach"


class BadProfile(ValueError):
    """A profile that cannot be used: where, what is wrong, what to do."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Measured:
    """Camera and tray of one table."""

    name: str
    width: int  #: of the camera's pictures
    height: int
    tray: Tray
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


@contextmanager
def wrong_in(file: Path) -> Iterator[None]:
    """What is missing or wrong in here is so in *file*, a part of a profile.

    :raises BadProfile: something is.
    """
    try:
        yield
    except KeyError as error:
        raise BadProfile(f"{file}: {error.args[0]!r} is missing{AGAIN}") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise BadProfile(f"{file}: {error}") from None


def measured(document: Mapping[str, Any]) -> Measured:
    """Camera and tray as *document*, a profile's file, has them.

    :raises KeyError: one is missing.
    :raises ValueError: something in them cannot be.
    """
    camera = bounds.part(document["camera"], "[camera]")
    return Measured(
        name=bounds.text(document, "name"),
        width=bounds.whole(camera, "width", *SIDE),
        height=bounds.whole(camera, "height", *SIDE),
        tray=_tray(bounds.part(document["tray"], "[tray]")),
        camera=bounds.text(camera, "model") if camera.get("model") else "",
        held=_held(bounds.part(camera.get("held", {}), "[camera.held]")),
    )


def _tray(block: Mapping[str, Any]) -> Tray:
    marks = []
    for m in bounds.parts(block["marks"], "[[tray.marks]]"):
        known(m, Mark, "[[tray.marks]]")
        x, y, radius = (bounds.number(m, k, *WIDE) for k in ("x_mm", "y_mm", "radius_mm"))
        marks.append(Mark(x, y, radius, bounds.truth(m, "odd") if "odd" in m else False))
    if len(marks) != 4:
        raise ValueError(f"[[tray.marks]]: {len(marks)} marks, expected 4")
    floor, die = (bounds.number(block, k, *WIDE) for k in ("radius_mm", "die_mm"))
    tray = Tray(floor, die, tuple(marks))
    bounds.check_tray(tray)
    return tray


def _held(block: Mapping[str, Any]) -> dict[str, float]:
    return {str(k): bounds.number(block, k, -1e12, 1e12) for k in block}


def known(block: Mapping[str, Any], kind: type[Any], where: str) -> None:
    """Has *block* only keys that *kind* has fields for?

    :raises ValueError: it has another.
    """
    names = [f.name for f in fields(kind)]
    for key in block:
        if key not in names:
            raise ValueError(f"{where}: unknown key {key!r}; known are {', '.join(names)}")


def lines(of: Measured) -> list[str]:
    """Camera and tray as lines of a profile's file, to be read by :func:`measured`."""
    tray = of.tray
    made = [
        "[camera] # pictures of another size are refused",
        f"width = {of.width}",
        f"height = {of.height}",
        *_camera(of),
        "",
        "[tray] # millimetres, from the middle of the tray: right and down in the picture",
        f"radius_mm = {tray.radius_mm:g}",
        f"die_mm = {tray.die_mm:g}",
    ]
    for mark in tray.marks:
        made += ["", "[[tray.marks]] # on the rim, as high as the tops of the dice"]
        made += [f"x_mm = {mark.x_mm:.2f}", f"y_mm = {mark.y_mm:.2f}"]
        made += [f"radius_mm = {mark.radius_mm:g}", f"odd = {str(mark.odd).lower()}"]
    return made


def _camera(of: Measured) -> list[str]:
    made = []
    if of.camera:
        made += [f"model = {json.dumps(of.camera)} # another camera is refused"]
    if of.held:
        made += ["", "[camera.held] # what it was held at when it was taught, in its own units"]
        made += [f"{json.dumps(k)} = {v:g}" for k, v in sorted(of.held.items())]
    return made
