"""A wire that floods the table is not listened to; all others are, and it is told which it was."""

from __future__ import annotations

import gc
import tracemalloc

from firmware_host.daemon.ears import MOST, QUIET_NS, Ears
from hw.mock.buttons import Contacts, contact_factory
from hw.pi.buttons import GpioButtons
from hw.ports import DeviceLost, Edge

MS = 1_000_000
SECOND_NS = 1_000 * MS


class Heard:
    """Two buttons below the ears, and what came through."""

    def __init__(self) -> None:
        factory = contact_factory()
        self.edges: list[Edge] = []
        self.told: list[tuple[str, DeviceLost | None]] = []
        self.buttons = GpioButtons(factory, (5, 6))
        self.contacts = Contacts(factory, (5, 6), seed=3, virtual=True)
        self.ears = Ears(
            self.edges.append,
            self.buttons.level,
            lambda name, state: self.told.append((name, state)),
            lambda button: (f"button {button}", f"GPIO {5 + button}"),
        )
        self.buttons.open(self.ears)

    def tap(self, button: int, at_ns: int) -> None:
        self.contacts.press(button, at_ns)
        self.contacts.release(button, at_ns + 100 * MS)

    def of(self, button: int) -> list[Edge]:
        return [edge for edge in self.edges if edge.button == button]


def test_ten_thousand_presses_a_second_are_muted_named_and_cost_no_memory() -> None:
    heard = Heard()
    heard.contacts.flood(0, SECOND_NS, 10_000)
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for second in range(2, 4):
            heard.contacts.flood(0, second * SECOND_NS, 10_000)
            heard.tap(1, second * SECOND_NS)
            heard.ears.tick(second * SECOND_NS)
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 100_000
    assert len(heard.of(0)) <= MOST + 10
    assert not heard.of(0)[-1].down
    assert len([e for e in heard.of(1) if e.down]) >= 2, "all others are heard"
    ((name, lost),) = heard.told
    assert name == "button 0"
    assert isinstance(lost, DeviceLost)
    assert "GPIO 5" in str(lost)


def test_once_it_has_been_quiet_for_a_second_it_is_listened_to_again() -> None:
    heard = Heard()
    heard.contacts.flood(0, SECOND_NS, 10_000)
    assert heard.ears.muted == {0}
    ends_ns = 2 * SECOND_NS
    heard.ears.tick(ends_ns + QUIET_NS // 2)
    assert heard.ears.muted == {0}
    assert heard.ears.wake_ns is not None
    heard.ears.tick(heard.ears.wake_ns)
    assert heard.told[-1] == ("button 0", None)
    before = len(heard.of(0))
    heard.tap(0, ends_ns + 2 * QUIET_NS)
    assert len(heard.of(0)) > before


def test_whoever_presses_on_is_heard_again_though_it_is_never_quiet() -> None:
    heard = Heard()
    heard.contacts.flood(0, SECOND_NS, 10_000)
    assert heard.ears.muted == {0}
    for press in range(30):  # three a second, as people do where nothing happens
        at_ns = 2 * SECOND_NS + press * 300 * MS
        heard.tap(0, at_ns)
        while (due_ns := heard.ears.wake_ns) is not None and due_ns <= at_ns:
            heard.ears.tick(at_ns)
    assert heard.ears.muted == frozenset()
    assert [name for name, lost in heard.told if lost is None] == ["button 0"], "and stays so"
    assert heard.of(0)[-1].at_ns > 10 * SECOND_NS


def test_a_button_that_is_held_when_it_is_quiet_again_is_down() -> None:
    heard = Heard()
    heard.contacts.flood(0, SECOND_NS, 1_000)
    heard.contacts.press(0, 2 * SECOND_NS)
    heard.ears.tick(4 * SECOND_NS)
    assert heard.of(0)[-1] == Edge(0, True, 4 * SECOND_NS)


def test_the_quickest_thumb_on_a_worn_contact_is_never_muted() -> None:
    heard = Heard()
    heard.contacts.ail(0, "bouncing", 0)
    for press in range(600):  # ten a second, for a minute
        at_ns = SECOND_NS + press * 100 * MS
        heard.contacts.press(0, at_ns)
        heard.contacts.release(0, at_ns + 50 * MS)
    assert heard.ears.muted == frozenset()
    assert heard.told == []
