"""The watchdog is fed while all that minds devices goes on; a lost device is no dead minder."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace
from typing import Any, cast

import pytest

from firmware_host.console.feed import DeviceState
from firmware_host.daemon import wiring
from firmware_host.daemon.clock import VirtualClock
from firmware_host.daemon.loop import Loop, Writer
from firmware_host.daemon.upkeep.minders import Minders
from firmware_host.daemon.upkeep.notify import Notifier
from firmware_host.daemon.upkeep.standing import LONGEST, standing
from hw.ports import DeviceLost, Note
from tests.daemon.cabling.tables import table

SECOND_NS = 1_000_000_000


class Told(Notifier):
    """A service manager that remembers what it was told, and waits ten seconds."""

    def __init__(self) -> None:
        super().__init__({"NOTIFY_SOCKET": "/none", "WATCHDOG_USEC": "20000000"})
        self.heard: list[str] = []

    def _send(self, words: str) -> None:
        self.heard.append(words)


def a_core(host: object = None, **devices: str) -> Any:
    """As much of a core as a loop needs; *devices* are lost, with why."""
    return SimpleNamespace(
        tick=lambda now_ns: None,
        draw=lambda now_ns: None,
        lights=SimpleNamespace(took=lambda spent_ns: None),
        eye=None,
        wake_ns=None,
        changes=1,
        devices={name: DeviceState(name, not says, says) for name, says in devices.items()},
        table=SimpleNamespace(evening=SimpleNamespace(host=host)),
        scene=SimpleNamespace(seats=(1, 2, 3, 4)),
    )


def fed(told: Told) -> int:
    return told.heard.count("WATCHDOG=1")


def test_the_watchdog_is_fed_at_half_its_time_while_nobody_is_silent() -> None:
    told, clock = Told(), VirtualClock()
    loop = Loop(a_core(), clock, told, lambda: None)
    for second in range(25):
        clock.reach(second * SECOND_NS)
        loop.turn()
    assert fed(told) == 3


def test_it_is_not_fed_while_somebody_is_silent_and_it_is_said_who() -> None:
    told, clock, silent = Told(), VirtualClock(), ["buttons"]
    loop = Loop(a_core(), clock, told, lambda: None, lambda: silent[0])
    loop.turn()
    assert fed(told) == 0
    assert told.heard[0].startswith("STATUS=buttons: what minds it does not answer")
    silent[0] = ""
    clock.reach(11 * SECOND_NS)
    loop.turn()
    assert fed(told) == 1
    assert told.heard[-1] == "STATUS=waits for players"


def test_a_lost_device_is_told_and_the_watchdog_fed_all_the_same() -> None:
    told = Told()
    loop = Loop(a_core(strip="it is not plugged in"), VirtualClock(), told, lambda: None)
    loop.turn()
    assert told.heard == ["WATCHDOG=1", "STATUS=waits for players; strip: it is not plugged in"]


def test_how_the_table_stands_is_one_line_of_bounded_length() -> None:
    assert standing(a_core(object(), oled="")) == "a match of 4 is played"
    long = standing(a_core(object(), oled="no\nanswer " * 90))
    assert "\n" not in long
    assert len(long) == LONGEST
    assert long.endswith("...")


def test_the_threads_a_device_begins_are_its_own_and_the_first_to_end_is_named() -> None:
    minders, stop = Minders(), threading.Event()

    def begin() -> threading.Thread:
        thread = threading.Thread(target=stop.wait)
        thread.start()
        return thread

    quiet = minders.begun("oled", lambda: "no thread at all")
    thread = minders.begun("strip", begin)
    assert quiet == "no thread at all"
    assert minders.silent() == ""
    stop.set()
    thread.join()
    assert minders.silent() == "strip"


def test_a_strip_that_is_not_there_is_minded_all_the_same() -> None:
    lost = threading.Event()

    def told(device: str, state: DeviceLost | Note | None) -> None:
        if device == "strip" and state is not None:
            lost.set()

    of = table("rig", strip={"port": "/dev/ttyUSB-none"}, oled={"port": "none"})
    devices = wiring.devices(of, cast("Any", None), told)
    try:
        assert lost.wait(10)
        assert devices.minders.silent() == ""
    finally:
        assert devices.strip is not None
        devices.strip.close()
    assert devices.minders.silent() == "strip"


@pytest.mark.parametrize("finished", [True, False])
def test_a_disk_that_takes_nothing_for_long_is_noticed(finished: bool) -> None:
    now_ns, disk = [0], threading.Event()

    async def write() -> bool:
        writer, done = Writer(lambda: now_ns[0]), asyncio.Event()
        writer.start(done.set)
        writer(lambda: (disk.wait(), None)[1], lambda broken: None)
        if finished:
            disk.set()
            await done.wait()
        now_ns[0] = 11 * SECOND_NS
        stuck = writer.stuck
        disk.set()
        writer.close()
        return stuck

    assert asyncio.run(write()) is not finished


@pytest.mark.parametrize("first", [True, False])
def test_of_two_pieces_of_writing_the_one_that_hangs_is_noticed(first: bool) -> None:
    """A report of service mode right behind a line of the journal, or before it."""
    now_ns, card, begun = [0], threading.Event(), threading.Event()

    def hang() -> None:
        begun.set()
        card.wait()

    async def write() -> tuple[bool, float]:
        writer, done = Writer(lambda: now_ns[0]), asyncio.Event()
        writer.start(done.set)
        jobs = (hang, lambda: None) if first else (lambda: None, hang)
        writer(jobs[0], lambda broken: None)
        if not first:
            await done.wait()
        writer(jobs[1], lambda broken: None)
        await asyncio.to_thread(begun.wait)
        now_ns[0] = 9 * SECOND_NS
        if first:
            writer(lambda: None, lambda broken: None)  # and play goes on
        assert not writer.stuck
        now_ns[0] = 11 * SECOND_NS
        stuck = writer.stuck
        card.set()
        writer.close()
        return stuck, writer.slowest_s

    stuck, slowest_s = asyncio.run(write())
    assert stuck
    assert slowest_s == 11


def test_what_was_written_before_the_first_answer_hides_nothing() -> None:
    now_ns, card, begun, answered = [0], threading.Event(), threading.Event(), list[bool]()

    def hang() -> None:
        begun.set()
        card.wait()

    async def write() -> bool:
        writer, done = Writer(lambda: now_ns[0]), asyncio.Event()
        writer.start(done.set)
        writer(lambda: None, lambda broken: answered.append(True))
        writer(hang, lambda broken: None)  # before the loop has heard of the first
        await done.wait()
        assert begun.wait(10)
        now_ns[0] = 11 * SECOND_NS
        stuck = writer.stuck
        card.set()
        writer.close()
        return stuck

    assert asyncio.run(write())
    assert answered


def test_a_thread_begun_by_a_try_that_failed_counts_too() -> None:
    minders, stop = Minders(), threading.Event()
    thread = threading.Thread(target=stop.wait)

    def begin() -> None:
        thread.start()
        raise DeviceLost("buttons", "GPIO", "not there")

    with pytest.raises(DeviceLost):
        minders.begun("buttons", begin)
    minders.begun("buttons", lambda: None)
    assert minders.silent() == ""
    stop.set()
    thread.join()
    assert minders.silent() == "buttons"
