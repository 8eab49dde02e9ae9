"""What ails a camera's pictures is noticed, nothing is made up, and there are words for it all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from firmware_host.vision import Health, Reader, ailments, load
from firmware_host.vision.facts import Look, Tray
from firmware_host.vision.health import cut_off
from firmware_host.vision.plane import Picture
from firmware_host.vision.reading import exposure
from hw.mock.ailing import ailing, smeared
from hw.mock.look import Floor, wild
from hw.mock.look import Look as Difficulty
from hw.mock.world import Fault

from .rendering import MS, PROFILE, Table, sample

READER = Reader(load(PROFILE))


def watched(seed: int, fault: Fault, look: Difficulty, seconds: int = 7) -> list[Look]:
    """One look a second at twelve dice, by a camera that is at fault from the third on."""
    table, health = Table.of(READER, seed, 12, look), Health(READER.rim)
    table.at_ns += 3_000 * MS
    looks = []
    for second in range(seconds):
        table.at_ns += 1_000 * MS
        table.frame += 1
        picture = ailing(table.picture(), fault if second > 2 else Fault.NONE)
        look_now = table.tracker.feed(picture, table.at_ns, table.frame)
        looks.append(health.minded(look_now, picture, table.tracker.plane))
    return looks


def seen_through(
    seed: int, dice: int, look: Difficulty, spoil: Callable[[Picture], Picture]
) -> list[Look]:
    """Twenty seconds of a crater in which nothing happens, as a camera tells that is spoilt."""
    table, health = Table.of(READER, seed, dice, look), Health(READER.rim)
    table.at_ns += 3_000 * MS
    looks = []
    for _ in range(40):
        table.at_ns, table.frame = table.at_ns + 500 * MS, table.frame + 1
        picture = spoil(table.picture())
        look_now = table.tracker.feed(picture, table.at_ns, table.frame)
        looks.append(health.minded(look_now, picture, table.tracker.plane))
    return looks


@pytest.mark.parametrize("floor", ["felt", "wood", "cloth"])
@pytest.mark.parametrize(
    ("seed", "dice", "at", "where"),
    [
        (970_021, 0, (0.5, 0.5), "in the middle"),
        (970_022, 0, (0.60, 0.70), "at the bottom"),
        (970_023, 1, (0.40, 0.40), "in the middle"),
    ],
)
def test_grease_before_bare_floor_is_warned_of(
    seed: int, dice: int, at: tuple[float, float], where: str, floor: Floor
) -> None:
    look = Difficulty(glare=0.0, floor=floor)
    looks = seen_through(seed, dice, look, lambda p: smeared(p, at, 0.17))
    assert looks[2].warnings == ()
    assert looks[-1].warnings == (f"smeared {where}",)


@pytest.mark.parametrize("seed", range(970_031, 970_037))
def test_a_clean_lens_is_told_to_be_greasy_on_no_floor_in_no_light(seed: int) -> None:
    looks = seen_through(seed, seed % 3, replace(wild(seed), shake_px=0.0), lambda p: p)
    assert not any(w.startswith("smeared") for look in looks for w in look.warnings)


@pytest.mark.parametrize("hard", [1.0, 1.6])
@pytest.mark.parametrize("seed", [970_001, 970_002, 970_003])
def test_good_pictures_are_not_complained_about(seed: int, hard: float) -> None:
    looks = watched(seed, Fault.NONE, Difficulty(hard=hard, glare=0.25, jpeg=75))
    assert {(look.trouble, look.warnings) for look in looks} == {("", ())}


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (Fault.BLURRED, "blurred"),
        (Fault.SMEARED, "smeared at the top on the left"),
        (Fault.DIM, "dim"),
        (Fault.MOVED, "moved"),
    ],
)
@pytest.mark.parametrize("seed", [970_001, 970_004])
def test_what_makes_reading_hard_is_warned_of(seed: int, fault: Fault, code: str) -> None:
    looks = watched(seed, fault, Difficulty(glare=0.0), 20)
    assert looks[2].warnings == ()
    assert code in looks[-1].warnings
    assert not looks[-1].trouble


def test_a_moved_camera_is_told_for_a_while_and_then_belongs_where_it_is() -> None:
    looks = watched(970_005, Fault.MOVED, Difficulty(glare=0.0), 32)
    moved = [i for i, look in enumerate(looks) if "moved" in look.warnings]
    assert moved == list(range(moved[0], moved[0] + 21))


def test_too_much_light_is_the_reason_where_marks_are_drowned_in_it() -> None:
    looks = watched(970_001, Fault.WHITE, Difficulty(glare=0.0), 12)
    assert looks[-1].trouble == "overexposed"


def test_a_lamp_mirrored_in_the_crater_is_warned_of() -> None:
    table, health = Table.of(READER, 970_006, 3), Health(READER.rim)
    table.rest()
    picture = table.picture()
    cv2.ellipse(picture, (480, 360), (110, 70), 20, 0, 360, (255, 255, 255), -1)
    look = table.tracker.feed(picture, table.at_ns + 1, table.frame + 1)
    assert health.minded(look, picture, table.tracker.plane).warnings == ("reflex",)


def test_a_picture_whose_lower_part_did_not_arrive_is_cut_off() -> None:
    picture, _ = sample(970_007)
    assert not cut_off(picture)
    picture[660:] = (128, 130, 127)
    assert exposure(picture) == "cut"
    white = np.full_like(picture, 255)
    assert exposure(white) == "overexposed"
    assert exposure(white * 0) == "dark"


def test_every_code_has_a_sentence_with_what_to_do() -> None:
    for code, sentence in ailments.SAYS.items():
        assert ailments.says(code)
        assert any(end in sentence for end in (". ", "? "))
    assert ailments.says("smeared on the left").startswith("it is blurred on the left, and sharp")
    assert ailments.says("unheard of") == "unheard of"


def test_nothing_is_said_of_a_look_while_no_tray_is_known() -> None:
    picture, _ = sample(970_007)
    look = Look(0, 0, tray=Tray.EMPTY, dice=())
    assert Health(READER.rim).minded(look, picture, None) == look
