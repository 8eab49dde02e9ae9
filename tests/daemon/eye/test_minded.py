"""What people see of the camera's picture: which die it is not sure of, and what it may be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from firmware_host.daemon.eye.minded import MindedTracks
from firmware_host.vision import Health, Reader, Tracker, load
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


def test_a_die_that_is_not_sure_is_framed_with_its_two_best_guesses() -> None:
    shy = replace(load(PROFILE), gate=Gate(margin=3.0))  # asks about every die
    tracks, table, frame = looked(Reader(shy))
    shown = tracks.shown(frame.bgr)
    changed = np.argwhere((shown != frame.bgr).any(axis=2))
    assert len(changed) > 500
    assert table.crater is not None
    for die in table.world.lying():
        place = table.crater.optics.project([(die.rest.x_mm, die.rest.y_mm, 16.0)])[0]
        away = np.abs(changed[:, ::-1] - place).max(axis=1)
        assert (away < 60).sum() > 60
