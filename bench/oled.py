"""The OLED's pictures: bytes on the wire and time to make them, beside luma's ``display``.

Both end at a line that takes everything at once, so what is compared is the making of bytes. The
pictures are those of the table's display on a 128x64 SSD1306: a page with a score, and the same
with the next score.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable, Iterable

from bench.figure import Figure, in_turn, median_ratio, seconds
from firmware_host.table.oled import Display, Panel
from firmware_host.table.scene import Gift, Scene, text
from firmware_host.table.texts import Texts
from hw.wire.oled import Transfer, encoder

WIDTH, HEIGHT, TIMES, SCORES = 128, 64, 200, 101
ROW = (Gift("as_red", 2), Gift("turn_yellow_banana", 2), Gift("trick_again", 3))


class Line:
    """Luma's end of a wire that takes everything, and counts it."""

    def __init__(self) -> None:
        self.commands = self.data_bytes = 0

    def command(self, *said: int) -> None:
        """Count commands."""
        self.commands += len(said)

    def data(self, payload: Iterable[int]) -> None:
        """Count data."""
        self.data_bytes += len(list(payload))

    def cleanup(self) -> None:
        """Nothing to let go."""


def picture(score: int) -> bytes:
    """The table's display with the row of gifts and this score."""
    line = text("score")
    scene = Scene("turn", line, line, (), (), (), ROW)
    words = {"score": f"Score {score}", "phase": {"turn": "turn"}}
    return Display(Panel(WIDTH, HEIGHT), Texts(words)).picture(scene, 0)


def luma() -> tuple[Callable[[bytes], None], Line]:
    """Luma's way to show a picture, and the wire it goes over."""
    from luma.oled import device
    from PIL import Image

    line = Line()
    shown = device.ssd1306(line, width=WIDTH, height=HEIGHT)
    shown.persist = True

    def show(wanted: bytes) -> None:
        grey = Image.frombytes("L", (WIDTH, HEIGHT), wanted)
        shown.display(grey.point(lambda light: 255 * (light >= 128), "1"))

    return show, line


def cost(transfers: Iterable[Transfer]) -> int:
    """All bytes of these."""
    return sum(len(one.payload) for one in transfers)


def measure() -> list[Figure]:
    warnings.simplefilter("ignore", DeprecationWarning)  # luma 3.16 with Pillow 12
    way, (show, line) = encoder("ssd1306", WIDTH, HEIGHT), luma()
    scores = [way.memory(picture(score)) for score in range(SCORES)]
    most = max(cost(way.changes(*two)) for two in itertools.pairwise(scores))
    new = picture(SCORES)
    before = line.data_bytes
    show(new)
    lumas = line.data_bytes - before

    def ours() -> float:
        def work() -> list[Transfer]:
            return way.changes(None, way.memory(new))

        return 1000 * seconds(lambda: [work() for _ in range(TIMES)]) / TIMES

    def theirs() -> float:
        return 1000 * seconds(lambda: [show(new) for _ in range(TIMES)]) / TIMES

    a, b = in_turn(ours, theirs)
    return [
        Figure(
            "SSD1306: bytes of a change of the score alone, at most",
            most,
            "bytes",
            lumas,
            "luma's display(), its commands not counted",
            target="<= 300",
            note="ours with all commands; of scores 0 to 100; I2C adds two bytes a transfer",
        ),
        Figure(
            "SSD1306: a full frame as bytes",
            sorted(a)[len(a) // 2],
            "ms",
            sorted(b)[len(b) // 2],
            "luma's display() to the same line",
            target="<= 0.4",
            note=f"median ratio {median_ratio(a, b):.2f}; {TIMES} frames, five times in turn",
        ),
    ]
