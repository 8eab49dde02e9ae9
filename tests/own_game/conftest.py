"""The example's folder, and the program with it among its games for the time of a test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.daemon.settings.own_games import adopt

FOLDER = Path(__file__).parents[2] / "docs" / "own_game" / "fumarole"


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of games somewhere else, with a copy of the example in it."""
    folder = tmp_path / "games"
    shutil.copytree(FOLDER, folder / "fumarole", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setenv("TABLE_GAMES", str(folder))
    yield folder
    adopt(())


@pytest.fixture
def adopted(games: Path) -> Path:
    """The copy's folder; its game is among the others."""
    assert adopt([games / "fumarole"]) == ()
    return games / "fumarole"
