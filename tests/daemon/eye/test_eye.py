"""The camera may hang, die or talk nonsense: people are told, and it is started again."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from firmware_host.daemon.eye.camera import LOOK_DEADLINE_NS, Eye, EyeNews, EyeSays, Pace, RollSeen
from firmware_host.daemon.eye.words import Open
from firmware_host.vision.facts import Look, Tray
from hw.mock.paint.pips import FACES
from hw.mock.throwing import thrown
from hw.mock.world import Odds, fresh
from hw.mock.worldfile import WorldFile

ROOT = Path(__file__).parents[3]
SECOND = 1_000_000_000


@contextmanager
def eye_with(fault: str) -> Iterator[Eye]:
    command = (sys.executable, "-m", "tests.daemon.bad_eye", fault)
    eye = Eye(Open(port="/dev/video9", profile=""), Pace(), command)
    try:
        yield eye
    finally:
        eye.close()


def driven(eye: Eye, looks: int, *, rounds: int = 60) -> list[EyeNews]:
    """What is heard on a clock that jumps to whatever is due, until so many looks came back."""
    heard: list[EyeNews] = []
    now = 0
    for _ in range(rounds):
        now = max(now, eye.wake_ns) if not eye.waiting else now
        heard += eye.tick(now)
        if eye.waiting and eye.wait(10):
            heard += eye.arrived(now)
        if sum(isinstance(h, Look) for h in heard) >= looks:
            break
    return heard


def looks(heard: list[EyeNews]) -> list[Look]:
    return [h for h in heard if isinstance(h, Look)]


def numbers(looks: list[Look]) -> set[int]:
    return {die.number for look in looks for die in look.dice}


def says(heard: list[EyeNews]) -> list[EyeSays]:
    return [h for h in heard if isinstance(h, EyeSays)]


def test_it_looks_once_a_second_while_nothing_is_awaited_and_fast_when_asked_to() -> None:
    with eye_with("none") as eye:
        slow = looks(driven(eye, 3))
        assert [b.at_ns - a.at_ns for a, b in pairwise(slow)] == [SECOND] * 2
        eye.watch("take")
        fast = looks(driven(eye, 3))
        assert fast[-1].at_ns - fast[-2].at_ns == SECOND // 20


def test_a_look_is_dated_by_the_clock_that_asked_for_it() -> None:
    with eye_with("none") as eye:
        assert eye.tick(42) == ()
        assert eye.wait(10)
        assert eye.arrived(77) == ()
        eye.tick(1234)
        assert eye.wait(10)
        (look, said) = eye.arrived(1300)
        assert isinstance(look, Look)
        assert look.at_ns == 1234
        assert said == EyeSays(ok=True, says="")


def test_its_picture_is_read_from_the_shared_memory() -> None:
    with eye_with("none") as eye:
        assert eye.picture() == (0, b"")
        driven(eye, 2)
        number, jpeg = eye.picture()
        assert number == eye.picture_number == 2
        assert jpeg[:2] == b"\xff\xd8"
        assert jpeg[-2:] == b"\xff\xd9"
        eye.about = 7
        driven(eye, 1)
        assert eye.picture()[1] != jpeg  # the child was told which die is asked about
        eye.pictures = False
        driven(eye, 2)
        assert eye.picture_number == 3


def test_a_roll_is_cut_out_of_the_latest_picture_before_the_next_is_taken() -> None:
    with eye_with("none") as eye:
        eye.keep_roll("too early")  # nothing is open yet
        before = looks(driven(eye, 2))
        eye.keep_roll("nobody wants it")
        assert eye.wake_ns > 0
        eye.keeps_rolls = True
        eye.keep_roll("41")
        assert eye.wake_ns == 0
        heard = driven(eye, 1)
        (roll,) = [h for h in heard if isinstance(h, RollSeen)]
        assert heard.index(roll) == 0
        assert (roll.name, roll.jpeg[:2], roll.dice[0].face) == ("41", b"\xff\xd8", "Yb")
        assert len(before) == 2


@pytest.mark.parametrize("fault", ["dies", "junk"])
def test_a_child_that_dies_or_talks_nonsense_is_started_again(fault: str) -> None:
    with eye_with(fault) as eye:
        heard = driven(eye, 1, rounds=9)
        assert not looks(heard)
        assert says(heard)
        assert not any(said.ok for said in says(heard))
        assert "/dev/video9" in says(heard)[0].says


def test_a_child_that_hangs_is_killed_after_its_deadline_and_said_once() -> None:
    with eye_with("hangs") as eye:
        eye.tick(0)
        assert eye.wait(10)
        eye.arrived(0)
        eye.tick(0)
        assert not eye.wait(0.05)
        assert eye.tick(LOOK_DEADLINE_NS - 1) == ()
        (said,) = eye.tick(LOOK_DEADLINE_NS)
        assert said.says == "camera at /dev/video9: it does not answer. It is started again"
        assert eye.line is None
        assert eye.wake_ns == LOOK_DEADLINE_NS + SECOND // 4


def test_a_killed_child_comes_back_with_dice_numbered_afresh() -> None:
    with eye_with("none") as eye:
        before = looks(driven(eye, 1))
        child = eye.line
        assert child is not None
        os.kill(child[0], signal.SIGKILL)
        heard = driven(eye, 1)
        assert [said.ok for said in says(heard)] == [False, True]
        assert not numbers(before) & numbers(looks(heard))
        assert eye.line != child


def test_a_camera_that_is_not_there_is_tried_again_in_the_same_child_ever_more_slowly() -> None:
    with eye_with("absent") as eye:
        eye.tick(0)
        eye.wait(10)
        (said,) = eye.arrived(0)
        assert isinstance(said, EyeSays)
        assert said.says == "camera at /dev/video9: no camera is there. Reseat its ribbon"
        child, pauses, now = eye.line, [], 0
        for _ in range(7):
            pauses.append(eye.wake_ns - now)
            now = eye.wake_ns
            eye.tick(now)
            eye.wait(10)
            assert eye.arrived(now) == ()  # said once
        assert [p / SECOND for p in pauses] == [0.25, 0.5, 1, 2, 4, 5, 5]
        assert eye.line == child


def test_a_camera_that_slips_once_is_opened_again() -> None:
    with eye_with("slips") as eye:
        heard = driven(eye, 2)
        assert [said.ok for said in says(heard)] == [True, False, True]
        before, after = looks(heard)
        assert not numbers([before]) & numbers([after])  # it knows no die that was seen before


def test_a_live_camera_that_repeats_one_picture_is_noticed() -> None:
    with eye_with("freezes") as eye:
        heard = driven(eye, 11, rounds=30)
        assert any("same picture" in said.says for said in says(heard))
        assert len(looks(heard)) == 1  # of the first: the same again is no news of the dice


def test_the_cameras_process_reads_pip_dice_by_the_kind_its_profile_names(tmp_path: Path) -> None:
    file = WorldFile(tmp_path / "world.json")
    world = fresh(8_201, {"white": FACES, "black": FACES, "green": FACES}, 1, Odds(0.0, 0.0))
    file.write(thrown(world, 0, 90.0, SECOND))
    profile = ROOT / "config" / "dice" / "lost_island"
    eye = Eye(Open("mock", str(profile), str(file.path), asked=str(tmp_path)), Pace())
    eye.watch("roll", "r1")
    try:
        heard = driven(eye, 70, rounds=400)
        eye.keeps_rolls = True
        eye.watch("take")
        rolls = [h for h in driven(eye, 2) if isinstance(h, RollSeen)]
    finally:
        eye.close()
    last = looks(heard)[-1]
    truth = sorted(d.face for d in file.read().dice)
    assert last.tray is Tray.SETTLED
    assert sorted(d.symbol for d in last.dice) == truth
    assert all(d.sure for d in last.dice)
    assert sorted(d.face for d in rolls[0].dice) == truth


def test_it_may_read_by_another_profile_from_now_on(tmp_path: Path) -> None:
    """As where another game begins, with other dice."""
    file = WorldFile(tmp_path / "world.json")
    world = fresh(8_202, {"white": FACES, "green": FACES}, 1, Odds(0.0, 0.0))
    file.write(thrown(world, 0, 90.0, SECOND))
    dice = ROOT / "config" / "dice"
    eye = Eye(Open("mock", str(dice / "lava_land"), str(file.path)), Pace())
    eye.watch("take")
    try:
        before = looks(driven(eye, 30, rounds=200))[-1]
        eye.read_by(2 * SECOND, str(dice / "lava_land"))
        assert not eye.waiting, "the same: it goes on"
        eye.read_by(2 * SECOND, str(dice / "lost_island"))
        after = looks(driven(eye, 60, rounds=400))[-1]
    finally:
        eye.close()
    truth = sorted(d.face for d in file.read().dice)
    assert sorted(d.symbol for d in before.dice) != truth
    assert sorted(d.symbol for d in after.dice) == truth
    assert not numbers([before]) & numbers([after])
