"""A table's daemon from its first file to its last word."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from firmware_host.session.journal import JournalError

from . import places
from .assembly import Assembly, Here
from .clock import RealClock, wall_clock
from .errors import FAILED, CannotServe
from .later import offer_all
from .litter import unsearched
from .loop import Loop, Writer
from .page_port import opened
from .people.standins import StandIns
from .settings.house import LOOPBACK, Files
from .twins import NoWorld
from .upkeep import causes
from .upkeep.asked import as_before, asked
from .upkeep.breaks import Breaks, Looks
from .upkeep.failing import failing
from .upkeep.finishing import finished
from .upkeep.notify import Notifier
from .upkeep.starts import Starts, without_devices

if TYPE_CHECKING:
    from .upkeep.reload import Reloading
    from .upkeep.supply import Gauge

BREATH_S = 2.0
DEVICE_TREE = Path("/proc/device-tree/model")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked for on the command line."""

    files: Files
    port: int | None = None  #: another than the configured one
    journal: Path | None = None
    any_port: bool = False  #: where the configured one is taken, any other will do
    seed: Callable[[], str] = lambda: token_hex(8)
    world_seed: int | None = None  #: of the virtual table; None: from the journal's name
    fixed: Sequence[int] | None = None  #: buttons that play without being asked
    bots: Sequence[int] = ()  #: those of them at which bots play when a match begins
    reseat: bool = False  #: and in the match that is gone on with, whatever the journal says
    safe: str = ""  #: why no device is opened
    reread: Callable[[], Files] | None = None  #: the files as they are by now
    company: Callable[[Assembly], Coroutine[Any, Any, None]] | None = None
    """Who else is at the table: runs beside it until it ends."""
    at_first: Callable[[Assembly], None] = lambda table: None
    """Hears of the table before anything moves at it."""


def says(line: str) -> None:
    """A line for whoever looks at the terminal or the service's log."""
    print(line, file=sys.stderr, flush=True)


def journal_of(files: Files) -> Path:
    """Where the table's journal is kept.

    :raises CannotServe: there is no place for it.
    """
    if files.table.journal:
        return files.loaded.journal
    try:
        return places.state_folder() / f"{files.loaded.file.stem}.journal"
    except OSError as wrong:
        raise CannotServe(
            f"{wrong.filename}: the folder for the journal cannot be made: {wrong.strerror}. "
            "Name a journal in the table's file"
        ) from wrong


def assembled(wanted: Wanted, writer: Writer) -> Assembly:
    """The table, put together on the real clock.

    :raises CannotServe: its journal cannot be used.
    """
    journal, seed = wanted.journal or journal_of(wanted.files), wanted.world_seed
    if places.is_folder(journal):
        raise CannotServe(f"{journal}: this is a folder. Name a file for the journal")
    if why := finished(journal.parent, says):
        raise CannotServe(why)
    breaks = Breaks(journal)
    here = Here(
        journal=journal,
        world=journal.with_suffix(".world.json"),
        seed=wanted.seed,
        wall=wall_clock,
        says=says,
        world_seed=int.from_bytes(journal.name.encode()) % 1_000_003 if seed is None else seed,
        fixed=wanted.fixed,
        checks=breaks.broken_off,
        later=True,
        bots=wanted.bots,
        handy=wanted.company is not None,
        reseat=wanted.reseat,
    )
    forgets = _forgets(journal)
    try:
        table = Assembly(wanted.files, here, RealClock(), writer)
    except (JournalError, NoWorld) as wrong:
        raise CannotServe(str(wrong)) from wrong
    table.core.kept.append(Looks(breaks, table.core.table.evening))
    if forgets:
        table.core.hear("storage", False, forgets)
    if wanted.safe:
        table.core.hear("safe mode", False, wanted.safe)
    if wanted.company is None:  # which has hands, and plays for those who get up
        StandIns(table.core)
    return table


async def serve(wanted: Wanted, ready: Callable[[str], None] = says) -> None:
    """Run until SIGTERM or SIGINT.

    :raises CannotServe: it cannot, or can no longer.
    """
    writer, notifier = Writer(), Notifier()
    table = assembled(wanted, writer)
    wanted.at_first(table)

    def silent() -> str:
        return "journal" if writer.stuck else table.devices.minders.silent()

    loop = Loop(table.core, table.clock, notifier, table.feed.changed, silent)
    table.devices.twins.woken = loop.changed
    with as_before(signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        try:
            with failing(table, loop, CannotServe):
                await _serve(wanted, table, loop, writer, ready, notifier)
                Breaks(wanted.journal or journal_of(wanted.files)).ended()
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
    async with contextlib.AsyncExitStack() as leaving:
        page = await opened(table, wanted.port, wanted.any_port, says)
        leaving.push_async_callback(page.close)
        if table.feed.lessons is not None:
            leaving.push_async_callback(table.feed.lessons.close)
        for name in (signal.SIGTERM, signal.SIGINT):
            asked(name, loop.stop)
        reloading = _reloading(wanted, table, loop, notifier)
        if reloading is not None:
            leaving.push_async_callback(reloading.close)
        asyncio.get_running_loop().set_exception_handler(loop.failed)
        writer.start(loop.written)
        table.listen(causes.eared(table.core, lambda: writer.slowest_s, loop.heard))
        table.open(loop.edge)
        ready(f"Listening on {page.address}")
        _welcome(wanted, table, page.address)
        loop.start()
        notifier.ready()
        if (gauge := _supply(table)) is not None:
            leaving.callback(gauge.close)
        leaving.push_async_callback(_leave, _beside(wanted, table, loop))
        await loop.stopped.wait()
    if loop.broken is not None:
        raise loop.broken  # a bug: told in full, and whoever starts us goes on from the journal
    if table.core.broken is not None:
        raise CannotServe(f"the journal cannot be written any more: {table.core.broken}")


def _reloading(wanted: Wanted, table: Assembly, loop: Loop, notifier: Notifier) -> Reloading | None:
    """SIGHUP has the configuration read again; from a terminal that has gone it is an end."""
    from .upkeep.hangup import Hangup

    reloading = None
    if wanted.reread is not None:
        from .upkeep.reload import Reloading

        reloading = Reloading(table, wanted.reread, loop.turn, notifier)
        table.feed.configuration = reloading
    hangup = Hangup(loop.stop, reloading.ask if reloading is not None else None)
    asked(signal.SIGHUP, hangup)
    return reloading


def _welcome(wanted: Wanted, table: Assembly, address: str) -> None:
    """The display says where the page is, where others can open it."""
    host, port = wanted.files.table.console.host, int(address.rstrip("/").rpartition(":")[2])
    if host in LOOPBACK:
        return  # and what follows is not loaded: a table listens at once
    from .upkeep import herald, qr_child

    if herald.shared(host):
        tls = bool(wanted.files.table.console.tls_certificate)
        if table.phones is not None:
            table.phones.address = lambda: herald.typed(host, port, tls=tls)
        table.welcome(herald.Herald(lambda: herald.found(host, port, tls=tls), qr_child.rows))


def _supply(table: Assembly) -> Gauge | None:
    """A Pi tells of its supply, and is listened to."""
    if not DEVICE_TREE.exists():
        return None
    from .doctor.machine import Machine, ran
    from .upkeep.supply import Gauge, watched
    from .wiring import throttled

    gauge = Gauge(lambda: throttled(Path("/"), ran)) if Machine().pi else None
    if gauge is not None:
        shared = any(strip.supply == "usb" for strip in table.files.table.every_strip)
        watched(table.core, gauge, shared=shared)
    return gauge


def _forgets(journal: Path) -> str:
    """What the table will not remember, or has not: looked at before the journal is opened."""
    if not DEVICE_TREE.exists():
        return ""  # no Pi; and what follows need not be loaded
    from .doctor.machine import Machine
    from .doctor.storage import begun

    return begun(Machine(), journal)


def _beside(wanted: Wanted, table: Assembly, loop: Loop) -> list[asyncio.Task[None]]:
    """What goes on beside the table."""
    beside = [asyncio.create_task(offer_all(table, loop.turn, says))]
    if wanted.company is not None:
        beside.append(asyncio.create_task(wanted.company(table)))
        beside[-1].add_done_callback(lambda _: loop.stop())
    return beside


async def _leave(beside: list[asyncio.Task[None]]) -> None:
    """Who is beside the table stands up; what went wrong with one is raised."""
    for one in beside:
        one.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await one


def run(wanted: Wanted, ready: Callable[[str], None] = says) -> int:
    """Serve; the exit status."""
    starting = contextlib.ExitStack()

    def listening(line: str) -> None:
        starting.close()
        ready(line)

    try:
        with starting:
            starting.enter_context(unsearched())
            asyncio.run(serve(wanted, listening))
    except CannotServe as wrong:
        says(f"table: {wrong}")
        return FAILED
    return 0


def run_watched(wanted: Wanted, breathe: Callable[[float], None] = time.sleep) -> int:
    """The same at a real table, in safe mode where it keeps ending; the exit status.

    systemd starts us again at once. So that nothing goes round and round without a breath, one is
    taken before safe mode, and where we could not run.
    """
    if wanted.files.table.virtual:
        return run(wanted)  # no twin of a device can end us
    starts = _starts(wanted)
    if starts is not None and (why := starts.begun()):
        says(f"safe mode: {why}")
        wanted = _safely(wanted, why)
        _paused(breathe)
    try:
        status = run(wanted)
    except BaseException as broken:
        if starts is not None:
            starts.broke(f"{type(broken).__name__}: {broken}")
        raise
    if starts is not None:
        starts.ended()
    if status:
        _paused(breathe)
    return status


def _paused(breathe: Callable[[float], None]) -> None:
    """Somebody at a terminal need not wait."""
    if Notifier().listened:
        breathe(BREATH_S)


def _safely(wanted: Wanted, why: str) -> Wanted:
    """The same without devices, also when the files are read again."""
    read = wanted.reread
    again = None if read is None else lambda: without_devices(read())
    return replace(wanted, files=without_devices(wanted.files), safe=why, reread=again)


def _starts(wanted: Wanted) -> Starts | None:
    """None: there is nowhere to count, which is told of elsewhere."""
    try:
        journal = wanted.journal or journal_of(wanted.files)
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except (CannotServe, OSError):
        return None
    file = journal.with_suffix(".starts.json")
    return Starts(file, boot, lambda: time.clock_gettime(time.CLOCK_BOOTTIME))
