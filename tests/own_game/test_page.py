"""docs/add_your_own_game.md: its code is the example's, and who follows it in order gets there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import house
from firmware_host.daemon.verbs import demo

from .conftest import FOLDER

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "add_your_own_game.md").read_text()
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.M | re.S)
BLOCKS = [found.groups() for found in BLOCK.finditer(PAGE)]
CODE = [(file, text) for kind, file, text in BLOCKS if kind in ("python", "toml")]
COMMANDS = [text for kind, _, text in BLOCKS if kind == "sh"]
NEEDS_TIME = ("autoplay", "demo")


@pytest.mark.parametrize(("file", "text"), CODE, ids=[f"{n} {f}" for n, (f, _) in enumerate(CODE)])
def test_each_block_of_code_stands_so_in_the_file_it_names(file: str | None, text: str) -> None:
    assert file is not None, f"which file is it of? {text}"
    assert text in (FOLDER / file).read_text()


def test_every_part_of_the_example_is_shown() -> None:
    parts = {f.name for f in FOLDER.glob("*.py")} | {"box.toml", "texts/en.toml"}
    assert parts <= {file for file, _ in CODE}


def test_who_follows_the_page_has_the_game(tmp_path: Path) -> None:
    """Each command in order, in a home of its own; those that play in real time are read only."""
    home = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    said = ""
    for text in COMMANDS:
        if any(f"./table {verb}" in text for verb in NEEDS_TIME):
            continue
        script = text.replace("./table", f"{sys.executable} -m firmware_host")
        shell = ["sh", "-e", "-c", script]
        ran = subprocess.run(shell, cwd=ROOT, env=home, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        assert ran.stderr == ""
        said += ran.stdout
    folder = tmp_path / ".config" / "lava-table" / "games" / "fumarole"
    assert re.search(rf"^fumarole .*{re.escape(str(folder))}$", said, re.M)
    assert "random games without a flaw" in said
    assert "5 passed, 0 failed" in said
    assert "200 games of fumarole" in said


@pytest.mark.usefixtures("adopted")
def test_the_demo_it_shows_can_be_asked_for() -> None:
    (command,) = (c for text in COMMANDS for c in text.splitlines() if "./table demo" in c)
    asked = demo.parsed(command.split()[2:])
    assert (asked.game, asked.new) == ("fumarole", True)


def test_the_pages_help_tells_of_the_game_what_its_texts_say(adopted: Path) -> None:
    """Point by point; a game that says nothing has none, and no line of another's."""
    read = house.read(config_folder() / "tables" / "demo.toml")
    (told,) = house.furniture(read).helps
    assert told[0] == "fumarole"
    assert told[1][0].startswith("Throw three dice: a banana is worth one crystal")
    assert len(told[1]) == 5
    file = adopted / "texts" / "en.toml"
    file.write_text(file.read_text().replace("[help]", "[otherwise]"))
    read = house.read(config_folder() / "tables" / "demo.toml")
    assert house.furniture(read).helps == (("fumarole", ()),)
