"""On a map: what may be chosen is lit, and pointing at it chooses."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from firmware_host.rules.kernel import Answer, Seat
from firmware_host.table.gestures import Gesture
from firmware_host.table.map import Between, Map, Spot
from firmware_host.table.menu import Menu, Taken, menu_of, press
from firmware_host.table.menus import Close, Give, Value, path_of
from firmware_host.table.pointing import at_spot, marked
from firmware_host.table.scene import Lamp, Scene, SeatScene, View, text

A, B = Seat(0), Seat(1)


@dataclass(frozen=True, slots=True)
class Lay(Answer):
    """A tile at a cell, turned so; or a fence across two cells."""

    cell: str
    turn: int = 0


def scene(*_: object) -> Scene:
    seat = SeatScene(A, 0, "seat_a", Lamp.OFF, "plays", None)
    return Scene("lay", text("t"), text("w"), (), (), (seat,))


VIEW: View[Any, Lay] = View(
    scene=scene,
    path=lambda answer: (text("region"), text(answer.cell), text(f"turn {answer.turn}")),
    cues=lambda *_: (),
    news=lambda *_: None,
    question=lambda _: text("q"),
    lying=lambda _: Counter(),
    asker=lambda *_: A,
    where=lambda answer: answer.cell,
)
ANSWERS = [Lay(A, "0,1"), *(Lay(A, "1,0", turn) for turn in range(8)), Lay(A, "0,0+1,0")]
MENU: Menu[Value[Lay]] = menu_of(
    [*(Give(a) for a in ANSWERS), Close()],
    lambda value: (text("close"),) if isinstance(value, Close) else path_of(value, VIEW),
)
SHOWN = Map(
    "hex",
    tuple(Spot(name, x, 0, "beach") for x, name in enumerate(("0,0", "1,0", "0,1"))),
    (Between("fence", ("1,0", "0,1"), B),),
)


def test_what_may_be_chosen_is_open_and_what_is_under_a_thumb_is_told() -> None:
    shown = marked(SHOWN, {B: MENU}, VIEW)
    assert {s.name: s.open for s in shown.spots} == {"0,0": False, "1,0": True, "0,1": True}
    assert {s.name for s in shown.spots if s.thumb == B} == {"1,0", "0,1"}  # all of the region
    fence, wished = shown.between
    assert (fence.kind, fence.open) == ("fence", False)
    assert (wished.kind, wished.name, wished.open) == ("", "0,0+1,0", True)
    assert wished.thumb == B


def test_who_is_asked_nothing_lights_nothing() -> None:
    assert marked(SHOWN, {}, VIEW) == SHOWN


def test_pointing_takes_the_one_answer_there() -> None:
    assert at_spot(MENU, "0,1", VIEW) == Taken(Give(ANSWERS[0]))
    assert at_spot(MENU, "0,0+1,0", VIEW) == Taken(Give(ANSWERS[-1]))


def test_pointing_where_much_may_be_done_lists_it_and_leads_back() -> None:
    deep = press(MENU, Gesture.HOLD)
    assert isinstance(deep, Menu)
    for menu in (MENU, deep):
        turns = at_spot(menu, "1,0", VIEW)
        assert isinstance(turns, Menu)
        labels = [choice.label.key for choice in turns.choices()]
        assert labels == [*(f"turn {n}" for n in range(8)), "menu.back"]
        assert press(turns, Gesture.HOLD) == Taken(Give(ANSWERS[1]))
        back = press(Menu(turns.items, len(turns.items) - 1, turns.outer), Gesture.HOLD)
        assert back == MENU


def test_pointing_elsewhere_is_nothing() -> None:
    assert at_spot(MENU, "0,0", VIEW) is None
    assert at_spot(MENU, "", VIEW) is None
