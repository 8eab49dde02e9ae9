"""Each game's decisions a second in random play, beside python-chess making moves.

All play whole games with the same kind of generator picking among the legal answers, one after
the other on one core. Ours goes through the checked door ``step``; the reference is the loop
``while not board.is_game_over(): board.push(choice(list(board.legal_moves)))``.
"""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

from bench.figure import Figure, in_turn, median_ratio, seconds
from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Game, Over, Setup, begin, step

MANY, CHESS_GAMES, PLAYERS, SEED = 150, 4, 4, 7
TARGETS = {"lava_land": ">= 2.5"}
"""As a ratio to the reference; the other games' targets are decisions."""
LEAST = {"table_is_lava": 20_000, "lost_island": 6_000, "oh_no_volcano": 20_000}
"""Decisions a second."""


def play(game: Game[Any, Any], setup: Setup) -> int:
    """Play MANY games; how many decisions they were."""
    choice, decisions = random.Random(SEED).choice, 0
    for _ in range(MANY):
        here = begin(game, setup)
        while not isinstance(here.pending, Over):
            here, _ = step(game, here, choice(here.pending.options))
            decisions += 1
    return decisions


def chess_moves() -> int:
    """Play CHESS_GAMES games of chess; how many moves they were."""
    import chess

    choice, made = random.Random(SEED).choice, 0
    for _ in range(CHESS_GAMES):
        board = chess.Board()
        while not board.is_game_over():
            board.push(choice(list(board.legal_moves)))
            made += 1
    return made


def measure() -> list[Figure]:
    return [of_game(game) for game in GAMES.values()]


def of_game(game: Game[Any, Any]) -> Figure:
    """How fast *game* is, beside chess, in the same rounds."""
    shipped = Path(__file__).parent.parent / "config" / "games" / f"{game.name}.toml"
    setup = Setup(PLAYERS, game.box(tomllib.loads(shipped.read_text())))
    many, made = play(game, setup), chess_moves()  # the same in every round, and both warm now
    a, b = in_turn(
        lambda: many / seconds(lambda: play(game, setup)), lambda: made / seconds(chess_moves)
    )
    least = LEAST.get(game.name)
    return Figure(
        f"{game.name} in random play",
        max(a),
        "decisions/s",
        max(b),
        "python-chess, moves",
        None if least else median_ratio(a, b),
        f">= {least}" if least else TARGETS.get(game.name, ""),
        f"{many} decisions in {MANY} games of {PLAYERS}; {made} moves; "
        f"{median_ratio(a, b):.2f} times the moves",
    )
