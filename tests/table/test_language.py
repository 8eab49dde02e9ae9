"""Every text the table can say is in the language file, and nothing there is never said."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Over, Setup
from firmware_host.rules.lava_land.box import Kind
from firmware_host.session.luck import draw
from firmware_host.session.match import Match
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.scene import Scene, Text, text
from firmware_host.table.texts import Texts
from tests.strategies import PLAYED

ROOT = Path(__file__).parent.parent.parent
FILES = sorted((ROOT / "config" / "texts").glob("*.toml"))
LITERAL = re.compile(r'(?<![.\w])(?:text|_text)\(\s*"([a-z_.]+)"')

BOXES = {name: PLAYED[name].box for name in DRESSINGS}


def texts_of(file: Path) -> Texts:
    return Texts(tomllib.loads(file.read_text()))


def in_scene(scene: Scene) -> Iterator[Text]:
    yield from (scene.title, scene.waiting, *scene.lines)
    yield from filter(None, [scene.notice, scene.status])
    for seat in scene.seats:
        yield from (choice.label for choice in seat.menu)


def in_play(name: str, seed: str) -> Iterator[Text]:
    """Whatever a match of random answers gives the table to say."""
    usual, game = DRESSINGS[name].view, GAMES[name]
    match: Match[Any, Any] = Match.begin(game, Setup(4, BOXES[name]), seed)
    for k in range(3_000):
        pending, view = match.pending, usual.at(match.state)
        yield from in_scene(view.scene(match.state, pending, {}))
        if isinstance(pending, Over):
            return
        yield view.question(pending)
        for answer in (*pending.options, *pending.asides):
            yield from view.path(answer)
        before = match.state
        match = match.answered(draw(f"{seed}?", k, pending), k)
        for event in match.events:
            news = view.news(before, event)
            if news is not None:
                yield news


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
@pytest.mark.parametrize("name", DRESSINGS)
def test_nothing_said_in_play_is_missing(name: str, file: Path) -> None:
    texts = texts_of(file)
    for seed in range(12):
        for said in in_play(name, str(seed)):
            texts.say(said)
    assert not texts.missing


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_every_key_written_in_the_code_is_in_the_file(file: Path) -> None:
    texts = texts_of(file)
    sources = (ROOT / "firmware_host").rglob("*.py")
    keys = {key for source in sources for key in LITERAL.findall(source.read_text())}
    assert keys
    assert not {key for key in keys if key not in texts}


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_every_card_has_a_name_and_says_what_it_does(file: Path) -> None:
    texts = texts_of(file)
    for kind in Kind:
        for key in (f"card.{kind}.name", f"card.{kind}.short"):
            assert texts.say(text(key)) != f"[{key}]"


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
@pytest.mark.parametrize("name", DRESSINGS)
def test_every_option_and_colour_of_a_new_game_has_words(name: str, file: Path) -> None:
    texts, dressing = texts_of(file), DRESSINGS[name]
    keys = [f"game.{name}", *(f"tint.{tint}" for tint in dressing.palette)]
    for option in dressing.options:
        values = [str(v).lower() for v in option.values if type(v) is not int]
        keys += [f"option.{name}.{option.key}.{part}" for part in ("name", *values)]
    assert [key for key in keys if key not in texts] == []
