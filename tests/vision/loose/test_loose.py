"""Symbol dice on any ground: made-up ones, and real photographs where they are at hand."""

from __future__ import annotations

import json
import os
from itertools import product
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware_host.daemon.verbs.dice import main
from firmware_host.vision.loose import finder
from firmware_host.vision.loose.reader import Known, LooseReader
from firmware_host.vision.plane import Picture
from firmware_host.vision.teach import CannotTeach
from hw.mock.paint.glyphs import glyph
from hw.mock.paint.optics import Array

PHOTOGRAPHS = Path(os.environ.get("TABLE_DICE_PHOTOS", "nowhere"))
SERIES = "TylerHelmuth__"
SHOWS = {
    "black-failure": "failure",
    "blue-advantage": "advantage",
    "despair": "despair",
    "green-success": "success",
    "purple-threat": "threat",
    "red-threat": "threat",
    "yellow-success": "success",
}
RED, WHITE, GREEN, BLACK = (40, 30, 190), (225, 225, 215), (80, 170, 30), (25, 25, 28)


@pytest.fixture(scope="module")
def reader() -> LooseReader:
    return LooseReader()


def ground(seed: int) -> Array:
    """Brown wood, with a shadow across half of it."""
    luck = np.random.default_rng(seed)
    grain = cv2.resize(luck.standard_normal((90, 8), np.float32), (640, 480))[..., None]
    wood = np.array((48.0, 66.0, 92.0), np.float32) * (1 + 0.08 * grain)
    wood[:, 400:] *= 0.55
    return np.asarray(wood + luck.normal(0, 2.0, wood.shape), np.float32)


def laid(picture: Array, symbol: str, at: tuple[int, int], body: object, ink: object) -> None:
    """Draw a six-sided thing with *symbol* on it at *at*, turned by where it lies."""
    turn = np.radians(np.arange(0, 360, 60) + at[0])
    corners = np.stack([at[0] + 62 * np.cos(turn), at[1] + 62 * np.sin(turn)], 1)
    cv2.fillPoly(picture, [corners.astype(np.int32)], body)  # type: ignore[call-overload]
    size = 70
    spin = cv2.getRotationMatrix2D((size / 2, size / 2), float(at[1]), 0.85)
    cover = cv2.warpAffine(glyph(symbol, size), spin, (size, size))[..., None]
    part = picture[at[1] - 35 : at[1] + 35, at[0] - 35 : at[0] + 35]
    part[:] = part * (1 - cover) + np.array(ink, np.float32) * cover


def photograph(seed: int, *dice: tuple[str, tuple[int, int], object, object]) -> Picture:
    picture = ground(seed)
    for die in dice:
        laid(picture, *die)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8).clip(0, 255), np.uint8)


@pytest.fixture(scope="module")
def known(reader: LooseReader) -> Known:
    shots = [(s, photograph(i, (s, (220, 200), RED, WHITE))) for i, s in enumerate("btfl")]
    return reader.teach(shots)


def test_a_symbol_taught_on_one_body_is_read_on_others(reader: LooseReader, known: Known) -> None:
    picture = photograph(
        9,
        ("f", (130, 120), GREEN, BLACK),
        ("t", (330, 170), BLACK, WHITE),
        ("b", (520, 330), WHITE, BLACK),  # in the shadow
    )
    dice = reader.read(picture, known)
    assert [d.symbol for d in dice] == ["f", "t", "b"]
    assert sum(d.sure for d in dice) >= 2
    assert np.hypot(dice[0].x_px - 130, dice[0].y_px - 120) < 4


def test_a_face_without_a_symbol_is_asked_about(reader: LooseReader, known: Known) -> None:
    picture = photograph(9, ("f", (200, 200), GREEN, GREEN))
    (die,) = reader.read(picture, known)
    assert (die.symbol, die.sure, die.why) == ("", False, "blank")


def test_a_symbol_never_taught_is_asked_about(reader: LooseReader) -> None:
    known = reader.teach([(s, photograph(1, (s, (220, 200), RED, WHITE))) for s in "bl"])
    (die,) = reader.read(photograph(9, ("t", (200, 200), GREEN, BLACK)), known)
    assert not die.sure


def test_bare_ground_shows_no_die(known: Known) -> None:
    assert finder.find(photograph(9)) == ()


def test_teaching_wants_one_die_with_a_symbol(reader: LooseReader) -> None:
    with pytest.raises(CannotTeach, match="0 dice"):
        reader.teach([("b", photograph(2))])
    with pytest.raises(CannotTeach, match="no symbol"):
        reader.teach([("b", photograph(2, ("b", (200, 200), RED, RED)))])
    with pytest.raises(CannotTeach, match="nothing"):
        reader.teach([])


def test_the_verb_teaches_and_reads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in "bl":
        shot = photograph(3, (name, (220, 200), RED, WHITE))
        cv2.imwrite(str(tmp_path / f"{name}.png"), shot)
    cv2.imwrite(str(tmp_path / "x.png"), photograph(4, ("l", (200, 220), GREEN, BLACK)))
    taught = [f"{name}={tmp_path / name}.png" for name in "bl"]
    assert main(["loose", str(tmp_path / "x.png"), "--json", "--teach", *taught]) == 0
    assert [d["symbol"] for d in json.loads(capsys.readouterr().out)["dice"]] == ["l"]
    assert main(["loose", str(tmp_path / "none.png"), "--teach", *taught]) == 2


@pytest.mark.skipif(
    not list(PHOTOGRAPHS.glob(f"{SERIES}*")),
    reason="TABLE_DICE_PHOTOS names no folder with these photographs",
)
@pytest.mark.parametrize(
    "shots", [*product(("green-success", "yellow-success"), ("purple-threat", "red-threat"))]
)
def test_real_symbol_dice_are_right_or_asked(reader: LooseReader, shots: tuple[str, str]) -> None:
    pictures = {
        name: np.asarray(cv2.imread(str(PHOTOGRAPHS / f"{SERIES}{name}.jpg")), np.uint8)
        for name in SHOWS
    }
    known = reader.teach([(SHOWS[name], pictures[name]) for name in shots])
    right = 0
    for name in sorted(set(SHOWS) - set(shots)):
        (die,) = reader.read(pictures[name], known)
        assert not die.sure or die.symbol == SHOWS[name], name
        right += die.sure
    assert right == 2  # the other success and the other threat; what was not taught is asked about
