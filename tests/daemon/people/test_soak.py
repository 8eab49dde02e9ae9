"""A soak: what must hold is looked at, and what does not is found, with its seed and moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from firmware_host.daemon.cli import main
from firmware_host.daemon.errors import USAGE
from firmware_host.daemon.people.checks import Checks, Told, conserved
from firmware_host.daemon.people.degraded import seldom
from firmware_host.daemon.people.footprint import WARM, Footprint
from firmware_host.daemon.people.resuming import Broken
from firmware_host.daemon.people.rough import RoughTable, Setting
from firmware_host.daemon.people.soak import Soak, Wanted, stamp
from firmware_host.daemon.people.soak_report import report
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import house
from firmware_host.daemon.settings.house import Files
from hw.ports import DeviceLost

GAME = "table_is_lava"


def files() -> Files:
    table = seldom(house.read(config_folder() / "tables" / "autoplay.toml"))
    return house.of_game(table, GAME)


@pytest.fixture
def rough(tmp_path: Path) -> Iterator[RoughTable]:
    table = RoughTable(Setting(files(), tmp_path, "soaked", 2))
    yield table
    table.close()


def played(rough: RoughTable, answers: int) -> Checks:
    """So many answers, looked at."""
    checks = Checks(rough)
    while rough.match is None or rough.match.length < answers:
        rough.step()
        checks.look()
    return checks


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_few_minutes_of_faults_hold(tmp_path: Path) -> None:
    soak = Soak(Wanted(0.12, "7", True, (GAME,), 2), files(), tmp_path)
    lines: list[str] = []
    try:
        soaked = soak.run(lines.append)
        assert soaked.broken == ""
        assert soaked.faults.total() >= 2
        assert soak.checks.answers > 20
        said = report(soak)
        assert "0.12 simulated hours" in said
        assert "all held" in said
    finally:
        soak.close()


@pytest.mark.timeout(120)
def test_killed_in_a_match_it_goes_on_with_the_same_answers(rough: RoughTable) -> None:
    checks = played(rough, 8)
    assert rough.match is not None
    before = rough.match.told()
    rough.kill()
    checks.restarted()
    checks.journal()
    assert rough.match.told() == before
    assert rough.starts == 2


@pytest.mark.timeout(120)
def test_an_answer_that_is_lost_or_told_twice_is_found(rough: RoughTable) -> None:
    checks = played(rough, 8)
    shown = checks._shown
    assert shown is not None
    more = (*shown.entries, shown.entries[-1])
    checks._shown = checks._latest = Told(shown.n + 1, more)
    with pytest.raises(Broken, match="lines were shown"):
        checks.restarted()
    checks._shown = checks._latest = Told(shown.n - 1, shown.entries[:-1])
    with pytest.raises(Broken, match="lines were told"):
        checks.restarted()


@pytest.mark.timeout(120)
def test_lights_that_do_not_show_the_state_are_found(rough: RoughTable) -> None:
    checks = played(rough, 4)
    checks.lights()
    assert rough.core.scene is not None
    rough.core.scene = replace(rough.core.scene, phase="over")
    with pytest.raises(Broken, match="not what the state says: phase is to be"):
        checks.lights()


@pytest.mark.timeout(120)
def test_a_device_that_is_told_of_while_the_strip_is_waited_for_is_no_fault_of_it(
    rough: RoughTable,
) -> None:
    checks = played(rough, 4)
    rough._news.append(("oled", DeviceLost("oled", "", "it is gone", "")))
    before, twins = rough.core.lights.pixels, rough.table.devices.twins
    last, asked = twins.strip_last, list[bytes]()

    def late() -> bytes:  # the first frame comes late: by then the strip says that the OLED is lost
        asked.append(rough.core.lights.pixels)
        return b"" if len(asked) == 1 else last()

    twins.strip_last = late
    assert checks.lights()
    assert asked[0] == before
    assert asked[-1] != before


@pytest.mark.timeout(120)
def test_on_a_full_disk_it_goes_on_and_all_is_kept_once_there_is_room(rough: RoughTable) -> None:
    checks = played(rough, 6)
    rough.spoil("disk", "full")
    while checks.kept:
        rough.step()
        checks.look()
    shown = checks._shown
    played_on = rough.clock.now_ns() + 20_000_000_000
    while rough.clock.now_ns() < played_on:
        rough.step()
        checks.look()
    assert checks._shown == shown, "what is not kept may be lost with the power"
    rough.spoil("disk", "none")
    while not checks.kept:
        rough.step()
        checks.look()
    checks.journal()
    assert checks._shown != shown


@pytest.mark.timeout(120)
def test_what_a_slow_disk_has_not_taken_yet_is_no_fault_of_the_lights(rough: RoughTable) -> None:
    checks = played(rough, 6)
    rough.spoil("disk", "slow")
    while rough.core.idle:
        rough.step()
    assert not checks.lights(), "what follows is not to be shown yet"
    while not rough.core.idle:
        rough.step()
    assert checks.lights()


@pytest.mark.timeout(120)
def test_what_a_full_disk_has_not_taken_is_not_held_for_kept(rough: RoughTable) -> None:
    checks = played(rough, 6)
    shown = checks._shown
    rough.spoil("disk", "full")
    while not rough.behind:
        rough.step()
        checks.look()
    assert not checks.kept, "also in the moment before people are told"
    assert checks._shown == shown
    rough.kill()
    checks.restarted()


@pytest.mark.timeout(120)
def test_a_camera_that_is_mended_while_its_process_hangs_is_there_again(
    rough: RoughTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever mends it does not wake that process: time has to go on until another is begun."""
    monkeypatch.setattr("firmware_host.daemon.people.rough.LOOK_S", 5.0)
    eye = rough.core.eye
    assert eye is not None
    while eye.line is None or eye.waiting:
        rough.step()
    before = eye.line
    rough.spoil("camera", "hangs")
    while not eye.waiting:
        rough.step()
    rough.spoil("camera", "none")
    while eye.line == before:
        rough.step()
    assert rough.hears("camera", ok=True)


def test_a_match_in_which_nobody_answers_has_stopped(rough: RoughTable) -> None:
    checks = played(rough, 4)
    rough.people.persons = ()
    rough.people.pace = rough.people.pace
    rough.clock.reach(rough.clock.now_ns() + 1_000 * 1_000_000_000)
    with pytest.raises(Broken, match="nothing was answered for 900 s"):
        checks.look()


def test_memory_and_handles_that_grow_are_found() -> None:
    feet = Footprint([50.0] * WARM + [60.0] * 2 * WARM, [20] * 3 * WARM)
    feet.judged()
    feet.memory_mb = [60.0 + 0.5 * hour for hour in range(5 * WARM)]
    with pytest.raises(Broken, match="memory grew"):
        feet.judged()
    with pytest.raises(Broken, match="file handles: 20 at first, 40 at last"):
        Footprint([], [20, 20, 21, 40]).judged()


def test_a_state_that_its_words_do_not_give_back_is_found() -> None:
    def game(read: Any, faults: tuple[str, ...] = ()) -> Any:
        words = SimpleNamespace(write=lambda s: {"a": s}, read=read, faults=lambda s: faults)
        return SimpleNamespace(words=words)

    conserved(game(lambda box, words: words["a"]), None, 3)
    with pytest.raises(Broken, match="is another one"):
        conserved(game(lambda box, words: 4), None, 3)
    with pytest.raises(Broken, match="two dice too many"):
        conserved(game(lambda box, words: 3, ("two dice too many",)), None, 3)


def test_what_does_not_hold_is_told_with_its_seed_and_its_moment() -> None:
    soaked = SimpleNamespace(
        wanted=Wanted(24, "night", True, (GAME,)), began_s=0.0, simulated_ns=11_647_210_000_000,
        games={}, faults={}, restarts=0, full=0, presses=0, page=0, meddled=0,
        broken="the lamp of B is to be on, and is not", at=stamp(11_647_210_000_000),
    )  # fmt: skip
    from collections import Counter

    soaked.games = soaked.faults = Counter()
    checks = Checks(SimpleNamespace())  # type: ignore[arg-type]
    people = SimpleNamespace(page=SimpleNamespace(chosen=0))
    soak = SimpleNamespace(soaked=soaked, checks=checks, rough=SimpleNamespace(people=people))
    said = report(soak)  # type: ignore[arg-type]
    assert "BROKEN     at 03:14:07.210, seed night: the lamp of B is to be on" in said
    assert "./table soak --hours 24 --seed night --faults" in said, "pauses are of its length"


@pytest.mark.parametrize("words", [["--hours", "0"], ["--hours", "long"], ["--game", "chess"]])
def test_what_cannot_be_soaked_is_refused(words: list[str]) -> None:
    assert main(["soak", *words]) == USAGE
