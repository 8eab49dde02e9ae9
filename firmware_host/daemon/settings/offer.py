"""The games a table offers: those that can be played at it, with their boards and house rules."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Container, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import structs

from firmware_host.daemon import places
from firmware_host.daemon.errors import ConfigError
from firmware_host.rules.kernel import Seat, Setup, begin
from firmware_host.rules.keys import toml
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.dressing import Dressing
from firmware_host.table.evening import Evening
from firmware_host.table.games import Boxed, Chosen, Playable, Value
from firmware_host.table.readers.unseen import nothing, unseen
from firmware_host.table.reading import Pace

from . import boxes, config_checks
from .boxes import LoadedBox
from .config import Loaded

CHOSEN = "  # chosen at the table"


def others(
    loaded: Loaded, own: LoadedBox, pace: Pace, names: Container[str] = DRESSINGS
) -> Iterator[Playable]:
    """Every other game of these *names* that can be played at this table.

    Left out are games for more players than there are seats, with a track that the strip is too
    short for, or with dice that the camera was not taught. Ordinary dice need not be taught: where
    no camera reads pips, a game with such is offered with what is usual without.
    """
    for name in DRESSINGS:
        if name == own.game.name or name not in names:
            continue
        if (box := _fits(loaded, places.shipped("games", name, Path()))) is not None:
            yield playable(loaded, box, pace)


def reader_of(reader: Callable[[Mapping[Seat, float], Pace], Any], pace: Pace) -> Any:
    """How a reader is made for a match."""

    def made(sides: Mapping[Seat, float]) -> Any:
        return reader(sides, pace)

    return made


def another(loaded: Loaded, name: str) -> tuple[Loaded, LoadedBox]:
    """The same table with another game as its own.

    :raises ConfigError: that game's box cannot be used.
    """
    file = places.shipped("games", name, Path())
    table = structs.replace(loaded.table, game=name, box="")
    return structs.replace(loaded, table=table, box=file), boxes.load(file)


def playable(loaded: Loaded, own: LoadedBox, pace: Pace) -> Playable:
    """The game of a box, as it is played at this table."""
    name = own.game.name
    dressing = DRESSINGS[name]
    boards = {"": own} | dict(_boards(loaded, own))
    document = tomllib.loads(own.text)
    blind = () if config_checks.ordinary(loaded) is not None else dressing.pips
    otherwise = (*blind, *_handless(loaded, own, dressing))
    usual = {option.key: document[option.key] for option in dressing.options} | dict(otherwise)
    return Playable(
        game=own.game,
        view=dressing.view,
        reader=reader_of(unseen(nothing) if blind else dressing.reader, pace),
        boxed=partial(_boxed, dressing, boards, otherwise),
        boards=tuple(boards),
        options=dressing.options,
        usual=usual,
        palette=dressing.palette,
        unusual=partial(_unusual, usual),
        crater=_has_crater(own, dressing),
    )


def _handless(loaded: Loaded, own: LoadedBox, dressing: Dressing) -> tuple[tuple[str, Value], ...]:
    """What is usual where nobody has cards in their hands; a box of the table's own is held to."""
    shipped = own.file == places.shipped("games", own.game.name, Path())
    return dressing.handless if loaded.table.virtual and shipped else ()


def profile_of(loaded: Loaded, name: str) -> Path:
    """What the camera reads the dice of game *name* with."""
    pips = config_checks.ordinary(loaded) if DRESSINGS[name].pips else None
    return pips or loaded.profile


def read_now(loaded: Loaded, evening: Evening, own: str) -> str:
    """The same of what is played just now; *own* where that is the table's own, taught anew."""
    profile = profile_of(loaded, evening.game.game.name)
    return own if profile == loaded.profile else str(profile)


def _unusual(usual: Mapping[str, Value], text: str) -> tuple[tuple[str, Value], ...]:
    """The options that are otherwise in the box of a match."""
    document = tomllib.loads(text)
    return tuple(
        (key, document[key]) for key in usual if document.get(key, usual[key]) != usual[key]
    )


def _has_crater(own: LoadedBox, dressing: Dressing) -> bool:
    """Whether dice are thrown in the game: its first scene says so."""
    here = begin(own.game, Setup(own.game.seats.start, own.box))
    return dressing.view.scene(own.game.public(here.state, None), here.pending, {}).crater


def _boards(loaded: Loaded, own: LoadedBox) -> Iterator[tuple[str, LoadedBox]]:
    """Other boards of a game that are shipped: ``lava_land.vectors.toml`` is *vectors*."""
    folder = places.config_folder() / "games"
    for file in sorted(folder.glob(f"{own.game.name}.*.toml")):
        if file != own.file and (box := _fits(loaded, file)) is not None:
            yield file.name.removeprefix(f"{own.game.name}.").removesuffix(".toml"), box


def _fits(loaded: Loaded, file: Path) -> LoadedBox | None:
    """The box in *file*, if this table can play with it."""
    try:
        box = boxes.load(file)
    except ConfigError:
        return None  # it would be told at check-config; here it is only not offered
    document = tomllib.loads(box.text)
    enough = len(loaded.table.seats) >= box.game.seats.start
    return box if enough and not any(config_checks.misfits(loaded, document)) else None


def _boxed(
    dressing: Dressing,
    boards: Mapping[str, LoadedBox],
    usual: tuple[tuple[str, Value], ...],
    chosen: Chosen,
) -> Boxed:
    """The box for what was chosen: its text is the file's, with the chosen lines in it.

    What is *usual* at this table, though it is not in the file, is as if it had been chosen.
    """
    board = boards[chosen.board]
    text = board.text
    for key, value in (dict(usual) | dict(chosen.rules)).items():
        text = rewritten(text, key, value)
    if dressing.colours and chosen.tints:
        text = rewritten(text, "colours", _colours(dressing, chosen.tints, text))
    if text == board.text:
        return Boxed(board.box, text)
    return Boxed(board.game.box(tomllib.loads(text)), text)


def _colours(dressing: Dressing, tints: tuple[str, ...], text: str) -> list[str]:
    """The box's colours in the order of seats: those chosen, then the others."""
    listed = tomllib.loads(text)["colours"]
    chosen = [c for tint in tints if (c := dressing.colours.get(tint, "")) in listed]
    return [*chosen, *(colour for colour in listed if colour not in chosen)]


def rewritten(text: str, key: str, value: Value | list[str]) -> str:
    """*text* with another value for a *key* outside of all tables."""
    line = re.compile(rf"^{re.escape(key)}\s*=.*$", re.MULTILINE)
    if tomllib.loads(text).get(key) == value:
        return text
    return line.sub(lambda _: f"{key} = {toml(value)}{CHOSEN}", text, count=1)


def dice_of(box: LoadedBox) -> dict[str, str]:
    """Six symbols by colour: ``Y`` has ``bbfftl``; nothing in a game without dice."""
    spelled = tomllib.loads(box.text).get("faces", {})
    return {name[0].upper(): "".join(symbols) for name, symbols in spelled.items()}
