"""What must agree between a table's strips: their LEDs, segments, speeds, ports and supplies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from firmware_host.daemon.cabling.claims import UARTS, on_cable, spi_of
from firmware_host.daemon.cabling.parts import SOCKET_MA
from firmware_host.rules.kernel import BoxFault as Fault
from hw.ports import IDLE_MA
from hw.wire.pace import frame_s
from hw.wire.wled import CODES

from .config import StripPart, TableConfig, strip_path

NUMBERED = re.compile(r"/dev/tty(USB|ACM)\d+$")
"""Ports that are numbered in the order in which they were found."""
MUCH_MA = 20_000
"""Holders of blade fuses are made for 20 or 30 A, and the wire to them is as thick as a finger."""
SMOOTH_S = 1 / 15
"""Lava that moves at 8 pictures a second and a press that is answered want as much."""


def faults(table: TableConfig, places: int | None) -> Iterator[Fault]:
    """Everything that does not fit together; *places* of the track, None: not known."""
    wrong = [*_segments(table)]
    yield from wrong
    for number, strip in enumerate(table.every_strip):
        yield from _one(strip_path(number), strip)
    yield from _ports(table)
    if not wrong:
        yield from _track(table, places)


def warnings(table: TableConfig) -> Iterator[Fault]:
    """What works, but not as one would think."""
    for number, strip in enumerate(table.every_strip):
        each_s = frame_s(strip.wired, strip.baud, strip.chip)
        if strip.serial and each_s > SMOOTH_S:
            says = (
                f"{strip.baud} baud carry {1 / each_s:.0f} pictures a second of {strip.wired} LEDs"
            )
            path = f"{strip_path(number)}.baud"
            yield Fault(path, says, "1000000, if the controller can", grave=False)
        if NUMBERED.match(strip.port):
            says = f"{strip.port} may be another one after the next start or plugging in"
            write = "its name in /dev/serial/by-id, which ./table doctor tells"
            yield Fault(f"{strip_path(number)}.port", says, write, grave=False)
        if strip.real and strip.milliamps > MUCH_MA:
            amperes = f"{strip.milliamps / 1000:g} A"
            says = f"{amperes} through one fuse: holders of blade fuses are made for less"
            write = f"{MUCH_MA} or less, and further strips ([[strips]]) with a supply each"
            yield Fault(f"{strip_path(number)}.milliamps", says, write, grave=False)
        if strip.supply == "usb" and strip.milliamps > SOCKET_MA:
            says = (
                f"a USB socket promises one device 500 mA; that is {SOCKET_MA} mA for its LEDs "
                "beside their controller"
            )
            write = f'{SOCKET_MA} or less, or supply = "own"'
            yield Fault(f"{strip_path(number)}.milliamps", says, write, grave=False)


def _one(path: str, strip: StripPart) -> Iterator[Fault]:
    dark_ma = strip.wired * IDLE_MA
    if strip.milliamps <= dark_ma:
        yield Fault(
            f"{path}.milliamps",
            f"{strip.wired} LEDs draw {dark_ma:.0f} mA when dark, so nothing is left for light",
            "what the supply can give",
        )
    if strip.start_baud and strip.baud not in CODES:
        yield Fault(
            f"{path}.baud",
            f"WLED cannot be told to go from {strip.start_baud} to {strip.baud} baud",
            f"one of {', '.join(map(str, CODES))}, or no start_baud",
        )
    if strip.supply == "usb" and strip.real and not on_cable(strip):
        says = "only a controller on a USB cable has 5 V of USB to give"
        yield Fault(f"{path}.supply", says, '"own"')
    if strip.start_baud and not strip.serial and strip.real:
        yield Fault(f"{path}.start_baud", "LEDs on SPI have no baud rate", "nothing")


def _segments(table: TableConfig) -> Iterator[Fault]:
    """Each is on a strip there is, and has LEDs that no other has."""
    strips, owners = table.every_strip, dict[tuple[int, int], int]()
    for i, (segment, one) in enumerate(zip(table.segments, table.run, strict=False)):
        if segment.strip > len(strips):
            count = f"there {'is one strip' if len(strips) == 1 else f'are {len(strips)} strips'}"
            yield Fault(f"segments[{i}].strip", count, f"1 to {len(strips)}, or another [[strips]]")
            continue
        last = strips[one.strip].leds - 1
        for key, led in (("first", segment.first), ("last", segment.last)):
            if led > last:
                says = f"LED {led} is not on strip {segment.strip}, which has {_count(last + 1)}"
                yield Fault(f"segments[{i}].{key}", says, f"a number from 0 to {last}")
        for led in range(one.low, one.low + len(one)):
            other = owners.setdefault((one.strip, led), i)
            if other != i:
                says = f"LED {led} of strip {segment.strip} is in segments[{other}] already"
                yield Fault(f"segments[{i}]", says, "LEDs that are in no other segment")
                break


def _ports(table: TableConfig) -> Iterator[Fault]:
    """Each strip has a port of its own; where the first has none, there are no others."""
    taken: dict[str, int] = {}
    for number, strip in enumerate(table.every_strip):
        path, spi = f"{strip_path(number)}.port", spi_of(strip.port)
        if not strip.real:
            if strip.port == "none" and len(table.every_strip) > 1:
                yield Fault(path, "one of several strips has no port", "its port, or leave it out")
            continue
        port = "the header's serial port" if strip.port in UARTS else strip.port
        port = f"SPI {spi[0]}" if spi else port
        other = taken.setdefault(port, number)
        if other != number:
            says = f"{port} is that of strip {other + 1} already"
            write = 'another bus: "/dev/spidev1.0"' if spi else "a port of its own"
            yield Fault(path, says, write)


def _track(table: TableConfig, places: int | None) -> Iterator[Fault]:
    strip, leds = table.strip, table.leds
    if places is not None:
        needed = strip.first + places * strip.per_place
        if needed > leds:
            yield Fault(
                "segments" if table.segments else "strip.leds",
                f"{leds} LEDs are too few: {places} places of {strip.per_place} "
                f"from LED {strip.first} on need {needed}",
                f"{needed} or more, or a smaller per_place",
            )
    track = range(strip.first, strip.first + (places or 0) * strip.per_place)
    yield from _seat_leds(table, dict.fromkeys(track, "the track's"))


def _seat_leds(table: TableConfig, owners: dict[int, str]) -> Iterator[Fault]:
    """Each LED is on the strip, and one's only; *owners* says which are taken."""
    last = table.leds - 1
    for i, seat in enumerate(table.seats):
        path = f"seats[{i}].leds"
        if not seat.lamp and (not seat.leds or table.strip.port == "none"):
            says = "without a lamp the seat's LEDs are its light, and it has none"
            write = "a GPIO number in lamp, or LEDs of its own in leds"
            yield Fault(f"seats[{i}].lamp", says, write)
        off = [led for led in seat.leds if led > last]
        if off:
            yield Fault(
                path,
                f"{_leds(off)} not on the strip, which has {_count(last + 1)}",
                f"numbers from 0 to {last}",
            )
        for owner in sorted({owners.get(led, path) for led in seat.leds} - {path}):
            both = [led for led in seat.leds if owners.get(led) == owner]
            yield Fault(path, f"{_leds(both)} {owner} already", "LEDs that are this seat's alone")
        for led in seat.leds:
            owners.setdefault(led, path)


def _count(leds: int) -> str:
    return f"{leds} LED{'' if leds == 1 else 's'}, counted from 0"


def _leds(leds: Sequence[int]) -> str:
    return f"LED {leds[0]} is" if len(leds) == 1 else f"LEDs {', '.join(map(str, leds))} are"
