"""What a table's files say, as the values the host and the page are made of."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from firmware_host.console.feed import Furniture, SeatPlace
from firmware_host.daemon import places
from firmware_host.daemon.errors import ConfigError, SeveralWrong
from firmware_host.rules.kernel import BoxFault, BoxFaults, Illegal, Seat, Setup, seen
from firmware_host.session.match import Match, retell
from firmware_host.session.record import Kept
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.evening import House
from firmware_host.table.games import Boxed, Playable, Sitting
from firmware_host.table.gestures import Feel
from firmware_host.table.host import Patience
from firmware_host.table.layout import Layout
from firmware_host.table.reading import Pace
from firmware_host.table.scene import Place
from firmware_host.table.texts import TextFault, Texts
from firmware_host.table.theme import Theme, ThemeFault, theme

from . import boxes, config_read, fitted, offer, own_games, own_texts
from .boxes import LoadedBox
from .config import Loaded, TableConfig

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""A page that only this machine can open is staff's too."""


@dataclass(frozen=True, slots=True)
class Files:
    """Everything that is read before a device is touched."""

    loaded: Loaded
    box: LoadedBox
    theme: Theme
    texts: Texts

    @property
    def table(self) -> TableConfig:
        """The table's own file."""
        return self.loaded.table


def read(file: Path) -> Files:
    """Everything the table in *file* needs.

    :raises ConfigError: with every fault of it, and of the files it names.
    """
    loaded, own = config_read.examined(file)
    wrong = [own] if own is not None else []
    if loaded is not None:
        box = _tried(boxes.load, loaded.box, wrong)
        theme = _tried(theme_of, loaded.theme, wrong)
        texts = _tried(texts_of, loaded.texts, wrong)
        if not wrong and box and theme and texts:
            return Files(loaded, box, theme, texts)
    raise SeveralWrong(wrong)


T = TypeVar("T")


def _tried(load: Callable[[Path], T], file: Path, wrong: list[ConfigError]) -> T | None:
    """What *load* makes of *file*; one that is not there is a fault of who named it."""
    try:
        return load(file) if places.is_file(file) else None
    except ConfigError as error:
        wrong.append(error)
        return None


def _as_faults(faults: Iterable[tuple[str, str, str]]) -> tuple[BoxFault, ...]:
    return tuple(BoxFault(*fault) for fault in faults)


def theme_of(file: Path) -> Theme:
    """The theme in *file*.

    :raises ConfigError: it cannot be used.
    """
    text, document = config_read.parsed(file)
    try:
        return theme(document)
    except ThemeFault as wrong:
        raise ConfigError(file, text, _as_faults(wrong.faults)) from None


def texts_of(file: Path) -> Texts:
    """The texts in *file*.

    :raises ConfigError: they cannot be used.
    """
    text, document = config_read.parsed(file)
    try:
        return Texts(own_texts.merged(document, file.stem, own_games.ADOPTED))
    except TextFault as wrong:
        raise ConfigError(file, text, _as_faults(wrong.faults)) from None


def games(files: Files) -> tuple[Playable, ...]:
    """Every game that can be played at this table; the first is its own."""
    pace = _pace(files)
    own = offer.playable(files.loaded, files.box, pace)
    return (own, *offer.others(files.loaded, files.box, pace))


def _at_first(files: Files, kept: Kept | None) -> tuple[Playable, ...]:
    """The table's own game, and that of *kept*; all, where that one cannot be played here."""
    pace = _pace(files)
    own = offer.playable(files.loaded, files.box, pace)
    if kept is None or kept.game == own.game.name:
        return (own,)
    other = tuple(offer.others(files.loaded, files.box, pace, {kept.game}))
    return (own, *other) if other else games(files)


def _pace(files: Files) -> Pace:
    wait = files.table.patience
    return Pace(claim_ms=wait.claim_ms, settle_ms=wait.settle_ms, ask_ms=wait.ask_ms)


def house(
    files: Files,
    seed: Callable[[], str],
    fixed: Sequence[int] | None = None,
    *,
    early: bool = False,
    kept: Kept | None = None,
) -> House:
    """The house rules, so to speak: what the host needs besides what happens at the table.

    *early*: only the table's own game and that of *kept* are offered, and loaded, as yet.
    """
    table = files.table
    wait = table.patience
    usual_ms, hold_ms = table.buttons.debounce_ms, table.buttons.hold_ms
    feels = [Feel(seat.debounce_ms or usual_ms, hold_ms) for seat in table.seats]
    return House(
        games=_at_first(files, kept) if early else games(files),
        sides_deg=tuple(seat.side_deg for seat in table.seats),
        seed=seed,
        camera=table.camera.port != "none",
        fixed=fixed,
        patience=Patience(
            topics={"go": wait.go_ms, "guard": wait.guard_ms},
            confirm_ms=wait.confirm_ms,
            blind_ms=wait.blind_ms,
        ),
        over_ms=wait.over_ms,
        feels=dict(enumerate(feels)),
        beams=len(table.beam_pins),
        beam_ms=table.beams.debounce_ms,
        fittings=fitted.fittings(files.table, files.theme, _places(files)),
        phones=table.console.host not in LOOPBACK,
    )


def _places(files: Files) -> tuple[Place, ...]:
    """The track as the table's own game lays it, with nobody on it."""
    game, box = files.box.game, files.box.box
    match: Match[Any, Any] = Match.begin(game, Setup(game.seats.start, box), "")
    view = DRESSINGS[game.name].view
    known = seen(match.game, match.position, None)
    scene = view.scene(known.state, known.pending, {})
    return tuple(Place(place.ground, number=place.number) for place in scene.places)


class NotHere(Exception):
    """Why a match of a journal cannot be played at this table, in words."""


class NotTaken(Exception):
    """Why the rules, as they are now, do not take a match of a journal at all, in words."""


def begun(kept: Kept, house: House) -> tuple[Match[Any, Any], Sitting]:
    """The match the journal holds as it was before its first line, and who plays it.

    :raises NotHere: this table does not offer its game, or has too few buttons.
    :raises NotTaken: the rules do not take the box it was begun with.
    """
    seats = len(house.sides_deg)
    playable = next((p for p in house.games if p.game.name == kept.game), None)
    if playable is None:
        names = ", ".join(p.game.name for p in house.games)
        raise NotHere(f"{kept.game!r} is no game of this table, which plays {names}")
    game = playable.game
    if any(button >= seats for button in kept.buttons):
        raise NotHere(f"it is played at button {max(kept.buttons) + 1}, and there are {seats}")
    try:
        box = game.box(tomllib.loads(kept.box))
        match = Match.begin(game, Setup(kept.seats, box), kept.seed)
    except (tomllib.TOMLDecodeError, BoxFaults, Illegal) as wrong:
        raise NotTaken(f"the rules do not take its box: {wrong}") from wrong
    return match, Sitting(playable, Boxed(box, kept.box), kept.buttons, kept.tints)


def resumed(kept: Kept, house: House) -> tuple[Match[Any, Any], Sitting]:
    """The same after all its lines.

    :raises Diverged: the rules do not allow a line of it.
    :raises NotHere: this table cannot play it.
    :raises NotTaken: the rules do not take its box.
    """
    match, sitting = begun(kept, house)
    return retell(match, kept.tale), sitting


def layout(table: TableConfig) -> Layout:
    """Where the track lies on the strip."""
    strip = table.strip
    return Layout(
        length=table.leds,
        per_place=strip.per_place,
        first=strip.first,
        seat_leds=tuple(seat.leds for seat in table.seats),
        reverse=strip.reverse,
        brightness=strip.brightness,
    )


def of_game(files: Files, name: str) -> Files:
    """The same table with game *name* as its own.

    :raises ConfigError: that game's box cannot be used.
    """
    if name == files.box.game.name:
        return files
    loaded, box = offer.another(files.loaded, name)
    return Files(loaded, box, files.theme, files.texts)


def dice(files: Files) -> tuple[str, dict[str, str]]:
    """The first game of the table that has dice, and their faces; nothing where none has."""
    for name in (files.box.game.name, *DRESSINGS):
        faces = offer.dice_of(of_game(files, name).box)
        if faces:
            return name, faces
    return files.box.game.name, {}


def furniture(files: Files) -> Furniture:
    """What a page shows that does not change."""
    table = files.table
    return Furniture(
        table=table.name,
        game=files.box.game.name,
        virtual=table.virtual,
        seats=tuple(
            SeatPlace(Seat(i), seat.name, i, seat.side_deg) for i, seat in enumerate(table.seats)
        ),
        leds=table.leds,
        first=table.strip.first,
        per_place=table.strip.per_place,
        oled_width=table.oled.width,
        oled_height=table.oled.height,
        staff=table.console.host in LOOPBACK,
        hold_ms=table.buttons.hold_ms,
        tints=tuple(_on_screen(files.theme)),
        helps=tuple((game, own_texts.help_of(files.texts, game)) for game in own_games.ADOPTED),
    )


def _on_screen(theme: Theme) -> Iterator[tuple[str, str]]:
    """The seats' tints as a page spells colours; a list of colours begins with the first."""
    for name, tint in theme.tints.items():
        if name.startswith("seat_"):
            colour = tint[0]
            yield name, f"#{colour.r:02x}{colour.g:02x}{colour.b:02x}"
