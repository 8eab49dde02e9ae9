"""The bytes that show a picture on a small OLED, and only those that must change.

A display keeps what it shows in a memory of its own. The encoders here make a picture into the
content of that memory, and two contents into the transfers from one to the other. The twins'
decoders are in ``oled_chip``.

Sources: the data sheets of SSD1306 (rev 1.1), SH1106 (2.3), SSD1309 (1.0) and SSD1322 (1.2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

DRIVERS = ("ssd1306", "sh1106", "ssd1309", "ssd1322")
HALF_LIT = 128  # a pixel without shades is lit from here on
PAGE = 8  # rows to a page: a byte is eight pixels, one above the other
SH1106_FIRST = 2  # its memory is 132 columns wide, and most panels show the middle 128
SSD1322_COLUMNS = 480  # its memory is wider than any panel, which has the middle of it
APART = 9  # unchanged columns that cost as much as saying anew where it goes on

ADDRESSING = 0x20  # SSD1306, SSD1309: where data go on, and whose commands say where they begin
BY_WINDOW, BY_PAGE = 0, 2  # row by row in a window, as luma sets it; in a page, as it is powered up
SET_COLUMNS, SET_PAGES = 0x21, 0x22  # SSD1306, SSD1309 by window
LOW_COLUMN, HIGH_COLUMN, SET_PAGE = 0x00, 0x10, 0xB0  # SH1106; SSD1306, SSD1309 by page
GREY_COLUMNS, GREY_ROWS, GREY_WRITE = 0x15, 0x75, 0x5C  # SSD1322
CONTRAST, GREY_CONTRAST = 0x81, 0xC1
DISPLAY_OFF, DISPLAY_ON, NOP = 0xAE, 0xAF, 0xE3

_LIT = bytes(light >= HALF_LIT for light in range(256))
_HIGH = bytes(light & 0xF0 for light in range(256))
_LOW = bytes(light >> 4 for light in range(256))


@dataclass(frozen=True, slots=True)
class Transfer:
    """One write on the wire: commands, or data for what the last command said."""

    data: bool
    payload: bytes


def _said(*commands: int) -> Transfer:
    return Transfer(False, bytes(commands))


def addressed(driver: str) -> tuple[Transfer, ...]:
    """Of how luma sets that chip, what decides where data go; the encoders count on it."""
    return (_said(ADDRESSING, BY_WINDOW),) if driver in ("ssd1306", "ssd1309") else ()


class Encoder(Protocol):
    """Pictures of one display as what its memory holds."""

    bright: int
    """The contrast its maker means for every day, 0 to 255."""

    def memory(self, picture: bytes) -> bytes:
        """What its memory holds when it shows *picture*, one byte a pixel, row by row.

        :raises ValueError: not one byte for each pixel.
        """

    def changes(self, old: bytes | None, new: bytes) -> list[Transfer]:
        """From the content *old* to *new*; all of it where nobody knows what it holds."""

    def contrast(self, level: int) -> list[Transfer]:
        """How much light, 0 to 255."""


def encoder(driver: str, width: int, height: int) -> Encoder:
    """The encoder of a display of that chip.

    :raises ValueError: none is known by that name.
    """
    match driver:
        case "ssd1306" | "ssd1309":
            return Mono(width, height, _window, bright=0xCF)
        case "sh1106":
            return Mono(width, height, _page_of_sh1106, bright=0x7F)
        case "ssd1322":
            return Grey(width, height)
    raise ValueError(f"{driver!r} is no OLED driver; write one of {', '.join(DRIVERS)}")


def _window(page: int, first: int, last: int) -> Transfer:
    return _said(SET_COLUMNS, first, last, SET_PAGES, page, page)


def _page_of_sh1106(page: int, first: int, last: int) -> Transfer:
    high, low = divmod(first + SH1106_FIRST, 16)
    return _said(SET_PAGE | page, LOW_COLUMN | low, HIGH_COLUMN | high)


def _size_checked(picture: bytes, width: int, height: int) -> None:
    if len(picture) != width * height:
        raise ValueError(f"{len(picture)} bytes; the display has {width}x{height}")


def spans(old: bytes, new: bytes, apart: int) -> Iterator[tuple[int, int]]:
    """First and last place of each run that differs; runs less than *apart* places apart are one.

    Both are of one length.
    """
    first = last = -1
    for at, (a, b) in enumerate(zip(old, new, strict=True)):
        if a == b:
            continue
        if first >= 0 and at - last > apart:
            yield first, last
            first = at
        if first < 0:
            first = at
        last = at
    if first >= 0:
        yield first, last


class Mono:
    """One bit a pixel, a byte a column of eight, page by page: SSD1306, SSD1309, SH1106."""

    def __init__(
        self, width: int, height: int, goto: Callable[[int, int, int], Transfer], bright: int
    ) -> None:
        self._width, self._height, self._goto = width, height, goto
        self.bright = bright

    def memory(self, picture: bytes) -> bytes:
        """See :class:`Encoder`."""
        width = self._width
        _size_checked(picture, width, self._height)
        lit = picture.translate(_LIT)
        pages = []
        for top in range(0, len(lit), PAGE * width):
            page = 0  # eight rows at once: each row is one long number, moved up to its bit
            for bit in range(PAGE):
                row = top + bit * width
                page |= int.from_bytes(lit[row : row + width]) << bit
            pages.append(page.to_bytes(width))
        return b"".join(pages)

    def changes(self, old: bytes | None, new: bytes) -> list[Transfer]:
        """See :class:`Encoder`."""
        sent, width = [], self._width
        for page, start in enumerate(range(0, len(new), width)):
            there = new[start : start + width]
            if old is None:
                sent += [self._goto(page, 0, width - 1), Transfer(True, there)]
            elif (was := old[start : start + width]) != there:
                for first, last in spans(was, there, APART):
                    sent.append(self._goto(page, first, last))
                    sent.append(Transfer(True, there[first : last + 1]))
        return sent

    def contrast(self, level: int) -> list[Transfer]:
        """See :class:`Encoder`."""
        return [_said(CONTRAST, level)]


class Grey:
    """Sixteen shades, two pixels a byte, row by row: SSD1322. Arguments travel as data."""

    bright = 0x7F

    def __init__(self, width: int, height: int) -> None:
        self._width, self._height = width, height
        self._first = (SSD1322_COLUMNS - width) // 2 // 4  # an address is of four pixels

    def memory(self, picture: bytes) -> bytes:
        """See :class:`Encoder`."""
        _size_checked(picture, self._width, self._height)
        left = int.from_bytes(picture[0::2].translate(_HIGH))
        right = int.from_bytes(picture[1::2].translate(_LOW))
        return (left | right).to_bytes(len(picture) // 2)

    def changes(self, old: bytes | None, new: bytes) -> list[Transfer]:
        """See :class:`Encoder`."""
        row = self._width // 2
        if old is None:
            return self._box(new, (0, self._height - 1), (0, row - 1))
        sent: list[Transfer] = []
        for top in range(0, self._height, PAGE):
            rows = range(top, min(top + PAGE, self._height))
            was = [old[y * row : (y + 1) * row] for y in rows]
            now = [new[y * row : (y + 1) * row] for y in rows]
            changed = [i for i in range(len(rows)) if was[i] != now[i]]
            if not changed:
                continue
            differ = [span for i in changed for span in spans(was[i], now[i], row)]
            across = min(first for first, _ in differ), max(last for _, last in differ)
            sent += self._box(new, (top + changed[0], top + changed[-1]), across)
        return sent

    def _box(self, new: bytes, rows: tuple[int, int], across: tuple[int, int]) -> list[Transfer]:
        """The part of *new* in these rows and bytes of a row, both ends with it."""
        row = self._width // 2
        left, right = across[0] // 2, across[1] // 2
        ends = range(rows[0] * row, (rows[1] + 1) * row, row)
        body = b"".join(new[start + 2 * left : start + 2 * right + 2] for start in ends)
        return [
            _said(GREY_COLUMNS),
            Transfer(True, bytes((self._first + left, self._first + right))),
            _said(GREY_ROWS),
            Transfer(True, bytes(rows)),
            _said(GREY_WRITE),
            Transfer(True, body),
        ]

    def contrast(self, level: int) -> list[Transfer]:
        """See :class:`Encoder`."""
        return [_said(GREY_CONTRAST), Transfer(True, bytes((level,)))]
