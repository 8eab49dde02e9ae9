"""The codes by which telephones play, as a picture for the display: large, and whose they are."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from .letters import Font, font
from .oled import LIT, Panel

GAP_PX = 3
ADDRESS = 3
"""The address has one part in so many of the height, below the code."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown: whose code, and the code; and where the page is."""

    rows: tuple[tuple[str, str], ...]
    address: str = ""


def picture(shown: Shown, panel: Panel) -> bytes:
    """``width * height`` bytes: one code as large as it fits, several in two columns."""
    sheet = Image.new("L", (panel.width, panel.height))
    draw = ImageDraw.Draw(sheet)
    draw.fontmode = "L" if panel.grey else "1"
    if len(shown.rows) == 1:
        _one(draw, shown, panel)
    else:
        _several(draw, shown, panel)
    return sheet.tobytes()


def _one(draw: ImageDraw.ImageDraw, shown: Shown, panel: Panel) -> None:
    ((seat, code),) = shown.rows
    words, room = f"{seat}: {_spaced(code)}", panel.height
    if shown.address:
        small = _largest(shown.address, panel.width, panel.height // ADDRESS)
        room -= small.line_px + GAP_PX
        _middle(draw, small, shown.address, panel.width, panel.height - small.line_px)
    face = _largest(words, panel.width, room)
    _middle(draw, face, words, panel.width, max(0, (room - face.line_px) // 2))


def _middle(draw: ImageDraw.ImageDraw, face: Font, words: str, width: int, top: int) -> None:
    face.write(draw, (words,), (max(0, (width - face.width(words)) // 2), top), LIT)


def _several(draw: ImageDraw.ImageDraw, shown: Shown, panel: Panel) -> None:
    """All in letters of one size."""
    columns = 2
    lines = -(-len(shown.rows) // columns)
    width, height = panel.width // columns, panel.height // lines
    cells = [f"{seat} {code}" for seat, code in shown.rows]
    faces = [_largest(words, width - GAP_PX, height) for words in cells]
    face = min(faces, key=lambda one: one.line_px)
    for number, words in enumerate(cells):
        column, line = divmod(number, lines)
        face.write(draw, (words,), (column * width + GAP_PX, line * height), LIT)


def _largest(words: str, width: int, height: int) -> Font:
    for low_px in range(height, 4, -1):
        face = font(low_px)
        if face.line_px <= height and face.width(words) <= width:
            return face
    return font(4)


def _spaced(code: str) -> str:
    """In pairs, as they are read and typed."""
    return f"{code[: len(code) // 2]} {code[len(code) // 2 :]}"
