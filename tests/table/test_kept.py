"""A match's picture is made once for all edges of a press, and anew when anything of it differs."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from firmware_host.rules.kernel import Decision, Over, Seat
from firmware_host.rules.lost_island.box import Box, Dice
from firmware_host.table.kept import Kept
from firmware_host.table.map import Map
from firmware_host.table.scene import Scene

from .evening import Driver, playable
from .test_lost_island import MORE


def counted(calls: list[object]) -> Driver:
    """A game of Lost Island whose view tells *calls* each time it makes a picture."""
    first = playable("lost_island", Box(dice=Dice.DRAWN))
    scene = first.view.scene

    def made(state: Any, pending: Decision[Any] | Over, focus: Mapping[Seat, Any]) -> Scene:
        calls.append(focus)
        return scene(state, pending, focus)

    view = dataclasses.replace(first.view, scene=made)
    driver = Driver(seats=3, first=dataclasses.replace(first, view=view))
    driver.put({"now": "place A hex beach", **MORE})
    return driver


def chart(driver: Driver) -> Map:
    assert driver.scene is not None
    assert driver.scene.map is not None
    return driver.scene.map


def test_a_press_that_changes_nothing_makes_no_picture() -> None:
    calls: list[object] = []
    driver = counted(calls)
    before, there = len(calls), chart(driver)
    driver.wait(500)
    driver.tap(2)
    assert len(calls) == before
    assert chart(driver) is there


def test_what_is_under_the_thumb_is_always_shown() -> None:
    calls: list[object] = []
    driver = counted(calls)
    seen = []
    for _ in range(4):
        driver.hold(0)  # into the list, and of what it lays out the next
        driver.tap(0)
        driver.wait(300)
        seen.append([(s.name, s.thumb, s.open) for s in chart(driver).spots])
    assert len({str(marks) for marks in seen}) > 1
    host = driver.table.evening.host
    assert host is not None
    kept = host.scene()
    host._steady = type(host._steady)(host._view)
    host.asking._map = Kept()
    assert host.scene() == kept, "made anew it is the same"


def test_kept_things_are_made_anew_for_another_thing_that_only_looks_the_same() -> None:
    kept, made = Kept[int](), iter(range(9))
    one, other = [1], [1]
    assert [kept.get((one,), lambda: next(made)) for _ in range(2)] == [0, 0]
    assert kept.get((other,), lambda: next(made)) == 1
    assert kept.get((other, other), lambda: next(made)) == 2
    assert kept.get((), lambda: next(made)) == 3
