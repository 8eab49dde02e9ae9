"""The shipped embedding: a patch of ink becomes a point, alike symbols near each other.

A small network trained on letters, signs and random shapes, and on none of the symbols it reads:
a new symbol is taught by its points, not by training (docs/decisions/0008-embedding-runtime.md).
"""

from __future__ import annotations

import hashlib
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import numpy as np

from firmware_host.vision import net
from firmware_host.vision.plane import Floats

SHA256 = "ba37237ddc69667ef1b007335a002bb7d702bfb161a6c7da4de3c3b3ac37a34c"
EDGE = 32
"""A patch is so many pixels wide and high."""
POINT = 48
"""A point has so many coordinates; its length is 1."""


AT_ONCE = 48
"""So many patches are run together; what more of them need no longer fits near the processor."""


class WrongEmbedding(ValueError):
    """The embedding's file is not the one the taught points were made with."""


class Embedding:
    """Patches in, points out. Not to be used from two threads at once."""

    def __init__(self, file: Path | None = None) -> None:
        """:raises WrongEmbedding: *file* (the shipped one) is missing or has another hash."""
        where = file or Path(str(files("firmware_host.vision") / "data" / "embedding.onnx"))
        try:
            content = where.read_bytes()
        except OSError as error:
            raise WrongEmbedding(f"{where}: {error.strerror}; install the package again") from None
        digest = hashlib.sha256(content).hexdigest()
        if digest != SHA256:
            raise WrongEmbedding(
                f"{where}: its sha256 is {digest[:16]}..., expected {SHA256[:16]}...: "
                "the file is damaged or of another version; install the package again"
            )
        self._net = net.loaded(where)

    def points(self, patches: Floats) -> Floats:
        """The points of *patches* (n, 32, 32), shape (n, 48): each pooled over four quarter turns.

        So a patch and the same patch turned by 90 degrees have the same point.
        """
        if not len(patches):
            return np.zeros((0, POINT), np.float32)
        turned = np.stack([np.rot90(patches, q, axes=(1, 2)) for q in range(4)], axis=1)
        flat = np.ascontiguousarray(turned.reshape(-1, 1, EDGE, EDGE), np.float32)
        out = np.concatenate(
            [self._run(flat[i : i + AT_ONCE]) for i in range(0, len(flat), AT_ONCE)]
        )
        long = np.linalg.norm(out, axis=1, keepdims=True) + 1e-6
        return unit((out / long).reshape(len(patches), 4, POINT).mean(axis=1))

    def _run(self, patches: Floats) -> Floats:
        self._net.setInput(patches)
        out: Any = self._net.forward()  # typed differently from one numpy to the next
        return cast(Floats, np.array(out))


def unit(points: Floats) -> Floats:
    """*points* moved to mean 0 and length 1 along the last axis, so that a product is alikeness."""
    centred = points - points.mean(axis=-1, keepdims=True)
    length = np.linalg.norm(centred, axis=-1, keepdims=True)
    return cast(Floats, (centred / (length + 1e-6)).astype(np.float32))
