"""The schema and the reader agree: on every shipped file, and on what is no scenario."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from firmware_host.daemon.scenarios import gathered, play
from firmware_host.session import scenario_reading as reading
from firmware_host.session.scenario import Malformed
from tests.daemon.test_scenario_errors import HEAD, WRONG

FOLDER = Path(__file__).parent
DOCS = FOLDER.parent.parent / "docs"
SCHEMA: dict[str, Any] = json.loads((DOCS / "scenario.schema.json").read_text())
CHECK = jsonschema.Draft202012Validator(SCHEMA)


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("file", gathered([FOLDER]), ids=lambda f: f.stem)
def test_a_shipped_scenario_is_as_the_schema_says(file: Path) -> None:
    CHECK.validate(tomllib.loads(file.read_text()))


@pytest.mark.parametrize("rest", WRONG)
def test_what_the_reader_refuses_the_schema_refuses(rest: str) -> None:
    document = tomllib.loads(HEAD + rest)
    try:
        reading.scenario(document)
    except Malformed:
        assert not CHECK.is_valid(document)
    else:  # what is wrong with it only the game can tell
        assert CHECK.is_valid(document)


def test_the_schema_has_the_keys_that_are_read_and_no_others() -> None:
    definitions = SCHEMA["$defs"]
    steps = [step.get("properties", {}) for step in definitions["step"]["oneOf"]]
    assert set(SCHEMA["properties"]) == set(reading.SCENARIO_KEYS)
    assert set(definitions["asks"]["properties"]) == set(reading.ASKS_KEYS)
    assert set(SCHEMA["properties"]["over"]["properties"]) == set(reading.OVER_KEYS)
    assert [tuple(step) for step in steps if step] == list(reading.STEP_KEYS)


def test_every_key_is_explained_to_people() -> None:
    page = (DOCS / "scenarios.md").read_text()
    keys = {*reading.SCENARIO_KEYS, *reading.USUAL_KEYS, *reading.ASKS_KEYS, *reading.OVER_KEYS}
    keys |= {key for keys in reading.STEP_KEYS for key in keys}
    assert sorted(key for key in keys if f"`{key}`" not in page) == []


def test_the_examples_of_the_page_are_true(tmp_path: Path) -> None:
    page = (DOCS / "scenarios.md").read_text()
    examples = [part.partition("```")[0] for part in page.split("```toml\n")[1:]]
    whole = [text for text in examples if text.startswith("id = ")]
    assert len(whole) >= 2
    for i, text in enumerate(whole):
        file = tmp_path / f"{i}.toml"
        file.write_text(text)
        done = play(file)
        assert done.outcome.passed, done.outcome.differences
