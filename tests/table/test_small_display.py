"""On a display of 0.96 inches: whoever taps sees at once what the tap has brought."""

from __future__ import annotations

import dataclasses

import pytest

from firmware_host.rules.kernel import Seat
from firmware_host.rules.table_is_lava.answers import LavaTableAnswer
from firmware_host.rules.table_is_lava.box import Box
from firmware_host.session.luck import draw
from firmware_host.table.oled import Display, Panel
from firmware_host.table.scene import Choice, Scene, text
from firmware_host.table.texts import Texts

from .evening import Driver, playable
from .sample import english
from .test_oled import SMALL, asking

SECOND = 1_000_000_000
WORDS = {
    "which": "Which of all these many fine things is it that you really want to have just now?",
    "which_short": "Which?",
}


def display(panel: Panel = SMALL, **lines: object) -> Display:
    return Display(panel, Texts({**english(), "wait": "Wait", **WORDS, **lines}))


def page(shown: Display, scene: Scene, now_ns: int = 0) -> str:
    """What is to be read then."""
    shown.picture(scene, now_ns)
    leaf, number = shown._shown or (None, 0)
    assert leaf is not None
    return " ".join(leaf.pages[number])


def test_a_tap_begins_with_the_page_on_which_the_option_is() -> None:
    shown = display(option={"0": "very dark red", "1": "very dark blue"})
    assert page(shown, asking((2, 0))) == "Which?"
    assert page(shown, asking((2, 1)), SECOND) == "A: very dark blue"
    assert page(shown, asking((2, 0)), 2 * SECOND) == "A: very dark red"


def test_an_option_is_not_torn_between_two_pages() -> None:
    shown = display(option={"0": "very dark red", "1": "very dark blue"})
    scene = asking((2, 1))
    pages = [page(shown, scene, t * SECOND // 4) for t in range(40)]
    assert set(pages) == {"Which?", "A: very dark blue"}


def test_an_option_is_said_in_brief_where_that_saves_a_page() -> None:
    named = {"0": "very dark red", "0_short": "red", "1": "very dark blue"}
    assert page(display(option=named), asking((2, 0))) == "A: Which? red"


def test_what_several_are_at_stands_together() -> None:
    brief = {"0": "none of them", "0_short": "0", "1": "one of them", "1_short": "1"}
    shown = display(option=brief)
    everybody = asking((3, 0), (3, 1), (3, 0), (3, 0))
    assert page(shown, everybody) == "Wait A0 B1 C0 D0"
    tapped = asking((3, 0), (3, 1), (3, 0), (3, 1))
    assert page(shown, tapped, SECOND) == "Wait A0 B1 C0 D1"


def test_what_several_are_at_comes_first_after_a_tap_where_it_has_a_page_of_its_own() -> None:
    brief = {"0": "none of them", "0_short": "10/3", "1": "one of them", "1_short": "12/1"}
    shown = display(option=brief)
    everybody = asking((3, 0), (3, 1), (3, 0))
    assert page(shown, everybody) == "Wait A:10/3"
    tapped = asking((3, 0), (3, 1), (3, 1))
    assert page(shown, tapped, SECOND) == "B:12/1 C:12/1"


def test_lines_are_said_in_brief_before_they_are_left_out() -> None:
    scene = dataclasses.replace(asking((1, 0), (1, 0)), lines=(text("long"),))
    shown = display(long="A very long line that nobody has the time to read, " * 3, long_short="x")
    pages = [page(shown, scene, t * SECOND // 4) for t in range(40)]
    assert set(pages) == {"Wait Which?", "x"}


def test_a_page_that_has_nothing_new_does_not_come_first() -> None:
    scene = asking((2, 0))
    shown = display(option={"0": "very dark red", "1": "very dark blue"})
    page(shown, scene)
    assert page(shown, asking((1, 0), (1, 0)), SECOND) == "Wait Which?"
    assert page(shown, scene, 2 * SECOND) == "Which?"


def told(texts: Texts, choice: Choice) -> set[str]:
    """How a line may be called: as it is, or in brief."""
    short = dataclasses.replace(choice.label, key=f"{choice.label.key}_short")
    return {texts.say(choice.label), *([texts.say(short)] if short.key in texts else [])}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_the_table_is_lava_every_tap_is_answered_on_the_display(seats: int) -> None:
    """Of everybody who is asked at once, what each is at."""
    driver = Driver(seats=seats, first=playable("table_is_lava", Box()))
    texts = Texts(english())
    shown = Display(SMALL, texts)
    topics = set()
    for number in range(60):
        pending, state = driver.pending, driver.state
        topics.add(pending.topic)
        assert driver.scene is not None
        now_ns = 1_000 * SECOND * number
        shown.picture(driver.scene, now_ns)
        asked = [s for s in driver.scene.seats if len(s.menu) > 1]
        for seat in asked:
            now_ns += SECOND
            driver.tap(seat.button)
            seen = page(shown, driver.scene, now_ns)
            thumb = next(c for c in driver.scene.seats[seat.seat].menu if c.under_thumb)
            assert any(name in seen for name in told(texts, thumb)), (pending.topic, seen)
            assert not seen.endswith("..."), seen
        answer = draw("a game", number, pending)
        driver.choose(driver_asker(driver, answer), str(answer))
        assert driver.state is not state
    assert {"hot", "launch", "landed", "fell"} <= topics


def driver_asker(driver: Driver, answer: LavaTableAnswer) -> Seat:
    """On whose button this answer is."""
    if answer.seat is not None:
        return answer.seat
    host = driver.table.evening.host
    assert host is not None
    asker: Seat = host._view.asker(driver.state, answer)
    return asker
