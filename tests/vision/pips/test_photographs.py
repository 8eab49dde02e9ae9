"""Labelled folders of photographs are read and scored per series."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from firmware_host.vision.facts import Guess
from firmware_host.vision.labels import BadLabels
from firmware_host.vision.pips.die import PipDie
from firmware_host.vision.pips.photographs import Photograph, Tally, read, tally


def die(symbol: str, sure: bool = True) -> PipDie:
    return PipDie(0, 0, 9, "red", (Guess(symbol, 0.9),), np.zeros((0, 2), np.float32), sure)


def table(folder: Path, text: str, name: str = "labels.csv") -> Path:
    (folder / name).write_text(text)
    return folder / name


def test_a_series_is_the_repository_or_what_the_name_begins_with(tmp_path: Path) -> None:
    table(tmp_path, "file,values,repo\nann__1.jpg,6;1,\nbob__2.jpg,3,b/dice\n")
    first, second = read(tmp_path)
    assert (first.series, first.values, first.of_pips) == ("ann", ("1", "6"), True)
    assert (second.series, second.values) == ("b/dice", ("3",))


def test_corrections_are_believed_before_labels(tmp_path: Path) -> None:
    table(tmp_path, "file,values\na.jpg,1;2\nb.jpg,3\n")
    mended = table(tmp_path, "file,values\na.jpg,1;2;4\n", "mended.csv")
    assert [p.values for p in read(tmp_path, mended)] == [("1", "2", "4"), ("3",)]


def test_signs_and_words_are_no_pips() -> None:
    assert not Photograph(Path("a"), "s", ("+", "-")).of_pips


@pytest.mark.parametrize(
    ("text", "says"), [("name,dice\na,1\n", r"labels.csv:2: no file"), ("file,values\n,1\n", ":2:")]
)
def test_a_table_that_cannot_be_used_is_named_with_its_line(
    tmp_path: Path, text: str, says: str
) -> None:
    table(tmp_path, text)
    with pytest.raises(BadLabels, match=says):
        read(tmp_path)


def test_a_folder_without_a_table_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadLabels, match=r"labels\.csv"):
        read(tmp_path)


TWO = Photograph(Path("a"), "s", ("1", "6"))


@pytest.mark.parametrize(
    ("dice", "score"),
    [
        ([die("6"), die("1")], Tally(1, 1, 0, 2, 2, 2, 0, 0)),
        ([die("6"), die("2")], Tally(1, 0, 1, 2, 2, 1, 0, 1)),
        ([die("6"), die("2", sure=False)], Tally(1, 0, 0, 2, 2, 1, 1, 0)),
        ([die("6")], Tally(1, 0, 1, 2, 1, 1, 0, 0)),
        ([die("6"), die("1"), die("1")], Tally(1, 0, 1, 2, 3, 2, 0, 1)),
    ],
    ids=["exact", "silently wrong", "asked", "missed", "one too many"],
)
def test_a_photograph_is_scored_by_its_multiset(dice: list[PipDie], score: Tally) -> None:
    assert tally(TWO, dice) == score


def test_scores_add_up() -> None:
    assert Tally(1, 1, 0, 2, 2, 2, 0, 0) + Tally(1, 0, 1, 3, 2, 1, 1, 1) == Tally(
        2, 1, 1, 5, 4, 3, 1, 1
    )
