"""Lamps: each pattern has its own rhythm and says when it changes."""

from __future__ import annotations

import dataclasses

import pytest

from firmware_host.table.lamps import MS, PATTERN_MS, lamps, next_lamps_ns
from firmware_host.table.scene import Lamp, Scene
from tests.table.sample import scene


def with_lamps(*kinds: Lamp) -> Scene:
    plain = scene([2] * len(kinds))
    seats = zip(plain.seats, kinds, strict=True)
    return dataclasses.replace(plain, seats=tuple(dataclasses.replace(s, lamp=k) for s, k in seats))


def test_on_and_off_are_steady_and_ask_for_no_repaint() -> None:
    assert lamps(with_lamps(Lamp.ON, Lamp.OFF), 123) == (True, False)
    assert next_lamps_ns(with_lamps(Lamp.ON, Lamp.OFF), 123) is None


@pytest.mark.parametrize("kind", PATTERN_MS)
def test_a_pattern_changes_just_when_it_said(kind: Lamp) -> None:
    shown = with_lamps(kind)
    now_ns, rhythm = 0, []
    for _ in PATTERN_MS[kind]:
        (lit,) = lamps(shown, now_ns)
        change_ns = next_lamps_ns(shown, now_ns)
        assert change_ns is not None
        assert lamps(shown, change_ns - 1) == (lit,)
        assert lamps(shown, change_ns) != (lit,)
        rhythm.append((change_ns - now_ns) // MS)
        now_ns = change_ns
    assert tuple(rhythm) == PATTERN_MS[kind]


def test_one_die_flashes_once_and_two_dice_twice() -> None:
    def flashes(kind: Lamp) -> int:
        lit = [lamps(with_lamps(kind), ms * MS)[0] for ms in range(0, 1200, 10)]
        return sum(now and not before for before, now in zip([False, *lit], lit, strict=False))

    assert (flashes(Lamp.ONE), flashes(Lamp.TWO)) == (1, 2)


def test_lamps_stand_at_their_buttons_number_and_no_seat_is_no_lamp() -> None:
    both = with_lamps(Lamp.OFF, Lamp.ON)
    assert lamps(dataclasses.replace(both, seats=both.seats[1:]), 0) == (False, True)
    assert lamps(scene(()), 0) == ()
