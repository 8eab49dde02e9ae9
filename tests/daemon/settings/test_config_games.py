"""A table plays its game with a box of that game."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_host.daemon.places import config_folder
from firmware_host.daemon.verbs.check_config import main

DEMO = (config_folder() / "tables" / "demo.toml").read_text()
GAME = 'game = "lava_land"'


def test_a_table_is_given_no_box_of_another_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(DEMO.replace(GAME, f'{GAME}\nbox = "lost_island"'))
    assert main([str(file)]) == 78
    said = capsys.readouterr().err
    assert f"{file}:5: box: this is a box of lost_island, but the table plays lava_land" in said
