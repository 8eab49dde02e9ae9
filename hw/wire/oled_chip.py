"""What an OLED makes of the bytes it gets: the far end of the wire, for twins and tests.

A chip takes what its data sheet knows and ignores what does not change the picture. It may be fed
by any driver: luma's own pictures come out as ours do.
"""

from __future__ import annotations

from typing import Protocol

from .oled import (
    ADDRESSING,
    BY_PAGE,
    CONTRAST,
    DISPLAY_OFF,
    DISPLAY_ON,
    DRIVERS,
    GREY_COLUMNS,
    GREY_CONTRAST,
    GREY_ROWS,
    GREY_WRITE,
    HIGH_COLUMN,
    PAGE,
    SET_COLUMNS,
    SET_PAGE,
    SET_PAGES,
    SH1106_FIRST,
    SSD1322_COLUMNS,
)

SH1106_COLUMNS = 132
LIT = 255
ARGUMENTS = {
    CONTRAST: 1,
    0xA8: 1,  # rows that are driven
    0xD3: 1,  # the row it begins with
    0xD5: 1,  # clock
    0xD9: 1,  # charging
    0xDA: 1,  # which row is wired where
    0xDB: 1,  # voltage of a dark row
}
ARGUMENTS_OF_SSD1306 = ARGUMENTS | {
    ADDRESSING: 1,
    SET_COLUMNS: 2,
    SET_PAGES: 2,
    0x8D: 1,  # charge pump
}


class Chip(Protocol):
    """One display as its bytes made it."""

    on: bool
    contrast: int

    def command(self, payload: bytes) -> None:
        """Take commands."""

    def data(self, payload: bytes) -> None:
        """Take data for what was said last."""

    def picture(self) -> bytes:
        """What its memory shows, one byte a pixel, row by row; whether it is on or not."""


def chip(driver: str, width: int, height: int) -> Chip:
    """A display of that chip, just switched on: it is off, and all is dark.

    :raises ValueError: none is known by that name.
    """
    match driver:
        case "ssd1306" | "ssd1309":
            return WindowChip(width, height)
        case "sh1106":
            return PageChip(width, height)
        case "ssd1322":
            return GreyChip(width, height)
    raise ValueError(f"{driver!r} is no OLED driver; write one of {', '.join(DRIVERS)}")


class _MonoChip:
    """What displays of one bit a pixel have in common."""

    _arguments = ARGUMENTS

    def __init__(self, width: int, height: int, columns: int, first: int) -> None:
        self._width, self._height = width, height
        self._columns, self._first = columns, first
        self._memory = [bytearray(columns) for _ in range(height // PAGE)]
        self._held = b""  # a command whose arguments have not come yet
        self.on, self.contrast = False, 0x7F

    def command(self, payload: bytes) -> None:
        """See :class:`Chip`. Arguments may come with a later transfer."""
        for byte in payload:
            self._held += bytes((byte,))
            if len(self._held) > self._arguments.get(self._held[0], 0):
                said, self._held = self._held, b""
                self._take(said[0], said[1:])

    def _take(self, said: int, arguments: bytes) -> None:
        if said == CONTRAST:
            self.contrast = arguments[0]
        elif said in (DISPLAY_OFF, DISPLAY_ON):
            self.on = said == DISPLAY_ON
        else:
            self._place(said, arguments)

    def _place(self, said: int, arguments: bytes) -> None:
        raise NotImplementedError

    def picture(self) -> bytes:
        """See :class:`Chip`."""
        shown = slice(self._first, self._first + self._width)
        rows = []
        for y in range(self._height):
            bit = 1 << y % PAGE
            page = self._memory[y // PAGE][shown]
            rows.append(bytes(LIT if column & bit else 0 for column in page))
        return b"".join(rows)


class WindowChip(_MonoChip):
    """SSD1306 and SSD1309. Data fill a window row by row, and begin anew, as luma sets them.

    Until they are set so they fill one page from a column on, and begin anew there: what a driver
    of an SH1106 says is understood, and its picture stands two columns to the right.
    """

    _arguments = ARGUMENTS_OF_SSD1306

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height, width, 0)
        self._across, self._down = (0, width - 1), (0, height // PAGE - 1)
        self._column = self._page = 0
        self._by = BY_PAGE
        self._begin = 0  # the column of a page

    def _place(self, said: int, arguments: bytes) -> None:
        if said == ADDRESSING:
            self._by = arguments[0] & 0x03
        elif self._by == BY_PAGE:
            self._in_page(said)
        elif said == SET_COLUMNS:
            self._across = arguments[0], arguments[1]
            self._column = arguments[0]
        elif said == SET_PAGES:
            self._down = arguments[0], arguments[1]
            self._page = arguments[0]

    def _in_page(self, said: int) -> None:
        if said < HIGH_COLUMN:
            self._column = self._begin = self._begin & 0xF0 | said
        elif said < ADDRESSING:
            self._column = self._begin = (said & 0x07) << 4 | self._begin & 0x0F
        elif SET_PAGE <= said < SET_PAGE + len(self._memory):
            self._page = said - SET_PAGE

    def data(self, payload: bytes) -> None:
        """See :class:`Chip`."""
        by_page = self._by == BY_PAGE
        first, last = (self._begin, self._columns - 1) if by_page else self._across
        for byte in payload:
            self._memory[self._page][self._column] = byte
            self._column += 1
            if self._column > last:
                self._column = first
                if not by_page:
                    self._page = self._page + 1 if self._page < self._down[1] else self._down[0]


class PageChip(_MonoChip):
    """SH1106: data fill a page from a column on; at its end nothing more is taken."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height, SH1106_COLUMNS, SH1106_FIRST)
        self._column = self._page = 0

    def _place(self, said: int, arguments: bytes) -> None:
        if said < HIGH_COLUMN:
            self._column = self._column & 0xF0 | said
        elif said < 2 * HIGH_COLUMN:
            self._column = (said & 0x0F) << 4 | self._column & 0x0F
        elif SET_PAGE <= said < SET_PAGE + len(self._memory):
            self._page = said - SET_PAGE

    def data(self, payload: bytes) -> None:
        """See :class:`Chip`."""
        fits = payload[: max(0, self._columns - self._column)]
        self._memory[self._page][self._column : self._column + len(fits)] = fits
        self._column += len(fits)


class GreyChip:
    """SSD1322: sixteen shades; a command's arguments come as data."""

    def __init__(self, width: int, height: int) -> None:
        self._width, self._height = width, height
        self._first = (SSD1322_COLUMNS - width) // 2 // 2  # in bytes of two pixels
        self._rows = [bytearray(SSD1322_COLUMNS // 2) for _ in range(128)]
        self._said = 0
        self._across, self._down = (0, 119), (0, 127)
        self._at = self._row = 0
        self.on, self.contrast = False, 0x7F

    def command(self, payload: bytes) -> None:
        """See :class:`Chip`."""
        for said in payload:
            self._said = said
            if said in (DISPLAY_OFF, DISPLAY_ON):
                self.on = said == DISPLAY_ON
            elif said == GREY_WRITE:
                self._at, self._row = 2 * self._across[0], self._down[0]

    def data(self, payload: bytes) -> None:
        """See :class:`Chip`."""
        if self._said == GREY_WRITE:
            self._fill(payload)
        elif self._said == GREY_COLUMNS:
            self._across = payload[0], payload[1]
        elif self._said == GREY_ROWS:
            self._down = payload[0], payload[1]
        elif self._said == GREY_CONTRAST:
            self.contrast = payload[0]

    def _fill(self, payload: bytes) -> None:
        for byte in payload:
            self._rows[self._row][self._at] = byte
            self._at += 1
            if self._at > 2 * self._across[1] + 1:
                self._at = 2 * self._across[0]
                self._row = self._row + 1 if self._row < self._down[1] else self._down[0]

    def picture(self) -> bytes:
        """See :class:`Chip`. A shade of sixteen is 0 to 255 in steps of 17."""
        shown = slice(self._first, self._first + self._width // 2)
        return bytes(
            17 * shade
            for row in self._rows[: self._height]
            for two in row[shown]
            for shade in (two >> 4, two & 0x0F)
        )
