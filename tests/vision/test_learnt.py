"""What people were asked about helps with dice that look the same, and can make nothing worse."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from firmware_host.vision import Reader, load, marks, symbols
from firmware_host.vision.embedding import Embedding
from firmware_host.vision.learnt import ASKED_FOR, MOST, NEEDED, Learnt
from firmware_host.vision.plane import Picture
from hw.mock import labelled, throwing
from hw.mock.crater import Crater
from hw.mock.look import Look
from hw.mock.world import Odds, World, fresh

from .rendering import MS, PROFILE, sample

BASE = load(PROFILE)
EMBEDDING = Embedding()
BLURRED = Look(hard=1.6, glare=0.3, blur_px=2.2)
"""So bad a lens that a fifth of all dice is asked about."""


def face_of(seed: int) -> tuple[Picture, str, str]:
    """Some die's face, and what it shows."""
    picture, dice = sample(seed)
    plane = marks.find(picture, BASE.tray)
    assert plane is not None
    reader = Reader(BASE, EMBEDDING)
    die = reader.read(picture).dice[0]
    true = min(dice, key=lambda d: float(np.hypot(d["x_mm"] - die.x_mm, d["y_mm"] - die.y_mm)))
    return symbols.cut(picture, plane, die.square), str(true["colour"]), str(true["symbol"])


def throws(seed: int, count: int) -> Iterator[tuple[Picture, World]]:
    """One table with a bad lens, and throw after throw."""
    world = fresh(seed, labelled.FACES, 5, Odds(0.0, 0.0, 0.3), BLURRED)
    crater = Crater(world)
    for i in range(count):
        world = throwing.thrown(world, 0, 10.0 * i, i * 10_000 * MS)
        picture: Picture = crater.picture(world, (i * 10_000 + 9_000) * MS, i)
        yield picture, world


def evening(
    seed: int, folder: Path, answer: Callable[[str, str], str | None], count: int = 14
) -> tuple[int, int]:
    """Dice asked about, and silently wrong, where people *answer* (true symbol, first guess)."""
    learnt = Learnt(folder, BASE, EMBEDDING)
    reader = Reader(BASE, EMBEDDING, learnt)
    asked = wrong = 0
    for picture, world in throws(seed, count):
        reading = reader.read(picture)
        assert reading.plane is not None
        for die in reading.dice:
            near = min(
                world.lying(),
                key=lambda d, die=die: np.hypot(d.rest.x_mm - die.x_mm, d.rest.y_mm - die.y_mm),  # type: ignore[misc]
            )
            if die.sure:
                wrong += die.colour + die.symbol != near.face
                continue
            asked += 1
            said = answer(near.face[1:], die.symbol)
            if said is not None and die.why in ASKED_FOR:
                face = symbols.cut(picture, reading.plane, die.square)
                learnt.told(face, die.colour, said)
    return asked, wrong


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_answers_spare_questions_and_no_answer_makes_a_die_silently_wrong(tmp_path: Path) -> None:
    luck = random.Random(8)
    before = [evening(seed, tmp_path / "none", lambda true, guess: None) for seed in (701, 704)]
    right = [evening(s, tmp_path / f"right {s}", lambda true, guess: true) for s in (701, 704)]
    odd = [
        evening(s, tmp_path / f"odd {s}", lambda true, guess: luck.choice("bftl")) for s in (701,)
    ]
    lazy = [evening(s, tmp_path / f"lazy {s}", lambda true, guess: guess) for s in (704,)]
    assert sum(asked for asked, _ in right) < sum(asked for asked, _ in before)
    assert sum(wrong for _, wrong in [*before, *right, *odd, *lazy]) == 0


def test_what_people_said_is_believed_until_they_say_something_else(tmp_path: Path) -> None:
    face, colour, symbol = face_of(991_001)
    learnt = Learnt(tmp_path, BASE, EMBEDDING)
    index = BASE.symbols.index(symbol)
    ahead = np.where(np.arange(len(BASE.symbols)) == index, 0.6, 0.1).astype(np.float32)
    for count in range(NEEDED):
        assert not learnt.confirms(face, colour, symbol, ahead), count
        assert learnt.told(face, colour, symbol)
    assert learnt.confirms(face, colour, symbol, ahead)
    assert not learnt.confirms(face, colour, symbol, ahead * 0.0)  # its own guess is no guess
    other = next(s for s in BASE.symbols if s != symbol)
    learnt.told(face, colour, other)
    assert not learnt.confirms(face, colour, symbol, ahead)


def test_shots_are_kept_over_an_evening_and_only_so_many(tmp_path: Path) -> None:
    face, colour, symbol = face_of(991_002)
    learnt = Learnt(tmp_path / "asked", BASE, EMBEDDING)
    for _ in range(MOST + 5):
        learnt.told(face, colour, symbol)
    assert len(learnt) == len([*(tmp_path / "asked").iterdir()]) == MOST
    (tmp_path / "asked" / "000099_Yb.png").write_bytes(b"broken")
    (tmp_path / "asked" / "notes.txt").write_text("mine")
    again = Learnt(tmp_path / "asked", BASE, EMBEDDING)
    assert len(again) == MOST
    ahead = np.array([0.6 if s == symbol else 0.0 for s in BASE.symbols], np.float32)
    assert again.confirms(face, colour, symbol, ahead)


def test_dice_this_profile_does_not_know_are_not_learnt(tmp_path: Path) -> None:
    face, colour, _ = face_of(991_002)
    learnt = Learnt(tmp_path / "asked", BASE, EMBEDDING)
    assert not learnt.told(face, colour, "sun")
    assert not learnt.told(face, "W", "b")
    assert not (tmp_path / "asked").exists()
    one = replace(BASE, symbols=("b",), space=BASE.space)
    assert not Learnt(tmp_path / "asked", one, EMBEDDING).told(face, colour, "f")
