"""For how long each pixel was lit: added up over pictures and over restarts."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_host.daemon.keeper import Done
from firmware_host.daemon.upkeep.on_time import BATCH, KEEP_NS, MOST, CountedOled, OnTime
from hw.mock.oled import MockOled

S = 1_000_000_000
HALF = bytes(128 * 32) + bytes((255,)) * (128 * 32)
ALL = bytes((255,)) * (128 * 64)


class Clock:
    def __init__(self) -> None:
        self.now_ns = 0

    def __call__(self) -> int:
        return self.now_ns


@pytest.fixture
def clock() -> Clock:
    return Clock()


def counted(file: Path, clock: Clock) -> CountedOled:
    return CountedOled(MockOled(128, 64), OnTime(file, 128, 64), clock)


def test_a_picture_counts_for_as_long_as_it_stands(tmp_path: Path, clock: Clock) -> None:
    oled = counted(tmp_path / "on", clock)
    oled.show(HALF)
    clock.now_ns += 3_600 * S
    oled.show(ALL)
    clock.now_ns += 1_800 * S
    oled.count()
    told = oled.on_time.histogram()
    assert (told["shown_h"], told["most_h"], told["mean_h"]) == (1.5, 1.5, 1.0)
    assert told["most_at"] == [0, 32]
    assert told["pixels_by_tenth"] == [0, 0, 0, 4096, 0, 0, 0, 0, 0, 4096]
    heat = oled.on_time.heat()
    assert heat[0] == 85
    assert heat[-1] == 255


def test_over_a_simulated_week_the_words_that_stand_are_found(tmp_path: Path, clock: Clock) -> None:
    oled = counted(tmp_path / "on", clock)
    corner = bytes((255,) * 8) + bytes(128 * 64 - 8)
    for hour in range(7 * 24):
        oled.show(corner if hour % 2 else HALF)
        clock.now_ns += 3_600 * S
    oled.count()
    assert oled.on_time.histogram()["most_h"] == 84.0
    assert sum(light == 255 for light in oled.on_time.heat()) == 8 + 128 * 32


def test_counts_outlive_the_daemon_and_are_written_seldom(tmp_path: Path, clock: Clock) -> None:
    file = tmp_path / "on"
    oled = counted(file, clock)
    oled.show(ALL)
    clock.now_ns += KEEP_NS // 2
    oled.show(HALF)
    assert not file.exists()
    clock.now_ns += KEEP_NS
    oled.show(ALL)
    assert file.exists()
    oled.close()
    again = OnTime(file, 128, 64)
    assert again.shown_ms == oled.on_time.shown_ms
    assert again.lit_ms == oled.on_time.lit_ms
    assert OnTime(file, 256, 64).shown_ms == 0  # another display


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": 1, "width": 128, "height": 64}'])
def test_a_damaged_file_begins_anew(tmp_path: Path, content: str) -> None:
    (tmp_path / "on").write_text(content)
    assert OnTime(tmp_path / "on", 128, 64).shown_ms == 0


def test_a_card_that_is_full_is_no_matter(tmp_path: Path, clock: Clock) -> None:
    oled = counted(tmp_path / "nowhere" / "on", clock)
    oled.show(ALL)
    oled.close()


class Busy:
    """A thread that does what it is given when it is let."""

    def __init__(self) -> None:
        self.jobs: list[tuple[Callable[[], None], Done]] = []

    def __call__(self, job: Callable[[], None], done: Done) -> None:
        self.jobs.append((job, done))

    def go_on(self) -> None:
        jobs, self.jobs = self.jobs, []
        for job, done in jobs:
            job()
            done(None)


def test_who_shows_pictures_writes_nothing_and_waits_for_no_card(
    tmp_path: Path, clock: Clock
) -> None:
    file, thread = tmp_path / "on", Busy()
    oled = counted(file, clock)
    oled.writes = thread
    for _ in range(5):  # the card does not answer
        oled.show(ALL)
        clock.now_ns += KEEP_NS
    assert not file.exists()
    assert len(thread.jobs) == 1
    thread.go_on()
    assert OnTime(file, 128, 64).shown_ms == 4 * KEEP_NS // 1_000_000
    oled.show(ALL)
    assert len(thread.jobs) == 1  # and the next time anew


def moving(oled: CountedOled, clock: Clock, pictures: int) -> None:
    for i in range(pictures):
        oled.show(i.to_bytes(2, "big") + ALL[2:])
        clock.now_ns += S


def test_pictures_are_added_up_by_the_thread_and_few_wait(tmp_path: Path, clock: Clock) -> None:
    thread = Busy()
    oled = counted(tmp_path / "on", clock)
    oled.writes = thread
    moving(oled, clock, BATCH + 1)
    assert oled.on_time.waiting == BATCH
    thread.go_on()
    assert oled.on_time.waiting == 0
    moving(oled, clock, 3 * MOST)
    assert oled.on_time.waiting <= MOST
    oled.count()
    assert oled.on_time.shown_ms == 1_000 * (BATCH + 1 + 3 * MOST)
    assert oled.on_time.lit_ms[-1] == oled.on_time.shown_ms


def test_noting_a_picture_is_cheap_beside_adding_it_up(tmp_path: Path) -> None:
    on_time = OnTime(tmp_path / "on", 256, 64)
    noted, added_up = [], []
    for i in range(20):
        picture = bytes((i,)) + bytes((0, 255)) * (128 * 64 - 1) + b"\0"
        begun = time.perf_counter()
        on_time.add(picture, 500)
        noted.append(time.perf_counter() - begun)
        on_time.add_up()
        added_up.append(time.perf_counter() - begun - noted[-1])
    assert min(noted) < min(added_up) / 4


def test_a_thread_that_has_ended_is_no_matter(tmp_path: Path, clock: Clock) -> None:
    def ended(job: Callable[[], None], done: Done) -> None:
        raise RuntimeError("cannot schedule new futures after shutdown")

    oled = counted(tmp_path / "on", clock)
    oled.writes = ended
    oled.show(ALL)
    clock.now_ns += KEEP_NS
    oled.show(HALF)
    oled.close()
    assert OnTime(tmp_path / "on", 128, 64).shown_ms == KEEP_NS // 1_000_000
