"""A table that stands is told anew what is wired and agreed, whatever goes on at it.

A match that is played keeps its box and its reader; thumbs keep what they are just saying, and
whoever has joined stays joined. Nothing that was answered changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from firmware_host.session.clock import NS_PER_MS

from .evening import House
from .games import Playable
from .gestures import Feel
from .host import agreed
from .lobby import Lobby
from .table import Table


def refit(table: Table, house: House) -> None:
    """*house* from now on: as many seats and beams as before, wired as before."""
    evening = table.evening
    _offer(evening.lobby, house.games)
    said = evening.house  # by no file: bots, and whether somebody looks first
    evening.house = replace(house, bots=said.bots, handy=said.handy, checks=said.checks)
    if len(house.fittings.buttons) == len(table.thumbs):
        table.desk.fit = table.desk.vigil.fit = house.fittings
    for button, thumb in table.thumbs.items():
        thumb.feel = house.feels.get(button, Feel())
    table.beams.debounce_ns = house.beam_ms * NS_PER_MS
    if evening.host is not None:
        agreed(evening.host, house.patience)


def _offer(lobby: Lobby, games: Sequence[Playable]) -> None:
    """Other games, or other boxes of the same; what was chosen is chosen as far as it is there."""
    names = [one.game.name for one in games]
    called = lobby.game.game.name
    for was in lobby.games:
        name = was.game.name
        board = was.boards[lobby.choices.board(was)]
        now = next((one for one in games if one.game.name == name), was)
        known = board in now.boards
        lobby.choices.boards[name] = now.boards.index(board) if known else 0
    lobby.games = games
    lobby.number = names.index(called) if called in names else 0
