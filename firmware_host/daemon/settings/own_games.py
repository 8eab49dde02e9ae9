"""Games from outside this program: found in their folders, loaded, and put among the others.

A folder of games holds a folder for each, and that is a Python package. One that cannot be used is
named with its reason and left out: no table waits for it. docs/add_your_own_game.md tells how one
is made.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Mapping, MutableMapping
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from firmware_host.bots.catalog import HEURISTICS, game_of
from firmware_host.daemon import places
from firmware_host.daemon.errors import ConfigError
from firmware_host.rules.catalog import GAMES, WARNINGS
from firmware_host.rules.kernel import Game, Setup, begin
from firmware_host.rules.keys import toml
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.dressing import Dressing
from firmware_host.table.own import OwnGame, raised
from firmware_host.table.reading import Pace
from firmware_host.table.texts import TextFault
from firmware_host.table.theme import SEATS, SPARE

from . import boxes, own_texts

PACKAGE = "own_games"
"""Below this name their modules are loaded: none can hide one of the program's."""
ADOPTED: dict[str, Path] = {}
"""The games from outside that are among the others now, and their folders."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A folder that is no game one could play, and why."""

    folder: Path
    why: str

    def __str__(self) -> str:
        return f"{self.folder}: this game is left out: {self.why}"


class _Unfit(Exception):
    """Why a package is no game, in words."""


def adopt(folders: Iterable[Path]) -> tuple[LeftOut, ...]:
    """Have the games in *folders*, and no other ones from outside, among the shipped ones."""
    for name in list(ADOPTED):
        _forget(name)
    left_out = []
    for folder in folders:
        try:
            _enter(folder, _loaded(folder))
        except _Unfit as wrong:
            left_out.append(LeftOut(folder, str(wrong)))
        except ConfigError as wrong:
            left_out.append(LeftOut(folder, f"its box cannot be used: {wrong}"))
        except (Exception, SystemExit) as wrong:  # somebody else's code
            left_out.append(LeftOut(folder, raised(wrong, str(folder))))
    return tuple(left_out)


def _enter(folder: Path, own: OwnGame) -> None:
    """Put a game into every catalogue, and try how it begins.

    :raises Exception: it does not begin well; then it is in no catalogue.
    """
    name = own.game.name
    GAMES[name], WARNINGS[name] = own.game, own.warnings
    HEURISTICS[name], DRESSINGS[name] = own.bot, own.dressing
    ADOPTED[name] = folder
    try:
        _begun(folder, own)
    except BaseException:
        _forget(name)
        raise


def _forget(name: str) -> None:
    catalogues: list[MutableMapping[str, Any]] = [GAMES, WARNINGS, HEURISTICS, DRESSINGS, ADOPTED]
    for catalogue in catalogues:
        catalogue.pop(name, None)


def _loaded(folder: Path) -> OwnGame:
    """The game in *folder*.

    :raises _Unfit: it is none.
    :raises Exception: its code raises it.
    """
    name = folder.name
    if name in GAMES:
        where = f"in {ADOPTED[name]}" if name in ADOPTED else "shipped with this program"
        raise _Unfit(f"there is a game of that name already, {where}. Give the folder another")
    if not name.isidentifier() or name != name.lower():
        raise _Unfit("a game's folder is called by a small word: letters, digits and _")
    own = getattr(_imported(folder), "OWN_GAME", None)
    if not isinstance(own, OwnGame):
        raise _Unfit("its __init__.py has no OWN_GAME = OwnGame(...)")
    if not isinstance(own.game, Game) or not isinstance(own.dressing, Dressing):
        raise _Unfit("OWN_GAME needs a Game and a Dressing")
    if own.game.name != name:
        raise _Unfit(f'the game calls itself "{own.game.name}": folder and game need one name')
    return own


def _imported(folder: Path) -> ModuleType:
    name = f"{PACKAGE}.{folder.name}"
    sys.modules.setdefault(PACKAGE, ModuleType(PACKAGE)).__path__ = []
    for stale in [m for m in sys.modules if m == name or m.startswith(f"{name}.")]:
        del sys.modules[stale]
    spec = spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _begun(folder: Path, own: OwnGame) -> None:
    """Its box, its texts and its first scenes are there.

    :raises _Unfit: one is not.
    :raises ConfigError: its box has faults.
    """
    file = folder / places.OWN_BOX
    if not places.is_file(file):
        raise _Unfit(f"it has no {places.OWN_BOX}")
    box = boxes.load(file)
    if box.game is not own.game:
        raise _Unfit(f'{file} is a box of {box.game.name}. Write game = "{own.game.name}"')
    try:
        own_texts.check(folder, own.game.name)
    except TextFault as wrong:
        raise _Unfit(f"its texts cannot be used: {wrong}") from None
    _options(own, tomllib.loads(box.text))
    own.dressing.reader({}, Pace())
    for seats in (own.game.seats.start, own.game.seats.stop - 1):
        own.dressing.things(box.box, seats)
        here = begin(own.game, Setup(seats, box.box))
        if game_of(here.state) != own.game.name:
            raise _Unfit("its states must be of a class in one of the package's own modules")
        own.dressing.view.scene(here.state, here.pending, {})


def _options(own: OwnGame, box: Mapping[str, Any]) -> None:
    """What may be chosen before a match is in the box.

    :raises _Unfit: it is not.
    """
    for option in own.dressing.options:
        if box.get(option.key) not in option.values:
            values = " or ".join(map(toml, option.values))
            raise _Unfit(f"its Option {option.key!r}: {places.OWN_BOX} needs it, {values}")
    for tint in own.dressing.palette:
        if tint not in (*SEATS, *SPARE):
            raise _Unfit(f"its palette: {tint!r} is none of {', '.join((*SEATS, *SPARE))}")
