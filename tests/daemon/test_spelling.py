"""Faces in a teaching session may be told in words, in full or cut short."""

from __future__ import annotations

import tomllib

import pytest

from firmware_host.daemon.places import config_folder
from firmware_host.daemon.verbs.dice.spelling import Unclear, faces, spelled
from firmware_host.table.texts import Texts
from firmware_host.vision import kinds

SAY = Texts(tomllib.loads((config_folder() / "texts" / "en.toml").read_text())).say
FACES = [c + s for c in "YRB" for s in "btfl"]


@pytest.mark.parametrize(
    ("said", "face"),
    [
        ("Yb", "Yb"),
        ("yb", "Yb"),
        ("y b", "Yb"),
        ("yellow banana", "Yb"),
        ("Yellow  Banana", "Yb"),
        ("yel ban", "Yb"),
        ("red bo", "Rl"),
        ("b f", "Bf"),
        ("blue treas", "Bt"),
    ],
)
def test_a_face_is_told_in_words_in_full_or_cut_short(said: str, face: str) -> None:
    assert spelled(f"is 3 {said}", FACES, SAY) == f"is 3 {face}"


def test_of_one_colour_alone_the_symbol_is_enough() -> None:
    assert spelled("is 3,4 foot", ["Rf", "Rb"], SAY) == "is 3,4 Rf"


@pytest.mark.parametrize("said", ["banana", "blue", "blue b", "red b"])
def test_what_may_be_several_faces_is_said_to_be(said: str) -> None:
    colour = {"banana": ""}.get(said, said[0].upper())
    with pytest.raises(Unclear, match=f"{colour}b") as wrong:
        spelled(f"is 3 {said}", FACES, SAY)
    assert "write more of it" in str(wrong.value)


@pytest.mark.parametrize("typed", ["go", "not 3", "is 3 W6", "is 3 green banana", "is 3", "is"])
def test_all_else_is_left_to_the_session(typed: str) -> None:
    assert spelled(typed, FACES, SAY) == typed


def test_without_faces_named_those_of_the_profile_may_be_told() -> None:
    base = kinds.load(config_folder() / "dice" / "lava_land")
    assert sorted(faces(base, ())) == sorted(FACES)
    assert faces(base, ("W6",)) == ("W6",)
