"""The pip reader's nets learn from pictures that are made of a seed and nothing else."""

from __future__ import annotations

import numpy as np

from training.pips.scene import SIDE, scene
from training.pips.targets import SEEN, crop, finder_target


def rows(seed: int) -> tuple[np.ndarray, np.ndarray]:
    made = scene(np.random.default_rng(seed))
    dice = [
        np.concatenate([(d.x, d.y, d.size, d.value, d.seen), d.pips.ravel()]) for d in made.dice
    ]
    return made.picture, np.array(dice, np.float32).reshape(-1, 17)


def test_a_seed_makes_the_same_scene_again() -> None:
    one, other = scene(np.random.default_rng(5)), scene(np.random.default_rng(5))
    assert np.array_equal(one.picture, other.picture)
    assert [(d.x, d.value) for d in one.dice] == [(d.x, d.value) for d in other.dice]
    assert one.picture.shape == (SIDE, SIDE, 3)


def test_a_die_that_is_seen_has_its_pips_near_its_middle() -> None:
    dice = [d for seed in range(8) for d in scene(np.random.default_rng(seed)).dice]
    clear = [d for d in dice if d.seen > SEEN and d.value <= 6]
    assert len(clear) > 10
    for die in clear:
        spots = die.pips[: die.value]
        assert (spots > -die.size).all()
        assert np.hypot(*(spots.mean(0) - (die.x, die.y))) < 0.25 * die.size


def test_the_finder_should_say_each_seen_die_once() -> None:
    _, dice = rows(3)
    target = finder_target(dice, SIDE)
    inside = [d for d in dice if d[4] > SEEN and 10 < d[2] < 80 and (d[:2] > 4).all()]
    assert inside
    assert (target.heat == 1).sum() >= len(inside)
    for die in inside:
        assert target.value[int(die[1] // 4), int(die[0] // 4)] == int(die[3]) - 1


def test_a_crop_has_its_face_in_the_middle_and_a_mark_for_each_pip() -> None:
    picture, dice = rows(3)
    made = [crop(np.random.default_rng(k), picture, dice, 56) for k in range(40)]
    faces = [c for c in made if c is not None and 1 <= c.value <= 6]
    nothing = [c for c in made if c is not None and c.value == 0]
    assert faces
    assert nothing
    assert all(c.picture.shape == (56, 56, 3) and c.pips.max() > 0.7 for c in faces)
    assert all(c.pips.max() == 0 for c in nothing)
