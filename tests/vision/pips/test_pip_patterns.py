"""Counted pips are held against how they lie on a die, seen from any side."""

from __future__ import annotations

import numpy as np
import pytest

from firmware_host.vision.pips.faces import Face
from firmware_host.vision.pips.finder import Found, merged
from firmware_host.vision.pips.pattern import fits as pattern_fits
from firmware_host.vision.pips.pattern import spare
from firmware_host.vision.pips.reader import combined
from training.pips.dice import pattern


def face(pips: np.ndarray, value: int = 6) -> Face:
    values = np.full(7, 0.02, np.float32)
    values[value - 1] = 0.88
    pips = pips.astype(np.float32)
    return Face(0.01, values, pips, pattern_fits(pips))


def slanted(value: int) -> np.ndarray:
    """A face's pips as an oblique camera sees them: turned, narrowed, sheared."""
    turned = np.array([[0.8, -0.6], [0.6, 0.8]]) @ np.array([[1.0, 0.2], [0.0, 0.6]])
    return np.asarray(pattern(value, 0.26, False)[:value] @ turned.T)


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_each_face_is_a_pattern_from_above_and_at_a_slant(value: int) -> None:
    assert face(pattern(value, 0.26, False)[:value]).is_pattern
    assert face(slanted(value)).is_pattern


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
def test_a_pattern_without_one_of_its_outer_pips_is_none(value: int) -> None:
    assert not face(slanted(value)[1:]).is_pattern


def test_pips_of_a_side_face_beside_it_make_it_no_pattern() -> None:
    assert not face(np.concatenate([slanted(3), [[0.1, 0.6]]])).is_pattern
    assert not face(slanted(2) + 0.3).is_pattern
    assert not face(np.zeros((0, 2))).is_pattern


def test_six_pips_in_a_pattern_outweigh_nets_that_waver() -> None:
    found = Found(0, 0, 30, 0.9, np.array([0.01, 0.01, 0.02, 0.05, 0.6, 0.3, 0.01], np.float32))
    wavering = face(slanted(6), 5)
    values = np.array([0.01, 0.01, 0.02, 0.03, 0.55, 0.37, 0.01], np.float32)
    wavering = Face(0.01, values, wavering.pips, is_pattern=True)
    assert combined(found, wavering).argmax() + 1 == 6


def test_a_die_seen_in_two_looks_counts_once_as_the_look_that_suits_saw_it() -> None:
    values = np.full(7, 1 / 7, np.float32)
    far, near = Found(100, 100, 60, 0.9, values), Found(103, 98, 62, 0.8, values)
    pip = Found(110, 105, 12, 0.7, values)
    kept = merged([((far,), 0.1), ((near, pip), 0.5)])
    assert kept == (near,)


def with_a_spot(value: int, at: tuple[float, float]) -> np.ndarray:
    """A face from above, its edge 1, with one bright spot that is no pip."""
    c, s = np.cos(0.4), np.sin(0.4)
    seen = np.concatenate([pattern(value, 0.26, False)[:value], [at]])
    return np.asarray(seen @ np.array([[c, s], [-s, c]]), np.float32)


@pytest.mark.parametrize(
    ("value", "at"),
    [
        (2, (0.12, -0.42)),
        (3, (0.4, 0.12)),
        (4, (0.38, 0.10)),
        (5, (0.40, 0.1)),
        (6, (0.05, 0.03)),
    ],
)
def test_one_spot_that_is_no_pip_is_told_from_those_that_are(
    value: int, at: tuple[float, float]
) -> None:
    seen = with_a_spot(value, at)
    which = spare(seen)
    assert which is not None
    assert pattern_fits(np.delete(seen, which, axis=0))
    if value != 4:  # of a field of four another may be taken for it; four are left either way
        assert which == value


@pytest.mark.parametrize(
    ("value", "at"),
    [(2, (-0.26, 0.26)), (2, (0.26, -0.26)), (3, (-0.24, 0.26)), (4, (0.26, 0.02))],
)
def test_a_spot_where_a_larger_face_has_a_pip_may_be_one_of_that(
    value: int, at: tuple[float, float]
) -> None:
    assert spare(with_a_spot(value, at)) is None
