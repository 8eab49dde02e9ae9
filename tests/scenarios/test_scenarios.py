"""Every scenario file is true, and none is true whatever happens."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from firmware_host.daemon.errors import ConfigError
from firmware_host.daemon.scenario_telling import readable
from firmware_host.daemon.scenarios import Source, gathered, play, played

from .changes import changes, forgets

FOLDER = Path(__file__).parent
FILES = gathered([FOLDER])
LAVA_LAND = tuple(f for f in FILES if f.parent.name == "lava_land")

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


def test_an_id_of_lava_land_names_its_file() -> None:
    for file in LAVA_LAND:
        assert document(file)["id"] == f"LL-{file.stem}"


def test_all_worked_examples_of_the_specification_are_there() -> None:
    stems = {file.stem for file in LAVA_LAND}
    examples = {f"T{n:02}" for n in range(1, 42)} - {"T36"} | {"T36i", "T36ii"}
    assert sorted(examples - stems) == []


def still_true(file: Path, changed: dict[str, Any]) -> bool:
    try:
        return played(Source(file, ""), changed).outcome.passed
    except ConfigError:
        return False


@every_file
def test_a_scenario_that_expects_something_else_is_not_true(file: Path) -> None:
    told = document(file)
    assert [path for path, changed in changes(told) if still_true(file, changed)] == []


@every_file
def test_a_scenario_that_forgets_what_changed_is_not_true(file: Path) -> None:
    told = document(file)
    outcome = play(file).outcome
    for key, line in outcome.after.items():
        # The deck is what is nowhere else, so it need not be told.
        if key in told.get("then", {}) and key != "deck" and outcome.before[key] != line:
            assert not still_true(file, forgets(told, key)), key
