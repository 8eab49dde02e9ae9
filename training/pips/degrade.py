"""What light, lens, sensor and file do to a picture."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from training.pips.dice import Floats
from training.pips.grounds import Random, noise


def lit(random: Random, picture: Floats) -> Floats:
    """*picture* under uneven light: gradients, bright spots, the shadow of somebody."""
    height, width = picture.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    light = np.ones((height, width), np.float32)
    if random.random() < 0.7:
        slope = random.normal(0, 0.35, 2) / width
        light += (x - width / 2) * slope[0] + (y - height / 2) * slope[1]
    if random.random() < 0.3:
        at, size = random.uniform(0, width, 2), random.uniform(20, width)
        far = np.square(x - at[0]) + np.square(y - at[1])
        light += random.uniform(-0.3, 0.9) * np.exp(-far / size**2)
    if random.random() < 0.25:
        edge = noise(random, width, height, random.uniform(2, 6)) + random.uniform(-0.5, 0.8)
        sharp = random.uniform(2, 40)
        light *= 1 - random.uniform(0.1, 0.6) / (1 + np.exp(-np.clip(edge * sharp, -30, 30)))
    return picture * np.maximum(light, 0.08)[..., None]


def _blurred(random: Random, picture: Floats, size: float) -> Floats:
    kind = random.random()
    if kind < 0.35:
        sigma = max(random.uniform(0, 0.035) * size, 0.3)
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32)
    if kind < 0.42:
        length = max(3, int(random.uniform(0.02, 0.12) * size))
        kernel = np.zeros((length, length), np.float32)
        angle = random.uniform(0, np.pi)
        step = np.array([np.cos(angle), np.sin(angle)]) * length / 2
        middle = np.array([length / 2, length / 2])
        a, b = (np.rint(middle - step)).astype(int), (np.rint(middle + step)).astype(int)
        cv2.line(kernel, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), 1.0, 1)
        kernel /= max(float(kernel.sum()), 1.0)
        return np.asarray(cv2.filter2D(picture, -1, kernel), np.float32)
    if kind < 0.6 and size > 16:
        small = random.uniform(max(0.35, 12 / size), 1)
        height, width = picture.shape[:2]
        low = cv2.resize(picture, None, fx=small, fy=small, interpolation=cv2.INTER_AREA)
        if random.random() < 0.5:  # a small file, made large again and sharpened
            soft = cv2.GaussianBlur(low, (0, 0), 1.0)
            low = low + (low - soft) * random.uniform(0, 1.5)
        return np.asarray(cv2.resize(low, (width, height), interpolation=cv2.INTER_LINEAR))
    return picture


def _enlarged(random: Random, picture: Floats, size: float) -> Floats:
    """A small file made large again and sharpened, as telephones do."""
    height, width = picture.shape[:2]
    small = float(np.clip(random.uniform(18, 34) / size, 0.3, 1))
    low = cv2.resize(picture, None, fx=small, fy=small, interpolation=cv2.INTER_AREA)
    low = low + (low - cv2.GaussianBlur(low, (0, 0), 1.0)) * random.uniform(0, 2)
    return np.asarray(cv2.resize(low, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def degraded(
    random: Random, picture: Floats, size: float, hard: bool = False
) -> npt.NDArray[np.uint8]:
    """*picture* as a camera's file gives it; *size* is a die's edge in pixels."""
    picture = np.clip(picture, 0, 1.6)
    if hard and random.random() < 0.5:
        picture = _enlarged(random, picture, size)
    else:
        picture = _blurred(random, picture, size)
    picture = picture * np.exp(random.normal(0, 0.12, 3)).astype(np.float32)
    middle = max(float(np.quantile(picture, 0.9)), 0.05)
    wanted = random.uniform(0.35, 1.15)
    picture = picture * (wanted / middle) ** random.uniform(0, 1)
    picture = np.clip(picture, 0, 1) ** float(np.exp(random.normal(0, 0.22)))
    if random.random() < 0.2:
        grey = picture.mean(2, keepdims=True)
        picture = grey + (picture - grey) * random.uniform(0, 1.2)
    if random.random() < 0.3:
        soft = cv2.GaussianBlur(picture, (0, 0), random.uniform(0.7, 2))
        picture = picture + (picture - soft) * random.uniform(0.2, 1.5)
    grain = random.uniform(0, 0.035) if random.random() < 0.6 else 0.004
    picture = picture + random.standard_normal(picture.shape, np.float32) * np.float32(grain)
    made = np.clip(picture * 255, 0, 255).astype(np.uint8)
    if random.random() < 0.6:
        quality = int(random.integers(35, 96))
        _, content = cv2.imencode(".jpg", made, [cv2.IMWRITE_JPEG_QUALITY, quality])
        made = np.asarray(cv2.imdecode(content, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(made, np.uint8)
