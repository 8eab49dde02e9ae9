"""What of a virtual table can be made to fail, and how that looks from outside."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from hw.mock.buttons import Ailing, Contacts, contact_factory
from hw.mock.oled import MockOled
from hw.mock.strip import StripTwin
from hw.pi.buttons import GpioButtons
from hw.ports import Edge

MS = 1_000_000


class Table:
    """Two buttons, and what is heard of them."""

    def __init__(self, *, virtual: bool = True) -> None:
        factory = contact_factory()
        self.edges: list[Edge] = []
        self.buttons = GpioButtons(factory, (5, 6))
        self.contacts = Contacts(factory, (5, 6), seed=3, virtual=virtual)
        self.buttons.open(self.edges.append)

    def tap(self, button: int, at_ms: int) -> None:
        self.contacts.press(button, at_ms * MS)
        self.contacts.release(button, (at_ms + 100) * MS)


def test_a_dead_button_gives_no_edge_until_it_is_mended() -> None:
    table = Table()
    table.contacts.ail(0, Ailing.DEAD, 0)
    table.tap(0, 100)
    table.tap(1, 100)
    assert {edge.button for edge in table.edges} == {1}
    table.contacts.ail(0, Ailing.NONE, 300 * MS)
    table.tap(0, 400)
    assert {edge.button for edge in table.edges} == {0, 1}


def test_a_stuck_button_stays_down_until_it_is_mended() -> None:
    table = Table()
    table.contacts.ail(0, Ailing.STUCK, 10 * MS)
    table.tap(0, 100)
    assert [(edge.button, edge.down) for edge in table.edges] == [(0, True)]
    assert table.buttons.level(0)
    table.contacts.ail(0, Ailing.NONE, 900 * MS)
    assert not table.buttons.level(0)


def test_a_worn_button_bounces_for_longer() -> None:
    def longest(ailing: Ailing) -> int:
        table = Table()
        table.contacts.ail(0, ailing, 0)
        for n in range(10):
            table.tap(0, 1_000 * (n + 1))
        starts = [ms * MS for n in range(10) for ms in (1_000 * (n + 1), 1_000 * (n + 1) + 100)]
        return max(min(e.at_ns - s for s in starts if e.at_ns >= s) for e in table.edges)

    assert longest(Ailing.NONE) <= 3 * MS
    assert longest(Ailing.BOUNCING) > 8 * MS


def test_a_noisy_wire_picks_something_up_again_and_again() -> None:
    table = Table(virtual=False)
    try:
        table.contacts.ail(1, Ailing.NOISY, time.monotonic_ns())
        until(lambda: len(table.edges) > 15)  # more than one burst
        assert {edge.button for edge in table.edges} == {1}
        table.contacts.ail(1, Ailing.NONE, time.monotonic_ns())
        assert table.contacts.still(3)
    finally:
        table.contacts.close()


def until(true: Callable[[], bool]) -> None:
    end_s = time.monotonic() + 10
    while not true():
        assert time.monotonic() < end_s
        time.sleep(0.02)


@pytest.mark.parametrize("fault", ["", "sings"])
def test_what_cannot_be_is_refused(fault: str) -> None:
    twin = StripTwin(4)
    try:
        for ail in (twin.ail, MockOled().ail, lambda f: Table().contacts.ail(0, f, 0)):
            with pytest.raises(ValueError, match=fault or "''"):
                ail(fault)
    finally:
        twin.close()


@pytest.mark.parametrize(
    ("order", "native", "seen"),
    [
        ("rgb", "grb", (0, 9, 5)),
        ("grb", "rgb", (0, 9, 5)),
        ("rgb", "bgr", (5, 0, 9)),
        ("grb", "grb", (9, 0, 5)),
    ],
)
def test_leds_of_another_order_are_seen_in_other_colours(
    order: str, native: str, seen: tuple[int, ...]
) -> None:
    twin = StripTwin(2, order)
    try:
        twin.ail(native)
        assert tuple(twin.eyes(bytes((9, 0, 5) * 2))) == seen * 2
        twin.ail("none")
        assert tuple(twin.eyes(bytes((9, 0, 5) * 2))) == (9, 0, 5) * 2
    finally:
        twin.close()


def test_a_short_strip_is_dark_at_its_end() -> None:
    twin = StripTwin(10)
    try:
        twin.ail("short")
        assert twin.eyes(bytes((7,) * 30)) == bytes((7,) * 18 + (0,) * 12)
    finally:
        twin.close()


def test_a_display_of_another_chip_shows_what_it_has_been_told_at_once() -> None:
    seen: list[bytes] = []
    display = MockOled(driver="sh1106", seen=seen.append)
    display.ail("ssd1306")
    assert not seen  # there was no picture yet
    picture = bytes([255]) * 128 + bytes(128 * 63)
    display.show(picture)
    assert display.last.index(255) == 2  # two columns off, as a real one has it
    display.ail("none")
    assert display.last == picture == seen[-1]
