"""How sharp and how well lit a picture is, for the hand at the lens. Knows no dice and no tray."""

from __future__ import annotations

import cv2
import numpy as np

from firmware_host.vision.facts import Optics
from firmware_host.vision.health import steepness
from firmware_host.vision.plane import Picture

HIGH_PX = 720
"""Pictures are compared at this height: more pixels are not more focus."""
NOISE_PX = 1.0
"""Finer than this (a deviation in pixels) is the sensor's noise, which is sharp at any focus."""
CONTRASTED = 60.0
"""Only parts with so many grey levels between lightest and darkest tell of sharpness."""
BURNT, BLACK = 250, 5


def measured(bgr: Picture) -> Optics:
    """What is to be said of *bgr*, (height, width, 3) uint8.

    The focus is the variance of the Laplacian, as a share of the picture's own: half the light
    does not look like half the focus.
    """
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    if grey.shape[0] > HIGH_PX:
        scale = HIGH_PX / grey.shape[0]
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(grey, (0, 0), NOISE_PX).astype(np.float32)
    laplacian = cv2.Laplacian(soft, cv2.CV_32F)
    steep, contrast = steepness(bgr)
    told = steep[contrast > CONTRASTED]
    return Optics(
        focus=float(1_000 * laplacian.var() / max(1.0, float(soft.var()))),
        edges=float(np.median(told)) if told.size else 0.0,
        bright=float(np.quantile(grey[::4, ::4], 0.99)),
        burnt=float((grey >= BURNT).mean()),
        black=float((grey <= BLACK).mean()),
    )
