"""Whether people can know what they are asked, by what still works alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_host.daemon.people.clues import OLED, PAGE, STRIP, Clues
from firmware_host.table.oled import Display, Panel
from firmware_host.table.scene import Choice, Lamp, Scene, text
from firmware_host.table.texts import Texts
from firmware_host.table.wording import Wording
from tests.table.sample import english, scene

TEXTS = Texts(english())
PANEL = Display(Panel(256, 64, grey=True, pitch_mm=0.28), TEXTS)


def clues(*gone: str) -> Clues:
    return Clues(gone, Wording(TEXTS))


def asked(lamp: Lamp = Lamp.BLINK, missing: tuple[str, ...] = ()) -> Scene:
    """A is asked whom to push."""
    base = scene([3, 4])
    menu = (Choice(text("do.push"), True), Choice(text("do.board")))
    first = replace(base.seats[0], menu=menu, lamp=lamp, question=text("ask.board"))
    return replace(base, seats=(first, base.seats[1]), missing=missing)


def test_who_is_asked_needs_a_lamp_that_calls() -> None:
    assert clues().lacking(asked(), PANEL) == ""
    assert clues().lacking(asked(Lamp.ON), PANEL) == "A is asked, and its lamp is on"
    assert clues().lacking(replace(asked(Lamp.ON), phase="over"), PANEL) == ""


def test_without_a_page_the_display_shows_what_is_under_a_thumb() -> None:
    assert clues(PAGE).lacking(asked(), PANEL) == ""

    class Mute:
        def pages(self, scene: Scene) -> tuple[tuple[str, ...], ...]:
            del scene
            return (("A", "waits"),)

    assert clues(PAGE).lacking(asked(), Mute()) == "nothing shows what is under the thumb of A"
    assert clues().lacking(asked(), Mute()) == "", "the page has every line"


def test_without_display_and_page_the_strip_does() -> None:
    assert clues(OLED, PAGE).lacking(asked(missing=(OLED,)), None) == ""
    nothing = "nothing shows what is under the thumb of A"
    assert clues(OLED, PAGE).lacking(asked(), None) == nothing, "it does not know of it yet"
    assert clues(OLED, PAGE, STRIP).lacking(asked(missing=(OLED, STRIP)), None) == nothing


@pytest.mark.parametrize(
    ("gone", "page", "told"),
    [
        ((), (), {"strip", "oled"}),
        ((STRIP,), (), {"strip", "oled"}),
        ((OLED,), (), {"oled"}),
        ((OLED, STRIP), (), set()),
        ((OLED, STRIP), ("strip", "oled"), {"strip", "oled"}),
        ((OLED, STRIP, PAGE), ("strip", "oled"), set()),
    ],
)
def test_a_device_that_is_gone_is_told_of_by_those_that_are_not(
    gone: tuple[str, ...], page: tuple[str, ...], told: set[str]
) -> None:
    assert clues(*gone).told(asked(missing=("strip", "oled")), page) == told


def test_where_everybody_stands_is_said_by_display_or_page() -> None:
    lost = replace(scene([3, 4]), missing=(STRIP,))
    assert clues(STRIP).stands(lost, PANEL)
    assert not clues(STRIP).stands(replace(lost, missing=()), PANEL)
    assert clues(STRIP, OLED).stands(lost, None)
    assert not clues(STRIP, OLED, PAGE).stands(lost, None)
