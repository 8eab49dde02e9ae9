"""The plug of the guest's USB serial adapter, pulled and pushed by the emulator's monitor."""

from __future__ import annotations

import json
import os
import time
from typing import Any

from tests.bed.guest.modules import PATIENCE_S, load, wait_for

PORT = "/dev/ttyUSB0"
FAR = "/dev/bed/usb0"
BUSY = ("in use", "Duplicate")


class Monitor:
    """The emulator's monitor: one command, one answer."""

    def __init__(self, path: str = "/dev/bed/qmp") -> None:
        self._line = os.open(path, os.O_RDWR)
        self._held = b""
        self.ask("qmp_capabilities")

    def ask(self, command: str, **arguments: object) -> Any:
        """What the monitor answers.

        :raises RuntimeError: it refuses.
        """
        asked = json.dumps({"execute": command, "arguments": arguments})
        os.write(self._line, asked.encode() + b"\n")
        while True:  # events come in between
            answer = json.loads(self._next_line())
            if "error" in answer:
                raise RuntimeError(answer["error"]["desc"])
            if "return" in answer:
                return answer["return"]

    def _next_line(self) -> bytes:
        while b"\n" not in self._held:
            self._held += os.read(self._line, 65536)
        line, _, self._held = self._held.partition(b"\n")
        return line


class UsbSerial:
    """An FTDI adapter at ``/dev/ttyUSB0``; :attr:`far` is the other end of its line."""

    def __init__(self) -> None:
        load("xhci-pci", "ftdi_sio")
        self._monitor = Monitor()
        self.far = -1
        self.take_back()
        self.there = True
        wait_for(PORT)

    def unplug(self) -> None:
        """Pull it out; its node goes as soon as the kernel has noticed."""
        self._monitor.ask("device_del", id="usb0dev")
        self.there = False

    def plug(self) -> None:
        """Push it in; the node is back under some name.

        :raises TimeoutError: the emulator does not let go of the old one.
        """
        until_s = time.monotonic() + PATIENCE_S
        adapter = {"driver": "usb-serial", "id": "usb0dev", "chardev": "usb0"}
        while True:
            try:
                self._monitor.ask("device_add", **adapter, **{"always-plugged": True})
            except RuntimeError as wrong:
                if not any(word in str(wrong) for word in BUSY) or time.monotonic() > until_s:
                    raise
                time.sleep(0.02)
            else:
                self.there = True
                return

    def let_go(self) -> None:
        """Leave the far end to somebody else."""
        os.close(self.far)

    def take_back(self) -> None:
        """Read the far end again."""
        self.far = os.open(FAR, os.O_RDWR | os.O_NONBLOCK)

    def heard(self) -> bytes:
        """What has come at the far end since the last look."""
        got = b""
        while True:
            try:
                more = os.read(self.far, 65536)
            except BlockingIOError:
                return got
            if not more:
                return got
            got += more
