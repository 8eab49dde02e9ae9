"""Every rule and every ruling is explained, and named by a test or a scenario."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = [f"LL-{n:02}" for n in range(1, 66)] + ["LL-45b", "LL-56b", "LL-56c"]
RULINGS = [f"LL-A{n:02}" for n in range(1, 37)] + ["LL-A02b", "LL-A02c"]
ID = re.compile(r"LL-A?\d\d[a-c]?")


def named_in(folder: Path, pattern: str) -> set[str]:
    """The ids in all files of a folder."""
    files = [file for file in folder.rglob(pattern) if file != Path(__file__)]
    return {found for file in files for found in ID.findall(file.read_text(encoding="utf-8"))}


TESTED = named_in(ROOT / "tests" / "rules" / "lava_land", "test_*.py") | named_in(
    ROOT / "tests" / "scenarios" / "lava_land", "*.toml"
)
EXPLAINED = re.findall(r"^\| (LL-\w+) \|", (ROOT / "docs/rules/lava_land.md").read_text(), re.M)


def test_there_are_68_rules_and_38_rulings() -> None:
    assert (len(RULES), len(RULINGS)) == (68, 38)


@pytest.mark.parametrize("rule", RULES + RULINGS)
def test_each_is_named_by_a_test(rule: str) -> None:
    assert rule in TESTED


@pytest.mark.parametrize("rule", RULES + RULINGS)
def test_each_is_explained_once(rule: str) -> None:
    assert EXPLAINED.count(rule) == 1


def test_no_test_names_a_rule_that_is_not_there() -> None:
    assert {*RULES, *RULINGS} >= TESTED
