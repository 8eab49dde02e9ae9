"""The bottom of the sheet: the LED strip, its supply, its fuse, and what speaks to it."""

from __future__ import annotations

from firmware_host.daemon.settings.config import TableConfig

from .boxes import LINED, resistor
from .claims import CLOCKED, on_cable, spi_of
from .nets import BLACK, BLUE, RED, YELLOW, Device
from .parts import LAMP_OHM, fed_apart, fuse_a, injected, supply_a, wire_mm2
from .svg import FAINT, PAPER, Point, Sheet

HIGH_PX = 330
FEED_PX, STRIP_PX = 290, 660
DATA_Y, CLOCK_Y, GROUND_END_Y, V5_Y, GND_Y = 62, 88, 114, 196, 236
"""Heights below the top of the band."""
CONTROLLER_5V, CONTROLLER_GND = 265, 282
"""How far right the wires leave what speaks to the strip."""


class Band:
    """Draws that of *feed*; *at* is its corner, *end* is the sheet's right edge."""

    def __init__(
        self, sheet: Sheet, table: TableConfig, feed: Device, at: Point, end: float
    ) -> None:
        self._sheet, self.feed, self._strip = sheet, feed, table.every_strip[feed.strip]
        self._which = f" {feed.strip + 1}" if len(table.every_strip) > 1 else ""
        self._x, self._y, self._end = *at, end
        self._clocked = self._strip.chip in CLOCKED
        self._direct = spi_of(self._strip.port) is not None

    def ends(self) -> list[float]:
        """The heights at which the wires from the Pi come in."""
        return [self._y + y for y in (DATA_Y, CLOCK_Y, GROUND_END_Y)[: len(self.feed.ends)]]

    def draw(self) -> None:
        """All of it; wires first, boxes above their ends."""
        self._power()
        self._signals()
        self._feed()
        if not self._direct:
            self._shifter()
        if fed_apart(self._strip):
            self._supply()
        self._leds()

    def _at(self, dx: float, dy: float) -> tuple[float, float]:
        return self._x + dx, self._y + dy

    def _power(self) -> None:
        sheet, strip = self._sheet, self._strip
        apart = fed_apart(strip)
        left_5v, left_gnd = (170, 170) if apart else (CONTROLLER_5V, CONTROLLER_GND)
        sheet.wire([self._at(left_gnd, GND_Y), self._at(STRIP_PX, GND_Y)], BLACK)
        sheet.wire([self._at(left_5v, V5_Y), self._at(STRIP_PX, V5_Y)], RED)
        size = wire_mm2(fuse_a(strip))
        sheet.text(self._at(384, GND_Y + 20), f"red and black: {size} mm² each", size=11.5)
        if not (apart and on_cable(strip)):
            self._drop(CONTROLLER_5V, 134, V5_Y, RED)
        self._drop(CONTROLLER_GND, 134, GND_Y, BLACK)
        if not self._direct:
            self._drop(430, 118, V5_Y, RED)
            self._drop(447, 118, GND_Y, BLACK)
        if apart:
            self._capacitor()
        if injected(strip):
            self._far_end()

    def _drop(self, dx: float, top: float, to: float, colour: str) -> None:
        self._sheet.wire([self._at(dx, top), self._at(dx, to)], colour)
        self._sheet.circle(self._at(dx, to), 4.5, colour, colour)

    def _capacitor(self) -> None:
        sheet, x = self._sheet, 590
        sheet.line([self._at(x, V5_Y), self._at(x, V5_Y + 15)], wide=2)
        sheet.line([self._at(x, GND_Y), self._at(x, GND_Y - 15)], wide=2)
        sheet.line([self._at(x - 13, V5_Y + 15), self._at(x + 13, V5_Y + 15)], wide=3)
        sheet.line([self._at(x - 13, GND_Y - 15), self._at(x + 13, GND_Y - 15)], wide=3)
        sheet.circle(self._at(x, V5_Y), 4.5, RED, RED)
        sheet.circle(self._at(x, GND_Y), 4.5, BLACK, BLACK)
        sheet.text(self._at(x - 20, V5_Y + 13), "+", size=14, anchor="end", bold=True)
        sheet.text(self._at(x - 20, V5_Y + 27), "1000 µF, 10 V", size=11.5, anchor="end")

    def _far_end(self) -> None:
        """The strip's other end is fed as well."""
        sheet, right = self._sheet, self._end - self._x
        black = [(632, GND_Y), (632, 278), (right - 52, 278), (right - 52, GND_Y)]
        red = [(614, V5_Y), (614, 296), (right - 34, 296), (right - 34, V5_Y)]
        sheet.wire([self._at(*p) for p in [*black, (right - 80, GND_Y)]], BLACK)
        sheet.wire([self._at(*p) for p in [*red, (right - 80, V5_Y)]], RED)
        sheet.circle(self._at(632, GND_Y), 4.5, BLACK, BLACK)
        sheet.circle(self._at(614, V5_Y), 4.5, RED, RED)
        words = "the same again to the far end, or it turns red"
        sheet.text(self._at(right - 34, 316), words, size=11.5, colour=FAINT, anchor="end")

    def _signals(self) -> None:
        sheet = self._sheet
        start = FEED_PX if self._direct else 460
        rows = [(DATA_Y, BLUE), (CLOCK_Y, YELLOW)][: 2 if self._clocked else 1]
        for dy, colour in rows:
            if not self._direct:
                sheet.wire([self._at(FEED_PX, dy), self._at(340, dy)], colour)
            sheet.wire([self._at(start, dy), self._at(STRIP_PX, dy)], colour)
            resistor(sheet, self._at(500, dy), f"{LAMP_OHM} Ω")

    def _feed(self) -> None:
        sheet, feed = self._sheet, self.feed
        sheet.rect(self._at(0, 20), (FEED_PX, 114), fill=LINED)
        sheet.text(self._at(12, 40), feed.name, size=14, bold=True)
        for end, y in zip(feed.ends, self.ends(), strict=True):
            sheet.circle((self._x, y), 4, PAPER)
            sheet.text((self._x + 12, y + 4.5), end.name, size=12.5)
        usb = on_cable(self._strip)
        for i, says in enumerate(feed.says):
            at = self._at(12, 100 + 18 * i) if usb else self._at(FEED_PX - 12, 40)
            anchor = "start" if usb else "end"
            sheet.text(at, says, size=12, colour=FAINT, anchor=anchor)
        names = ("1Y", "2Y") if self._direct else ("data (GPIO 2)", "clock (GPIO 0)")
        self._outputs(FEED_PX, names)
        sheet.text(self._at(286, 129), "GND", size=10, anchor="end")
        if not (usb and fed_apart(self._strip)):
            sheet.text(self._at(258, 129), "5 V", size=10, anchor="end")

    def _outputs(self, edge: float, names: tuple[str, ...]) -> None:
        for name, dy in zip(names, (DATA_Y, CLOCK_Y)[: 2 if self._clocked else 1], strict=False):
            self._sheet.circle(self._at(edge, dy), 4, PAPER)
            self._sheet.text(self._at(edge - 10, dy + 4.5), name, size=12, anchor="end")

    def _shifter(self) -> None:
        sheet = self._sheet
        sheet.rect(self._at(340, 20), (120, 98), fill=LINED)
        sheet.text(self._at(400, 38), "74AHCT125", size=12.5, anchor="middle", bold=True)
        for i, dy in enumerate((DATA_Y, CLOCK_Y)[: 2 if self._clocked else 1], 1):
            sheet.circle(self._at(340, dy), 4, PAPER)
            sheet.text(self._at(350, dy + 4.5), f"{i}A", size=12)
        self._outputs(460, ("1Y", "2Y"))
        sheet.text(self._at(428, 113), "5 V", size=10, anchor="end")
        sheet.text(self._at(459, 113), "GND", size=10, anchor="end")

    def _supply(self) -> None:
        sheet, strip = self._sheet, self._strip
        sheet.rect(self._at(0, 158), (170, 108), fill=LINED)
        sheet.text(self._at(12, 178), f"Supply of the strip{self._which}", size=13, bold=True)
        sheet.text(self._at(12, V5_Y + 8), f"5 V, {supply_a(strip):g} A", size=12.5)
        for dy, sign in ((V5_Y, "+"), (GND_Y, "\N{MINUS SIGN}")):
            sheet.text(self._at(156, dy + 5), sign, size=15, anchor="end", bold=True)
        sheet.text(self._at(12, GND_Y + 14), "mains by an electrician", size=10.5, colour=FAINT)
        sheet.rect(self._at(196, V5_Y - 11), (54, 22), round_px=3)
        sheet.line([self._at(196, V5_Y), self._at(250, V5_Y)], wide=1.4)
        sheet.text(self._at(223, V5_Y - 17), f"fuse {fuse_a(strip):g} A", size=12, anchor="middle")

    def _leds(self) -> None:
        sheet, strip, right = self._sheet, self._strip, self._end - self._x - 80
        x, wide = STRIP_PX, right - STRIP_PX
        sheet.rect(self._at(x, 20), (wide, 242), fill="#f3f3ee")
        name = f"LED strip{self._which}: {strip.wired} \N{MULTIPLICATION SIGN} {strip.chip.upper()}"
        sheet.text(self._at(x + wide / 2, 42), name, size=14, anchor="middle", bold=True)
        ends = [(DATA_Y, "DI" if self._clocked else "DIN"), (V5_Y, "5 V"), (GND_Y, "GND")]
        if self._clocked:
            ends.append((CLOCK_Y, "CI"))
        for dy, end in ends:
            sheet.circle(self._at(x, dy), 4, PAPER)
            sheet.text(self._at(x + 12, dy + 4.5), end, size=12.5)
        if injected(strip):
            for dy, end in ((V5_Y, "5 V"), (GND_Y, "GND")):
                sheet.circle(self._at(right, dy), 4, PAPER)
                sheet.text(self._at(right - 12, dy + 4.5), end, size=12.5, anchor="end")
        count = int((wide - 40) // 34)
        for i in range(count):
            fill = ("#ef5350", "#ffca28", "#66bb6a", "#42a5f5")[i % 4]
            sheet.rect(self._at(x + 24 + 34 * i, 122), (22, 22), fill=fill, round_px=3)
        words = "arrows printed on it point this way →"
        sheet.text(self._at(x + wide / 2, 166), words, size=11.5, colour=FAINT, anchor="middle")
        if strip.sacrificial:
            many = "the first LED stays" if strip.sacrificial == 1 else "the first LEDs stay"
            words = f"{many} dark: {strip.sacrificial} for the signal"
            at = self._at(x + wide / 2, 184)
            sheet.text(at, words, size=11.5, colour=FAINT, anchor="middle")
