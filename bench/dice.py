"""The shipped dice reader on rendered pictures of tables it has never seen.

The seeds are drawn anew in each run and told with the figures, so that a surprise can be looked
at again: ``python -m hw.mock.labelled FOLDER --seed N --count 50``, ``./table dice bench FOLDER``.
A frame is seen and understood when the camera's picture has become a look: the virtual camera's
drawing and the tracker's reading together, in a throw and twelve takes.
"""

from __future__ import annotations

import contextlib
import secrets
import statistics
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import cv2

from bench.figure import Figure, seconds
from bench.settling import measure_all
from firmware_host.vision import Reader, Tracker, kinds, load, reading
from firmware_host.vision.labels import read as labels
from firmware_host.vision.pictures import read as picture
from firmware_host.vision.reading import CraterReader
from firmware_host.vision.score import Score, score
from hw.mock.camera import CraterCamera
from hw.mock.hands import VirtualHands
from hw.mock.labelled import main as render
from hw.mock.look import Look
from hw.mock.world import MS, Odds, fresh
from hw.mock.worldfile import WorldFile

PROFILE = Path(__file__).parent.parent / "config" / "dice" / "lava_land"
PIPS = PROFILE.with_name("lost_island")
FACES = {"Y": "bbfftl", "R": "ttllbf", "B": "ffbbtl"}
SIDES = {0: 90.0, 1: 162.0, 2: 234.0, 3: 306.0}
DICE, LONG, BATCH = 2_000, 10_000, 50
PLAIN = "no reflex"
LIGHTS = {PLAIN: ("--glare", "0"), "a reflex on a quarter of the tops": ("--glare", "0.25")}


class NoContacts:
    """Buttons nobody reads."""

    def press(self, button: int, at_ns: int) -> None:
        """Nothing."""

    def release(self, button: int, at_ns: int) -> None:
        """Nothing."""


def read(reader: CraterReader, dice: int = DICE, *how: str) -> tuple[Score, list[int]]:
    """Batches of pictures, drawn *how*, until there were enough *dice*; their score, the seeds."""
    total, seeds = Score(), list[int]()
    while total.dice < dice:
        seeds.append(1_000_000 + secrets.randbelow(10**9))
        with tempfile.TemporaryDirectory() as folder:
            with contextlib.redirect_stdout(sys.stderr):
                render([folder, "--seed", str(seeds[-1]), "--count", str(BATCH), *how])
            for one in labels(Path(folder)).pictures:
                of, lines = score(one, reading.read(reader, picture(one.file)))
                total += of
                for line in lines:
                    print(f"seed {seeds[-1]}, {line}", file=sys.stderr)
    return total, seeds


def frames_ms(tracker: Tracker, folder: Path) -> list[float]:
    """Milliseconds of each frame of a throw and twelve takes, at six frames a second."""
    file = folder / "world.json"
    hands = VirtualHands(
        WorldFile(file),
        lambda: fresh(secrets.randbelow(10**9), FACES, 4, Odds(0.0, 0.0), Look(hard=0.6)),
        NoContacts(),
        sides=SIDES,
        size=(960, 720),
    )
    camera = CraterCamera(file)
    camera.open()
    now_ns, taken, took = 1_000 * MS, iter(list(hands.truth())), list[float]()
    tracker.feed(camera.capture(now_ns).bgr, now_ns, 0)
    hands.throw(0, now_ns)
    for number in range(1, 73):
        now_ns += 167 * MS
        if number > 12 and number % 5 == 0:
            hands.take(number % 4, next(taken), now_ns)

        def understand(at_ns: int = now_ns, number: int = number) -> None:
            tracker.feed(camera.capture(at_ns).bgr, at_ns, number)

        took.append(1_000 * seconds(understand))
    camera.close()
    return took


def told(total: Score, seeds: list[int], most: float, where: str = "") -> list[Figure]:
    """The figures of a *total* read *where*; *most* per cent may be asked about."""
    of = f"of {total.dice} dice in {total.pictures} pictures, seeds {', '.join(map(str, seeds))}"
    asked = 100 * total.asked / total.dice
    return [
        Figure(f"dice silently wrong{where}", total.wrong, "dice", target="<= 0", note=of),
        Figure(f"dice missed without notice{where}", total.unnoticed, "dice", target="<= 0"),
        Figure(f"dice missed, with notice{where}", total.missed - total.unnoticed, "dice"),
        Figure(f"dice asked about{where}", asked, "%", target=f"<= {most:g}"),
    ]


def measure_long() -> list[Figure]:
    """Ten thousand dice without reflexes, and as many with one on a quarter of the tops."""
    reader = Reader(load(PROFILE))
    figures = list[Figure]()
    for (light, how), most in zip(LIGHTS.items(), (0.5, 2.0), strict=True):
        figures += told(*read(reader, LONG, *how), most, f", {light}")
    return figures + measure_pips(LIGHTS)


def measure_pips(lights: Mapping[str, tuple[str, ...]]) -> list[Figure]:
    """Pip dice of any colour in the crater, in each of these lights."""
    reader, _ = kinds.reader(kinds.load(PIPS))
    figures = list[Figure]()
    for light, how in lights.items():
        most = 0.5 if light == PLAIN else 10.0
        figures += told(*read(reader, DICE, "--pips", *how), most, f", pips, {light}")
    return figures


def measure() -> list[Figure]:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        reader = Reader(load(PROFILE))
        total, seeds = read(reader)
        with tempfile.TemporaryDirectory() as folder:
            took = frames_ms(Tracker(reader), Path(folder))
    finally:
        cv2.setNumThreads(threads)
    slow = statistics.quantiles(took, n=20)[-1]
    return [
        *told(total, seeds, 2.0),
        *measure_pips({PLAIN: LIGHTS[PLAIN]}),
        *measure_all(),
        Figure(
            "a frame seen and understood",
            statistics.median(took),
            "ms",
            target="<= 60",
            note=f"median of {len(took)}; 95 %: {slow:.0f} ms, most {max(took):.0f} ms",
        ),
    ]
