"""What is wired to a table, as service mode names it to people."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_host.daemon.cabling.header import model, spelled
from firmware_host.table.scene import Place
from firmware_host.table.service.fittings import Button, Fittings, Oled, Part, Strip
from firmware_host.table.theme import Theme

from .config import TableConfig, strip_path

KERNEL_STAMPS = "lgpio"
"""The library of pins whose edges bear the kernel's time; RPi.GPIO's bear none."""


def fittings(table: TableConfig, theme: Theme, places: tuple[Place, ...]) -> Fittings:
    """Everything of *table*; *places* is the track as the game lays it."""
    usual_ms = table.buttons.debounce_ms
    return Fittings(
        buttons=tuple(
            Button(
                name=seat.name,
                button=spelled(seat.button),
                lamp=spelled(seat.lamp) if seat.lamp else "",
                leds=seat.leds,
                debounce_ms=seat.debounce_ms or usual_ms,
                colour=theme.tint(f"seat_{chr(ord('a') + i)}")[0],
            )
            for i, seat in enumerate(table.seats)
        ),
        stamped=table.virtual or table.buttons.pins == KERNEL_STAMPS,
        strip=Strip(
            port=table.strip.port,
            leds=table.leds,
            first=table.strip.first,
            per_place=table.strip.per_place,
            order=table.strip.order,
            reverse=table.strip.reverse,
            parts=_parts(table),
        ),
        places=places,
        oled=Oled(table.oled.port, table.oled.driver, _wires(table)),
        camera=table.camera.port,
        beams=tuple(map(spelled, table.beam_pins)),
    )


def _parts(table: TableConfig) -> tuple[Part, ...]:
    """The strips that have LEDs on the track; empty where one strip is all of it."""
    strips = table.every_strip
    if len(strips) == 1 and not table.segments:
        return ()
    found: dict[int, dict[int, int]] = {}
    for place, (strip, led) in enumerate(_leds(table)):
        found.setdefault(strip, {})[led] = place
    return tuple(
        Part(i + 1, strip_path(i), one.port, one.order, one.leds, found[i])
        for i, one in enumerate(strips)
        if i in found
    )


def _leds(table: TableConfig) -> Iterator[tuple[int, int]]:
    """Strip, from 0, and number on it of each LED of the wire."""
    for one in table.run:
        step = -1 if one.last < one.first else 1
        yield from ((one.strip, led) for led in range(one.first, one.last + step, step))


def _wires(table: TableConfig) -> str:
    """Where the display's wires go; empty where nobody needs to know."""
    if table.oled.port != "i2c":
        return ""
    wires = model(table.pi.model).i2c.get(table.oled.bus, ())
    return " and ".join(map(spelled, wires))
