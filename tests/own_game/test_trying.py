"""``./table games --try``: the first thing that is wrong with a game, and what led there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware_host.daemon import places
from firmware_host.daemon.cli import main
from firmware_host.daemon.people.trial import Flaw, Trial
from firmware_host.daemon.settings import boxes, house
from firmware_host.table.catalog import DRESSINGS

from .test_finding import changed


def test_a_game_that_keeps_to_everything_has_no_flaw(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del games
    assert main(["games", "--try", "fumarole", "--games", "3"]) == 0
    assert re.match(r"fumarole: 12 random games without a flaw, \d+ ", capsys.readouterr().out)


@pytest.mark.parametrize("name", ["lava_land", "table_is_lava"])
def test_shipped_games_are_held_to_the_same(name: str, games: Path) -> None:
    del games
    assert main(["games", "--try", name, "--games", "1"]) == 0


FLAWS = {
    "an option spelled twice": (
        "rules.py",
        "(Dare(seat), home)",
        "(home, home)",
        "two answers are spelled 'A home'",
    ),
    "no option": ("rules.py", "(Dare(seat), home), lapse", "(), lapse", "there is no option"),
    "a weight too few": ("rules.py", "(*shows.values(),)", "(1,)", "12 options, but 1 weights"),
    "words that forget": ("words.py", "puffs=puffs", "puffs=0", "read from its words is another"),
    "faults of play": ("words.py", '"over"\n    if len', '"over"\n    if 1 or len', "two play at"),
    "a line that is missing": ("texts/en.toml", "found =", "fund =", "'fumarole.news.found'"),
    "a rule that fails": (
        "rules.py",
        "WORTH.get(symbol, 0)",
        "WORTH[symbol]",
        r"after \d+ answers \(wind \w+, .*\): .*rules\.py:\d+: KeyError",
    ),
    "a ranking without a seat": (
        "rules.py",
        "return Over(ranks, r",
        "return Over(ranks[:1], r",
        "",
    ),
}


@pytest.mark.parametrize("how", FLAWS)
def test_a_flaw_is_told_with_what_led_to_it(
    how: str, games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, old, new, says = FLAWS[how]
    changed(games / "fumarole", file, old, new)
    assert main(["games", "--try", "fumarole", "--games", "3"]) == 1
    said = capsys.readouterr().err
    assert re.match(r"fumarole: \d players, seed 'try/\d+', (at its|after)", said), said
    assert re.search(says or "does not name each seat once", said), said


def test_a_game_that_does_not_end_is_told(adopted: Path) -> None:
    texts = house.texts_of(places.shipped("texts", "en", Path()))
    box = boxes.load(adopted / "box.toml")
    trial = Trial(box.game, DRESSINGS["fumarole"].view, texts, endless=20)
    with pytest.raises(Flaw, match="it still goes on after 20 answers"):
        trial.play(box.box, 3, "s")


def test_a_game_that_is_not_there_cannot_be_tried(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del games
    assert main(["games", "--try", "chess"]) == 64
    assert "it is not among the games at the table: lava_land, " in capsys.readouterr().err
