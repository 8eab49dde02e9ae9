"""A restore that is cut off at any of its steps leaves what was there, or what was kept: whole.

A process of its own restores, and is gone at its n-th change of a folder, a file or a name: no
clean-up of its own is done then. What starts there next finishes it, or has nothing to do.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from firmware_host.daemon.cli import main
from firmware_host.daemon.errors import CannotServe
from firmware_host.daemon.loop import Writer
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.serve import Wanted, assembled
from firmware_host.daemon.settings import house
from firmware_host.daemon.upkeep import backup, restoring, swaps
from firmware_host.daemon.upkeep.backup import BackupFault, Rooms
from firmware_host.daemon.upkeep.finishing import PLAN, finished
from firmware_host.session.journal import Journal
from tests.daemon.upkeep.test_backup import journal_at, put, tale
from tests.disk.evening import MEMORY

CHANGES = {
    *("os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.chmod", "os.chown", "os.truncate"),
    *("shutil.rmtree", "tempfile.mkdtemp"),
}
OLD, NEW = 3, 12
"""Lines of the journal that is there, and of the one that was kept."""


def cut_at(step: int) -> None:
    """Install it: the process is gone at its *step*-th change."""
    left = count(1)

    def hears(event: str, args: tuple[object, ...]) -> None:
        writes = (
            event == "open" and isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR)
        )
        if (event in CHANGES or writes) and next(left) == step:
            os._exit(9)

    sys.addaudithook(hears)


def restored(file: Path, rooms: Rooms, step: int) -> bool:
    """Is it done, in a process that is gone at that step?"""
    child = os.fork()
    if child == 0:
        try:
            cut_at(step)
            restoring.restored(file, restoring.wanted(backup.read(file), rooms), rooms)
        except BaseException:
            os._exit(1)
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, 9)
    return status == 0


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    where = Path(MEMORY or tmp_path) / f"cut-{os.getpid()}"
    where.mkdir()
    yield where
    shutil.rmtree(where)


@pytest.fixture
def file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A backup, and beside it the table as it has become since."""
    rooms = Rooms(folder / "state", folder / "etc")
    assert rooms.state is not None
    assert rooms.config is not None
    journal_at(put(rooms.state / "x").parent / "table.journal", tale(NEW)).close()
    put(rooms.state / "dice" / "own" / "profile.toml", "kept")
    put(rooms.config / "table.toml", "kept")
    put(rooms.config / "house.toml", "kept")
    assert main(["backup", str(folder / "b.zip"), "--state", str(rooms.state),
                 "--config", str(rooms.config)]) == 0  # fmt: skip
    (rooms.state / "table.journal").unlink()
    journal = journal_at(rooms.state / "table.journal", tale(OLD))
    for place in (rooms.config / "table.toml", rooms.config / "house.toml"):
        put(place, "newer")
    put(rooms.state / "dice" / "own" / "profile.toml", "newer")
    for end in ("-wal", "-shm"):  # as a daemon that was killed leaves them
        shutil.copyfile(rooms.state / f"table.journal{end}", folder / f"kept{end}")
    shutil.copyfile(rooms.state / "table.journal", folder / "kept")
    journal.close()
    for end in ("", "-wal", "-shm"):
        (folder / f"kept{end}").rename(rooms.state / f"table.journal{end}")
    return folder / "b.zip"


def stands(rooms: Rooms) -> str:
    """``old`` or ``new``, where all of it is."""
    assert rooms.state is not None
    assert rooms.config is not None
    read = [
        (rooms.config / "table.toml").read_text(),
        (rooms.config / "house.toml").read_text(),
        (rooms.state / "dice" / "own" / "profile.toml").read_text(),
    ]
    with closing(Journal(rooms.state / "table.journal", lambda: "")) as journal:
        assert journal.damage is None
        kept = journal.unfinished()
        assert kept is not None
        read.append({OLD: "newer", NEW: "kept"}[len(kept.lines)])
    assert len({*read}) == 1, read
    return "old" if read[0] == "newer" else "new"


def test_a_restore_that_is_cut_off_at_any_step_leaves_all_old_or_all_new(
    file: Path, folder: Path
) -> None:
    there = folder / "there"
    (folder / "state").rename(there)
    (folder / "etc").rename(folder / "there-etc")
    stood: list[str] = []
    for step in count(1):
        rooms = Rooms(folder / f"{step}", folder / f"{step}-etc")
        assert rooms.state is not None
        assert rooms.config is not None
        shutil.copytree(there, rooms.state)
        shutil.copytree(folder / "there-etc", rooms.config)
        done = restored(file, rooms, step)
        said: list[str] = []
        for room in (rooms.config, rooms.state):
            assert finished(room, said.append) == ""
            assert not (room / PLAN).exists()
            assert not [*room.glob(".restoring-*")], "nothing takes up room"
        stood.append(stands(rooms))
        if stood[-1] == "new":
            aside = [rooms.config / "table.toml.before-restore"]
            assert [one.read_text() for one in aside] == ["newer"]
            with closing(Journal(rooms.state / "table.journal.before-restore", str)) as old:
                assert len(old.kept(1).lines) == OLD, "with its log"
        shutil.rmtree(rooms.state)
        shutil.rmtree(rooms.config)
        if done:
            break
    assert stood == sorted(stood, reverse=True), "first old, from its decision on new"
    assert min(stood.count("old"), stood.count("new")) > 10


def test_one_that_was_cut_off_before_it_changed_anything_is_told_and_leaves_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(folder / ".restoring-a" / "state" / "x", "half of it")
    said: list[str] = []
    with swaps.held(folder):  # another is at it
        assert finished(folder, said.append) == ""
    assert (folder / ".restoring-a").exists()
    assert not said
    assert finished(folder, said.append) == ""
    assert [*folder.iterdir()] == []
    assert "before it changed anything. Restore again" in said[0]
    put(folder / ".restoring-a" / "state" / "x", "half of it")
    assert main(["restore", "--finish", "--state", str(folder)]) == 0
    assert [*folder.iterdir()] == []


def test_a_plan_that_leads_elsewhere_is_not_followed(folder: Path) -> None:
    (folder / "desk").mkdir()
    put(folder / "desk" / "x", "evil")
    (folder / "out").symlink_to("/tmp")
    for name in ("../x", "/tmp/x", "out/x"):
        swaps.decided(folder, {folder: swaps.Plan("1", "desk", (("x", name, 1),))})
        with pytest.raises(BackupFault, match=r"no name below|leads out"):
            swaps.finished(folder)
    assert (folder / "desk" / "x").read_text() == "evil"


def test_a_plan_that_cannot_be_read_is_told_and_nothing_begins(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(folder / PLAN, "{")
    read = house.read(config_folder() / "tables" / "demo.toml")
    with pytest.raises(CannotServe, match="its plan cannot be read"):
        assembled(Wanted(read, journal=folder / "table.journal"), Writer())
    assert main(["restore", "--finish", "--state", str(folder)]) == 2
    assert "its plan cannot be read" in capsys.readouterr().err
