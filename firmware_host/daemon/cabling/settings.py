"""What the Pi must be told for a table: ``config.txt``, the kernel's command line, udev rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

from firmware_host.daemon.settings.config import StripPart, TableConfig
from hw.wire.serial_ports import CHIP, SERIAL
from hw.wire.spi_leds import MOST, leds

from .claims import CLOCKED, UARTS, spi_of
from .header import model

BY_ID = re.compile(r"/dev/serial/by-id/(?P<bus>\w+?)-(?P<serial>.+)-if\d\d(-port\d+)?$")
CONFIG_TXT, CMDLINE = "/boot/firmware/config.txt", "/boot/firmware/cmdline.txt"
POWER_HOLD_MS = 1000
"""A child's finger in passing ends no game."""
BUFSIZ, WANTED_BUFSIZ = 4096, 65536
"""Bytes that spidev takes at once by itself, and a multiple that carries 2000 LEDs and more."""
LONGER = f"add spidev.bufsiz={WANTED_BUFSIZ}: a picture must go out in one piece"

GROUPS = """\
SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660"
SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"
SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"
SUBSYSTEM=="tty", KERNEL=="ttyUSB*|ttyACM*|ttyAMA*|ttyS0", GROUP="dialout", MODE="0660"
SUBSYSTEM=="video4linux", GROUP="video", MODE="0660"
SUBSYSTEM=="media", GROUP="video", MODE="0660"
SUBSYSTEM=="dma_heap", GROUP="video", MODE="0660"
"""
CONTROLLERS = (
    ("1a86", "7523", "CH340"),
    ("1a86", "55d3", "CH343"),
    ("1a86", "55d4", "CH9102"),
    ("10c4", "ea60", "CP2102"),
    ("0403", "6001", "FT232"),
    ("303a", "1001", "ESP32's own USB"),
)
"""USB chips of LED controllers: vendor, product, what it is."""


def config_txt(table: TableConfig) -> tuple[str, ...]:
    """The lines for ``/boot/firmware/config.txt``, comments among them."""
    lines = ["[all]", *table.pi.config_txt, *_display(table), *_strip(table)]
    if table.camera.port == "picamera":
        lines += ["# the camera on the ribbon", "camera_auto_detect=1"]
    if table.pi.power_button:
        lines.append(f"# switches off after it was held for {POWER_HOLD_MS} ms")
        where = f"gpio_pin={table.pi.power_button},active_low=1,gpio_pull=up"
        lines.append(f"dtoverlay=gpio-shutdown,{where},debounce={POWER_HOLD_MS}")
    if table.buttons.port == "gpio":
        buttons = ",".join(str(seat.button) for seat in table.seats)
        lamps = ",".join(str(seat.lamp) for seat in table.seats if seat.lamp)
        lines += ["# buttons pulled up and lamps dark from the first moment"]
        lines += [f"gpio={buttons}=ip,pu", *([f"gpio={lamps}=op,dl"] if lamps else [])]
        if table.beams.pins:
            lines += ["# beams of chutes, pulled up"]
            lines += [f"gpio={','.join(map(str, table.beams.pins))}=ip,pu"]
    return tuple(lines)


def _display(table: TableConfig) -> Iterator[str]:
    oled, pi = table.oled, model(table.pi.model)
    if oled.port == "i2c" and oled.bus == 1:
        yield "# the OLED; 400 kHz shows a picture four times as fast"
        yield "dtparam=i2c_arm=on"
        yield "dtparam=i2c_arm_baudrate=400000"
    elif oled.port == "i2c":
        yield "# the OLED"
        data, clock = pi.i2c[oled.bus]
        suffix = "-pi5" if table.pi.model == "5" else ""
        yield f"dtoverlay=i2c{oled.bus}{suffix},pins_{data}_{clock},baudrate=400000"
    elif oled.port == "spi":
        yield "# the OLED"
        yield _spi(oled.bus, 0)


def _spi(bus: int, select: int) -> str:
    """The line that makes a bus with as many chip selects as *select* needs; bus 0 has both."""
    return "dtparam=spi=on" if bus == 0 else f"dtoverlay=spi{bus}-{select + 1}cs"


def _strip(table: TableConfig) -> Iterator[str]:
    held = False
    for strip in table.every_strip:
        spi = spi_of(strip.port)
        if spi is not None:
            yield "# the LEDs"
            yield _spi(*spi)
            core_mhz = model(table.pi.model).core_mhz
            if core_mhz is not None and strip.chip not in CLOCKED and not held:
                held = True
                yield "# these LEDs have no clock wire: the speed of SPI must not change"
                yield f"core_freq={core_mhz}"
                yield f"core_freq_min={core_mhz}"
        elif strip.port in UARTS:
            yield "# the LED controller at the serial port"
            if table.pi.model == "5":
                yield "dtparam=uart0=on"
            else:
                yield "enable_uart=1"
                yield "dtoverlay=disable-bt"


def cmdline(table: TableConfig) -> tuple[str, ...]:
    """What to change in ``/boot/firmware/cmdline.txt``, in words."""
    wanted = []
    strips = table.every_strip
    if any(strip.port in UARTS for strip in strips):
        wanted.append("take console=serial0,115200 (or console=ttyAMA0,...) out")
    if any(frame_bytes(one) > BUFSIZ for one in strips):
        wanted.append(LONGER)
    return tuple(wanted)


def frame_bytes(strip: StripPart) -> int:
    """How long one picture of *strip* is on SPI, as its driver sends it; 0: it is not on SPI."""
    if spi_of(strip.port) is None:
        return 0
    number = min(strip.wired, MOST)
    return len(leds(strip.chip, number, strip.order).encode(bytes(3 * number)))


def udev_rules(table: TableConfig | None = None) -> str:
    """The rules file: who may open what, and who is to leave the LED controller alone.

    With a *table*, for its very controller; else for all that LED controllers are made of.
    """
    lines = ["# Devices of a game table belong to the groups its service is in.", GROUPS]
    lines.append("# ModemManager would talk to an LED controller as to a modem.")
    ignored = 'ENV{ID_MM_DEVICE_IGNORE}="1", ENV{ID_MM_PORT_IGNORE}="1"'
    own = [] if table is None else [_of_port(strip.port) for strip in table.every_strip]
    if own and all(own):
        for number, key in enumerate(own, 1):
            link = "lava-table-strip" if number == 1 else f"lava-table-strip-{number}"
            lines.append(f'SUBSYSTEM=="tty", {key}, {ignored}, SYMLINK+="{link}"')
    else:
        for vendor, product, what in CONTROLLERS:
            key = f'ATTRS{{idVendor}}=="{vendor}", ATTRS{{idProduct}}=="{product}"'
            lines += [f"# {what}", f"{key}, {ignored}"]
    return "\n".join(lines) + "\n"


def _of_port(port: str) -> str:
    """What udev knows this very controller by; empty: it cannot tell from its name."""
    match = BY_ID.match(port)
    if match is not None:
        return f'ENV{{ID_BUS}}=="{match["bus"]}", ENV{{ID_SERIAL}}=="{match["serial"]}"'
    if port.startswith(SERIAL):
        return f'ENV{{ID_BUS}}=="usb", ENV{{ID_SERIAL_SHORT}}=="{port.removeprefix(SERIAL)}"'
    if port.startswith(CHIP):
        vendor, product = port.removeprefix(CHIP).lower().split(":")
        return f'ENV{{ID_VENDOR_ID}}=="{vendor}", ENV{{ID_MODEL_ID}}=="{product}"'
    return ""
