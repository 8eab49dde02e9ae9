"""What the table notices of its buttons by itself, while people play."""

from __future__ import annotations

from .visit import Visit

MINUTE = 60_000


def playing(visit: Visit, minutes: int, buttons: tuple[int, ...]) -> None:
    for _ in range(minutes):
        for button in buttons:
            visit.tap(button)
        visit.wait(MINUTE)


def test_a_button_that_is_not_pressed_during_play_is_told_of_and_forgiven() -> None:
    visit = Visit()
    playing(visit, 14, (0, 2))
    assert not visit.noticed
    playing(visit, 2, (0, 2))
    assert [one.part for one in visit.noticed] == ["button B"]
    assert "not pressed during 15 minutes of play" in visit.noticed[0].says
    assert "GPIO 6" in visit.noticed[0].says
    visit.tap(1)
    assert (visit.noticed[-1].part, visit.noticed[-1].says) == ("button B", "")


def test_nobody_misses_a_button_at_which_nobody_sits() -> None:
    visit = Visit()  # three of four seats
    playing(visit, 30, (0, 1, 2))
    assert not visit.noticed


def test_time_in_which_nobody_plays_does_not_count() -> None:
    visit = Visit(playing=False)
    visit.wait(60 * MINUTE)
    assert not visit.noticed


def test_a_button_that_stays_closed_is_told_of_until_it_opens() -> None:
    visit = Visit(playing=False)
    visit.feed_edge(3)
    visit.wait(59_000)
    assert not visit.noticed
    visit.wait(2_000)
    assert visit.noticed[0].says.startswith("stuck closed")
    visit.feed_edge(3, down=False)
    visit.wait(100)
    assert visit.noticed[-1].says == ""


def test_noise_is_told_of_once_there_is_much() -> None:
    visit = Visit()
    for _ in range(21):
        visit.feed_edge(2)
        visit.feed_edge(2, down=False, at_ns=visit.now_ns + 50_000)
        visit.wait(500)
    assert "noise" in visit.noticed[0].says


def test_the_list_says_what_was_noticed_and_leaving_forgives_it() -> None:
    visit = Visit()
    playing(visit, 16, (0, 2))
    visit.told("service")
    assert visit.service.play == (
        "button B (West): not pressed during 15 minutes of play and more: is GPIO 6 connected?",
    )
    visit.told("service leave")
    visit.wait(1_000)
    assert visit.noticed[-1].says == ""
