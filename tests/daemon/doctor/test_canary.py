"""A disk that forgets is told at the next start, and by the doctor."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from firmware_host.daemon.doctor import rounds
from firmware_host.daemon.doctor.finding import Finding, Level
from firmware_host.daemon.doctor.machine import disk
from firmware_host.daemon.doctor.storage import begun
from tests.daemon.cabling.tables import shipped

from .made_up import MadeUp, healthy

JOURNAL = Path("/var/lib/lava-table/table.journal")
BOOT = "proc/sys/kernel/random/boot_id"


def told(pi: MadeUp) -> Finding:
    (one,) = [
        one for one in rounds.found(pi.machine(), shipped("pi4-wled")) if one.topic == "canary"
    ]
    return one


def written(pi: MadeUp) -> dict[str, str]:
    words: dict[str, str] = json.loads((pi.root / "var/lib/lava-table/canary.json").read_text())
    return words


def test_what_outlasted_a_restart_is_told_with_its_date_also_after_the_table_began(
    tmp_path: Path,
) -> None:
    pi = healthy(tmp_path)
    assert begun(pi.machine(), JOURNAL) == ""
    assert (written(pi)["boot"], written(pi)["before"]) == ("second", "first")
    for _ in range(2):
        assert told(pi).level is Level.OK
        assert "restart on 2026-11-28 21:14 is still there" in told(pi).says
    pi.write(BOOT, "third")
    assert begun(pi.machine(), JOURNAL) == ""
    assert written(pi)["before"] == "second"


def test_a_canary_that_was_written_and_is_gone_is_a_disk_that_forgets(
    tmp_path: Path,
) -> None:
    pi = healthy(tmp_path)
    (pi.root / "var/lib/lava-table/canary.json").unlink()
    assert begun(pi.machine(), JOURNAL).startswith("this disk forgets")
    assert begun(pi.machine(), JOURNAL).startswith("this disk forgets")  # until a restart is kept
    assert (told(pi).level, told(pi).says[:17]) == (Level.FAULT, "this disk forgets")
    pi.write(BOOT, "third")
    assert begun(pi.machine(), JOURNAL) == ""
    assert told(pi).level is Level.OK


def test_a_journal_from_before_there_were_canaries_or_from_elsewhere_is_no_loss(
    tmp_path: Path,
) -> None:
    pi = healthy(tmp_path)
    for file in ("canary.json", "canary.written"):
        (pi.root / "var/lib/lava-table" / file).unlink()
    assert begun(pi.machine(), JOURNAL) == ""
    assert told(pi).level is Level.OK
    pi.write(BOOT, "third")
    (pi.root / "var/lib/lava-table/canary.json").unlink()  # now there was one
    assert begun(pi.machine(), JOURNAL).startswith("this disk forgets")


def test_a_first_start_is_no_loss_and_says_what_would_be_one(tmp_path: Path) -> None:
    pi = healthy(tmp_path)
    shutil.rmtree(pi.root / "var/lib/lava-table")
    (pi.root / "var/lib/lava-table").mkdir()
    assert begun(pi.machine(), JOURNAL) == ""
    assert told(pi).level is Level.OK
    assert "if the table was played before that, this disk forgets" in told(pi).says


def test_a_card_that_takes_what_is_written_and_keeps_what_it_had_is_found_at_once(
    tmp_path: Path,
) -> None:
    pi = healthy(tmp_path)
    pi.dropped = True
    assert begun(pi.machine(), JOURNAL).startswith("this disk drops what is written to it")


def test_a_state_on_an_overlay_is_told_before_anything_else(tmp_path: Path) -> None:
    pi = healthy(tmp_path)
    pi.write("proc/self/mounts", "overlay / overlay rw 0 0\n")
    assert "every game is forgotten when the power goes" in begun(pi.machine(), JOURNAL)


@pytest.mark.parametrize("words", ["", "[]", "{", '{"boot": ""}', '"first"'])
def test_a_canary_that_makes_no_sense_is_none(words: str, tmp_path: Path) -> None:
    pi = healthy(tmp_path)
    pi.write("var/lib/lava-table/canary.json", words)
    assert begun(pi.machine(), JOURNAL).startswith("this disk forgets")


def test_on_a_laptop_a_table_begins_without_a_word_or_a_file(tmp_path: Path) -> None:
    laptop = MadeUp(tmp_path)
    laptop.write("proc/self/mounts", "overlay / overlay rw 0 0\n")
    (tmp_path / "home").mkdir()
    assert begun(laptop.machine(), Path("/home/table.journal")) == ""
    assert not list((tmp_path / "home").iterdir())


def test_the_disk_itself_is_read_where_that_can_be(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"kept" * 100)
    assert disk(file) in (b"kept" * 100, None)
    assert disk(tmp_path / "none") is None
    assert disk(Path("/proc/self/status")) is None  # no disk, and no such reading
