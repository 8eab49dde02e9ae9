"""How nets are run: by OpenCV's older engine, which is the quicker one for nets as small as ours.

OpenCV 5 brings two. On one core the older one needs 9.6 ms for the pip finder where the newer one
needs 17.6, 8.7 for twelve pip faces where it needs 12.4, 6.1 for twelve symbols where it needs 8.9;
what they say differs by 0.00002 at most. OpenCV 4 has the older one only.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2


def loaded(file: Path) -> Any:
    """The net in an ONNX *file*, to be run on one thread at a time.

    It has to be a file: OpenCV 5.0 pays no heed to the engine that is named for bytes in memory.
    """
    engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    if engine is None:
        return cv2.dnn.readNetFromONNX(str(file))
    return cv2.dnn.readNetFromONNX(str(file), engine=engine)
