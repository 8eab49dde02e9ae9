"""What the bed holds presses against: a journal as it should be, and one that lost something."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from firmware_host.daemon.settings import house
from firmware_host.rules.kernel import Decision, Seat, Setup
from firmware_host.session.journal import Journal
from firmware_host.session.match import Match
from firmware_host.session.tale import Told
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.reading import Pace
from tests.bed.guest.replugging import _labels, lost
from tests.bed.guest.whole import table_file

SEATS, SEED = 3, "replugging"


def played(files: house.Files) -> tuple[list[Told], list[str]]:
    """A game by luck, put right now and then: its lines, and what was pressed for them."""
    game, luck = files.box.game, random.Random(SEED)
    match, tale, taken = Match.begin(game, Setup(SEATS, files.box.box), SEED), list[Told](), []
    reader = DRESSINGS[game.name].reader({}, Pace())
    while isinstance(match.pending, Decision) and len(tale) < 400:
        wrong = [c for i in range(SEATS) for c in reader.corrections(match.state, Seat(i))]
        silence = match.pending.lapse
        silent = silence is not None and luck.random() < 0.5
        if wrong and not silent and luck.random() < 0.1:
            one = luck.choice(wrong)
            after = match.put(dict(one.lines), one.reason, len(tale))
        else:
            answer = match.lucky() or luck.choice(match.pending.options)
            answer = silence.answer if silent and silence is not None else answer
            after = match.answered(answer, len(tale))
        assert after.entry is not None
        labels = sorted(_labels(match, after.entry, files))
        if labels and not silent:
            taken.append(luck.choice(labels))
        tale.append(after.entry)
        match = after
    return tale, taken


@pytest.fixture
def table(tmp_path: Path) -> tuple[Path, list[str]]:
    """A table's file, in whose journal a game is, and what was pressed."""
    file = table_file(tmp_path)
    files = house.read(file)
    tale, taken = played(files)
    journal = Journal(tmp_path / "bed.journal", lambda: "")
    game = files.box.game
    match = journal.begin(game.name, game.version, range(SEATS), SEED, files.box.text)
    journal.append(match, tale)
    journal.close()
    return file, taken


def test_a_journal_in_which_all_is_that_was_pressed(table: tuple[Path, list[str]]) -> None:
    file, taken = table
    assert len(taken) > 50
    assert lost(file, taken) == ""


def test_a_press_that_was_lost_or_doubled_is_told(table: tuple[Path, list[str]]) -> None:
    file, taken = table
    assert lost(file, [*taken, "Push"]) == "pressed and not in the journal: ['Push']"
    unlike = next(i for i in range(1, len(taken)) if taken[i] != taken[i - 1])
    assert lost(file, [*taken[:unlike], "Never", *taken[unlike:]])
    assert "nobody pressed" in lost(file, taken[:-8])
