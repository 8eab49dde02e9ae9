"""While the display does not work the strip shows menus: so many lines, and where the thumb is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_host.rules.kernel import Seat
from firmware_host.table.layout import Layout
from firmware_host.table.menu_lights import GLOW
from firmware_host.table.painter import BLINK_NS, Painter
from firmware_host.table.scene import Choice, Lamp, Scene, text
from tests.table.sample import default_theme, scene

LAYOUT = Layout(60, per_place=6, first=4, seat_leds=((1,),), gamma=1.0)
FREE = (0, 2, 3, 4, 5, 6, 7, 8, 9)
"""The first LEDs that are no seat's own."""


def walking(thumbs: dict[int, int], lines: int = 3, missing: str = "oled") -> Scene:
    """Three play; each seat of *thumbs* walks a menu, and its thumb is on that line."""
    base = scene([3, 4, 5])
    seats = []
    for seat in base.seats:
        at = thumbs.get(int(seat.seat))
        menu = tuple(Choice(text("do.push"), i == at) for i in range(lines))
        seats.append(seat if at is None else replace(seat, menu=menu, lamp=Lamp.BLINK))
    return replace(base, seats=tuple(seats), missing=(missing,))


def lit(what: Scene, now_ns: int = 0, layout: Layout = LAYOUT) -> list[bytes]:
    pixels = Painter(default_theme(), layout).paint(what, (), now_ns, ())
    return [pixels[3 * led : 3 * led + 3] for led in range(layout.length)]


def bright(seat: str) -> bytes:
    return bytes(default_theme().tint(f"seat_{seat}")[0])


def glow(seat: str) -> bytes:
    return bytes(v // GLOW for v in bright(seat))


@pytest.mark.parametrize("thumb", [0, 1, 2])
def test_each_line_has_a_led_and_the_one_under_the_thumb_is_bright_and_blinks(thumb: int) -> None:
    there = walking({1: thumb})
    shown = [lit(there)[led] for led in FREE[:4]]
    assert shown == [*(bright("b") if i == thumb else glow("b") for i in range(3)), bytes(3)]
    assert lit(there, BLINK_NS)[FREE[thumb]] == bytes(3)
    assert Painter(default_theme(), LAYOUT).next_ns(there, (), 0) == BLINK_NS


def test_several_who_are_asked_have_their_lines_one_after_the_other_in_their_colours() -> None:
    shown = [lit(walking({0: 0, 2: 1}))[led] for led in FREE[:7]]
    assert shown == [
        bright("a"), glow("a"), glow("a"), bytes(3), glow("c"), bright("c"), glow("c"),
    ]  # fmt: skip


def test_while_the_display_works_or_nothing_is_to_be_chosen_the_strip_is_as_ever() -> None:
    there = walking({1: 2})
    still = lit(replace(there, missing=(), seats=scene([3, 4, 5]).seats))
    assert lit(replace(there, missing=("strip",)))[4:] == still[4:]
    assert lit(walking({1: 0}, lines=1))[4:] == still[4:]
    assert lit(replace(there, phase="over"))[4:] == still[4:]


def test_what_is_under_a_thumb_on_the_track_is_shown_there_alone() -> None:
    there = walking({0: 1})
    on_track = replace(there, places=scene([3, 4, 5], thumb=6).places)
    assert lit(on_track)[4 + 6 * 6] == bright("a")
    assert lit(on_track)[0] != bright("a")
    assert [lit(on_track)[led] for led in FREE[:3]] != [lit(there)[led] for led in FREE[:3]]


def test_a_strip_that_is_too_short_shows_as_many_lines_as_it_has_leds() -> None:
    short = Layout(4, per_place=1, seat_leds=((1,),), gamma=1.0)
    game = replace(walking({int(Seat(1)): 1}, lines=9), places=())
    shown = lit(game, layout=short)
    assert [shown[led] for led in (0, 2, 3)] == [glow("b"), bright("b"), glow("b")]
