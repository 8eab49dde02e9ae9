"""The wiring diagram of a table, as SVG: the header, each device, and every wire between."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from firmware_host.daemon.settings.config import TableConfig

from . import boxes, lanes
from .band import HIGH_PX, Band
from .boxes import GAP_PX, WIDE_PX, Placed
from .header import GND, HEADER, V3, V5, model
from .nets import BLACK, POWER, RED, RIBBON, USB, Device, End, devices
from .notes import notes
from .svg import FAINT, INK, PAPER, Point, Sheet, wrapped

TOP_PX = 108
ROW_PX = 36
ODD_X, EVEN_X = 214.0, 252.0
FIRST_PIN_Y = TOP_PX + 44.0
PORTS_Y = FIRST_PIN_Y + 20 * ROW_PX + 18
LANES_X, LANE_PX = 392, 15
NOTES_PX, MARGIN_PX = 620, 40
HEAD_PX, LINE_PX = 36, 19
"""From a note's heading to its first line, and from line to line."""
RAILS = {"GND": 26, "5 V": 52}
"""How far right of the devices the wires from the terminal blocks run."""
PADS = {V3: "#ffb74d", V5: "#e57373", GND: "#424242"}
PORTS = {USB: "USB", RIBBON: "", POWER: ""}


@dataclass(frozen=True, slots=True)
class Wire:
    """From the Pi to a device; *ahead* is its way up to where the lanes begin."""

    end: End
    ahead: tuple[Point, ...]
    to: Point


def drawn(table: TableConfig, warned: Iterable[str] = ()) -> str:
    """The diagram; *warned* are sentences to be read before soldering."""
    return _Diagram(table, tuple(warned)).svg()


class _Diagram:
    def __init__(self, table: TableConfig, warned: tuple[str, ...]) -> None:
        self._table, self._sheet = table, Sheet()
        self._told = [_note(words) for words in (*(f"! {w}" for w in warned), *notes(table))]
        found = devices(table)
        feeds = [d for d in found if d.kind == "feed"]
        upper = [d for d in found if d.kind != "feed"]
        count = sum(len(d.ends) for d in found)
        self._x = float(LANES_X + LANE_PX * count + 34)
        self._upper = _stacked(upper, self._x, TOP_PX + _clear(upper))
        self._end = self._x + WIDE_PX + max(RAILS.values()) + 40 + NOTES_PX + MARGIN_PX
        self._ports = self._sockets(found)
        bottom = max(
            self._upper[-1].at[1] + self._upper[-1].high,
            PORTS_Y + 150,
            TOP_PX + sum(_high(lines) for _, lines in self._told),
        )
        self._bands = [
            Band(self._sheet, table, feed, (self._x, bottom + 26 + i * HIGH_PX), self._end)
            for i, feed in enumerate(feeds)
        ]
        self._high = bottom + 26 + (HIGH_PX * len(feeds) if feeds else 20)

    def svg(self) -> str:
        self._title()
        self._rails()
        self._wires()
        self._header()
        self._sockets_drawn()
        for one in self._upper:
            boxes.draw(self._sheet, one)
        for band in self._bands:
            band.draw()
        self._notes()
        return self._sheet.svg(self._end, self._high)

    def _title(self) -> None:
        name = model(self._table.pi.model).name
        self._sheet.text((MARGIN_PX, 48), self._table.name, size=25, bold=True)
        says = f"how it is wired: {name}, {len(self._table.seats)} seats"
        self._sheet.text((MARGIN_PX, 76), says, size=15, colour=FAINT)

    def _sockets(self, found: Sequence[Device]) -> dict[tuple[str, str], float]:
        """The heights of the Pi's sockets in use, each by its kind and the device it is for."""
        used = [(end.port, d.name) for d in found for end in d.ends if end.port]
        return {key: PORTS_Y + 46 + 30 * i for i, key in enumerate(used)}

    def _sockets_drawn(self) -> None:
        sheet, pi = self._sheet, model(self._table.pi.model)
        words = {USB: pi.usb, RIBBON: pi.ribbon, POWER: pi.plug}
        high = 34 + 30 * len(self._ports) + 8
        sheet.rect((MARGIN_PX, PORTS_Y), (EVEN_X + 92 - MARGIN_PX, high), fill="#e8f5e9")
        sheet.text((MARGIN_PX + 12, PORTS_Y + 22), "Sockets of the Pi", size=14, bold=True)
        for (port, _), y in self._ports.items():
            sheet.circle((EVEN_X + 92, y), 4, PAPER)
            sheet.text((EVEN_X + 80, y + 4.5), words[port], size=12.5, anchor="end")

    def _wires(self) -> None:
        wires = [*self._wires_from_pi()]
        spans = [(wire.ahead[-1][1], wire.to[1]) for wire in wires]
        for wire, lane in zip(wires, lanes.ordered(spans), strict=True):
            x = LANES_X + LANE_PX * lane
            (_, y0), (_, y1) = wire.ahead[-1], wire.to
            way = [*wire.ahead, (x, y0), (x, y1), wire.to]
            self._sheet.wire(way, wire.end.colour, wire.end.striped)

    def _wires_from_pi(self) -> Iterable[Wire]:
        for one in self._upper:
            for end, y in zip(one.device.ends, one.lefts, strict=True):
                yield Wire(end, self._ahead(end, one.device.name), (self._x, y))
        for band in self._bands:
            for end, y in zip(band.feed.ends, band.ends(), strict=True):
                yield Wire(end, self._ahead(end, band.feed.name), (self._x, y))

    def _ahead(self, end: End, device: str) -> tuple[Point, ...]:
        if end.pin is None:
            y = self._ports[end.port, device]
            return ((EVEN_X + 92, y),)
        x, y = _pin_at(end.pin)
        if end.pin % 2:  # from the inner row: between two pins of the outer one
            return ((x, y), (x + 18, y + ROW_PX / 2), (x + 60, y + ROW_PX / 2))
        return ((x, y), (x + 20, y))

    def _header(self) -> None:
        sheet = self._sheet
        used = {end.pin: end for one in self._ends() for end in one}
        high = 20 * ROW_PX + 4
        sheet.rect((ODD_X - 20, FIRST_PIN_Y - 20), (78, high), fill="none", edge="#9e9e9e")
        sheet.text((ODD_X + 19, FIRST_PIN_Y - 30), "header", size=13, anchor="middle", bold=True)
        for number, what in enumerate(HEADER, 1):
            x, y = _pin_at(number)
            end = used.get(number)
            fill = end.colour if end else PADS.get(str(what), "#eeeeee")
            dark = end is not None or what == GND
            if number == 1:
                sheet.rect((x - 12, y - 12), (24, 24), fill=fill, round_px=2)
            else:
                sheet.circle((x, y), 12, fill)
            tint = PAPER if dark else INK
            sheet.text((x, y + 4), str(number), size=10.5, colour=tint, anchor="middle")
            self._label(number, what, end is not None)

    def _label(self, number: int, what: int | str, used: bool) -> None:
        x, y = _pin_at(number)
        words = f"GPIO {what}" if isinstance(what, int) else what
        colour = INK if used else FAINT
        if number % 2:
            at, anchor = (x - 28, y + 4.5), "end"
        else:
            at, anchor = (x + 22, y - 5 if used else y + 4.5), "start"
        self._sheet.text(at, words, size=12.5, colour=colour, anchor=anchor, bold=used)

    def _ends(self) -> Iterable[tuple[End, ...]]:
        yield from (one.device.ends for one in self._upper)
        yield from (band.feed.ends for band in self._bands)

    def _rails(self) -> None:
        """From the terminal blocks to whatever needs ground or 5 V."""
        edge = self._x + WIDE_PX
        for need, colour in (("GND", BLACK), ("5 V", RED)):
            heights = [y for one in self._upper for n, y in one.rights if n == need]
            block = "Ground" if need == "GND" else "5 V"
            blocks = [p for p in self._upper if p.device.name.startswith(f"{block} terminal")]
            if not heights or not blocks:
                continue
            x, to = edge + RAILS[need], blocks[0].lefts[0]
            self._sheet.wire([(x, min(heights)), (x, to), (edge, to)], colour)
            for y in heights:
                self._sheet.wire([(edge, y), (x, y)], colour)
                self._sheet.circle((x, y), 4, colour, colour)

    def _notes(self) -> None:
        x, y = self._end - NOTES_PX - MARGIN_PX, float(TOP_PX)
        for head, lines in self._told:
            self._sheet.text((x, y + 14), head, size=14, bold=True)
            for i, line in enumerate(lines):
                self._sheet.text((x, y + HEAD_PX + LINE_PX * i), line, size=13)
            y += _high(lines)


def _note(words: str) -> tuple[str, list[str]]:
    """Its heading, and the lines of the rest."""
    head, _, rest = words.partition(": ")
    return head, list(wrapped(rest, 13, NOTES_PX))


def _high(lines: Sequence[str]) -> int:
    return HEAD_PX + LINE_PX * len(lines) + 8


def _clear(found: Sequence[Device]) -> int:
    """How far down the devices begin: so that few of their ends are level with a pin in use."""
    pins = [end.pin for device in found for end in device.ends if end.pin]
    level = [_pin_at(pin)[1] + ROW_PX / 2 * (pin % 2) for pin in pins]

    def close(down: int) -> int:
        ends = [y for one in _stacked(found, 0, TOP_PX + down) for y in one.lefts]
        return sum(abs(y - pin) < lanes.CLOSE_PX for y in ends for pin in level)

    return min(range(ROW_PX), key=close)


def _stacked(found: Sequence[Device], x: float, y: float) -> list[Placed]:
    stack: list[Placed] = []
    for device in found:
        stack.append(boxes.placed(device, x, y))
        y += stack[-1].high + GAP_PX
    return stack


def _pin_at(number: int) -> Point:
    row = (number - 1) // 2
    return (ODD_X if number % 2 else EVEN_X), FIRST_PIN_Y + ROW_PX * row
