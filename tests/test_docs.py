"""What the documents say is so: files they name exist, commands they show are verbs."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from firmware_host.daemon.cli import FRONT_DOOR, VERBS
from firmware_host.daemon.settings.config import TableConfig
from firmware_host.rules.catalog import GAMES
from firmware_host.rules.lava_land import boxes as lava_land
from firmware_host.rules.lost_island import boxes as lost_island
from firmware_host.rules.oh_no_volcano import boxes as oh_no_volcano
from firmware_host.rules.table_is_lava import boxes as table_is_lava

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
COMMAND = re.compile(r"^\s*(?:\$ )?\./table(?: +([a-z][a-z-]*))?", re.MULTILINE)
PATH = re.compile(
    r"`((?:firmware_host|hw|config|docs|tests|systemd|bench|requirements)/[\w./-]*[\w/])`"
)


def ident(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=ident)
def test_links_and_paths_lead_somewhere(page: Path) -> None:
    words = page.read_text()
    links = [link for link in LINK.findall(words) if "://" not in link]
    assert not [link for link in links if not (page.parent / link).exists()]
    paths = [path for path in PATH.findall(words) if "NAME" not in path]
    assert not [path for path in paths if not (ROOT / path).exists()]


@pytest.mark.parametrize("page", PAGES, ids=ident)
def test_commands_are_verbs(page: Path) -> None:
    shown = {verb for verb in COMMAND.findall(page.read_text()) if verb}
    assert shown <= set(VERBS | FRONT_DOOR)


def test_the_readme_shows_every_verb_but_those_a_table_runs_by_itself() -> None:
    shown = set(COMMAND.findall((ROOT / "README.md").read_text()))
    assert set(VERBS) - shown <= {"replay"}


@pytest.mark.parametrize("name", list(GAMES))
def test_the_readme_says_how_many_play_each_game(name: str) -> None:
    said = tomllib.loads((ROOT / "config" / "texts" / "en.toml").read_text())["game"][name]
    (row,) = (
        line
        for line in (ROOT / "README.md").read_text().splitlines()
        if line.startswith("|") and f"*{said}*" in line
    )
    seats = GAMES[name].seats
    assert f"| {seats[0]} to {seats[-1]} |" in row


ROW = re.compile(r"^\| `([\w.]+)` \| (.*?) \|", re.MULTILINE)
OF_TABLES, *OF_BOXES = (
    dict(ROW.findall(part))
    for part in (ROOT / "docs" / "configuration.md").read_text().split("\n## The box of")
)
BOXES: dict[str, Any] = {
    "lava_land": lava_land,
    "table_is_lava": table_is_lava,
    "lost_island": lost_island,
    "oh_no_volcano": oh_no_volcano,
}
"""In the order of the page."""


def box_keys(boxes: Any) -> set[str]:
    """Every key of a game's box."""
    inner = {f"{table}.{key}" for table, keys in boxes.TABLES.items() for key in keys}
    lists = getattr(boxes, "LISTS", ("cards",))
    listed = {f"{name}.{key}" for name in lists for key in getattr(boxes, "CARD_KEYS", ())}
    return {*boxes.KEYS, *inner, *listed} - {*lists}


def test_no_key_of_a_tables_file_is_missing_and_every_default_is_told_as_it_is() -> None:
    for path, field in table_keys(TableConfig):
        told = OF_TABLES[path]
        if field.required:
            assert told == "needed", path
        else:
            default = list(field.default) if isinstance(field.default, tuple) else field.default
            assert tomllib.loads(f"it = {told.strip('`')}") == {"it": default}, path


def table_keys(kind: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every key of a table's file that holds a value, and what msgspec knows of it."""
    hints = get_type_hints(kind)
    for field in msgspec.structs.fields(kind):
        hint = hints[field.name]
        inner = (get_args(hint) or (hint,))[0]
        if isinstance(inner, type) and issubclass(inner, msgspec.Struct):
            yield from table_keys(inner, f"{path}{field.name}.")
        else:
            yield f"{path}{field.name}", field


def test_every_box_has_its_part_of_the_page() -> None:
    assert set(BOXES) == set(GAMES)
    assert len(OF_BOXES) == len(BOXES)


@pytest.mark.parametrize("game", BOXES)
def test_no_key_of_a_box_is_missing_and_what_is_told_as_shipped_is(game: str) -> None:
    shipped = tomllib.loads((ROOT / "config" / "games" / f"{game}.toml").read_text())
    page = OF_BOXES[list(BOXES).index(game)]
    for path in box_keys(BOXES[game]):
        told = page[path]
        table, _, key = path.rpartition(".")
        if told.startswith("`"):
            value = shipped[table][key] if table else shipped[key]
            assert tomllib.loads(f"it = {told.strip('`')}") == {"it": value}, path


def test_no_key_is_told_of_that_there_is_not() -> None:
    assert set(OF_TABLES) == {path for path, _ in table_keys(TableConfig)}
    for page, boxes in zip(OF_BOXES, BOXES.values(), strict=True):
        assert set(page) == box_keys(boxes)
