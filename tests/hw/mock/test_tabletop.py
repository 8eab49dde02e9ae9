"""Cards slide, meeples fall, and nothing else gets lost on the virtual table."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from hw.mock import tabletop as t
from hw.mock.hands import VirtualHands
from hw.mock.world import fresh
from hw.mock.worldfile import WorldFile
from hw.ports import Things

FOUR = ((0, 0), (0, 2), (1, 1), (1, 3), (2, 2), (2, 0), (3, 3), (3, 1))
TWO = ((0, 0), (0, 1), (1, 1), (1, 0))


@pytest.mark.parametrize("starts", [TWO, FOUR])
def test_every_start_card_touches_another_and_every_meeple_stands_on_its_card(
    starts: tuple[tuple[int, int], ...],
) -> None:
    """TL-04..06."""
    top = t.laid(Random(1), starts)
    for i, card in enumerate(top.cards):
        assert min(t._gap(card, other) for k, other in enumerate(top.cards) if k != i) == 0
    seen = t.seen(top)
    assert seen.landed == ""
    assert all(m.stands for m in seen.meeples)
    for (owner, card_of), meeple in zip(starts, seen.meeples, strict=True):
        assert meeple.owner == owner
        assert card_of in meeple.on


def lies(gap_mm: float) -> str:
    card = t.Card(0, t.START, 0.0, 0.0, 0.0)
    other = t.Card(1, "n1", t.WIDE_MM + gap_mm, 0.0, 0.0)
    return t.landed(t.Top((card, other)))


@pytest.mark.parametrize(
    ("gap_mm", "where"),
    [(-5.0, "touching"), (0.0, "touching"), (1.0, "thumb"), (20.0, "thumb"), (20.1, "apart")],
)
def test_a_gap_is_touching_within_a_thumb_or_a_miss(gap_mm: float, where: str) -> None:
    """TL-12, TL-A07."""
    assert lies(gap_mm) == where


def test_a_card_taken_away_is_laid_back_where_it_lay_and_one_that_fell_off_is_not() -> None:
    """TL-A01: what stood on it alone touches no card meanwhile."""
    card, fell = t.Card(0, "n1", 10.0, 20.0, 5.0), t.Card(0, "n2", 900.0, 0.0, 0.0, off=True)
    top = t.Top((card, fell), (t.Meeple(1, 10.0, 20.0),))
    away = t.laid_aside(top, 0, "n1", aside=True)
    seen = t.seen(away)
    assert [(one.off, one.aside) for one in seen.cards] == [(True, True), (True, False)]
    assert seen.meeples[0].on == ()
    assert t.laid_aside(away, 0, "n1", aside=False) == top
    assert t.laid_aside(top, 0, "n2", aside=False) == top
    assert t.laid_aside(top, 0, "n3", aside=True) == top


def test_a_turned_card_that_touches_with_a_corner_touches() -> None:
    flat = t.Card(0, t.START, 0.0, 0.0, 0.0)
    turned = t.Card(1, "n1", 0.0, 0.0, 35.0)
    corner = min(x for x, _ in t._corners(turned))  # it points at the other
    near = replace(turned, x_mm=t.WIDE_MM / 2 - corner - 1.0)
    assert t._gap(flat, near) == 0
    assert t._gap(flat, replace(near, x_mm=near.x_mm + 3.0)) == pytest.approx(2.0)


def games(number: int) -> Counter[str]:
    """How the cards of so many games landed, and how many meeples fell off; all are counted."""
    found: Counter[str] = Counter()
    for seed in range(number):
        luck = Random(seed)
        top = t.laid(luck, FOUR)
        for k in range(36):
            before = Counter(m.owner for m in top.meeples)
            top = t.launched(top, luck, k % 4, f"n{k}", 90.0 * (k % 4))
            assert Counter(m.owner for m in top.meeples) == before, "none is lost or made"
            assert len(top.cards) == 5 + k
            found[t.landed(top)] += 1
            for owner in range(4):
                fallen = sum(m.owner == owner and not m.on for m in t.seen(top).meeples)
                found["fell"] += fallen
                top = t.picked_up(top, owner, fallen)
            assert all(m.on for m in t.seen(top).meeples)
            if t.landed(top) in ("touching", "thumb"):
                top = t.stood(top, luck, k % 4, 1)
                assert t.seen(top).meeples[-1].on
        found["standing"] += sum(m.stands for m in top.meeples)
        found["lying"] += sum(not m.stands for m in top.meeples)
    return found


def test_in_some_games_cards_land_in_every_way_and_meeples_stand_lie_and_fall() -> None:
    found = games(5)
    assert min(found[name] for name in ("touching", "thumb", "apart", "fell")) > 0
    assert found["touching"] > found["apart"]
    assert min(found["standing"], found["lying"]) > 0


def test_the_same_luck_throws_the_same() -> None:
    tops = [t.launched(t.laid(Random(3), FOUR), Random(4), 0, "n1", 90.0) for _ in range(2)]
    assert tops[0] == tops[1]


def test_a_card_beyond_the_edge_is_off_and_carries_nobody() -> None:
    top = replace(t.laid(Random(1), TWO), cards=(t.Card(0, "n1", 500.0, 0.0, 0.0, off=True),))
    assert t.landed(top) == "off"
    assert t.stood(top, Random(1), 0, 1) == top


def test_the_table_survives_the_process(tmp_path: Path) -> None:
    class Fingers:
        def press(self, button: int, at_ns: int) -> None: ...
        def release(self, button: int, at_ns: int) -> None: ...

    def hands() -> VirtualHands:
        file = WorldFile(tmp_path / "world.json")
        return VirtualHands(file, lambda: fresh(7, {}, 0), Fingers(), {0: 90.0, 1: 270.0})

    first = hands()
    first.set_out(Things(2, starts=TWO))
    first.launch(0, "n2", 0)
    first.stand(0, 2, 0)
    first.pick_up(1, 1, 0)
    top = first.tabletop()
    assert [card.name for card in top.cards] == ["start", "start", "n2"]
    assert hands().tabletop() == top
    again = hands()
    again.unthrow(0, "n2", 0)
    assert [card.name for card in again.tabletop().cards] == ["start", "start"]
