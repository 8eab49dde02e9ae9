"""Every game has playthroughs on file, and still plays them word for word.

``REGENERATE=1 ./table test tests/test_playthroughs.py`` plays them anew with the bots; read the
difference line by line. Otherwise only the answers are taken from the file, so a bot may get
cleverer without them: rules, luck and words may not change.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from firmware_host.bots.catalog import HEURISTICS, bot
from firmware_host.daemon.people.simulation import play
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import boxes
from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Answer, Decision, Over, Seat, Setup, Source
from firmware_host.session.match import Match, retell
from firmware_host.session.playthrough import answers, digest, lines

FOLDER = Path(__file__).parent / "playthroughs"
VARIANTS = {"oh_no_volcano": {"-virtual": ('deck = "physical"', 'deck = "virtual"')}}
"""Boxes that are played besides the shipped one, by what is otherwise in its text."""
CASES = [
    (f"{name}{variant}", seats)
    for name, game in GAMES.items()
    for variant in ("", *VARIANTS.get(name, {}))
    for seats in game.seats
]
SEED = "golden"
WITHOUT_LUCK = {"table_is_lava", "oh_no_volcano"}
"""Games in which nothing is drawn: what people do at the table is all there is."""

playthroughs = pytest.mark.parametrize(("name", "seats"), CASES)


def fresh(name: str, seats: int) -> tuple[Match[Any, Any], str]:
    game, dash, variant = name.partition("-")
    loaded = boxes.load(config_folder() / "games" / f"{game}.toml")
    text = loaded.text
    if dash:
        usual, other = VARIANTS[game][dash + variant]
        assert text.count(f"\n{usual}\n") == 1
        text = text.replace(usual, other)
    box = loaded.game.box(tomllib.loads(text))
    return Match.begin(loaded.game, Setup(seats, box), SEED), digest(text)


def played(match: Match[Any, Any]) -> list[Answer]:
    """The answers of a game between bots."""
    game = match.game
    kind = "heuristic" if game.name in HEURISTICS else "random"
    bots = {Seat(i): bot(game.name, kind, f"{SEED}/{i}") for i in range(match.setup.seats)}
    heard: list[Answer] = []
    play(game, match.setup, SEED, bots, heard.append)
    return heard


@playthroughs
def test_a_playthrough_is_played_again_word_for_word(name: str, seats: int) -> None:
    file = FOLDER / f"{name}-{seats}.txt"
    match, box = fresh(name, seats)
    if os.environ.get("REGENERATE"):
        for answer in played(match):
            match = match.answered(answer, 0)
        FOLDER.mkdir(exist_ok=True)
        file.write_text("\n".join(lines(match, box)) + "\n")
        return
    assert file.exists(), "REGENERATE=1 makes it"
    text = file.read_text()
    match = retell(match, answers(text))
    assert "\n".join(lines(match, box)) + "\n" == text
    assert isinstance(match.pending, Over)


@playthroughs
def test_luck_still_draws_what_it_drew_in_a_playthrough(name: str, seats: int) -> None:
    match, _ = fresh(name, seats)
    drawn = 0
    for told in answers((FOLDER / f"{name}-{seats}.txt").read_text()):
        pending = match.pending
        assert isinstance(pending, Decision)
        if pending.source is Source.CHANCE:
            assert str(match.lucky()) == getattr(told, "words", None)
            drawn += 1
        match = match.tell(told)
    assert drawn or name in WITHOUT_LUCK


def test_there_is_no_playthrough_of_a_game_that_is_not() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == {f"{name}-{n}" for name, n in CASES}
