"""Games from outside are found where they lie; one that cannot be used is named and left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware_host.daemon import places
from firmware_host.daemon.cli import main
from firmware_host.daemon.errors import ConfigError
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import house
from firmware_host.daemon.settings.own_games import ADOPTED, adopt
from firmware_host.rules.catalog import GAMES
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.scene import text

from .conftest import FOLDER

ROOT = Path(__file__).parents[2]
DEMO = config_folder() / "tables" / "demo.toml"


def seed() -> str:
    return "s"


def test_nothing_of_the_program_knows_the_example() -> None:
    """Adding a game touches its own folder, and nothing else."""
    rooms = ("firmware_host", "hw", "config", "table", "pyproject.toml")
    files = [f for room in rooms for f in (ROOT / room, *(ROOT / room).rglob("*")) if f.is_file()]
    words = {f: f.read_bytes() for f in files if f.suffix in (".py", ".toml", ".js", ".css", "")}
    knowing = [f.relative_to(ROOT) for f, text in words.items() if b"umarole" in text]
    # it is type-checked with the program, and its name stands in an example of a docstring
    assert sorted(map(str, knowing)) == [
        "firmware_host/daemon/settings/own_texts.py",
        "pyproject.toml",
    ]


def test_a_copied_folder_is_a_game_of_the_table(adopted: Path) -> None:
    files = house.read(DEMO)
    offered = house.house(files, seed).games
    assert [playable.game.name for playable in offered][-1] == "fumarole"
    assert files.texts.say(text("game.fumarole")) == "Fumarole"
    assert files.texts.say(text("fumarole.do.dare")) == "Throw again"
    assert {"fumarole": adopted} == ADOPTED


def test_a_game_made_out_of_the_example_needs_three_lines_to_be_called_otherwise(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = games / "geyser"
    (games / "fumarole").rename(mine)
    changed(mine, "box.py", 'NAME = "fumarole"', 'NAME = "geyser"')
    changed(mine, "box.toml", 'game = "fumarole"', 'game = "geyser"')
    changed(mine, "scenarios/usual.toml", 'game = "fumarole"', 'game = "geyser"')
    assert main(["games", "--try", "geyser", "--games", "1"]) == 0
    assert main(["scenario", str(mine / "scenarios")]) == 0
    assert "5 passed" in capsys.readouterr().out


def test_it_may_be_the_tables_own_game(adopted: Path, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(DEMO.read_text().replace('\ngame = "lava_land"\n', '\ngame = "fumarole"\n'))
    files = house.read(file)
    assert files.loaded.box == adopted / "box.toml"
    assert house.house(files, seed).games[0].game.name == "fumarole"


def test_a_table_whose_strip_is_too_short_does_not_offer_it(adopted: Path, tmp_path: Path) -> None:
    box = adopted / "box.toml"
    box.write_text(box.read_text().replace("goal = 20", "goal = 40"))
    names = [p.game.name for p in house.house(house.read(DEMO), seed).games]
    assert "fumarole" not in names
    file = tmp_path / "table.toml"
    file.write_text(DEMO.read_text().replace('\ngame = "lava_land"\n', '\ngame = "fumarole"\n'))
    with pytest.raises(ConfigError, match=r"41 places"):
        house.read(file)


def test_games_lie_in_the_users_own_folder_or_in_etc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLE_GAMES")
    monkeypatch.setenv("XDG_CONFIG_HOME", "/somewhere")
    usual = (Path("/somewhere/lava-table/games"), Path("/etc/lava-table/games"))
    assert places.games_folders() == usual


def test_the_games_are_listed_with_their_folders(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games"]) == 0
    told = capsys.readouterr()
    assert re.search(r"^lava_land +3 to 5 players +Lava Land$", told.out, re.M)
    line = rf"^fumarole +2 to 5 players +Fumarole +{re.escape(str(games / 'fumarole'))}$"
    assert re.search(line, told.out, re.M)
    assert told.err == ""


def changed(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))


BROKEN = {
    "a word too many": ("rules.py", "def start(", "def def start(", r"rules\.py:\d+: SyntaxError"),
    "an import that fails": (
        "bot.py",
        "from typing import Any",
        "import no_such_thing",
        r"bot\.py:\d+: ModuleNotFoundError: No module named 'no_such_thing'",
    ),
    "it ends the program": ("bot.py", "A_THROW =", "raise SystemExit(3)\nA_THROW =", "SystemExit"),
    "no OWN_GAME": ("__init__.py", "OWN_GAME =", "GAME_OF_MINE =", "has no OWN_GAME = OwnGame"),
    "another name": ("box.py", '"fumarole"', '"geyser"', 'the game calls itself "geyser"'),
    "a box with a fault": (
        "box.toml",
        "goal = 20",
        "goal = true",
        r"box\.toml:\d+: goal: true is not a whole number",
    ),
    "a box of another game": (
        "box.toml",
        'game = "fumarole"',
        'game = "lava_land"',
        r"box cannot be used: .*box\.toml",
    ),
    "texts that are no TOML": ("texts/en.toml", "[title]", "[title", r"texts cannot be used: .*en"),
    "texts without a name": ("texts/en.toml", "name =", "title_ =", "write what guests call"),
    "a view that fails": (
        "view.py",
        'PHASES = {"wind"',
        'PHASES = {"window"',
        r"view\.py:\d+: KeyError: 'wind'",
    ),
    "a start that fails": ("rules.py", "(0,) * setup.seats", "setup.sets", r"rules\.py:\d+: Attr"),
    "an option the box has not": ("__init__.py", 'Option("pit"', 'Option("pot"', "'pot': box.toml"),
    "a colour there is not": ("__init__.py", '"seat_e"', '"seat_z"', "'seat_z' is none of seat_a"),
    "things that fail": ("__init__.py", "del seats", "del box", r"__init__\.py:\d+: UnboundLocal"),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_game_that_cannot_be_used_is_named_with_its_reason(how: str, games: Path) -> None:
    file, old, new, why = BROKEN[how]
    changed(games / "fumarole", file, old, new)
    before = set(GAMES), set(DRESSINGS)
    (left_out,) = adopt([games / "fumarole"])
    assert str(left_out).startswith(f"{games / 'fumarole'}: this game is left out: ")
    assert re.search(why, str(left_out), re.S), str(left_out)
    assert (set(GAMES), set(DRESSINGS)) == before
    assert house.house(house.read(DEMO), seed).games


@pytest.mark.parametrize("missing", ["box.toml", "texts/en.toml"])
def test_a_file_that_is_missing_is_named(missing: str, games: Path) -> None:
    (games / "fumarole" / missing).unlink()
    (left_out,) = adopt([games / "fumarole"])
    assert missing in str(left_out)


@pytest.mark.parametrize("name", ["lava_land", "Fumarole", "my-game"])
def test_a_folder_needs_a_name_of_its_own(name: str, games: Path) -> None:
    (games / "fumarole").rename(games / name)
    (left_out,) = adopt([games / name])
    assert "name" in str(left_out) or "called by" in str(left_out)


def test_two_games_of_one_name_are_one_and_a_reason(games: Path, tmp_path: Path) -> None:
    other = tmp_path / "more" / "fumarole"
    other.parent.mkdir()
    (games / "fumarole").rename(other)
    (left_out,) = adopt([FOLDER, other])
    assert f"there is a game of that name already, in {FOLDER}" in str(left_out)


def test_the_program_goes_on_without_it_and_says_so(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed(games / "fumarole", "rules.py", "def start(", "def def start(")
    assert main(["check-config", str(DEMO)]) == 0
    said = capsys.readouterr()
    assert "fumarole: this game is left out: " in said.err
    assert f"{DEMO}: ok" in said.out
    assert main(["games"]) == 1


def test_a_game_does_not_take_the_tables_own_words_away(games: Path) -> None:
    changed(games / "fumarole", "texts/en.toml", "[title]", '[lobby]\nbegin = "Hm"\n\n[title]')
    assert adopt([games / "fumarole"]) == ()
    assert house.read(DEMO).texts.say(text("lobby.begin")) == "Begin the game"
