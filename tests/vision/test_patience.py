"""How long the tracker waits before it believes goes by how often pictures come."""

from __future__ import annotations

import pytest

from firmware_host.vision.tracks import Patience


@pytest.mark.parametrize("fps", [20.0, 10.0, 5.0])
def test_at_a_quick_camera_dice_rest_for_four_pictures_and_are_gone_after_two(fps: float) -> None:
    wait = Patience.at(fps)
    assert (wait.settle_frames, wait.gone_frames) == (4, 2)


def test_a_slow_camera_shows_the_same_time_in_fewer_pictures() -> None:
    wait = Patience.at(2.5)
    assert (wait.settle_frames, wait.gone_frames) == (2, 1)
    assert wait.settle_frames * 1000 / 2.5 > Patience().settle_frames * 1000 / 20


def test_while_things_move_every_third_picture_is_read_at_most() -> None:
    assert Patience.at(2.0).look_ms == 1_500
    assert Patience.at(20.0).look_ms == Patience().look_ms
