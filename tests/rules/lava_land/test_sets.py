"""What three dice make due."""

from __future__ import annotations

import pytest

from firmware_host.rules.lava_land.box import Face
from firmware_host.rules.lava_land.dice import DICE
from firmware_host.rules.lava_land.events import Cause
from firmware_host.rules.lava_land.sets import read

from .sitting import Sitting


@pytest.mark.parametrize(
    ("faces", "due"),
    [
        ("Yb Yb Yb", "bonus trick"),
        ("Yb Yb Rb", "bonus"),
        ("Yb Rb Bb", "bonus trap"),
        ("Yb Yb Yt", "bonus trick"),
        ("Yb Yb Rt", "bonus"),
        ("Yb Rb Bt", "bonus trap"),
        ("Yb Yt Yf", "trap trick"),
        ("Yb Yt Rf", "trap"),
        ("Yb Rt Bf", "trap"),
    ],
)
def test_symbols_and_colours_together_say_what_is_due(faces: str, due: str) -> None:
    """LL-31, LL-32: every field of the table."""
    assert " ".join(read(tuple(DICE[Face(face)] for face in faces.split())).due) == due


def test_a_triple_is_no_pair() -> None:
    """LL-31, LL-A06: three feet are three steps, and two cannot be chosen instead."""
    sitting = Sitting(dice="A: Yf Yf Bf").play("A go")
    assert (sitting["A"], sitting["now"]) == ("8/3/3", "go B")
    assert sitting.told[0] == "A bonus foot_triple"


def test_the_cause_of_a_trap_is_told() -> None:
    """LL-42."""
    causes = {"Yb Yt Rf": Cause.SYMBOLS, "Yb Rb Bt": Cause.COLOURS, "Yb Rt Bf": Cause.BOTH}
    for faces, cause in causes.items():
        assert read(tuple(DICE[Face(face)] for face in faces.split())).cause is cause


def test_a_seat_whose_dice_nobody_named_has_nothing_due() -> None:
    assert read(()).due == ()
    assert Sitting(dice="").play("A go")["now"] == "go B"
