"""What is told of a table's wiring in words: pins, parts, and what each supply must give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from firmware_host.daemon.settings.config import TableConfig

from .nets import Device, End, devices
from .parts import budget, fed_apart, parts
from .settings import CMDLINE, CONFIG_TXT, cmdline, config_txt, udev_rules

RULES = "/etc/udev/rules.d/70-lava-table.rules"


def wired(table: TableConfig) -> bool:
    """Whether anything is wired to a Pi; not so at a virtual table."""
    real = (table.buttons.port == "gpio", table.oled.port in ("i2c", "spi"))
    return any(real) or any(strip.real for strip in table.every_strip)


def pins(table: TableConfig) -> Iterator[str]:
    """The wires from the header, by pin."""
    rows = [
        (end.pin, end.name.partition(", pin")[0], f"{device.name}{_part_of(device, end)}")
        for device in devices(table)
        for end in device.ends
        if end.pin is not None
    ]
    yield from _columns(("pin", "there", "goes to"), [(str(p), n, d) for p, n, d in sorted(rows)])


def _part_of(device: Device, end: End) -> str:
    if device.kind != "seat":
        return ""
    return ", lamp" if end.striped else ", button"


def shopping(table: TableConfig) -> Iterator[str]:
    """The list of parts, and what they draw."""
    rows = []
    for part in parts(table):
        draws = f"{part.pi_ma or part.strip_ma} mA" if part.pi_ma or part.strip_ma else ""
        rows.append((f"{part.count}", part.what, draws, part.note))
    yield from _columns(("", "part", "draws", ""), rows)
    sums = budget(table)
    yield ""
    yield f"The Pi's supply: {sums.pi_ma} mA of {sums.pi_supply_ma} mA, at most."
    if sums.usb_ma:
        yield f"Of that through USB: {sums.usb_ma} mA of {sums.usb_limit_ma} mA, at most."
    if sums.strip_supply_ma:
        many = sum(map(fed_apart, table.every_strip)) > 1
        whose = "Those of the strips, together" if many else "The strip's"
        yield f"{whose}: {sums.strip_ma} mA of {sums.strip_supply_ma} mA, at most."
    if not sums.enough:
        yield "THIS IS TOO MUCH: give what hangs on USB a hub with a supply of its own."


def told(table: TableConfig) -> Iterator[str]:
    """All of it, in parts with a heading each."""
    yield from _part("Wires at the header", pins(table))
    yield from _part(f"To be added to {CONFIG_TXT}", config_txt(table))
    if wanted := cmdline(table):
        yield from _part(f"In the one line of {CMDLINE}", wanted)
    yield from _part(f"{RULES}", udev_rules(table).splitlines())
    yield from _part("Parts", shopping(table))


def _part(head: str, lines: Iterator[str] | Sequence[str]) -> Iterator[str]:
    yield head
    yield "-" * len(head)
    yield from lines
    yield ""


def _columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    every = [heads, *rows]
    widths = [max(len(row[i]) for row in every) for i in range(len(heads))]
    for row in every:
        yield "  ".join(f"{cell:<{wide}}" for cell, wide in zip(row, widths, strict=True)).rstrip()
