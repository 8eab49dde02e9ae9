"""The table of questions in ``docs/rules/lava_land.md`` is what play does.

``REGENERATE=1 ./table test tests/rules/lava_land/test_phases.py`` writes it from many games.
"""

from __future__ import annotations

import os
import random
import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from firmware_host.rules.kernel import Decision, Setup, at, begin
from firmware_host.rules.lava_land.box import Box, UnreadableDie
from firmware_host.rules.lava_land.game import GAME
from firmware_host.rules.lava_land.words import TOPICS

from .legal import anywhere
from .sitting import house
from .test_random_games import LOOSE, Here, played

FILE = Path(__file__).parents[3] / "docs" / "rules" / "lava_land.md"
HEADER = "| question | who knows | answers | then |\n|---|---|---|---|\n"
BOXES = (Box(), LOOSE, house(unreadable_die=UnreadableDie.REROLL_ALL))


@dataclass
class Row:
    """One question: who knows the answer, what it can be, and what is asked next."""

    source: str = ""
    answers: set[str] = field(default_factory=set)
    then: set[str] = field(default_factory=set)


Table = dict[str, Row]


def topic(here: Here) -> str:
    return here.pending.topic if isinstance(here.pending, Decision) else "over"


def seen(games: int) -> Table:
    """What happened in random games, from the start and from anywhere."""
    luck, table = random.Random(games), defaultdict[str, Row](Row)
    for n in range(games):
        box, seats = BOXES[n % len(BOXES)], luck.choice((3, 4, 5))
        first = at(GAME, anywhere(luck, seats, box)) if n % 4 else begin(GAME, Setup(seats, box))
        before: Here | None = None
        for here in played(first, luck, asides=0.05):
            if before and isinstance(before.pending, Decision):
                row = table[before.pending.topic]
                row.source = before.pending.source.value
                spelled = map(str, (*before.pending.options, *before.pending.asides))
                row.answers |= {re.sub(r"^[A-E] ", "", words).split()[0] for words in spelled}
                row.then.add(topic(here))
            before = here
    return table


def told() -> Table:
    """The table as the page has it."""
    rows = FILE.read_text().partition(HEADER)[2].partition("\n\n")[0].splitlines()
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return {
        name.strip("`"): Row(who, set(re.findall(r"`(\w+)`", a)), set(re.findall(r"`(\w+)`", t)))
        for name, who, a, t in cells
    }


def written(table: Table) -> str:
    """Rows of the table, questions in the order of a round."""
    return "".join(
        f"| `{name}` | {row.source} | {_codes(row.answers)} | {_codes(row.then)} |\n"
        for name in TOPICS.values()
        if (row := table.get(name))
    )


def _codes(words: set[str]) -> str:
    return ", ".join(f"`{word}`" for word in sorted(words))


def test_whatever_happens_in_a_game_is_in_the_table_of_questions() -> None:
    if os.environ.get("REGENERATE"):
        head, _, tail = FILE.read_text().partition(HEADER)
        FILE.write_text(f"{head}{HEADER}{written(seen(2000))}\n{tail.partition(chr(10) * 2)[2]}")
    table = told()
    assert set(table) == set(TOPICS.values()) - {"over"}
    for name, row in seen(24).items():
        assert row.source == table[name].source
        assert row.answers <= table[name].answers
        assert row.then <= table[name].then
