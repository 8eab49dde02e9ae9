"""Which games a table offers, and what may be chosen of each before it begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from firmware_host.rules.kernel import Game, Illegal, Seat

from .reading import Reader
from .scene import Cue, Scene, SeatScene, Text, View, text
from .signals import OpenMatch

Value = str | bool | int


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule or a variant that may be chosen when a game begins."""

    key: str  #: of the game's box
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was chosen: a board, house rules, and the seats' tints in their order."""

    board: str = ""  #: empty: the usual one
    rules: tuple[tuple[str, Value], ...] = ()
    tints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Boxed:
    """A box, and the whole text it was read from: the journal keeps that."""

    box: Any
    text: str


def _as_usual(text: str) -> tuple[tuple[str, Value], ...]:
    """Nothing is otherwise: of a game whose box has no options."""
    del text
    return ()


@dataclass(frozen=True, slots=True)
class Playable:
    """A game as it can be played at this table."""

    game: Game[Any, Any]
    view: View[Any, Any]
    reader: Callable[[Mapping[Seat, float]], Reader[Any, Any]]
    """A fresh reader for a match whose seats' hands come from these sides (degrees)."""
    boxed: Callable[[Chosen], Boxed]
    """The box for what was chosen."""
    boards: tuple[str, ...] = ("",)
    """The first is the usual one."""
    options: tuple[Option, ...] = ()
    usual: Mapping[str, Value] = field(default_factory=dict)
    """What the options are in the usual box."""
    palette: tuple[str, ...] = ()
    """Tints the seats may have, in the order in which they are given out."""
    unusual: Callable[[str], tuple[tuple[str, Value], ...]] = _as_usual
    """The options that are otherwise than usual in a box's text, and what they are."""
    crater: bool = True
    """Whether dice are thrown in it."""

    @property
    def title(self) -> Text:
        """Its name."""
        return text(f"game.{self.game.name}")


def numbered(games: Sequence[Playable], name: str) -> int:
    """The number of the game called *name*; 0 where none is named.

    :raises Illegal: it is not offered.
    """
    names = [playable.game.name for playable in games]
    if name and name not in names:
        raise Illegal("unknown", f"{name!r} is no game of this table: say {', '.join(names)}")
    return names.index(name) if name else 0


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who plays what: all that a match begins with, but its luck."""

    game: Playable
    boxed: Boxed
    buttons: tuple[int, ...]
    tints: tuple[str, ...] = ()
    """By seat; (): as the view has them."""

    def tint(self, seat: Seat, usual: str) -> str:
        """The colour *seat* has chosen, or the usual one."""
        return self.tints[seat] if seat < len(self.tints) else usual

    def worn(self, seat: SeatScene) -> SeatScene:
        """The seat with its own button, and in its own colour."""
        return replace(seat, button=self.buttons[seat.seat], tint=self.tint(seat.seat, seat.tint))

    def dressed(self, scene: Scene) -> Scene:
        """A scene of the game, with everybody's own button and colour."""
        return replace(scene, seats=tuple(map(self.worn, scene.seats)), game=self.game.game.name)

    def coloured(self, cue: Cue) -> Cue:
        """The cue in the colour of its seat."""
        return cue if cue.seat is None else replace(cue, tint=self.tint(cue.seat, cue.tint))

    def opened(self, seed: str) -> OpenMatch:
        """A match of it begins, with the luck of *seed*."""
        game, boxed = self.game.game, self.boxed
        return OpenMatch(
            game.name,
            game.version,
            len(self.buttons),
            self.buttons,
            self.tints,
            seed,
            boxed.text,
        )


def again(sitting: Sitting, games: Sequence[Playable]) -> Sitting:
    """The same once more, as *games* have it now: boards and house rules may be others by then.

    What was chosen otherwise than usual stays chosen; a game that is gone is played as it was.
    """
    was = sitting.game
    now = next((one for one in games if one.game.name == was.game.name), was)
    if now is was or sitting.boxed.text == now.boxed(Chosen(tints=sitting.tints)).text:
        return replace(sitting, game=now)
    rules = was.unusual(sitting.boxed.text)
    for board in was.boards:
        if was.boxed(Chosen(board, rules, sitting.tints)).text == sitting.boxed.text:
            chosen = Chosen(board if board in now.boards else "", rules, sitting.tints)
            return replace(sitting, game=now, boxed=now.boxed(chosen))
    return sitting
