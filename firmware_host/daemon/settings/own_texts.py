"""What games from outside have guests read: their own files beside the table's language file.

A game's file says ``name``, tables of lines, and ``option`` for its house rules; its table ``help``
has the points of the page's help, by number. The lines are called by the game
(``fumarole.ask.dare``), so no game can take another's words away.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from itertools import count, takewhile
from pathlib import Path
from typing import Any

from firmware_host.daemon import places
from firmware_host.table.scene import text
from firmware_host.table.texts import TextFault, Texts

USUAL = "en"
"""The language of a game that does not speak the table's."""


def check(folder: Path, game: str) -> None:
    """Its texts can be read, in every language it has.

    :raises TextFault: they cannot; or there are none in the usual language.
    """
    if not places.is_file(_file(folder, USUAL)):
        raise TextFault((str(_file(folder, USUAL)), "there is no such file", "one"))
    for file in sorted((folder / "texts").glob("*.toml")):
        Texts(_tables(file, game))


def merged(document: Mapping[str, Any], language: str, games: Mapping[str, Path]) -> dict[str, Any]:
    """The language file's *document* with the texts of *games*, each in its folder."""
    found = dict(document)
    for game, folder in games.items():
        file = _file(folder, language)
        tables = _tables(file if places.is_file(file) else _file(folder, USUAL), game)
        for key, value in tables.items():
            known = found.get(key, {})
            found[key] = {**value, **known}  # the table's own lines stay
    return found


def help_of(texts: Texts, game: str) -> tuple[str, ...]:
    """How a game is played, point by point: its lines ``help.1``, ``help.2`` and so on."""
    lines = (text(f"{game}.help.{n}") for n in count(1))
    return tuple(map(texts.say, takewhile(lambda line: line.key in texts, lines)))


def _file(folder: Path, language: str) -> Path:
    return folder / "texts" / f"{language}.toml"


def _tables(file: Path, game: str) -> dict[str, dict[str, Any]]:
    """A game's file as tables of a language file.

    :raises TextFault: it cannot be read, or has no name.
    """
    try:
        told = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as wrong:
        raise TextFault((str(file), str(wrong), "a TOML file")) from None
    name, options = told.pop("name", None), told.pop("option", {})
    if not isinstance(name, str):
        lacks = ("it is missing", 'what guests call the game: name = "..."')
        raise TextFault((f"{file}: name", *lacks))
    if not isinstance(options, Mapping):
        raise TextFault((f"{file}: option", "it is no table", "[option] and its keys"))
    return {"game": {game: name}, "option": {game: options}, game: told}
