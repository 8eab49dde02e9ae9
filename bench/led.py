"""The LED pipeline: a different scene each frame to encoded bytes in a pty, beside a Rainbow.

The Rainbow is that of adafruit-circuitpython-led-animation with its defaults on adafruit_pixelbuf,
150 pixels, its buffer behind an Adalight header written to a pty of the same kind. Both write
through a plain ``os.write``, drained by the same kind of process, so that what is compared is the
making of frames. Our frames are painted one by one; none is kept.
"""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import sys
import tomllib
import tty
import types
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.figure import Figure, in_turn, median_ratio, seconds
from firmware_host.rules.kernel import Seat
from firmware_host.table.layout import Layout
from firmware_host.table.painter import Painter
from firmware_host.table.scene import Lamp, Place, Scene, SeatScene, text
from firmware_host.table.theme import theme
from hw.wire.adalight import Encoder, header

LEDS, PLACES, SCENES = 150, 22, 1_000
ROUNDS = 4  # through all scenes: long enough that a busy machine is the same to both
FRAMES = ROUNDS * SCENES
DRAIN = "import os\nwhile os.read(0, 65536): pass"
FRAME_NS = 33_000_000


@contextlib.contextmanager
def drained_pty() -> Iterator[int]:
    """The near end of a pty whose far end another process reads."""
    far, near = os.openpty()
    tty.setraw(near)
    reader = subprocess.Popen([sys.executable, "-S", "-c", DRAIN], stdin=far)
    os.close(far)
    yield near
    reader.kill()
    reader.wait()
    os.close(near)


def scenes(number: int) -> list[Scene]:
    """As many different scenes of a Lava Land track with five characters, lava and a thumb."""
    luck = random.Random(7)
    grounds = ["lava_path"] * 5 + ["start"] + ["islet"] * 15 + ["boat"]
    for tint, islets in (("plus_tree", (3, 7, 11)), ("minus_tree", (5, 9))):
        for islet in islets:
            grounds[5 + islet] = tint
    line = text("bench")
    made = []
    for _ in range(number):
        stands = [luck.randrange(5, PLACES) for _ in range(5)]
        lava, thumb = luck.randrange(1, 12), luck.randrange(6, PLACES)
        places = tuple(
            Place(
                ground,
                tuple(Seat(s) for s in range(5) if stands[s] == i),
                i < lava,
                Seat(0) if i == thumb else None,
                i - 5,
            )
            for i, ground in enumerate(grounds)
        )
        seats = tuple(
            SeatScene(Seat(s), s, f"seat_{'abcde'[s]}", Lamp.ON, "track", at - 5)
            for s, at in enumerate(stands)
        )
        made.append(Scene("turn", line, line, (), places, seats))
    return made


def rainbow(near: int) -> Callable[[], object]:
    """One step of the reference: draw, then write its buffer."""
    # Its colour module takes colorwheel from CircuitPython's core. Rainbow calls it only before
    # the first frame, so this stand-in is outside what is measured.
    stand_in = types.ModuleType("rainbowio")
    stand_in.colorwheel = _colorwheel  # type: ignore[attr-defined]
    sys.modules.setdefault("rainbowio", stand_in)
    from adafruit_led_animation.animation.rainbow import Rainbow
    from adafruit_pixelbuf import PixelBuf

    class Strip(PixelBuf):  # type: ignore[misc]  # has no types
        def _transmit(self, buffer: bytearray) -> None:
            os.write(near, buffer)

    pixels = Strip(LEDS, byteorder="RGB", header=bytearray(header(LEDS)))
    animation = Rainbow(pixels, speed=0)
    step: Callable[[], object] = animation.animate
    return step


def _colorwheel(position: int) -> int:
    third, part = divmod(position % 255, 85)
    up, down = 3 * part, 255 - 3 * part
    return (down << 16 | up << 8, down << 8 | up, up << 16 | down)[third]


def measure() -> list[Figure]:
    shipped = Path(__file__).parent.parent / "config/themes/plain.toml"
    painter = Painter(theme(tomllib.loads(shipped.read_text())), Layout(LEDS, 6, 9))
    encoder = Encoder(LEDS)
    shown = scenes(SCENES) * ROUNDS
    with drained_pty() as near, drained_pty() as other:
        step = rainbow(other)

        def ours() -> float:
            def work() -> None:
                for number, scene in enumerate(shown):
                    os.write(near, encoder.encode(painter.paint(scene, (), number * FRAME_NS)))

            return FRAMES / seconds(work)

        def theirs() -> float:
            def work() -> None:
                for _ in range(FRAMES):
                    step()

            return FRAMES / seconds(work)

        a, b = in_turn(ours, theirs)
    return [
        Figure(
            "LED pipeline: scene to encoded 150-LED frame in a pty",
            max(a),
            "frames/s",
            max(b),
            "adafruit Rainbow",
            median_ratio(a, b),
            ">= 2",
        )
    ]
