"""Which games a table offers, and the box of what was chosen."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from firmware_host.daemon.errors import ConfigError
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import boxes, house, offer
from firmware_host.daemon.settings.house import Files
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.games import Chosen, Playable

DEMO = config_folder() / "tables" / "demo.toml"


def files(tmp_path: Path, *changes: tuple[str, str]) -> Files:
    text = DEMO.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file = tmp_path / "table.toml"
    file.write_text(text)
    return house.read(file)


def names(read: Files) -> list[str]:
    return [playable.game.name for playable in house.house(read, lambda: "x").games]


def test_the_tables_own_game_comes_first_and_the_other_can_be_chosen(tmp_path: Path) -> None:
    assert names(files(tmp_path))[:2] == ["lava_land", "table_is_lava"]
    assert set(names(files(tmp_path))) == set(DRESSINGS)
    other = files(tmp_path, ('game = "lava_land"', 'game = "table_is_lava"'))
    assert names(other)[:2] == ["table_is_lava", "lava_land"]


def test_a_game_whose_track_or_dice_do_not_fit_is_not_offered(tmp_path: Path) -> None:
    mine = ('game = "lava_land"', 'game = "table_is_lava"')
    long = names(files(tmp_path, mine, ("per_place = 6", "per_place = 7")))
    assert long[0] == "table_is_lava"
    assert "lava_land" not in long
    two = files(tmp_path, mine)
    seats = msgspec.structs.replace(two.table, seats=two.table.seats[:2])
    two = replace(two, loaded=msgspec.structs.replace(two.loaded, table=seats))
    assert "lava_land" not in names(two), "two seats are too few for it"
    assert "oh_no_volcano" in names(two)


def test_a_longer_strip_offers_the_longer_board(tmp_path: Path) -> None:
    wide = files(tmp_path, ("per_place = 6", "per_place = 4"))
    lava = house.house(wide, lambda: "x").games[0]
    assert lava.boards == ("", "vectors")
    assert lava.boxed(Chosen("vectors")).box.boat == 24


def table_is_lava(tmp_path: Path) -> Playable:
    return house.house(files(tmp_path), lambda: "x").games[1]


def test_what_is_chosen_stands_in_the_boxs_text_and_nothing_else_differs(tmp_path: Path) -> None:
    """TL-24, TL-A01, TL-01."""
    playable = table_is_lava(tmp_path)
    rules = (("variant_rock_island", True), ("missed_card", "discarded"))
    boxed = playable.boxed(Chosen("", rules, ("seat_b", "seat_red")))
    shipped = (config_folder() / "games" / "table_is_lava.toml").read_text()
    differ = [new for old, new in zip(shipped.splitlines(), boxed.text.splitlines(), strict=True)
              if old != new]  # fmt: skip
    assert differ == [
        'colours = ["yellow", "red", "blue", "green"]  # chosen at the table',
        'missed_card = "discarded"  # chosen at the table',
        "variant_rock_island = true  # chosen at the table",
    ]
    assert boxed.box == playable.game.box(tomllib.loads(boxed.text))
    assert boxed.box.rock_island
    assert boxed.box.decks[0][3].id == "n3_red", "seat A plays the yellow deck"


def test_with_nothing_chosen_the_box_is_the_file(tmp_path: Path) -> None:
    playable = table_is_lava(tmp_path)
    shipped = (config_folder() / "games" / "table_is_lava.toml").read_text()
    assert playable.boxed(Chosen()).text == shipped


def test_only_the_named_key_outside_of_tables_is_rewritten() -> None:
    text = 'a = 1\nab = "x" # why\n[t]\nab = 2\n'
    changed = 'a = 1\nab = "y"  # chosen at the table\n[t]\nab = 2\n'
    assert offer.rewritten(text, "ab", "y") == changed
    assert offer.rewritten(text, "ab", "x") == text


def oh_no_volcano(tmp_path: Path) -> Playable:
    return next(
        playable
        for playable in house.house(files(tmp_path), lambda: "x").games
        if playable.game.name == "oh_no_volcano"
    )


def test_who_deals_and_what_entering_costs_are_chosen_at_the_table(tmp_path: Path) -> None:
    """OV-03, OV-A01: a word and a number, in the box's own text."""
    game = oh_no_volcano(tmp_path)
    usual = game.boxed(Chosen()).box
    assert usual.entry_costs == 1
    boxed = game.boxed(Chosen(rules=(("deck", "virtual"), ("entry_costs", 0))))
    assert (boxed.box.virtual, boxed.box.entry_costs) == (True, 0)
    assert 'deck = "virtual"  # chosen at the table' in boxed.text
    assert "entry_costs = 0  # chosen at the table" in boxed.text


@pytest.mark.parametrize(
    ("virtual", "own_box", "deck"),
    [(True, False, "virtual"), (False, False, "physical"), (True, True, "physical")],
    ids=["a laptop", "a real table", "a box of the table's own"],
)
def test_cards_are_dealt_where_nobody_has_any(
    virtual: bool, own_box: bool, deck: str, tmp_path: Path
) -> None:
    """OV-03: at a virtual table, unless its file names a box that says otherwise."""
    read = files(tmp_path)
    if not virtual:
        buttons = structs.replace(read.table.buttons, port="gpio")
        table = structs.replace(read.table, buttons=buttons)
        read = replace(read, loaded=structs.replace(read.loaded, table=table))
    read = house.of_game(read, "oh_no_volcano")
    if own_box:
        box = tmp_path / "ours.toml"
        box.write_text(read.box.text)
        read = replace(read, box=boxes.load(box))
    game = house.house(read, lambda: "x").games[0]
    assert game.usual["deck"] == deck
    assert game.boxed(Chosen()).box.virtual == (deck == "virtual")
    assert game.unusual(game.boxed(Chosen()).text) == ()
    other = {"virtual": "physical", "physical": "virtual"}[deck]
    assert game.boxed(Chosen(rules=(("deck", other),))).box.virtual == (other == "virtual")


def test_every_option_of_oh_no_volcano_makes_a_box_that_can_be_played(tmp_path: Path) -> None:
    game = oh_no_volcano(tmp_path)
    for option in game.options:
        for value in option.values:
            assert game.boxed(Chosen(rules=((option.key, value),))).box.boulders == 3


PIPS = 'pips = "lost_island"\n'


def island(read: Files) -> Playable:
    return next(p for p in house.house(read, lambda: "x").games if p.game.name == "lost_island")


def test_where_the_camera_reads_pips_dice_are_thrown(tmp_path: Path) -> None:
    read = files(tmp_path)
    assert island(read).usual["dice"] == "thrown"
    assert island(read).boxed(Chosen()).box.dice == "thrown"
    assert island(read).reader({}).reads("search")
    assert offer.profile_of(read.loaded, "lost_island").name == "lost_island"
    assert offer.profile_of(read.loaded, "lava_land").name == "lava_land"


def test_where_no_camera_reads_pips_luck_draws_unless_people_want_to_tell(tmp_path: Path) -> None:
    for read in (
        files(tmp_path, (PIPS, "")),
        files(tmp_path, ('[camera]\nport = "mock"', '[camera]\nport = "none"')),
    ):
        playable = island(read)
        assert playable.usual["dice"] == "drawn"
        boxed = playable.boxed(Chosen())
        assert boxed.box.dice == "drawn"
        assert 'dice = "drawn"  # chosen at the table' in boxed.text
        assert playable.boxed(Chosen("", (("dice", "thrown"),))).box.dice == "thrown"
        assert not playable.reader({}).reads("search"), "the camera knows other dice"
        assert offer.profile_of(read.loaded, "lost_island").name == "lava_land"


def test_a_table_of_pips_alone_reads_them_by_its_own_profile(tmp_path: Path) -> None:
    read = files(
        tmp_path,
        ('game = "lava_land"', 'game = "lost_island"'),
        ('profile = "lava_land"\n' + PIPS, 'profile = "lost_island"\n'),
    )
    assert names(read)[0] == "lost_island"
    assert "lava_land" not in names(read)
    assert island(read).usual["dice"] == "thrown"


def test_what_ordinary_dice_are_read_with_must_be_a_profile_of_pips(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="lava_land reads taught dice, not the pips"):
        files(tmp_path, (PIPS, 'pips = "lava_land"\n'))
    with pytest.raises(ConfigError, match=r"camera\.pips: there is no|camera\.pips"):
        files(tmp_path, (PIPS, 'pips = "nowhere"\n'))


def test_every_choice_of_lost_island_makes_a_box(tmp_path: Path) -> None:
    playable = island(files(tmp_path))
    for option in playable.options:
        for value in option.values:
            assert playable.boxed(Chosen("", ((option.key, value),))).box is not None


def test_what_is_otherwise_in_a_matchs_box_is_known_by_its_text(tmp_path: Path) -> None:
    playable = table_is_lava(tmp_path)
    rules = (("missed_card", "discarded"),)
    assert playable.unusual(playable.boxed(Chosen("", rules, ("seat_b",))).text) == rules
    assert playable.unusual(playable.boxed(Chosen()).text) == ()


def test_whether_dice_are_thrown_in_a_game_is_known_before_it_begins(tmp_path: Path) -> None:
    lava, cards = house.house(files(tmp_path), lambda: "x").games[:2]
    assert (lava.crater, cards.crater) == (True, False)
