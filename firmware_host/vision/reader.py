"""Symbol dice in one picture: what they show, and how far that may be believed."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from firmware_host.vision import hands, outside, reading, symbols
from firmware_host.vision.colours import Sorter
from firmware_host.vision.embedding import Embedding
from firmware_host.vision.learnt import ASKED_FOR, Learnt
from firmware_host.vision.plane import PX_PER_MM, Floats, Picture, Plane
from firmware_host.vision.profile import Profile
from firmware_host.vision.reading import (
    Die,
    Reading,
    View,
    guesses,
    is_on_wall,
    none_on_top,
    place_mm,
)
from firmware_host.vision.squares import Blob, Finder, Square

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
        self.symbols, self.of_any_colour = profile.symbols, False
        tray = profile.tray
        self._sorter = Sorter(profile.colours, tray.die_px)
        self._finder = Finder(tray.die_px, tray.middle_px)
        self._inside = np.zeros((tray.size_px, tray.size_px), np.uint8)
        middle = round(tray.middle_px)
        cv2.circle(self._inside, (middle, middle), int((tray.radius_mm + 1) * PX_PER_MM), 255, -1)
        self._beside = outside.Beside(tray, outside.Coloured(profile.colours))

    def read(self, picture: Picture) -> Reading:
        """What is in *picture*, (height, width, 3) uint8.

        :raises BadProfile: the profile was taught for pictures of another size.
        """
        return reading.read(self, picture)

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
        net, space = self._embedding, self.profile.space
        first, best = symbols.likenesses(net, inks, space)
        strong = symbols.without_reflex(net, inks, space, first)
        dice = []
        for n, (kind, place, doubt) in enumerate(found):
            why = doubt or ("leaning" if is_on_wall(place, self.profile.tray) else "")
            why = why or self._unlike((first[n], best[n], strong[n]), faces[n], place)
            why = why or ("stacked" if raised[n] else "")
            die = self._die(kind, place, best[n], why)
            dice.append(replace(die, why="") if self._confirmed(die, faces[n], best[n]) else die)
        return none_on_top(dice, self.profile.tray.die_mm)

    def _confirmed(self, die: Die, face: Picture, likeness: Floats) -> bool:
        """Have people said so of dice that looked the same?"""
        if self._learnt is None or die.why not in ASKED_FOR:
            return False
        return self._learnt.confirms(face, die.colour, die.symbol, likeness)

    def _die(self, kind: int, place: Square, likeness: Floats, why: str) -> Die:
        x_mm, y_mm = place_mm(place, self.profile.tray)
        return Die(
            colour=self.profile.colours[kind].name,
            guesses=guesses(self.profile.symbols, likeness),
            likeness=tuple(float(v) for v in likeness),
            why=why,
            x_mm=x_mm,
            y_mm=y_mm,
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

    def _unlike(self, looks: tuple[Floats, ...], face: Picture, place: Square) -> str:
        """Why the symbol of a die may be wrong, if it may: all *looks* must tell the same."""
        gate = self.profile.gate
        first = looks[0]
        like = float(first.max())
        alike = all(first.argmax() == look.argmax() for look in looks)
        clear = symbols.margin(first) >= gate.margin and alike
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


def _squares(blob: Blob) -> tuple[Square, ...]:
    """The dice of a blob; a blob in which none was found may still be one."""
    if blob.squares:
        return blob.squares
    return (Square(blob.x, blob.y, 0.0, 0.0, 0.0, blob.faces, blob.faces),)
