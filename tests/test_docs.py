"""What the documents say is so: files they name exist, commands they show are verbs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware_host.daemon.cli import FRONT_DOOR, VERBS

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
