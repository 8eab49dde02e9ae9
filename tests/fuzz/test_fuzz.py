"""A small share of ``./table bench fuzz``, each time the tests are run."""

from __future__ import annotations

import random

import pytest

from .mutation import mutated
from .run import SHARES, Broken, _fed, run, shares

FEW = {
    **{"websocket": 1500, "http": 600, "toml": 60, "scenario": 80, "serial": 3000, "image": 500},
    "journal": 120,
}


@pytest.mark.parametrize("kind", SHARES)
def test_wrong_inputs_are_refused_and_change_nothing(kind: str) -> None:
    report = run(kind, FEW[kind])
    assert report.inputs == FEW[kind]
    assert report.refused > FEW[kind] / 4, "most of them are wrong indeed"


def test_the_same_seed_makes_the_same_wrong_inputs() -> None:
    made = [mutated(random.Random(f"one/{n}"), b"given = 1\n" * 9, [b"x"]) for n in range(200)]
    again = [mutated(random.Random(f"one/{n}"), b"given = 1\n" * 9, [b"x"]) for n in range(200)]
    assert made == again
    assert len(set(made)) > 150


def test_the_shares_are_200_000_in_all() -> None:
    assert sum(shares(200_000).values()) == 200_000


class Weak:
    """Something that breaks."""

    seeds = (b"abc",)

    def feed(self, data: bytes) -> bool:
        data.decode("ascii")
        return False

    def close(self) -> None:
        """Nothing."""


def test_what_breaks_is_told_with_its_input() -> None:
    with pytest.raises(Broken, match=r"weak \d+ of seed x: UnicodeDecodeError"):
        _fed("weak", Weak(), random.Random(1), 500, "x")
