"""The steps of calibration: camera, empty tray, wall, and the plane of the dice's tops."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from firmware_host.vision.health import BLURRED, CONTRAST, steepness
from firmware_host.vision.plane import PX_PER_MM, Floats, Picture, Plane

from .desk import Desk
from .drawn import circle, cross, die, frames
from .seeing import bare, edge_mm, wall_mm
from .step import Asks, Shown, number
from .view import Found, Line, Progress, Refused, line

SMALLEST_PX = 30
"""A die must be so many pixels wide in the picture; 50 is better (docs/dice.md)."""
EMPTY_FRAMES, THROWS = 5, 7
STRANGE = 0.01
"""So much of the floor may look other than most of it in an empty tray."""
PLACES, APART_MM, OUT_MM = 5, 25.0, 45.0
"""A die is to be seen in so many places, so far apart, two of them so far out at least."""
UNEVEN = 0.06
"""Its edge may differ by so much from place to place."""
SAME_EDGE = 0.015
"""An edge this close to what the profile says is what the profile says."""
SPREAD_MM = 2.5


class Hold(Asks):
    """Lock exposure, white balance and focus."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.wanted = False

    @property
    def ask(self) -> Line:
        """Light it as in play."""
        return line("hold.ask")

    def say(self, word: str, rest: str, shown: Shown) -> None:
        """``go``: hold it."""
        if word != "go":
            raise self.unknown(word)
        self.wanted = True

    def held(self, held: dict[str, float], lacks: list[str]) -> None:
        """The camera was held at these, and cannot hold the others."""
        notes = self.desk.notes
        notes.held, notes.lacks, self.wanted, self.done = held, lacks, False, True
        self.desk.write()
        says = [line("hold.done", what=_listed(held))] if held else []
        if lacks:
            says.append(line("hold.lacks", what=_listed(lacks)))
        self.tell(*says)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(name.replace("_", " ") for name in names)


class Look(Asks):
    """See whether the picture can be used: marks, light, sharpness, size."""

    @property
    def ask(self) -> Line:
        """Aim the camera."""
        return line("look.ask")

    def say(self, word: str, rest: str, shown: Shown) -> None:
        """``go``: it is aimed."""
        if word != "go":
            raise self.unknown(word)
        plane, _ = shown.flat()
        most, contrast = steepness(shown.picture)
        told = most[contrast > CONTRAST]
        if told.size and float(np.median(told)) < BLURRED:
            raise Refused(line("look.blurred"))
        width = self.desk.tray.die_mm * plane.px_per_mm()
        if width < SMALLEST_PX:
            raise Refused(line("look.small", px=round(width), least=SMALLEST_PX))
        notes = self.desk.notes
        notes.height, notes.width = shown.picture.shape[:2]
        self.desk.write()
        self.done = True
        self.tell(line("look.done", px=round(width)))


class Empty(Asks):
    """The empty tray: once bare, or by several throws."""

    acts: tuple[str, ...] = ("go", "thrown")

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._flats: list[Picture] = []
        self._waits = 0
        self._sure = False

    @property
    def ask(self) -> Line:
        """Take everything out."""
        return line("empty.ask", throws=THROWS)

    @property
    def progress(self) -> tuple[Progress, ...]:
        """Throws so far."""
        return (Progress("throws", len(self._flats), THROWS),) if self._flats else ()

    def see(self, shown: Shown) -> None:
        """A picture of those that are waited for."""
        if self._waits and shown.plane is not None and not shown.trouble:
            self._flats.append(shown.plane.flat(shown.picture))
            self._waits -= 1
            if not self._waits:
                self._learn()

    def say(self, word: str, rest: str, shown: Shown) -> None:
        """``go``: it is empty; ``sure``: it is, whatever it looks like; ``thrown``: one throw."""
        plane, flat = shown.flat()
        match word:
            case "go" | "sure":
                strange = _strange(flat, plane)
                if word == "go" and strange > STRANGE:
                    self.acts = ("go", "sure", "thrown")
                    raise Refused(line("empty.strange", percent=round(100 * strange)))
                self._flats, self._waits = [], EMPTY_FRAMES
                self.tell(line("empty.still"))
            case "thrown":
                self._flats.append(flat)
                if len(self._flats) >= THROWS:
                    self._learn()
                else:
                    self.tell(line("empty.more", left=THROWS - len(self._flats)))
            case _:
                raise self.unknown(word)

    def _learn(self) -> None:
        self.desk.learn_bare(bare(self._flats))
        self.done = True
        self.tell(line("empty.done", noise=round(self.desk.notes.noise, 1)))


def _strange(flat: Picture, plane: Plane) -> float:
    """Share of the floor that looks other than most of it."""
    size, middle = plane.tray.size_px, plane.tray.middle_px
    rows, columns = np.mgrid[:size:3, :size:3]
    inside = np.hypot(rows - middle, columns - middle) < 0.9 * plane.tray.radius_mm * PX_PER_MM
    floor = flat[::3, ::3][inside].astype(np.float32)
    return float((np.abs(floor - np.median(floor, axis=0)).max(axis=1) > 45).mean())


class Wall(Asks):
    """The tray's ring with its inner wall."""

    acts: tuple[str, ...] = ("go", "wall")

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.radius_mm, self._spread = desk.base.tray.radius_mm, 0.0
        if desk.bare is not None:
            found, self._spread = wall_mm(desk.bare, desk.base.tray)
            self.radius_mm = round(found - 1.5, 1)

    @property
    def ask(self) -> Line:
        """Does the circle lie on the foot of the wall?"""
        return line("wall.ask", mm=self.radius_mm)

    def say(self, word: str, rest: str, shown: Shown) -> None:
        """``go``: the circle is right; ``wall MM``: it is this large."""
        reach = self.desk.base.tray.reach_mm
        match word:
            case "wall":
                self.radius_mm, self._spread = number(rest, 20, reach), 0.0
                self.tell(line("wall.set", mm=self.radius_mm))
            case "go":
                if self._spread > SPREAD_MM:
                    raise Refused(line("wall.unclear"))
                self.desk.notes.radius_mm = self.radius_mm
                self.desk.write()
                self.done = True
                self.tell(line("wall.done", mm=self.radius_mm))
            case _:
                raise self.unknown(word)

    def draw(self, picture: Picture, plane: Plane) -> None:
        """The circle."""
        circle(picture, plane, self.radius_mm)


class Slide(Asks):
    """One die in several places, or several dice: their tops must be squares of one size."""

    acts: tuple[str, ...] = ("go", "again")

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._spotter = desk.spotter()
        self._now: list[tuple[float, float, float, Floats]] = []

    @property
    def ask(self) -> Line:
        """Lay a die there."""
        return line("slide.ask", places=PLACES)

    @property
    def progress(self) -> tuple[Progress, ...]:
        """Places so far."""
        return (Progress("places", len(self.desk.notes.places), PLACES),)

    @property
    def found(self) -> tuple[Found, ...]:
        """The dice that lie alone, with their edge."""
        return tuple(
            Found(i, f"{edge:.1f} mm", False, True, float(c[:, 0].mean()), float(c[:, 1].mean()))
            for i, (_, _, edge, c) in enumerate(self._now, 1)
        )

    def see(self, shown: Shown) -> None:
        """Look for dice."""
        self._now = []
        if self._spotter is None or shown.plane is None or shown.trouble:
            return
        tray, flat = self.desk.tray, shown.plane.flat(shown.picture)
        for spot in self._spotter.spots(flat):
            edge = edge_mm(flat, spot.square, tray.die_px) if spot.alone else None
            if edge is not None:
                x, y = (v / PX_PER_MM - tray.reach_mm for v in (spot.square.x, spot.square.y))
                self._now.append((x, y, edge, frames(shown.plane, spot.square)))

    def say(self, word: str, rest: str, shown: Shown) -> None:
        """``go``: the die lies in another place; ``again``: from the beginning."""
        places = self.desk.notes.places
        match word:
            case "again":
                places.clear()
                self.tell(line("slide.anew"))
            case "go":
                plane, _ = shown.flat()
                notes = self.desk.notes
                notes.die_px = round(self.desk.tray.die_mm * plane.px_per_mm(), 1)
                notes.region = region(plane, shown.picture)
                new = [
                    [round(x, 1), round(y, 1), round(edge, 2)]
                    for x, y, edge, _ in self._now
                    if all(np.hypot(x - p[0], y - p[1]) > APART_MM for p in places)
                ]
                if not new:
                    raise Refused(line("slide.none" if not self._now else "slide.same"))
                places += new
                self._judge()
            case _:
                raise self.unknown(word)
        self.desk.write()

    def _judge(self) -> None:
        places = np.array(self.desk.notes.places)
        out = int((np.hypot(places[:, 0], places[:, 1]) > OUT_MM).sum())
        if len(places) < PLACES or out < 2:
            self.tell(line("slide.more" if out >= 2 else "slide.out"))
            return
        edge = float(np.median(places[:, 2]))
        low, high = (float(v) for v in np.quantile(places[:, 2], (0.1, 0.9)))
        if (high - low) / edge > UNEVEN:
            self.tell(line("slide.uneven", low=round(low, 1), high=round(high, 1)), ok=False)
            return
        known = self.desk.base.tray.die_mm
        self.desk.notes.die_mm = known if abs(edge / known - 1) < SAME_EDGE else round(edge, 1)
        self.done = True
        self.tell(line("slide.done", mm=self.desk.notes.die_mm))

    def draw(self, picture: Picture, plane: Plane) -> None:
        """Where a die was, and where it might go."""
        wishes = [(0.0, 0.0), (-60.0, 0.0), (60.0, 0.0), (0.0, -60.0), (0.0, 60.0)]
        places = [(p[0], p[1]) for p in self.desk.notes.places]
        for x, y in wishes:
            if all(np.hypot(x - a, y - b) > APART_MM for a, b in places):
                cross(picture, plane, (x, y), wished=True)
        for at in places:
            cross(picture, plane, at, wished=False)
        for (_, _, _, corners), found in zip(self._now, self.found, strict=True):
            die(picture, corners, found)


def region(plane: Plane, picture: Picture) -> list[int]:
    """Left, top, width and height of the tray's floor in *picture*."""
    turns = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    ring = plane.tray.radius_mm * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    points = plane.seen_at(ring.astype(np.float32))
    height, width = picture.shape[:2]
    left, top = (max(int(v), 0) for v in points.min(axis=0))
    right, bottom = (int(v) + 1 for v in points.max(axis=0))
    return [left, top, min(right, width) - left, min(bottom, height) - top]
