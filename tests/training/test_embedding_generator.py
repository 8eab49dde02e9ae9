"""The made-up symbols the embedding is trained on. Needs neither torch nor onnx."""

from __future__ import annotations

import subprocess
import sys

import cv2
import numpy as np
import pytest

from firmware_host.vision.embedding import EDGE
from firmware_host.vision.symbols import ROUND
from hw.mock.paint.glyphs import DRAWINGS, glyph
from training.embedding import drawings as made
from training.embedding.patches import MASK, patches

COUNT = 60


@pytest.fixture(scope="module")
def known() -> made.Floats:
    return made.drawings(5, COUNT, [glyph(symbol, made.SIZE) for symbol in DRAWINGS])


def test_a_seed_draws_the_same_symbols_each_time(known: made.Floats) -> None:
    assert np.array_equal(known[:20], made.drawings(5, 20, [glyph(s, made.SIZE) for s in DRAWINGS]))
    assert not np.array_equal(known[:20], made.drawings(6, 20))


def test_each_drawing_has_ink_and_leaves_some_of_the_face_bare(known: made.Floats) -> None:
    assert known.shape == (COUNT, made.SIZE, made.SIZE)
    inked = known.reshape(COUNT, -1).mean(axis=1)
    assert inked.min() > 0.02
    assert inked.max() < 0.6


def test_no_two_drawings_are_the_same_at_another_turn(known: made.Floats) -> None:
    assert max(made.likeness(a, b) for i, a in enumerate(known) for b in known[:i]) < made.TWINS


@pytest.mark.parametrize("symbol", sorted(DRAWINGS))
def test_none_of_the_games_symbols_is_among_them(known: made.Floats, symbol: str) -> None:
    its = glyph(symbol, made.SIZE)
    assert max(made.likeness(its, one) for one in known) < made.TWINS


def test_patches_are_what_the_reader_makes_of_a_face(known: made.Floats) -> None:
    luck = np.random.default_rng(3)
    made_of = patches(known, luck)
    assert made_of.shape == (COUNT, EDGE, EDGE)
    assert made_of.dtype == np.float32
    assert made_of.min() >= 0.0
    assert made_of.max() <= 1.1
    assert not made_of[:, MASK == 0].any()
    readers = np.asarray(cv2.resize(ROUND, (EDGE, EDGE), interpolation=cv2.INTER_AREA))
    assert abs(float(readers.sum() - MASK.sum())) < 0.02 * readers.sum()


def test_patches_come_from_the_seed_alone(known: made.Floats) -> None:
    one, other = (patches(known[:9], np.random.default_rng(4)) for _ in range(2))
    assert np.array_equal(one, other)


def test_the_generator_is_there_without_torch() -> None:
    code = "import sys, training.embedding.patches; print('torch' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"
