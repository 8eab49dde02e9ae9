"""Dice of many makers: what bodies, pips and edges look like, drawn by luck."""

from __future__ import annotations

import cv2
import numpy as np

from training.pips.dice import Floats, Look
from training.pips.grounds import Random

WHITES = ((0.95, 0.96, 0.97), (0.72, 0.88, 0.94), (0.80, 0.90, 0.93), (0.9, 0.88, 0.86))
DARK_INKS = ((0.05, 0.05, 0.05), (0.05, 0.05, 0.05), (0.09, 0.07, 0.06), (0.5, 0.15, 0.1))
RED, GOLD, SILVER = (0.12, 0.1, 0.75), (0.25, 0.6, 0.8), (0.75, 0.76, 0.76)


def _vivid(random: Random) -> Floats:
    hue, full, bright = random.uniform(0, 360), random.uniform(0.55, 1), random.uniform(0.25, 1)
    hsv = np.array([[[hue, full, bright]]], np.float32)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def _grey(colour: Floats) -> float:
    return float(colour @ np.array([0.11, 0.59, 0.3], np.float32))


def _any(random: Random, colours: tuple[tuple[float, ...], ...], spread: float) -> Floats:
    chosen = np.array(colours[int(random.integers(len(colours)))])
    return np.clip(chosen + random.normal(0, spread, 3), 0.02, 0.99).astype(np.float32)


def _body(random: Random) -> tuple[Floats, Floats, float]:
    kind = random.random()
    if kind < 0.42:
        body = _any(random, WHITES, 0.03)
    elif kind < 0.53:
        body = np.full(3, random.uniform(0.02, 0.14), np.float32)
    else:
        body = _vivid(random)
    second, marble = body, 0.0
    if random.random() < (0.08 if kind < 0.42 else 0.35):
        second = _vivid(random) if random.random() < 0.6 else _any(random, WHITES, 0.03)
        if random.random() < 0.3:
            second = np.full(3, 0.06, np.float32)
        marble = random.uniform(0.4, 1)
        if random.random() < 0.4:  # metal over dark: gold pips on it are hard to see
            body = body * random.uniform(0.2, 1)
    return body, second, marble


def _ink(random: Random, body: Floats) -> Floats:
    bright = _grey(body)
    for _ in range(20):
        pick = random.random()
        if bright > 0.6:
            ink = _any(random, DARK_INKS, 0.03) if pick < 0.85 else _vivid(random)
        elif bright > 0.33 and pick < 0.35:
            ink = _any(random, DARK_INKS[:2], 0.02)
        else:
            ink = _any(random, (*WHITES[:3], *WHITES[:3], GOLD, SILVER), 0.03)
        if abs(_grey(ink) - bright) > random.uniform(0.1, 0.3):
            return ink
    return np.full(3, 0.97 if bright < 0.5 else 0.03, np.float32)


def _sign(random: Random) -> Floats:
    """A beast, a skull, a letter, a maker's name: something drawn where pips should be."""
    made = np.zeros((48, 48), np.uint8)
    if random.random() < 0.3:
        text = "".join(chr(c) for c in random.integers(65, 91, int(random.integers(1, 4))))
        large = 1.5 / len(text) ** 0.8
        cv2.putText(made, text, (4, 38), int(random.integers(0, 8)), large, 255, 2 + len(text) % 2)
    else:
        for k in range(int(random.integers(2, 9))):
            ink = 255 if k < 2 or random.random() < 0.6 else 0
            at = tuple(int(v) for v in random.normal(24, 8, 2))
            size = tuple(int(v) for v in random.uniform(2, 14, 2))
            if random.random() < 0.6:
                cv2.ellipse(made, at, size, random.uniform(0, 180), 0, 360, ink, -1)
            else:
                points = np.clip(random.normal(24, 12, (int(random.integers(2, 5)), 2)), 2, 46)
                cv2.polylines(
                    made, [points.astype(np.int32)], True, ink, int(random.integers(1, 5))
                )
    cv2.rectangle(made, (0, 0), (47, 47), 0, 2)
    return np.asarray(cv2.GaussianBlur(made, (0, 0), 0.8), np.float32) / np.float32(255)


def _stone(random: Random) -> tuple[Floats, Floats, float]:
    """A body of two colours that run into each other."""
    pick = [_vivid(random), _any(random, WHITES, 0.04), np.full(3, 0.06, np.float32)]
    first, second = random.choice(3, 2, p=[0.6, 0.2, 0.2])
    return pick[int(first)], _vivid(random) if second == first else pick[int(second)], 1.0


def look(random: Random, hard: bool = False) -> Look:
    """Dice of one maker; *hard*: more of those whose pips are hard to see."""
    stone = hard and random.random() < 0.5
    body, second, marble = _stone(random) if stone else _body(random)
    ink = _ink(random, body)
    one = ink
    if _grey(body) > 0.55 and random.random() < 0.12:
        one = np.array(RED, np.float32)
    radius = random.uniform(0.06, 0.125)
    spread = min(random.uniform(0.2, 0.31), 0.43 - radius)
    return Look(
        body=body,
        second=second,
        marble=marble,
        swirl=random.normal(0, random.uniform(2, 7), (4, 3)).astype(np.float32),
        pip=ink,
        one=one,
        spread=spread,
        radius=radius,
        one_radius=radius * (random.uniform(1, 1.5) if random.random() < 0.25 else 1.0),
        hollow=random.uniform(0, 0.8) if random.random() < 0.7 else 0.0,
        rounding=random.uniform(0.02, 0.16),
        ball=random.uniform(0.66, 0.84) if random.random() < 0.6 else 1.0,
        gloss=random.uniform(0, 0.9) if random.random() < 0.7 else 0.0,
        clear=random.uniform(0.2, 1) if random.random() < 0.25 else 0.0,
        long_six=bool(random.random() < 0.5),
        sign=int(random.choice([1, 6])) if random.random() < (0.35 if hard else 0.14) else 0,
        drawing=_sign(random),
    )
