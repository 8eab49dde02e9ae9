"""Words to systemd (sd_notify): a datagram to the socket it names. Nobody there: nothing said."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Mapping

NS_PER_US = 1_000


class Notifier:
    """Tells the service manager how we are. A service manager that is gone is no fault of ours."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        self._socket: socket.socket | None = None
        self._said = ""
        meant = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        usec = environment.get("WATCHDOG_USEC", "")
        self.watchdog_ns: int | None = None
        """Say :meth:`alive` at least this often; None: nobody listens for it. Half its deadline."""
        if self._address and meant and usec.isdigit():
            self.watchdog_ns = int(usec) * NS_PER_US // 2

    @property
    def listened(self) -> bool:
        """Whether there is a service manager."""
        return bool(self._address)

    def ready(self) -> None:
        """We serve."""
        self._send("READY=1")

    def reloading(self) -> None:
        """The configuration is being read again; :meth:`ready` follows."""
        self._send(f"RELOADING=1\nMONOTONIC_USEC={time.monotonic_ns() // NS_PER_US}")

    def status(self, says: str) -> None:
        """What ``systemctl status`` shows; repeated words are not sent."""
        if says != self._said:
            self._said = says
            self._send(f"STATUS={says}")

    def alive(self) -> None:
        """The loop goes round, and so do all that mind devices."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """We are ending, as we were asked to."""
        self._send("STOPPING=1")

    def close(self) -> None:
        """Say no more."""
        if self._socket is not None:
            self._socket.close()
        self._address, self._socket = "", None

    def _send(self, words: str) -> None:
        if not self._address:
            return
        name = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            if self._socket is None:
                self._socket = socket.socket(
                    socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC
                )
                self._socket.setblocking(False)
            self._socket.sendto(words.encode(), name)
        except OSError:
            return
