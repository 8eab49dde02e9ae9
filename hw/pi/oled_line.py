"""The wire to an OLED through luma, and what each of its failures means.

luma has errors of its own for some of what a bus may answer, hands on the kernel's for others, and
hides which it was in a few. Here each becomes :class:`DeviceLost`, with the address and a hint.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from hw.ports import DeviceLost
from hw.wire.oled import DISPLAY_OFF, DISPLAY_ON, NOP, Transfer

from .errand import Errand, Late

PAIR = (0x3C, 0x3D)  # one or the other, as a resistor on its back is soldered
BLANKING = 0xA4  # an SSD1322 shows nothing while it is being set

NOTHING = "nothing answers: is it wired, and what does i2cdetect -y {bus} show"
SWITCH_ON = "switch the bus on: dtparam=i2c_arm=on or dtparam=spi=on in config.txt"
PERMIT = "may this user use the bus? sudo usermod -aG i2c,spi USER"
HINTS = {
    errno.ENOENT: SWITCH_ON,
    errno.ENODEV: SWITCH_ON,
    errno.EACCES: PERMIT,
    errno.EPERM: PERMIT,
    errno.EREMOTEIO: NOTHING,
    errno.ENXIO: NOTHING,
    errno.EIO: "a bad contact, or too long a cable",
    errno.EAGAIN: "another chip disturbs the bus: unplug what else is on it",
    errno.ETIMEDOUT: "the bus hangs: switch the table off and on; if it comes again, use "
    "dtoverlay=i2c-gpio in config.txt",
    errno.EBUSY: "the kernel has a driver for it: take dtoverlay=ssd1306 out of config.txt, or end "
    "the program that has it",
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
    smbus: Any = None  #: a bus that is open already, in place of the kernel's

    def __str__(self) -> str:
        if self.kind == "i2c":
            return f"/dev/i2c-{self.bus} address {self.address:#04x}"
        return f"/dev/spidev{self.bus}.{self.select}"


@dataclass(frozen=True, slots=True)
class Start:
    """How luma sets a chip before its first picture."""

    settings: tuple[Transfer, ...]
    off: Transfer
    on: Transfer


class _Recorder:
    """Stands in for luma's end of a wire, and keeps what was to go over it."""

    def __init__(self) -> None:
        self.transfers: list[Transfer] = []

    def command(self, *said: int) -> None:
        """Keep commands."""
        self.transfers.append(Transfer(False, bytes(said)))

    def data(self, payload: Iterable[int]) -> None:
        """Keep data."""
        self.transfers.append(Transfer(True, bytes(payload)))

    def cleanup(self) -> None:
        """Nothing to let go."""


@cache  # luma keeps each device for ever, for its exit hook; a display may come and go for days
def start(driver: str, width: int, height: int) -> Start:
    """Luma's way to set that chip, without off and on, its light and its dark first picture."""
    from luma.oled import device

    def leave_it(self: Any, *level: int) -> None:
        """The first picture and its light are ours."""

    quiet = type(driver, (getattr(device, driver),), {"clear": leave_it, "contrast": leave_it})
    recorder = _Recorder()
    made = quiet(recorder, width=width, height=height)
    made.persist = True  # luma's exit hook is to do nothing
    settings = []
    for one in recorder.transfers:
        payload = one.payload
        if not one.data and payload[0] == DISPLAY_OFF:
            payload = payload[1:]
        if payload and (one.data or payload not in (bytes((BLANKING,)), bytes((DISPLAY_ON,)))):
            settings.append(Transfer(one.data, payload))
    off, on = (Transfer(False, bytes((said,))) for said in (DISPLAY_OFF, DISPLAY_ON))
    return Start(tuple(settings), off, on)


def connected(wire: Wire) -> Any:
    """Luma's end of the wire, once the display has answered (SPI cannot tell).

    Fails with whatever luma or the kernel says.
    """
    from luma.core.interface import serial

    if wire.kind == "spi":
        return serial.spi(
            port=wire.bus, device=wire.select, gpio_DC=wire.dc_pin, gpio_RST=wire.reset_pin
        )
    if wire.smbus is not None:
        line = serial.i2c(bus=wire.smbus, address=wire.address)
    else:
        line = serial.i2c(port=wire.bus, address=wire.address)
    try:
        line.command(NOP)
    except Exception as broken:
        try:
            if _number(broken) in (errno.EREMOTEIO, errno.ENXIO):
                _look_beside(line, wire)
        finally:
            line.cleanup()
        raise
    return line


class Elsewhere(Exception):
    """Nothing answers at the display's address, but something does at the other one it may have."""


def _look_beside(line: Any, wire: Wire) -> None:
    """A read of one byte changes nothing there.

    :raises Elsewhere: it is there.
    """
    other = next((a for a in PAIR if a != wire.address), None)
    if wire.address not in PAIR or other is None:
        return
    try:
        line._bus.read_byte(other)  # noqa: SLF001  luma has no question of this kind
    except (OSError, AttributeError):
        return
    raise Elsewhere(f"nothing answers there, but something does at {other:#04x}")


def sent(line: Any, transfer: Transfer) -> None:
    """Send it; fails with whatever luma or the kernel says."""
    if transfer.data:
        line.data(list(transfer.payload))
    else:
        line.command(*transfer.payload)


def _number(broken: BaseException) -> int | None:
    """The kernel's errno, also where luma made an error of its own of it."""
    at: BaseException | None = broken
    while at is not None:
        if isinstance(at, OSError) and at.errno is not None:
            return at.errno
        at = at.__cause__ or at.__context__
    return None


def lost(wire: Wire, broken: Exception) -> DeviceLost:
    """What *broken* means for people at the table."""
    where, says = str(wire), str(broken) or type(broken).__name__
    if isinstance(broken, Elsewhere):
        found = says.rpartition(" ")[2]
        return DeviceLost("OLED", where, says, f"Write address = {found} in [oled]")
    if isinstance(broken, ImportError):
        package = {"RPi": "python3-rpi-lgpio", "spidev": "python3-spidev"}.get(
            (broken.name or "").split(".")[0], "python3-luma.oled"
        )
        return DeviceLost("OLED", where, says, f"sudo apt install {package}")
    if type(broken).__name__ == "UnsupportedPlatform":
        return DeviceLost("OLED", where, says, "sudo apt install python3-rpi-lgpio")
    number = errno.ETIMEDOUT if isinstance(broken, Late) else _number(broken)
    hint = HINTS.get(number, "") if number is not None else ""
    return DeviceLost("OLED", where, says, hint.format(bus=wire.bus))


class Link:
    """One connection to the display. Nothing on it waits for longer than *deadline_s* a transfer.

    *hung* collects the threads that had to be left behind; *beat* is called while it is waited.
    """

    def __init__(
        self,
        wire: Wire,
        deadline_s: float,
        hung: list[Errand],
        beat: Callable[[], None] = lambda: None,
    ) -> None:
        self._wire, self._deadline_s, self._hung, self._beat = wire, deadline_s, hung, beat
        self._line: Any = None
        self._left_behind = False

    def open(self) -> None:
        """Connect.

        :raises DeviceLost: the display is not there.
        """
        self._errand([self._connect])

    def send(self, transfers: Iterable[Transfer]) -> None:
        """Make these transfers.

        :raises DeviceLost: the display did not take one.
        """
        self._errand([partial(sent, self._line, one) for one in transfers])

    def close(self) -> None:
        """Let go of the bus; if a thread hangs in it, that does it when it comes back."""
        if not self._left_behind:
            self._let_go()

    def _connect(self) -> None:
        self._line = connected(self._wire)

    def _let_go(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.cleanup()

    def _errand(self, steps: list[Callable[[], object]]) -> None:
        errand = Errand(f"oled transfer {self._wire}", steps, self._let_go)
        errand.start()
        try:
            errand.waited(self._deadline_s, self._beat)
        except Exception as broken:  # luma's errors and OSError have no common root
            if isinstance(broken, Late):
                self._left_behind = True
                self._hung.append(errand)
            raise lost(self._wire, broken) from broken
