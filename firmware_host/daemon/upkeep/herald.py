"""Tells people where the table's page is: found out in a thread, for the network may come late."""

from __future__ import annotations

import ipaddress
import socket
import threading
from collections.abc import Callable
from pathlib import Path

from firmware_host.table.scene import Scene, Welcome

SHOWN_NS = 60_000_000_000
"""A minute from when the address is known: then whoever wants it has it, and the display rests."""
AGAIN_S = 5.0
GIVES_UP_S = 900.0
"""A quarter of an hour without a network: there is none."""
LOOK_NS = 500_000_000
SECURE = "https://"
"""People need not type the other."""
AVAHI = Path("/run/avahi-daemon/socket")
ELSEWHERE = ("192.0.2.1", 9)
"""An address that is nobody's (RFC 5737): nothing is sent, only the way there is asked for."""


def own_address() -> str:
    """This machine's address in its network; empty where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(ELSEWHERE)
        except OSError:
            return ""
        return str(asked.getsockname()[0])


def local_name() -> str:
    """The name that others may ask for this machine by, once Avahi runs; empty: it has none."""
    name = socket.gethostname().partition(".")[0].lower()
    return f"{name}.local" if name and name != "localhost" else ""


def own_name(avahi: Path = AVAHI) -> str:
    """The name that others of the network find this machine by; empty where nobody tells them."""
    return local_name() if avahi.exists() else ""


def shared(host: str) -> bool:
    """Whether others can open a page that is served at *host*."""
    try:
        return not ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() != "localhost"


def found(host: str, port: int, *, tls: bool = False) -> Welcome | None:
    """Where others find the page; None while they cannot."""
    anywhere = host in ("0.0.0.0", "::", "")
    address = own_address() if anywhere else host
    if not address:
        return None
    shown = f"[{address}]" if ":" in address else address
    name = own_name() if anywhere else ""
    scheme = SECURE if tls else ""
    return Welcome(f"{scheme}{shown}:{port}", f"{scheme}{name}:{port}" if name else "")


def typed(host: str, port: int, *, tls: bool = False) -> str:
    """Where the page is, as people type it; empty: they cannot."""
    where = found(host, port, tls=tls)
    return "" if where is None else where.address


def link(address: str) -> str:
    """The same for a telephone."""
    return f"{address}/" if address.startswith(SECURE) else f"http://{address}/"


class Herald:
    """Looks for the address until there is one, and for another later on; makes its code."""

    def __init__(
        self,
        find: Callable[[], Welcome | None],
        code: Callable[[str], tuple[str, ...]],
        again_s: float = AGAIN_S,
    ) -> None:
        self._find, self._code, self._again_s = find, code, again_s
        self._closing = threading.Event()
        self._since_ns: int | None = None
        self._over = False
        self._news: Welcome | None = None
        self._thread = threading.Thread(target=self._run, name="herald", daemon=True)

    def open(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self) -> None:
        """No more."""
        self._closing.set()

    @property
    def over(self) -> bool:
        """Nothing will be shown any more."""
        return self._over or self._closing.is_set()

    def shown(self, scene: Scene, now_ns: int) -> tuple[Welcome, int] | None:
        """What is to be shown instead of *scene*, and how long it has been up; mostly nothing.

        As soon as somebody sits down, or something is to be put right, that is more important.
        """
        news = self._news
        if self.over or news is None:
            return None
        self._since_ns = now_ns if self._since_ns is None else self._since_ns
        age_ns = now_ns - self._since_ns
        here = any(seat.status == "joined" for seat in scene.seats)
        if age_ns >= SHOWN_NS or scene.phase != "lobby" or here:
            self._over = True
            self.close()
            return None
        return None if scene.notice or scene.passing else (news, age_ns)

    def _run(self) -> None:
        left = round(GIVES_UP_S / self._again_s)
        was: Welcome | None = None
        while left and not self._closing.is_set():
            now = self._find()
            if now is not None and now != was:
                was = now
                code = self._code(link(now.address))
                self._news = Welcome(now.address, now.name, code)
            left -= 1
            self._closing.wait(self._again_s)
