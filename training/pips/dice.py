"""One die as a camera sees it: rays against a rounded cube with pips on its faces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[Any]

SIGN = 0.37
"""A sign's drawing reaches so far from a face's middle."""
STEPS = 14
"""Steps of a ray towards a die; more change no pixel that can be seen."""
TOP = 4
"""The number of the face +z among +x -x +y -y +z -z."""
FAR = 9.0
"""Where a face has fewer than six pips, the others lie so far off."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera over the ground ``z = 0``; the unit of length is one die's edge."""

    at: Floats  #: (3,) its place
    turn: Floats  #: (3, 3) rows: right, down and forward in the world
    focal: Floats  #: (2,) pixels across and down: unequal where a picture was squashed
    middle: Floats  #: (2,) the picture's pixel on the axis

    def seen(self, points: Floats) -> Floats:
        """Where (n, 3) *points* appear, (n, 2)."""
        local = (points - self.at) @ self.turn.T
        return np.asarray(local[:, :2] / local[:, 2:3] * self.focal + self.middle, np.float32)

    def rays(self, x: Floats, y: Floats) -> Floats:
        """The directions through pixels, (n, 3), of length 1."""
        across = (x - self.middle[0]) / self.focal[0]
        down = (y - self.middle[1]) / self.focal[1]
        rays = np.stack([across, down, np.ones_like(across)], axis=1) @ self.turn
        return np.asarray(rays / np.linalg.norm(rays, axis=1, keepdims=True), np.float32)


@dataclass(frozen=True, slots=True)
class Look:
    """What dice of one maker look like."""

    body: Floats  #: (3,) blue, green, red, 0..1
    second: Floats  #: (3,) the other colour of a marbled body
    marble: float  #: 0 plain .. 1 marbled
    swirl: Floats  #: (4, 3) waves of the marbling
    pip: Floats  #: (3,)
    one: Floats  #: (3,) the colour of a single pip: red on many dice
    spread: float  #: from a face's middle to its outer pips
    radius: float  #: of a pip
    one_radius: float
    hollow: float  #: how deep a pip is
    rounding: float  #: radius of the edges
    ball: float  #: radius of the sphere that rounds the corners; more than .87: none
    gloss: float
    clear: float  #: 0 opaque .. 1 translucent
    long_six: bool  #: the six's rows along the face's other axis
    sign: int  #: the value that a sign stands for instead of pips; 0: none
    drawing: Floats  #: (h, w) 0..1, the sign


@dataclass(frozen=True, slots=True)
class Die:
    """One die that lies somewhere."""

    middle: Floats  #: (3,) of its body
    turn: Floats  #: (3, 3) from the world to the die
    edge: float
    value: int
    look: Look
    faces: tuple[int, ...]  #: values at +x -x +y -y +z -z


@dataclass(frozen=True, slots=True)
class Light:
    """Where light comes from, and how hard it is."""

    towards: Floats  #: (3,) length 1
    ambient: float
    direct: float
    shine: float  #: exponent of the gloss


def pattern(value: int, spread: float, long_six: bool) -> Floats:
    """The pips of a face, (6, 2), the missing ones far off."""
    s = spread
    spots = {
        1: [(0.0, 0.0)],
        2: [(-s, -s), (s, s)],
        3: [(-s, -s), (0.0, 0.0), (s, s)],
        4: [(-s, -s), (s, -s), (-s, s), (s, s)],
        5: [(-s, -s), (s, -s), (0.0, 0.0), (-s, s), (s, s)],
        6: [(-s, -s), (-s, 0.0), (-s, s), (s, -s), (s, 0.0), (s, s)],
    }[value]
    made = np.full((6, 2), FAR, np.float32)
    made[: len(spots)] = spots
    if long_six and value in {2, 3, 6}:
        made = np.where(made == FAR, FAR, made[:, ::-1] * np.array([-1, 1], np.float32))
    return made.astype(np.float32)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A die's patch of a picture."""

    left: int
    top: int
    colour: Floats  #: (h, w, 3)
    alpha: Floats  #: (h, w)
    is_top: npt.NDArray[np.bool_]  #: (h, w) pixels of its top face


def _distance(p: Floats, half: float, rounding: float, ball: float) -> Floats:
    q = np.abs(p) - (half - rounding)
    outer = np.sqrt(np.square(np.maximum(q, 0)).sum(1))
    box = outer + np.minimum(q.max(1), 0) - rounding
    if ball < 0.87:
        return np.asarray(np.maximum(box, np.sqrt(np.square(p).sum(1)) - ball), np.float32)
    return np.asarray(box, np.float32)


def draw(die: Die, camera: Camera, light: Light, width: int, height: int) -> Drawn | None:
    """*die* as *camera* sees it, or nothing where it is out of the picture."""
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
    seen = camera.seen(die.middle + (corners * 0.5 * die.edge) @ die.turn)
    left, top = np.maximum(np.floor(seen.min(0)).astype(int) - 1, 0)
    right, bottom = np.minimum(np.ceil(seen.max(0)).astype(int) + 2, (width, height))
    if right - left < 3 or bottom - top < 3:
        return None
    x, y = np.meshgrid(np.arange(left, right), np.arange(top, bottom))
    rays = camera.rays(x.ravel().astype(np.float32), y.ravel().astype(np.float32))
    look = die.look
    start = (camera.at - die.middle) @ die.turn.T / die.edge
    along = (rays @ die.turn.T).astype(np.float32)
    begin = float(np.linalg.norm(start)) - 0.9
    p = (start + along * begin).astype(np.float32)
    gone = np.full(len(p), begin, np.float32)
    least = np.full(len(p), 9, np.float32)
    for _ in range(STEPS):
        d = _distance(p, 0.5, look.rounding, look.ball)
        np.minimum(least, d, out=least)
        gone += np.maximum(d, 0)
        p += along * np.maximum(d, 0)[:, None]
    footprint = (begin + 0.9) / float(camera.focal.mean()) * (1 / die.edge) * die.edge
    alpha = np.clip(1.0 - (least - 0.004) / max(footprint, 1e-6), 0, 1)
    shape = (int(bottom - top), int(right - left))
    colour, is_top = _shaded(die, light, p, along, footprint)
    return Drawn(
        int(left),
        int(top),
        colour.reshape(*shape, 3),
        alpha.reshape(shape).astype(np.float32),
        (is_top & (alpha > 0.5)).reshape(shape),
    )


def _normals(p: Floats, look: Look) -> Floats:
    q = np.maximum(np.abs(p) - (0.5 - look.rounding), 0) * np.sign(p)
    length = np.linalg.norm(q, axis=1, keepdims=True)
    face = np.abs(p).argmax(1)
    flat = np.zeros_like(p)
    flat[np.arange(len(p)), face] = np.sign(p[np.arange(len(p)), face])
    normal = np.where(length > 1e-4, q / np.maximum(length, 1e-4), flat)
    if look.ball < 0.87:
        far = np.linalg.norm(p, axis=1, keepdims=True)
        normal = np.where(far > look.ball - 0.012, p / np.maximum(far, 1e-4), normal)
    return normal.astype(np.float32)


def _shaded(die: Die, light: Light, p: Floats, along: Floats, footprint: float) -> Any:
    """The colours at the points *p* of a die, and which of them are of its top face."""
    look = die.look
    face, inside, normal = _inked(die, p, footprint)
    towards = die.turn @ light.towards
    lit = np.maximum(normal @ towards, 0)
    if look.clear:
        lit = lit * (1 - 0.5 * look.clear) + look.clear * 0.35
    body = _body(look, p)
    ones = np.array(die.faces)[face] == 1
    ink = np.where(ones[:, None], look.one, look.pip)
    base = body + (ink - body) * inside[:, None]
    mirror = along - 2 * (along * normal).sum(1, keepdims=True) * normal
    gloss = look.gloss * np.maximum(mirror @ towards, 0) ** light.shine
    colour = base * (light.ambient + light.direct * lit)[:, None] + gloss[:, None]
    return colour.astype(np.float32), face == TOP


def _inked(die: Die, p: Floats, footprint: float) -> Any:
    """Of each point its face, how far it is ink, and its normal in the hollow of a pip."""
    look = die.look
    axis = np.abs(p).argmax(1)
    face = axis * 2 + (np.take_along_axis(p, axis[:, None], 1)[:, 0] < 0)
    others = np.array([[1, 2], [0, 2], [0, 1]])[axis]
    uv = np.take_along_axis(p, others, 1)
    values = np.array(die.faces)[face]
    spots = np.stack([pattern(v, look.spread, look.long_six) for v in die.faces])[face]
    radius = np.where(values == 1, look.one_radius, look.radius).astype(np.float32)
    offset = uv[:, None, :] - spots
    far = np.sqrt(np.square(offset).sum(2))
    nearest = far.argmin(1)
    near = far[np.arange(len(far)), nearest]
    inside = np.clip((radius - near) / max(footprint, 1e-6) + 0.5, 0, 1)
    signs = values == look.sign
    if look.sign:
        inside = np.where(signs, _sign(look, uv), inside)
    push = offset[np.arange(len(far)), nearest] / radius[:, None]
    bent = np.zeros_like(p)
    np.put_along_axis(bent, others, push.astype(np.float32), 1)
    depth = look.hollow * inside * np.where(signs, 0.0, 1.0)
    normal = _normals(p, look) - bent * depth[:, None].astype(np.float32)
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-4)
    return face, inside, normal


def _sign(look: Look, uv: Floats) -> Floats:
    edge = look.drawing.shape[0]
    at = np.clip((uv / (2 * SIGN) + 0.5) * edge, 0, edge - 1).astype(int)
    return np.asarray(look.drawing[at[:, 0], at[:, 1]])


def _body(look: Look, p: Floats) -> Floats:
    if not look.marble:
        return np.broadcast_to(look.body, p.shape)
    waves = p @ look.swirl.T
    waves = np.sin(waves + 1.7 * np.sin(np.roll(waves, 1, axis=1)))
    share = np.clip(0.5 + waves.sum(1) * 0.45, 0, 1)[:, None] * look.marble
    return np.asarray(look.body * (1 - share) + look.second * share, np.float32)
