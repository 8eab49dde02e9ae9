"""Seats that people leave in the midst of a game are played by bots, in every game, to its end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from firmware_host.bots import catalog
from firmware_host.daemon import places
from firmware_host.daemon.people.evenings import Player
from firmware_host.daemon.people.standins import StandIns
from firmware_host.daemon.settings import house
from firmware_host.rules.kernel import Decision, Over, Seat, Source
from firmware_host.session.journal import Journal
from firmware_host.session.match import retell
from firmware_host.session.tale import bots
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.signals import Command

TABLE = places.config_folder() / "tables" / "autoplay.toml"
B = Seat(1)


class Helper:
    """Hands for a bot: it may be asked what the table is told, and never what a player chooses."""

    def __init__(self, game: str) -> None:
        self._bot = catalog.bot(game, "heuristic", "helper")

    def choose(self, state: Any, decision: Decision[Any], seat: Seat) -> Any:
        assert decision.source is not Source.PLAYER, f"{decision.topic} is for the bot to choose"
        return self._bot.choose(state, decision, seat)


def player(game: str, folder: Path, seats: int = 3, camera: bool = False) -> Player:
    file = folder / "table.toml"
    words = TABLE.read_text()
    if not camera:
        words = words.replace('[camera]\nport = "mock"', '[camera]\nport = "none"')
    file.write_text(words)
    files = house.of_game(house.read(file), game)
    return Player(files, folder, "standins", seats, "heuristic")


def seated(player: Player, seat: Seat, who: str) -> None:
    core, now_ns = player._table.core, player._clock.now_ns()
    refused = core.feed(Command(seat, "staff", f"seat {who}", now_ns), now_ns)
    assert refused is None
    person = player._people.persons[seat]
    person.helps, person.bot = who == "bot", Helper(player._table.files.box.game.name)
    if who == "person":
        person.bot = catalog.bot(player._table.files.box.game.name, "heuristic", "again")
    person.mind = None


def begun(player: Player) -> None:
    player._table.open(player._heard)
    if player._table.core.eye is not None:
        player._table.core.eye.pictures = False
    while player._match() is None:
        player._step()


def play(player: Player, lines: int) -> None:
    """On for so many entries, or to the end."""
    match = player._match()
    assert match is not None
    until = match.length + lines
    while player._over() is None and match.length < until:
        player._step()
        match = player._match()
        assert match is not None
        assert player._clock.now_ns() < 3 * 3_600 * 10**9, player._where()


@pytest.mark.slow
@pytest.mark.parametrize("game", list(DRESSINGS))
def test_a_game_is_left_taken_over_and_left_again_and_ends(game: str, tmp_path: Path) -> None:
    table = player(game, tmp_path)
    try:
        StandIns(table._table.core)
        begun(table)
        play(table, 12)
        seated(table, B, "bot")
        play(table, 40)
        seated(table, B, "person")
        play(table, 10)
        for seat in (Seat(0), B):
            seated(table, seat, "bot")
        play(table, 100_000)
        match = table._match()
        assert match is not None
        assert isinstance(match.pending, Over)
    finally:
        table.close()
    journal = Journal(tmp_path / "journal", str)
    kept = journal.kept(1)
    journal.close()
    assert bots(kept.tale) == frozenset({Seat(0), B})
    begin = match
    while begin.before is not None:
        begin = begin.before
    assert retell(begin, kept.tale).state == match.state


@pytest.mark.slow
def test_the_camera_reads_what_people_take_for_a_bot(tmp_path: Path) -> None:
    table = player("lava_land", tmp_path, camera=True)
    wanted = 0
    try:
        StandIns(table._table.core)
        begun(table)
        seated(table, B, "bot")
        while table._over() is None and wanted < 3:
            table._step()
            scene = table._table.core.scene
            assert scene is not None
            wants = [s.wants for s in scene.seats if s.seat == B and s.wants is not None]
            wanted += bool(wants)
        assert wanted
        match = table._match()
        assert match is not None
        play(table, 30)
    finally:
        table.close()


def test_who_plays_is_the_same_after_the_power_was_cut(tmp_path: Path) -> None:
    table = player("oh_no_volcano", tmp_path)
    begun(table)
    play(table, 3)
    seated(table, B, "bot")
    table.close()
    again = player("oh_no_volcano", tmp_path)
    try:
        chairs = again._table.core.table.evening.chairs
        assert chairs is not None
        assert chairs.bots == frozenset({B})
        assert chairs.bot_buttons == frozenset({1})
    finally:
        again.close()


def test_a_bot_waits_while_the_table_stands_still(tmp_path: Path) -> None:
    table = player("table_is_lava", tmp_path)
    try:
        standins = StandIns(table._table.core)
        begun(table)
        assert standins.wake_ns is None, "nobody has got up"
        for seat in range(3):
            seated(table, Seat(seat), "bot")
        assert standins.wake_ns is not None
        now_ns = table._clock.now_ns()
        table._table.core.feed(Command(None, "staff", "pause", now_ns), now_ns)
        assert standins.wake_ns is None
        table._table.core.feed(Command(None, "staff", "resume", now_ns), now_ns)
        assert standins.wake_ns is not None
        table._table.core.feed(Command(None, "staff", "service clean", now_ns), now_ns)
        assert standins.wake_ns is None
    finally:
        table.close()


def test_undo_leads_past_what_standins_have_chosen_since(tmp_path: Path) -> None:
    """Else it would be their question, which they answer again a moment later."""
    table = player("lost_island", tmp_path)
    seats = frozenset({B, Seat(2)})
    try:
        StandIns(table._table.core)
        begun(table)
        play(table, 24)
        for seat in seats:
            seated(table, seat, "bot")
        chosen = 0
        while chosen < 3:
            play(table, 1)
            match = table._match()
            assert match is not None
            chosen += match.seat in seats and match.source is Source.PLAYER
        now_ns = table._clock.now_ns()
        assert table._table.core.feed(Command(None, "staff", "undo", now_ns), now_ns) is None
        match = table._match()
        assert match is not None
        asked = match.pending
        assert isinstance(asked, Decision)
        assert asked.source is Source.TABLE or {a.seat for a in asked.options} == {Seat(0)}
        play(table, 5)  # and it goes on from there
    finally:
        table.close()
