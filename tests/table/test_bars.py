"""How high everybody has come, on the strip; and from which chute a ball is due."""

from __future__ import annotations

import dataclasses

import pytest

from firmware_host.rules.kernel import Seat
from firmware_host.table.bars import CHUTE_NS, PULSE_NS, chute_leds, share
from firmware_host.table.effects import MS, Lit
from firmware_host.table.layout import Layout
from firmware_host.table.painter import BLINK_NS, Painter
from firmware_host.table.scene import Bar, Chute, Cue, Scene
from tests.table.sample import default_theme, scene

PLAIN = Layout(80, gamma=1.0)
WHITE, DARK = b"\xff\xff\xff", b"\0\0\0"


def climbing(*heights: int, mark: int | None = None, chute: Chute | None = None) -> Scene:
    bars = tuple(Bar(Seat(i), n, 9, mark if i == 0 else None) for i, n in enumerate(heights))
    return dataclasses.replace(scene([0] * len(heights)), places=(), bars=bars, chute=chute)


def leds(shown: Scene, now_ns: int = 0, *, lit: tuple[Lit, ...] = ()) -> list[bytes]:
    pixels = Painter(default_theme(), PLAIN).paint(shown, lit, now_ns)
    return [pixels[3 * n : 3 * n + 3] for n in range(80)]


def tint(name: str) -> bytes:
    return bytes(default_theme().tint(name)[0])


def test_each_bar_is_as_long_as_its_seat_has_come_and_shares_are_parted_by_a_dark_led() -> None:
    shown = leds(climbing(9, 5, 0, 1))
    for i, (name, height) in enumerate((("a", 9), ("b", 5), ("c", 0), ("d", 1))):
        own = share(i, 4, range(80))
        assert len(own) == 19
        assert sum(shown[n] == tint(f"seat_{name}") for n in own) == 19 * height // 9
        assert shown[own[-1] + 1] == DARK
        assert DARK not in [shown[n] for n in own], "the rest glows: it is seen whose share it is"


def test_a_higher_seat_never_has_a_shorter_bar_and_nobody_is_as_high_as_the_top_but_who_is() -> (
    None
):
    long = [leds(climbing(n, 0)).count(tint("seat_a")) for n in range(10)]
    assert long == sorted(set(long))


def test_what_is_being_moved_blinks_white_at_its_height_in_its_own_bar() -> None:
    shown = climbing(9, 9, mark=3)
    white = [n for n, led in enumerate(leds(shown)) if led == WHITE]
    own = share(0, 2, range(80))
    assert white == list(own[2 * len(own) // 9 : 3 * len(own) // 9])
    assert WHITE not in leds(shown, BLINK_NS)
    assert Painter(default_theme(), PLAIN).next_ns(shown, (), 5) == BLINK_NS
    assert Painter(default_theme(), PLAIN).next_ns(climbing(9, 9), (), 5) is None


@pytest.mark.parametrize("number", range(1, 7))
def test_a_chute_pulses_where_it_is_across_the_strip(number: int) -> None:
    shown = climbing(3, 4, chute=Chute(number, 6, due=True))
    at = chute_leds(Chute(number, 6, due=True), range(80))
    assert (number - 1) * 80 / 6 <= at[0] < at[-1] < number * 80 / 6
    brightest = leds(shown, PULSE_NS // 2)
    assert [n for n, led in enumerate(brightest) if led == WHITE] == list(at)
    assert Painter(default_theme(), PLAIN).next_ns(shown, (), 5) == CHUTE_NS
    gone = climbing(3, 4, chute=Chute(number, 6, due=False))
    assert WHITE not in leds(gone, PULSE_NS // 2)


def test_leds_that_are_a_seats_own_are_no_part_of_a_bar() -> None:
    layout = Layout(84, gamma=1.0, seat_leds=((40, 41), (42, 43)))
    pixels = Painter(default_theme(), layout).paint(climbing(9, 9), (), 0)
    shown = [pixels[3 * n : 3 * n + 3] for n in range(84)]
    assert shown[:39] == [tint("seat_a")] * 39
    assert shown[39] == DARK
    assert shown[44:83] == [tint("seat_b")] * 39


def test_a_pulse_harms_nobody() -> None:
    """Fewer than three flashes a second (WCAG 2.3.1)."""
    assert PULSE_NS >= 1_000 * MS


def test_a_rolling_ball_sweeps_from_its_chute_in_red() -> None:
    def reddest(ms: int) -> int:
        shown = leds(climbing(0, 0, chute=Chute(6, 6, due=False)), ms * MS, lit=(ball,))
        return max(range(80), key=lambda n: shown[n][0])

    ball = Lit(Cue("rolling"), 0)
    assert abs(reddest(1) - 73) <= 2, "it begins at its chute"
    places = [reddest(ms) for ms in range(1, 1_800, 60)]
    assert min(places) < 10
    assert max(places) > 70
