"""What is in a journal file: its tables, its rows, and the checksums that chain them."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

from .tale import Told, spell, unspell

APPLICATION_ID = 0x4C415641
"""Marks the file as ours: "LAVA"."""
FORMAT = 1
"""Of these tables; kept as the file's ``user_version``."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS match (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,  -- of the rules
    seats INTEGER NOT NULL,
    buttons TEXT NOT NULL,     -- which button each seat has, in words: 0 2 3, or 0:seat_b 2:seat_a
    seed TEXT NOT NULL,
    box TEXT NOT NULL,         -- the whole text of the file the box was read from
    opened TEXT NOT NULL,      -- wall clock, ISO 8601
    sum BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS line (
    match INTEGER NOT NULL REFERENCES match (id),
    line INTEGER NOT NULL,     -- 1, 2, ... within the match
    kind TEXT NOT NULL,        -- answer, undo, put or seat
    words TEXT NOT NULL,
    at_ms INTEGER NOT NULL,    -- game time
    stamp TEXT NOT NULL,       -- wall clock, ISO 8601
    sum BLOB NOT NULL,         -- over this row and the sum of the row before it
    PRIMARY KEY (match, line)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ending (
    match INTEGER NOT NULL REFERENCES match (id),
    line INTEGER NOT NULL,     -- the match was over after this line; an undo is a later one
    says TEXT NOT NULL,
    stamp TEXT NOT NULL,
    sum BLOB NOT NULL,
    PRIMARY KEY (match, line)
) STRICT, WITHOUT ROWID;
"""

NAMES = {"match", "line", "ending"}
COMMENTS = re.compile(r"--[^\n]*|IF NOT EXISTS|\s+")
"""What may stand otherwise in a table's words, and makes it no other table."""
NEW = f"""
BEGIN IMMEDIATE;  -- all or nothing: a power cut leaves no half of a journal
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {FORMAT};
{SCHEMA}
COMMIT;
"""
"""Makes a journal of an empty file, or of one that was cut off while it was made."""

INSERT_MATCH = "INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
INSERT_LINE = "INSERT INTO line VALUES (?, ?, ?, ?, ?, ?, ?)"
INSERT_ENDING = "INSERT OR IGNORE INTO ending VALUES (?, ?, ?, ?, ?)"
_MATCH = "SELECT id, game, version, seats, buttons, seed, box, opened, sum FROM match"
MATCHES = f"{_MATCH} ORDER BY id"
MATCH = f"{_MATCH} WHERE id = ?"
LATEST = f"{_MATCH} ORDER BY id DESC LIMIT 1"
_LINES = "SELECT match, line, kind, words, at_ms, stamp, sum FROM line WHERE match = ?"
LINES = f"{_LINES} ORDER BY line"
LINE = f"{_LINES} AND line = ?"
LINES_AFTER = f"{_LINES} AND line > ? ORDER BY line"
ENDINGS = "SELECT match, line, says, stamp, sum FROM ending WHERE match = ? ORDER BY line"
_NEXT = "SELECT match, line FROM line WHERE (match, line) > (?, ?) ORDER BY match, line LIMIT 1"
_LAST = "SELECT match, line FROM line ORDER BY match DESC, line DESC LIMIT 1"

_STRAY = (
    "SELECT 1 FROM line WHERE match > ? LIMIT 1",
    "SELECT 1 FROM ending WHERE match > ? LIMIT 1",
)

MOST = 1 << 31
"""No table begins so many matches, or has so many buttons."""
MOST_MS = 100 * 365 * 24 * 3_600_000
"""Of game time, which stands while nobody plays: a hundred years."""

Row = tuple[object, ...]


def plain(sql: str) -> str:
    """What makes a table, as it is compared with another."""
    return COMMENTS.sub("", sql)


TABLES = frozenset(plain(SCHEMA).split(";")) - {""}
"""How each table is made, plainly."""


UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What comes of reading a damaged file: SQLite's own complaint may quote what is damaged."""


def malformed(says: str) -> sqlite3.DatabaseError:
    """What SQLite raises of a damaged file, where it was not SQLite that has found it."""
    damaged = sqlite3.DatabaseError(says)
    damaged.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return damaged


def checksum(before: bytes, row: Row) -> bytes:
    """Eight bytes over *row* and the checksum *before* it."""
    plain = json.dumps(row, default=repr)  # a damaged row may hold anything
    return blake2b(plain.encode(), digest_size=8, key=before).digest()


def readably(words: bytes) -> str:
    """Text out of the file, whatever became of it: the checksum tells if it is another."""
    return words.decode(errors="replace")


def chained(row: Row, before: bytes = b"") -> Row:
    """*row* with its checksum at its end."""
    return (*row, checksum(before, row))


def trial(kept: Kept | None) -> tuple[tuple[str, Row], ...]:
    """What may be put after *kept*, and in a match after it: whether the file takes such rows."""
    match, line = (0, 0) if kept is None else (kept.id, len(kept.lines))
    return (
        (INSERT_LINE, (match, line + 1, "answer", "", 0, "", b"")),
        (INSERT_ENDING, (match, line + 1, "", "", b"")),
        (INSERT_MATCH, (match + 1, "", 0, 0, "", "", "", "", b"")),
    )


class NotOurs(ValueError):
    """A database with other tables than a journal's."""


class Newer(ValueError):
    """A journal of a format that is not known yet."""

    def __init__(self, found: int) -> None:
        super().__init__(f"its format is {found}, and formats up to {FORMAT} are known")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a match, as it is kept."""

    told: Told
    stamp: str
    """Wall clock, ISO 8601."""


@dataclass(frozen=True, slots=True)
class Damage:
    """Where a match's record stops making sense; what stood before is whole."""

    match: int
    """0: none can be read."""
    line: int
    """The first line (from 1) that is damaged; 0: the match's own record."""
    says: str

    def __str__(self) -> str:
        if not self.match:
            return f"nothing of it can be read ({self.says})"
        kept = f"{self.line - 1} lines before it are whole" if self.line > 1 else "nothing is left"
        return f"match {self.match} is damaged at line {self.line} ({self.says}); {kept}"


@dataclass(frozen=True, slots=True)
class Kept:
    """A match in a journal, as far as its record is whole."""

    id: int
    game: str
    version: int
    """Of the rules it was played by."""
    seats: int
    buttons: tuple[int, ...]
    """Which button each seat has."""
    seed: str
    box: str
    """The whole text of the box's file."""
    opened: str
    """Wall clock, ISO 8601."""
    lines: tuple[Line, ...] = ()
    ended: str | None = None
    """How it ended; None while it goes on."""
    damage: Damage | None = None
    tints: tuple[str, ...] = ()
    """The colours the seats have chosen, in their order; (): as is usual."""
    sum: bytes = b""
    """Of its last line: what the next is chained to."""

    @property
    def tale(self) -> tuple[Told, ...]:
        """Every line, undos as well, oldest first."""
        return tuple(line.told for line in self.lines)

    @property
    def at_ms(self) -> int:
        """Game time of its last line."""
        return max((line.told.at_ms for line in self.lines), default=0)


def spelled_buttons(buttons: Sequence[int], tints: Sequence[str]) -> str:
    """``0 2 3``, or with the colours that were chosen ``0:seat_b 2:seat_a 3:seat_c``."""
    colours = tints or [""] * len(buttons)
    pairs = zip(buttons, colours, strict=True)
    return " ".join([f"{button}:{tint}" if tint else str(button) for button, tint in pairs])


def match_row(match: int, fields: tuple[str, int, int, str, str, str, str]) -> Row:
    """The row of a new match: game, version, seats, buttons, seed, box, opened."""
    return chained((match, *fields))


def line_rows(match: int, told: Sequence[Told], stamp: str, after: tuple[int, bytes]) -> list[Row]:
    """The rows of these lines, *after* so many with that checksum at their end."""
    line, total = after
    rows: list[Row] = []
    for one in told:
        line += 1
        rows.append(chained((match, line, *spell(one), one.at_ms, stamp), total))
        end = rows[-1][-1]
        assert isinstance(end, bytes)
        total = end
    return rows


def headers(db: sqlite3.Connection) -> Iterator[Kept]:
    """Every match without its lines, oldest first."""
    yield from map(_header, db.execute(MATCHES))


def header(db: sqlite3.Connection, match: int | None = None) -> Kept | None:
    """A match (None: the latest) without its lines; None: there is no such match."""
    found = db.execute(LATEST) if match is None else db.execute(MATCH, (match,))
    row = found.fetchone()
    return None if row is None else _header(row)


def _header(row: Row) -> Kept:
    match, *rest, total = row
    if not isinstance(match, int):
        raise malformed(f"a match is numbered {match!r}")
    if checksum(b"", row[:-1]) != total:
        return _damaged(match, "its checksum does not match")
    try:
        kept = _spelled(match, rest, total)
    except ValueError as why:  # nobody's accident: whoever wrote it reckoned the checksum as well
        return _damaged(match, str(why))
    return kept


def _damaged(match: int, says: str) -> Kept:
    return Kept(match, "", 0, 0, (), "", "", "", damage=Damage(match, 0, says))


def _spelled(match: int, fields: Sequence[object], total: bytes) -> Kept:
    """A match of its row's fields.

    :raises ValueError: there can be no such match.
    """
    game, version, seats, buttons, seed, box, opened = fields
    words = str(buttons).split()
    at = tuple([int(word.partition(":")[0]) for word in words])
    tints = tuple([tint for word in words if (tint := word.partition(":")[2])])
    if not 0 < match <= MOST:
        raise ValueError(f"there is no match {match}")
    if len(at) != seats or len({*at}) != len(at) or not all(0 <= one <= MOST for one in at):
        raise ValueError(f"{seats} seats are not at the buttons {str(buttons)[:80]!r}")
    if len(tints) not in (0, len(at)):
        raise ValueError(f"{len(at)} seats have not the colours of {str(buttons)[:80]!r}")
    return Kept(
        id=match,
        game=str(game),
        version=int(str(version)),
        seats=len(at),
        buttons=at,
        tints=tints,
        seed=str(seed),
        box=str(box),
        opened=str(opened),
        sum=total,
    )


def whole(db: sqlite3.Connection, header: Kept) -> Kept:
    """*header*'s match with all its lines that are whole."""
    lines: list[Line] = []
    total, damage = header.sum, header.damage
    ended: str | None = None
    alone = not db.in_transaction
    if alone:
        db.execute("BEGIN")  # it may grow while it is read
    try:
        for row in () if damage else db.execute(LINES, (header.id,)):
            why = _wrong(row, len(lines) + 1, total)
            if why:
                damage = Damage(header.id, len(lines) + 1, why)
                break
            _, _, kind, words, at_ms, stamp, _ = row
            if not 0 <= at_ms <= MOST_MS:
                raise ValueError(f"it was told at {at_ms} ms")
            lines.append(Line(unspell(kind, words, at_ms), stamp))
            total = row[-1]
        if damage is None and _goes_on(db, header.id, len(lines)):
            damage = Damage(header.id, len(lines) + 1, "the rest is not where it should be")
        ended = None if damage else _ended(db, header, len(lines))
    except (sqlite3.DatabaseError, ValueError, TypeError) as why_not:
        damage = Damage(header.id, len(lines) + 1, str(why_not))
    finally:
        if alone and db.in_transaction:
            db.execute("ROLLBACK")
    return replace(header, lines=tuple(lines), ended=ended, damage=damage, sum=total)


def _goes_on(db: sqlite3.Connection, match: int, lines: int) -> bool:
    """Whether there is more of *match* than the *lines* that were found in their order.

    Where a key is damaged, those behind it are not found by it, and no checksum tells: so what
    stands behind the last line found must be the first of a later match.
    """
    following = db.execute(_NEXT, (match, lines)).fetchone()
    last = db.execute(_LAST).fetchone()
    (latest,) = db.execute("SELECT max(id) FROM match").fetchone()
    if following is None:
        return bool(last is not None and last[0] >= match and last != (match, lines))
    return not (match < following[0] <= latest and following[1] == 1)


def stray(db: sqlite3.Connection, match: int) -> bool:
    """Whether there are lines, or an ending, of a match after *match*, which is the latest."""
    return any(db.execute(query, (match,)).fetchone() for query in _STRAY)


def before_is_whole(db: sqlite3.Connection, latest: Kept) -> bool:
    """Whether the match before *latest* is; or there is none."""
    before = header(db, latest.id - 1)
    return before is None or whole(db, before).damage is None


def _wrong(row: Row, line: int, before: bytes) -> str | None:
    """Why *row* cannot be line *line* after the checksum *before*; None when it is."""
    *fields, total = row
    if row[1] != line:
        return f"the record goes on with line {row[1]}"
    if checksum(before, tuple(fields)) != total:
        return "its checksum does not match"
    return None


def _ended(db: sqlite3.Connection, header: Kept, lines: int) -> str | None:
    """How the match ended, if it did so after its last line."""
    for row in db.execute(ENDINGS, (header.id,)):
        *fields, total = row
        if row[1] == lines and checksum(header.sum, tuple(fields)) == total:
            return str(row[2])
    return None
