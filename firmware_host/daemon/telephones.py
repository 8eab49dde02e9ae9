"""Telephones at seats outlast a new start of the daemon, while the same match goes on.

In a file beside the journal for its user's eyes alone, in no backup and no bundle: the hashes
that tokens are known by, and codes with what is left of their minutes. It is written beside the
loop whenever somebody gets in, goes or is handed over, and is gone with the match.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host.console.lasting import MOST_BYTES, spelled, unspelled
from firmware_host.console.seat_codes import SeatCodes
from firmware_host.table.evening import Evening

from .keeper import AGAIN_NS, Writes
from .phones import Phones
from .settings import house as houses
from .whole import written

if TYPE_CHECKING:
    from .assembly import Here
    from .clock import Clock
    from .core import Core
    from .drawing import LateDrawing
    from .settings.house import Files

SUFFIX = ".telephones"
PRIVATE = 0o600


class Telephones:
    """Keeps the file of one table: one of those that do what is due by the clock alone."""

    def __init__(
        self,
        codes: SeatCodes,
        evening: Evening,
        journal: Path,
        now_s: Callable[[], float],
        writes: Writes,
    ) -> None:
        """Let those in again who play the match that goes on; *now_s* is the wall clock."""
        self._codes, self._evening, self._now_s, self._writes = codes, evening, now_s, writes
        self._file = journal.with_suffix(SUFFIX)
        self._writing = self._again = False
        self._behind, self._due_ns = False, 0  #: the disk took nothing; it is tried again
        self._resumed()
        self._seen = self._match
        codes.changed = self.save

    @property
    def wake_ns(self) -> int | None:
        """At once, when a match has begun or is over; again, while the disk takes nothing."""
        if self._seen != self._match:
            return 0
        return self._due_ns if self._behind and not self._writing else None

    def tick(self, now_ns: int) -> None:
        """What was for another match is worth nothing; nor is what the disk has not heard of."""
        if self._seen != self._match:
            self.save()
        elif self._behind and not self._writing and now_ns >= self._due_ns:
            self._due_ns = now_ns + AGAIN_NS
            self.save()

    def save(self) -> None:
        """Write down how it is now; one piece at a time, so that a slow disk gathers no queue."""
        self._again, self._seen = self._writing, self._match
        if self._writing:
            return
        lasting = self._codes.lasts(_named(self._match), self._now_s()) if self._match else None
        data, self._writing = b"" if lasting is None else spelled(lasting), True
        self._writes(lambda: self._written(data), self._done)

    @property
    def _match(self) -> str:
        """What the match that is on is known by; empty: none is."""
        host = self._evening.host
        return "" if host is None else f"{host.ledger.match.game.name} {host.ledger.match.seed}"

    def _resumed(self) -> None:
        with contextlib.suppress(OSError):
            with self._file.open("rb") as held:
                kept = unspelled(held.read(MOST_BYTES))
            if kept is not None and self._match and kept.match == _named(self._match):
                self._codes.goes_on(kept, self._now_s())

    def _written(self, data: bytes) -> None:
        """What cannot be written is asked for anew; an old file lets nobody in."""
        self._behind = True
        with contextlib.suppress(OSError):
            if data:
                written(self._file, data, PRIVATE)
                self._behind = False
                return
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)
            self._behind = bool(data)

    def _done(self, broken: Exception | None) -> None:
        self._writing = False
        if broken is not None:
            raise broken  # a fault of ours
        if self._again:
            self.save()


def phones_of(
    files: Files,
    core: Core,
    clock: Clock,
    here: Here,
    drawing: LateDrawing | None,
    writes: Writes,
) -> Phones | None:
    """Codes for telephones, where others can open the page; those that play already play on."""
    if files.table.console.host in houses.LOOPBACK:
        return None
    phones, evening = Phones(core, clock.now_ns, here.says), core.table.evening
    core.kept.append(Telephones(phones.codes, evening, here.journal, here.now_s, writes))
    if drawing is not None:
        drawing.phones = phones
    return phones


def _named(match: str) -> str:
    """A match's luck is no one's to read, so it is known by its hash."""
    return hashlib.sha256(f"telephones of {match}".encode()).hexdigest()
