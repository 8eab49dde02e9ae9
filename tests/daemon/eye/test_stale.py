"""Old pictures are noticed by what is in them and by the camera's own stamps; fresh ones never."""

from __future__ import annotations

import numpy as np

from firmware_host.daemon.eye.stale import AGAIN, FROZEN_FRAMES, LATE_NS, STAMPED_FRAMES, Stale
from hw.ports import Frame

SECOND = 1_000_000_000


def frame(shade: int, at_ns: int = 0, stamp_ns: int = 0) -> Frame:
    picture = np.full((32, 8, 3), shade, np.uint8)
    picture[0, 0] = 255 - shade  # there is something to be seen
    return Frame(picture, at_ns, 1, stamp_ns)


def test_the_same_picture_for_long_is_stale_even_over_an_opening() -> None:
    stale = Stale()
    assert [stale.wrong(frame(7)) for _ in range(FROZEN_FRAMES)] == [""] * FROZEN_FRAMES
    assert stale.wrong(frame(7)) == AGAIN
    stale.reopened()
    assert stale.wrong(frame(7)) == AGAIN
    assert stale.wrong(frame(8)) == ""


def test_a_camera_that_was_frozen_is_believed_by_its_second_new_picture() -> None:
    stale = Stale()
    for _ in range(FROZEN_FRAMES + 1):
        stale.wrong(frame(7))
    stale.reopened()  # it comes back with one other picture, and is frozen at that
    assert (stale.wrong(frame(9)), stale.again) == ("", True)
    assert (stale.wrong(frame(9)), stale.again) == ("", True)
    assert (stale.wrong(frame(10)), stale.again) == ("", False)


def test_darkness_is_no_frozen_camera_however_long_it_lasts() -> None:
    stale, black = Stale(), Frame(np.zeros((32, 8, 3), np.uint8), 0, 1, 0)
    assert not any(stale.wrong(black) for _ in range(3 * FROZEN_FRAMES))
    assert not stale.again


def test_a_stamp_that_stands_still_is_stale_though_the_picture_changes() -> None:
    stale = Stale()
    said = [stale.wrong(frame(i, i, 500)) for i in range(STAMPED_FRAMES + 1)]
    assert said == [""] * STAMPED_FRAMES + [AGAIN]


def test_pictures_that_come_later_and_later_are_old() -> None:
    stale = Stale()
    assert stale.wrong(frame(1, 50 * SECOND, 3 * SECOND)) == ""
    assert stale.wrong(frame(2, 52 * SECOND, 5 * SECOND)) == ""
    assert stale.wrong(frame(3, 55 * SECOND + LATE_NS, 7 * SECOND)) == "its pictures are 3.0 s old"


def test_a_camera_whose_clock_is_set_back_is_not_late() -> None:
    stale = Stale()
    assert stale.wrong(frame(1, 50 * SECOND, 40 * SECOND)) == ""
    assert stale.wrong(frame(2, 51 * SECOND, 1 * SECOND)) == ""
    assert stale.wrong(frame(3, 52 * SECOND, 2 * SECOND)) == ""


def test_a_camera_without_stamps_is_judged_by_its_pictures_alone() -> None:
    stale = Stale()
    assert not any(stale.wrong(frame(i % 200, i * SECOND)) for i in range(50))


def clipped(*, light: int, ground: int) -> Frame:
    """A picture without a grey level between the two: no noise is left in it."""
    picture = np.full((320, 320, 3), ground, np.uint8)
    picture[0, :40] = light
    return Frame(picture, 0, 1, 0)


def test_a_live_picture_that_is_burnt_out_or_all_black_is_not_taken_for_a_frozen_one() -> None:
    for spoilt in (clipped(light=0, ground=255), clipped(light=255, ground=0)):
        stale = Stale()
        said = [(stale.wrong(spoilt), stale.again) for _ in range(3 * FROZEN_FRAMES)]
        assert set(said) == {("", False)}


def test_what_was_frozen_before_the_lamp_went_off_and_shows_the_same_after_is_frozen() -> None:
    stale, black = Stale(), Frame(np.zeros((32, 8, 3), np.uint8), 0, 1, 0)
    for _ in range(FROZEN_FRAMES + 1):
        stale.wrong(frame(7))
    assert (stale.wrong(black), stale.again) == ("", False), "it is dark now: that is told"
    assert stale.wrong(frame(7)) == AGAIN
    assert (stale.wrong(frame(8)), stale.again) == ("", True)
    assert (stale.wrong(frame(9)), stale.again) == ("", False)
