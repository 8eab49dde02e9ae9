"""Figures know whether they reach their target, and the harness measures what it says."""

from __future__ import annotations

import statistics
import time
from pathlib import Path

import pytest

from bench import kills, presses
from bench.far_end import FRAME, FarEnd
from bench.figure import Figure, in_turn, median_ratio
from bench.press import bare, parts, press, whole


@pytest.mark.parametrize(
    ("figure", "reached"),
    [
        (Figure("x", 1.0, "ms"), None),
        (Figure("x", 9.0, "ms", ratio=2.9, target="<= 3"), True),
        (Figure("x", 9.0, "ms", ratio=3.1, target="<= 3"), False),
        (Figure("x", 9.0, "f/s", ratio=1.9, target=">= 2"), False),
        (Figure("x", 0.5, "s", target="<= 0.6"), True),
    ],
)
def test_a_figure_knows_whether_its_target_is_reached(figure: Figure, reached: bool | None) -> None:
    assert figure.reached is reached
    assert figure.plain()["reached"] is reached


def test_both_sides_are_measured_in_turn_and_compared_round_by_round() -> None:
    order: list[str] = []

    def side(name: str, value: float) -> float:
        order.append(name)
        return value

    a, b = in_turn(lambda: side("a", 6.0), lambda: side("b", 3.0), rounds=2)
    assert order == ["a", "b", "a", "b"]
    assert median_ratio(a, b) == 2.0


def test_a_press_is_lit_on_the_bare_path_through_our_parts_and_by_the_whole_daemon() -> None:
    for way in (bare, parts, whole):
        with way() as there:
            assert 0 < press(*there) < 1_000


def test_a_frame_is_read_whole_at_the_far_end() -> None:
    far = FarEnd()
    with Path(far.name).open("wb", buffering=0) as near:
        near.write(FRAME[:100])
        near.write(FRAME[100:])
    frame, at_ns = far.frame()
    assert frame == FRAME
    assert at_ns <= time.monotonic_ns()
    far.close()


SAID = {
    "lava_land": {5: 2, 4: 2, 3: 2},
    "table_is_lava": {4: 9, 3: 8, 2: 6},
    "oh_no_volcano": {4: 11, 3: 8, 2: 8},
    "lost_island": {4: 11},
}
NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five"}


@pytest.mark.parametrize(
    ("name", "players"), [(name, players) for name in presses.MEASURED for players in SAID[name]]
)
def test_the_presses_of_a_turn_are_those_the_page_of_the_game_tells(
    name: str, players: int
) -> None:
    games = 25 if len(SAID[name]) > 1 else 5
    found = [n for k in range(games) for n in presses.turns(name, str(k), players)]
    said = SAID[name][players]
    assert abs(statistics.median(found) - said) <= 1
    page = (Path(__file__).parent.parent / "docs" / "games" / f"{name}.md").read_text()
    assert f"{said} with {NUMBERS[players]}" in " ".join(page.split())
    assert 0 < said <= presses.MOST


@pytest.mark.parametrize("name", presses.MEASURED)
def test_every_option_of_a_game_is_within_25_presses(name: str) -> None:
    assert max(n for _, n in presses.options(name, "0")) <= presses.FARTHEST


def test_the_wait_of_the_service_is_the_one_that_is_told_beside_the_kills() -> None:
    unit = (Path(__file__).parent.parent / "systemd" / "lava-table.service").read_text()
    assert f"RestartSec={kills.RESTART_S * 1000:.0f}ms\n" in unit
    toll = {"playable_s": [0.9, 0.5, 0.7], "gone_s": [0.01, 0.02, 0.03]}
    first, again = kills._starts([toll])
    assert first.ours == 0.7
    assert again.ours == pytest.approx(0.615)  # of 0.01 + 0.5 and 0.02 + 0.7
    assert again.reached


def test_hexes_are_mostly_laid_within_8_presses() -> None:
    """Where bots lay them: near, and that stands first in the menu."""
    assert presses.within([n for k in range(2) for n in presses.laid(str(k))]) >= presses.MOSTLY
