"""Pip dice in other people's photographs, where these lie on this machine: ``TABLE_DICE_PHOTOS``.

The folder holds the pictures and a ``labels.csv``. The pictures are nobody's to pass on, so they
are not in the repository; the floors below are what the reader reached on them, a little lower.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware_host.vision import pictures
from firmware_host.vision.pips.nets import Nets
from firmware_host.vision.pips.photographs import Tally, read, tally
from firmware_host.vision.pips.reader import PipReader

FOLDER = os.environ.get("TABLE_DICE_PHOTOS", "")
CORRECTIONS = Path(__file__).parent / "corrections.csv"
SAMPLE = 4
"""Photographs of a series that are read here; ``./table dice bench`` reads them all."""

pytestmark = pytest.mark.skipif(
    not FOLDER, reason="TABLE_DICE_PHOTOS names no folder of photographs with labels.csv"
)


@pytest.fixture(scope="module")
def reader() -> PipReader:
    return PipReader(Nets())


def scored(reader: PipReader, series: str) -> Tally:
    known = [p for p in read(Path(FOLDER), CORRECTIONS) if p.series.startswith(series)]
    if not known:
        pytest.skip(f"no photographs of {series} in {FOLDER}")
    step = max(1, len(known) // SAMPLE)
    total = Tally()
    for photograph in known[::step][:SAMPLE]:
        total += tally(photograph, reader.read(pictures.read(photograph.file)))
    return total


@pytest.mark.parametrize(
    ("series", "recall", "wrong"),
    [
        ("KingJacker", 0.95, 0),
        ("burak", 0.95, 0),
        ("N3VERS4YDIE", 0.8, 1),
        ("fudw", 0.95, 0),
        ("DamianTab", 0.9, 1),
        ("tomek", 0.9, 1),
        ("Krajzys", 0.9, 1),
        ("KamilPiechowiak", 0.85, 1),
        ("Marceli", 0.9, 1),
    ],
)
def test_a_series_is_read_as_well_as_it_was(
    reader: PipReader, series: str, recall: float, wrong: int
) -> None:
    score = scored(reader, series)
    assert score.right >= recall * score.dice, score
    assert score.wrong <= wrong, score
