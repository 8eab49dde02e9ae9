"""What a page may do: hands at the virtual table, words at a real one, nothing as a spectator."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from firmware_host.console.acts import REACH_S, TAP_S, Acts
from firmware_host.console.feed import DeviceState, Said
from firmware_host.console.messages import parse
from firmware_host.rules.kernel import Seat
from firmware_host.table.scene import Due

from .fake_feed import FakeFeed, Looker, real


def act(feed: FakeFeed, *messages: dict[str, Any], rest_s: float = 0) -> list[Said]:
    """Do them one after the other, as one page; it goes away after *rest_s*."""

    async def inside() -> list[Said]:
        acts = Acts(feed, Looker(feed.furniture.staff))
        said = [
            await acts.do(parse(json.dumps({"seat": "A", "role": "player", "state": 0, **m})))
            for m in messages
        ]
        await asyncio.sleep(rest_s)
        acts.let_go()
        return said

    return asyncio.run(inside())


def spot(feed: FakeFeed) -> dict[str, Any]:
    """Where some die lies."""
    die = next(d for d in feed.world.dice.values() if d.place == "crater")
    return {"x": die.x, "y": die.y}


def test_a_press_is_held_until_it_is_released() -> None:
    feed = FakeFeed()
    act(feed, {"type": "press"}, {"type": "press", "seat": "C"}, rest_s=TAP_S)
    assert feed.world.calls == [
        ("press", (0,)),
        ("press", (2,)),
        ("release", (0,)),  # their page went away
        ("release", (2,)),
    ]


def test_the_virtual_camera_can_be_spoilt_for_trying_it_out() -> None:
    feed = FakeFeed()
    done, odd = act(
        feed,
        {"type": "spoil", "seat": None, "fault": "smeared"},
        {"type": "spoil", "seat": None, "fault": "sings"},
    )
    assert done.ok
    assert feed.world.calls == [("spoil smeared", (-1,))]
    assert (odd.code, odd.says) == ("no_fault", "The camera cannot fail so: 'sings' is no fault.")
    assert not act(real(feed), {"type": "spoil", "seat": None, "fault": "dim"})[0].ok


def test_other_parts_of_the_virtual_table_can_be_spoilt_too() -> None:
    feed = FakeFeed()
    (done,) = act(feed, {"type": "spoil", "seat": None, "fault": "dead", "part": "button 2"})
    assert done.ok
    assert feed.world.calls == [("spoil dead button 2", (-1,))]


class Recorder:
    """Lessons that only note what was said."""

    number = 3
    ended = ""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def told(self) -> Mapping[str, Any] | None:
        return {"ask": "Aim the camera."}

    def picture(self) -> bytes:
        return b"jpeg"

    async def say(self, words: str) -> Said:
        self.heard.append(words)
        return Said(True)


def test_lessons_are_for_staff_alone() -> None:
    feed = FakeFeed()
    words = {"type": "lesson", "seat": None, "words": "teach"}
    assert act(feed, {**words, "role": "staff"})[0].code == "no_lessons"
    feed.lessons = lessons = Recorder()
    said = act(feed, words, {**words, "role": "spectator"}, {**words, "role": "staff"})
    assert [s.code for s in said] == ["not_staff", "spectator", ""]
    assert lessons.heard == ["teach"]
    feed.furniture = replace(feed.furniture, staff=False)
    assert act(feed, {**words, "role": "staff"})[0].code == "not_staff"


def test_a_click_that_takes_no_time_is_a_tap_all_the_same() -> None:
    feed = FakeFeed()
    began_s = time.monotonic()
    act(feed, {"type": "press"}, {"type": "release"}, rest_s=2 * TAP_S)
    assert feed.world.calls == [("press", (0,)), ("release", (0,))]
    act(feed, {"type": "release"}, rest_s=2 * TAP_S)
    assert len(feed.world.calls) == 2
    assert feed.released_s - began_s >= TAP_S


def test_taking_a_die_presses_the_button_too() -> None:
    feed = FakeFeed(phase="take")
    feed.world.calls.clear()
    said = act(feed, {"type": "take", "seat": "B", **spot(feed)}, rest_s=2 * TAP_S)
    assert said == [Said(True)]
    assert [name for name, _ in feed.world.calls] == ["press", "take", "release"]
    assert feed.world.calls[1][1][0] == 1


def test_one_hand_takes_one_die_at_a_time() -> None:
    feed = FakeFeed(phase="take")
    feed.world.calls.clear()
    dice = [d for d in feed.world.dice.values() if d.place == "crater"]
    wishes: list[dict[str, Any]] = [{"type": "take", "x": d.x, "y": d.y} for d in dice[:2]]
    assert [said.ok for said in act(feed, *wishes, rest_s=REACH_S / 2)] == [True, True]
    assert [name for name, _ in feed.world.calls].count("take") == 1
    feed.world.calls.clear()
    act(feed, {"type": "take", "x": dice[2].x, "y": dice[2].y}, rest_s=0)
    assert [name for name, _ in feed.world.calls].count("take") == 1


def test_whoever_wants_too_many_at_once_is_told() -> None:
    feed = FakeFeed(phase="take")
    dice = [d for d in feed.world.dice.values() if d.place == "crater"]
    said = act(feed, *({"type": "take", "x": d.x, "y": d.y} for d in dice[:6]))
    assert [one.code for one in said] == ["", "", "", "", "busy", "busy"]


def test_a_click_beside_the_dice_takes_nothing() -> None:
    feed = FakeFeed(phase="take")
    feed.world.calls.clear()
    assert act(feed, {"type": "take", "x": 1, "y": 1})[0].code == "no_die"
    assert feed.world.calls == []


def test_a_die_before_you_can_be_put_back_and_another_s_cannot() -> None:
    feed = FakeFeed(phase="take")
    mine, foreign = 0, 1  # dice 0, 4, ... lie before A; 1 before B
    first, second = act(
        feed, {"type": "put_back", "die": foreign}, {"type": "put_back", "die": mine}
    )
    assert (first.code, second.ok) == ("no_die", True)
    assert feed.world.dice[mine].place == "crater"


def test_dice_can_be_thrown_knocked_over_and_lost() -> None:
    feed = FakeFeed()
    act(feed, {"type": "throw"})
    said = act(feed, {"type": "knock", **spot(feed)}, {"type": "lose", **spot(feed)})
    assert [one.ok for one in said] == [True, True]
    assert [name for name, _ in feed.world.calls] == ["throw", "knock", "lose"]


def test_as_many_dice_are_thrown_as_are_due() -> None:
    feed = FakeFeed(due=Due(Seat(0), 3))
    act(feed, {"type": "throw"})
    assert [name for name, _ in feed.world.calls] == ["throw 3"]


@pytest.mark.parametrize("kind", ["press", "release", "throw"])
def test_at_a_real_table_no_page_moves_a_hand(kind: str) -> None:
    feed = real(FakeFeed())
    said = act(feed, {"type": kind})[0]
    assert (said.ok, said.code) == (False, "real_table")
    assert "At a real table" in said.says
    assert feed.world.calls == []


def test_at_a_real_table_pages_choose_only_while_its_buttons_do_not_work() -> None:
    feed = real(FakeFeed(phase="turn"))
    word = {"type": "choose", "seat": "A", "option": 0, "state": feed.state}
    assert act(feed, word)[0].code == "real_table"
    feed.devices = (DeviceState("buttons", False, "GPIO is gone"),)
    assert act(feed, word)[0].ok
    assert act(feed, {"type": "press"})[0].code == "real_table"
    feed.devices = (DeviceState("buttons", True, ""),)
    assert act(feed, word)[0].code == "real_table"


def test_a_spectator_only_watches() -> None:
    feed = FakeFeed(phase="turn")
    said = act(
        feed,
        {"type": "watch", "role": "spectator", "seat": None},
        {"type": "press", "role": "spectator"},
        {"type": "choose", "role": "spectator", "option": 0},
    )
    assert [one.code for one in said] == ["", "spectator", "spectator"]
    assert feed.said == []


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_cards_are_asked_for_on_the_page_of_their_own_seat_alone(role: str) -> None:
    """A page that watches A shows nothing of B, and keeps B's own page from nothing."""
    feed = FakeFeed()
    cards = {"type": "cards", "role": role, "shown": True}
    watch = {"type": "watch", "role": role}
    said = act(feed, cards, watch, {**cards, "seat": "B"}, cards)
    assert [one.code for one in said] == ["not_watched", "", "not_watched", ""]
    nobodys = act(feed, {**watch, "seat": None}, cards, {**cards, "seat": None})
    assert [one.code for one in nobodys] == ["", "not_watched", "no_seat"]


def test_staff_speaks_where_the_table_lets_it() -> None:
    undo = {"type": "tell", "role": "staff", "seat": None, "words": "undo"}
    feed = FakeFeed()
    assert act(feed, undo)[0].ok
    assert feed.said == [(None, "staff", "undo")]
    assert act(real(FakeFeed()), undo)[0].code == "not_staff"


def test_a_seat_s_button_is_the_one_it_joined_with() -> None:
    feed = FakeFeed()
    feed.button_of = {0: 3}
    act(feed, {"type": "press"})
    assert feed.world.calls[0] == ("press", (3,))


def test_nobody_sits_where_there_is_no_seat() -> None:
    said = act(FakeFeed(), {"type": "press", "seat": "E"}, {"type": "press", "seat": None})
    assert said[0].says == "Nobody sits at E; the seats are A, B, C, D."
    assert said[1].says == "Say for which seat: A, B, C, D."


def test_nobody_but_staff_makes_parts_of_a_virtual_table_fail() -> None:
    feed = FakeFeed()
    feed.furniture = replace(feed.furniture, staff=False)
    (refused,) = act(feed, {"type": "spoil", "seat": None, "fault": "dim"})
    assert refused.code == "not_staff"
    assert feed.world.calls == []


@pytest.mark.parametrize("name", ["button B", "noisy button B"])
def test_at_a_real_table_a_page_stands_in_for_one_button_that_does_not_work(name: str) -> None:
    feed = real(FakeFeed(phase="turn"))
    feed.devices = (DeviceState(name, False, "not heard"),)
    others, own = act(
        feed,
        {"type": "choose", "option": 0, "seat": "A"},
        {"type": "choose", "option": 0, "seat": "B"},
    )
    assert others.code == "real_table"
    assert own.code != "real_table"
