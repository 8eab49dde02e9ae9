"""Where the table's page is, as a picture: a code for telephones, the address, and the name."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Sequence

from PIL import Image, ImageDraw

from .letters import Font, font
from .oled import LIT, Panel
from .scene import Welcome

CODE_NS, WORDS_NS = 7_000_000_000, 4_000_000_000
"""To take a telephone out and aim it; to read an address and type it."""
GAP_PX = 4
LEAST = 2 / 3
"""Of the lowest letters elsewhere: it is read once, by one who may lean forward."""


def picture(welcome: Welcome, panel: Panel, age_ns: int) -> bytes:
    """``width * height`` bytes, as it is so long after it was first shown.

    On a wide panel the code stands beside the words; else they take turns.
    """
    sheet = Image.new("L", (panel.width, panel.height))
    draw = ImageDraw.Draw(sheet)
    draw.fontmode = "L" if panel.grey else "1"
    said = [words for words in (welcome.address, welcome.name) if words]
    beside = panel.width - panel.height - GAP_PX
    if welcome.code and all(fitting(words, panel, beside) for words in said):
        _code(draw, welcome.code, panel.height)
        _words(draw, said[_turn(age_ns, [WORDS_NS] * len(said))], panel, panel.height + GAP_PX)
        return sheet.tobytes()
    times = [CODE_NS] * bool(welcome.code) + [WORDS_NS] * len(said)
    turn = _turn(age_ns, times)
    if welcome.code and turn == 0:
        _code(draw, welcome.code, panel.height, (panel.width - panel.height) // 2)
    else:
        _words(draw, said[turn - bool(welcome.code)], panel, 0)
    return sheet.tobytes()


def _turn(age_ns: int, times: Sequence[int]) -> int:
    into_ns = age_ns % sum(times)
    for number, time_ns in enumerate(times):
        if into_ns < time_ns:
            return number
        into_ns -= time_ns
    raise AssertionError("a round is as long as its parts")


def _code(draw: ImageDraw.ImageDraw, rows: Sequence[str], side: int, left: int = 0) -> None:
    """A lit square with the code dark in it: cameras want it that way round."""
    dot = side // len(rows)
    edge = (side - dot * len(rows)) // 2
    draw.rectangle((left, 0, left + side - 1, side - 1), fill=LIT)
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark == "#":
                at = (left + edge + x * dot, edge + y * dot)
                draw.rectangle((*at, at[0] + dot - 1, at[1] + dot - 1), fill=0)


def fitting(
    words: str, panel: Panel, width: int, least: float = LEAST
) -> tuple[Font, tuple[str, ...]] | None:
    """The largest letters, and the lines, in which all of *words* fits; None: only too small."""
    lowest = max(4, math.ceil(panel.low_px * least))
    for low_px in range(panel.height // 2, lowest - 1, -1):
        face = font(low_px)
        for lines in _cuts(words):
            high = face.line_px * len(lines)
            if high <= panel.height and all(face.width(line) <= width for line in lines):
                return face, lines
    return None


def _cuts(words: str) -> Iterator[tuple[str, ...]]:
    """Ways to write an address or a name in one, two or three lines: cut before dot and colon."""
    pieces = re.split(r"(?=[.:])", words)
    joined = ["".join(pieces[:i]) for i in range(len(pieces) + 1)]
    yield (words,)
    for i in range(1, len(pieces)):
        yield joined[i], words[len(joined[i]) :]
    for i, j in itertools.combinations(range(1, len(pieces)), 2):
        yield joined[i], joined[j][len(joined[i]) :], words[len(joined[j]) :]


def _words(draw: ImageDraw.ImageDraw, words: str, panel: Panel, left: int) -> None:
    width = panel.width - left
    fits = fitting(words, panel, width) or fitting(words, panel, width, 0)
    if fits is None:  # a name of a length that no network has
        face = font(4)
        fits = face, (face.cut(words, width),)
    face, lines = fits
    top = (panel.height - face.line_px * len(lines)) // 2
    face.write(draw, lines, (left, max(0, top)), LIT)
