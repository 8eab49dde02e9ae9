"""What spares an OLED: its light fades where it burns, so no picture stays in one place for hours.

Values only: time comes as an argument.
"""

from __future__ import annotations

from dataclasses import dataclass

SHIFT_EVERY_S = 60.0
OFFSETS = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""Right and down, in pixels, in this order: no step is longer than people can overlook."""
DIM_SHARE = 0.25  # of the contrast: still read from the chair in a lit room


@dataclass(frozen=True, slots=True)
class Care:
    """How a display is spared."""

    shift: bool = True
    dim_after_s: float = 300.0  #: without news; 0: never
    blank_after_s: float = 0.0  #: without news; 0: never

    def light(self, bright: int, idle_s: float) -> int:
        """The contrast after *idle_s* without news, of *bright*."""
        dim = 0 < self.dim_after_s <= idle_s
        return int(bright * DIM_SHARE) if dim else bright

    def dark(self, idle_s: float) -> bool:
        """Whether nothing is to be lit after *idle_s* without news."""
        return 0 < self.blank_after_s <= idle_s

    def placed(self, picture: bytes, width: int, now_s: float) -> bytes:
        """*picture* where it is to be now. It is never moved over the edge."""
        if not self.shift:
            return picture
        right, down = OFFSETS[int(now_s // SHIFT_EVERY_S) % len(OFFSETS)]
        return _down(_right(picture, width, right), width, down)


def _right(picture: bytes, width: int, by: int) -> bytes:
    """Moved one column; as it is where that would push something lit over the edge."""
    if by == 0 or any(picture[width - 1 if by > 0 else 0 :: width]):
        return picture
    return b"\0" + picture[:-1] if by > 0 else picture[1:] + b"\0"  # the dark edge comes round


def _down(picture: bytes, width: int, by: int) -> bytes:
    if by == 0 or any(picture[-width:] if by > 0 else picture[:width]):
        return picture
    dark = bytes(width)
    return dark + picture[:-width] if by > 0 else picture[width:] + dark
