"""What the journal acknowledged is there again, whatever happened to the power."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.rules.kernel import Answer, Setup
from firmware_host.session.journal import WAL_PAGES, Journal, JournalError, look
from firmware_host.session.match import Match, retell
from firmware_host.session.tale import Answered, Put, Told, Undone
from tests.toys import RACE, State

ROOT = Path(__file__).parents[2]
BOX = "length = 6  # ümläut\n"


def wall() -> str:
    return "2026-11-29T20:15:00+01:00"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def begun(journal: Journal) -> int:
    return journal.begin("race", 1, (0, 2, 3), "s", BOX)


def answers(many: int, first: int = 1) -> list[Told]:
    return [Answered(f"A walk {n}", n * 10) for n in range(first, first + many)]


def test_a_match_is_kept_whole_and_told_again(path: Path) -> None:
    tale: list[Told] = [
        Answered("A throw", 10),
        Answered("die 2", 20),
        Undone(1, 30),
        Answered("die 3", 40),
        Put((("B", "1"),), "moved", 50),
    ]
    journal = Journal(path, wall)
    match = begun(journal)
    journal.append(match, tale[:2])
    journal.append(match, tale[2:3])
    journal.append(match, tale[3:])
    journal.close()

    again = Journal(path, wall)
    kept = again.unfinished()
    again.close()
    assert kept is not None
    assert kept.tale == tuple(tale)
    assert (kept.game, kept.version, kept.seats, kept.buttons, kept.seed) == (
        "race",
        1,
        3,
        (0, 2, 3),
        "s",
    )
    assert kept.box == BOX
    assert kept.opened == kept.lines[0].stamp == wall()
    assert kept.at_ms == 50
    fresh: Match[State, Answer] = Match.begin(RACE, Setup(3, None), "s")
    assert retell(fresh, kept.tale).state.at == (3, 1, 0)


def test_an_ended_match_is_not_gone_on_with_until_its_end_is_undone(path: Path) -> None:
    journal = Journal(path, wall)
    first = begun(journal)
    journal.append(first, answers(2), ended="A wins")
    assert journal.unfinished() is None
    assert journal.kept(first).ended == "A wins"
    journal.append(first, [Undone(1, 30)])
    assert journal.kept(first).ended is None
    second = begun(journal)
    kept = journal.unfinished()
    assert kept is not None
    assert kept.id == second
    assert [one.id for one in journal.matches()] == [first, second]
    journal.append(second, (), ended="given up")
    assert journal.unfinished() is None
    journal.close()


def test_a_batch_is_kept_all_or_not_at_all(path: Path) -> None:
    journal = Journal(path, wall)
    match = begun(journal)
    journal.append(match, answers(3))
    (pages,) = journal._db.execute("PRAGMA page_count").fetchone()
    journal._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(JournalError, match=r"the disk is full .* Free some space"):
        journal.append(match, answers(2000, first=4))
    assert journal.kept(match).tale == tuple(answers(3))
    journal._db.execute("PRAGMA max_page_count = 100000")
    journal.append(match, answers(2000, first=4))
    assert journal.kept(match).tale == tuple(answers(2003))
    journal.close()


def test_a_commit_waits_for_the_disk(path: Path) -> None:
    journal = Journal(path, wall)
    (mode,) = journal._db.execute("PRAGMA journal_mode").fetchone()
    (synchronous,) = journal._db.execute("PRAGMA synchronous").fetchone()
    assert (mode, synchronous) == ("wal", 2)  # 2: FULL; no test here can pull a plug
    journal.close()


def test_a_second_writer_is_told_who_has_it(path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.session.appender", path],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline().startswith("open")
        with pytest.raises(JournalError, match=f"in use by process {other.pid}"):
            Journal(path, wall)
        other.kill()
    Journal(path, wall).close()  # the killed one's lock is gone with it


def test_whatever_was_acknowledged_survives_kill_9(path: Path) -> None:
    told = 0
    for kill_after in (1, 40, 7, 300, 23, 3, 111):
        with subprocess.Popen(
            [sys.executable, "-m", "tests.session.appender", path],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            opened = process.stdout.readline().split()
            assert opened[0] == "open"
            assert int(opened[1]) >= told
            for _ in range(kill_after):
                process.stdout.readline()
            process.kill()  # in the midst of whatever it does
            acknowledged = [line for line in process.stdout.read().splitlines() if line]
        if acknowledged and acknowledged[-1].startswith("kept "):
            told = int(acknowledged[-1].split()[1])
        kept = look(path)
        assert kept is not None
        assert kept.damage is None
        assert len(kept.lines) >= told
        told = len(kept.lines)
        assert kept.tale == tuple(Answered(f"A walk {n}", n) for n in range(1, told + 1))
    assert told > 400


def test_a_file_that_is_no_journal_is_refused_and_left_alone(path: Path) -> None:
    path.write_bytes(b"Dear diary, today we played Lava Land.\n" * 40)
    before = path.read_bytes()
    with pytest.raises(JournalError, match=r"is no journal .* Move it away"):
        Journal(path, wall)
    with pytest.raises(JournalError, match="no journal"):
        look(path)
    assert path.read_bytes() == before


def test_another_programs_database_is_refused(path: Path) -> None:
    import sqlite3

    other = sqlite3.connect(path)
    other.execute("CREATE TABLE bookmarks (url TEXT)")
    other.commit()
    other.close()
    with pytest.raises(JournalError, match="another program's database"):
        Journal(path, wall)
    with pytest.raises(JournalError):
        look(path)


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"nowhere/j\.sqlite: its folder cannot be written"):
        Journal(tmp_path / "nowhere" / "j.sqlite", wall)
    with pytest.raises(JournalError, match="no such file"):
        look(tmp_path / "j.sqlite")


def test_a_read_only_folder_is_named_and_can_still_be_looked_into(path: Path) -> None:
    journal = Journal(path, wall)
    journal.append(begun(journal), answers(5))
    journal.close()
    path.with_name(path.name + ".lock").unlink()
    path.parent.chmod(0o555)
    try:
        try:
            (path.parent / "probe").touch()
        except PermissionError:
            with pytest.raises(JournalError, match="its folder cannot be written"):
                Journal(path, wall)
        else:
            (path.parent / "probe").unlink()  # the superuser may write anywhere
        kept = look(path)
        assert kept is not None
        assert len(kept.lines) == 5
    finally:
        path.parent.chmod(0o755)


def test_the_write_ahead_log_stays_bounded_and_is_gone_at_close(path: Path) -> None:
    journal = Journal(path, wall)
    match = begun(journal)
    for n in range(3 * WAL_PAGES):
        journal.append(match, answers(1, first=n))
    wal = path.with_name(path.name + "-wal")
    assert wal.stat().st_size < (WAL_PAGES + 64) * 4200
    journal.close()
    assert not wal.exists() or not wal.stat().st_size


def test_a_journal_in_use_can_be_looked_into(path: Path) -> None:
    journal = Journal(path, wall)
    match = begun(journal)
    journal.append(match, answers(3))
    kept = look(path)
    assert kept is not None
    assert len(kept.lines) == 3
    assert look(path, match=9) is None
    with pytest.raises(KeyError):
        journal.kept(9)
    journal.close()


def test_an_empty_journal_has_nothing_to_go_on_with(path: Path) -> None:
    journal = Journal(path, wall)
    assert journal.unfinished() is None
    assert journal.matches() == ()
    journal.close()
    assert look(path) is None


def test_the_colours_that_seats_have_chosen_are_kept(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j", lambda: "2026-01-01T00:00:00Z")
    journal.begin("g", 1, (0, 2), "s", "box", ("seat_b", "seat_a"))
    kept = journal.unfinished()
    assert kept is not None
    assert (kept.buttons, kept.tints) == ((0, 2), ("seat_b", "seat_a"))
    journal.begin("g", 1, (1, 3), "s", "box")
    kept = journal.unfinished()
    assert kept is not None
    assert (kept.buttons, kept.tints) == ((1, 3), ())
    journal.close()


def test_a_match_is_read_once_to_be_gone_on_with(path: Path) -> None:
    """Looking it through, going on with it and the next line's checksum need the same."""
    with closing(Journal(path, wall)) as journal:
        journal.append(begun(journal), answers(3))
    with closing(Journal(path, wall)) as again:
        read: list[str] = []
        again._db.set_trace_callback(read.append)
        kept = again.unfinished()
        again.append(1, answers(1, 4))
        assert kept is not None
        assert kept.tale == tuple(answers(3))
        assert not [words for words in read if "FROM line" in words]
        further = again.unfinished()
        assert [words for words in read if "FROM line" in words]
        assert further is not None
        assert further.tale == tuple(answers(4))


@pytest.mark.parametrize("written", ["line", "end", "match"])
def test_what_was_written_since_is_not_forgotten_by_what_is_gone_on_with(
    path: Path, written: str
) -> None:
    with closing(Journal(path, wall)) as journal:
        journal.append(begun(journal), answers(3))
    with closing(Journal(path, wall)) as again:
        if written == "match":
            begun(again)
        else:
            again.append(1, answers(1, 4), "over" if written == "end" else None)
        kept = again.unfinished()
    told = {"line": (1, 4), "end": None, "match": (2, 0)}[written]
    assert (None if kept is None else (kept.id, len(kept.lines))) == told


def copied(path: Path, folder: Path) -> Path:
    folder.mkdir()
    for end in ("", "-wal"):
        file = path.with_name(path.name + end)
        if file.exists():
            (folder / file.name).write_bytes(file.read_bytes())
    return folder / path.name


def test_what_was_told_elsewhere_is_brought_home(path: Path, tmp_path: Path) -> None:
    journal = Journal(path, wall)
    journal.append(begun(journal), answers(3))
    journal.close()
    away = Journal(copied(path, tmp_path / "memory"), wall)
    away.append(1, answers(2, first=4), ended="A wins")
    away.append(begun(away), answers(5))
    home = Journal(path, wall)
    for _ in range(2):  # the second time there is nothing more
        home.bring_home(away.path)
        assert home.kept(1).tale == tuple(answers(5))
        assert home.kept(1).ended == "A wins"
        assert home.kept(2).tale == tuple(answers(5))
    home.append(2, answers(1, first=6))
    home.close()
    away.close()
    again = Journal(path, wall)
    assert again.damage is None
    assert again.kept(2).tale == tuple(answers(6))
    again.close()


@pytest.mark.parametrize("other", ["lines", "match"])
def test_a_journal_that_became_another_meanwhile_is_left_as_it_is(
    path: Path, tmp_path: Path, other: str
) -> None:
    journal = Journal(path, wall)
    journal.append(begun(journal), answers(3))
    journal.close()
    away = Journal(copied(path, tmp_path / "memory"), wall)
    away.append(1, answers(2, first=4))
    home = Journal(path, wall)
    if other == "lines":
        home.append(1, answers(1, first=9))
    else:
        begun(home)
    before = [home.kept(one.id).tale for one in home.matches()]
    with pytest.raises(JournalError, match="not the journal that was there when the table began"):
        home.bring_home(away.path)
    assert [home.kept(one.id).tale for one in home.matches()] == before
    home.close()
    away.close()
