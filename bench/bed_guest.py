"""What ``bench.bed`` has the guest of the kernel bed measure: run there, never elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import queue
import random
import select
import statistics
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path

from bench import bed_whole
from bench.far_end import FRAME, PATIENCE_S
from bench.figure import Figure
from bench.led import LEDS, scenes
from bench.press import BAUD, ROOT, loop_in_a_thread
from firmware_host.table.effects import Lit
from firmware_host.table.layout import Layout
from firmware_host.table.painter import Painter
from firmware_host.table.scene import Cue, Scene
from firmware_host.table.theme import theme
from hw.pi.minded_buttons import MindedButtons
from hw.pi.pins import open_factory
from hw.pi.strip import SerialStrip, open_port
from hw.ports import DeviceLost, Edge
from hw.wire.adalight import Decoder, Shown, safe
from tests.bed.guest.chip import SimulatedChip, look_like_a_pi
from tests.bed.guest.modules import load, wait_for
from tests.bed.guest.plug import PORT, UsbSerial

PINS = (5, 6, 12, 13, 20)
BLOCKS, PRESSES = 5, 20
TRIALS, REPLUGS = 1_000, 50
MS = 1_000_000
REST_S = 0.06
STAMPS = """
import os, struct, time
far = os.open("/dev/bed/usb0", os.O_RDONLY)
while got := os.read(far, 65536):
    os.write(1, struct.pack("<QI", time.monotonic_ns(), len(got)))
"""


Way = Callable[[], contextlib.AbstractContextManager[None]]
"""From a pin to the line."""


class Ear:
    """The far end of the line, read by another process: when bytes came."""

    def __init__(self) -> None:
        self._reader = subprocess.Popen(
            [sys.executable, "-S", "-c", STAMPS], stdout=subprocess.PIPE
        )
        assert self._reader.stdout is not None
        self._told = self._reader.stdout.fileno()

    def rest(self) -> None:
        """Until nothing comes for a while."""
        os.set_blocking(self._told, False)
        with contextlib.suppress(BlockingIOError):
            while True:
                time.sleep(REST_S)
                os.read(self._told, 65536)
        os.set_blocking(self._told, True)

    def first_ns(self) -> int:
        """When the next byte came.

        :raises TimeoutError: none does.
        """
        if not select.select([self._told], [], [], PATIENCE_S)[0]:
            raise TimeoutError("no light came")
        return int.from_bytes(os.read(self._told, 12)[:8], "little")

    def close(self) -> None:
        """Hear no more."""
        self._reader.kill()
        self._reader.communicate()


@contextlib.contextmanager
def bare() -> Iterator[None]:
    """A gpiozero button whose callback writes a frame made before."""
    from gpiozero import Button

    factory, line = open_factory("lgpio"), open_port(PORT, BAUD)
    button = Button(PINS[0], pin_factory=factory)
    button.when_pressed = lambda: os.write(line.fileno(), FRAME)
    yield
    button.close()
    line.close()
    factory.close()


@contextlib.contextmanager
def ours() -> Iterator[None]:
    """Our buttons, a loop, our painter, encoder and strip."""
    shipped = ROOT / "config/themes/plain.toml"
    painter = Painter(theme(tomllib.loads(shipped.read_text())), Layout(LEDS, 6, 9))
    (scene,) = scenes(1)
    told: queue.Queue[DeviceLost | None] = queue.Queue()
    strip = SerialStrip(PORT, LEDS, baud=BAUD, told=told.put)
    strip.open()
    told.get(timeout=20)
    buttons = MindedButtons(
        partial(open_factory, "lgpio"), PINS, [None] * len(PINS), lambda state: None
    )
    with loop_in_a_thread() as loop:
        buttons.open(partial(_pass_on, loop, partial(_light, strip, painter, scene)))
        yield
        buttons.close()
    strip.close()


def _pass_on(loop: asyncio.AbstractEventLoop, light: Callable[[Edge], None], edge: Edge) -> None:
    if edge.down:
        loop.call_soon_threadsafe(light, edge)


def _light(strip: SerialStrip, painter: Painter, scene: Scene, edge: Edge) -> None:
    ack = (Lit(Cue("ack"), edge.at_ns),)
    strip.show(painter.paint(scene, ack, time.monotonic_ns()))


def press_to_light(chip: SimulatedChip) -> Figure:
    """Blocks of presses of both, in turn."""
    ear = Ear()
    taken: dict[Way, list[float]] = {bare: [], ours: []}
    for _ in range(BLOCKS):
        for way, found in taken.items():
            with way():
                found.extend([_press(chip, ear) for _ in range(PRESSES + 1)][1:])
    ear.close()
    mine, theirs = statistics.median(taken[ours]), statistics.median(taken[bare])
    note = f"median of {BLOCKS * PRESSES}; slowest {max(taken[ours]):.1f} ms, bare "
    note += f"{max(taken[bare]):.1f} ms; emulated processor"
    name = "bed: press to first byte at the far end of ttyUSB0"
    return Figure(name, mine, "ms", theirs, "bare callback", mine / theirs, "<= 2", note)


def _press(chip: SimulatedChip, ear: Ear) -> float:
    ear.rest()
    before_ns, _ = chip.press(PINS[0])
    at_ns = ear.first_ns()
    chip.release(PINS[0])
    return (at_ns - before_ns) / MS


def orders(chip: SimulatedChip) -> Figure:
    """Five players press within a millisecond, in an order drawn anew each time."""
    heard: queue.Queue[Edge] = queue.Queue()
    told: queue.Queue[DeviceLost | None] = queue.Queue()
    buttons = MindedButtons(partial(open_factory, "lgpio"), PINS, [None] * len(PINS), told.put)
    buttons.open(heard.put)
    luck, right, tried, late = random.Random(7), 0, 0, 0
    while tried < TRIALS:
        order = luck.sample(range(5), 5)
        spans = [chip.press(PINS[button]) for button in order]
        edges = sorted((heard.get(timeout=5) for _ in order), key=lambda edge: edge.at_ns)
        if spans[-1][1] - spans[0][0] <= MS:
            tried += 1
            right += [edge.button for edge in edges] == order
        else:
            late += 1  # the machine was busy: these were not within a millisecond
        for button in order:
            chip.release(PINS[button])
            heard.get(timeout=5)
    buttons.close()
    note = f"of {TRIALS} within 1 ms; {late} more took longer and do not count"
    return Figure(
        "bed: five presses ordered right", right, "trials", target=f">= {TRIALS}", note=note
    )


def replugs(usb: UsbSerial) -> Figure:
    """The strip's plug is pulled and pushed in while pictures change."""
    decoder = Decoder(LEDS)
    told: queue.Queue[DeviceLost | None] = queue.Queue()
    strip = SerialStrip(PORT, LEDS, baud=BAUD, told=told.put)
    strip.open()
    told.get(timeout=20)
    strip.show(bytes(3 * LEDS))
    slowest_s, back = 0.0, 0
    for number in range(REPLUGS):
        usb.unplug()
        told.get(timeout=20)
        wait_for(PORT, there=False)
        picture = safe(bytes([number + 1]) * (3 * LEDS))
        strip.show(picture)
        usb.plug()
        wait_for(PORT)
        start_s = time.monotonic()
        while Shown(picture) not in decoder.feed(usb.heard()) and time.monotonic() < start_s + 20:
            time.sleep(0.002)
        took_s = time.monotonic() - start_s
        back += took_s <= 2
        slowest_s = max(slowest_s, took_s)
        while told.get(timeout=20) is not None:
            pass
    strip.close()
    note = (
        f"of {REPLUGS}: the newest picture whole within 2 s of the node; slowest {slowest_s:.2f} s"
    )
    return Figure(
        "bed: the strip's plug pulled and back", back, "times", target=f">= {REPLUGS}", note=note
    )


def main() -> int:
    look_like_a_pi()
    chip, usb = SimulatedChip(), UsbSerial()
    load("i2c-dev", "tape-i2c")
    usb.heard()
    usb.let_go()
    figures = [press_to_light(chip), bed_whole.press_to_light(chip), orders(chip)]
    usb.take_back()
    figures += [replugs(usb), bed_whole.replugs(chip, usb)]
    Path(sys.argv[1]).write_text(json.dumps([asdict(one) for one in figures]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
