"""A die as a small picture of its own: rounded, lit, with its symbols on every face it shows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from .light import Light
from .makers import MAKERS, paint
from .optics import Array, Box, Optics, turned

EDGE_MM = 16.0
HALF_MM = EDGE_MM / 2
ROUND_MM = MAKERS[0].round_mm
TEXELS = 50  # a face's side in its texture

# The faces, 0 to 5, opposite ones adding up to 5. Columns: to the right on the face, downwards on
# it, outwards. Each is a pure turn of the first, so no symbol is mirrored.
FRAMES: tuple[Array, ...] = tuple(
    np.array(columns, float).T
    for columns in (
        ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        ((0, 1, 0), (0, 0, 1), (1, 0, 0)),
        ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
        ((0, 0, 1), (-1, 0, 0), (0, -1, 0)),
        ((0, 1, 0), (0, 0, -1), (-1, 0, 0)),
        ((1, 0, 0), (0, -1, 0), (0, 0, -1)),
    )
)


def lying(up: int, spin_deg: float, lean_deg: float = 0.0, lean_to_deg: float = 0.0) -> Array:
    """The (3, 3) orientation of a die with face *up* on top.

    *lean_deg* raises its side in the direction *lean_to_deg* (0 right, 90 down).
    """
    flat: Array = turned((0.0, 0.0, 1.0), spin_deg) @ FRAMES[up].T
    if not lean_deg:
        return flat
    a = np.radians(lean_to_deg)
    leant: Array = turned((float(np.sin(a)), float(-np.cos(a)), 0.0), lean_deg) @ flat
    return leant


def rest_height(turn: Array, round_mm: float = ROUND_MM) -> float:
    """How high (mm) a die's middle is when its lowest corner touches the ground."""
    inner = HALF_MM - round_mm
    return float(inner * np.abs(turn[2]).sum() + round_mm)


SIGNS = np.array(np.meshgrid((-1, 1), (-1, 1), (-1, 1))).reshape(3, -1).T  # of the eight corners
_RING = np.stack([f(np.linspace(0.0, 2 * np.pi, 16, endpoint=False)) for f in (np.cos, np.sin)], 1)
_UP = np.array([0.0, 0.0, 0.5])
_FOOT = np.linspace(-0.5, 0.5, TEXELS, dtype=np.float32)
_QUADS = [  # of each face: which corners its texture's are, clockwise from top left
    [int(np.argmax(SIGNS @ (frame @ (u, v, 1)))) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    for frame in FRAMES
]
_TEXTURE = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * (TEXELS - 1)


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A small picture to lay over another, with *x*, *y* of the big one at its corner."""

    x: int
    y: int
    bgr: Array  #: (h, w, 3) uint8, black where it is clear
    clear: Array  #: (h, w, 3) uint8, 255 where what is below shows

    @property
    def box(self) -> Box:
        """The part of the big picture it covers."""
        return self.x, self.y, self.x + self.clear.shape[1], self.y + self.clear.shape[0]

    def over(self, picture: Array) -> None:
        """Lay it over *picture* (H, W, 3) uint8, in place."""
        right, down = self.box[2:]
        x0, y0 = max(self.x, 0), max(self.y, 0)
        x1, y1 = min(right, picture.shape[1]), min(down, picture.shape[0])
        if x0 >= x1 or y0 >= y1:
            return
        part = (slice(y0 - self.y, y1 - self.y), slice(x0 - self.x, x1 - self.x))
        under = picture[y0:y1, x0:x1]
        cv2.multiply(under, self.clear[part], dst=under, scale=1 / 255.0)
        cv2.add(under, self.bgr[part], dst=under)


@cache
def _normals(round_mm: float) -> Array:
    """(3, TEXELS * TEXELS): where each texel of a rounded face looks, in the face's own frame."""
    along = (np.arange(TEXELS) + 0.5) / TEXELS * EDGE_MM - HALF_MM
    inner = HALF_MM - round_mm
    bend = np.clip((np.abs(along) - inner) / round_mm, 0.0, 1.0) * np.sign(along) * 0.78
    x, y = np.meshgrid(bend, bend)
    normals = np.stack([x, y, np.ones_like(x)])
    normals /= np.linalg.norm(normals, axis=0)
    return normals.reshape(3, -1).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Reflex:
    """A lamp, or a window, mirrored in a die's top; all in faces but the last."""

    x: float
    y: float
    wide: float
    high: float
    strong: float  #: grey levels
    turn_deg: float = 0.0
    pane: bool = False  #: even, with soft edges, as a window is; a lamp fades from its middle

    def drawn(self) -> Array:
        """How much brighter each texel is."""
        c, s = math.cos(math.radians(self.turn_deg)), math.sin(math.radians(self.turn_deg))
        at = np.arange(TEXELS) / TEXELS
        x, y = at[None] - self.x, at[:, None] - self.y
        across, down = (c * x + s * y) / self.wide, (c * y - s * x) / self.high
        if self.pane:
            spot = 1 / (1 + across**8) / (1 + down**8)
        else:
            spot = np.exp(-(across**2)) * np.exp(-(down**2))
        return np.asarray((spot * self.strong).astype(np.float32))


@dataclass(frozen=True, slots=True)
class Body:
    """What a die is, as far as a picture shows it."""

    colour: str
    faces: str  #: six symbols, face 0 to 5
    tint: float = 1.0  #: a little lighter or darker than its fellows
    glare: Reflex | None = None  #: on the top
    maker: int = 0
    worn: tuple[int, float] = (0, 0.0)  #: seed of its wear, share of its ink that is gone


def _lit(body: Body, face: int, frame: Array, eye: Array, lamp: Light) -> Array:
    """(TEXELS, TEXELS, 3) of a face as the lamp shows it; *frame* is its (3, 3) in the world."""
    half = lamp.to + eye
    half /= math.sqrt(half @ half)
    looks = np.array([lamp.to, half, _UP]) @ frame
    seen = (looks.astype(np.float32) @ _normals(MAKERS[body.maker].round_mm)).reshape(
        3, TEXELS, TEXELS
    )
    shine, spark = np.maximum(seen[:2], 0.0)
    for _ in range(5):
        spark *= spark
    # The ground throws little light back: what looks down is darker, and so is a side's foot.
    shine *= (1.0 - lamp.ambient) * body.tint
    shine += lamp.ambient * body.tint
    shine *= 0.81 + 0.38 * seen[2]
    aside = abs(frame[2, 2]) < 0.5
    if aside:
        shine *= (0.86 + 0.28 * float(frame[2, 1]) * _FOOT)[:, None]
        shine *= (1.0 + 0.28 * float(frame[2, 0]) * _FOOT)[None]
    spark *= 26.0
    if body.glare is not None and frame[2, 2] > 0.5:
        spark += body.glare.drawn()
    painted = paint(body.maker, body.colour, body.faces[face], TEXELS, body.worn)
    texture: Array = cv2.merge(list(painted * shine + spark))
    return np.asarray(cv2.blur(texture, (5, 5))) if aside else texture  # else it would flicker


def outline(optics: Optics, turn: Array, middle: Array, round_mm: float = ROUND_MM) -> Array:
    """The (n, 2) float32 silhouette of a rounded die: the hull of its round corners, in pixels."""
    inner = HALF_MM - round_mm
    corners = (SIGNS * inner) @ turn.T + middle
    centres = optics.project(corners)
    radii = round_mm * optics.focal_px / (optics.eye_mm[2] - corners[:, 2])
    points = centres[:, None] + radii[:, None, None] * _RING
    hull: Array = cv2.convexHull(points.reshape(-1, 2).astype(np.float32)).reshape(-1, 2)
    return hull


def sprite(optics: Optics, lamp: Light, body: Body, turn: Array, middle: Array) -> Sprite:
    """The die *body* with orientation *turn* (3, 3) and its middle at *middle* (3,) mm."""
    make = MAKERS[body.maker]
    hull = outline(optics, turn, middle, make.round_mm)
    x, y = (int(v) for v in np.floor(hull.min(0)) - 2)
    w, h = (int(v) for v in np.ceil(hull.max(0)) - (x, y) + 3)
    mask = np.zeros((h, w), np.uint8)
    shifted = np.round((hull - (x, y)) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, shifted, 255, cv2.LINE_AA, 4)
    look = optics.eye_mm - middle
    eye = look / math.sqrt(look @ look)
    gap = [lamp.ambient * 0.8 * body.tint * c for c in make.body(body.colour)]  # between two faces
    picture: Array = cv2.merge([np.full((h, w), c, np.float32) for c in gap])
    corners = optics.project((SIGNS * HALF_MM) @ turn.T + middle) - (x, y)
    corners = corners.astype(np.float32)
    for face in range(6):
        frame = turn @ FRAMES[face]
        out = frame[:, 2]
        if out @ (look - out * HALF_MM) <= 0.0:
            continue
        warp = cv2.getPerspectiveTransform(_TEXTURE, corners[_QUADS[face]])
        texture = _lit(body, face, frame, eye, lamp)
        # Only what a face covers is touched, so faces are laid side by side without any blending.
        cv2.warpPerspective(
            texture, warp, (w, h), picture, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT
        )
    bright = 1.0 / 255.0
    for i, size in enumerate((optics.width, optics.height)):
        bright += lamp.slope[i] / 255.0 * ((x, y)[i] / size - 0.5)
    cover = cv2.merge([mask] * 3)
    flat = cv2.multiply(picture, cover, scale=bright, dtype=cv2.CV_8U)
    return Sprite(x, y, np.asarray(flat), np.asarray(cv2.bitwise_not(cover)))
