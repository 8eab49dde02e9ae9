"""Labelled folders of photographs are read and scored per series."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from firmware_host.vision.facts import Guess
from firmware_host.vision.labels import BadLabels
from firmware_host.vision.pips.die import PipDie
from firmware_host.vision.pips.photographs import Photograph, Tally, read, remarks, tally


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
    ("text", "says"),
    [
        ("name,dice\na,1\n", r"labels.csv:1: no column file and no column values; .*file,values"),
        ("file;values\na;1\n", "labels.csv:1: the columns are not separated by commas"),
        ("file,values,file\na,1,b\n", "labels.csv:1: column file twice"),
        ("file,values\n,1\n", "labels.csv:2: file: empty: write the name of a picture"),
        ("file,values\na\n", "labels.csv:2: values: missing; write .*such as 1;3;6"),
        ("file,values\na,1;7\n", "labels.csv:2: values: '7' is not 1 to 6: write"),
        ("file,values\na,1;red\n", "labels.csv:2: values: 'red' is not 1 to 6: write"),
        ('file,values\na,"1,2"\n', "labels.csv:2: values: '1,2' is not 1 to 6: write"),
        ("file,values\na,136\n", "labels.csv:2: values: '136' is not 1 to 6: write"),
        ("file,values\na,1;;2\n", "labels.csv:2: values: '1;;2' lacks a value"),
        ("file,values\na,1,2\n", "labels.csv:2: 3 cells, but .* values: write"),
        ("file,values\nb,1\n\na,1\na,2\n", "labels.csv:5: file: a stands in line 4 already"),
        ('file,values\n"a,1\n', "labels.csv:2: .* quotation mark"),
        ("file,values\n", "labels.csv: no pictures: write a line for each"),
        ("", "labels.csv: empty; the first line must name"),
    ],
)
def test_a_table_that_cannot_be_used_is_named_with_line_and_column_and_what_to_write(
    tmp_path: Path, text: str, says: str
) -> None:
    table(tmp_path, text)
    with pytest.raises(BadLabels, match=says):
        read(tmp_path)


def test_all_mistakes_of_a_table_are_told_at_once_and_no_more_than_can_be_read(
    tmp_path: Path,
) -> None:
    table(tmp_path, "file,values\n" + "".join(f"{k}.jpg,{k}\n" for k in range(40, 60)))
    with pytest.raises(BadLabels) as told:
        read(tmp_path)
    lines = str(told.value).splitlines()
    assert [line.split(":")[1] for line in lines[:12]] == [str(k) for k in range(2, 14)]
    assert lines[12].endswith("8 more mistakes")


def test_a_table_as_spreadsheets_write_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "labels.csv").write_bytes("\ufefffile,values\r\n a.jpg ,1; 2\r\n,\r\n".encode())
    (one,) = read(tmp_path)
    assert (one.file.name, one.values, one.line) == ("a.jpg", ("1", "2"), 2)


def test_a_table_of_another_encoding_is_named(tmp_path: Path) -> None:
    (tmp_path / "labels.csv").write_bytes("file,values\nwürfel.jpg,1\n".encode("latin-1"))
    with pytest.raises(BadLabels, match="save it as CSV in UTF-8"):
        read(tmp_path)


def test_what_may_be_forgotten_is_told_and_refuses_nothing(tmp_path: Path) -> None:
    table(tmp_path, "file,n_dice,values\na.jpg,3,1;2\n")
    mended = table(tmp_path, "file,values\nz.jpg,1\n", "mended.csv")
    for name in ("a.jpg", "b.jpg", "notes.txt"):
        (tmp_path / name).touch()
    count, unknown, forgotten = remarks(tmp_path, mended)
    assert "labels.csv:2: n_dice: 3, but values tells of 2 dice" in count
    assert "mended.csv:2: file: z.jpg is not in" in unknown
    assert forgotten.endswith("for want of a line here: b.jpg")


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
