"""Counts become a verdict that knows luck: fair dice pass, loaded ones not, few prove nothing."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from firmware_host.session.fairness import Fairness, chi_square_tail, counted, judged
from firmware_host.session.tale import Answered, Put, Told, Undone

FACES = {"Y": "bbfftl", "R": "ttllbf", "B": "ffbbtl"}


def fallen(faces: dict[str, str], each: int, seed: int) -> tuple[Fairness, ...]:
    """The verdicts on *each* faces a colour, of dice with these *faces* taken for :data:`FACES`."""
    luck = random.Random(seed)
    counts = Counter(c + luck.choice(s) for c, s in faces.items() for _ in range(each))
    return judged(counts, FACES)


@pytest.mark.parametrize(
    ("x", "freedom", "tail"),
    [(3.841, 1, 0.05), (5.991, 2, 0.05), (7.815, 3, 0.05), (16.266, 3, 0.001), (11.07, 5, 0.05)],
)
def test_the_tail_of_chi_square_is_that_of_the_tables(x: float, freedom: int, tail: float) -> None:
    assert chi_square_tail(x, freedom) == pytest.approx(tail, rel=0.002)
    assert chi_square_tail(0.0, freedom) == 1.0


def test_fair_dice_are_called_odd_no_more_often_than_is_said() -> None:
    verdicts = Counter(
        max((v.verdict for v in fallen(FACES, 300, seed)), key=("fair", "odd", "unfair").index)
        for seed in range(400)
    )
    assert verdicts["unfair"] <= 2
    assert 5 <= verdicts["odd"] <= 36  # one evening in twenty


def test_loaded_dice_are_found_out() -> None:
    loaded = {**FACES, "R": "tttlbf"}
    verdicts = [{v.colour: v.verdict for v in fallen(loaded, 600, s)} for s in range(20)]
    assert all(v["R"] == "unfair" for v in verdicts)
    assert sum(v["Y"] == "fair" for v in verdicts) >= 17
    (red,) = (v for v in fallen(loaded, 600, 1) if v.colour == "R")
    assert red.most_off.symbol in "tl"


def test_after_so_many_faces_as_needed_a_quarter_too_many_is_found_four_times_of_five() -> None:
    (one,) = judged({}, {"W": "123456"})
    luck = random.Random(5)
    tilted = [1.25 / 6, *[(1 - 1.25 / 6) / 5] * 5]
    found = 0
    for _ in range(200):
        counts = Counter(f"W{s}" for s in luck.choices("123456", tilted, k=one.needed))
        share = counts["W1"] / one.needed
        sigma = (1 / 6 * 5 / 6 / one.needed) ** 0.5
        found += abs(share - 1 / 6) > 1.96 * sigma
    assert 140 <= found <= 180


def test_few_faces_say_nothing() -> None:
    assert {v.verdict for v in fallen(FACES, 20, 1)} == {"few"}
    assert {v.verdict for v in judged({}, FACES)} == {"few"}
    assert all(v.most_off.count == 0 for v in judged({}, FACES))  # before the first throw


def test_what_was_undone_did_not_fall_and_nothing_else_is_counted() -> None:
    tale: list[Told] = [
        Answered("show Yb", 1),
        Answered("show Rt", 2),
        Undone(1, 3),
        Answered("show Rl", 4),
        Put((("lava", "3"),), "moved", 5),
        Answered("A take Yb", 6),
        Answered("reroll", 7),
    ]
    assert counted([tale, [Answered("show Yb", 1)]]) == {"Yb": 2, "Rl": 1}
