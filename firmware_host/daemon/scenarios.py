"""Scenario files: found, read and played. Whatever is wrong with one names its file and line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import BoxFault, BoxFaults, Game
from firmware_host.session.rehearsal import Outcome, rehearse
from firmware_host.session.scenario import Malformed, Scenario, Usual, merged
from firmware_host.session.scenario_keys import closest
from firmware_host.session.scenario_reading import scenario, usual

from . import places
from .errors import ConfigError
from .settings.config_read import parsed

USUAL = "usual.toml"
"""What the scenarios beside it need not say."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file, its text, and what was read out of it."""

    file: Path
    text: str

    def wrong(self, faults: Iterable[BoxFault]) -> ConfigError:
        """The complaint about this file."""
        return ConfigError(self.file, self.text, tuple(faults))


@dataclass(frozen=True, slots=True)
class Played:
    """A scenario, and what came of it."""

    scenario: Scenario
    source: Source
    outcome: Outcome


def gathered(paths: Iterable[Path]) -> tuple[Path, ...]:
    """The scenario files that *paths* name: each file, and all those below each folder.

    :raises ConfigError: a folder holds none.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if not places.is_folder(path):
            found[path] = None
            continue
        below = sorted(
            f for f in path.rglob("*.toml") if f.name != USUAL and (f.is_file() or not f.exists())
        )
        if not below:
            fault = BoxFault("", "holds no scenario", "the path of a file, or a folder of *.toml")
            raise ConfigError(path, "", (fault,))
        found |= dict.fromkeys(below)
    return tuple(found)


def play(file: Path) -> Played:
    """The scenario in *file*, played.

    :raises ConfigError: it is none: which line, what is wrong, and what to write.
    """
    text, document = parsed(file)
    return played(Source(file, text), document)


def played(source: Source, document: Mapping[str, Any]) -> Played:
    """The scenario that *document* describes, which was read out of *source*, played.

    :raises ConfigError: it describes none.
    """
    try:
        told = scenario(document)
    except Malformed as wrong:
        raise source.wrong(wrong.faults) from None
    common, common_source = _usual(source, told)
    game = _game(source, common.game if told.game is None else told.game)
    box = _box(game, (source, told), (common_source, common))
    try:
        return Played(told, source, rehearse(game, box, told, common))
    except Malformed as wrong:
        raise source.wrong(_explained(told, common, common_source, wrong.faults)) from None


def _usual(source: Source, told: Scenario) -> tuple[Usual, Source]:
    """What stands in ``usual.toml`` beside a scenario; else what is shipped for its game."""
    file = source.file.parent / USUAL
    if told.game is not None:
        _game(source, told.game)
    if not places.is_file(file):
        game = _game(source, told.game)
        file = places.config_folder() / "scenarios" / f"{game.name}.toml"
        if not places.is_file(file):
            return Usual(game=game.name), source
    text, document = parsed(file)
    common = Source(file, text)
    try:
        read = usual(document)
    except Malformed as wrong:
        raise common.wrong(wrong.faults) from None
    if told.game and read.game and told.game != read.game:
        says = f"{file} beside it is for {read.game}"
        fault = BoxFault("game", says, f'game = "{read.game}", or another folder')
        raise source.wrong((fault,))
    return read, common


def _game(source: Source, name: str | None) -> Game[Any, Any]:
    known = " or ".join(f'game = "{game}"' for game in GAMES)
    if name is None:
        raise source.wrong((BoxFault("game", "this key is missing", known),))
    if name not in GAMES:
        says = f"{name!r} is no game of this table"
        raise source.wrong((BoxFault("game", says, closest(name, GAMES)),))
    return GAMES[name]


def _box(game: Game[Any, Any], own: tuple[Source, Scenario], usual: tuple[Source, Usual]) -> Any:
    """The box of the file that is named, with what the scenario and its usual say otherwise."""
    where = usual if own[1].box_file is None else own
    name = game.name if where[1].box_file is None else where[1].box_file
    file = places.shipped("games", name, where[0].file.absolute().parent)
    if not places.is_file(file):
        says = f"{name!r} is no game's box: neither a file beside this one, nor shipped"
        known = ", ".join(places.named("games"))
        raise where[0].wrong((BoxFault("box_file", says, f"a path, or one of {known}"),))
    text, document = parsed(file)
    layers: list[Layer] = [(Source(file, text), document, "")]
    layers += [(source, part.box, "box.") for source, part in (usual, own)]
    whole: Mapping[str, Any] = {}
    for _, layer, _ in layers:
        whole = merged(whole, layer)
    try:
        return game.box(whole)
    except BoxFaults as wrong:
        raise _blamed(game, layers, wrong.faults) from None


Layer = tuple[Source, Mapping[str, Any], str]


def _blamed(game: Game[Any, Any], layers: list[Layer], faults: tuple[BoxFault, ...]) -> ConfigError:
    """The complaint to the first file with which the box goes wrong, about what does with it."""
    whole: Mapping[str, Any] = {}
    for source, layer, prefix in layers:
        whole = merged(whole, layer)
        try:
            game.box(whole)
        except BoxFaults as wrong:
            own = [fault for fault in wrong.faults if fault in faults]
            if own:
                return source.wrong(replace(f, path=prefix + f.path) for f in own)
    raise AssertionError("with the last of them the box is the one that has the faults")


def _explained(
    told: Scenario, common: Usual, source: Source, faults: tuple[BoxFault, ...]
) -> Iterable[BoxFault]:
    """*faults*, each with what the usual file says where the scenario itself says nothing."""
    for fault in faults:
        kind, _, key = fault.path.partition(".")
        usual = key in common.given and key not in (*told.given, *told.without)
        if kind == "given" and usual:
            says = f"{fault.says} ({key} = {common.given[key]!r} stands in {source.file})"
            yield replace(fault, says=says)
        else:
            yield fault
