"""What every shipped game has, the example has: scenarios, goldens, numbered rules, pure rules."""

from __future__ import annotations

import ast
import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from docs.own_game.fumarole import OWN_GAME
from docs.own_game.fumarole import rules as fumarole_rules
from docs.own_game.fumarole.box import Box
from firmware_host.daemon.errors import ConfigError
from firmware_host.daemon.people.simulation import play
from firmware_host.daemon.scenario_telling import readable
from firmware_host.daemon.scenarios import Source, gathered, played
from firmware_host.daemon.scenarios import play as played_file
from firmware_host.rules.kernel import Answer, Decision, Over, Seat, Setup
from firmware_host.rules.kernel import Source as Knows
from firmware_host.session.match import Match, retell
from firmware_host.session.playthrough import answers, digest, lines

from .conftest import FOLDER

SCENARIOS = gathered([FOLDER / "scenarios"])
GOLDENS = FOLDER / "playthroughs"
RULE = re.compile(r"FU-\d\d")
PURE = {"rules", "words", "box", "game", "bot"}
"""Modules that know no table, no clock and no luck."""
ALLOWED = {
    "__future__",
    "collections.abc",
    "dataclasses",
    "itertools",
    "typing",
    "firmware_host.rules.kernel",
    "firmware_host.rules.keys",
    "firmware_host.rules.lines",
}
each_scenario = pytest.mark.parametrize("file", SCENARIOS, ids=lambda f: f.stem)


@each_scenario
@pytest.mark.usefixtures("adopted")
def test_it_is_as_the_scenario_says(file: Path) -> None:
    done = played_file(file)
    assert done.outcome.passed, "\n".join([done.scenario.says, *readable(done)])
    assert done.scenario.says.endswith(".")
    assert done.scenario.id == f"FU-{file.stem}"
    assert done.scenario.rules


OTHER = {
    **dict.fromkeys("ABCDE", "24"),
    "now": "dare C",
    "turn": "lull 3 1 1",
    "dice": "Bb Rb Yb",
    "pit": "9",
}


@each_scenario
@pytest.mark.usefixtures("adopted")
def test_a_scenario_that_expects_something_else_is_not_true(file: Path) -> None:
    told = tomllib.loads(file.read_text())
    for key in told["then"]:
        changed = {**told, "then": {**told["then"], key: OTHER[key]}}
        assert not still_true(file, changed), key
    for key in told.get("over", {}):
        changed = {**told, "over": {**told["over"], key: ["B", "A C"] if key == "ranking" else "B"}}
        assert not still_true(file, changed), key


def still_true(file: Path, changed: dict[str, Any]) -> bool:
    try:
        return played(Source(file, ""), changed).outcome.passed
    except ConfigError:
        return False


def test_every_rule_is_named_by_a_scenario_or_a_test() -> None:
    explained = RULE.findall(fumarole_rules.__doc__ or "")
    assert len(explained) == len(set(explained)) == 11
    named = {n for f in SCENARIOS for n in RULE.findall(f.read_text())}
    for file in Path(__file__).parent.glob("test_*.py"):
        named |= set(RULE.findall(file.read_text()))
    assert set(explained) - named == set()
    assert named <= set(explained)


def test_two_to_five_play_with_three_dice() -> None:
    """FU-01, FU-02."""
    assert [*OWN_GAME.game.seats] == [2, 3, 4, 5]
    things = OWN_GAME.dressing.things(Box(), 4)
    assert (things.players, len(things.faces)) == (1, 3)


def test_its_rules_and_its_bot_import_nothing_that_is_not_pure() -> None:
    for module in PURE:
        for node in ast.walk(ast.parse((FOLDER / f"{module}.py").read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level:
                assert node.module in PURE, (module, node.module)
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            assert set(names) <= ALLOWED, (module, names)


def test_no_module_reaches_into_another_game_or_a_device() -> None:
    shipped = ("lava_land", "lost_island", "oh_no_volcano", "table_is_lava", "hw.pi", "hw.mock")
    for file in FOLDER.rglob("*.py"):
        imports = re.findall(r"^(?:from|import) (\S+)", file.read_text(), re.M)
        assert not [name for name in imports if any(part in name for part in shipped)], file


# Goldens: ``REGENERATE=1 ./table test tests/own_game`` writes them; read the difference.


def bots_play(seats: int) -> Match[Any, Any]:
    match: Match[Any, Any] = Match.begin(OWN_GAME.game, Setup(seats, Box()), "golden")
    heard: list[Answer] = []
    bots = {Seat(i): OWN_GAME.bot() for i in range(seats)}
    play(OWN_GAME.game, match.setup, "golden", bots, heard.append)
    for answer in heard:
        match = match.answered(answer, 0)
    return match


@pytest.mark.parametrize("seats", OWN_GAME.game.seats)
def test_a_playthrough_is_played_again_word_for_word(seats: int) -> None:
    file, box = GOLDENS / f"{seats}.txt", digest((FOLDER / "box.toml").read_text())
    if os.environ.get("REGENERATE"):
        GOLDENS.mkdir(exist_ok=True)
        file.write_text("\n".join(lines(bots_play(seats), box)) + "\n")
        return
    text = file.read_text()
    match: Match[Any, Any] = Match.begin(OWN_GAME.game, Setup(seats, Box()), "golden")
    for told in answers(text):
        pending = match.pending
        assert isinstance(pending, Decision)
        if pending.source is Knows.CHANCE:
            assert str(match.lucky()) == getattr(told, "words", None)
        match = match.tell(told)
    assert "\n".join(lines(match, box)) + "\n" == text
    assert isinstance(match.pending, Over)
    assert retell(match.undone(match.length), match.told()).state == match.state
