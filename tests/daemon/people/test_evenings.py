"""Whole games with nobody there, and no camera: the dice become menus on people's buttons."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from firmware_host.daemon import places
from firmware_host.daemon.people.evenings import Evening, Player
from firmware_host.daemon.settings import house

TABLES = places.config_folder() / "tables"


def game(folder: Path, seed: str, players: int) -> Evening:
    """A game without a camera."""
    folder.mkdir()
    text = (TABLES / "autoplay.toml").read_text()
    file = folder / "table.toml"
    file.write_text(text.replace('[camera]\nport = "mock"', '[camera]\nport = "none"'))
    player = Player(house.read(file), folder, seed, players, "heuristic")
    try:
        return replace(player.play(), wall_s=0)
    finally:
        player.close()


def test_a_game_is_played_to_its_end_by_people_with_buttons_alone(tmp_path: Path) -> None:
    evening = game(tmp_path / "one", "7/0", 4)
    assert sorted("".join(seat for rank in evening.ranking for seat in rank)) == list("ABCD")
    assert evening.figures["rounds"] >= 1
    assert evening.figures["dice_read"] == 0  # nobody looked but people
    assert evening.figures["dice_asked"] == 12 * evening.figures["rounds"]
    assert evening.figures["dice_misread"] == 0


def test_the_same_seed_gives_the_same_game(tmp_path: Path) -> None:
    assert game(tmp_path / "one", "3/1", 3) == game(tmp_path / "two", "3/1", 3)


def test_the_table_is_lava_is_played_to_its_end_and_nothing_is_miscounted(tmp_path: Path) -> None:
    text = (TABLES / "autoplay.toml").read_text()
    file = tmp_path / "table.toml"
    file.write_text(text.replace('[camera]\nport = "mock"', '[camera]\nport = "none"'))
    files = house.of_game(house.read(file), "table_is_lava")
    for seats in (2, 4):
        folder = tmp_path / str(seats)
        folder.mkdir()
        player = Player(files, folder, f"tl/{seats}", seats, "heuristic")
        try:
            evening = player.play()
        finally:
            player.close()
        assert evening.figures["launches"] == seats * (5 + seats)
        assert evening.figures["meeples_miscounted"] == 0
        assert evening.presses / evening.figures["launches"] < 12
