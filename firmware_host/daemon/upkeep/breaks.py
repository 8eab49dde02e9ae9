"""Was the table out of everybody's sight since its match was last played?

A daemon that crashed is back within seconds, and nothing has moved. After a power cut, or once it
was ended as it was asked to, the table may have been put away: then somebody looks first. Told by
a small file beside the journal that holds the number of this run of the machine from the first
look at the table on, and is taken away at a good end; no clock has a part in it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from firmware_host.table.evening import Evening

BOOT = Path("/proc/sys/kernel/random/boot_id")
SUFFIX = ".running"


def this_boot() -> str:
    """The number of this run of the machine; empty where it has none."""
    try:
        return BOOT.read_text().strip()
    except OSError:
        return ""


class Breaks:
    """The file of one table's journal."""

    def __init__(self, journal: Path, boot: Callable[[], str] = this_boot) -> None:
        self._file, self._now = journal.with_suffix(SUFFIX), boot()

    @property
    def broken_off(self) -> bool:
        """Has nobody looked at the table in this run of the machine, or has it ended since?"""
        try:
            return not self._now or self._file.read_text() != self._now
        except (OSError, UnicodeDecodeError):
            return True

    def looked(self) -> None:
        """Somebody has looked, or there was nothing to look at: until its end all is in sight."""
        with contextlib.suppress(OSError):  # a disk that takes nothing: somebody looks again
            self._file.write_text(self._now)

    def ended(self) -> None:
        """It ends as it was asked to."""
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)


class Looks:
    """Notes when somebody has looked: one of those that do what is due by the clock alone."""

    def __init__(self, breaks: Breaks, evening: Evening) -> None:
        self._breaks, self._evening = breaks, evening
        self._noted = False

    @property
    def wake_ns(self) -> int | None:
        """At once, when somebody has looked: the next crash may be near."""
        return 0 if self._due else None

    def tick(self, now_ns: int) -> None:
        """Is it looked at by now, or put away again?"""
        del now_ns
        if not self._due:
            return
        self._noted = not self._noted
        if self._noted:
            self._breaks.looked()
        else:
            self._breaks.ended()

    @property
    def _due(self) -> bool:
        """Is it noted otherwise than it is? A match that is offered is out of everybody's sight."""
        host = self._evening.host
        waits = host is not None and host.checking
        return self._noted is (waits or self._evening.parking.kept is not None)
