"""A table's daemon from its first file to its last word."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex

from firmware_host.rules.kernel import BoxFaults
from firmware_host.session.journal import JournalError
from firmware_host.session.match import Diverged

from . import places
from .assembly import Assembly, Here
from .clock import RealClock
from .house import Files
from .loop import Loop, Writer
from .notify import Notifier

FAILED = 1


class CannotServe(Exception):
    """Why the daemon cannot run, or has to end, in words."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked for on the command line."""

    files: Files
    port: int | None = None  #: another than the configured one
    journal: Path | None = None


def wall_clock() -> str:
    """Now, ISO 8601, in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def says(line: str) -> None:
    """A line for whoever looks at the terminal or the service's log."""
    print(line, file=sys.stderr, flush=True)


def journal_of(files: Files) -> Path:
    """Where the table's journal is kept.

    :raises CannotServe: there is no place for it.
    """
    if files.table.journal:
        return files.loaded.file.absolute().parent / files.table.journal
    try:
        return places.state_folder() / f"{files.loaded.file.stem}.journal"
    except OSError as wrong:
        raise CannotServe(
            f"{wrong.filename}: the folder for the journal cannot be made: {wrong.strerror}. "
            "Name a journal in the table's file"
        ) from wrong


def assembled(files: Files, journal: Path, writer: Writer) -> Assembly:
    """The table, put together on the real clock.

    :raises CannotServe: its journal cannot be used, or tells what the rules do not allow.
    """
    here = Here(
        journal=journal,
        world=journal.with_suffix(".world.json"),
        seed=lambda: token_hex(8),
        wall=wall_clock,
        says=says,
        world_seed=int.from_bytes(journal.name.encode()) % 1_000_003,
    )
    try:
        return Assembly(files, here, RealClock(), writer)
    except JournalError as wrong:
        raise CannotServe(str(wrong)) from wrong
    except (Diverged, BoxFaults, KeyError) as wrong:
        raise CannotServe(
            f"{journal}: the match that is open in it cannot be gone on with: {wrong}. "
            "Look at it with ./table replay, or move the file away to begin anew"
        ) from wrong


async def serve(wanted: Wanted, ready: Callable[[str], None] = says) -> None:
    """Run until SIGTERM or SIGINT.

    :raises CannotServe: it cannot, or can no longer.
    """
    writer, notifier = Writer(), Notifier()
    table = assembled(wanted.files, wanted.journal or journal_of(wanted.files), writer)
    loop = Loop(table.core, table.clock, notifier, table.feed.changed)
    try:
        await _serve(wanted, table, loop, writer, ready, notifier)
    finally:
        notifier.stopping()
        loop.close()
        writer.close()
        table.close()
        notifier.close()


async def _serve(
    wanted: Wanted,
    table: Assembly,
    loop: Loop,
    writer: Writer,
    ready: Callable[[str], None],
    notifier: Notifier,
) -> None:
    from firmware_host.console.app import listen

    console = wanted.files.table.console
    port = console.port if wanted.port is None else wanted.port
    try:
        page = await listen(table.feed, console.host, port, frozenset(console.names))
    except OSError as wrong:
        raise CannotServe(
            f"cannot listen on {console.host} port {port}: {_why(wrong)}. "
            "Say another with --port, or stop what has it"
        ) from wrong
    try:
        for name in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(name, loop.stop)
        writer.start(loop.written)
        table.told = loop.heard
        table.open(loop.edge)
        ready(f"Listening on {page.address}")
        loop.start()
        notifier.ready()
        await loop.stopped.wait()
    finally:
        await page.close()
    if table.core.broken is not None:
        raise CannotServe(f"the journal cannot be written any more: {table.core.broken}")


def _why(wrong: OSError) -> str:
    return os.strerror(wrong.errno).lower() if wrong.errno else str(wrong)


def run(wanted: Wanted) -> int:
    """Serve; the exit status."""
    try:
        asyncio.run(serve(wanted))
    except CannotServe as wrong:
        says(f"table: {wrong}")
        return FAILED
    return 0
