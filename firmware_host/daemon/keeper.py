"""Writes to the journal what the table says must be written, before anything shows it.

A disk that takes nothing any more - full, read-only, broken - does not stop the game: what it has
not taken is kept here, in order, people are told, and it is tried again until it does. Only what
is not on the disk yet would be lost with the power.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from firmware_host.rules.kernel import Over
from firmware_host.session.journal import Journal, JournalError
from firmware_host.table.signals import Aside, CloseMatch, Commit, OpenMatch

from .twins import Disk

GIVEN_UP = "given up"
ASIDE = "set aside"
NAME = "journal"
"""So it is called where devices are told of."""
AGAIN_NS = 5_000_000_000  # 5 s from one try to the next
UNKEPT = "what is played now is kept in memory alone, and would be lost with the power"

Keepable = OpenMatch | Commit | CloseMatch | Aside
Done = Callable[[Exception | None], None]
Writes = Callable[[Callable[[], None], Done], None]
"""Does a piece of writing, here or in a thread, and says when it is on the disk, or why not."""
Hears = Callable[[str, bool, str], None]
"""Is told of a device: its name, whether it works, and if not why, in words. From any thread."""


def at_once(job: Callable[[], None], done: Done) -> None:
    """Write here and now."""
    job()
    done(None)


def nobody(name: str, ok: bool, says: str) -> None:
    """Nobody hears."""


class Keeper:
    """One journal, and the match that is open in it. May be used by one thread at a time."""

    def __init__(self, journal: Journal, match: int | None = None, aside: str = "") -> None:
        """*match* is open; *aside* says why it is not gone on with, where it is not."""
        self._journal, self._match, self._aside = journal, match, aside
        self._waiting: deque[Keepable] = deque()
        self.disk: Disk | None = None
        """A virtual table's, which may be slow or full."""
        self.hears: Hears = nobody
        """Is told when the disk begins to refuse, and when it has taken everything."""
        self.home: Callable[[Journal], Journal] | None = None
        """Brings the journal home that is in memory, for its disk took nothing; None: it is."""

    @property
    def behind(self) -> bool:
        """Does something wait for a disk that does not take it?"""
        return bool(self._waiting) or self.home is not None

    @property
    def journal(self) -> Journal:
        """Where it is kept just now."""
        return self._journal

    def keep(self, effect: Keepable) -> None:
        """Write it: on the disk when this returns, or people have been told that it is not.

        A match that is set aside stays open, so that a daemon begun anew tries to go on with it;
        the next one ends it, and a line more takes it up again.
        """
        self._waiting.append(effect)
        self.catch_up(told=len(self._waiting) > 1)

    def catch_up(self, told: bool = True) -> None:
        """Write all that waits; *told*: people know already that something does."""
        try:
            while self._waiting:
                self._write(self._waiting[0])
                self._waiting.popleft()
        except JournalError as why:
            self.hears(NAME, False, f"{why} Until then {UNKEPT}.")
        else:
            if told and self.home is None:
                self.hears(NAME, True, "")

    def again(self) -> None:
        """Try a disk once more that has not taken all."""
        behind = self.behind
        if self.home is not None:
            try:
                self._journal, self.home = self.home(self._journal), None
            except JournalError as why:
                if not why.disk:  # and so it will not be well by itself
                    self.hears(NAME, False, f"{why} {UNKEPT[0].upper()}{UNKEPT[1:]}.")
        self.catch_up(told=behind)

    def _write(self, effect: Keepable) -> None:
        """:raises JournalError: it could not be written; nothing of it is."""
        if self.disk is not None and self.disk.full:
            hint = "Free some space; nothing acknowledged is lost."
            raise JournalError(self._journal.path, "the disk is full", hint, disk=True)
        match effect:
            case OpenMatch() as o:
                if self._aside:
                    self._journal.append(self._opened, (), f"{ASIDE}: {self._aside}")
                    self._aside = ""
                begun = (o.game, o.version, o.buttons, o.seed, o.box, o.tints)
                self._match = self._journal.begin(*begun)
            case Commit(lines=lines):
                self._journal.append(self._opened, lines)
                self._aside = ""
            case CloseMatch(over=over):
                self._journal.append(self._opened, (), spelled(over))
            case Aside(why=why):
                self._aside = why
        if self.disk is not None:
            self.disk.synced()

    @property
    def _opened(self) -> int:
        assert self._match is not None
        return self._match


class CatchingUp:
    """Tries the disk again while something waits for it: one of those due by the clock alone."""

    def __init__(self, keeper: Keeper, writes: Writes) -> None:
        self._keeper, self._writes = keeper, writes
        self._due_ns, self._trying = 0, False

    @property
    def behind(self) -> bool:
        """Does something wait for the disk?"""
        return self._keeper.behind

    @property
    def wake_ns(self) -> int | None:
        """Call :meth:`tick` by then."""
        return self._due_ns if self._keeper.behind and not self._trying else None

    def tick(self, now_ns: int) -> None:
        """Try, if it is time."""
        if self._keeper.behind and not self._trying and now_ns >= self._due_ns:
            self._due_ns, self._trying = now_ns + AGAIN_NS, True
            self._writes(self._keeper.again, self._tried)

    def _tried(self, broken: Exception | None) -> None:
        self._trying = False
        if broken is not None:
            raise broken  # a fault of ours


def spelled(over: Over | None) -> str:
    """How a match ended, in words: ``boat: A, BC, D``."""
    if over is None:
        return GIVEN_UP
    return f"{over.reason}: {', '.join(''.join(map(str, rank)) for rank in over.ranking)}"
