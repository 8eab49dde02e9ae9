"""``docs/rules/lava_land.md`` is complete."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware_host.rules.kernel import Event
from firmware_host.rules.lava_land import events
from firmware_host.rules.lava_land.box import KINDS
from firmware_host.rules.lava_land.boxes import KEYS, TABLES
from firmware_host.rules.lava_land.refusals import CODES
from firmware_host.rules.lava_land.spelling import VERBS
from firmware_host.rules.lava_land.words import TOPICS

ROOT = Path(__file__).parents[3]
DOC = (ROOT / "docs" / "rules" / "lava_land.md").read_text()
CONFIG = (ROOT / "config" / "games" / "lava_land.toml").read_text()
EVENTS = [
    kind
    for kind in vars(events).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
]


def in_code(word: str) -> bool:
    """Whether *word* stands in a code span of the page."""
    return any(word in re.split(r"[ ,]", span) for span in re.findall(r"`([^`]+)`", DOC))


@pytest.mark.parametrize("word", [*VERBS, *TOPICS.values(), *KINDS])
def test_every_answer_question_and_card_is_explained(word: str) -> None:
    assert in_code(word)


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_is_explained_as_it_is_in_the_code(code: str) -> None:
    assert f"| `{code}` | {CODES[code]} |" in DOC


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_is_explained(kind: type[Event]) -> None:
    assert in_code(kind.__name__.lower())


@pytest.mark.parametrize("key", [*KEYS, *TABLES, *(k for keys in TABLES.values() for k in keys)])
def test_every_key_is_in_the_shipped_box(key: str) -> None:
    if key != "deck_size":  # only for those who mean another number
        assert re.search(rf"^(\[\[?)?{key}\]?", CONFIG, re.MULTILINE)


def test_house_rules_and_their_defaults_are_in_the_rulings() -> None:
    for line in CONFIG.splitlines():
        if found := re.match(r"(\w+) = (\S+) .*(LL-A\d\d)", line):
            key, value, ruling = found.groups()
            row = next(row for row in DOC.splitlines() if row.startswith(f"| {ruling} "))
            assert f"`{key}`" in row
            assert value.strip('"') in row
