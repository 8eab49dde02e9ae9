"""How each device is drawn: its box, its terminals, and what is soldered inside."""

from __future__ import annotations

from dataclasses import dataclass
from unicodedata import east_asian_width

from .nets import BLACK, Device
from .parts import LAMP_OHM
from .svg import FAINT, INK, PAPER, Point, Sheet, width_px

WIDE_PX = 340
ROW_PX, GAP_PX = 26, 14
FIRST_ROW_PX = 42
NAME_PX = 14
BY_STRIP = "lit by the strip"
BY_STRIP_PX = 12
LINED = "#fafafa"


@dataclass(frozen=True, slots=True)
class Placed:
    """A device on the sheet. *lefts* are the heights of its ends, *rights* of its needs."""

    device: Device
    at: Point
    high: float
    lefts: tuple[float, ...]
    rights: tuple[tuple[str, float], ...]


def placed(device: Device, x: float, y: float) -> Placed:
    """*device* with its corner there."""
    if device.kind == "seat":
        rows = tuple(y + FIRST_ROW_PX + 32 * i for i in range(3))
        if len(device.ends) == 1:
            return Placed(device, (x, y), 62, rows[:1], (("GND", rows[0]),))
        grounds = (("GND", rows[0]), ("GND", rows[1]))
        if "5 V" in device.right:
            return Placed(device, (x, y), 126, rows[:2], (*grounds, ("5 V", rows[2])))
        return Placed(device, (x, y), 94, rows[:2], grounds)
    if device.kind == "block":
        return Placed(device, (x, y), 46, (y + 31,), ())
    first = y + FIRST_ROW_PX
    lefts = tuple(first + ROW_PX * i for i in range(len(device.ends)))
    rights = tuple((need, first) for need in device.right)
    high = FIRST_ROW_PX + ROW_PX * (max(len(lefts), len(device.says)) - 1) + 18
    return Placed(device, (x, y), high, lefts, rights)


def cut(name: str, wide_px: float) -> str:
    """*name*, or as much of it as there is room for."""
    if _name_px(name) <= wide_px:
        return name
    fits = (n for n in range(len(name), 0, -1) if _name_px(f"{name[:n]}...") <= wide_px)
    return f"{name[: next(fits, 1)]}..."


def _name_px(name: str) -> float:
    """About how wide it is; some letters are wider than most."""
    wide = sum(letter in "MWmw@%" or east_asian_width(letter) in "WF" for letter in name)
    return width_px(name, NAME_PX) + wide * 0.6 * width_px("x", NAME_PX)


def draw(sheet: Sheet, one: Placed) -> None:
    """The box, with the terminals' names in it."""
    (x, y), device = one.at, one.device
    sheet.rect((x, y), (WIDE_PX, one.high), fill=LINED)
    dark = device.kind == "seat" and len(device.ends) == 1
    beside_px = width_px(BY_STRIP, BY_STRIP_PX) + 12 if dark else 0
    name = cut(device.name, WIDE_PX - 24 - beside_px)
    sheet.text((x + 12, y + 20), name, size=NAME_PX, bold=True)
    for end, at_y in zip(device.ends, one.lefts, strict=True):
        sheet.circle((x, at_y), 4, PAPER)
        sheet.text((x + 12, at_y + 4.5), end.name, size=12.5)
    for need, at_y in one.rights:
        sheet.circle((x + WIDE_PX, at_y), 4, BLACK if need == "GND" else "#d32f2f")
    if device.kind == "seat":
        _seat(sheet, one)
        return
    for i, words in enumerate(device.says):
        edge = x + WIDE_PX - (56 if device.right else 14)
        at_y = y + (20 if device.kind == "block" else FIRST_ROW_PX + 4.5) + 22 * i
        sheet.text((edge, at_y), words, size=12, colour=FAINT, anchor="end")
    for need, at_y in one.rights:
        sheet.text((x + WIDE_PX - 12, at_y + 4.5), need, size=12.5, anchor="end")


def _seat(sheet: Sheet, one: Placed) -> None:
    x, rows = one.at[0], one.lefts
    edge = x + WIDE_PX
    # The button: open between its GPIO and ground.
    sheet.line([(x + 124, rows[0]), (x + 196, rows[0])])
    sheet.line([(x + 199, rows[0] - 1), (x + 228, rows[0] - 13)], wide=2.4)
    sheet.line([(x + 234, rows[0]), (edge - 48, rows[0])])
    for at_x in (196, 231):
        sheet.circle((x + at_x, rows[0]), 3.4, PAPER)
    sheet.text((x + 132, rows[0] - 6), "button", size=11, colour=FAINT)
    _need(sheet, edge, rows[0], "GND")
    if len(rows) == 1:
        at = (edge - 12, one.at[1] + 20)
        sheet.text(at, BY_STRIP, size=BY_STRIP_PX, colour=FAINT, anchor="end")
    elif "5 V" in one.device.right:
        _driven_lamp(sheet, one)
    else:
        _lamp(sheet, one)


def _lamp(sheet: Sheet, one: Placed) -> None:
    """A resistor, an LED, and ground."""
    x, y = one.at[0], one.lefts[1]
    edge = x + WIDE_PX
    sheet.line([(x + 124, y), (edge - 48, y)])
    resistor(sheet, (x + 138, y), f"{LAMP_OHM} Ω")
    led(sheet, (x + 226, y))
    _need(sheet, edge, y, "GND")


def _driven_lamp(sheet: Sheet, one: Placed) -> None:
    """A resistor to the base of a transistor; its collector draws the lamp's current from 5 V."""
    x, y = one.at[0], one.lefts[1]
    edge, low = x + WIDE_PX, one.rights[-1][1]
    sheet.line([(x + 124, y), (edge - 48, y)])
    resistor(sheet, (x + 132, y), "1 kΩ")
    sheet.rect((x + 200, y - 13), (78, 26), round_px=3)
    sheet.text((x + 204, y + 4.5), "B", size=11, bold=True)
    sheet.text((x + 239, y + 4), "BC337", size=10.5, anchor="middle")
    sheet.text((x + 274, y + 4.5), "E", size=11, bold=True, anchor="end")
    sheet.line([(x + 239, y + 13), (x + 239, low), (edge - 48, low)])
    sheet.text((x + 244, y + 25), "C", size=11, bold=True)
    sheet.circle((x + 264, low), 9, PAPER)
    sheet.line([(x + 258, low - 6), (x + 270, low + 6)])
    sheet.line([(x + 258, low + 6), (x + 270, low - 6)])
    sheet.text((x + 228, low + 4.5), "lamp, 5 V", size=11, colour=FAINT, anchor="end")
    _need(sheet, edge, y, "GND")
    _need(sheet, edge, low, "5 V")


def _need(sheet: Sheet, edge: float, y: float, need: str) -> None:
    sheet.text((edge - 12, y + 4.5), need, size=12.5, anchor="end")


def resistor(sheet: Sheet, at: Point, says: str) -> None:
    """A resistor whose left lead is *at*; 56 px long."""
    sheet.rect((at[0], at[1] - 9), (56, 18), round_px=2)
    sheet.text((at[0] + 28, at[1] + 4), says, size=11, anchor="middle")


def led(sheet: Sheet, at: Point) -> None:
    """An LED whose anode is *at*, with its light; 20 px long."""
    x, y = at
    sheet.body.append(
        f'<path d="M{x:g} {y - 9:g}L{x:g} {y + 9:g}L{x + 17:g} {y:g}Z" fill="#ffd54f" '
        f'stroke="{INK}" stroke-width="1.4"/>'
    )
    sheet.line([(x + 18, y - 9), (x + 18, y + 9)], wide=2.2)
    for dx in (6, 14):
        sheet.line([(x + dx, y - 12), (x + dx + 7, y - 19)], wide=1.2)
    sheet.text((x - 5, y - 5), "+", size=13, anchor="end", bold=True)
    sheet.text((x + 30, y - 6), "lamp", size=11, colour=FAINT)
