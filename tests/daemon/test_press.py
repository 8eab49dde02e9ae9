"""A press is lit before anything else is thought about, and nothing is forgotten over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from firmware_host.daemon.core import BREATH_NS, Core
from firmware_host.daemon.lights import Lights
from firmware_host.rules.kernel import Seat
from firmware_host.table.layout import Layout
from firmware_host.table.painter import Painter
from firmware_host.table.scene import text
from firmware_host.table.signals import Ack, Effect, News, Signal, Tick
from hw.ports import Edge
from tests.table.sample import default_theme, scene

MS = 1_000_000


class Strip:
    """A strip that keeps what it is shown."""

    length = 60

    def __init__(self) -> None:
        self.shown: list[bytes] = []

    def show(self, pixels: bytes) -> None:
        self.shown.append(pixels)

    def close(self) -> None:
        """Nothing to close."""


class Thinker:
    """A table that acknowledges each press, and has something to say of everything."""

    wake_ns = None

    def __init__(self) -> None:
        self.thought: list[Signal] = []

    def follow(self, signal: Signal) -> Iterator[Effect]:
        if isinstance(signal, Edge) and signal.down:
            yield Ack(signal.button, signal.at_ns)
        self.thought.append(signal)
        yield News(text("heard"), Seat(0))


def at_a_table() -> tuple[Core, Thinker, Strip]:
    strip, thinker = Strip(), Thinker()
    silent: Callable[..., None] = lambda *said: None  # noqa: E731
    lights = Lights(Painter(default_theme(), Layout(60)), strip, None, silent)
    core = Core(cast("Any", thinker), lights, cast("Any", None), silent, None, None, silent)
    core.scene = scene([3])
    lights.show(core.scene)
    lights.refresh(0)
    return core, thinker, strip


def test_the_light_is_out_before_the_press_is_thought_about() -> None:
    core, thinker, strip = at_a_table()
    dark = len(strip.shown)
    core.feed(Edge(0, True, 5 * MS), 5 * MS)
    assert len(strip.shown) == dark + 1
    assert not thinker.thought
    assert not core.idle
    assert core.wake_ns == 5 * MS + BREATH_NS
    core.tick(5 * MS + BREATH_NS - 1)
    assert not thinker.thought
    core.tick(5 * MS + BREATH_NS)
    assert len(thinker.thought) == 1
    assert len(core.told) == 1
    assert core.idle


def test_whatever_comes_next_is_thought_about_after_it() -> None:
    core, thinker, _ = at_a_table()
    press, release, tick = Edge(0, True, MS), Edge(0, False, MS + 1), Tick(MS + 2)
    for signal in (press, release, tick):
        core.feed(signal, signal.at_ns)
    assert thinker.thought == [press, release, tick]
    assert core.idle
