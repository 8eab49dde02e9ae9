"""Every scenario file is true, and none is true whatever happens."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from firmware_host.daemon.errors import ConfigError
from firmware_host.daemon.scenario_telling import readable
from firmware_host.daemon.scenarios import Source, gathered, play, played
from firmware_host.rules.catalog import GAMES

from .changes import changes, forgets

FOLDER = Path(__file__).parent
FILES = gathered([FOLDER])
LETTERS = {
    "lava_land": "LL",
    "table_is_lava": "TL",
    "lost_island": "LI",
    "oh_no_volcano": "OV",
}
"""How the rules of each game are numbered."""
EXAMPLES = {
    "lava_land": {f"T{n:02}" for n in range(1, 42)} - {"T36"} | {"T36i", "T36ii"},
    "table_is_lava": {f"T{n:02}" for n in range(1, 16)},
    "lost_island": {f"T{n:02}" for n in range(1, 25)},
    "oh_no_volcano": {f"T{n:02}" for n in range(1, 19)},
}
"""The worked examples of each specification."""
PILES = ("deck", "pile")
every_game = pytest.mark.parametrize("game", LETTERS)


def of_game(game: str) -> list[Path]:
    return [file for file in FILES if file.parent.name == game]


every_file = pytest.mark.parametrize(
    "file", FILES, ids=lambda f: f.relative_to(FOLDER).with_suffix("").as_posix()
)


def document(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text())


@every_file
def test_it_is_as_the_scenario_says(file: Path) -> None:
    done = play(file)
    assert done.outcome.passed, "\n".join([done.scenario.says, *readable(done)])


@every_file
def test_a_scenario_says_in_a_sentence_which_rules_it_is_about(file: Path) -> None:
    scenario = play(file).scenario
    assert scenario.says.endswith(".")
    assert scenario.rules


def test_no_two_scenarios_have_the_same_id() -> None:
    ids = [document(file)["id"] for file in FILES]
    assert sorted(ids) == sorted(set(ids))


@every_game
def test_an_id_names_its_game_and_file(game: str) -> None:
    for file in of_game(game):
        assert document(file)["id"] == f"{LETTERS[game]}-{file.stem}"


@every_game
def test_all_worked_examples_of_the_specification_are_there(game: str) -> None:
    stems = {file.stem for file in of_game(game)}
    assert sorted(EXAMPLES[game] - stems) == []


def test_every_game_of_the_catalogue_has_scenarios() -> None:
    assert set(LETTERS) == set(GAMES)


def still_true(file: Path, changed: dict[str, Any]) -> bool:
    try:
        return played(Source(file, ""), changed).outcome.passed
    except ConfigError:
        return False


@every_file
def test_a_scenario_that_expects_something_else_is_not_true(file: Path) -> None:
    told = document(file)
    others = changes(told, file.parent.name)
    assert [path for path, changed in others if still_true(file, changed)] == []


@every_file
def test_a_scenario_that_forgets_what_changed_is_not_true(file: Path) -> None:
    told = document(file)
    outcome = play(file).outcome
    for key, line in outcome.after.items():
        # What is nowhere else need not be told.
        if key in told.get("then", {}) and key not in PILES and outcome.before[key] != line:
            assert not still_true(file, forgets(told, key)), key
