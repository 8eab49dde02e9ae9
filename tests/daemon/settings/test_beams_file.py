"""Beams in a table's file: one a chute, each on a pin of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_host.daemon.errors import ConfigError
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import config_read, house

TABLES = config_folder() / "tables"
SIX = "pins = [22, 23, 24, 25, 26, 27]"


def written(folder: Path, beams: str, game: str = "oh_no_volcano", port: str = "mock") -> Path:
    text = (TABLES / "demo.toml").read_text().replace('game = "lava_land"', f'game = "{game}"')
    text = text.replace('[buttons]\nport = "mock"', f'[buttons]\nport = "{port}"')
    text = text.replace('profile = "lava_land"', 'profile = "lava_land"\n').replace(
        '[camera]\nport = "mock"', '[camera]\nport = "none"'
    )
    file = folder / "table.toml"
    file.write_text(f"{text}\n[beams]\n{beams}\n")
    return file


def test_one_for_each_chute_is_what_the_house_knows_of(tmp_path: Path) -> None:
    files = house.read(written(tmp_path, f"{SIX}\ndebounce_ms = 4"))
    assert files.table.beam_pins == (22, 23, 24, 25, 26, 27)
    inside = house.house(files, lambda: "1")
    assert (inside.beams, inside.beam_ms) == (6, 4)


def test_without_any_there_are_none() -> None:
    assert house.house(house.read(TABLES / "demo.toml"), lambda: "1").beams == 0


FAULTS = {
    "too few": (("pins = [22, 23]",), "beams.pins: 2 beams, but the volcano has 6 chutes"),
    "a pin twice": (
        ("pins = [22, 23, 24, 25, 26, 22]",),
        "beams.pins[5]: GPIO 22 (pin 15) is beams.pins[0] already",
    ),
    "a button's": (
        ("pins = [5, 23, 24, 25, 26, 27]",),
        "beams.pins[0]: GPIO 5 (pin 29) is seats[0].button already",
    ),
    "no GPIO": (
        ("pins = [22, 23, 24, 25, 26, 28]",),
        "beams.pins: [22, 23, 24, 25, 26, 28] cannot",
    ),
    "longer than a ball": ((f"{SIX}\ndebounce_ms = 30",), "beams.debounce_ms"),
    "no such key": ((f"{SIX}\nport = 1",), "beams.port"),
    "no pins are used": (
        (SIX, "oh_no_volcano", "none"),
        'beams.pins: beams are on the Pi\'s pins, and with buttons.port = "none" none are used',
    ),
}


@pytest.mark.parametrize("case", FAULTS)
def test_what_cannot_be_is_told_with_its_key(case: str, tmp_path: Path) -> None:
    wanted, words = FAULTS[case]
    with pytest.raises(ConfigError) as told:
        config_read.load(written(tmp_path, *wanted))
    assert words in str(told.value)


def test_a_table_of_another_game_may_have_them_for_when_the_volcano_is_played(
    tmp_path: Path,
) -> None:
    assert config_read.load(written(tmp_path, SIX, "table_is_lava")).table.beam_pins
