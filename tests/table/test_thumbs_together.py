"""Several thumbs at the same moment: each is heard by the question that is open by then."""

from __future__ import annotations

import pytest

from firmware_host.rules.kernel import Seat
from firmware_host.rules.table_is_lava.box import Box as Cards
from firmware_host.table.signals import Tick
from hw.ports import Edge

from .evening import MS, Driver, playable, some_faces


def at(driver: Driver, ns: int) -> None:
    """Let time pass until then, waking the table whenever it wants to be woken."""
    while (wake_ns := driver.table.wake_ns) is not None and wake_ns <= ns:
        driver.now_ns = max(driver.now_ns, wake_ns)
        driver.feed(Tick(driver.now_ns))
    driver.now_ns = ns
    driver.feed(Tick(ns))


def together(driver: Driver, buttons: tuple[int, ...], held_ms: int, apart_ms: int) -> None:
    """Press all of them, each *apart_ms* after the one before, and let go in that order."""
    start = driver.now_ns
    steps = [(i * apart_ms, b, True) for i, b in enumerate(buttons)]
    steps += [(i * apart_ms + held_ms, b, False) for i, b in enumerate(buttons)]
    for ms, button, down in sorted(steps):
        at(driver, start + ms * MS)
        driver.feed(Edge(button, down, driver.now_ns))
    at(driver, driver.now_ns + 100 * MS)


@pytest.mark.parametrize("held_ms", [100, 900])
def test_of_two_who_say_it_at_the_same_moment_one_begins(held_ms: int) -> None:
    driver = Driver(seats=3, first=playable("table_is_lava", Cards()))
    for button in (0, 1):  # both edges and both ends reach the table in one batch
        driver.feed(Edge(button, True, driver.now_ns))
    at(driver, driver.now_ns + held_ms * MS)
    for button in (0, 1):
        driver.feed(Edge(button, False, driver.now_ns))
    driver.now_ns += 40 * MS  # the loop was late: both are heard at once
    driver.feed(Tick(driver.now_ns))
    at(driver, driver.now_ns + 100 * MS)
    assert driver.words() == ["A hot"]
    host = driver.table.evening.host
    assert host is not None
    assert host.asking.correcting is None


def test_of_two_who_hold_for_the_same_die_each_is_heard_in_turn() -> None:
    """Without a camera each takes dice by menu; two held buttons are kept back as a pair."""
    driver = Driver(seats=3)
    driver.table.evening.device("camera", False)
    host = driver.table.evening.host
    assert host is not None
    for _ in range(200):
        if driver.pending.topic == "take":
            break
        for seat in tuple(host.asking.menus)[:1]:
            driver.hold(int(seat))
        driver.wait(100)
    assert driver.pending.topic == "take"
    taken = len(driver.words())
    for _ in range(12):
        asked = tuple(host.asking.menus)[:2]
        if driver.pending.topic != "take" or len(asked) < 2:
            break
        together(driver, (int(asked[0]), int(asked[1])), 900, 250)
    assert len(driver.words()) >= taken + 4


def test_a_correction_that_the_camera_has_overtaken_is_refused_with_a_light() -> None:
    faces = some_faces(3, "2")
    driver = Driver(seats=3, seed="2")
    driver.throw(faces)
    driver.wait(500)
    driver.rest()
    host = driver.table.evening.host
    assert host is not None
    thrower = int(driver.state.first)
    driver.hold(thrower)
    assert host.asking.correcting == thrower
    driver.grab(Seat((thrower + 1) % 3), faces[0])
    driver.rest()
    driver.tap(thrower)
    driver.hold(thrower)
    assert host.asking.correcting is None
    assert "refused" in [cue.name for cue in driver.cues]
    assert driver.pending.topic == "take"
