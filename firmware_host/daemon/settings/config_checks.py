"""What must agree between the parts of a table's file, and with the files it names."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from firmware_host.daemon import places
from firmware_host.daemon.cabling import claims
from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import BoxFault as Fault
from firmware_host.rules.kernel import BoxFaults, Illegal, Setup, begin
from firmware_host.table.catalog import DRESSINGS

from . import strip_checks
from .config import Loaded, TableConfig

PIPS = ("1", "2", "3", "4", "5", "6")
"""What ordinary dice show."""
APART_DEG = 15.0
"""Seats closer together than this share a side."""


def _too_many(table: TableConfig, names: Iterable[str]) -> bool:
    """More seats than any game of these takes: as many as one of them does, others may join in.

    Its own game is asked first: where that has seats for all, the others are not loaded.
    """
    first = (table.game,) if table.game in GAMES else ()
    return all(len(table.seats) >= GAMES[name].seats.stop for name in (*first, *names))


def faults(loaded: Loaded, box: Mapping[str, Any]) -> tuple[Fault, ...]:
    """Everything that does not fit together; *box* is the box's file, parsed."""
    table = loaded.table
    if _too_many(table, GAMES):
        return tuple(_game(table))  # each seat against each other would never end
    return (
        *_game(table),
        *_of_game(table, box),
        *_seats(table),
        *_beams(table, box),
        *claims.faults(table),
        *strip_checks.faults(table, places_of(box)),
        *_oled(table),
        *_quiet(table),
        *_files(loaded),
        *_tls(loaded),
        *_dice(loaded, box),
        *_pips(loaded),
    )


def warnings(table: TableConfig) -> Iterator[Fault]:
    """What works, but not as one would think."""
    yield from claims.warnings(table)
    yield from strip_checks.warnings(table)


def misfits(loaded: Loaded, box: Mapping[str, Any]) -> Iterator[Fault]:
    """Why this table cannot play with another *box*: its strip, or what its camera was taught."""
    yield from strip_checks.faults(loaded.table, places_of(box))
    yield from _dice(loaded, box)


def _game(table: TableConfig) -> Iterator[Fault]:
    """The game is one of ours, and for as many as may sit down."""
    game, count = GAMES.get(table.game), len(table.seats)
    names = " or ".join(f'"{name}"' for name in DRESSINGS)
    if game is None:
        yield Fault("game", f'"{table.game}" is no game of this program', names)
    elif table.game not in DRESSINGS:
        says = f"{table.game} is not at the table yet: only its rules can be played"
        yield Fault("game", says, f"{names} (rules alone: ./table simulate --game {table.game})")
    elif count < game.seats.start or _too_many(table, DRESSINGS):
        few, many = game.seats.start, game.seats.stop - 1
        seats = "1 seat" if count == 1 else f"{count} seats"
        yield Fault(
            "seats",
            f"{seats}, but {table.game} is for {few} to {many} players",
            f"{few} to {many} [[seats]] parts",
        )


def _of_game(table: TableConfig, box: Mapping[str, Any]) -> Iterator[Fault]:
    """The box is that game's."""
    name = box.get("game")
    if table.game in DRESSINGS and name in GAMES and name != table.game:
        says = f"this is a box of {name}, but the table plays {table.game}"
        yield Fault("box", says, f'"{table.game}", or another box of that game')


def _seats(table: TableConfig) -> Iterator[Fault]:
    names: dict[str, int] = {}
    for i, seat in enumerate(table.seats):
        first = names.setdefault(seat.name, i)
        if first != i:
            yield Fault(
                f"seats[{i}].name",
                f'"{seat.name}" is the name of seats[{first}] already',
                "a name of its own for each seat",
            )
    yield from _sides(table)


def _sides(table: TableConfig) -> Iterator[Fault]:
    """Whose hand took a die is told by where it came from."""
    for i, seat in enumerate(table.seats):
        for j, other in enumerate(table.seats[:i]):
            if abs((seat.side_deg - other.side_deg + 180) % 360 - 180) < APART_DEG:
                yield Fault(
                    f"seats[{i}].side_deg",
                    f"{seat.side_deg:g} degrees is where seats[{j}] sits: two hands from one side "
                    "cannot be told apart",
                    f"the angle at which it sits, {APART_DEG:g} degrees or more from the others",
                )


def _beams(table: TableConfig, box: Mapping[str, Any]) -> Iterator[Fault]:
    """One a chute, where the table's own game has chutes, and pins that are used."""
    pins, board = table.beams.pins, box.get("board")
    slots = board.get("slots") if isinstance(board, Mapping) else None
    if pins and table.buttons.port == "none":
        says = 'beams are on the Pi\'s pins, and with buttons.port = "none" none are used'
        yield Fault("beams.pins", says, 'buttons.port = "gpio", or leave [beams] out')
    if pins and isinstance(slots, int) and len(pins) != slots:
        says = f"{len(pins)} beams, but the volcano has {slots} chutes"
        yield Fault("beams.pins", says, f"{slots} pins, chute 1 first, or none")


def places_of(box: Mapping[str, Any]) -> int | None:
    """Places of the track as the game's view lays it; None: none, or the box is unclear."""
    name = box.get("game")
    if not isinstance(name, str) or name not in DRESSINGS:
        return None
    game, view = GAMES[name], DRESSINGS[name].view
    try:
        here = begin(game, Setup(game.seats.start, game.box(box)))
    except (BoxFaults, Illegal):
        return None
    return len(view.scene(game.public(here.state, None), here.pending, {}).places) or None


def _oled(table: TableConfig) -> Iterator[Fault]:
    """What a driver's chip can do."""
    oled = table.oled
    wide = oled.driver == "ssd1322"
    size = "256x64" if wide else "128x64"
    if oled.port != "none" and oled.size != size:
        yield Fault("oled.size", f"an {oled.driver} is no display of {oled.size}", f'"{size}"')
    if oled.port == "i2c" and wide:
        yield Fault("oled.port", "an ssd1322 has no I2C", '"spi"')


def _quiet(table: TableConfig) -> Iterator[Fault]:
    """Two times, or none."""
    begins, ends = table.quiet.begins, table.quiet.ends
    if bool(begins) != bool(ends):
        missing = "ends" if begins else "begins"
        yield Fault(f"quiet.{missing}", "quiet hours have a begin and an end", '"07:00", say')
    elif begins and begins == ends:
        yield Fault("quiet.ends", f"from {begins} to {ends} is no time, or all day", "another time")


def _tls(loaded: Loaded) -> Iterator[Fault]:
    """The page's certificate and key, where it has such."""
    if loaded.table.console.tls_certificate or loaded.table.console.tls_key:
        from . import tls  # OpenSSL: not before it is needed

        yield from tls.faults(loaded)


def _files(loaded: Loaded) -> Iterator[Fault]:
    for key, kind, file in (
        ("box", "games", loaded.box),
        ("texts", "texts", loaded.texts),
        ("theme", "themes", loaded.theme),
    ):
        if not places.is_file(file):
            yield _no_file(key, kind, file)
    if loaded.table.journal and places.is_folder(loaded.journal):
        yield Fault("journal", f"{loaded.journal} is a folder", "the name of a file")
    if "\0" in loaded.table.journal:
        yield Fault("journal", "no file can have this name", "the name of a file")
    port = loaded.table.camera.port
    if port.startswith("folder:"):
        folder = loaded.file.parent / port.removeprefix("folder:")
        if not places.is_folder(folder):
            yield Fault("camera.port", f"there is no folder {folder}", '"folder:" and its path')


def ordinary(loaded: Loaded) -> Path | None:
    """The profile this table's camera reads ordinary dice with; None where it reads none."""
    camera = loaded.table.camera
    if camera.port == "none":
        return None
    key, folder = ("pips", loaded.pips) if camera.pips else ("profile", loaded.profile)
    colours, wrong = _taught(f"camera.{key}", folder)
    return folder if colours is None and wrong is None else None


def _pips(loaded: Loaded) -> Iterator[Fault]:
    """What ordinary dice are read with must be a profile of such."""
    camera = loaded.table.camera
    if not camera.pips or camera.port == "none":
        return
    colours, wrong = _taught("camera.pips", loaded.pips)
    if wrong is not None:
        yield wrong
    elif colours is not None:
        says = f"{loaded.pips.name} reads taught dice, not the pips of ordinary ones"
        calibrate = "./table dice calibrate --profile NAME"
        yield Fault("camera.pips", says, f'"lost_island", or a profile of yours ({calibrate})')


def _profile(loaded: Loaded) -> tuple[set[str] | None, Fault | None]:
    """The colours the profile was taught, none where it reads pips, and what is wrong with it."""
    if not loaded.table.camera.profile:
        return set(), Fault("camera.profile", "this key is missing", _known("dice"))
    return _taught("camera.profile", loaded.profile)


def _taught(key: str, folder: Path) -> tuple[set[str] | None, Fault | None]:
    """The same of the profile in *folder*, which the table's file names as *key*."""
    if not places.is_folder(folder):
        return set(), _no_file(key, "dice", folder)
    try:
        with (folder / "profile.toml").open("rb") as file:
            document = tomllib.load(file)
        if document.get("kind") == "pips":
            return None, None
        colours = {str(c["name"]) for c in document["colours"]}
    except OSError as wrong:
        why = f"its profile.toml cannot be read: {(wrong.strerror or '').lower()}"
    except ValueError as wrong:
        why = f"its profile.toml is no TOML: {wrong}"
    except (KeyError, TypeError):
        why = "its profile.toml names no [[colours]]"
    else:
        return colours, None
    return set(), Fault(key, f"{folder} is no profile: {why}", _known("dice"))


def _no_file(key: str, kind: str, file: Path) -> Fault:
    return Fault(key, f"there is no {file}", _known(kind))


def _known(kind: str) -> str:
    known = ", ".join(f'"{name}"' for name in places.named(kind)) or "none yet"
    return f"one of those shipped ({known}), or a path"


def _dice(loaded: Loaded, box: Mapping[str, Any]) -> Iterator[Fault]:
    """The dice's colours must be among those the profile was taught."""
    if loaded.table.camera.port == "none":
        return
    faces, (colours, wrong) = box.get("faces"), _profile(loaded)
    if wrong is not None:
        yield wrong
    if wrong is not None or not isinstance(faces, Mapping):
        return
    if colours is None:
        if not all(isinstance(f, list) and all(str(s) in PIPS for s in f) for f in faces.values()):
            yield Fault(
                "camera.profile",
                f"{loaded.profile.name} reads the pips of ordinary dice, which these are not",
                "a profile taught with these dice (./table dice teach)",
            )
        return
    missing = [name for name in faces if name[:1].upper() not in {c[:1].upper() for c in colours}]
    if missing:
        yield Fault(
            "camera.profile",
            f"{loaded.profile.name} was not taught {', '.join(missing)} dice, only "
            f"{', '.join(sorted(colours))}",
            "a profile taught with these dice (./table dice teach)",
        )
