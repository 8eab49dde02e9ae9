"""A session with the camera in the midst of a match: it is said first, and nothing is lost."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from firmware_host.daemon.cli import main
from firmware_host.daemon.eye import in_play
from firmware_host.daemon.places import config_folder
from firmware_host.rules.kernel import Seat
from firmware_host.session.journal import Journal
from firmware_host.table.signals import DeviceSaid, Rearranged
from firmware_host.vision.facts import Tray
from tests.table.evening import Driver
from tests.table.test_away import away, die, showing, sit
from tests.table.test_evening import thrown, words
from tests.table.test_grab_notices import notice


def journal(folder: Path, driver: Driver, ended: str | None = None) -> Path:
    """The driver's match, as the daemon would keep it."""
    file = folder / "table.journal"
    box = (config_folder() / "games" / "lava_land.toml").read_text()
    kept = Journal(file, lambda: "2026-01-01T00:00:00Z")
    kept.append(kept.begin("lava_land", 1, (0, 1, 2), "evening", box), driver.lines, ended)
    kept.close()
    return file


def test_it_is_said_how_many_dice_lie_there_and_what_waits_for_the_camera() -> None:
    driver = thrown()
    host = driver.table.evening.host
    assert host is not None
    says = in_play.disturbed(host.ledger.match)
    assert says == "A match is being played and waits for the camera, 9 of its dice in the crater"
    assert in_play.disturbed(None) == ""


def test_a_journal_tells_of_its_match_until_that_has_ended(tmp_path: Path) -> None:
    driver = thrown()
    driver.grab(Seat(0), "Rl")
    file = journal(tmp_path, driver)
    (says,) = in_play.of_folder(tmp_path)
    assert "8 of its dice in the crater" in says
    assert str(file) in says
    assert "process" not in says
    file.with_name("table.journal.lock").write_text(f"{os.getpid()}\n")
    assert f"process {os.getpid()} plays it" in in_play.of_folder(tmp_path)[0]
    (tmp_path / "broken.journal").write_bytes(b"no journal")
    assert len(in_play.of_folder(tmp_path)) == 1


def test_a_match_that_has_ended_disturbs_nobody(tmp_path: Path) -> None:
    journal(tmp_path, thrown(), "given up")
    assert in_play.of_folder(tmp_path) == ()


@pytest.mark.parametrize("typed", ["", "no\n", "perhaps\n"])
def test_at_the_command_line_nothing_begins_unless_somebody_says_yes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    journal(tmp_path, thrown())
    status = main(["dice", "calibrate", "--camera", "folder:/nowhere"])
    told = capsys.readouterr()
    assert status == 1
    assert "9 of its dice in the crater" in told.out
    assert told.err == "Nothing was begun.\n"
    assert not (tmp_path / "teaching").exists()


@pytest.mark.parametrize("how", [["--anyway"], []])
def test_who_says_yes_goes_on_to_the_camera(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    how: list[str],
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n"))
    journal(tmp_path, thrown())
    assert main(["dice", "calibrate", "--camera", f"folder:{tmp_path}/nowhere", *how]) == 2
    assert "nowhere" in capsys.readouterr().err


def lent(driver: Driver, *, ok: bool) -> None:
    if ok:
        driver.feed(Rearranged(driver.now_ns))
    driver.feed(DeviceSaid("camera", ok, "", driver.now_ns))


def test_after_a_session_in_a_grab_dice_count_once_they_lie_as_before() -> None:
    driver = thrown()
    driver.grab(Seat(0), "Rl")
    lent(driver, ok=False)
    dice = dict(driver.crater.dice)
    driver.crater.dice.clear()  # the empty tray was asked for
    told = words(driver)
    lent(driver, ok=True)
    sit(driver)
    assert notice(driver) == "notice.out_of_step"
    assert words(driver) == told
    assert driver.scene is not None
    assert not any(seat.menu for seat in driver.scene.seats)
    for one in dice.values():  # laid back, elsewhere and under new numbers
        driver.crater.put(one.colour + one.symbol)
    sit(driver)
    assert notice(driver) == ""
    driver.grab(Seat(1), "Rb")
    assert words(driver)[-1] == "B take Rb"


def test_without_a_session_a_die_that_left_while_the_camera_was_away_is_asked_for() -> None:
    driver = thrown()
    lent(driver, ok=False)
    away(driver, Rl=None)
    driver.feed(DeviceSaid("camera", True, "", driver.now_ns))
    sit(driver)
    assert driver.scene is not None
    assert any(seat.menu for seat in driver.scene.seats)


def test_after_a_session_in_a_throw_what_was_told_is_not_lost() -> None:
    driver = Driver()
    driver.look(Tray.MOVING)
    for face in ("Yb", "Yt", "Yf", "Rl", "Rt", "Bb", "Bt", "Bf"):
        driver.crater.put(face)
    driver.crater.put("Rb", sure=False, others="f")
    driver.rest()
    lent(driver, ok=False)
    told = words(driver)
    away(driver, Rb=showing(die(driver, "Rb"), "b", moved_mm=30.0))
    lent(driver, ok=True)
    sit(driver)
    assert words(driver) == [*told, "show Rb"]
    assert driver.pending.topic == "take"
