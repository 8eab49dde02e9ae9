"""Test pictures of the display: a frame, lines, squares, all of it, and a meter."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from .letters import font
from .oled import LIT, Panel

GRID_PX, SQUARE_PX = 8, 4
CORNER_PX = 6
LEAST_PX = 4  # a small display must take all of a question


@lru_cache(maxsize=32)
def drawn(
    name: str, panel: Panel, words: tuple[str, ...], share: float = 0.0, best: float = 0.0
) -> bytes:
    """``width * height`` bytes of the test picture *name*.

    *share* is how full a meter is, and *best* where its mark stands, both 0 to 1.
    """
    picture = Image.new("L", (panel.width, panel.height))
    draw = ImageDraw.Draw(picture)
    draw.fontmode = "L" if panel.grey else "1"
    match name:
        case "border":
            _border(draw, panel)
            _words(draw, panel, words, (CORNER_PX, CORNER_PX, panel.width, panel.height))
        case "grid":
            _grid(draw, panel)
        case "checker":
            _checker(draw, panel)
        case "lit":
            draw.rectangle((0, 0, panel.width - 1, panel.height - 1), fill=LIT)
        case "meter":
            _meter(draw, panel, share, best)
            _words(draw, panel, words, (0, 0, panel.width, panel.height // 2))
    return picture.tobytes()


def _border(draw: ImageDraw.ImageDraw, panel: Panel) -> None:
    """One pixel wide at the very edge, and a second one inside: a shift by two is seen."""
    right, low = panel.width - 1, panel.height - 1
    draw.rectangle((0, 0, right, low), outline=LIT)
    draw.rectangle((3, 3, right - 3, low - 3), outline=LIT)


def _grid(draw: ImageDraw.ImageDraw, panel: Panel) -> None:
    for x in range(0, panel.width, GRID_PX):
        draw.line((x, 0, x, panel.height - 1), fill=LIT)
    for y in range(0, panel.height, GRID_PX):
        draw.line((0, y, panel.width - 1, y), fill=LIT)


def _checker(draw: ImageDraw.ImageDraw, panel: Panel) -> None:
    for y in range(0, panel.height, SQUARE_PX):
        for x in range(0, panel.width, SQUARE_PX):
            if (x + y) // SQUARE_PX % 2:
                box = (x, y, x + SQUARE_PX - 1, y + SQUARE_PX - 1)
                draw.rectangle(box, fill=LIT)


def _meter(draw: ImageDraw.ImageDraw, panel: Panel, share: float, best: float) -> None:
    """A bar in the lower half; a mark above it stands where it was longest."""
    top, wide = panel.height * 5 // 8, panel.width - 3
    draw.rectangle((0, top, panel.width - 1, panel.height - 1), outline=LIT)
    draw.rectangle((1, top + 1, 1 + round(wide * min(1.0, share)), panel.height - 2), fill=LIT)
    if best > 0:
        mark = 1 + round(wide * min(1.0, best))
        draw.rectangle((mark - 1, top - 5, mark, top - 1), fill=LIT)


def _words(
    draw: ImageDraw.ImageDraw, panel: Panel, words: tuple[str, ...], box: tuple[int, int, int, int]
) -> None:
    """Centred in *box*, as large as fits, and on a dark ground."""
    left, top, right, low = box
    room, high = right - 2 * left, low - 2 * top
    for low_px in range(panel.height // 3, LEAST_PX - 1, -1):
        face = font(low_px)
        lines = [line for one in words for line in face.wrapped(one, room)]
        whole = not any(line.endswith("...") for line in lines)
        if (whole and face.line_px * len(lines) <= high) or low_px == LEAST_PX:
            break
    y = top + max(0, (high - face.line_px * len(lines)) // 2)
    for line in lines:
        x = left + (room - face.width(line)) // 2
        face.write(draw, (line,), (x, y), LIT)
        y += face.line_px
