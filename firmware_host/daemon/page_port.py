"""The page's port: opened at the start, with its names, its certificate and its doors."""

from __future__ import annotations

import errno
import os
import socket
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from firmware_host.console.app import Listening, listen

from .assembly import Assembly
from .errors import CannotServe
from .settings.house import LOOPBACK, Files

if TYPE_CHECKING:
    from ssl import SSLContext

HINTS = {
    errno.EADDRINUSE: "Say another with --port, or stop what has it",
    errno.EACCES: "Ports below 1024 are the system's: say another with --port",
}
"""What to do about a port that cannot be had."""


class Asked(Protocol):
    """What the command line asked for."""

    @property
    def files(self) -> Files:
        """Of the table."""

    @property
    def port(self) -> int | None:
        """Another than the configured one."""

    @property
    def any_port(self) -> bool:
        """Where the configured one is taken, any other will do."""


async def opened(wanted: Asked, table: Assembly, says: Callable[[str], None]) -> Listening:
    """The page, served; where others can open it, staff have a password.

    :raises CannotServe: its port cannot be had.
    """
    page = await _listening(wanted, table)
    if wanted.files.table.console.host not in LOOPBACK:
        from .upkeep.doorway import first_password

        first_password(table.here.journal, says)
    return page


async def _listening(wanted: Asked, table: Assembly) -> Listening:
    """The page, served.

    :raises CannotServe: its port cannot be had.
    """
    console = wanted.files.table.console
    port, names = console.port if wanted.port is None else wanted.port, frozenset(console.names)
    ways = None
    if console.host not in LOOPBACK:
        from .upkeep.doorway import doors
        from .upkeep.herald import local_name

        names |= {name} if (name := local_name()) else set()  # Avahi may come later than we do
        ways = doors(table)
    tls = _certified(wanted, table)
    try:
        return await listen(table.feed, console.host, port, names, ways, tls)
    except OSError as wrong:
        if wanted.any_port and wanted.port is None and wrong.errno == errno.EADDRINUSE:
            return await listen(table.feed, console.host, 0, names, ways, tls)
        hint = HINTS.get(wrong.errno or 0, "Look at [console] in the table's file")
        raise CannotServe(
            f"cannot listen on {console.host} port {port}: {_why(wrong)}. {hint}"
        ) from wrong


def _certified(wanted: Asked, table: Assembly) -> SSLContext | None:
    """What the page speaks TLS with; None: it does not.

    :raises CannotServe: its certificate cannot be used any more.
    """
    if not wanted.files.table.console.tls_certificate:
        return None
    from .settings.tls import BadPair, pair_of
    from .upkeep.certificate import Certificate

    pair = pair_of(wanted.files.loaded)
    assert pair is not None
    try:
        return Certificate(pair, table.core, time.time).context
    except BadPair as wrong:
        raise CannotServe(f"{wanted.files.loaded.file}: {wrong}") from wrong


def _why(wrong: OSError) -> str:
    if isinstance(wrong, socket.gaierror):  # its numbers are not those of other errors
        return str(wrong.strerror).lower()
    return os.strerror(wrong.errno).lower() if wrong.errno else str(wrong)
