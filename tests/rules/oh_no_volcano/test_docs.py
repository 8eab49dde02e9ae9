"""``docs/rules/oh_no_volcano.md`` is complete, and its table of questions is what play does.

``REGENERATE=1 ./table test tests/rules/oh_no_volcano/test_docs.py`` writes it from many games.
"""

from __future__ import annotations

import os
import random
import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from firmware_host.rules.kernel import Decision, Event, Setup, at, begin
from firmware_host.rules.oh_no_volcano import events
from firmware_host.rules.oh_no_volcano.boxes import KEYS, TABLES
from firmware_host.rules.oh_no_volcano.game import GAME
from firmware_host.rules.oh_no_volcano.lines import LINES
from firmware_host.rules.oh_no_volcano.refusals import CODES
from firmware_host.rules.oh_no_volcano.spelling import VERBS
from firmware_host.rules.oh_no_volcano.words import DEAL, TOPICS

from .legal import anywhere
from .sitting import Sitting, house
from .test_random_games import BOXES, Here, played

ROOT = Path(__file__).parents[3]
FILE = ROOT / "docs" / "rules" / "oh_no_volcano.md"
DOC = FILE.read_text()
CONFIG = (ROOT / "config" / "games" / "oh_no_volcano.toml").read_text()
EVENTS = [
    kind
    for kind in vars(events).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
]
HEADER = "| question | who knows | answers | then |\n|---|---|---|---|\n"


def in_code(word: str) -> bool:
    """Whether *word* stands in a code span of the page."""
    return any(word in re.split(r"[ ,]", span) for span in re.findall(r"`([^`]+)`", DOC))


@pytest.mark.parametrize("word", [*VERBS, *TOPICS.values(), DEAL])
def test_every_answer_and_question_is_explained(word: str) -> None:
    assert in_code(word)


@pytest.mark.parametrize("line", [line for line in LINES if line[-1] not in "BCD"])
def test_every_line_of_a_state_is_explained(line: str) -> None:
    assert in_code(line)


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_is_explained_as_it_is_in_the_code(code: str) -> None:
    assert f"| `{code}` | {CODES[code]} |" in DOC


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_is_explained(kind: type[Event]) -> None:
    assert in_code(kind.__name__.lower())


@pytest.mark.parametrize("key", [*KEYS, *TABLES, *(k for keys in TABLES.values() for k in keys)])
def test_every_key_is_in_the_shipped_box(key: str) -> None:
    """Those of other boards are in a comment."""
    assert re.search(rf"^(\[\[?)?{key}\]?", CONFIG, re.MULTILINE) or f'{key}."2.' in CONFIG


def test_house_rules_and_their_defaults_are_in_the_rulings() -> None:
    found = 0
    for line in CONFIG.splitlines():
        if house := re.match(r"(\w+) = (\S+) .*(OV-A\d\d)", line):
            key, value, ruling = house.groups()
            row = next(row for row in DOC.splitlines() if row.startswith(f"| {ruling} "))
            assert f"`{key}`" in row
            assert value.strip('"') in row
            found += 1
    assert found == 6


@dataclass
class Row:
    """One question: who knows the answer, what it can be, and what is asked next."""

    sources: set[str] = field(default_factory=set)
    answers: set[str] = field(default_factory=set)
    then: set[str] = field(default_factory=set)


def topic(here: Here) -> str:
    return here.pending.topic if isinstance(here.pending, Decision) else "over"


def seen(games: int) -> dict[str, Row]:
    """What happened in random games, from the start and from anywhere."""
    luck, table = random.Random(games), defaultdict[str, Row](Row)
    for n in range(games):
        box, seats = list(BOXES.values())[n % len(BOXES)], 2 + n % 3
        first = at(GAME, anywhere(luck, seats, box)) if n % 4 else begin(GAME, Setup(seats, box))
        before: Here | None = None
        for here in played(first, luck, asides=0.1):
            if before and isinstance(before.pending, Decision):
                row = table[before.pending.topic]
                row.sources.add(before.pending.source.value)
                spelled = map(str, (*before.pending.options, *before.pending.asides))
                row.answers |= {re.sub(r"^[A-D] ", "", words).split()[0] for words in spelled}
                row.then.add(topic(here))
            before = here
    return table


def told() -> dict[str, Row]:
    """The table as the page has it."""
    rows = FILE.read_text().partition(HEADER)[2].partition("\n\n")[0].splitlines()
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return {
        name.strip("`"): Row(
            set(who.split(" or ")), *(set(re.findall(r"`(\w+)`", c)) for c in rest)
        )
        for name, who, *rest in cells
    }


def written(table: dict[str, Row]) -> str:
    def codes(words: set[str]) -> str:
        return ", ".join(f"`{word}`" for word in sorted(words))

    def line(name: str, row: Row) -> str:
        who = " or ".join(sorted(row.sources))
        return f"| `{name}` | {who} | {codes(row.answers)} | {codes(row.then)} |\n"

    return "".join(line(name, table[name]) for name in (DEAL, *TOPICS.values()) if name in table)


def test_whatever_happens_in_a_game_is_in_the_table_of_questions() -> None:
    if os.environ.get("REGENERATE"):
        head, _, tail = FILE.read_text().partition(HEADER)
        FILE.write_text(f"{head}{HEADER}{written(seen(600))}\n{tail.partition(chr(10) * 2)[2]}")
    table = told()
    assert set(table) == {DEAL, *TOPICS.values()} - {"over"}
    for name, row in seen(24).items():
        assert row.sources <= table[name].sources
        assert row.answers <= table[name].answers
        assert row.then <= table[name].then


ALL = "A2+boulder+ball1, A3+ball2, A4, B2+boulder+ball3, B3+ball4, B4, C2+boulder+ball5, C3+ball6"
NO_CARDS = {
    "hand_B": "0",
    "deck_B": "0",
    "discard_B": f"{ALL}, C4, ?2+boulder, ?3+ball3, A1+B1+ball4",
}
SHUT_IN = {"B": "2.0 2.2 3.0 0/0/0", "C": "3.1 - - 0/0/0"}
SHUT_IN_BELOW = {"B": "1.0 1.2 2.1 0/0/0", "C": "2.2 - - 0/0/0"}


@pytest.mark.parametrize(
    ("lines", "answer", "then"),
    [
        ({"now": "ball A climb A3+ball2 2", "hand_A": "2", **NO_CARDS}, "A drop 2", "over"),
        ({"A": "1.1 - - 0/0/0", **SHUT_IN_BELOW}, "A climb A4", "cave"),
        ({"A": "2.1 - - 0/0/0", **SHUT_IN}, "A climb A4", "collect"),
        (
            {"A": "1.1 - - 0/0/0", "gear_A": "?5", "now": "pawn A gear ?5 1", **SHUT_IN_BELOW},
            "A pawn A",
            "cave",
        ),
        (
            {"A": "2.1 - - 0/0/0", "now": "pawn A gear ?5 1", **SHUT_IN},
            "A pawn A",
            "collect",
        ),
    ],
)
def test_what_random_games_seldom_reach_is_in_the_table_of_questions(
    lines: dict[str, str], answer: str, then: str
) -> None:
    """OV-31, OV-A09: the page is written from games that may not have come there."""
    sitting = Sitting(house(collect_without_moving=True), **lines)
    asked = sitting.asked.topic
    assert topic(sitting.play(answer).here) == then
    assert then in told()[asked].then
