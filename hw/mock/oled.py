"""The display's twin: keeps what it was shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path


class MockOled:
    """Same manners as ``hw.pi.oled.LumaOled``, no wire. *seen* is called with each picture."""

    def __init__(
        self,
        width: int = 128,
        height: int = 64,
        seen: Callable[[bytes], None] = lambda picture: None,
    ) -> None:
        self._width, self._height, self._seen = width, height, seen
        self.last = bytes(width * height)
        """One byte a pixel, row by row; dark until a picture has come."""
        self.pictures = 0

    @property
    def width(self) -> int:
        """In pixels."""
        return self._width

    @property
    def height(self) -> int:
        """In pixels."""
        return self._height

    def open(self) -> None:
        """Nothing to look for."""

    def show(self, picture: bytes) -> None:
        """Keep *picture*.

        :raises ValueError: not one byte for each pixel.
        """
        if len(picture) != self._width * self._height:
            raise ValueError(f"{len(picture)} bytes; the display has {self._width}x{self._height}")
        self.last = picture
        self.pictures += 1
        self._seen(picture)

    def save(self, file: Path) -> None:
        """Write what is shown as a picture file; its name says of which kind (``.png``)."""
        from PIL import Image

        Image.frombytes("L", (self._width, self._height), self.last).save(file)

    def close(self) -> None:
        """Go dark."""
        self.last = bytes(self._width * self._height)
