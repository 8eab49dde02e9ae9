"""A table is kept in one file and put back: all of it, checked, and nothing overwritten."""

from __future__ import annotations

import json
import os
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_host.daemon import places
from firmware_host.daemon.cli import main
from firmware_host.daemon.upkeep import backup
from firmware_host.daemon.upkeep.breaks import Breaks
from firmware_host.session.journal import Journal
from firmware_host.session.tale import Answered, Told
from tests.strategies import LAVA_LAND, begun, picked


def tale(lines: int = 12) -> list[Told]:
    """The beginning of a game."""
    match = begun("lava_land", 3)
    for k in range(lines):
        match = match.answered(picked(match, k), 100 * k)
    return [entry for step in match.path() if (entry := step.entry) is not None]


def journal_at(path: Path, lines: list[Told]) -> Journal:
    journal = Journal(path, lambda: "2026-11-30T12:00:00+00:00")
    journal.append(journal.begin("lava_land", 1, range(3), "s", LAVA_LAND.text), lines)
    return journal


def put(path: Path, text: str = "kept", mode: int = 0o644) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)
    return path


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder with a journal in use, and all that may lie beside it."""
    folder = tmp_path / "state"
    monkeypatch.setenv("STATE_DIRECTORY", str(folder))
    folder.mkdir()
    put(folder / "dice" / "own" / "profile.toml", 'kind = "own"')
    put(folder / "dice" / "own" / "shots.npz")
    put(folder / "table.service" / "20261130-1200.json", "{}")
    put(folder / "table.on-time.json", "{}")
    put(folder / "table.rolls" / "00000001.jpg", "a hand", 0o600)
    put(folder / "table.asked" / "own" / "000001_Yb.png", "a die")
    put(folder / "teaching" / "own.symbols" / "desk.json")
    put(folder / "canary.json")
    put(folder / "table.password", "sealed")
    return folder


@pytest.fixture
def config(tmp_path: Path) -> Path:
    folder = tmp_path / "etc"
    put(folder / "table.toml", 'name = "Ours"')
    put(folder / "house_rules.toml", "round_limit = 9")
    return folder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "ours.zip"


def asked(*words: str | Path) -> int:
    return main([str(word) for word in words])


def made(file: Path, config: Path, *more: str) -> list[str]:
    """The names in a backup that was made."""
    assert asked("backup", file, "--config", config, *more) == 0
    return [item.name for item in backup.read(file).files]


def test_all_but_pictures_and_what_only_this_machine_needs(
    state: Path, config: Path, file: Path
) -> None:
    journal = journal_at(state / "table.journal", tale())
    names = made(file, config)
    journal.close()
    assert names == [
        "state/dice/own/profile.toml",
        "state/dice/own/shots.npz",
        "state/table.journal",
        "state/table.on-time.json",
        "state/table.service/20261130-1200.json",
        "config/house_rules.toml",
        "config/table.toml",
    ]


def test_pictures_come_along_where_they_are_asked_for(
    state: Path, config: Path, file: Path
) -> None:
    names = made(file, config, "--pictures")
    assert "state/table.rolls/00000001.jpg" in names
    assert "state/table.asked/own/000001_Yb.png" in names


def test_a_journal_that_is_written_meanwhile_is_whole_in_it(
    state: Path, config: Path, file: Path, tmp_path: Path
) -> None:
    journal = journal_at(state / "table.journal", tale())
    assert (state / "table.journal-wal").stat().st_size > 0, "it is all in the log still"
    made(file, config)
    journal.append(1, [Answered("later", 9_000)])
    journal.close()
    other = tmp_path / "other"
    assert asked("restore", file, "--state", other, "--no-config") == 0
    back = Journal(other / "table.journal", lambda: "")
    assert list(back.kept(1).tale) == tale()
    assert back.damage is None
    back.close()


def test_it_is_restored_as_it_was_with_who_may_read_it(
    state: Path, config: Path, file: Path, tmp_path: Path
) -> None:
    made(file, config, "--pictures")
    new, etc = tmp_path / "new", tmp_path / "new-etc"
    assert asked("restore", file, "--state", new, "--config", etc) == 0
    assert (etc / "table.toml").read_text() == 'name = "Ours"'
    roll = new / "table.rolls" / "00000001.jpg"
    assert roll.read_text() == "a hand"
    assert stat.S_IMODE(roll.stat().st_mode) == 0o600
    assert stat.S_IMODE(roll.parent.stat().st_mode) == 0o700
    assert [p.name for p in new.iterdir() if p.name.startswith(".")] == []


def test_what_is_there_is_never_overwritten(
    state: Path, config: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal_at(state / "table.journal", tale()).close()
    made(file, config)
    put(config / "table.toml", "newer")
    journal_at(state / "table.journal", tale(3)).close()
    assert asked("restore", file, "--config", config) == 1
    assert "Nothing was restored" in capsys.readouterr().err
    assert (config / "table.toml").read_text() == "newer"

    assert asked("restore", file, "--config", config, "--replace") == 0
    assert (config / "table.toml").read_text() == 'name = "Ours"'
    assert (config / "table.toml.before-restore").read_text() == "newer"
    old = Journal(state / "table.journal.before-restore", lambda: "")
    assert [match.id for match in old.matches()] == [1, 2]
    old.close()
    assert asked("restore", file, "--config", config, "--replace") == 0
    assert (config / "table.toml.before-restore").read_text() == "newer"
    assert (config / "table.toml.before-restore-2").read_text() == 'name = "Ours"'


def test_the_log_of_a_journal_is_set_aside_with_it(state: Path, config: Path, file: Path) -> None:
    journal_at(state / "table.journal", tale()).close()
    made(file, config)
    put(state / "table.journal-wal", "of a table that was killed")
    assert asked("restore", file, "--config", config, "--replace") == 0
    assert not (state / "table.journal-wal").exists()
    assert (state / "table.journal.before-restore-wal").exists()


def test_after_a_restore_somebody_looks_whether_the_table_lies_so(
    state: Path, config: Path, file: Path
) -> None:
    journal_at(state / "table.journal", tale()).close()
    made(file, config)
    Breaks(state / "table.journal", lambda: "boot").looked()  # and then it was killed
    assert asked("restore", file, "--config", config, "--replace") == 0
    assert Breaks(state / "table.journal", lambda: "boot").broken_off


def test_nobody_else_may_read_it(state: Path, config: Path, file: Path) -> None:
    journal_at(state / "table.journal", tale()).close()
    made(file, config)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_table_that_runs_is_not_restored_over(
    state: Path, config: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal_at(state / "table.journal", tale()).close()
    made(file, config)
    running = journal_at(state / "table.journal", tale(2))
    assert asked("restore", file, "--config", config, "--replace") == 2
    assert f"in use by process {os.getpid()}" in capsys.readouterr().err
    assert (config / "table.toml").read_text() == 'name = "Ours"'
    assert not (config / "table.toml.before-restore").exists()
    running.close()


def test_a_backup_never_takes_another_s_place(
    state: Path, config: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(file, "mine")
    assert asked("backup", file, "--config", config) == 2
    assert "it is there already" in capsys.readouterr().err
    assert file.read_text() == "mine"


def test_a_folder_where_nothing_is_kept_makes_no_backup(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert asked("backup", file, "--state", empty) == 2
    assert "nothing is kept there" in capsys.readouterr().err
    assert asked("backup", file, "--state", tmp_path / "none") == 2
    assert "there is no such folder" in capsys.readouterr().err
    assert asked("backup", tmp_path / "none" / "x.zip", "--state", tmp_path) == 2
    assert not file.exists()


def changed(file: Path, change: Callable[[dict[str, bytes]], None]) -> None:
    """*file* with other entries."""
    with zipfile.ZipFile(file) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    change(entries)
    with zipfile.ZipFile(file, "w") as archive:
        for name, held in entries.items():
            archive.writestr(name, held)


def manifest(change: Callable[[dict[str, object]], None]) -> Callable[[dict[str, bytes]], None]:
    def within(entries: dict[str, bytes]) -> None:
        told = json.loads(entries["manifest.json"])
        change(told)
        entries["manifest.json"] = json.dumps(told).encode()

    return within


def renamed(name: str) -> Callable[[dict[str, bytes]], None]:
    """A file of it is called so, in both lists."""

    def change(entries: dict[str, bytes]) -> None:
        entries[name] = entries.pop("config/table.toml")
        told = json.loads(entries["manifest.json"])
        for item in told["files"]:
            item["name"] = name if item["name"] == "config/table.toml" else item["name"]
        entries["manifest.json"] = json.dumps(told).encode()

    return change


def without(name: str) -> Callable[[dict[str, bytes]], None]:
    def change(entries: dict[str, bytes]) -> None:
        del entries[name]

    return change


BAD: dict[str, tuple[Callable[[dict[str, bytes]], None], str]] = {
    "another byte": (lambda e: e.update({"config/table.toml": b'name = "Oars"'}), "is damaged"),
    "a longer file": (lambda e: e.update({"config/table.toml": bytes(99)}), "is damaged"),
    "a file too many": (lambda e: e.update({"config/x": b""}), "differ: config/x"),
    "a file too few": (without("config/table.toml"), "differ: config/table.toml"),
    "no manifest": (without("manifest.json"), "no manifest.json is in it"),
    "garbage for one": (lambda e: e.update({"manifest.json": b"{"}), "cannot be read"),
    "a newer format": (manifest(lambda m: m.update(format=2)), "a newer program made it"),
    "a key too many": (manifest(lambda m: m.update(more=1)), "cannot be read"),
    "up and away": (renamed("config/../../away"), "no name of a file in a backup"),
    "from the root": (renamed("/config/x"), "no name of a file in a backup"),
    "in no room": (renamed("elsewhere/x"), "no name of a file in a backup"),
    "a room itself": (renamed("config"), "no name of a file in a backup"),
    "a backslash": (renamed("config/..\\x"), "no name of a file in a backup"),
    "an escape": (renamed("config/\x1b[2J"), "no name of a file in a backup"),
}


@pytest.mark.parametrize("case", list(BAD))
def test_what_is_not_as_it_was_made_is_refused_and_nothing_is_touched(
    case: str, state: Path, config: Path, file: Path, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    made(file, config)
    change, says = BAD[case]
    changed(file, change)
    new = tmp_path / "new" / "state"
    assert asked("restore", file, "--state", new, "--config", tmp_path / "new" / "etc") == 2
    told = capsys.readouterr().err
    assert says in told
    assert "\x1b" not in told
    assert not (tmp_path / "new").exists()
    assert not (tmp_path / "away").exists()


@pytest.mark.parametrize("held", [b"", b"no zip", b"PK\x05\x06" + bytes(18), b"PK\x03\x04" * 99])
def test_what_is_no_zip_of_a_table_is_refused(
    held: bytes, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(held)
    assert asked("restore", file, "--look") == 2
    assert "no backup" in capsys.readouterr().err


def test_a_backup_cut_short_anywhere_is_refused(state: Path, config: Path, file: Path) -> None:
    made(file, config)
    whole = file.read_bytes()
    for length in range(0, len(whole), max(1, len(whole) // 40)):
        file.write_bytes(whole[:length])
        assert asked("restore", file, "--look") == 2


def test_looking_tells_what_is_in_it(
    state: Path, config: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal_at(state / "table.journal", tale()).close()
    made(file, config)
    capsys.readouterr()
    assert asked("restore", file, "--look") == 0
    told = capsys.readouterr().out
    assert f"by version {places.version()}" in told
    assert "2 configuration files, 2 files of dice, 1 journal, 2 records" in told
    assert "every checksum is right" in told


def test_a_journal_that_sqlite_cannot_read_is_kept_byte_for_byte(
    state: Path, config: Path, file: Path, tmp_path: Path
) -> None:
    put(state / "table.journal", "no journal any more")
    made(file, config)
    assert asked("restore", file, "--state", tmp_path / "new", "--no-config") == 0
    assert (tmp_path / "new" / "table.journal").read_text() == "no journal any more"


def test_a_restore_that_cannot_be_finished_touches_nothing(
    state: Path, config: Path, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made(file, config)
    blocked = put(tmp_path / "blocked", "a file where a folder should be")
    assert asked("restore", file, "--state", tmp_path / "new", "--config", blocked) == 2
    assert str(blocked) in capsys.readouterr().err
    assert not [p for p in (tmp_path / "new").rglob("*") if p.is_file()]


def test_what_has_failed_stays_on_its_machine(state: Path) -> None:
    """Bundles hold the luck of matches, and are for whoever mends the program."""
    put(state / "table.crashes" / "crash-20261130-120000.zip")
    put(state / "table.hung.txt")
    names = backup.gathered(backup.Rooms(state))
    assert "state/table.on-time.json" in names
    assert not [name for name in names if "crash" in name or "hung" in name]
