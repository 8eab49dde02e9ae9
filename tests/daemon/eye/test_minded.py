"""What people see of the camera's picture: which die it is not sure of, and what it may be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from firmware_host.daemon.eye.minded import MindedTracks
from firmware_host.vision import Health, Reader, Tracker, load
from firmware_host.vision.plane import Picture
from firmware_host.vision.profile import Gate
from hw.ports import Frame
from tests.vision.rendering import PROFILE, Table


def looked(reader: Reader) -> tuple[MindedTracks, Table, Frame]:
    """Five dice at rest, followed by a reader."""
    table = Table.of(reader, 992_002, 5)
    tracks = MindedTracks(Tracker(reader), Health(reader.rim), 1)
    for _ in range(40):
        table.at_ns += 100_000_000
        table.frame += 1
        frame = Frame(table.picture(), table.at_ns, table.frame)
        tracks.look(frame)
    return tracks, table, frame


def test_sure_dice_are_shown_as_they_lie() -> None:
    tracks, _, frame = looked(Reader(load(PROFILE)))
    assert tracks.shown(frame.bgr) is frame.bgr


SHY = replace(load(PROFILE), gate=Gate(margin=3.0))  # asks about every die


def near(places: np.ndarray, at: np.ndarray, reach: float) -> int:
    """How many of *places* (n, 2) are within a square round *at*."""
    return int((np.abs(places - at).max(axis=1) < reach).sum())


def changed(shown: Picture, frame: Frame) -> np.ndarray:
    return np.argwhere((shown != frame.bgr).any(axis=2))[:, ::-1]


def test_dice_that_are_not_sure_are_framed_and_nothing_else_is_drawn() -> None:
    tracks, table, frame = looked(Reader(SHY))
    drawn = changed(tracks.shown(frame.bgr), frame)
    assert table.crater is not None
    places = [
        table.crater.optics.project([(d.rest.x_mm, d.rest.y_mm, 16.0)])[0]
        for d in table.world.lying()
    ]
    assert all(near(drawn, place, 60) > 60 for place in places)
    assert sum(near(drawn, place, 60) for place in places) >= len(drawn)


def test_the_die_that_is_asked_about_is_seen_larger_where_no_die_is_covered() -> None:
    tracks, table, frame = looked(Reader(SHY))
    look = tracks.look(Frame(table.picture(), table.at_ns + 1, table.frame + 1))
    assert table.crater is not None
    places = [table.crater.optics.project([(d.x_mm, d.y_mm, 16.0)])[0] for d in look.dice]
    plain = tracks.shown(frame.bgr)
    for die, place in zip(look.dice, places, strict=True):
        shown = tracks.shown(frame.bgr, die.number)
        lens = np.argwhere((shown != plain).all(axis=2))[:, ::-1]
        left, top = np.quantile(lens, 0.02, axis=0)
        far = lens[(np.abs(lens - place) > 90).any(axis=1)]
        assert len(far) > 15_000
        assert all(near(far, other, 20) < 200 for other in places)
        assert left < shown.shape[1]
        assert top < shown.shape[0]
    assert (tracks.shown(frame.bgr, 999) == plain).all()
