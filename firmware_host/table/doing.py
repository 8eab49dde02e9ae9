"""What the card that lies face up says, as a row at the top of the display: one box an action.

The one that is being carried out is inverted; those that are done have a line through them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import ImageDraw

from .letters import Font, font

PAD_PX, GAP_PX = 2, 2  # inside of a box, and between two


@dataclass(frozen=True, slots=True)
class Row:
    """Words in boxes, in a face in which all of them fit."""

    boxes: tuple[tuple[str, str], ...]  #: (words, ``done`` | ``now`` | ``due``)
    face: Font

    @property
    def height_px(self) -> int:
        """Of the row, and of the gap below it."""
        return self.face.line_px + 2 * PAD_PX - 2 + GAP_PX


def row(wordings: Sequence[Sequence[tuple[str, str]]], width: int, low_px: int) -> Row | None:
    """The first of several wordings that fits; None where there are no boxes, or none fits."""
    for boxes in wordings:
        found = Row(tuple(boxes), font(low_px))
        if boxes and _wide(found) <= width:
            return found
    return None


def _wide(shown: Row) -> int:
    each = sum(shown.face.width(words) + 2 * PAD_PX for words, _ in shown.boxes)
    return each + GAP_PX * (len(shown.boxes) - 1)


def draw_row(draw: ImageDraw.ImageDraw, shown: Row, lit: int, dim: int) -> None:
    """The row, from the top left corner."""
    left, low = 0, shown.height_px - GAP_PX - 1
    for words, how in shown.boxes:
        right = left + shown.face.width(words) + 2 * PAD_PX - 1
        now, light = how == "now", dim if how == "done" else lit
        draw.rectangle((left, 0, right, low), outline=light, fill=lit if now else 0)
        shown.face.write(draw, (words,), (left + PAD_PX, PAD_PX - 1), 0 if now else light)
        if how == "done":
            draw.line((left + 1, low // 2, right - 1, low // 2), fill=light)
        left = right + 1 + GAP_PX
