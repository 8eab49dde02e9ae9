"""What is wired to a table, as service mode names it to people."""

from __future__ import annotations

from firmware_host.daemon.cabling.header import model, spelled
from firmware_host.table.scene import Place
from firmware_host.table.service.fittings import Button, Fittings, Oled, Stretch, Strip
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
            stretches=_stretches(table),
        ),
        places=places,
        oled=Oled(table.oled.port, table.oled.driver, _wires(table)),
        camera=table.camera.port,
    )


def _stretches(table: TableConfig) -> tuple[Stretch, ...]:
    """What of the track is on which strip; empty where one strip is all of it."""
    strips = table.every_strip
    if len(strips) == 1 and not table.segments:
        return ()
    return tuple(
        Stretch(one.strip + 1, strip_path(one.strip), strips[one.strip].leds, one.first, one.last)
        for one in table.run
    )


def _wires(table: TableConfig) -> str:
    """Where the display's wires go; empty where nobody needs to know."""
    if table.oled.port != "i2c":
        return ""
    wires = model(table.pi.model).i2c.get(table.oled.bus, ())
    return " and ".join(map(spelled, wires))
