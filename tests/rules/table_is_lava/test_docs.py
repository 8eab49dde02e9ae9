"""``docs/rules/table_is_lava.md`` is complete, and its table of questions is what play does.

``REGENERATE=1 ./table test tests/rules/table_is_lava/test_docs.py`` writes the table of questions.
"""

from __future__ import annotations

import os
import random
import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from firmware_host.rules.kernel import Decision, Event, Setup, begin
from firmware_host.rules.table_is_lava import events
from firmware_host.rules.table_is_lava.boxes import KEYS, TABLES
from firmware_host.rules.table_is_lava.game import GAME
from firmware_host.rules.table_is_lava.refusals import CODES
from firmware_host.rules.table_is_lava.spelling import VERBS
from firmware_host.rules.table_is_lava.words import TOPICS

from .sitting import BOXES, Here, played

ROOT = Path(__file__).parents[3]
FILE = ROOT / "docs" / "rules" / "table_is_lava.md"
CONFIG = (ROOT / "config" / "games" / "table_is_lava.toml").read_text()
HEADER = "| question | who knows | answers | then |\n|---|---|---|---|\n"
EVENTS = [
    kind
    for kind in vars(events).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
]


def in_code(word: str) -> bool:
    """Whether *word* stands in a code span of the page."""
    return any(word in re.split(r"[ ,]", s) for s in re.findall(r"`([^`]+)`", FILE.read_text()))


@pytest.mark.parametrize("word", [*VERBS, *TOPICS.values()])
def test_every_answer_and_question_is_explained(word: str) -> None:
    assert in_code(word)


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_is_explained_as_it_is_in_the_code(code: str) -> None:
    assert f"| `{code}` | {CODES[code]} |" in FILE.read_text()


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_is_explained(kind: type[Event]) -> None:
    assert in_code(kind.__name__.lower())


@pytest.mark.parametrize("key", [*KEYS, *TABLES, *(k for keys in TABLES.values() for k in keys)])
def test_every_key_is_in_the_shipped_box(key: str) -> None:
    assert re.search(rf"^\[?{key}\]?", CONFIG, re.MULTILINE)


def test_house_rules_and_their_defaults_are_in_the_rulings() -> None:
    found = [re.match(r"(\w+) = (\S+) .*(TL-A\d\d)", line) for line in CONFIG.splitlines()]
    house = [one.groups() for one in found if one]
    assert len(house) == 5
    for key, value, ruling in house:
        row = next(r for r in FILE.read_text().splitlines() if r.startswith(f"| {ruling} "))
        assert f"`{key}`" in row
        assert value.strip('"') in row


@dataclass
class Row:
    """One question: who knows the answer, what it can be, and what is asked next."""

    source: str = ""
    answers: set[str] = field(default_factory=set)
    then: set[str] = field(default_factory=set)


def topic(here: Here) -> str:
    return here.pending.topic if isinstance(here.pending, Decision) else "over"


def seen(games: int) -> dict[str, Row]:
    """What happened in random games."""
    luck, table = random.Random(games), defaultdict[str, Row](Row)
    for n in range(games):
        box = list(BOXES.values())[n % len(BOXES)]
        before: Here | None = None
        for here in played(begin(GAME, Setup(2 + n % 3, box)), luck, asides=0.1):
            if before and isinstance(before.pending, Decision):
                row = table[before.pending.topic]
                row.source = before.pending.source.value
                spelled = map(str, (*before.pending.options, *before.pending.asides))
                row.answers |= {re.sub(r"^[A-E] ", "", words).split()[0] for words in spelled}
                row.then.add(topic(here))
            before = here
    return table


def told() -> dict[str, Row]:
    """The table as the page has it."""
    rows = FILE.read_text().partition(HEADER)[2].partition("\n\n")[0].splitlines()
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return {
        name.strip("`"): Row(who, set(re.findall(r"`(\w+)`", a)), set(re.findall(r"`(\w+)`", t)))
        for name, who, a, t in cells
    }


def written(table: dict[str, Row]) -> str:
    def codes(words: set[str]) -> str:
        return ", ".join(f"`{word}`" for word in sorted(words))

    return "".join(
        f"| `{name}` | {row.source} | {codes(row.answers)} | {codes(row.then)} |\n"
        for name in TOPICS.values()
        if (row := table.get(name))
    )


def test_whatever_happens_in_a_game_is_in_the_table_of_questions() -> None:
    if os.environ.get("REGENERATE"):
        head, _, tail = FILE.read_text().partition(HEADER)
        FILE.write_text(f"{head}{HEADER}{written(seen(400))}\n{tail.partition(chr(10) * 2)[2]}")
    table = told()
    assert set(table) == set(TOPICS.values()) - {"over"}
    for name, row in seen(24).items():
        assert row.source == table[name].source
        assert row.answers <= table[name].answers
        assert row.then <= table[name].then
