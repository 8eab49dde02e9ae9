"""Several strips as one track: cut up as it should be, dimmed alike, each lost by itself."""

from __future__ import annotations

import queue
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.mock.strip import StripTwin
from hw.pi.strip import SerialStrip
from hw.pi.track import Track
from hw.pi.traits import Traits
from hw.ports import DeviceLost, Note
from hw.wire.adalight import safe
from hw.wire.segments import Run, Segment, whole
from hw.wire.supply import Supply, drawn_ma

SOON = (0.01, 0.02)
SEGMENTS = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 9), st.integers(0, 9)).map(lambda t: Segment(*t)),
    min_size=1,
    max_size=4,
)


def rgb(*leds: int) -> bytes:
    return bytes(v for led in leds for v in (led, led + 50, led + 100))


def test_strips_follow_one_another() -> None:
    assert Run(whole((2, 3)), (2, 3)).cut(rgb(1, 2, 3, 4, 5)) == (rgb(1, 2), rgb(3, 4, 5))


def test_runs_go_backwards_have_gaps_and_come_in_any_order() -> None:
    run = Run((Segment(1, 2, 1), Segment(0, 0, 1), Segment(1, 0, 0)), (3, 3))
    assert run.length == 5
    assert run.cut(rgb(1, 2, 3, 4, 5)) == (rgb(3, 4) + bytes(3), rgb(5, 2, 1))
    assert run.of(1) == (range(0, 2), range(4, 5))


@given(SEGMENTS)
def test_each_led_of_the_whole_is_one_of_a_strip_and_the_others_are_dark(
    segments: list[Segment],
) -> None:
    try:
        run = Run(segments, (10, 10, 10))
    except ValueError:
        spots = [(s.strip, led) for s in segments for led in range(s.low, s.low + len(s))]
        assert len(spots) != len(set(spots))
        return
    pixels = bytes(1 + i % 255 for i in range(3 * run.length))
    lit = b"".join(run.cut(pixels)).replace(b"\0", b"")
    assert sorted(lit) == sorted(pixels)


def test_segments_off_their_strip_and_pictures_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="not on a strip"):
        Run((Segment(0, 0, 3),), (3,))
    with pytest.raises(ValueError, match="LEDs of another segment"):
        Run((Segment(0, 0, 2), Segment(0, 2, 1)), (3,))
    with pytest.raises(ValueError, match="the run takes 9"):
        Run(whole((3,)), (3,)).cut(bytes(3))


@given(st.binary(min_size=30, max_size=30), st.integers(11, 300))
def test_what_is_held_draws_no_more_than_the_supply_gives_and_keeps_its_colours(
    pixels: bytes, milliamps: int
) -> None:
    supply = Supply(10, milliamps)
    notes: list[Note] = []
    spared = supply.spared(pixels, notes.append)
    assert drawn_ma(spared) <= max(milliamps, 10)
    if drawn_ma(pixels) <= milliamps:
        assert (spared, notes) == (pixels, [])
    else:
        assert len(notes) == 1
        assert all(a <= b for a, b in zip(spared, pixels, strict=True))
        order = sorted(range(30), key=lambda i: pixels[i])
        assert [spared[i] for i in order] == sorted(spared)


def test_a_supply_without_a_limit_dims_nothing() -> None:
    notes: list[Note] = []
    assert Supply(10).spared(bytes([255]) * 30, notes.append) == bytes([255]) * 30
    assert notes == []


class Pair:
    """Two twins behind one track of ten LEDs; the second strip runs backwards."""

    def __init__(self, milliamps: tuple[float, float] = (5000, 5000)) -> None:
        self.twins = [StripTwin(5), StripTwin(5)]
        self.told: list[queue.Queue[DeviceLost | None]] = [queue.Queue(), queue.Queue()]
        self.notes: list[tuple[int, Note]] = []
        self.strips = [
            SerialStrip(
                twin.port, 5, told=told.put, back_off_s=SOON, traits=Traits(milliamps=limit)
            )
            for twin, told, limit in zip(self.twins, self.told, milliamps, strict=True)
        ]
        self.track = Track(self.strips, Run((Segment(0, 0, 4), Segment(1, 4, 0)), (5, 5)))
        self.track.noted = lambda strip, note: self.notes.append((strip, note))
        for strip in self.strips:
            strip.open()

    def shows(self, number: int, pixels: bytes) -> bool:
        twin = self.twins[number]
        return twin.wait_until(lambda: twin.last == safe(pixels))

    def close(self) -> None:
        self.track.close()
        for twin in self.twins:
            twin.close()


@pytest.fixture
def pair() -> Iterator[Pair]:
    pair = Pair()
    yield pair
    pair.close()


def test_two_controllers_show_one_picture(pair: Pair) -> None:
    assert pair.track.length == 10
    pair.track.show(rgb(*range(10)))
    assert pair.shows(0, rgb(0, 1, 2, 3, 4))
    assert pair.shows(1, rgb(9, 8, 7, 6, 5))


def test_one_that_is_lost_leaves_the_other_lit_and_has_its_part_when_it_is_back(
    pair: Pair,
) -> None:
    pair.track.show(rgb(*range(10)))
    assert pair.shows(1, rgb(9, 8, 7, 6, 5))
    assert pair.told[1].get(timeout=5) is None
    pair.twins[1].unplug()
    for shade in (20, 40, 60):
        pair.track.show(rgb(*range(shade, shade + 10)))
        assert pair.shows(0, rgb(*range(shade, shade + 5)))
    assert isinstance(pair.told[1].get(timeout=5), DeviceLost)
    pair.twins[1].plug()
    assert pair.shows(1, rgb(69, 68, 67, 66, 65))
    assert pair.told[0].get(timeout=5) is None
    assert pair.told[0].empty()


def test_where_one_supply_is_small_all_strips_are_dimmed_alike_and_it_is_told_once() -> None:
    pair = Pair((5000, 100))
    for _ in range(2):
        pair.track.show(bytes([255]) * 30)
    assert pair.twins[0].wait_for(1)
    assert pair.twins[1].wait_for(1)
    assert pair.twins[0].last == pair.twins[1].last != bytes([255]) * 15
    assert drawn_ma(pair.twins[1].last) <= 100
    assert [(strip, note.about) for strip, note in pair.notes] == [(1, "supply")]
    pair.close()
