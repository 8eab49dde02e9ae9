"""The strip as Lost Island's scoring track, and what a shorter one has of it."""

from __future__ import annotations

import pytest

from .test_lost_island import MORE, drawn, shown


def test_the_strip_is_the_scoring_track_and_the_actions_left_come_and_go() -> None:
    driver = drawn(now="action A 2", **(MORE | {"huts": "B4"}))
    wash = shown(driver).wash
    assert wash[:5] == ("seat_a", "seat_a", "gap", "gap", "gap")
    assert shown(driver).pulsing == (0, 1)
    assert wash[5:8] == ("seat_a", "seat_b", "circle"), "the fires"
    assert wash[9:20] == ("seat_b",) * 4 + ("circle",) * 7, "the huts"
    assert len(wash) == 4 + 3 + 11 + (6 + 5 + 7 + 9) + 10 + 7


@pytest.mark.parametrize(
    ("more", "goal"),
    [
        ({"chapter": "1", "lit": "2 A B"}, ("seat_a", "seat_b", "circle")),
        ({"chapter": "2", "huts": "B4"}, ("seat_b",) * 4 + ("circle",) * 7),
        ({"chapter": "3", "huts": "B4 A3"}, ("circle",) * 10),
    ],
)
def test_a_short_strip_has_the_actions_left_and_what_ends_the_chapter(
    more: dict[str, str], goal: tuple[str, ...]
) -> None:
    scene = shown(drawn(now="action A 2", **(MORE | more)))
    middle, short, least = scene.shorter
    assert least == ("seat_a", "seat_a", "gap", "gap")
    assert short == (*least, "gap", *goal)
    assert len(middle) == 4 + 1 + 3 + 1 + 11 + 1 + 10
    assert middle == (*scene.wash[:20], "gap", *scene.wash[-10:])
