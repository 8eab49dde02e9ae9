"""Every rule and every ruling of every game is explained, and named by a test or a scenario."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from firmware_host.rules.catalog import GAMES

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Numbered:
    """How the rules of a game are numbered."""

    letters: str
    rules: tuple[str, ...]
    rulings: tuple[str, ...]

    @property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(rf"{self.letters}-A?\d\d[a-c]?")


def numbered(letters: str, rules: int, rulings: int, *more: str) -> Numbered:
    plain = [f"{letters}-{n:02}" for n in range(1, rules + 1)]
    ruled = [f"{letters}-A{n:02}" for n in range(1, rulings + 1)]
    extra = [f"{letters}-{name}" for name in more]
    return Numbered(
        letters,
        (*plain, *(name for name in extra if "-A" not in name)),
        (*ruled, *(name for name in extra if "-A" in name)),
    )


GAMES_RULES = {
    "lava_land": numbered("LL", 65, 36, "45b", "56b", "56c", "A02b", "A02c"),
    "table_is_lava": numbered("TL", 25, 17),
    "lost_island": numbered("LI", 56, 41),
    "oh_no_volcano": numbered("OV", 32, 26, "00"),
}
ALL = [(game, rule) for game, those in GAMES_RULES.items() for rule in those.rules + those.rulings]
each_rule = pytest.mark.parametrize(("game", "rule"), ALL)


def named_in(folder: Path, files: str, pattern: re.Pattern[str]) -> set[str]:
    """The ids in all files of a folder."""
    texts = [file.read_text(encoding="utf-8") for file in folder.rglob(files)]
    return {found for text in texts for found in pattern.findall(text)}


@cache
def names_in_tests(game: str) -> set[str]:
    pattern = GAMES_RULES[game].pattern
    return named_in(ROOT / "tests" / "rules" / game, "test_*.py", pattern) | named_in(
        ROOT / "tests" / "scenarios" / game, "*.toml", pattern
    )


@cache
def explained(game: str) -> list[str]:
    letters = GAMES_RULES[game].letters
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text()
    return re.findall(rf"^\| ({letters}-\w+) \|", page, re.M)


def test_every_game_has_numbered_rules() -> None:
    assert set(GAMES_RULES) == set(GAMES)


@pytest.mark.parametrize(
    ("game", "rules", "rulings"),
    [
        ("lava_land", 68, 38),
        ("table_is_lava", 25, 17),
        ("lost_island", 56, 41),
        ("oh_no_volcano", 33, 26),
    ],
)
def test_there_are_as_many_as_the_specification_has(game: str, rules: int, rulings: int) -> None:
    those = GAMES_RULES[game]
    assert (len(those.rules), len(those.rulings)) == (rules, rulings)


@each_rule
def test_each_is_named_by_a_test(game: str, rule: str) -> None:
    assert rule in names_in_tests(game)


@each_rule
def test_each_is_explained_once(game: str, rule: str) -> None:
    assert explained(game).count(rule) == 1


@pytest.mark.parametrize("game", GAMES_RULES)
def test_no_test_names_a_rule_that_is_not_there(game: str) -> None:
    those = GAMES_RULES[game]
    assert {*those.rules, *those.rulings} >= names_in_tests(game)
