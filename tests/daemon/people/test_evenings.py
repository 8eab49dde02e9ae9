"""Whole games with nobody there, and no camera: the dice become menus on people's buttons."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.daemon import places
from firmware_host.daemon.eye import eyes
from firmware_host.daemon.people.evenings import Evening, Player
from firmware_host.daemon.settings import house
from firmware_host.rules.kernel import Seat
from hw.ports import Tabletop

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


def volcano(tmp_path: Path, seats: int, deck: str = "physical") -> Evening:
    text = (TABLES / "autoplay.toml").read_text()
    file = tmp_path / "table.toml"
    file.write_text(text.replace('[camera]\nport = "mock"', '[camera]\nport = "none"'))
    folder = tmp_path / f"volcano {seats}"
    folder.mkdir()
    box = tmp_path / f"{deck}.toml"
    shipped = (places.config_folder() / "games" / "oh_no_volcano.toml").read_text()
    box.write_text(shipped.replace('deck = "physical"', f'deck = "{deck}"'))
    own = file.read_text().replace('game = "lava_land"', f'game = "oh_no_volcano"\nbox = "{box}"')
    file.write_text(own)
    files = house.read(file)
    player = Player(files, folder, f"ov/{seats}", seats, "heuristic")
    try:
        return replace(player.play(), wall_s=0)
    finally:
        player.close()


def test_oh_no_volcano_is_played_to_its_end_and_every_fall_is_told(tmp_path: Path) -> None:
    balls = falls = 0
    for seats in (2, 3, 4):
        evening = volcano(tmp_path, seats)
        assert len(evening.ranking) >= 1
        assert evening.figures["turns"] >= seats
        assert evening.figures["pawns_mistold"] == 0
        assert evening.presses / evening.figures["turns"] < 25, "one by one, and no whole ways"
        balls += evening.figures["balls"]
        falls += evening.figures["falls"]
    assert balls > 0
    assert falls > 0


def test_with_the_programs_deck_people_play_by_the_numbers_of_their_cards(tmp_path: Path) -> None:
    evening = volcano(tmp_path, 3, "virtual")
    assert evening.figures["treasures"] > 3
    assert evening.figures["pawns_mistold"] == 0


def test_somebody_who_sees_no_pawn_fall_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def blind(topic: str, seat: Seat, button: int, top: Tabletop) -> tuple[str, ...] | None:
        del button, top
        return (f"{seat} safe",) if topic == "fell" else None

    monkeypatch.setattr(eyes, "told", blind)
    assert volcano(tmp_path, 4).figures["pawns_mistold"] > 0
