"""Hard looks of the virtual crater: what they change, and what they must not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hw.mock.labelled import main, sample
from hw.mock.look import Look, Sleeves, wild
from hw.mock.paint.glyphs import DRAWINGS, glyph
from hw.mock.paint.makers import MAKERS, paint
from hw.mock.paint.optics import Array
from hw.mock.paint.veils import shake, veil
from hw.mock.world import Odds

STUDIO = Look(hard=0.0, glare=1.0, noise=0.0)
HARDER = {
    "wood": replace(STUDIO, floor="wood"),
    "cloth": replace(STUDIO, floor="cloth"),
    "rounder dice": replace(STUDIO, maker=1),
    "wooden dice": replace(STUDIO, maker=2),
    "worn ink": replace(STUDIO, worn=0.4),
    "windows": replace(STUDIO, panes=True),
    "shadows": replace(STUDIO, dusk=0.5),
    "a camera that shakes": replace(STUDIO, shake_px=3.0),
}


@pytest.mark.parametrize("what", sorted(HARDER))
def test_a_harder_look_is_another_picture_of_the_same_dice(what: str) -> None:
    usual = sample(31, STUDIO, Odds())
    harder = sample(31, HARDER[what], Odds())
    assert harder.label == usual.label
    away = np.abs(harder.picture.astype(int) - usual.picture)
    assert (away.max(axis=2) > 12).mean() > 0.0004


def test_sleeves_may_have_the_colours_of_dice_or_be_black() -> None:
    def arms(sleeves: Sleeves) -> list[Array]:
        look = replace(STUDIO, sleeves=sleeves)
        return [sample(seed, look, Odds(), "hand").picture for seed in range(31, 35)]

    dull, bright, dark = arms("dull"), arms("bright"), arms("dark")
    for others in (bright, dark):
        assert any((one != other).any() for one, other in zip(dull, others, strict=True))


def test_each_seed_has_a_wild_look_of_its_own() -> None:
    assert wild(5) == wild(5)
    looks = {wild(seed) for seed in range(20)}
    assert len(looks) == 20
    assert {look.floor for look in looks} == {"felt", "wood", "cloth"}


def test_shadows_have_edges_and_leave_light() -> None:
    assert veil(3, 0.0, 96, 72) is None
    light = veil(3, 0.5, 96, 72)
    assert light is not None
    assert light.shape == (72, 96, 1)
    assert light.min() > 0.15
    assert light.max() <= 1.0
    assert float(np.ptp(light)) > 0.3


def test_a_shaking_camera_keeps_the_light() -> None:
    assert shake(3, 0.0) is None
    kernel = shake(3, 4.0)
    assert kernel is not None
    assert abs(float(kernel.sum()) - 1.0) < 1e-5


def test_worn_ink_is_less_ink_each_time_the_same() -> None:
    def inked(worn: tuple[int, float]) -> Array:
        face = paint(0, "R", "t", 50, worn)
        body = np.array(MAKERS[0].bodies["R"], np.float32)[:, None, None]
        return np.asarray(np.abs(face - body).sum())

    assert inked((7, 0.5)) < 0.8 * inked((0, 0.0))
    assert inked((7, 0.5)) == inked((7, 0.5))
    assert inked((7, 0.5)) != inked((8, 0.5))


@pytest.mark.parametrize("symbol", sorted(DRAWINGS))
def test_another_maker_has_drawings_of_its_own(symbol: str) -> None:
    ours, theirs = glyph(symbol, 64), glyph(symbol, 64, 1)
    assert 0.1 < theirs.mean() < 0.6
    assert np.abs(ours - theirs).mean() > 0.08


def test_a_folder_may_be_of_wild_looks(tmp_path: object) -> None:
    assert main([str(tmp_path), "--seed", "3", "--count", "1", "--wild", "--maker", "2"]) == 0
