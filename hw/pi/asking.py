"""Who answers on a wire, asked once: for whoever looks at a table that does not work."""

from __future__ import annotations

import errno
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from hw.wire.wled import ASK_INFO, ASK_VERSION, Answers, Version

from .errand import Errand, Late
from .strip import open_port

I2C_ADDRESSES = range(0x08, 0x78)
SILENT = (errno.ENXIO, errno.EREMOTEIO, errno.EIO)
"""What the kernel says where nobody has answered an address."""
DEADLINE_S = 2.0
"""For one address: the kernel gives up after a second at most, where it can."""
MOST = 65_536
"""Bytes that are kept of what a controller says; WLED says some thousands."""
LISTEN_S = 1.3  # Adalight sketches say "Ada" once a second until they get a frame


def i2c_answers(
    node: Path, opened: Callable[[str], Any] | None = None, deadline_s: float = DEADLINE_S
) -> tuple[int, ...]:
    """The addresses that answer at ``/dev/i2c-N``. A read of one byte changes nothing there.

    :raises OSError: the bus cannot be opened, or hangs; then it is left to itself.
    """
    if opened is None:
        from smbus2 import SMBus

        opened = SMBus
    bus, found = opened(str(node)), list[int]()

    def ask(address: int) -> None:
        if _is_there(bus, address):
            found.append(address)

    steps = [partial(ask, address) for address in I2C_ADDRESSES]
    errand = Errand(f"scan {node}", steps, bus.close)
    errand.start()
    try:
        errand.waited(deadline_s)
    except Late as late:
        raise OSError(errno.ETIMEDOUT, f"it hangs: {late}") from late
    except OSError:
        bus.close()
        raise
    bus.close()
    return tuple(found)


def _is_there(bus: Any, address: int) -> bool:
    try:
        bus.read_byte(address)
    except OSError as wrong:
        if wrong.errno not in (*SILENT, errno.EBUSY):
            raise
        return wrong.errno == errno.EBUSY  # a driver of the kernel's has it
    return True


def serial_answer(port: str, baud: int, listen_s: float = LISTEN_S) -> bytes:
    """What the controller at *port* says when asked for its version; empty: nothing.

    WLED is asked for its LEDs as well; an Adalight sketch takes no notice of either.

    :raises OSError: it cannot be opened, or another program has it.
    """
    line, answers = open_port(port, baud), Answers()
    try:
        line.timeout = 0.1
        line.write(ASK_VERSION)
        heard, asked, until_s = b"", False, time.monotonic() + listen_s
        while time.monotonic() < until_s:
            chunk = line.read(1024)
            heard = (heard + chunk)[-MOST:]
            news = answers.feed(chunk)
            if not asked and any(isinstance(one, Version) for one in news):
                asked = True  # once: one that says nothing but its version would be asked for ever
                line.write(ASK_INFO)
                until_s = time.monotonic() + listen_s
            if news and not isinstance(news[-1], Version):
                break
        return heard
    finally:
        line.close()
