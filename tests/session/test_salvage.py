"""A journal damaged in the middle says where, keeps what stood before, and loses nothing."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.session import record, salvage
from firmware_host.session.journal import Journal, JournalError, look
from firmware_host.session.luck import below
from firmware_host.session.tale import Answered, Told
from tests.session.test_journal import answers, begun, wall


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "journal.sqlite"
    journal = Journal(file, wall)
    journal.append(begun(journal), answers(50), ended="A wins")
    match = begun(journal)
    for n in range(1, 401, 4):
        journal.append(match, answers(4, first=n))
    journal.close()
    return file


def vandalised(path: Path, sql: str) -> None:
    db = sqlite3.connect(path)
    db.execute(sql)
    db.commit()
    db.close()


@pytest.mark.parametrize(
    ("sql", "line"),
    [
        ("UPDATE line SET words = 'A walk 7' WHERE match = 2 AND line = 120", 120),
        ("UPDATE line SET at_ms = at_ms + 1 WHERE match = 2 AND line = 1", 1),
        ("DELETE FROM line WHERE match = 2 AND line = 33", 33),
        ("UPDATE line SET sum = x'00' WHERE match = 2 AND line = 400", 400),
    ],
)
def test_a_changed_record_is_found_and_all_before_it_is_kept(
    path: Path, sql: str, line: int
) -> None:
    vandalised(path, sql)
    damaged = path.read_bytes()
    seen = look(path, match=2)
    assert seen is not None
    assert seen.damage is not None
    assert (seen.damage.match, seen.damage.line) == (2, line)

    journal = Journal(path, wall)
    assert journal.damage == seen.damage
    assert journal.aside is not None
    assert journal.aside.read_bytes() == damaged
    kept = journal.unfinished()
    assert kept is not None
    assert kept.tale == tuple(answers(line - 1))
    assert journal.kept(1).ended == "A wins"
    more: list[Told] = [Answered("A walk on", 9999)]
    journal.append(2, more)
    journal.close()

    again = Journal(path, wall)
    assert again.damage is None
    assert again.kept(2).tale == (*answers(line - 1), *more)
    again.close()


def test_a_file_cut_off_anywhere_keeps_what_stood_before(path: Path, tmp_path: Path) -> None:
    whole = path.read_bytes()
    kept_lines = set()
    for pages in range(4, len(whole) // 4096):
        cut = tmp_path / f"cut{pages}" / "journal.sqlite"
        cut.parent.mkdir()
        cut.write_bytes(whole[: pages * 4096 + 1234])
        journal = Journal(cut, wall)
        assert journal.damage is not None
        assert journal.aside is not None
        assert journal.aside.read_bytes() == whole[: pages * 4096 + 1234]
        for header in journal.matches():
            lines = journal.kept(header.id).tale
            assert lines == tuple(answers(len(lines)))
            kept_lines.add(len(lines))
        journal.close()
    assert max(kept_lines) > 100


def test_a_file_of_which_nothing_can_be_read_is_refused_and_left_alone(path: Path) -> None:
    cut = path.read_bytes()[:3000]
    path.write_bytes(cut)
    with pytest.raises(JournalError, match="Move it away"):
        Journal(path, wall)
    assert path.read_bytes() == cut


def test_an_interrupted_rebuilding_is_finished(path: Path) -> None:
    vandalised(path, "DELETE FROM line WHERE match = 2 AND line = 33")
    Journal(path, wall).close()
    rebuilt = path.read_bytes()
    path.rename(path.with_name(path.name + ".rebuilt"))
    path.write_bytes(rebuilt[:100])
    journal = Journal(path, wall)
    assert journal.damage is None
    assert len(journal.kept(2).lines) == 32
    journal.close()


def test_damage_in_the_write_ahead_log_does_not_come_back(path: Path, tmp_path: Path) -> None:
    open_still = sqlite3.connect(path)
    open_still.execute("PRAGMA wal_autocheckpoint = 0")
    open_still.execute("UPDATE line SET words = 'A walk 7' WHERE match = 2 AND line = 120")
    open_still.commit()
    copy = tmp_path / "copy" / path.name
    copy.parent.mkdir()
    for suffix in ("", "-wal"):
        file = path.with_name(path.name + suffix)
        copy.with_name(copy.name + suffix).write_bytes(file.read_bytes())
    open_still.close()
    for _ in range(2):
        journal = Journal(copy, wall)
        assert journal.kept(2).tale == tuple(answers(119))
        journal.close()
    assert journal.damage is None
    kept_aside = look(copy.with_name(copy.name + ".damaged-1"))
    assert kept_aside is not None
    assert kept_aside.damage is not None
    assert kept_aside.damage.line == 120


def in_the_log(path: Path, tmp_path: Path, lines: int = 40) -> Path:
    """A journal as a daemon leaves it that is killed: so many lines are in its log alone."""
    copy = tmp_path / "copy" / "table.journal"
    copy.parent.mkdir()
    copy.write_bytes(path.read_bytes())
    journal = Journal(copy, wall)
    for n in range(401, 401 + lines):
        journal.append(2, answers(1, first=n))
    held = {end: copy.with_name(copy.name + end).read_bytes() for end in ("", "-wal")}
    journal.close()
    for end, data in held.items():
        copy.with_name(copy.name + end).write_bytes(data)
    return copy


@pytest.mark.parametrize("at", [24, 32 + 16, 32 + 4120 + 3000, 32 + 20 * 4120 + 5])
def test_a_bit_that_flips_in_the_log_is_named_and_the_log_kept(
    path: Path, tmp_path: Path, at: int
) -> None:
    """SQLite stops there and says nothing: what stands behind it was acknowledged."""
    copy = in_the_log(path, tmp_path)
    wal = copy.with_name(copy.name + "-wal")
    held = bytearray(wal.read_bytes())
    held[at] ^= 4
    wal.write_bytes(held)
    before = copy.read_bytes()
    journal = Journal(copy, wall)
    assert "its log is damaged after" in str(journal.damage)
    assert journal.aside is not None
    assert journal.aside.read_bytes() == before, "nothing was folded into it before"
    assert journal.aside.with_name(journal.aside.name + "-wal").read_bytes() == held
    kept = journal.unfinished()
    assert kept is not None
    assert 400 <= len(kept.lines) < 440
    assert kept.tale == tuple(answers(len(kept.lines)))
    journal.close()
    again = Journal(copy, wall)
    assert again.damage is None
    again.close()


def test_a_log_whose_file_is_gone_is_never_thrown_away(path: Path, tmp_path: Path) -> None:
    copy = in_the_log(path, tmp_path)
    wal = copy.with_name(copy.name + "-wal")
    held = wal.read_bytes()
    copy.unlink()
    with suppress(JournalError):
        look(copy.with_name(copy.name))
    assert wal.read_bytes() == held
    journal = Journal(copy, wall)
    assert "its log is there without it" in str(journal.damage)
    assert journal.aside is not None
    assert journal.aside.with_name(journal.aside.name + "-wal").read_bytes() == held
    journal.close()


def test_the_log_of_another_journal_does_not_overwrite_this_one(path: Path, tmp_path: Path) -> None:
    """SQLite folds it in when the file is closed: the file is copied aside before."""
    copy = in_the_log(path, tmp_path)
    other = tmp_path / "other.journal"
    journal = Journal(other, wall)
    journal.append(begun(journal), answers(60))
    foreign = other.with_name(other.name + "-wal").read_bytes()
    journal.close()
    copy.with_name(copy.name + "-wal").write_bytes(foreign)
    before = copy.read_bytes()
    journal = Journal(copy, wall)
    assert "its log is another journal's" in str(journal.damage)
    assert journal.aside is not None
    assert journal.aside.read_bytes() == before
    assert journal.aside.with_name(journal.aside.name + "-wal").read_bytes() == foreign
    assert journal.kept(1).ended == "A wins", "what the file itself has goes on"
    assert journal.kept(2).tale == tuple(answers(400))
    journal.close()


def test_pages_that_are_gone_are_found_though_no_checksum_misses_them(path: Path) -> None:
    """The page with the last lines holds others, of the same journal: no chain has a gap."""
    held = bytearray(path.read_bytes())
    pages = len(held) // 4096
    found = 0
    for n in range(4, pages):
        bad = bytearray(held)
        bad[n * 4096 : (n + 1) * 4096] = held[(n - 1) * 4096 : n * 4096]
        path.write_bytes(bad)
        journal = Journal(path, wall)
        kept = journal.unfinished()
        whole = kept is not None and len(kept.lines) == 400
        assert whole or journal.damage is not None, n
        found += journal.damage is not None
        journal.close()
        for one in path.parent.glob(f"{path.name}*"):
            one.unlink()
    assert found > 5


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"at_ms": (1 << 63) - 1}, "it was told at"),
        ({"at_ms": -5}, "it was told at"),
        ({"kind": "other"}, "is no kind of line"),
    ],
)
def test_a_line_that_cannot_be_is_damage_though_its_checksum_is_right(
    path: Path, values: dict[str, object], says: str
) -> None:
    ((name, value),) = values.items()
    db = sqlite3.connect(path)
    *row, _ = db.execute("SELECT * FROM line WHERE match = 2 AND line = 400").fetchone()
    (before,) = db.execute("SELECT sum FROM line WHERE match = 2 AND line = 399").fetchone()
    row[["match", "line", "kind", "words", "at_ms", "stamp"].index(name)] = value
    total = record.checksum(before, tuple(row))
    db.execute(
        f"UPDATE line SET {name} = ?, sum = ? WHERE match = 2 AND line = 400", (value, total)
    )
    db.commit()
    db.close()
    journal = Journal(path, wall)
    assert says in str(journal.damage)
    kept = journal.unfinished()
    assert kept is not None
    assert len(kept.lines) == 399
    journal.close()


@pytest.mark.parametrize("buttons", ["0 0 0", "0 1", "x y z", "-1 0 1", "0 1 99999999999", ""])
def test_a_match_at_buttons_that_cannot_be_is_damage_though_its_checksum_is_right(
    path: Path, buttons: str
) -> None:
    db = sqlite3.connect(path)
    *row, _ = db.execute("SELECT * FROM match WHERE id = 2").fetchone()
    row[4] = buttons
    total = record.checksum(b"", tuple(row))
    db.execute("UPDATE match SET buttons = ?, sum = ? WHERE id = 2", (buttons, total))
    db.commit()
    db.close()
    journal = Journal(path, wall)
    assert journal.damage is not None
    assert journal.aside is not None
    assert [one.id for one in journal.matches()] == [1]
    journal.close()


@pytest.mark.parametrize(
    "made",
    [
        "CREATE TRIGGER t AFTER INSERT ON line BEGIN DELETE FROM line WHERE line = 1; END",
        "CREATE VIEW more AS SELECT * FROM line",
        "CREATE INDEX more ON line (words)",
    ],
)
def test_what_somebody_has_put_into_the_file_does_nothing(path: Path, made: str) -> None:
    vandalised(path, made)
    journal = Journal(path, wall)
    assert journal.damage is not None
    journal.append(2, answers(1, first=401))
    journal.close()
    again = Journal(path, wall)
    assert again.damage is None
    assert again.kept(2).tale == tuple(answers(401))
    again.close()


def test_a_write_ahead_log_that_ends_within_a_page_is_seen(path: Path) -> None:
    wal = path.with_name(path.name + "-wal")
    assert not salvage.cut_off(path)
    wal.write_bytes(b"x" * (32 + 3 * 4120))
    assert not salvage.cut_off(path)
    wal.write_bytes(b"x" * (32 + 3 * 4120 - 7))
    assert salvage.cut_off(path)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=40)
def test_bytes_that_went_bad_are_refused_or_cost_only_what_stands_after_them(seed: int) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        journal = Journal(path, wall)
        journal.append(begun(journal), answers(300))
        journal.close()
        bad = bytearray(path.read_bytes())
        for k in range(1 + below(3, str(seed), 0)):
            bad[below(len(bad), str(seed), 2 * k + 1)] ^= 1 + below(255, str(seed), 2 * k + 2)
        path.write_bytes(bad)
        with suppress(JournalError):
            look(path)
        try:
            journal = Journal(path, wall)
        except JournalError:
            assert path.read_bytes() == bad
            return
        for header in journal.matches():
            lines = journal.kept(header.id).tale
            assert lines == tuple(answers(len(lines)))
        if journal.damage is not None:
            assert journal.aside is not None
            assert journal.aside.read_bytes() == bad
        journal.close()
