"""How journals go wrong: as disks, cables and people have it."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from firmware_host.session import record

from .mutation import mutated

PAGE = 4096
ODD: tuple[object, ...] = (
    *(0, -1, 1, 2, 7, 255, 1 << 31, (1 << 63) - 1, -(1 << 63), 1.5, 1e308),
    *("", "A", "B take Rb", "answer", "undo", "to 3", "to -1", "put", "seat", "A bot", "Z person"),
    *("to 9" + "9" * 30, "A" * 5000, "\0", "\ud7ff\U0001f30b", "[" * 3000, "0 1 2", "0 0 0"),
    *("0:seat_z 1 2", "9999999999 1 2", "-1 0 1", "x", "lava_land", "nobody's", "a = 1"),
    *("lava 99999999999 because it was moved", "because ", b"", b"\xff" * 8, None),
)
"""What may stand in a row that somebody has changed."""
COLUMNS = {
    "match": ("id", "game", "version", "seats", "buttons", "seed", "box", "opened", "sum"),
    "line": ("match", "line", "kind", "words", "at_ms", "stamp", "sum"),
    "ending": ("match", "line", "says", "stamp", "sum"),
}


@dataclass(frozen=True, slots=True)
class Spoilt:
    """A journal's files as they are found, by what their names end with."""

    how: str
    files: dict[str, bytes] = field(repr=False)
    sums: bool = False  #: somebody has reckoned its checksums anew: it may tell anything
    game: str = ""  #: the table's own


class Spoiling:
    """Makes wrong of right ones."""

    def __init__(self, folder: Path, made: Sequence[dict[str, bytes]]) -> None:
        self.folder, self.made = folder, made
        self.ways: Sequence[Callable[[random.Random, dict[str, bytes]], Spoilt]] = (
            *(self._bytes, self._bits, self._cut, self._pages, self._rows, self._sums),
            *(self._version, self._log, self._log, self._other, self._tables),
        )

    def spoilt(self, luck: random.Random, files: dict[str, bytes]) -> Spoilt:
        """One more, of these."""
        return luck.choice(self.ways)(luck, dict(files))

    def _bytes(self, luck: random.Random, files: dict[str, bytes]) -> Spoilt:
        files[""] = mutated(luck, files[""], [one[""] for one in self.made])
        return Spoilt("bytes", files)

    def _bits(self, luck: random.Random, files: dict[str, bytes]) -> Spoilt:
        held = bytearray(files[""])
        for _ in range(luck.choice((1, 1, 1, 2, 8, 64))):
            held[luck.randrange(len(held))] ^= 1 << luck.randrange(8)
        return Spoilt("bits", files | {"": bytes(held)})

    def _cut(self, luck: random.Random, files: dict[str, bytes]) -> Spoilt:
        at = luck.choice((luck.randrange(len(files[""])), PAGE * luck.randrange(12), 0, 100))
        return Spoilt("cut", files | {"": files[""][:at]})

    def _pages(self, luck: random.Random, files: dict[str, bytes]) -> Spoilt:
        """Written where another belongs, never written, or of another journal."""
        held, other = files[""], luck.choice(self.made)[""]
        pages = [held[at : at + PAGE] for at in range(0, len(held), PAGE)]
        for _ in range(luck.choice((1, 1, 2))):
            one, two = luck.randrange(len(pages)), luck.randrange(len(pages))
            match luck.randrange(4):
                case 0:
                    pages[one], pages[two] = pages[two], pages[one]
                case 1:
                    pages[one] = pages[two]
                case 2:
                    pages[one] = luck.choice((bytes(PAGE), b"\xff" * PAGE, luck.randbytes(PAGE)))
                case _:
                    at = PAGE * luck.randrange(len(other) // PAGE)
                    pages[one] = other[at : at + PAGE]
        return Spoilt("pages", files | {"": b"".join(pages)})

    def _rows(self, luck: random.Random, files: dict[str, bytes]) -> Spoilt:
        return Spoilt("rows", {"": self._edited(files, luck, lambda db: _changed(db, luck))})

    def _sums(self, luck: random.Random, files: dict[str, bytes]) -> Spoilt:
        """The same by somebody who knows what a checksum is."""

        def change(db: sqlite3.Connection) -> None:
            _changed(db, luck)
            _chained(db)

        return Spoilt("sums", {"": self._edited(files, luck, change)}, sums=True)

    def _version(self, luck: random.Random, files: dict[str, bytes]) -> Spoilt:
        number = luck.choice((0, 2, 3, -1, 1 << 30, -(1 << 31)))
        what = luck.choice(("user_version", "application_id", "auto_vacuum", "encoding"))
        value = luck.choice(("'UTF-16'", "'UTF-8'")) if what == "encoding" else number

        def change(db: sqlite3.Connection) -> None:
            db.execute(f"PRAGMA {what} = {value}")
            if luck.random() < 0.3:
                db.execute("PRAGMA journal_mode = DELETE")

        return Spoilt("version", {"": self._edited(files, luck, change)})

    def _log(self, luck: random.Random, files: dict[str, bytes]) -> Spoilt:
        """Gone, cut off, changed, another's; or there alone."""
        logs = [one["-wal"] for one in self.made if "-wal" in one]
        log = files.pop("-wal", b"") or luck.choice(logs)
        match luck.randrange(7):
            case 0:
                return Spoilt("no log", files)
            case 1:
                return Spoilt("log cut", files | {"-wal": log[: luck.randrange(len(log))] or b"x"})
            case 2:
                return Spoilt("log of another", files | {"-wal": luck.choice(logs)})
            case 3:
                return Spoilt("log alone", {"-wal": log})
            case 4:
                held = bytearray(log)
                held[luck.randrange(len(held))] ^= 1 << luck.randrange(8)
                return Spoilt("bit of log", files | {"-wal": bytes(held)})
            case 5:
                return Spoilt("rubbish for log", files | {"-wal": luck.randbytes(9000)})
            case _:
                return Spoilt("log changed", files | {"-wal": mutated(luck, log, logs) or b"x"})

    def _other(self, luck: random.Random, files: dict[str, bytes]) -> Spoilt:
        """Another program's database, or what is none."""
        match luck.randrange(4):
            case 0:
                made = luck.choice(("CREATE TABLE t (x)", "CREATE TABLE line (x)", "VACUUM"))
            case 1:
                made = "CREATE TABLE match (id); CREATE TABLE line (x); CREATE TABLE ending (x)"
            case 2:
                made = f"PRAGMA application_id = {record.APPLICATION_ID}; CREATE TABLE x (y)"
            case _:
                return Spoilt("rubbish", {"": luck.randbytes(luck.randrange(20_000))})
        return Spoilt("another's", {"": self._edited({}, luck, lambda db: db.executescript(made))})

    def _tables(self, luck: random.Random, files: dict[str, bytes]) -> Spoilt:
        """Its tables are made otherwise."""
        made = luck.choice(
            (
                "DROP TABLE ending",
                "DROP TABLE line",
                "DROP TABLE match",
                "CREATE INDEX more ON line (words)",
                "CREATE TABLE more (x)",
                "CREATE VIEW more AS SELECT * FROM line",
                "CREATE TRIGGER t AFTER INSERT ON line BEGIN DELETE FROM line; END",
                "CREATE TRIGGER t BEFORE INSERT ON match BEGIN SELECT raise(ABORT, 'no'); END",
                "ALTER TABLE line ADD COLUMN more",
                "ALTER TABLE line RENAME COLUMN words TO says",
                "ALTER TABLE match RENAME TO matches",
                "DELETE FROM match",
                "DELETE FROM line",
                "DELETE FROM ending",
                "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE x'",
                "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 9",
                "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'line'",
            )
        )
        edited = self._edited(files, luck, lambda db: db.executescript(made))
        return Spoilt(made, {"": edited})

    def _edited(
        self,
        files: dict[str, bytes],
        luck: random.Random,
        change: Callable[[sqlite3.Connection], object],
    ) -> bytes:
        """The file as somebody left it who has opened it with SQLite; its log is folded in."""
        file = self.folder / f"edited-{luck.random()}"
        for end, held in files.items():
            beside(file, end).write_bytes(held)
        db = sqlite3.connect(file, isolation_level=None)
        with closing(db), suppress(sqlite3.Error, OverflowError):
            change(db)
        held = file.read_bytes()
        file.unlink()
        return held


def _changed(db: sqlite3.Connection, luck: random.Random) -> None:
    """A few rows hold something else, are gone, or are there twice."""
    for _ in range(luck.choice((1, 1, 2, 4))):
        table = luck.choice(("match", "line", "line", "line", "ending"))
        keys = db.execute(f"SELECT * FROM {table}").fetchall()
        if not keys:
            continue
        row, names = luck.choice(keys), COLUMNS[table]
        named = ("id",) if table == "match" else ("match", "line")
        where = " AND ".join(f"{name} = ?" for name in named)
        with suppress(sqlite3.Error, OverflowError, UnicodeError):
            if luck.random() < 0.2:
                db.execute(f"DELETE FROM {table} WHERE {where}", row[: len(named)])
                continue
            name = luck.choice(names)
            other = luck.choice((*ODD, *luck.choice(keys)))
            if isinstance(other, str) and luck.random() < 0.3:
                held = str(row[names.index(name)]).encode()
                other = mutated(luck, held, [b"0 1 2"]).decode(errors="replace")
            db.execute(f"UPDATE {table} SET {name} = ? WHERE {where}", (other, *row[: len(named)]))


def _chained(db: sqlite3.Connection) -> None:
    """Every checksum is that of what stands there now."""
    for match, *rest in db.execute("SELECT * FROM match").fetchall():
        first = total = record.checksum(b"", (match, *rest[:-1]))
        db.execute("UPDATE match SET sum = ? WHERE id = ?", (total, match))
        for *row, _ in db.execute(record.LINES, (match,)).fetchall():
            total = record.checksum(total, tuple(row))
            db.execute("UPDATE line SET sum = ? WHERE match = ? AND line = ?", (total, *row[:2]))
        for *row, _ in db.execute(record.ENDINGS, (match,)).fetchall():
            where = (record.checksum(first, tuple(row)), *row[:2])
            db.execute("UPDATE ending SET sum = ? WHERE match = ? AND line = ?", where)


def beside(file: Path, end: str) -> Path:
    return file.with_name(file.name + end)
