"""What must be read before soldering, beside the diagram."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from firmware_host.daemon.settings.config import StripPart, TableConfig

from .claims import CLOCKED, UARTS, spi_of
from .parts import fed_apart, fuse_a

BEAMS = (
    "Beams: emitter and receiver face each other across the chute, just below its mouth. Red of "
    "both to 3.3 V, never to 5 V; black of both to GND; the receiver's white (open collector, "
    "closed while the beam is broken) to its GPIO. No resistor: the Pi pulls it up."
)


def notes(table: TableConfig) -> Iterator[str]:
    """Each a heading and its words, with a colon between."""
    where = "the SD card up" if table.pi.model == "zero2" else "the USB sockets down"
    yield (
        f"The header: is seen from above, {where}. Pin 1 is the square one. The number in each "
        "circle is that of the pin; GPIO numbers (BCM) are what the table's file says."
    )
    yield "Before anything is plugged: switch every supply off, and count the pins twice."
    yield (
        "Wires: each colour is one wire, at its ends both numbers stand; a wire drawn over "
        "another does not touch it. Striped wires go to lamps. Dots join."
    )
    yield (
        "3.3 V: no pin of the header bears more. 5 V on a GPIO ends the Pi: 5 V goes to lamps "
        "with their transistors and to the strip, never to a GPIO."
    )
    if table.buttons.port == "gpio":
        yield from _seats(table)
        if table.beams.pins:
            yield BEAMS
    strips = [strip for strip in table.every_strip if strip.real]
    if strips:
        yield from _power([strip for strip in strips if fed_apart(strip)])
        yield from _by_usb([strip for strip in strips if not fed_apart(strip)])
        yield from _shifters(strips)
    for number, strip in enumerate(table.every_strip, 1):
        yield from _controller(strip, f" {number}" if len(table.every_strip) > 1 else "")


def _seats(table: TableConfig) -> Iterator[str]:
    yield "Buttons: need no resistor, the Pi has them. Any of the two contacts may go to ground."
    if not any(seat.lamp for seat in table.seats):
        return
    if table.buttons.lamps == "direct":
        yield (
            "Lamps: the long leg of the LED is +. Red, yellow and green shine well; blue and white "
            'ones want more than the 3.3 V of a pin: then write lamps = "transistor".'
        )
    else:
        yield (
            "Lamps: BC337 seen with its flat side towards you: C, B, E from the left. A lamp for "
            "5 V has its resistor inside; its + goes to 5 V, its other end to C. At most 100 mA."
        )


def _power(strips: Sequence[StripPart]) -> Iterator[str]:
    fuses = " and ".join(f"{fuse_a(strip):g} A" for strip in strips)
    if not strips:
        return
    if len(strips) == 1:
        yield (
            "Power of the strip: its own supply alone. The Pi's 5 V pins cannot feed it, and its "
            f"supply does not feed the Pi. The fuse of {fuses} sits within a hand's "
            "breadth of the supply: it keeps the wire from burning."
        )
    else:
        yield (
            "Power of the strips: to each its own supply alone, no 5 V from one to another; their "
            "grounds are joined. The Pi's 5 V pins cannot feed them, and they do not feed the Pi. "
            f"The fuses of {fuses} sit within a hand's breadth of each supply: they keep the wires "
            "from burning."
        )


def _by_usb(strips: Sequence[StripPart]) -> Iterator[str]:
    for strip in strips:
        yield (
            "Power by USB: the LEDs are fed by their controller's 5 V pin, out of the Pi's USB "
            f"socket: {strip.milliamps} mA, which the program keeps to. Join no other supply to "
            "that 5 V: it would feed the Pi backwards. No capacitor: a socket bears 10 µF."
        )


def _shifters(strips: Sequence[StripPart]) -> Iterator[str]:
    used = (
        "1A pin 2, 1Y pin 3, 2A pin 5, 2Y pin 6; pins 1 and 4 (1OE, 2OE) and the unused inputs 9 "
        "and 12 go to GND, 10 and 13 to 5 V."
        if any(strip.chip in CLOCKED for strip in strips)
        else "1A pin 2, 1Y pin 3; pin 1 (1OE) and the unused inputs 5, 9 and 12 go to GND, 4, 10 "
        "and 13 to 5 V."
    )
    if len({strip.chip in CLOCKED for strip in strips}) > 1:
        used += " Where the strip has no clock wire, 2A goes to GND."
    yield (
        "Level shifter: the strip wants 5 V signals. 74AHCT125: pin 14 is 5 V, pin 7 GND, "
        f"{used} 100 nF between pins 14 and 7. No more than 30 cm from its output to the strip."
    )
    if any(strip.sacrificial for strip in strips):
        yield (
            "Sacrificed LEDs: come first on the strip, stay dark and pass the signal on; they are "
            "counted in what the strip has."
        )
    if any(spi_of(strip.port) is not None for strip in strips):
        yield "Ground: the strip's and the Pi's must be joined: the black wire to the shifter."
    if any(strip.port in UARTS for strip in strips):
        yield "LED controller: RX and TX are crossed: the Pi's GPIO 14 sends, the board's RX hears."


def _controller(strip: StripPart, which: str) -> Iterator[str]:
    if not strip.serial:
        return
    pins = "data pin GPIO 2" + (", clock pin GPIO 0" if strip.chip in CLOCKED else "")
    where = f" (the port is {strip.port})" if which else ""
    yield (
        f"WLED{which}: set {pins}, {strip.wired} LEDs, {strip.chip.upper()}, baud rate "
        f"{strip.start_baud or strip.baud}, a black start-up preset, and no current limit of its "
        "own (850 mA as it comes): the program keeps to the limit. Colours swapped? Set the "
        f"strip's colour order there. Other pins do as well: solder to match{where}."
    )
