"""What the reader's tests share."""

from __future__ import annotations

import cv2
import pytest

from firmware_host.vision import Reader, load

from .rendering import PROFILE


@pytest.fixture(scope="session")
def reader() -> Reader:
    cv2.setNumThreads(1)
    return Reader(load(PROFILE))
