"""A small OLED through luma.oled, over I2C or SPI.

A picture takes up to a tenth of a second on a slow bus, so ``show`` never waits: a thread of our
own writes the newest picture, tells when the display is lost, and brings it up again with its
picture when it is back.
"""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hw.ports import DeviceLost

DRIVERS = ("ssd1306", "sh1106", "ssd1309", "ssd1322")
BACK_OFF_S = (0.5, 10.0)  # first and longest wait before the display is tried again
HALF_LIT = 128  # a pixel without shades is lit from here on
NOP = 0xE3  # of all four drivers

HINTS = {
    errno.ENOENT: "switch the bus on: dtparam=i2c_arm=on or dtparam=spi=on in config.txt",
    errno.EACCES: "may this user use the bus? sudo usermod -aG i2c,spi USER",
    errno.EREMOTEIO: "nothing answers: is it wired, and what does i2cdetect -y BUS show",
    errno.ENXIO: "nothing answers: is it wired, and what does i2cdetect -y BUS show",
    errno.EIO: "a bad contact, or too long a cable",
    errno.ETIMEDOUT: "the bus hangs: switch the table off and on",
}


@dataclass(frozen=True, slots=True)
class Wire:
    """Where the display is: I2C bus and address, or SPI bus and chip select."""

    kind: str  #: ``i2c`` or ``spi``
    bus: int = 1
    address: int = 0x3C  #: on I2C
    select: int = 0  #: on SPI
    dc_pin: int = 24
    reset_pin: int = 25

    def __str__(self) -> str:
        if self.kind == "i2c":
            return f"/dev/i2c-{self.bus} address {self.address:#04x}"
        return f"/dev/spidev{self.bus}.{self.select}"


def _connected(wire: Wire, smbus: Any) -> Any:
    """Our end of the wire, once the display has answered (SPI cannot tell)."""
    from luma.core.interface import serial

    if wire.kind == "spi":
        return serial.spi(
            port=wire.bus, device=wire.select, gpio_DC=wire.dc_pin, gpio_RST=wire.reset_pin
        )
    if smbus is not None:
        line = serial.i2c(bus=smbus, address=wire.address)
    else:
        line = serial.i2c(port=wire.bus, address=wire.address)
    try:
        # Asked before luma makes a device, which it would keep, bus and all, until we exit.
        line.command(NOP)
    except Exception:
        line.cleanup()
        raise
    return line


class LumaOled:
    """One display. *told* hears, from its thread, that it is lost (why), or there (None)."""

    def __init__(
        self,
        driver: str,
        wire: Wire,
        size: tuple[int, int] = (128, 64),
        *,
        told: Callable[[DeviceLost | None], None] = lambda state: None,
        back_off_s: tuple[float, float] = BACK_OFF_S,
        smbus: Any = None,
    ) -> None:
        if driver not in DRIVERS:
            raise ValueError(f"{driver!r} is no OLED driver; write one of {', '.join(DRIVERS)}")
        self._driver, self._wire, self._size = driver, wire, size
        self._told, self._back_off_s, self._smbus = told, back_off_s, smbus
        self._change = threading.Condition()
        self._latest: bytes | None = None
        self._shown: bytes | None = None
        self._closing = False
        self._lost = False
        self._thread = threading.Thread(target=self._run, name=f"oled {wire}", daemon=True)

    @property
    def width(self) -> int:
        """In pixels."""
        return self._size[0]

    @property
    def height(self) -> int:
        """In pixels."""
        return self._size[1]

    def open(self) -> None:
        """Begin to look for the display and to write; returns at once."""
        self._thread.start()

    def show(self, picture: bytes) -> None:
        """Let *picture* be shown as soon as the bus is free; never waits.

        :raises ValueError: not one byte for each pixel.
        """
        if len(picture) != self.width * self.height:
            raise ValueError(f"{len(picture)} bytes; the display has {self.width}x{self.height}")
        with self._change:
            self._latest = picture
            self._change.notify()

    def close(self) -> None:
        """Show the newest picture, if the display is there, and let go of the bus."""
        with self._change:
            self._closing = True
            self._change.notify()
        if self._thread.ident is not None:
            self._thread.join(timeout=2.0)

    def _run(self) -> None:
        wait_s, longest_s = self._back_off_s
        while not self._closing:
            line = None
            try:
                line = _connected(self._wire, self._smbus)
                device = self._device(line)
                self._lost = False
                self._told(None)
                wait_s = self._back_off_s[0]
                self._serve(device)
            except Exception as broken:  # luma's errors and OSError have no common root
                self._tell(broken)
            finally:
                self._shown = None
                if line is not None:
                    line.cleanup()
            with self._change:
                self._change.wait_for(lambda: self._closing, timeout=wait_s)
            wait_s = min(longest_s, 2 * wait_s)

    def _device(self, line: Any) -> Any:
        from luma.oled import device

        made = getattr(device, self._driver)(line, width=self.width, height=self.height)
        made.persist = True  # what is shown when we go is for us to say, not for luma's exit hook
        return made

    def _serve(self, device: Any) -> None:
        """Write pictures until we are closed."""
        from PIL import Image

        while True:
            with self._change:
                self._change.wait_for(lambda: self._closing or self._latest != self._shown)
                picture = self._latest
                if picture == self._shown:
                    return
            assert picture is not None
            grey = Image.frombytes("L", self._size, picture)
            if device.mode == "1":
                device.display(grey.point(lambda light: 255 * (light >= HALF_LIT), "1"))
            else:
                device.display(grey.convert(device.mode))
            self._shown = picture

    def _tell(self, broken: Exception) -> None:
        if self._lost:  # one word a change of state, not one a try
            return
        self._lost = True
        number = broken.errno if isinstance(broken, OSError) else None
        if number is None and type(broken).__name__ == "DeviceNotFoundError":
            number = errno.EREMOTEIO if "address" in str(broken) else errno.ENOENT
        hint = HINTS.get(number, "") if number is not None else ""
        self._told(DeviceLost("OLED", str(self._wire), str(broken), hint))
