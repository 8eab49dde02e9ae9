"""Pip dice in a picture: what each shows, and whether two ways of reading it agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from firmware_host.vision.facts import Guess
from firmware_host.vision.pips import faces, finder, pattern, signs
from firmware_host.vision.pips.colour import body_colour
from firmware_host.vision.pips.die import SIGN, PipDie
from firmware_host.vision.pips.faces import Face
from firmware_host.vision.pips.finder import Found
from firmware_host.vision.pips.nets import Nets
from firmware_host.vision.pips.profile import PipProfile
from firmware_host.vision.plane import Floats, Picture

WORDS = ("1", "2", "3", "4", "5", "6", SIGN)
"""What the nets can tell, in their order."""
TOLD = {1: 2.0, 2: 3.0, 3: 4.0, 4: 5.0, 5: 7.0, 6: 8.0}
"""How much likelier a value is if so many pips lie in a pattern: chance makes no six of them."""
RARE = 0.3
"""How much less likely a sign is than a value: few have one, and what cannot be read looks so."""
CERTAIN = 0.7
"""Faces that are there with such a chance tell the size of the others."""
MIXED = 1.6
"""Dice of one table may be so many times as large as others; beyond, one has to look like a die."""
BESIDE = 0.9
"""A face whose middle is nearer than so many edges to a larger one may be that die's side."""
SMALLER = 0.85
"""Sides are seen at more of a slant than tops: so many times as large, or less."""
A_SIDE = 0.75
"""How likely such a face is a top after all."""
MANY, MOSTLY = 5, 0.8
"""So many sure dice, of whom such a share has one colour, are a set: few others lie beside one."""
SEEN_TOO = 0.3
"""The finder, which sees less, holds the value of a face with a spot too many that likely."""
SMALLEST_PX = 32
"""A picture narrower than that shows no die that could be read."""


@dataclass(frozen=True, slots=True)
class Gate:
    """From where on something is taken for a die, and a die for sure."""

    worth: float = 0.3  #: chance of a face, from where on a second look is worth it
    there: float = 0.6  #: chance of a face, both nets together
    sign_there: float = 0.62  #: the same of a face with a sign
    sure_there: float = 0.65
    sure_one: float = 0.75  #: the same of a 1: one spot is no pattern, and buttons have it too
    odd: float = 0.75  #: and of a doubtful face of another colour beside a set of one colour
    read: float = 0.85  #: chance of its value, by the face reader
    sign: float = 0.6  #: the same of a sign
    found: float = 0.1  #: the finder, which sees less, must hold the value possible
    spare: float = 1.0  #: the same of a face with one spot more than pips; 1: such is not believed
    least_px: float = 9.0  #: smaller faces show no pips


class WrongPicture(ValueError):
    """A picture in which no die can be read."""


class PipReader:
    """Reads one picture and remembers nothing. Not to be used from two threads at once."""

    def __init__(
        self, nets: Nets, profile: PipProfile | None = None, gate: Gate | None = None
    ) -> None:
        self._nets = nets
        self._profile = profile or PipProfile()
        self._gate = gate or Gate()

    def read(self, picture: Picture, smaller: Picture | None = None) -> tuple[PipDie, ...]:
        """The dice in *picture*, from top to bottom; *smaller* as in :func:`.finder.find`.

        :raises WrongPicture: it is no picture of three colours with eight bits each, or too small.
        """
        checked(picture)
        part, left, top = self._part(picture)
        found = tuple(
            replace(f, x=f.x + left, y=f.y + top)
            for f in finder.find(self._nets, part, self._profile.die_px, smaller)
            if f.size >= self._gate.least_px
        )
        pairs = list(zip(found, faces.read(self._nets, picture, found), strict=True))
        return self.of(picture, self._looked_again(picture, pairs))

    def _looked_again(
        self, picture: Picture, pairs: list[tuple[Found, Face]]
    ) -> list[tuple[Found, Face]]:
        """*pairs*, with those that are in doubt seen from four sides."""
        doubtful = [
            k
            for k, (f, face) in enumerate(pairs)
            if _there(f, face) > self._gate.worth and self._doubt(f, face, combined(f, face))
        ]
        seen = faces.again(self._nets, picture, tuple(pairs[k][0] for k in doubtful))
        for k, face in zip(doubtful, seen, strict=True):
            pairs[k] = (pairs[k][0], face)
        return pairs

    def of(self, picture: Picture, pairs: Sequence[tuple[Found, Face]]) -> tuple[PipDie, ...]:
        """The dice among what the nets say of *picture*."""
        usual = _usual_size(pairs)
        dice = list[tuple[PipDie, float]]()
        for (f, face), top in zip(pairs, _on_top(pairs), strict=True):
            there, chances = _there(f, face), combined(f, face)
            if there * _alike(f, usual) * top > self._least(chances):
                dice.append((self._die(picture, f, face, chances), there))
        told = signs.told(self._of_a_set(dice), self._profile.sign)
        return tuple(sorted(told, key=lambda d: (d.y_px, d.x_px)))

    def _of_a_set(self, dice: Sequence[tuple[PipDie, float]]) -> list[PipDie]:
        """*dice* (and their chances) without what hardly is one and has not their colour."""
        sure = Counter(die.colour for die, _ in dice if die.sure)
        colour, count = max(sure.items(), key=lambda c: c[1], default=("", 0))
        is_set = sure.total() >= MANY and count >= MOSTLY * sure.total()
        return [
            die
            for die, there in dice
            if not is_set or die.sure or die.colour == colour or there > self._gate.odd
        ]

    def _least(self, chances: Floats) -> float:
        """The chance from where on this is taken for a die: many a thing looks like a sign."""
        is_sign = WORDS[int(chances.argmax())] == SIGN
        return self._gate.sign_there if is_sign else self._gate.there

    def _part(self, picture: Picture) -> tuple[Picture, int, int]:
        """What the profile says is to be looked at, and where that begins."""
        if self._profile.region is None:
            return picture, 0, 0
        left, top, width, height = self._profile.region
        if left + width > picture.shape[1] or top + height > picture.shape[0]:
            raise WrongPicture(
                f"{picture.shape[1]} x {picture.shape[0]} pixels: the profile's region "
                f"{list(self._profile.region)} is not inside; is it of another camera?"
            )
        return picture[top : top + height, left : left + width], left, top

    def _die(self, picture: Picture, found: Found, face: Face, chances: Floats) -> PipDie:
        pips = self._without_spare(found, face, chances)
        if pips is not face:
            face, chances = pips, combined(found, pips)
        why = "cut" if _is_cut(picture, found) else self._doubt(found, face, chances)
        order = np.argsort(-chances)
        return PipDie(
            found.x,
            found.y,
            found.size,
            body_colour(picture, found, face),
            tuple(Guess(WORDS[k], float(chances[k])) for k in order[:3]),
            (face.pips * found.size + (found.x, found.y)).astype(np.float32),
            sure=not why,
            why=why,
        )

    def _without_spare(self, found: Found, face: Face, chances: Floats) -> Face:
        """*face* without the one spot that is no pip of it, if both nets are sure of the value."""
        value = int(chances.argmax()) + 1
        sure = face.values[value - 1] > self._gate.spare and found.values[value - 1] > SEEN_TOO
        if not sure or face.count != value + 1:
            return face
        which = pattern.spare(face.pips)
        if which is None:
            return face
        return replace(face, pips=np.delete(face.pips, which, axis=0), is_pattern=True)

    def _doubt(self, found: Found, face: Face, chances: Floats) -> str:
        value = int(chances.argmax()) + 1
        least_there = self._gate.sure_one if value == 1 else self._gate.sure_there
        if _there(found, face) < least_there:
            return "unclear"
        is_sign = WORDS[value - 1] == SIGN
        if face.count != (0 if is_sign else value):
            return "count"
        if not is_sign and not face.is_pattern:
            return "pattern"
        least = self._gate.sign if is_sign else self._gate.read
        agreed = face.values[value - 1] > least and found.values[value - 1] > self._gate.found
        return "" if agreed else "close"


def checked(picture: Picture) -> None:
    """:raises WrongPicture: *picture* is not (height, width, 3) of eight bits, or too small."""
    if picture.ndim != 3 or picture.shape[2] != 3 or picture.dtype != np.uint8:
        raise WrongPicture(
            f"a picture of shape {picture.shape} and type {picture.dtype}: "
            "wanted are three colours of eight bits each"
        )
    height, width = picture.shape[:2]
    if min(height, width) < SMALLEST_PX:
        raise WrongPicture(
            f"{width} x {height} pixels: too small to show a die; at least {SMALLEST_PX} each way"
        )


def _there(found: Found, face: Face) -> float:
    """The chance of a top face, by both nets."""
    return float(np.sqrt(found.chance * (1 - face.none)))


def _is_cut(picture: Picture, found: Found) -> bool:
    """Whether a part of the top face is out of the picture."""
    height, width = picture.shape[:2]
    reach = 0.42 * found.size
    inside = reach < found.x < width - reach and reach < found.y < height - reach
    return not inside


def _usual_size(pairs: Sequence[tuple[Found, Face]]) -> float | None:
    """The size of most dice here; None: there are none."""
    sizes = [f.size for f, face in pairs if _there(f, face) > CERTAIN]
    return float(np.median(sizes)) if sizes else None


def _alike(found: Found, usual: float | None) -> float:
    """How far a face of that size is to be expected among the others, 0..1."""
    if usual is None:
        return 1.0
    away = max(abs(np.log(found.size / usual)) - np.log(MIXED), 0.0)
    return float(np.exp(-away / 0.3))


def _on_top(pairs: Sequence[tuple[Found, Face]]) -> Floats:
    """How far each face is to be taken for a top, and not for the side of a die beside it, 0..1."""
    x, y, size = (np.array([getattr(f, n) for f, _ in pairs]) for n in ("x", "y", "size"))
    there = np.array([_there(f, face) for f, face in pairs])
    near = np.hypot(x[:, None] - x, y[:, None] - y) < BESIDE * size
    surer = there > np.maximum(there, CERTAIN)[:, None]
    is_side = (near & surer & (size[:, None] < SMALLER * size)).any(axis=1)
    return np.where(is_side, A_SIDE, 1.0)


def combined(found: Found, face: Face) -> Floats:
    """The chances of 1..6 and of a sign, (7,): both nets', and the count's."""
    chances = np.sqrt(np.maximum(found.values, 1e-4) * np.square(np.maximum(face.values, 1e-4)))
    chances[WORDS.index(SIGN)] *= RARE
    if 1 <= face.count <= 6:
        chances[face.count - 1] *= TOLD[face.count] if face.is_pattern else 1.5
    return np.asarray(chances / chances.sum(), np.float32)
