"""Whole games of Lost Island at the virtual table: dice read, told by people, or drawn."""

from __future__ import annotations

from pathlib import Path

from firmware_host.daemon import places
from firmware_host.daemon.eye.camera import RollSeen
from firmware_host.daemon.people.evenings import Evening, Player
from firmware_host.daemon.settings import house

TABLES = places.config_folder() / "tables"
HEAP = (("beach", 16, 5), ("forest_inland", 10, 4), ("forest_coast", 6, 2), ("mountain", 8, 1))
BLIND = ('[camera]\nport = "mock"', '[camera]\nport = "none"')


def game(
    folder: Path, seed: str, players: int, *changes: tuple[str, str], camera: str = "none"
) -> Evening:
    """A game with a small heap of hexes, so that it does not last all evening."""
    text = (TABLES / "autoplay.toml").read_text()
    mine = ('game = "lava_land"', 'game = "lost_island"\nbox = "box.toml"')
    for old, new in (mine, *changes):
        assert old in text
        text = text.replace(old, new)
    (folder / "table.toml").write_text(text)
    box = (places.config_folder() / "games" / "lost_island.toml").read_text()
    for kind, usual, fewer in HEAP:
        assert f"\n{kind} = {usual}" in box
        box = box.replace(f"\n{kind} = {usual}", f"\n{kind} = {fewer}")
    (folder / "box.toml").write_text(box)
    player = Player(house.read(folder / "table.toml"), folder, seed, players, "heuristic")
    if camera != "none":
        player._hands.spoil(camera)
    try:
        return player.play()
    finally:
        player.close()


def test_without_a_camera_nobody_throws_and_the_game_comes_to_its_end(tmp_path: Path) -> None:
    evening = game(tmp_path, "li/1", 5, BLIND)
    assert sorted("".join(seat for rank in evening.ranking for seat in rank)) == list("ABCDE")
    assert evening.figures["turns"] > 15
    assert evening.figures["dice_told"] > 5, "by luck"
    assert evening.figures["dice_asked"] == 0
    assert evening.presses / evening.figures["turns"] < 16


def test_where_the_camera_does_not_answer_people_throw_and_tell(tmp_path: Path) -> None:
    evening = game(tmp_path, "li/3", 2, camera="silent")
    assert evening.figures["dice_told"] > 5
    assert evening.figures["dice_asked"] >= evening.figures["dice_told"]
    assert evening.figures["dice_misread"] == 0, "all of a throw lies there while it is told"


def test_dice_are_read_by_the_camera_and_none_is_misread(tmp_path: Path) -> None:
    evening = game(tmp_path, "li/2", 2)
    assert evening.figures["dice_told"] > 10
    assert evening.figures["dice_misread"] == 0


def test_a_virtual_table_has_the_dice_of_its_own_game_from_the_start(tmp_path: Path) -> None:
    """As where a match goes on, and its world was lost."""
    text = (TABLES / "autoplay.toml").read_text().replace("lava_land", "lost_island", 1)
    (tmp_path / "table.toml").write_text(text)
    player = Player(house.read(tmp_path / "table.toml"), tmp_path, "x", 2, "heuristic")
    try:
        assert len(player._hands.truth()) == 7
    finally:
        player.close()


def test_the_picture_of_each_throw_is_kept_with_what_was_told_of_it(tmp_path: Path) -> None:
    text = (TABLES / "autoplay.toml").read_text().replace("lava_land", "lost_island", 1)
    (tmp_path / "table.toml").write_text(text)
    player = Player(house.read(tmp_path / "table.toml"), tmp_path, "rolls", 2, "heuristic")
    kept: list[RollSeen] = []
    core = player._table.core
    assert core.eye is not None
    core.eye.keeps_rolls, core.others.rolled = True, kept.append
    try:
        player._table.open(player._heard)
        while len(kept) < 4:
            player._step()
    finally:
        player.close()
    for roll in kept:
        assert roll.jpeg[:2] == b"\xff\xd8"
        assert sorted(die.face for die in roll.dice) == sorted(roll.told)
