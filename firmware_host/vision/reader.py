"""One picture, read: the dice in it, what they show, and how far that may be believed."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from firmware_host.vision import hands, marks, outside, symbols
from firmware_host.vision.colours import Sorter
from firmware_host.vision.embedding import Embedding
from firmware_host.vision.facts import Guess
from firmware_host.vision.health import cut_off
from firmware_host.vision.learnt import ASKED_FOR, Learnt
from firmware_host.vision.plane import PX_PER_MM, Floats, Picture, Plane
from firmware_host.vision.profile import Profile
from firmware_host.vision.squares import Blob, Finder, Square

SHARPNESS = 0.1
"""Likenesses this far apart differ in confidence by a factor of e."""
ON_TOP = 0.72
"""Two top faces closer than so much of an edge cannot both lie on the floor."""
ON_WALL = 0.75
"""A die's middle closer to the wall than so many edges: its corner would be in the wall."""
FLAT_FACES, FARTHER_FACES = 1.25, 0.16
"""A die alone on the floor covers at most so many faces in the middle of the tray, and so many more
where the flat view ends, its visible side included. One on another die covers more."""
BELOW, OWN = 0.95, 1.3
"""A sliver of another colour so many edges from a die's middle is of a die below it, if none of
that colour was found so near to the sliver."""
INKED = 0.38
"""Ink lies within so many edges of the middle, to each side."""
TILTED = 1.32
"""A die alone that lies flat covers fewer faces, its sides included: 1.27 at most of 40."""
DARK, BURNT = 36, 0.5
"""A picture with hardly a pixel brighter than this is dark; with so many burnt out, overexposed."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die in one picture."""

    colour: str
    guesses: tuple[Guess, ...]  #: every taught symbol, best first
    likeness: tuple[float, ...]  #: to each taught symbol, -1..1, in the profile's order
    why: str  #: why it is not sure; empty: the first guess may be believed
    x_mm: float
    y_mm: float
    angle_deg: float
    square: Square  #: as found in the flat view

    @property
    def sure(self) -> bool:
        """May the first guess be believed?"""
        return not self.why

    @property
    def symbol(self) -> str:
        """The best guess."""
        return self.guesses[0].symbol


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """Everything in one picture, with no memory of the picture before."""

    dice: tuple[Die, ...] = ()
    outside: int = 0  #: dice beside the tray
    hands: hands.Hands = hands.NONE
    trouble: str = ""  #: as in :class:`firmware_host.vision.facts.Look`
    plane: Plane | None = None  #: how the tray lies in the picture; None: not found


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A picture with the tray found in it, seen from straight above."""

    picture: Picture
    plane: Plane
    flat: Picture
    small: Picture


class Reader:
    """Reads single pictures by what a profile was taught. Not for two threads at once."""

    def __init__(
        self,
        profile: Profile,
        embedding: Embedding | None = None,
        learnt: Learnt | None = None,
    ) -> None:
        """*learnt* is what people were asked about at this table.

        :raises WrongEmbedding: the shipped embedding is damaged.
        """
        self.profile, self._learnt = profile, learnt
        self.rim = hands.Rim(profile.tray)
        self._embedding = embedding or Embedding()
        tray = profile.tray
        self._sorter = Sorter(profile.colours, tray.die_px)
        self._finder = Finder(tray.die_px, tray.middle_px)
        self._inside = np.zeros((tray.size_px, tray.size_px), np.uint8)
        middle = round(tray.middle_px)
        cv2.circle(self._inside, (middle, middle), int((tray.radius_mm + 1) * PX_PER_MM), 255, -1)
        self._beside = outside.Beside(profile)

    def read(self, picture: Picture) -> Reading:
        """What is in *picture*, (height, width, 3) uint8.

        :raises BadProfile: the profile was taught for pictures of another size.
        """
        self.profile.check(*picture.shape[:2])
        trouble = exposure(picture)
        if trouble:
            return Reading(trouble=trouble)
        plane = marks.find(picture, self.profile.tray)
        if plane is None:
            return Reading(trouble="no_marks")
        view = self.view(picture, plane)
        strange = hands.plainly_strange(view.small, self.rim.floor)
        reaching = self.rim.hands(view.small, strange)
        return Reading(
            dice=self.dice(view, reaching),
            outside=self.outside(picture, plane),
            hands=reaching,
            plane=plane,
        )

    def view(self, picture: Picture, plane: Plane) -> View:
        """*picture* with its flat views."""
        return View(picture, plane, plane.flat(picture), hands.small_view(picture, plane))

    def outside(self, picture: Picture, plane: Plane) -> int:
        """How many dice lie beside the tray."""
        return self._beside.count(picture, plane)

    def dice(self, view: View, reaching: hands.Hands) -> tuple[Die, ...]:
        """The dice in the tray that no hand covers."""
        where = self._inside
        for arm in reaching.masks:
            size = (where.shape[1], where.shape[0])
            covered = cv2.resize(arm.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST)
            where = np.where(covered > 0, np.uint8(0), where)
        colours = self._sorter.masks(view.flat, where)
        found: list[tuple[int, Square, str]] = []
        slivers: list[tuple[int, Blob]] = []
        for i, mask in enumerate(colours):
            for blob in self._finder.blobs(mask):
                if blob.is_sliver:
                    slivers.append((i, blob))
                else:
                    found += [(i, s, self._doubt(blob, s)) for s in _squares(blob)]
        raised = [self._raised(kind, place, found, slivers) for kind, place, _ in found]
        return self._judged(view, found, raised)

    def _judged(
        self, view: View, found: list[tuple[int, Square, str]], raised: list[bool]
    ) -> tuple[Die, ...]:
        faces = [symbols.cut(view.picture, view.plane, s) for _, s, _ in found]
        inks = [
            symbols.ink(face, self.profile.colours[i].ink)
            for face, (i, _, _) in zip(faces, found, strict=True)
        ]
        first, best = symbols.likenesses(self._embedding, inks, self.profile.space)
        dice = []
        for n, (kind, place, doubt) in enumerate(found):
            why = doubt or self._on_wall(place)
            why = why or self._unlike((first[n], best[n]), faces[n], place)
            why = why or ("stacked" if raised[n] else "")
            die = self._die(kind, place, best[n], why)
            dice.append(replace(die, why="") if self._confirmed(die, faces[n], best[n]) else die)
        return _none_on_top(dice, self.profile.tray.die_mm)

    def _confirmed(self, die: Die, face: Picture, likeness: Floats) -> bool:
        """Have people said so of dice that looked the same?"""
        if self._learnt is None or die.why not in ASKED_FOR:
            return False
        return self._learnt.confirms(face, die.colour, die.symbol, likeness)

    def _die(self, kind: int, place: Square, likeness: Floats, why: str) -> Die:
        reach = self.profile.tray.reach_mm
        return Die(
            colour=self.profile.colours[kind].name,
            guesses=guesses(self.profile.symbols, likeness),
            likeness=tuple(float(v) for v in likeness),
            why=why,
            x_mm=round(float(place.x) / PX_PER_MM - float(reach), 2),
            y_mm=round(float(place.y) / PX_PER_MM - float(reach), 2),
            angle_deg=round(float(np.degrees(place.angle)) % 90, 2) % 90,
            square=place,
        )

    def _doubt(self, blob: Blob, place: Square) -> str:
        """Why the place of a die may be wrong, if it may."""
        gate = self.profile.gate
        if not blob.squares:
            return "close"
        if place.left_over > gate.left_over:
            return "close"
        if place.faces >= gate.faces:
            return "leaning" if len(blob.squares) == 1 else "close"
        return "close" if place.cover <= gate.cover else ""

    def _raised(
        self,
        kind: int,
        place: Square,
        found: list[tuple[int, Square, str]],
        slivers: list[tuple[int, Blob]],
    ) -> bool:
        """Does more of it show than of a die on the floor, or something of another die below it?"""
        tray = self.profile.tray
        out = np.hypot(place.x - tray.middle_px, place.y - tray.middle_px) / tray.middle_px
        if place.alone and place.faces > FLAT_FACES + FARTHER_FACES * out:
            return True
        edge = tray.die_px
        return any(
            other != kind
            and np.hypot(s.x - place.x, s.y - place.y) < BELOW * edge
            and not _on(place, s, edge)
            and not any(
                k == other and np.hypot(s.x - p.x, s.y - p.y) < OWN * edge for k, p, _ in found
            )
            for other, s in slivers
        )

    def _on_wall(self, place: Square) -> str:
        """``leaning`` where a die this far out can hardly lie flat."""
        tray = self.profile.tray
        away = np.hypot(place.x - tray.middle_px, place.y - tray.middle_px) / PX_PER_MM
        return "leaning" if away > tray.radius_mm - ON_WALL * tray.die_mm else ""

    def _unlike(self, looks: tuple[Floats, Floats], face: Picture, place: Square) -> str:
        """Why the symbol of a die may be wrong, if it may: both *looks* must tell the same."""
        gate = self.profile.gate
        first, best = looks
        like = float(first.max())
        clear = symbols.margin(first) >= gate.margin and first.argmax() == best.argmax()
        if clear and like >= gate.likeness:
            return ""
        if symbols.glare(face) > 0.02:
            return "glare"
        tilted = like < gate.likeness and place.faces > TILTED
        return "leaning" if tilted else "unclear"


def _on(place: Square, sliver: Blob, edge: float) -> bool:
    """Does *sliver* lie on the face at *place*? Then it is ink of the colour of other dice."""
    x, y, turn = sliver.x - place.x, sliver.y - place.y, place.angle
    along, across = np.cos(turn) * x + np.sin(turn) * y, np.cos(turn) * y - np.sin(turn) * x
    return bool(max(abs(along), abs(across)) < INKED * edge)


def exposure(picture: Picture) -> str:
    """What is plainly wrong with *picture*: ``dark``, ``overexposed``, ``cut`` or nothing."""
    sample = picture[::8, ::8]
    if np.count_nonzero(sample >= DARK) < 0.01 * sample.size:
        return "dark"
    if float((sample.min(axis=2) >= 250).mean()) > BURNT:
        return "overexposed"
    return "cut" if cut_off(picture) else ""


def guesses(names: tuple[str, ...], likeness: Floats) -> tuple[Guess, ...]:
    """*names* as guesses, the one it is most like first."""
    weight = np.exp((likeness - likeness.max()) / SHARPNESS)
    weight /= weight.sum()
    order = np.argsort(-likeness, kind="stable")
    return tuple(Guess(names[i], round(float(weight[i]), 3)) for i in order)


def _squares(blob: Blob) -> tuple[Square, ...]:
    """The dice of a blob; a blob in which none was found may still be one."""
    if blob.squares:
        return blob.squares
    return (Square(blob.x, blob.y, 0.0, 0.0, 0.0, blob.faces, blob.faces),)


def _none_on_top(dice: list[Die], edge: float) -> tuple[Die, ...]:
    """*dice*, those that share a place marked."""
    stacked = {
        d
        for i, one in enumerate(dice)
        for other in dice[:i]
        if np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < ON_TOP * edge
        for d in (one, other)
    }
    marked = (replace(d, why="stacked") if d in stacked else d for d in dice)
    return tuple(sorted(marked, key=lambda d: (d.y_mm, d.x_mm)))
