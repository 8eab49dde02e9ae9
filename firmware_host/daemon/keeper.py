"""Writes to the journal what the table says must be written, before anything shows it."""

from __future__ import annotations

from collections.abc import Callable

from firmware_host.rules.kernel import Over
from firmware_host.session.journal import Journal
from firmware_host.table.signals import CloseMatch, Commit, OpenMatch

GIVEN_UP = "given up"

Done = Callable[[Exception | None], None]
Writes = Callable[[Callable[[], None], Done], None]
"""Does a piece of writing, here or in a thread, and says when it is on the disk, or why not."""


def at_once(job: Callable[[], None], done: Done) -> None:
    """Write here and now."""
    job()
    done(None)


class Keeper:
    """One journal, and the match that is open in it. May be used by one thread at a time."""

    def __init__(self, journal: Journal, match: int | None = None) -> None:
        self._journal, self._match = journal, match

    def keep(self, effect: OpenMatch | Commit | CloseMatch) -> None:
        """Write it: on the disk when this returns.

        :raises JournalError: it could not be written.
        """
        match effect:
            case OpenMatch() as o:
                begun = (o.game, o.version, o.buttons, o.seed, o.box, o.tints)
                self._match = self._journal.begin(*begun)
            case Commit(lines=lines):
                self._journal.append(self._opened, lines)
            case CloseMatch(over=over):
                self._journal.append(self._opened, (), spelled(over))

    @property
    def _opened(self) -> int:
        assert self._match is not None
        return self._match


def spelled(over: Over | None) -> str:
    """How a match ended, in words: ``boat: A, BC, D``."""
    if over is None:
        return GIVEN_UP
    return f"{over.reason}: {', '.join(''.join(map(str, rank)) for rank in over.ranking)}"
