"""The folder that is judged is the one the daemon writes to."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from firmware_host.daemon.doctor.finding import Finding, Level
from firmware_host.daemon.doctor.storage import state_folder
from firmware_host.daemon.doctor.wear import wear
from tests.daemon.cabling.tables import shipped

from .made_up import MadeUp, healthy


def test_the_folder_of_the_journal_is_judged_where_the_file_names_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine, of = healthy(tmp_path).machine(), shipped("pi4-wled")
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    assert state_folder(machine, of) == Path("/var/lib/lava-table")
    monkeypatch.setenv("STATE_DIRECTORY", "/srv/state:/srv/more")
    assert state_folder(machine, of) == Path("/srv/state")
    named = structs.replace(of, journal="/media/stick/table.journal")
    assert state_folder(machine, named) == Path("/media/stick")


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MadeUp:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    return healthy(tmp_path)


def worn(pi: MadeUp) -> list[Finding]:
    return list(wear(pi.machine(), shipped("pi4-wled")))


@pytest.mark.parametrize("device", ["/dev/root", "/dev/mmcblk0p2"])
def test_what_was_written_to_the_card_is_told_by_its_own_count(pi: MadeUp, device: str) -> None:
    pi.write("proc/self/mounts", f"{device} / ext4 rw,noatime 0 0\n")
    pi.write("sys/fs/ext4/features/casefold", "supported")
    pi.write("sys/fs/ext4/mmcblk0p2/lifetime_write_kbytes", "1250000000")
    pi.write("sys/fs/ext4/mmcblk0p2/session_write_kbytes", "2000000")
    pi.write("proc/uptime", "172800.00 600000.00")
    (one,) = worn(pi)
    assert one.level is Level.OK
    assert one.says == (
        "1.28 TB have been written to / since it was made, 1.02 GB a day since the last start"
    )
    pi.write("proc/uptime", "90.00 300.00")  # what is written at a start is no measure of a day
    assert worn(pi)[0].says == "1.28 TB have been written to / since it was made"


def test_a_disk_that_does_not_count_is_not_told_of(pi: MadeUp) -> None:
    pi.write("sys/fs/ext4/mmcblk0p2/lifetime_write_kbytes", "garbage")
    assert worn(pi) == []
    pi.write("proc/self/mounts", "/dev/sda1 / btrfs rw 0 0\n")
    pi.write("sys/fs/ext4/mmcblk0p2/lifetime_write_kbytes", "1000")
    assert worn(pi) == []


@pytest.mark.parametrize(
    ("state", "level"),
    [("0x00", None), ("0x01", None), ("0x02", Level.WARNING), ("0x03", Level.FAULT), ("x", None)],
)
def test_flash_that_says_its_end_is_near_is_told(pi: MadeUp, state: str, level: object) -> None:
    pi.write("sys/block/mmcblk0/device/pre_eol_info", state)
    assert [one.level for one in worn(pi)] == ([level] if level else [])
