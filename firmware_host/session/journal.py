"""The journal: what was told, in order, for ever. Nothing in it is changed or removed.

One SQLite file in WAL mode, ``synchronous = FULL``: what :meth:`Journal.append` has returned from
is on the disk, whatever happens to the power next. Each row carries a checksum chained to the row
before it, so a record damaged in the middle is found, and what stood before it is kept.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from . import moving, record, salvage
from .lock import Held, Lock
from .opening import ANOTHERS, SUFFIX, WAL_PAGES, Sound, connect, latest_of, looked_at
from .record import Damage, Kept
from .refusals import DISKS, JournalError, refusals
from .tale import Told

__all__ = ["SUFFIX", "WAL_PAGES", "Journal", "JournalError", "located", "look", "look_all"]


class Journal:
    """One file, one writer. A method that writes has committed when it returns.

    May be used from any one thread at a time.
    """

    def __init__(self, path: Path | str, wall: Callable[[], str], what: str = "") -> None:
        """Open the journal at *path*, made if it is missing; *wall* gives wall-clock stamps.

        *what* says who writes it, to anyone else who wants to.

        :raises JournalError: it cannot be written, is another's, or is no journal.
        """
        self.path = Path(path)
        self._wall = wall
        self._ends: dict[int, tuple[int, bytes]] = {}
        self._found: Kept | None = None
        """The latest match as the file was looked through, until something is written."""
        self.damage: Damage | None = None
        """What was found damaged when it was opened."""
        self.aside: Path | None = None
        """Where the damaged file is kept as it was."""
        self._lock = _locked(self.path, what)
        try:
            with refusals(self.path):
                self._db = self._opened()
        except BaseException:
            self._lock.release()
            raise

    def begin(
        self,
        game: str,
        version: int,
        buttons: Sequence[int],
        seed: str,
        box: str,
        tints: Sequence[str] = (),
    ) -> int:
        """A new match, its seats at *buttons*, *box* the whole text of its box's file; its number.

        *tints* are the colours the seats have chosen.

        :raises JournalError: it could not be written.
        """
        with refusals(self.path):
            (match,) = self._db.execute("SELECT 1 + coalesce(max(id), 0) FROM match").fetchone()
            assert isinstance(match, int)
            at = record.spelled_buttons(buttons, tints)
            row = record.match_row(
                match, (game, version, len(buttons), at, seed, box, self._wall())
            )
            self._db.execute(record.INSERT_MATCH, row)
        self._found = None
        self._ends[match] = (0, _sum(row))
        return match

    def append(self, match: int, told: Sequence[Told], ended: str | None = None) -> None:
        """Add lines, and how the match *ended* with them, all or none of it.

        :raises JournalError: it could not be written; nothing of it is.
        """
        line, total = self._end(match)
        self._found = None
        stamp = self._wall()
        rows = record.line_rows(match, told, stamp, (line, total))
        line, total = line + len(rows), _sum(rows[-1]) if rows else total
        with refusals(self.path):
            if len(rows) == 1 and ended is None:
                self._db.execute(record.INSERT_LINE, rows[0])  # commits by itself
            else:
                self._together(match, rows, None if ended is None else (line, ended, stamp))
        self._ends[match] = (line, total)

    def carry(self, old: Kept, version: int, told: Sequence[Told], says: str) -> int:
        """End *old* with *says*, and have a match go on that begins with these lines; its number.

        :raises JournalError: it could not be written; nothing of it is.
        """
        stamp = self._wall()
        new = old.id + 1
        at = record.spelled_buttons(old.buttons, old.tints)
        begun = (old.game, version, old.seats, at, old.seed, old.box, stamp)
        header = record.match_row(new, begun)
        rows = record.line_rows(new, told, stamp, (0, _sum(header)))
        with refusals(self.path), self._transaction():
            ending = self._ending(old.id, (len(old.lines), f"{says} {new}", stamp))
            self._db.execute(record.INSERT_ENDING, ending)
            self._db.execute(record.INSERT_MATCH, header)
            self._db.executemany(record.INSERT_LINE, rows)
        self._found = None
        self._ends[new] = (len(rows), _sum(rows[-1] if rows else header))
        return new

    def bring_home(self, away: Path) -> None:
        """Take over what the journal at *away* has more: it went on from this one elsewhere.

        :raises JournalError: it did not, or it could not be written; nothing of it is.
        """
        try:
            with refusals(self.path), salvage.readable(away) as db, self._transaction():
                for insert, row in moving.missing(db, self._db):
                    self._db.execute(insert, row)
        except moving.Strayed as why:
            hint = "Both are kept; what is played now is not on the disk."
            says = f"it is not the journal that was there when the table began ({why})"
            raise JournalError(self.path, says, hint) from why
        self._found = None
        self._ends.clear()

    def matches(self) -> tuple[Kept, ...]:
        """Every match that can be read, without its lines, oldest first."""
        return tuple(salvage.headers(self._db))

    def kept(self, match: int) -> Kept:
        """A match with its lines.

        :raises KeyError: there is none of that number.
        """
        with refusals(self.path):
            header = record.header(self._db, match)
            if header is not None:
                return record.whole(self._db, header)
        raise KeyError(match)

    def unfinished(self) -> Kept | None:
        """The latest match, with its lines, if it has not ended: what to go on with."""
        with refusals(self.path):
            latest = self._found or latest_of(self._db)
        return None if latest is None or latest.ended is not None else latest

    def close(self) -> None:
        """Fold the write-ahead log into the file, if the disk lets it be, and let go of it."""
        try:
            with suppress(sqlite3.Error):  # the log is whole, and is folded in the next time
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._db.close()
        finally:
            self._lock.release()

    def _opened(self) -> sqlite3.Connection:
        """The file, ready for writing; rebuilt first if its latest match is damaged."""
        salvage.finish(self.path)
        with salvage.unfolded(self.path):
            found = looked_at(self.path)
            if isinstance(found, Sound):
                self._know(found.latest)
                return found.db
            self.damage = found.damage
            if found.readable:
                self.aside = salvage.kept_aside(self.path)
        if self.aside is None:
            self.aside = salvage.set_aside(self.path)
        else:
            alone = self.damage.says == ANOTHERS
            salvage.rebuild(self.path, self.aside, connect, alone=alone)
        return connect(self.path)

    def _know(self, latest: Kept | None) -> None:
        """It was read to its end: until something is written it need not be read again."""
        self._found = latest
        if latest is not None:
            self._ends[latest.id] = (len(latest.lines), latest.sum)

    def _end(self, match: int) -> tuple[int, bytes]:
        if match not in self._ends:
            kept = self.kept(match)
            self._ends[match] = (len(kept.lines), kept.sum)
        return self._ends[match]

    def _together(
        self, match: int, rows: list[record.Row], ending: tuple[int, str, str] | None
    ) -> None:
        with self._transaction():
            self._db.executemany(record.INSERT_LINE, rows)
            if ending is not None:
                self._db.execute(record.INSERT_ENDING, self._ending(match, ending))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All of what is done meanwhile, or nothing."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _ending(self, match: int, ending: tuple[int, str, str]) -> record.Row:
        (total,) = self._db.execute("SELECT sum FROM match WHERE id = ?", (match,)).fetchone()
        return record.chained((match, *ending), total)


def _sum(row: record.Row) -> bytes:
    total = row[-1]
    assert isinstance(total, bytes)
    return total


def _locked(path: Path, what: str) -> Lock:
    """The writer's lock of the journal at *path*.

    :raises JournalError: another process writes to it, or its folder cannot be written.
    """
    file = path.with_name(path.name + ".lock")
    try:
        return Lock(file, what)
    except Held as why:
        raise JournalError(
            path, f"it is in use by {why.holder}", "Stop that first, or name another journal."
        ) from why
    except OSError as why:
        says = f"its folder cannot be written ({why.strerror})"
        hint = "Check that the folder exists, and who owns it."
        raise JournalError(path, says, hint, disk=why.errno in DISKS) from why


def located(path: Path) -> Path:
    """The journal at *path*, which may be a folder with just one.

    :raises JournalError: there is none, or more than one.
    """
    if path.is_file():
        return path
    if not path.is_dir():
        raise JournalError(path, "there is no such file", "Name a journal.")
    inside = sorted(path.glob(f"*{SUFFIX}"))
    if not inside:
        raise JournalError(path, "there is no journal in this folder", "Name a journal.")
    if len(inside) > 1:
        names = ", ".join(str(file) for file in inside)
        raise JournalError(path, "there are several journals in this folder", f"Name one: {names}")
    return inside[0]


def look_all(path: Path | str) -> tuple[Kept, ...]:
    """Every match with its lines, of a journal that may be damaged or in use; changes nothing.

    :raises JournalError: it is missing, or no journal.
    """
    path = located(Path(path))
    with refusals(path), salvage.readable(path) as db:
        found = salvage.headers(db) if salvage.check(db) else []  # cut off while it was made: none
        return tuple(record.whole(db, header) for header in found)


def look(path: Path | str, match: int | None = None) -> Kept | None:
    """A match (None: the latest) of a journal that may be damaged or in use; changes nothing.

    None: there is no such match.

    :raises JournalError: it is missing, or no journal.
    """
    path = located(Path(path))
    with refusals(path), salvage.readable(path) as db:
        header = record.header(db, match) if salvage.check(db) else None
        return None if header is None else record.whole(db, header)
