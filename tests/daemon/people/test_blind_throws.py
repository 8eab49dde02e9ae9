"""People who throw and tell ordinary dice: all of a throw, and each of them once."""

from __future__ import annotations

from collections import Counter

import pytest

from firmware_host.daemon.people.blind_throws import BlindThrows
from firmware_host.rules.kernel import Seat
from firmware_host.table.scene import Lamp, SeatScene, text

Truth = dict[int, tuple[str, str]]


def asked(key: str, n: int, of: int) -> SeatScene:
    return SeatScene(Seat(0), 0, "seat_a", Lamp.BLINK, "acts", None, question=text(key, n=n, of=of))


def lie(*faces: str, place: str = "crater") -> Truth:
    return {number: (place, face) for number, face in enumerate(faces)}


def test_all_dice_of_a_throw_are_thrown_at_once_and_lie_there_until_all_are_told() -> None:
    throws, state = BlindThrows(), object()
    assert throws.due(asked("li.ask.spear", 1, 3), state, Counter(), lie("6")) == 3
    there = lie("5", "5", "2")
    assert throws.due(asked("li.ask.spear", 1, 3), state, Counter(), there) is None
    told = Counter("5")
    assert throws.due(asked("li.ask.spear_next", 2, 3), object(), told, there) is None
    assert Counter(["5", "5", "2"]) - throws.of_these(told) == Counter(["5", "2"])


def test_what_was_told_before_dice_were_thrown_anew_does_not_hide_one_that_shows_the_same() -> None:
    """A die of two shows 5 and is told; where only one die is thrown then, it may show 5, too."""
    throws, told = BlindThrows(), Counter("5")
    assert throws.due(asked("li.ask.spear_next", 2, 2), object(), told, {}) == 1
    assert throws.due(asked("li.ask.spear_next", 2, 2), object(), told, lie("5")) is None
    assert Counter("5") - throws.of_these(told) == Counter("5")


def test_dice_of_an_older_throw_count_for_no_new_one_and_none_lies_outside() -> None:
    throws, state = BlindThrows(), object()
    assert throws.due(asked("li.ask.search", 1, 1), state, Counter(), lie("3")) == 1
    outside = lie("3", place="outside")
    assert throws.due(asked("li.ask.search", 1, 1), state, Counter(), outside) == 1
    assert throws.due(asked("li.ask.search", 1, 1), state, Counter(), lie("4")) is None


@pytest.mark.parametrize("key", ["li.ask.unsure", "li.ask.missing", "ask.show"])
def test_where_a_camera_reads_dice_it_is_not_theirs_to_throw(key: str) -> None:
    assert BlindThrows().due(asked(key, 1, 2), object(), Counter(), {}) is None
