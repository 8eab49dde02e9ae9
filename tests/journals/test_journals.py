"""Journals of every released version: each is told again while its answers stay legal.

Where a rule has changed so that an old match is told otherwise, or not to its end, the change is
named in ``differs.toml`` beside the journals: ``"lava_land-1" = "line 41: 'B take Rb': ..."``, or
``"stands otherwise"``. An unnamed difference fails here, before anybody's table meets it.
"""

from __future__ import annotations

import shutil
import tomllib
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from firmware_host.daemon import places
from firmware_host.daemon.going_on import going_on
from firmware_host.daemon.settings import house
from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Decision, Over
from firmware_host.session.journal import Journal
from firmware_host.session.match import Diverged, Match, as_far_as_it_goes
from firmware_host.session.record import Kept
from firmware_host.session.tale import Put
from firmware_host.table.evening import House
from tests.disk.evening import fresh, wall
from tests.journals.__main__ import HERE, standing

FOLDERS = sorted(folder for folder in HERE.iterdir() if folder.is_dir() and folder.name[0] != "_")
JOURNALS = [file for folder in FOLDERS for file in sorted(folder.glob("*.journal"))]


def named(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


def opened(file: Path, folder: Path) -> Journal:
    """A copy of it, by the real code: what is kept here is never written to."""
    shutil.copyfile(file, folder / file.name)
    return Journal(folder / file.name, wall)


def differences(file: Path) -> dict[str, str]:
    known = file.parent / "differs.toml"
    return tomllib.loads(known.read_text(encoding="utf-8")) if known.exists() else {}


def begun(kept: Kept) -> Match[Any, Any]:
    game = GAMES[kept.game]
    setup = replace(fresh(kept.game).setup, seats=kept.seats, box=game.box(tomllib.loads(kept.box)))
    return Match.begin(game, setup, kept.seed)


def test_this_version_has_its_journals_and_every_version_has_one_of_each_game_it_had() -> None:
    assert places.version() in {folder.name for folder in FOLDERS}
    current = {file.stem for file in JOURNALS if file.parent.name == places.version()}
    assert current == set(GAMES)


@pytest.mark.parametrize("file", JOURNALS, ids=named)
def test_a_journal_of_a_released_version_is_told_again(file: Path, tmp_path: Path) -> None:
    with closing(opened(file, tmp_path)) as journal:
        assert journal.damage is None
        matches = [journal.kept(one.id) for one in journal.matches()]
    assert len(matches) == 2
    for kept in matches:
        match, differs = as_far_as_it_goes(begun(kept), kept.tale)
        expected = (file.parent / f"{file.stem}-{kept.id}.txt").read_text(encoding="utf-8")
        says = str(differs) if differs else ""
        if not says and standing(match) != expected:
            says = "stands otherwise"
        assert says == differences(file).get(f"{file.stem}-{kept.id}", "")


@pytest.fixture(scope="module")
def demo() -> House:
    files = house.read(places.config_folder() / "tables" / "demo.toml")
    return house.house(files, lambda: "1")


@pytest.mark.parametrize("file", JOURNALS, ids=named)
def test_a_table_goes_on_with_a_match_of_a_released_version(
    file: Path, tmp_path: Path, demo: House
) -> None:
    said: list[str] = []
    with closing(opened(file, tmp_path)) as journal:
        going = going_on(journal, journal.unfinished(), demo, said.append)
        assert going is not None, said
        assert isinstance(going.match.pending, Decision | Over)
        assert bool(said) == (f"{file.stem}-{going.id}" in differences(file))


@pytest.mark.parametrize("game", GAMES)
def test_where_a_rule_has_changed_the_first_line_is_named_and_the_state_before_it_kept(
    game: str, tmp_path: Path, demo: House
) -> None:
    """The rules here refuse from the 21st answer on what they allowed when it was told."""
    changed = stricter(demo, game, after=20)
    said: list[str] = []
    file = HERE / places.version() / f"{game}.journal"
    with closing(opened(file, tmp_path)) as journal:
        kept = journal.unfinished()
        assert kept is not None
        stood, differs = as_far_as_it_goes(stricter_match(kept, changed), kept.tale)
        assert isinstance(differs, Diverged)
        going = going_on(journal, kept, changed, said.append)
        assert going is not None
        assert str(differs) in said[0]
        assert going.match.state == stood.state
        assert going.match.draws == stood.draws
        last = going.match.entry
        assert isinstance(last, Put)
        assert str(differs) in " ".join(last.reason.split())
        assert journal.kept(kept.id).tale == kept.tale, "not a word of it is changed"
        again = going_on(journal, journal.unfinished(), changed, said.append)
        assert again is not None
        assert again.match.state == going.match.state
        assert len(said) == 1


def stricter(demo: House, game: str, after: int) -> House:
    """The house, where *game* refuses every answer of a person after so many."""
    return replace(
        demo,
        games=tuple(
            replace(p, game=_refusing(p.game, after)) if p.game.name == game else p
            for p in demo.games
        ),
    )


def _refusing(game: Any, after: int) -> Any:
    from firmware_host.rules.kernel import Illegal

    told = [0]

    def start(setup: Any) -> Any:
        told[0] = 0
        return game.start(setup)

    def apply(state: Any, answer: Any) -> Any:
        told[0] += 1
        if told[0] > after:
            raise Illegal("changed", "it is not allowed any more")
        return game.apply(state, answer)

    return replace(game, start=start, apply=apply)


def stricter_match(kept: Kept, changed: House) -> Match[Any, Any]:
    game = next(p.game for p in changed.games if p.game.name == kept.game)
    return Match.begin(game, begun(kept).setup, kept.seed)
