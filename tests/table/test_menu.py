"""One button reaches every line of every menu."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware_host.table.gestures import Gesture
from firmware_host.table.menu import FLAT, Menu, Taken, menu_of, press, presses_for
from firmware_host.table.scene import Text, text


def path(value: tuple[str, ...]) -> tuple[Text, ...]:
    return tuple(text(word) for word in value)


VALUES = st.lists(
    st.tuples(st.sampled_from("abc"), st.sampled_from("1234"), st.sampled_from("xyz")),
    unique=True,
    min_size=1,
)


def walk(menu: Menu[tuple[str, ...]], gestures: tuple[Gesture, ...]) -> object:
    here: object = menu
    for gesture in gestures:
        assert isinstance(here, Menu)
        here = press(here, gesture)
    return here


@given(VALUES, st.data())
def test_every_value_can_be_taken_from_wherever_the_cursor_is(
    values: list[tuple[str, ...]], data: st.DataObject
) -> None:
    menu = menu_of(values, path)
    assert sorted(menu.values()) == sorted(values)
    aim = data.draw(st.sampled_from(values))
    stray = data.draw(st.lists(st.sampled_from([Gesture.TAP, Gesture.PRESS]), max_size=9))
    inside = walk(menu, tuple(stray))
    assert isinstance(inside, Menu)
    assert walk(inside, presses_for(inside, aim)) == Taken(aim)


def test_long_lists_are_walked_by_what_and_then_to_whom_and_back() -> None:
    values: list[tuple[str, ...]] = [(a, b) for a in "ab" for b in "1234"]
    menu = menu_of(values, path)
    assert [c.label.key for c in menu.choices()] == ["a", "b"]
    inner = press(menu, Gesture.HOLD)
    assert isinstance(inner, Menu)
    assert [c.label.key for c in inner.choices()] == ["1", "2", "3", "4", "menu.back"]
    assert walk(inner, presses_for(inner, ("b", "3"))) == Taken(("b", "3"))
    assert walk(inner, (Gesture.TAP,) * 4 + (Gesture.HOLD,)) == menu


def test_lists_are_walked_as_deep_as_their_labels_go() -> None:
    values = [(a, b, c) for a in "ab" for b in "123" for c in "xyz"]
    menu = menu_of(values, path)
    place = press(menu, Gesture.HOLD)
    assert isinstance(place, Menu)
    turn = press(place, Gesture.HOLD)
    assert isinstance(turn, Menu)
    lists = [[c.label.key for c in m.choices()] for m in (menu, place, turn)]
    assert lists == [
        ["a", "b"],
        ["1", "2", "3", "menu.back"],
        ["x", "y", "z", "menu.back"],
    ]
    assert press(turn, Gesture.HOLD) == Taken(("a", "1", "x"))


def test_a_label_that_leaves_no_choice_is_not_opened() -> None:
    values = [("a", "1", "x"), *(("b", str(n)) for n in range(FLAT))]
    only, many = menu_of(values, path).items
    assert only.value == ("a", "1", "x")
    assert only.label.key == "menu.path"
    assert many.value is None


def test_short_lists_are_one_list_with_whole_sentences() -> None:
    values = [("a", str(n)) for n in range(FLAT)]
    assert {c.label.key for c in menu_of(values, path).choices()} == {"menu.path"}


def test_a_label_that_only_sorts_is_left_out_where_there_is_nothing_to_sort() -> None:
    def sorted_path(value: str) -> tuple[Text, ...]:
        return text("side.group", side=value[0]), text(value)

    few = menu_of(("a1", "b1"), sorted_path)
    assert [choice.label for choice in few.choices()] == [text("a1"), text("b1")]
    values = (*(f"a{n}" for n in range(FLAT)), "b1")
    many = menu_of(values, sorted_path)
    assert [c.label for c in many.choices()] == [text("side.group", side="a"), text("b1")]
