"""Would each taught shot be read if the others alone had been taught? Two that clash are named."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import cast

import numpy as np

from firmware_host.vision import symbols
from firmware_host.vision.embedding import Embedding
from firmware_host.vision.plane import Floats
from firmware_host.vision.profile import Profile
from firmware_host.vision.space import Space, taught
from firmware_host.vision.teach import Shot

THIN = 0.30
"""A symbol whose shots are mostly ahead by less than this is too close to another."""
ODD_SHARE = 0.10
"""So many of a symbol's shots may be odd: burnt out, or half hidden."""


@dataclass(frozen=True, slots=True, eq=False)
class Odd:
    """A shot that looks more like another symbol than like its own."""

    shot: Shot
    like: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of it."""

    shots: int
    odd: tuple[Odd, ...]
    clash: tuple[str, str] | None  #: two symbols that cannot be told apart
    least: float  #: the smallest of the symbols' usual margins

    @property
    def ok(self) -> bool:
        """May dice be read by this?"""
        return self.clash is None


def check(profile: Profile, shots: tuple[Shot, ...], embedding: Embedding) -> Checked:
    """Leave each of *shots* out in turn, teach the others, and read it."""
    sign = {c.name: c.ink for c in profile.colours}
    points = symbols.points(embedding, [symbols.ink(s.face, sign[s.colour]) for s in shots])
    names = sorted({s.symbol for s in shots})
    owner = np.array([names.index(s.symbol) for s in shots])
    if len(names) < 2:
        return Checked(len(shots), (), None, 1.0)
    margins, rivals = np.zeros(len(shots)), np.zeros(len(shots), int)
    groups = [cast(Floats, points[owner == k]) for k in range(len(names))]
    space = taught(groups)
    for own, group in enumerate(groups):
        told = [_margin_without(space, group, i, own) for i in range(len(group))]
        margins[owner == own], rivals[owner == own] = zip(*told, strict=True)
    odd = tuple(Odd(shot, names[rivals[i]]) for i, shot in enumerate(shots) if margins[i] < 0)
    worst: tuple[float, tuple[str, str]] | None = None
    clash: tuple[str, str] | None = None
    for k, name in enumerate(names):
        mine = margins[owner == k]
        rival = names[Counter(rivals[owner == k].tolist()).most_common(1)[0][0]]
        usual = float(np.quantile(mine, ODD_SHARE))
        if worst is None or usual < worst[0]:
            worst = usual, (name, rival)
        if usual < THIN or float((mine < 0).mean()) > ODD_SHARE:
            clash = worst[1]
    assert worst is not None
    return Checked(len(shots), odd, clash, round(worst[0], 3))


def _margin_without(space: Space, group: Floats, left_out: int, own: int) -> tuple[float, int]:
    """By how much a shot is more like its own symbol than like the next, taught without it.

    The symbol lies where its other shots do; which directions tell symbols apart is as all say.
    """
    point = group[left_out : left_out + 1]
    others = np.delete(group, left_out, axis=0)
    if not len(others):
        return -1.0, (own + 1) % len(space.points)
    likeness = space.likeness(point)[0]
    middle = others.mean(axis=0, keepdims=True)
    itself = Space(space.origin, space.stretch, space.turned(middle))
    mine = float(itself.likeness(point)[0, 0])
    rival = int(np.argmax(np.where(np.arange(len(likeness)) == own, -np.inf, likeness)))
    return mine - float(likeness[rival]), rival
