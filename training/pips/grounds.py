"""What dice lie on: cloth, carpet, wood, paper, leather, tiles, and things that lie about."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from training.pips.dice import Floats

Random = np.random.Generator


def noise(random: Random, width: int, height: int, cells: float) -> Floats:
    """Smooth noise about 0, standard deviation near 1; *cells* bumps across."""
    across = max(2, int(cells))
    down = max(2, int(cells * height / width))
    small = random.standard_normal((down, across)).astype(np.float32)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _rough(random: Random, width: int, height: int) -> Floats:
    made = np.zeros((height, width), np.float32)
    for cells in (4, 12, 40, width / 3, width / 1.2):
        made += noise(random, width, height, cells) * random.uniform(0, 1)
    return made / 1.5


def _carpet(random: Random, width: int, height: int) -> Floats:
    bumps = noise(random, width, height, width / random.uniform(2, 9))
    relief = bumps - np.roll(bumps, (1, 1), (0, 1))
    return np.asarray(relief + 0.4 * noise(random, width, height, 6), np.float32)


def _wood(random: Random, width: int, height: int) -> Floats:
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle = random.uniform(0, np.pi)
    across = x * np.cos(angle) + y * np.sin(angle)
    along = y * np.cos(angle) - x * np.sin(angle)
    bend = noise(random, width, height, 4) * random.uniform(2, 14)
    rings = np.sin((across + bend) * random.uniform(0.05, 0.7))
    wide, streak = 3 * width, max(4, int(width / random.uniform(20, 60)))
    lines = random.standard_normal((wide, streak)).astype(np.float32)
    grain = cv2.remap(
        lines,
        np.clip(along / width * streak / 2 + streak / 2, 0, streak - 1).astype(np.float32),
        np.clip(across + width * 1.5, 0, wide - 1).astype(np.float32),
        cv2.INTER_LINEAR,
    )
    return np.asarray(rings * random.uniform(0, 1) + grain * random.uniform(0.2, 1), np.float32)


def _weave(random: Random, width: int, height: int) -> Floats:
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    step = random.uniform(2.2, 9)
    return np.asarray(np.sin(x * 6.28 / step) * np.sin(y * 6.28 / step), np.float32)


def _lined(random: Random, width: int, height: int) -> Floats:
    made = np.zeros((height, width), np.float32)
    step = random.uniform(8, 60)
    thick = int(random.integers(1, 3))
    for at in np.arange(random.uniform(0, step), max(width, height), step):
        if random.random() < 0.98:
            cv2.line(made, (int(at), 0), (int(at), height), -1.5, thick)
            cv2.line(made, (0, int(at)), (width, int(at)), -1.5, thick)
    return _turned(random, made)


def _printed(random: Random, width: int, height: int) -> Floats:
    made = np.zeros((height, width), np.uint8)
    size = random.uniform(0.2, 0.8)
    for at in np.arange(0, height, size * 30):
        text = "".join(chr(c) for c in random.integers(33, 122, 60))
        cv2.putText(made, text, (0, int(at)), int(random.integers(0, 4)), size, 255, 1)
    return _turned(random, made.astype(np.float32) * np.float32(-0.01))


def _speckled(random: Random, width: int, height: int) -> Floats:
    grain = noise(random, width, height, width / random.uniform(1.5, 6))
    return np.asarray(np.sign(grain) * np.abs(grain) ** 0.5, np.float32)


def _turned(random: Random, made: Floats) -> Floats:
    height, width = made.shape
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), random.uniform(0, 360), 1.45)
    return np.asarray(cv2.warpAffine(made, matrix, (width, height)), np.float32)


def _plain(random: Random, width: int, height: int) -> Floats:
    return noise(random, width, height, 5) * np.float32(0.3)


KINDS: tuple[Callable[[Random, int, int], Floats], ...] = (
    *(_rough, _carpet, _carpet, _wood, _wood, _weave, _lined, _printed, _speckled, _plain, _plain),
)


def colour(random: Random) -> Floats:
    """Some colour, (3,) blue, green, red, 0..1: greys and browns more often than others."""
    kind = random.random()
    if kind < 0.3:
        made = np.full(3, random.uniform(0.03, 0.95)) * random.uniform(0.9, 1.1, 3)
    elif kind < 0.55:  # wood, leather, skin, carpet
        bright = random.uniform(0.15, 0.9)
        made = bright * np.array([random.uniform(0.25, 0.8), random.uniform(0.55, 0.9), 1.0])
    else:
        hsv = np.array([[[random.uniform(0, 360), random.uniform(0.2, 1), random.uniform(0.1, 1)]]])
        made = cv2.cvtColor(hsv.astype(np.float32), cv2.COLOR_HSV2BGR)[0, 0]
    return np.clip(made, 0.01, 0.98).astype(np.float32)


def texture(random: Random, width: int, height: int) -> Floats:
    """A ground of one kind, (height, width, 3), 0..1."""
    base = colour(random)
    kind = KINDS[int(random.integers(len(KINDS)))]
    relief = np.clip(kind(random, width, height), -3, 3)[..., None]
    depth = random.uniform(0, 0.22) ** 1.3 * (0.35 + base.mean())
    tint = 1 + random.uniform(-0.4, 0.4, 3)
    made = base + relief * depth * tint * np.sqrt(base)
    if random.random() < 0.15:  # threads of several colours
        threads = [noise(random, width, height, width / random.uniform(1.5, 8)) for _ in range(3)]
        made = made * (1 + np.stack(threads, axis=2) * random.uniform(0.05, 0.5))
    if random.random() < 0.25:  # a second colour shows through in patches
        other = colour(random)
        sharp = random.uniform(1, 12)
        cells = width / random.uniform(2, 60)
        share = np.clip(noise(random, width, height, cells) * sharp, 0, 1)[..., None]
        made = made * (1 - share) + other * share
    return np.asarray(np.clip(made, 0, 1), np.float32)


def _confetti(random: Random, width: int, height: int) -> Floats:
    """A carpet of threads of many colours, no larger than pips: what is most like dice."""
    made = np.empty((height, width, 3), np.float32)
    made[:] = colour(random)
    for _ in range(int(random.integers(2, 5))):
        grain = noise(random, width, height, width / random.uniform(2, 9))
        made[grain > random.uniform(0.2, 1.2)] = colour(random)
    soft = cv2.GaussianBlur(made, (0, 0), random.uniform(0.4, 1.5))
    return np.asarray(np.clip(soft * random.uniform(0.4, 1.1), 0, 1), np.float32)


def _leather(random: Random, made: Floats) -> None:
    """A tray of leather with six or eight walls, seen at a slant, over most of the picture."""
    height, width = made.shape[:2]
    corners = int(random.choice([4, 6, 6, 6, 8]))
    angle = np.linspace(0, 2 * np.pi, corners, endpoint=False) + random.uniform(0, 3)
    size, squash = random.uniform(0.35, 0.9) * width, random.uniform(0.6, 1)
    middle = random.uniform(0.3, 0.7, 2) * (width, height)
    rim = np.stack([np.cos(angle), np.sin(angle) * squash], 1)
    lean = random.normal(0, 0.04, 2) * width
    inner = (rim * size * random.uniform(0.7, 0.9) + middle + lean).astype(np.int32)
    outer = (rim * size + middle).astype(np.int32)
    floor = texture(random, width, height) if random.random() < 0.3 else None
    base = colour(random) if floor is None else floor.mean((0, 1))
    for k in range(corners):
        side = [outer[k], outer[(k + 1) % corners], inner[(k + 1) % corners], inner[k]]
        tint = np.clip(base * random.uniform(0.5, 1.3), 0, 1)
        cv2.fillConvexPoly(made, np.array(side), [float(c) for c in tint], cv2.LINE_AA)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, inner, 255, cv2.LINE_AA)
    share = mask[..., None].astype(np.float32) / np.float32(255)
    grain = noise(random, width, height, width / 3)[..., None] * random.uniform(0, 0.05)
    made[:] = np.clip(made * (1 - share) + (base if floor is None else floor) * share + grain, 0, 1)


def ground(random: Random, width: int, height: int, hard: bool = False) -> Floats:
    """Grounds side by side, trays' walls and things lying about, (height, width, 3), 0..1."""
    if hard and random.random() < 0.6:
        made = _confetti(random, width, height)
        if random.random() < 0.8:
            _leather(random, made)
        return made
    made = texture(random, width, height)
    if random.random() < 0.35:
        other = texture(random, width, height)
        share = _region(random, width, height)
        made = made * (1 - share) + other * share
    for _ in range(int(random.integers(0, 3)) if random.random() < 0.5 else 0):
        _tray(random, made)
    if random.random() < 0.6:
        for _ in range(int(random.integers(1, 9))):
            _thing(random, made)
    return made


def _region(random: Random, width: int, height: int) -> Floats:
    mask = np.zeros((height, width), np.float32)
    middle = random.uniform(-0.2, 1.2, 2) * (width, height)
    size = random.uniform(0.3, 1.1, 2) * width
    if random.random() < 0.5:
        box = (tuple(map(float, middle)), tuple(map(float, size)), float(random.uniform(0, 180)))
        cv2.fillConvexPoly(mask, np.rint(cv2.boxPoints(box)).astype(np.int32), 1.0)
    else:
        centre = (int(middle[0]), int(middle[1]))
        cv2.ellipse(mask, centre, (int(size[0]), int(size[1])), 0, 0, 360, 1.0, -1)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), random.uniform(0.4, 2)), np.float32)[..., None]


def _tray(random: Random, made: Floats) -> None:
    height, width = made.shape[:2]
    layer = np.zeros((height, width), np.float32)
    middle = (int(random.uniform(0, width)), int(random.uniform(0, height)))
    size = random.uniform(0.3, 1.0) * width
    corners = int(random.choice([4, 6, 8, 90]))
    angle = np.linspace(0, 2 * np.pi, corners, endpoint=False) + random.uniform(0, 3)
    squash = random.uniform(0.6, 1)
    points = np.stack([np.cos(angle) * size, np.sin(angle) * size * squash], 1) + middle
    thick = int(random.integers(2, max(3, int(width * 0.14))))
    cv2.polylines(layer, [np.rint(points).astype(np.int32)], True, 1.0, thick, cv2.LINE_AA)
    share = layer[..., None] * random.uniform(0.5, 1)
    wall = texture(random, width, height) * random.uniform(0.4, 1.3)
    made[:] = np.clip(made * (1 - share) + wall * share, 0, 1)


def _thing(random: Random, made: Floats) -> None:
    height, width = made.shape[:2]
    at = random.uniform(0, 1, 2) * (width, height)
    tint = [float(c) for c in colour(random)]
    size = float(np.exp(random.uniform(np.log(3), np.log(70))))
    spot = (int(at[0]), int(at[1]))
    match int(random.integers(6)):
        case 0:
            cv2.circle(made, spot, int(size / 2) + 1, tint, -1, cv2.LINE_AA)
        case 1:
            wide = (size, size * float(random.uniform(0.1, 1)))
            box = ((float(at[0]), float(at[1])), wide, float(random.uniform(0, 180)))
            cv2.fillConvexPoly(made, np.rint(cv2.boxPoints(box)).astype(np.int32), tint)
        case 2:
            end = at + random.normal(0, size * 2, 2)
            thick = int(random.integers(1, 8))
            cv2.line(made, spot, (int(end[0]), int(end[1])), tint, thick, cv2.LINE_AA)
        case 3:
            _word(random, made, spot, size, tint)
        case 4:
            _spots(random, made, at, size, tint)
        case _:
            axes = (int(size / 2) + 1, int(size / 3) + 1)
            turn = random.uniform(0, 180)
            cv2.ellipse(made, spot, axes, turn, 0, 360, tint, -1, cv2.LINE_AA)


def _word(
    random: Random, made: Floats, at: tuple[int, int], size: float, tint: list[float]
) -> None:
    text = "".join(chr(c) for c in random.integers(48, 122, 6))
    mask = np.zeros(made.shape[:2], np.uint8)
    cv2.putText(mask, text, at, 0, size / 40 + 0.2, 255, 1 + int(size / 30))
    made[mask > 127] = tint


def _spots(
    random: Random, made: Floats, at: npt.NDArray[np.float64], size: float, tint: list[float]
) -> None:
    """Spots in a row: pips without a die."""
    step = random.normal(0, size / 2, 2)
    for k in range(int(random.integers(2, 7))):
        spot = at + step * k
        radius = 1 + int(size / 10)
        cv2.circle(made, (int(spot[0]), int(spot[1])), radius, tint, -1, cv2.LINE_AA)
