"""Sees to it that whatever fails leaves something behind: a turn, a page, a thread, or a hang."""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from firmware_host.daemon.assembly import Assembly
from firmware_host.daemon.loop import Loop
from firmware_host.daemon.whole import belongs

from .beside import Beside, at_once

PAGE = "lava-table.page"
"""The logger that hears what breaks while a page is served."""
MOST_STACKS_BYTES = 256 << 10


class Hung(Exception):
    """The daemon before this one was ended as it hung, or it tore: what each thread was at."""


@contextlib.contextmanager
def failing(table: Assembly, loop: Loop, told: type[Exception]) -> Iterator[None]:
    """While this lasts every fault of ours is kept; what is raised is raised as before.

    *told* is no fault of ours, but told in words.
    """
    crashes, feed = table.crashes, table.feed
    feed.crashes, feed.broke, feed.heard = crashes, loop.broke, loop.told
    crashes.beside = beside = Beside("bundles")
    page, threads = _Pages(table), threading.excepthook
    logging.getLogger(PAGE).addHandler(page)

    def thread(failed: threading.ExceptHookArgs) -> None:
        if failed.exc_value is not None:
            name = failed.thread.name if failed.thread is not None else "?"
            crashes.keep(failed.exc_value, f"thread {name}")
        threads(failed)

    threading.excepthook = thread
    with _stacks(table):
        try:
            yield
        except told:
            raise
        except Exception as broken:
            crashes.keep(broken, "turn")
            raise
        finally:
            threading.excepthook = threads
            crashes.beside = at_once
            beside.close()
            logging.getLogger(PAGE).removeHandler(page)


class _Pages(logging.Handler):
    """Hears of what breaks while a page is served, though the table goes on."""

    def __init__(self, table: Assembly) -> None:
        super().__init__(logging.ERROR)
        self._crashes = table.crashes

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        broken = record.exc_info[1] if record.exc_info else None
        if isinstance(broken, Exception) and not isinstance(broken, OSError):
            self._crashes.keep_beside(broken, "page")


@contextlib.contextmanager
def _stacks(table: Assembly) -> Iterator[None]:
    """A hang that the watchdog ends (SIGABRT), or a crash of a library, leaves each thread's stack.

    They are written by the system's own means, with no Python; the next daemon keeps them.
    """
    file = table.crashes.journal.with_suffix(".hung.txt")
    with contextlib.suppress(OSError):
        _kept_before(table, file)
    try:
        out = file.open("w")
        belongs(file, file.parent)
    except OSError:  # there is nowhere to write, which is told elsewhere
        yield
        return
    with out, _enabled(out):
        yield
    file.unlink(missing_ok=True)


def _kept_before(table: Assembly, file: Path) -> None:
    if not file.exists() or not file.stat().st_size:
        return
    with file.open(errors="replace") as held:
        told = held.read(MOST_STACKS_BYTES)
    table.crashes.keep_beside(Hung(told), "hang")


@contextlib.contextmanager
def _enabled(out: TextIO) -> Iterator[None]:
    before = faulthandler.is_enabled()
    faulthandler.enable(out)
    try:
        yield
    finally:
        faulthandler.disable()
        if before and sys.__stderr__ is not None:
            faulthandler.enable(sys.__stderr__)
