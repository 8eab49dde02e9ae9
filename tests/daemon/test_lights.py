"""How many pictures a second the strip is shown."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.daemon.lights import EASE, FRAME_NS, IDLE_NS, Lights
from firmware_host.table.layout import Layout
from firmware_host.table.painter import Painter
from firmware_host.table.scene import Cue
from tests.daemon.test_press import Strip
from tests.table.sample import default_theme, scene
from tests.table.test_menu_lights import walking

MS = 1_000_000


def after(lights: Lights, turns: int, spent_ns: int, now_ns: int = 0) -> int:
    """The pause to the next picture after so many turns that each took so long."""
    for _ in range(turns):
        now_ns += pause(lights, now_ns)
        lights.took(spent_ns)
    return pause(lights, now_ns)


def pause(lights: Lights, now_ns: int) -> int:
    """From this picture to the next."""
    lights.play(Cue("lava", places=(2,)), now_ns)
    lights.refresh(now_ns)
    assert lights.wake_ns is not None
    return lights.wake_ns - now_ns


def lit() -> Lights:
    lights = Lights(
        Painter(default_theme(), Layout(60)), Strip(), None, lambda device, ok, says: None
    )
    lights.show(scene([3]))
    return lights


def test_a_quick_processor_shows_thirty_pictures_a_second() -> None:
    assert after(lit(), 20, 2 * MS) == FRAME_NS


def test_a_slow_one_shows_fewer_and_is_free_most_of_the_time() -> None:
    waits = after(lit(), 40, 20 * MS)
    assert 0.9 * EASE * 20 * MS < waits <= EASE * 20 * MS


def test_ten_a_second_are_the_least() -> None:
    assert after(lit(), 40, 900 * MS) == IDLE_NS


def test_one_slow_turn_changes_little_and_is_forgotten() -> None:
    lights = lit()
    after(lights, 20, 2 * MS)
    lights.took(60 * MS)
    assert after(lights, 12, 2 * MS, 10_000 * MS) == FRAME_NS


def test_a_turn_without_a_picture_does_not_count() -> None:
    lights = lit()
    lights.refresh(0)
    for _ in range(40):
        lights.took(0)
        lights.took(900 * MS)
    assert pause(lights, 10_000 * MS) == FRAME_NS


def test_a_game_without_a_track_shows_its_menus_on_the_strip_while_no_display_does() -> None:
    """Of such a game the strip shows nothing else: it invites, as where nobody plays."""
    lights = lit()
    there = replace(walking({1: 1}), places=())
    lights.show(there)
    lights.refresh(0)
    painter = Painter(default_theme(), Layout(60))
    assert lights.pixels == painter.paint(there, (), 0, there.missing)
    lights.show(replace(there, missing=()))
    lights.refresh(0)
    assert lights.pixels == painter.paint(None, (), 0)
