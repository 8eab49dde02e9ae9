"""Bits that flip and files that are cut off, at every offset: the table begins all the same.

The good part is kept, the damage is named, and the damaged file lies beside as it was.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from firmware_host.session.journal import Journal, JournalError, look, look_all
from firmware_host.session.record import FORMAT
from tests.disk.evening import MEMORY
from tests.session.test_journal import answers, begun, wall

NAME = "table.journal"
LINES = 120
FORMAT_AT = range(60, 64)
"""Where SQLite keeps ``user_version``: https://sqlite.org/fileformat2.html section 1.3."""


@pytest.fixture(scope="module")
def whole() -> bytes:
    """A journal with a match that has ended, and one that goes on."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / NAME
        with closing(Journal(file, wall)) as journal:
            journal.append(begun(journal), answers(30), ended="A wins")
            match = begun(journal)
            for n in range(1, LINES + 1):
                journal.append(match, answers(1, first=n))
        return file.read_bytes()


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder for many files."""
    with TemporaryDirectory(dir=MEMORY) as folder:
        yield Path(folder)


def kept_of(bad: bytes, folder: Path) -> int:
    """Lines of the match that goes on, of a journal that holds *bad*; all else is checked here."""
    file = folder / NAME
    file.write_bytes(bad)
    with closing(Journal(file, wall)) as journal:
        lines = [journal.kept(one.id).tale for one in journal.matches()]
        for tale in lines:
            assert tale == tuple(answers(len(tale)))
        kept = journal.unfinished()
        left = len(kept.lines) if kept is not None else 0
        if journal.damage is not None:
            assert journal.aside is not None
            assert journal.aside.read_bytes() == bad
        else:
            assert left == LINES, "lost without a word"  # old matches are looked at when told
        journal.append(kept.id if kept else begun(journal), answers(1, first=left + 1))
    return left


def test_a_bit_that_flips_anywhere_costs_only_what_stands_after_it(
    whole: bytes, memory: Path
) -> None:
    offsets = [*range(100), *range(100, 4096, 67), *range(4096, len(whole), 211)]
    losses = 0
    for k, offset in enumerate(offsets):
        if offset in FORMAT_AT:
            continue
        bad = bytearray(whole)
        bad[offset] ^= 1 << k % 8
        folder = memory / str(offset)
        folder.mkdir()
        left = kept_of(bytes(bad), folder)
        losses += left < LINES
        if offset < 4096:
            assert left == LINES, f"byte {offset} is of no match"
    assert losses > 20


def test_a_file_cut_off_at_any_length_keeps_what_it_has(whole: bytes, memory: Path) -> None:
    kept = []
    for length in range(0, len(whole), 997):
        folder = memory / str(length)
        folder.mkdir()
        if length:
            kept.append(kept_of(whole[:length], folder))
    assert kept == sorted(kept)
    assert kept[-1] > LINES // 2


def test_a_journal_with_nothing_left_is_set_aside_and_a_new_one_begun(tmp_path: Path) -> None:
    file = tmp_path / NAME
    for n in (1, 2):
        file.write_bytes(b"\xff" * 5000)
        with closing(Journal(file, wall)) as journal:
            assert journal.unfinished() is None
            assert str(journal.damage).startswith("nothing of it can be read (")
            assert journal.aside == tmp_path / f"{NAME}.damaged-{n}"
            assert journal.aside.read_bytes() == b"\xff" * 5000
            journal.append(begun(journal), answers(2))
    with closing(Journal(file, wall)) as journal:
        assert journal.damage is None
        assert len(journal.kept(1).lines) == 2


def test_a_newer_programs_journal_is_refused_with_the_reason_and_left_alone(
    whole: bytes, tmp_path: Path
) -> None:
    file = tmp_path / NAME
    file.write_bytes(whole)
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA user_version = {FORMAT + 1}")
    before = file.read_bytes()
    says = rf"a newer program wrote it \(its format is {FORMAT + 1}, and formats up to {FORMAT} "
    with pytest.raises(JournalError, match=f"{says}are known"):
        Journal(file, wall)
    with pytest.raises(JournalError, match="Install that program, or a newer one"):
        look(file)
    assert file.read_bytes() == before


def test_a_journal_that_was_cut_off_before_it_had_a_table_holds_no_match(tmp_path: Path) -> None:
    file = tmp_path / NAME
    file.touch()
    assert (look(file), look_all(file)) == (None, ())
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA journal_mode = WAL")
    assert file.stat().st_size
    assert (look(file), look_all(file)) == (None, ())
    with closing(Journal(file, wall)) as journal:
        journal.append(begun(journal), answers(2))


def test_a_journal_that_was_cut_off_while_it_was_made_is_made_now(tmp_path: Path) -> None:
    """As an older program left it, which made one table after the other."""
    file = tmp_path / NAME
    with closing(Journal(file, wall)):
        pass
    with closing(sqlite3.connect(file)) as db:
        db.execute("DROP TABLE ending")
        db.execute("DROP TABLE line")
        db.commit()
    with closing(Journal(file, wall)) as journal:
        assert journal.damage is None
        journal.append(begun(journal), answers(2), ended="A wins")


def test_a_table_that_is_missing_of_a_journal_with_matches_is_never_made_empty(
    whole: bytes, tmp_path: Path
) -> None:
    file = tmp_path / NAME
    file.write_bytes(whole)
    with closing(sqlite3.connect(file)) as db:
        db.execute("DROP TABLE ending")
        db.commit()
    bad = file.read_bytes()
    with closing(Journal(file, wall)) as journal:
        assert journal.damage is not None
        assert journal.aside is not None
        assert journal.aside.read_bytes() == bad
