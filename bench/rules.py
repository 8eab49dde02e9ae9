"""Lava Land's decisions a second in random play, beside python-chess making moves.

Both play whole games with the same kind of generator picking among the legal answers, one after
the other on one core. Ours goes through the checked door ``step``; the reference is the loop
``while not board.is_game_over(): board.push(choice(list(board.legal_moves)))``.
"""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

from bench.figure import Figure, in_turn, median_ratio, seconds
from firmware_host.rules.kernel import Over, Setup, begin, step
from firmware_host.rules.lava_land.game import GAME

GAMES, CHESS_GAMES, PLAYERS, SEED = 150, 4, 4, 7


def lava_land(setup: Setup) -> int:
    """Play GAMES games; how many decisions they were."""
    choice, decisions = random.Random(SEED).choice, 0
    for _ in range(GAMES):
        here = begin(GAME, setup)
        while not isinstance(here.pending, Over):
            here, _ = step(GAME, here, choice(here.pending.options))
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
    shipped = Path(__file__).parent.parent / "config/games/lava_land.toml"
    setup = Setup(PLAYERS, GAME.box(tomllib.loads(shipped.read_text())))
    many, made = lava_land(setup), chess_moves()  # the same in every round, and both warm now
    a, b = in_turn(
        lambda: many / seconds(lambda: lava_land(setup)), lambda: made / seconds(chess_moves)
    )
    return [
        Figure(
            "Lava Land in random play",
            max(a),
            "decisions/s",
            max(b),
            "python-chess, moves",
            median_ratio(a, b),
            ">= 2.5",
            f"{many} decisions in {GAMES} games of {PLAYERS}; {made} moves",
        )
    ]
