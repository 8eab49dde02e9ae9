"""The Table Is Lava at the virtual table: a foul launch, and cards that miss and go."""

from __future__ import annotations

from pathlib import Path

from firmware_host.daemon import places
from firmware_host.daemon.people.evenings import Player
from firmware_host.daemon.settings import house
from firmware_host.session.journal import look
from firmware_host.table.signals import Command
from hw.ports import CardSeen

TABLES, GAMES = places.config_folder() / "tables", places.config_folder() / "games"


def sitting(folder: Path, missed: str = "stays") -> Player:
    """Two at the table, who have not begun."""
    table = (TABLES / "autoplay.toml").read_text()
    mine = 'game = "table_is_lava"\nbox = "box.toml"'
    (folder / "table.toml").write_text(table.replace('game = "lava_land"', mine))
    box = (GAMES / "table_is_lava.toml").read_text()
    assert 'missed_card = "stays"' in box
    (folder / "box.toml").write_text(
        box.replace('missed_card = "stays"', f'missed_card = "{missed}"')
    )
    player = Player(house.read(folder / "table.toml"), folder, "cards", 2, "heuristic")
    player._table.open(player._heard)
    return player


def phase(player: Player) -> str:
    scene = player._table.core.scene
    return "" if scene is None else scene.phase


def cards(player: Player) -> tuple[CardSeen, ...]:
    return player._hands.tabletop().cards


def test_the_card_of_a_foul_launch_is_taken_up_and_thrown_again(tmp_path: Path) -> None:
    """TL-A14."""
    player = sitting(tmp_path)
    try:
        while phase(player) != "judge" or len(cards(player)) < 3:
            player._step()
        first, core, now_ns = cards(player)[-1], player._table.core, player._clock.now_ns()
        core.feed(Command(None, "staff", "tell relaunch", now_ns), now_ns)
        assert len(cards(player)) == 2, "the Start cards"
        while phase(player) == "judge":
            player._step()
        again = cards(player)[-1]
        assert (again.owner, again.name) == (first.owner, first.name)
        assert again != first
        assert len(cards(player)) == 3
    finally:
        player.close()


def test_whoever_switches_the_table_off_leaves_the_result_and_so_closes_the_match(
    tmp_path: Path,
) -> None:
    """And a table that loses its power does not."""
    player = sitting(tmp_path)
    player.play()
    now_ns = player._clock.now_ns()
    player._table.core.tick(now_ns)
    looked = look(tmp_path / "journal")
    assert looked is not None
    assert looked.ended is None
    player.close()
    kept = look(tmp_path / "journal")
    assert kept is not None
    assert kept.ended is not None
    assert kept.ended.startswith(("most_points", "lifesaver", "shared"))


def test_a_card_that_missed_goes_off_the_table_where_such_cards_go(tmp_path: Path) -> None:
    """TL-A01."""
    player = sitting(tmp_path, "discarded")
    try:
        while phase(player) != "count":
            player._step()
        scene = player._table.core.scene
        assert scene is not None
        out = [card for card in scene.cards if card.where == "out"]
        assert out
        assert sum(card.off for card in cards(player)) == len(out)
        assert any(card.aside for card in cards(player)), "one at least missed on the table"
    finally:
        player.close()
