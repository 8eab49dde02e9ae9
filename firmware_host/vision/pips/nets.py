"""The shipped nets, checked against their hashes before they are loaded."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np

from firmware_host.vision import net
from firmware_host.vision.embedding import WrongEmbedding
from firmware_host.vision.plane import Floats, Picture

CROP = 56
"""The face reader's crops are so many pixels wide and high; a die's edge is half of that."""
MULTIPLE = 16
"""The finder's pictures are a multiple of so many pixels wide and high."""


@dataclass(frozen=True, slots=True)
class Shipped:
    """A net's file, and its hash."""

    name: str
    sha256: str


FINDER = Shipped(
    "pip_finder.onnx", "935798eba2e12a15f6292be69864f7eb1f27bcd30f64e819d1cb0e7951fcac56"
)
FACES = Shipped(
    "pip_faces.onnx", "230833fc4b7a494be32bea426bd3a5d2f368e11e32eb5893f6bf970ed5ae4eaa"
)


def _loaded(shipped: Shipped, folder: Path | None) -> Any:
    where = (folder or Path(str(files("firmware_host.vision") / "data"))) / shipped.name
    try:
        content = where.read_bytes()
    except OSError as error:
        raise WrongEmbedding(f"{where}: {error.strerror}; install the package again") from None
    digest = hashlib.sha256(content).hexdigest()
    if digest != shipped.sha256:
        raise WrongEmbedding(
            f"{where}: its sha256 is {digest[:16]}..., expected {shipped.sha256[:16]}...: "
            "the file is damaged or of another version; install the package again"
        )
    return net.loaded(where)


def _blob(pictures: list[Picture]) -> Any:
    return cv2.dnn.blobFromImages(pictures, 1 / 64.0, mean=(128.0, 128.0, 128.0))


class Nets:
    """Pictures in, numbers out. Not to be used from two threads at once."""

    def __init__(self, folder: Path | None = None) -> None:
        """:raises WrongEmbedding: a file in *folder* (the shipped one) is not what was trained."""
        self._finder = _loaded(FINDER, folder)
        self._faces = _loaded(FACES, folder)

    def find(self, picture: Picture) -> Floats:
        """The finder's answer (11, h / 4, w / 4) to *picture*, (h, w, 3)."""
        self._finder.setInput(_blob([picture]))
        return cast(Floats, self._finder.forward()[0])

    def read(self, crops: Picture) -> tuple[Floats, Floats]:
        """Of crops (n, 56, 56, 3) the chances of no face, 1..6 and a sign, (n, 8), and of pips.

        Those are (n, 28, 28): one for each two pixels.
        """
        if not len(crops):
            return np.zeros((0, 8), np.float32), np.zeros((0, CROP // 2, CROP // 2), np.float32)
        self._faces.setInput(_blob(list(crops)))
        values, pips = self._faces.forward(["values", "pips"])
        odds = np.exp(values - values.max(axis=1, keepdims=True))
        chances = odds / odds.sum(axis=1, keepdims=True)
        return cast(Floats, chances), sigmoid(pips)


def sigmoid(x: Floats) -> Floats:
    """Numbers as chances."""
    return cast(Floats, (1.0 / (1.0 + np.exp(-np.clip(x, -30, 30)))).astype(np.float32))
