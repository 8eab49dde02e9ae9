"""What the table notices of its buttons by itself, while people play."""

from __future__ import annotations

import pytest

from firmware_host.table.service.contacts import MOST_EDGES
from firmware_host.table.service.fittings import Button, Fittings
from firmware_host.table.service.vigil import Vigil
from firmware_host.table.signals import DeviceSaid
from tests.table.evening import MS

from .visit import Visit

MINUTE = 60_000


def buttons(visit: Visit, *, ok: bool) -> None:
    visit.feed(DeviceSaid("buttons", ok, "" if ok else "the chip is gone", visit.now_ns))


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


def test_while_the_buttons_are_lost_no_seat_is_told_that_it_did_not_press() -> None:
    visit = Visit()
    playing(visit, 10, (0, 2))
    buttons(visit, ok=False)
    visit.wait(40 * MINUTE)  # pages stand in
    assert not visit.noticed
    buttons(visit, ok=True)
    playing(visit, 4, (0, 2))
    assert not visit.noticed
    playing(visit, 2, (0, 2))  # 16 minutes in which buttons were heard
    assert [one.part for one in visit.noticed] == ["button B"]


def test_a_button_that_was_down_when_the_buttons_went_is_not_taken_for_stuck() -> None:
    visit = Visit(playing=False)
    visit.feed_edge(3)
    visit.wait(30_000)
    buttons(visit, ok=False)
    visit.wait(5 * MINUTE)
    buttons(visit, ok=True)
    visit.wait(59_000)
    assert not visit.noticed
    visit.wait(2_000)
    assert visit.noticed[0].says.startswith("stuck closed")


def test_what_was_noticed_before_the_buttons_went_is_not_told_as_mended() -> None:
    visit = Visit()
    playing(visit, 16, (0, 2))
    buttons(visit, ok=False)
    visit.wait(20 * MINUTE)
    assert [one.part for one in visit.noticed] == ["button B"]


@pytest.mark.parametrize("hz", [50, 60])
def test_a_wire_that_hums_is_told_as_noise_with_what_to_do_and_takes_no_memory(hz: int) -> None:
    vigil = Vigil(Fittings(buttons=(Button(button="GPIO 5"), Button())), 0)
    seated, now_ns = frozenset({0}), 0
    vigil.reach(0, seated)
    edges = 2 * hz * 17 * 60  # 17 minutes
    for i in range(edges):
        now_ns += 1_000 * MS // (2 * hz)
        vigil.contacts.edge(0, i % 2 == 0, now_ns)
        if i % 100 == 0:
            vigil.reach(now_ns, seated)
        assert len(vigil.contacts._tracks[0].burst) < MOST_EDGES
    vigil.reach(now_ns + 200 * MS, seated)
    assert vigil.told()[0].startswith("noise on its wire: twist the wire of GPIO 5")
    contact = vigil.contacts.told()[0]
    assert (contact.edges, contact.spikes, contact.presses) == (edges, edges // 2, 0)
    assert not contact.hums  # it has rested


def test_a_hum_that_ends_closed_is_no_press_and_the_next_press_counts() -> None:
    vigil = Vigil(Fittings(buttons=(Button(),)), 0)
    for i in range(2 * MOST_EDGES + 1):
        vigil.contacts.edge(0, i % 2 == 0, 10 * MS * (i + 1))
    assert vigil.contacts.told()[0].hums
    vigil.contacts.settle(5_000 * MS)
    assert vigil.contacts.told()[0].presses == 0
    vigil.contacts.edge(0, False, 6_000 * MS)
    vigil.contacts.edge(0, True, 7_000 * MS)
    vigil.contacts.settle(8_000 * MS)
    assert vigil.contacts.told()[0].presses == 1
