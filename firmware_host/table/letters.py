"""Letters of a size that can be read from where people sit, and lines cut to fit."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

LEGIBLE = (
    200  # letters no lower than 1/200 of the distance: 6/6 vision reads 1/700, a third is ease
)
SMALLEST_PX, LARGEST_PX = 8, 48  # font sizes tried
ELLIPSIS = "..."


@dataclass(frozen=True, slots=True)
class Font:
    """Pillow's own font at one size; *low_px* is the height of its lowest letters."""

    face: ImageFont.FreeTypeFont | ImageFont.ImageFont
    low_px: int
    line_px: int  #: from one line to the next
    rise_px: int  #: empty rows above the tallest letter
    gap_px: int  #: between words

    def width(self, line: str) -> int:
        """Of a line, in pixels: words, and gaps of whole pixels."""
        words = line.split(" ")
        return sum(map(self._wide, words)) + self.gap_px * (len(words) - 1)

    @lru_cache(maxsize=4096)  # noqa: B019  # fonts live as long as the program
    def _wide(self, word: str) -> int:
        # A panel without shades draws letters hinted to whole pixels, one with shades does not.
        return math.ceil(max(self.face.getlength(word, mode) for mode in ("1", "L")))

    def write(
        self, draw: ImageDraw.ImageDraw, lines: Iterable[str], corner: tuple[int, int], light: int
    ) -> None:
        """Write *lines* below one another; *corner* is the top left of what is lit."""
        left, y = corner
        for line in lines:
            x = left
            for word in line.split(" "):
                draw.text((x, y - self.rise_px), word, font=self.face, fill=light)
                x += self._wide(word) + self.gap_px
            y += self.line_px

    def wrapped(self, words: str, width: int) -> tuple[str, ...]:
        """*words* in lines no wider than *width*; a word that is wider is cut."""
        lines: list[str] = []
        for word in words.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.width(longer) <= width:
                lines[-1] = longer
            else:
                lines.append(self.cut(word, width))
        return tuple(lines)

    def cut(self, line: str, width: int) -> str:
        """*line*, or as much of it as fits, ending in an ellipsis."""
        if self.width(line) <= width:
            return line
        kept = line
        while kept and self.width(kept + ELLIPSIS) > width:
            kept = kept[:-1]
        return kept.rstrip() + ELLIPSIS


def lowest_px(viewing_mm: float, pitch_mm: float) -> int:
    """How many pixels high a letter must be at this distance and pixel pitch."""
    return max(1, math.ceil(viewing_mm / LEGIBLE / pitch_mm))


@lru_cache(maxsize=64)
def font(low_px: int) -> Font:
    """The smallest font whose lowest letters have at least *low_px* rows."""
    for size in range(SMALLEST_PX, LARGEST_PX + 1):
        found = _sized(size)
        if found.low_px >= low_px:
            return found
    return found


@lru_cache(maxsize=64)
def _sized(size: int) -> Font:
    face = ImageFont.load_default(size)
    low = min(_rows(face, letter)[1] for letter in "acenorsuvxz")
    rise, tall = _rows(face, "ÄHbdgpqy")
    return Font(face, low, tall + 1, rise, max(3, round(size * 0.28)))


def _rows(face: ImageFont.FreeTypeFont | ImageFont.ImageFont, letters: str) -> tuple[int, int]:
    """Empty rows above what is drawn of *letters*, and rows drawn, as pixels really lit."""
    picture = Image.new("L", (400, 100))
    draw = ImageDraw.Draw(picture)
    draw.fontmode = "1"
    draw.text((4, 4), letters, font=face, fill=255)
    box = picture.getbbox() or (0, 4, 0, 4)
    return box[1] - 4, box[3] - box[1]
