"""Bots leave time to people where the first to press has it, and none where nobody has to read."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from firmware_host.bots.whim import Whim
from firmware_host.daemon.people.crowd import People
from firmware_host.daemon.people.evenings import POLITE
from firmware_host.daemon.people.fingers import MS, Pace, Person
from firmware_host.rules.kernel import Answer, Decision, Seat, Setup
from firmware_host.rules.table_is_lava.box import Box
from firmware_host.rules.table_is_lava.game import GAME
from firmware_host.table.scene import Scene, Text
from firmware_host.table.views.table_is_lava import VIEW
from tests.console.fake_world import FakeHands
from tests.table.evening import Driver, playable


class Shown:
    """What is shown and asked at the beginning of The Table Is Lava."""

    def __init__(self) -> None:
        driver = Driver(seats=3, first=playable("table_is_lava", Box()))
        assert driver.scene is not None
        self.scene: Scene | None = replace(driver.scene, cards=())
        self._state = GAME.start(Setup(3, Box()))

    def known(self, seat: Seat) -> tuple[Any, Decision[Any]] | None:
        del seat
        pending = GAME.pending(self._state)
        assert isinstance(pending, Decision)
        return self._state, pending

    def labels(self, answer: Answer) -> tuple[Text, ...]:
        return VIEW.path(answer)  # type: ignore[arg-type]

    def lying(self, state: Any) -> Counter[str]:
        del state
        return Counter()


def first_press_ms(pace: Pace, seed: str) -> int:
    """After how long the first of two bots says that it is hot."""
    hands = FakeHands({}, lambda what, which: None)
    bots = [Person(b, Whim(seed), random.Random(f"{seed}/{b}")) for b in (1, 2)]
    people = People(Shown(), hands, bots, pace, begins=False)
    now_ns = 0
    while not any(name == "press" for name, _ in hands.calls):
        people.act(now_ns)
        now_ns = max(people.wake_ns, now_ns + MS)
        assert now_ns < 60_000 * MS, "nobody ever presses"
    return now_ns // MS


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_who_sits_down_to_the_demo_has_time_to_read_who_begins(seed: str) -> None:
    assert 6_000 <= first_press_ms(Pace(), seed) <= 15_000


def test_where_only_bots_play_nobody_waits() -> None:
    assert first_press_ms(POLITE, "a") < 2_000
