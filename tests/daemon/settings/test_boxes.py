"""A game's file becomes a box, or an error that names the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_host.daemon import places
from firmware_host.daemon.errors import ConfigError
from firmware_host.daemon.settings.boxes import load
from firmware_host.daemon.verbs.check_config import main as check_config
from firmware_host.rules.lava_land.box import Box

SHIPPED = places.shipped("games", "lava_land", Path())


def test_the_shipped_file_is_a_box_and_its_text_is_kept() -> None:
    loaded = load(SHIPPED)
    assert loaded.box == Box()
    assert loaded.text == SHIPPED.read_text()
    assert loaded.game.name == "lava_land"
    assert loaded.warnings == ()


def test_every_fault_names_file_line_key_and_what_to_write(tmp_path: Path) -> None:
    text = SHIPPED.read_text().replace("boat = 16", "boat = 3").replace("copies = 4", "copies = 0")
    file = tmp_path / "house.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as told:
        load(file)
    lines = str(told.value).splitlines()
    boat = text.splitlines().index(next(x for x in text.splitlines() if x.startswith("boat ="))) + 1
    assert (
        f"{file}:{boat}: track.boat: 3 is not a whole number from 4 to 200. Write boat = 16"
        in lines
    )
    assert any("cards[9].copies: 0 is not from 1 to 99" in line for line in lines)


def test_a_file_of_no_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('game = "chess"\n')
    with pytest.raises(ConfigError, match="'chess' is no game of this table"):
        load(file)
    file.write_text('game = ["lava_land"]\n')
    with pytest.raises(ConfigError, match=r"\['lava_land'\] is no game of this table"):
        load(file)
    file.write_text("")
    with pytest.raises(ConfigError, match="is missing"):
        load(file)


def test_check_config_tells_faults_and_warnings_of_a_box(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(SHIPPED.read_text().replace("plus_trees = [3,", "plus_trees = [13,"))
    assert check_config([str(file)]) == 0
    assert "warning: track.plus_trees[0]: a tree on 13" in capsys.readouterr().err
    file.write_text(SHIPPED.read_text().replace("plus_trees = [3,", "plus_trees = [16,"))
    assert check_config([str(file)]) == 78
    assert "track.plus_trees[0]: 16 is no islet" in capsys.readouterr().err
