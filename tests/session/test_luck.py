"""Luck: the same for ever, fair, and keyed by draws."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from firmware_host.rules.kernel import Decision, Source
from firmware_host.session.luck import below, draw
from tests.toys import Wind

WEATHER = Decision("wind", Source.CHANCE, (Wind(None, "calm"), Wind(None, "gust")), (5, 1))


def test_draws_are_what_they_have_always_been() -> None:
    # If this fails, every journal ever kept tells another game: change luck.py back.
    assert [below(28, "golden", k) for k in range(12)] == GOLDEN
    assert [below(2**63 + 1, "golden", k) for k in range(2)] == GOLDEN_BIG


GOLDEN = [11, 26, 1, 11, 8, 18, 9, 20, 20, 8, 16, 18]
GOLDEN_BIG = [3333318607421937971, 4088140968650710276]


@given(st.integers(1, 2**64), st.text(), st.integers(0, 10**9))
def test_a_number_is_below_its_bound_and_told_again_alike(bound: int, seed: str, k: int) -> None:
    assert 0 <= below(bound, seed, k) < bound
    assert below(bound, seed, k) == below(bound, seed, k)


def test_draws_follow_their_weights() -> None:
    drawn = Counter(draw("fair", k, WEATHER) for k in range(6000))
    assert 850 < drawn[Wind(None, "gust")] < 1150  # 1000 expected; five deviations are 144


def test_draws_without_weights_are_alike() -> None:
    faces = Decision("wind", Source.CHANCE, tuple(Wind(None, c) for c in "abcdef"))
    drawn = Counter(draw("fair", k, faces) for k in range(6000))
    assert set(drawn) == set(faces.options)
    assert all(850 < n < 1150 for n in drawn.values())


def test_an_option_of_weight_nothing_is_never_drawn() -> None:
    never = Decision("wind", Source.CHANCE, (Wind(None, "calm"), Wind(None, "gust")), (0, 1))
    assert {draw("x", k, never) for k in range(50)} == {Wind(None, "gust")}
