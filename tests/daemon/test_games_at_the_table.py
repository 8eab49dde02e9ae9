"""A game whose rules are there but which nothing plays at the table yet is refused in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_host.daemon.cli import main
from firmware_host.daemon.lights import _plays
from firmware_host.daemon.places import config_folder
from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Over, Setup, seen
from firmware_host.session.match import Match
from firmware_host.table.catalog import DRESSINGS
from tests.strategies import PLAYED, picked

NOT_YET = sorted(set(GAMES) - set(DRESSINGS))


@pytest.mark.parametrize("game", NOT_YET)
def test_a_table_for_it_is_told_so_and_what_to_write(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (config_folder() / "tables" / "demo.toml").read_text()
    file = tmp_path / "table.toml"
    file.write_text(text.replace('\ngame = "lava_land"\n', f'\ngame = "{game}"\n'))
    assert main(["check-config", str(file)]) == 78
    said = "".join(capsys.readouterr())
    assert f"{game} is not at the table yet: only its rules can be played" in said
    assert f"(rules alone: ./table simulate --game {game})" in said
    assert 'Write "lava_land" or ' in said


@pytest.mark.parametrize("game", NOT_YET)
def test_it_cannot_be_played_by_the_virtual_table(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["autoplay", "--game", game]) == 64
    assert f"{game}: it can be simulated, but is not among the games" in capsys.readouterr().err


@pytest.mark.parametrize("name", DRESSINGS)
def test_while_a_game_is_played_the_strip_shows_it_and_does_not_invite(name: str) -> None:
    """Every scene of a random game has something to light, whichever way the game has."""
    played = PLAYED[name]
    match = Match.begin(played.game, Setup(max(played.game.seats), played.box), "s")
    for k in range(400):
        if isinstance(match.pending, Over):
            break
        known = seen(match.game, match.position, None)
        assert _plays(DRESSINGS[name].view.scene(known.state, known.pending, {})), match.pending
        match = match.answered(picked(match, k), k)
