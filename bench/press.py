"""Press to light: from ``pin.drive_low()`` to the last byte of the frame that acknowledges it.

Read at the far end of a pty by another process, 150 LEDs. Beside it the bare asyncio path: a
gpiozero pin's callback -> ``call_soon_threadsafe`` -> queue -> ``write`` of a frame made before.
Both run their loop in a thread of this process while the main thread presses and then waits;
presses of both are taken in turn, so both meet the same machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import statistics
import tempfile
import threading
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

from gpiozero.pins.mock import MockFactory

from bench.far_end import FRAME, PATIENCE_S, FarEnd
from bench.figure import Figure
from bench.led import LEDS, scenes
from firmware_host.daemon.assembly import Assembly, Here
from firmware_host.daemon.clock import RealClock
from firmware_host.daemon.loop import Loop, Writer
from firmware_host.daemon.settings import house
from firmware_host.daemon.upkeep.notify import Notifier
from firmware_host.table.effects import Lit
from firmware_host.table.layout import Layout
from firmware_host.table.painter import Painter
from firmware_host.table.scene import Cue
from firmware_host.table.theme import theme
from hw.mock.buttons import contact_factory
from hw.pi.buttons import GpioButtons
from hw.pi.strip import SerialStrip
from hw.ports import Edge
from hw.wire.adalight import HEADER_BYTES

ROOT = Path(__file__).parent.parent
PIN = 5  # seat A's, in the virtual table's file as well
PRESSES = 60
BAUD = 1_000_000


Acks = Callable[[bytes], bool]
"""Whether a frame acknowledges the press."""


def any_frame(frame: bytes) -> bool:
    """Where nothing but acknowledgements is sent, each frame is one."""
    return True


@contextlib.contextmanager
def loop_in_a_thread() -> Iterator[asyncio.AbstractEventLoop]:
    """A running event loop; what is left on it is cancelled at the end."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    yield loop
    asyncio.run_coroutine_threadsafe(_tidy(), loop).result(PATIENCE_S)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


async def _tidy() -> None:
    """Let tasks that were cancelled end."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


@contextlib.contextmanager
def bare() -> Iterator[tuple[MockFactory, FarEnd, Acks]]:
    """The least that asyncio can do."""
    factory, far = MockFactory(), FarEnd()
    pin = factory.pin(PIN)
    pin.input_with_pull("up")
    with loop_in_a_thread() as loop:
        presses: asyncio.Queue[float] = asyncio.Queue()

        async def light() -> None:
            while True:
                await presses.get()
                os.write(far.near, FRAME)

        def changed(ticks: float, state: bool) -> None:
            if not state:
                loop.call_soon_threadsafe(presses.put_nowait, ticks)

        asyncio.run_coroutine_threadsafe(light(), loop)
        pin.when_changed = changed
        yield factory, far, any_frame
        pin.when_changed = None
    far.close()


@contextlib.contextmanager
def parts() -> Iterator[tuple[MockFactory, FarEnd, Acks]]:
    """Our buttons, painter, encoder and strip, with nothing between them but the same loop."""
    factory, far = contact_factory(), FarEnd()
    shipped = ROOT / "config/themes/plain.toml"
    painter = Painter(theme(tomllib.loads(shipped.read_text())), Layout(LEDS, 6, 9))
    (scene,) = scenes(1)
    strip = SerialStrip(far.name, LEDS, baud=BAUD)
    strip.open()
    buttons = GpioButtons(factory, (PIN,))
    with loop_in_a_thread() as loop:

        def light(edge: Edge) -> None:
            ack = (Lit(Cue("ack"), edge.at_ns),)
            strip.show(painter.paint(scene, ack, time.monotonic_ns()))

        def heard(edge: Edge) -> None:
            if edge.down:
                loop.call_soon_threadsafe(light, edge)

        buttons.open(heard)
        yield factory, far, any_frame
        buttons.close()
    strip.close()
    far.close()


@contextlib.contextmanager
def whole() -> Iterator[tuple[MockFactory, FarEnd, Acks]]:
    """The daemon's table in the midst of a match, its journal on disk; only no page is open."""
    far = FarEnd()
    with tempfile.TemporaryDirectory() as folder, loop_in_a_thread() as loop:
        files = house.read(_table_file(Path(folder), far.name))
        writer = Writer()

        async def start() -> tuple[Assembly, Loop]:
            table = Assembly(files, _here(Path(folder)), RealClock(), writer)
            turning = Loop(table.core, table.clock, Notifier(), table.feed.changed)
            writer.start(turning.written)
            table.listen(turning.heard)
            table.open(turning.edge)
            turning.start()
            return table, turning

        table, turning = asyncio.run_coroutine_threadsafe(start(), loop).result(PATIENCE_S)
        own = HEADER_BYTES + 3 * files.table.seats[0].leds[0]

        def acks(frame: bytes) -> bool:
            red, green, blue = frame[own : own + 3]  # seat A's own LED is blue but for its flash
            return red == green == blue > 0

        yield cast("Any", table.devices.buttons).factory, far, acks
        loop.call_soon_threadsafe(turning.close)
        writer.close()
        table.close()
    far.close()


def _here(folder: Path) -> Here:
    return Here(
        journal=folder / "bench.journal",
        world=folder / "bench.world.json",
        seed=lambda: "7",
        wall=lambda: "2026-01-01T00:00:00Z",
        says=lambda line: None,
        fixed=range(4),
    )


def _table_file(folder: Path, strip: str) -> Path:
    """The virtual table without a camera, its strip at the near end of *strip*."""
    shipped = (ROOT / "config/tables/demo.toml").read_text()
    for section, port in (("strip", strip), ("camera", "none")):
        shipped = shipped.replace(f'[{section}]\nport = "mock"', f'[{section}]\nport = "{port}"')
    file = folder / "table.toml"
    file.write_text(shipped)
    return file


def press(factory: MockFactory, far: FarEnd, acks: Acks) -> float:
    """One press and its release; the milliseconds until the frame that shows it was read."""
    far.rest()
    pin = factory.pin(PIN)
    start_ns = time.monotonic_ns()
    pin.drive_low()
    while True:
        frame, at_ns = far.frame()
        if acks(frame):
            break
    pin.drive_high()
    while acks is not any_frame and acks(frame):  # the next press shows only once this one is gone
        frame, _ = far.frame()
    return (at_ns - start_ns) / 1_000_000


Way = Callable[[], contextlib.AbstractContextManager[tuple[MockFactory, FarEnd, Acks]]]
"""Something between a pin and a strip."""


def beside(ours: Way, name: str) -> Figure:
    """The figure of one path, its presses taken in turn with those of the bare one."""
    with bare() as reference, ours() as table:
        press(*reference)
        press(*table)
        pairs = [(press(*table), press(*reference)) for _ in range(PRESSES)]
    mine, theirs = (statistics.median(p[i] for p in pairs) for i in (0, 1))
    worst = max(p[0] for p in pairs)
    return Figure(
        name,
        mine,
        "ms",
        theirs,
        "bare asyncio path",
        mine / theirs,
        "<= 3",
        f"median of {PRESSES}; slowest {worst:.2f} ms",
    )


def measure() -> list[Figure]:
    return [
        beside(whole, "press to light: the daemon in the midst of a match"),
        beside(parts, "press to light: buttons, painter and strip alone"),
    ]
