"""Entering, leaving, cleaning: the match stands still meanwhile, and goes on as it was."""

from __future__ import annotations

import pytest

from firmware_host.rules.kernel import Seat
from firmware_host.table.scene import Lamp
from firmware_host.table.service.report import Verdict
from firmware_host.table.signals import Reported
from tests.table.evening import some_faces

from .visit import TEXTS, Visit

MINUTE = 60_000


def notice(visit: Visit) -> str:
    return TEXTS.say(visit.shown.notice) if visit.shown.notice else ""


@pytest.mark.parametrize("pair", [(0, 1), (1, 2), (3, 0)])
def test_two_buttons_pressed_together_and_held_for_ten_seconds_open_it(
    pair: tuple[int, int],
) -> None:
    visit = Visit(playing=False)
    one, other = pair
    visit.feed_edge(one)
    visit.wait(150)
    visit.feed_edge(other)
    visit.wait(2_900)
    assert notice(visit) == ""
    visit.wait(200)
    assert notice(visit) == "Service: hold both for 7 s more"
    visit.wait(6_000)
    assert not visit.table.desk.on
    visit.wait(1_000)
    assert visit.table.desk.on
    visit.feed_edge(one, down=False)
    visit.feed_edge(other, down=False)
    visit.wait(2_000)
    assert visit.options[visit.service.cursor] == "All steps in a row"  # letting go chose nothing
    assert not visit.opened


def test_a_stuck_button_keeps_nobody_out_and_is_no_half_of_the_gesture() -> None:
    visit = Visit(playing=False)
    visit.feed_edge(0)
    visit.wait(5_000)
    visit.press(1, 12_000)
    assert not visit.table.desk.on
    visit.together(10_200, (1, 2))
    assert visit.table.desk.on


@pytest.mark.parametrize("held_ms", [650, 1_500, 4_000, 9_000])
def test_holds_that_were_no_gesture_are_told_when_they_are_let_go(held_ms: int) -> None:
    visit = Visit(playing=False)
    visit.tap(0)  # sits down
    visit.together(held_ms, (1, 2))  # and two who want to begin at the same moment
    assert not visit.table.desk.on
    assert visit.opened[0].buttons == (0, 1, 2)


def test_one_after_the_other_is_no_gesture() -> None:
    visit = Visit(playing=False)
    visit.together(12_000, (1, 2), apart_ms=800)
    assert not visit.table.desk.on


def test_a_third_button_breaks_it() -> None:
    visit = Visit(playing=False)
    visit.feed_edge(1)
    visit.feed_edge(2)
    visit.wait(4_000)
    visit.feed_edge(3)
    visit.wait(8_000)
    assert not visit.table.desk.on
    assert notice(visit) == ""


def thrown(visit: Visit) -> None:
    visit.throw(some_faces(3, "service"))


def test_a_match_stands_still_and_goes_on_as_it_was() -> None:
    visit = Visit()
    thrown(visit)
    before, state, lines = visit.shown, visit.state, len(visit.lines)
    visit.together(10_200, (0, 2))  # both are asked to grab: their holds answer nothing
    assert visit.table.desk.on
    visit.all_pressed(4)
    visit.told("service run colours")
    visit.wait(5 * MINUTE)
    visit.told("service leave")
    assert visit.state == state
    assert len(visit.lines) == lines
    assert visit.shown.phase == before.phase
    assert visit.shown.service is None
    assert len(visit.opened) == 1
    visit.rest()
    face = next(iter(visit.crater.dice.values()))
    visit.grab(Seat(0), face.colour + face.symbol)
    visit.rest()
    assert len(visit.lines) > lines  # play goes on, and the camera counts again


def test_what_was_paused_by_staff_stays_paused_afterwards() -> None:
    visit = Visit()
    visit.say("pause")
    visit.told("service clean")
    visit.wait(61_000)
    host = visit.table.evening.playing
    assert host is not None
    assert host.clock.paused
    visit.say("resume")
    assert not host.clock.paused


def test_silence_of_service_mode_answers_nothing_in_the_match() -> None:
    visit = Visit(camera=False)
    visit.told("service")
    ms = visit.table.evening.playing.clock.ms(visit.now_ns)  # type: ignore[union-attr]
    visit.wait(8 * MINUTE)
    assert visit.table.evening.playing.clock.ms(visit.now_ns) == ms  # type: ignore[union-attr]


def test_words_of_staff_for_a_match_wait_until_it_is_left() -> None:
    visit = Visit()
    visit.told("service")
    visit.say("undo")
    assert visit.refused[-1].code == "service"
    visit.say("service run nonsense")
    assert visit.refused[-1].code == "unknown"
    visit.say("service leave", role="player", seat=0)
    assert visit.refused[-1].code == "not_allowed"


def test_it_is_left_by_itself_when_nobody_does_anything() -> None:
    visit = Visit()
    visit.told("service run colours")
    visit.wait(9 * MINUTE)
    visit.tap(1)
    visit.wait(9 * MINUTE)
    assert visit.table.desk.on
    visit.wait(2 * MINUTE)
    assert not visit.table.desk.on
    assert visit.finding("colours").verdict is Verdict.LEFT


def test_it_is_left_with_a_button() -> None:
    visit = Visit(playing=False)
    visit.told("service")
    visit.answer("Back to the game", button=3)
    assert not visit.table.desk.on
    assert not visit.reports  # nothing was tried


def test_while_the_table_is_cleaned_buttons_do_nothing_for_a_minute() -> None:
    visit = Visit(playing=False)
    visit.told("service clean")
    assert "60 s" in visit.asked
    for _ in range(10):
        visit.tap(0)
        visit.hold(1)
        visit.press(2, 3_000)
    assert visit.lamps == [Lamp.OFF] * 4
    visit.wait(20_000)
    left = visit.service.left_s
    assert left is not None
    assert f"{left} s" in visit.asked
    visit.wait(60_000)
    assert visit.shown.phase == "lobby"
    assert not visit.table.evening.lobby.joined
    assert not any(isinstance(e, Reported) for e in visit.reports)


def test_cleaning_from_the_list_comes_back_to_the_list() -> None:
    visit = Visit()
    visit.told("service")
    visit.answer("Clean the table")
    visit.wait(61_000)
    assert visit.options[visit.service.cursor] == "Clean the table: 60 s"


def test_a_press_flashes_nothing_on_the_strip_that_is_looked_at() -> None:
    visit = Visit()
    visit.told("service run colours")
    acks = len(visit.acks)
    visit.tap(0)
    assert len(visit.acks) == acks


def test_all_steps_in_a_row_stop_at_what_failed_and_go_on_where_it_passed() -> None:
    visit = Visit()
    visit.told("service run all")
    visit.wait(8_500)
    visit.all_pressed()
    assert visit.asked == "Buttons: passed"
    assert visit.service.cursor == 0  # letting go of the last one chose nothing
    visit.wait(2_500)
    assert visit.asked.startswith("Do all buttons light up")
    visit.answer("Yes")
    visit.wait(2_500)
    for words in ("Green", "Red", "Blue"):
        visit.answer(words)
    assert visit.asked == "Strip colours: FAILED"
    visit.wait(5_000)
    assert visit.asked == "Strip colours: FAILED"  # somebody should read it
    assert 'write strip.order = "grb"' in [TEXTS.say(line) for line in visit.shown.lines]
    visit.answer("Next step")
    assert "very first LED" in visit.asked
    report = visit.reports[-1]
    assert [one.step for one in report.findings] == ["buttons", "lamps", "colours"]
    assert report.verdict == "fail"


def test_lamps_that_stay_dark_are_named_with_their_pin() -> None:
    visit = Visit()
    visit.told("service run lamps")
    assert visit.lamps == [Lamp.ON, Lamp.OFF, Lamp.OFF, Lamp.OFF]
    visit.wait(750)
    assert visit.lamps == [Lamp.OFF, Lamp.ON, Lamp.OFF, Lamp.OFF]
    visit.answer("No")
    for words in ("Yes", "It stays dark", "Another", "Yes"):
        visit.answer(words)
    finding = visit.finding("lamps")
    assert "GPIO 17" in finding.mend[0]
    assert "seats[2].lamp" in finding.mend[1]


def test_everything_service_mode_says_is_in_the_language_file() -> None:
    visit = Visit()
    TEXTS.missing.clear()
    for step in (
        "buttons",
        "lamps",
        "colours",
        "ends",
        "places",
        "border",
        "grid",
        "camera",
        "beams",
    ):
        visit.told(f"service run {step}")
        for _ in range(20):
            _ = visit.asked, visit.options, [TEXTS.say(line) for line in visit.shown.lines]
            _ = [TEXTS.say(e.title) for e in visit.service.entries], visit.picture
            visit.wait(2_000)
            if visit.options and step != "buttons" and not visit.service.verdict:
                visit.click(visit.options[0])
    assert not TEXTS.missing
