"""What a camera makes of a good picture when its lens or its light is at fault."""

from __future__ import annotations

import cv2
import numpy as np

from .paint.optics import Array
from .world import Fault

BLUR_PX = 4.0  # out of focus: a deviation in pixels, in a picture 720 high
SMEAR_PX = 6.0
VEIL = 0.25  # so much of the light through grease comes from elsewhere
SMEAR_AT, SMEAR_WIDE = (0.24, 0.30), 0.22  # across and down; its radius by the picture's height
SHIFT, TURN_DEG = (0.06, -0.045), 2.5  # by the picture's height


def ailing(picture: Array, fault: Fault) -> Array:
    """*picture*, (height, width, 3) uint8, as it is with *fault*; others leave it as it is."""
    scale = picture.shape[0] / 720.0
    match fault:
        case Fault.WHITE:
            return np.asarray(cv2.convertScaleAbs(picture, alpha=9.0, beta=60))
        case Fault.DIM:
            return np.asarray(cv2.convertScaleAbs(picture, alpha=0.25))
        case Fault.BLURRED:
            return np.asarray(cv2.GaussianBlur(picture, (0, 0), BLUR_PX * scale))
        case Fault.SMEARED:
            return smeared(picture)
        case Fault.MOVED:
            return _moved(picture)
        case _:
            return picture


def smeared(picture: Array, at: tuple[float, float] = SMEAR_AT, wide: float = SMEAR_WIDE) -> Array:
    """Greasy in one place: blurred there, and veiled."""
    height, width = picture.shape[:2]
    down, across = np.mgrid[:height, :width]
    far = np.hypot(across - at[0] * width, down - at[1] * height) / height
    grease = np.clip((wide - far) / 0.06, 0.0, 1.0).astype(np.float32)[..., None]
    soft = cv2.GaussianBlur(picture, (0, 0), SMEAR_PX * height / 720.0).astype(np.float32)
    soft = soft * (1 - VEIL) + VEIL * 130.0
    # the noise is the sensor's, behind the lens: what the blur has taken of it is given back
    luck = np.random.default_rng(int(picture[0].sum()))
    soft = np.clip(soft + luck.normal(0.0, _noise(picture), soft.shape), 0.0, 255.0)
    return np.asarray(np.rint(picture + (soft - picture) * grease), np.uint8)


def _noise(picture: Array) -> float:
    """The noise's deviation, in grey levels: what is not as its neighbours are (Immerkaer 1996)."""
    corner = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    unlike = cv2.filter2D(picture.astype(np.float32), -1, corner)
    return float(np.sqrt(np.pi / 2) / 6 * np.median(np.abs(unlike)) / 0.845)


def _moved(picture: Array) -> Array:
    """From a camera that hangs a little askew."""
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), TURN_DEG, 1.0)
    turn[:, 2] += np.array(SHIFT) * height
    return np.asarray(
        cv2.warpAffine(picture, turn, (width, height), borderMode=cv2.BORDER_REFLECT_101)
    )
