"""The real buttons on contacts that bounce, chatter and stick."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.mock.buttons import Contacts, Feel, contact_factory
from hw.pi.buttons import GpioButtons
from hw.pi.pins import open_factory
from hw.ports import DeviceLost, Edge

PINS, LAMPS = (5, 6, 13), (17, 27, None)
MS = 1_000_000


class Desk:
    """Three buttons, their contacts, and the edges that came."""

    def __init__(self, seed: int = 1, feel: Feel | None = None, *, virtual: bool = True) -> None:
        factory = contact_factory()
        self.edges: list[Edge] = []
        self.news = threading.Event()
        self.buttons = GpioButtons(factory, PINS, LAMPS)
        self.contacts = Contacts(factory, PINS, seed=seed, feel=feel, virtual=virtual)
        self.buttons.open(self.heard)

    def heard(self, edge: Edge) -> None:
        self.edges.append(edge)
        self.news.set()

    def close(self) -> None:
        self.contacts.close()
        self.buttons.close()


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.close()


CLEAN = Feel(bounces=0)


def test_a_clean_press_and_release_are_two_edges_dated_as_told() -> None:
    desk = Desk(feel=CLEAN)
    desk.contacts.press(1, 500 * MS)
    assert desk.buttons.level(1)
    desk.contacts.release(1, 620 * MS)
    assert not desk.buttons.level(1)
    assert desk.edges == [Edge(1, True, 500 * MS), Edge(1, False, 620 * MS)]
    desk.close()


@given(st.integers(0, 10_000), st.integers(0, 8), st.integers(100, 5_000))
def test_bounces_come_in_order_after_the_press_and_end_where_the_finger_is(
    seed: int, bounces: int, within_us: int
) -> None:
    desk = Desk(seed, Feel(bounces, within_us))
    desk.contacts.press(0, 1_000 * MS)
    stamps = [e.at_ns for e in desk.edges]
    assert stamps[0] == 1_000 * MS
    assert stamps == sorted(set(stamps))
    assert stamps[-1] <= 1_000 * MS + within_us * 1_000
    assert [e.down for e in desk.edges] == [i % 2 == 0 for i in range(len(stamps))]
    assert desk.buttons.level(0)
    desk.close()


def test_the_same_seed_bounces_the_same_way() -> None:
    one, other, third = Desk(3), Desk(3), Desk(4)
    for desk in (one, other, third):
        for n in range(5):
            desk.contacts.press(2, n * 200 * MS)
            desk.contacts.release(2, n * 200 * MS + 90 * MS)
    assert one.edges == other.edges != third.edges


def test_two_fingers_in_the_same_microsecond_keep_their_own_dates(desk: Desk) -> None:
    desk.contacts.press(0, 50 * MS)
    desk.contacts.press(1, 50 * MS + 1_000)
    first = {b: min(e.at_ns for e in desk.edges if e.button == b) for b in (0, 1)}
    assert first == {0: 50 * MS, 1: 50 * MS + 1_000}


def test_noise_is_short_spikes_that_leave_the_level_alone(desk: Desk) -> None:
    desk.contacts.noise(0, 10 * MS, spikes=4)
    assert [e.down for e in desk.edges] == [True, False] * 4
    assert desk.edges[-1].at_ns < 11 * MS
    assert not desk.buttons.level(0)


def test_a_stuck_contact_stays_closed_until_it_is_knocked_loose(desk: Desk) -> None:
    desk.contacts.stick(0, 10 * MS)
    desk.contacts.press(0, 20 * MS)
    desk.contacts.release(0, 30 * MS)
    assert desk.edges == [Edge(0, True, 10 * MS)]
    assert desk.buttons.level(0)
    desk.contacts.unstick(0, 40 * MS)
    assert not desk.buttons.level(0)


def test_on_a_real_clock_the_first_edge_comes_at_once_and_the_bounces_in_their_own_time() -> None:
    desk = Desk(feel=Feel(bounces=6, within_us=2_000), virtual=False)
    desk.contacts.press(0, 0)
    assert desk.edges[0].down  # before anything else could run
    desk.contacts.release(0, 0)
    assert desk.contacts.still()
    stamps = [e.at_ns for e in desk.edges]
    assert stamps == sorted(stamps)
    assert not desk.buttons.level(0)
    desk.close()


def test_a_sink_that_raises_hurts_nobody_and_is_counted(desk: Desk) -> None:
    factory = contact_factory()
    buttons = GpioButtons(factory, (5,))

    def broken(edge: Edge) -> None:
        raise RuntimeError(edge)

    buttons.open(broken)
    factory.pin(5).drive_low()
    assert buttons.sink_failures == 1
    buttons.close()


def test_lamps_can_be_lit_and_seen_and_a_button_without_one_does_not_mind(desk: Desk) -> None:
    desk.buttons.lamp(0, True)
    desk.buttons.lamp(2, True)
    assert desk.contacts.lit(17)
    assert not desk.contacts.lit(27)
    desk.buttons.lamp(0, False)
    assert not desk.contacts.lit(17)


def test_buttons_can_be_closed_and_opened_again_on_one_factory(desk: Desk) -> None:
    desk.buttons.close()
    desk.contacts.press(0, MS)
    assert desk.edges == []
    desk.buttons.open(desk.heard)
    assert desk.buttons.level(0) is False  # claiming the pin again pulled it up
    desk.contacts.press(0, 500 * MS)
    assert desk.edges[0] == Edge(0, True, 500 * MS)


def test_one_pin_cannot_serve_two_things() -> None:
    with pytest.raises(ValueError, match="GPIO5 is wired to two things"):
        GpioButtons(contact_factory(), (5, 6), (17, 5))
    with pytest.raises(ValueError, match="2 buttons but 1 lamps"):
        GpioButtons(contact_factory(), (5, 6), (17,))


def test_a_pin_that_is_taken_or_not_there_is_a_lost_device() -> None:
    factory = contact_factory()
    first = GpioButtons(factory, (5,))
    first.open(lambda edge: None)
    with pytest.raises(DeviceLost, match="GPIO5"):
        GpioButtons(factory, (5,)).open(lambda edge: None)
    with pytest.raises(DeviceLost, match="99"):
        GpioButtons(factory, (99,)).open(lambda edge: None)
    first.close()


def test_a_factory_is_named_and_nothing_else_stands_in_for_it() -> None:
    with pytest.raises(ValueError, match="'native' is no pin factory; write one of lgpio, rpigpio"):
        open_factory("native")
    with pytest.raises(DeviceLost, match=r"apt install python3-rpi-lgpio|is this a Pi"):
        open_factory("rpigpio")
