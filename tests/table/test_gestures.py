"""A thumb is believed only when the contact has come to rest, and then always."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.table.gestures import Feel, Gesture, Said, Thumb

MS = 1_000_000
FEEL = Feel()


def said(
    thumb: Thumb, edges: list[tuple[bool, int]], until_ns: int, step_ns: int = MS
) -> list[Said]:
    """Everything the thumb says, asked every *step_ns*."""
    out: list[Said] = []
    queue = sorted(edges, key=lambda e: e[1])
    for now in range(0, until_ns + 1, step_ns):
        while queue and queue[0][1] <= now:
            thumb.edge(*queue.pop(0))
        while (one := thumb.due(now)) is not None:
            out.append(one)
    return out


def kinds(found: list[Said]) -> list[Gesture]:
    return [one.gesture for one in found]


def test_a_tap_is_a_tap_and_a_hold_is_a_hold_both_announced_by_a_press() -> None:
    tap = [(True, 0), (False, 100 * MS)]
    hold = [(True, 0), (False, 700 * MS)]
    assert kinds(said(Thumb(), tap, 1_400 * MS)) == [Gesture.PRESS, Gesture.TAP]
    assert kinds(said(Thumb(), hold, 1_400 * MS)) == [Gesture.PRESS, Gesture.HOLD]


@pytest.mark.parametrize("held_ms", [599, 600, 601])
def test_a_hold_begins_at_its_time_even_when_asked_late(held_ms: int) -> None:
    edges = [(True, 0), (False, held_ms * MS)]
    found = kinds(said(Thumb(), edges, 3_000 * MS, step_ns=1_000 * MS))
    expected = Gesture.HOLD if held_ms >= FEEL.hold_ms else Gesture.TAP
    assert found[-1:] == [expected] or found == []


def test_a_press_is_dated_by_its_first_edge_after_rest_however_it_bounces() -> None:
    edges = [(True, 10 * MS), (False, 11 * MS), (True, 12 * MS), (False, 14 * MS), (True, 15 * MS)]
    found = said(Thumb(), [*edges, (False, 90 * MS)], 200 * MS)
    assert found == [Said(Gesture.PRESS, 10 * MS), Said(Gesture.TAP, 10 * MS)]


def test_only_the_first_raw_edge_after_rest_is_acknowledged() -> None:
    thumb = Thumb()
    acks = [thumb.edge(down, ms * MS) for down, ms in ((True, 10), (False, 11), (True, 12))]
    assert acks == [True, False, False]


def test_a_spike_shorter_than_the_debounce_is_no_press() -> None:
    assert said(Thumb(), [(True, 10 * MS), (False, 12 * MS)], 100 * MS) == []


@given(st.lists(st.integers(1, 60), min_size=1, max_size=12))
def test_after_any_chatter_that_ends_up_the_thumb_is_up(gaps: list[int]) -> None:
    if len(gaps) % 2:
        gaps = [*gaps, 5]
    at, edges = 0, []
    for i, gap in enumerate(gaps):
        at += gap * MS
        edges.append((i % 2 == 0, at))
    thumb = Thumb()
    first = kinds(said(thumb, edges, at + 20 * MS))
    assert Gesture.HOLD not in first
    assert first.count(Gesture.PRESS) == first.count(Gesture.TAP)
    assert said(thumb, [], at + 2_000 * MS) == []
    tap = [(True, at + 2_000 * MS), (False, at + 2_100 * MS)]
    assert kinds(said(thumb, tap, at + 3_000 * MS)) == [Gesture.PRESS, Gesture.TAP]
