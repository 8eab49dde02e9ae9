"""Game time stands still while it is paused."""

from __future__ import annotations

from firmware_host.session.clock import GameClock

S = 10**9


def test_it_counts_milliseconds_since_it_began() -> None:
    clock = GameClock(5 * S, before_ms=700)
    assert clock.ms(7 * S) == 2700
    assert clock.ns(2700) == 7 * S


def test_it_stands_still_while_paused_and_goes_on_from_there() -> None:
    paused = GameClock(0).pause(3 * S)
    assert paused.ms(100 * S) == 3000
    assert paused.ns(4000) is None
    again = paused.resume(100 * S)
    assert again.ms(101 * S) == 4000
    assert again.ns(4000) == 101 * S


def test_a_stamp_from_before_it_ran_is_not_negative() -> None:
    assert GameClock(5 * S, before_ms=700).ms(4 * S) == 700


def test_pausing_twice_changes_nothing() -> None:
    paused = GameClock(0).pause(3 * S)
    assert paused.pause(9 * S).ms(9 * S) == 3000
