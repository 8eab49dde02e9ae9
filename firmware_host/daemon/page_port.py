"""The page's port: opened at the start, with its names, its certificate and its doors."""

from __future__ import annotations

import errno
import os
import socket
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware_host.console.app import Listening, listen

from .assembly import Assembly
from .errors import CannotServe
from .settings.house import LOOPBACK

if TYPE_CHECKING:
    from ssl import SSLContext

HINTS = {
    errno.EADDRINUSE: "Say another with --port, or stop what has it",
    errno.EACCES: "Ports below 1024 are the system's: say another with --port",
}
"""What to do about a port that cannot be had."""


async def opened(
    table: Assembly, port: int | None, any_port: bool, says: Callable[[str], None]
) -> Listening:
    """The page, served; where others can open it, staff have a password.

    *port*: another than the configured one; else, with *any_port*, any will do where that is taken.

    :raises CannotServe: its port cannot be had.
    """
    page = await _listening(table, port, any_port)
    if table.files.table.console.host not in LOOPBACK:
        from .upkeep.doorway import first_password

        first_password(table.here.journal, says)
    return page


async def _listening(table: Assembly, wanted: int | None, any_port: bool) -> Listening:
    """The page, served.

    :raises CannotServe: its port cannot be had.
    """
    console = table.files.table.console
    port, names = console.port if wanted is None else wanted, frozenset(console.names)
    ways = None
    if console.host not in LOOPBACK:
        from .upkeep.doorway import doors
        from .upkeep.herald import local_name

        names |= {name} if (name := local_name()) else set()  # Avahi may come later than we do
        ways = doors(table)
    tls = _certified(table)
    try:
        return await listen(table.feed, console.host, port, names, ways, tls)
    except OSError as wrong:
        if any_port and wanted is None and wrong.errno == errno.EADDRINUSE:
            return await listen(table.feed, console.host, 0, names, ways, tls)
        hint = HINTS.get(wrong.errno or 0, "Look at [console] in the table's file")
        raise CannotServe(
            f"cannot listen on {console.host} port {port}: {_why(wrong)}. {hint}"
        ) from wrong


def _certified(table: Assembly) -> SSLContext | None:
    """What the page speaks TLS with; None: it does not.

    :raises CannotServe: its certificate cannot be used any more.
    """
    if not table.files.table.console.tls_certificate:
        return None
    from .settings.tls import BadPair, pair_of
    from .upkeep.certificate import Certificate

    pair = pair_of(table.files.loaded)
    assert pair is not None
    try:
        return Certificate(pair, table.core, time.time).context
    except BadPair as wrong:
        raise CannotServe(f"{table.files.loaded.file}: {wrong}") from wrong


def _why(wrong: OSError) -> str:
    if isinstance(wrong, socket.gaierror):  # its numbers are not those of other errors
        return str(wrong.strerror).lower()
    return os.strerror(wrong.errno).lower() if wrong.errno else str(wrong)
