"""``docs/rules/lost_island.md`` is complete."""

from __future__ import annotations

import random
import re
import tomllib
from pathlib import Path

import pytest

from firmware_host.rules.kernel import Decision, Event, Over
from firmware_host.rules.lost_island import events
from firmware_host.rules.lost_island.asking import TOPICS
from firmware_host.rules.lost_island.box import KINDS, MONSTERS, TOOLS
from firmware_host.rules.lost_island.boxes import KEYS, TABLES
from firmware_host.rules.lost_island.reading import LINES
from firmware_host.rules.lost_island.refusals import CODES
from firmware_host.rules.lost_island.spelling import VERBS

from .sitting import Sitting
from .test_random_games import BOXES, played, somewhere

ROOT = Path(__file__).parents[3]
DOC = (ROOT / "docs" / "rules" / "lost_island.md").read_text()
CONFIG = (ROOT / "config" / "games" / "lost_island.toml").read_text()
EVENTS = [
    kind
    for kind in vars(events).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
]


def in_code(word: str) -> bool:
    """Whether *word* stands in a code span of the page."""
    return any(word in re.split(r"[ ,]", span) for span in re.findall(r"`([^`]+)`", DOC))


@pytest.mark.parametrize("word", [*VERBS, *TOPICS.values(), *KINDS, *MONSTERS, *TOOLS])
def test_every_answer_question_and_piece_is_explained(word: str) -> None:
    assert in_code(word)


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_is_explained_as_it_is_in_the_code(code: str) -> None:
    assert f"| `{code}` | {CODES[code]} |" in DOC


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_is_explained(kind: type[Event]) -> None:
    assert in_code(kind.__name__.lower())


@pytest.mark.parametrize("line", LINES)
def test_every_line_of_a_state_is_explained(line: str) -> None:
    assert line in "BCD" or in_code(line)


@pytest.mark.parametrize("key", [*KEYS, *TABLES, *(k for keys in TABLES.values() for k in keys)])
def test_every_key_is_in_the_shipped_box(key: str) -> None:
    assert re.search(rf"^(\[)?{key}\b", CONFIG, re.MULTILINE)


def test_house_rules_and_their_defaults_are_in_the_rulings() -> None:
    told = 0
    for line in CONFIG.splitlines():
        if found := re.match(r"(\w+) = (\[.*?\]|\S+) .*(LI-A\d\d)", line):
            key, value, ruling = found.groups()
            row = next(row for row in DOC.splitlines() if row.startswith(f"| {ruling} "))
            assert f"`{key}` = " in row, key
            assert value.strip('"') in row
            told += 1
    assert told == 13


def rows() -> dict[str, tuple[str, set[str], set[str]]]:
    """The table of questions: who knows, which answers, what then."""
    part = DOC.partition("### What is asked")[2].partition("###")[0]
    cells = [
        [cell.strip() for cell in row.split(" | ")]
        for row in re.findall(r"^\| (`.*) \|$", part, re.M)
    ]
    return {
        topic.strip("`"): (
            who,
            set(re.findall(r"`(\w+)`", answers)),
            set(re.findall(r"`(\w+)`", then)),
        )
        for topic, who, answers, then in cells
    }


def test_what_happens_in_random_games_is_in_the_table_of_questions() -> None:
    table = rows()
    assert set(table) == set(TOPICS.values()) - {"over"}
    for seed in range(24):
        box = list(BOXES.values())[seed % 3]
        for before, after in played(somewhere(2 + seed % 4, seed, box), random.Random(seed)):
            assert isinstance(before.pending, Decision)
            who, answers, then = table[before.pending.topic]
            assert who == before.pending.source.value
            assert {type(option).__name__.lower() for option in before.pending.options} <= answers
            over = isinstance(after.pending, Over)
            assert ("over" if over else getattr(after.pending, "topic", "")) in then


def scenarios() -> dict[str, tuple[dict[str, str], list[str]]]:
    """Those of the usual box whose steps are answers: their lines, and the answers."""
    found = {}
    for file in sorted((ROOT / "tests" / "scenarios" / "lost_island").glob("*.toml")):
        told = tomllib.loads(file.read_text())
        steps = told.get("steps", [])
        if "box" not in told and steps and all(isinstance(words, str) for words in steps):
            given = {key: str(line) for key, line in told.get("given", {}).items()}
            found[file.stem] = (given, steps)
    return found


@pytest.mark.parametrize("name", scenarios())
def test_what_happens_in_scenarios_is_in_the_table_of_questions(name: str) -> None:
    """So is the end of a game by a hex or a monster, which random games seldom have."""
    table, (given, steps) = rows(), scenarios()[name]
    there = Sitting(**given)
    for words in steps:
        then = table[there.asked.topic][2]
        there.play(words)
        over = isinstance(there.here.pending, Over)
        assert ("over" if over else there.asked.topic) in then, words
