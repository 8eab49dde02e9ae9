"""Before and between matches: who sits down, what is played, and when it begins.

Each button is a seat that may join. Whoever has joined has the menu of the new game on its button:
begin, another game, another colour, a board, house rules, get up. What is chosen holds for all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from firmware_host.rules.kernel import Illegal, Seat

from .games import Chosen, Option, Playable, Sitting, Value
from .gestures import Gesture
from .scene import Choice, Lamp, Scene, SeatScene, Text, text
from .signals import Phone

BEGIN, SIT, LEAVE, GAME, COLOUR, BOARD = "begin", "sit", "leave", "game", "colour", "board"
GO_ON, PHONE = "go_on", "phone"
RULE = "rule "
"""Lines of the menu, by name; a house rule's has its key behind it."""


@dataclass(slots=True)
class Choices:
    """Boards and house rules by game, and the colours that buttons wish for."""

    boards: dict[str, int] = field(default_factory=dict)
    rules: dict[str, dict[str, Value]] = field(default_factory=dict)
    wished: dict[int, str] = field(default_factory=dict)

    def board(self, game: Playable) -> int:
        """The number of the board that *game* is to be played on."""
        return self.boards.get(game.game.name, 0)

    def next_board(self, game: Playable) -> None:
        """Another board."""
        self.boards[game.game.name] = (self.board(game) + 1) % len(game.boards)

    def of(self, game: Playable) -> Mapping[str, Value]:
        """What was chosen of the house rules of *game*."""
        return self.rules.get(game.game.name, {})

    def next_value(self, game: Playable, option: Option) -> None:
        """The next value of a house rule."""
        chosen = self.rules.setdefault(game.game.name, {})
        chosen[option.key] = _after(option, self.value(game, option))

    def value(self, game: Playable, option: Option) -> Value:
        """What a house rule is to be: as chosen, else as usual."""
        return self.of(game).get(option.key, game.usual.get(option.key, option.values[0]))


@dataclass(slots=True)
class Lobby:
    """Enough have joined, and a hold on *Begin* begins.

    *fixed* seats begin by themselves (a demo, a test rig). With *phones* a telephone may play.
    """

    buttons: int
    games: Sequence[Playable]
    fixed: Sequence[int] | None = None
    joined: set[int] = field(default_factory=set)
    begin: Sitting | None = None
    """What is played, once it is to begin."""
    number: int = 0
    """Which of *games* is to be played."""
    choices: Choices = field(default_factory=Choices)
    """What has been chosen for each game, and by each button: another game forgets nothing."""
    phones: bool = False
    parked: Text | None = None  #: a match that is kept and may be gone on with
    goes_on: bool = False  #: somebody has chosen that
    _cursors: dict[int, str] = field(default_factory=dict)
    _wished: list[Phone] = field(default_factory=list)

    @property
    def game(self) -> Playable:
        """What is to be played."""
        return self.games[self.number]

    def gesture(self, button: int, gesture: Gesture) -> None:
        """Who has not joined joins, and begins with a hold; a menu is walked and taken."""
        if gesture is Gesture.PRESS:
            return
        if button not in self.joined:
            kept = gesture is Gesture.HOLD and self.parked is not None
            self._take(button, GO_ON if kept else SIT)
            if gesture is Gesture.HOLD and self.enough and not kept:
                self._take(button, BEGIN)
            return
        lines = self._lines(button)
        here = lines.index(self._cursor(button))
        if gesture is Gesture.TAP:
            self._cursors[button] = lines[(here + 1) % len(lines)]
        else:
            self._take(button, lines[here])

    def choose(self, button: int, index: int) -> None:
        """Take line *index* of the button's menu.

        :raises Illegal: there is no such line just now.
        """
        lines = self._lines(button)
        if not 0 <= index < len(lines):
            raise Illegal("not_asked", "that is not to be chosen now")
        self._cursors[button] = lines[index]
        self._take(button, lines[index])

    def settle(self) -> Iterator[Phone]:
        """Fixed seats need nobody to begin. The codes that were asked for since."""
        yield from self._wished
        self._wished.clear()
        if self.fixed is not None:
            self.joined = set(self.fixed)
            self._begin()

    @property
    def enough(self) -> bool:
        """Can these play?"""
        return len(self.joined) in self.game.game.seats

    def tints(self) -> dict[int, str]:
        """The colour of each button: as wished, else the first that is free from its own on."""
        palette = self.game.palette
        if not palette:
            return {b: f"seat_{str(Seat(b)).lower()}" for b in range(self.buttons)}
        given = {b: t for b, t in self.choices.wished.items() if b in self.joined and t in palette}
        for button in (*sorted(self.joined), *range(self.buttons)):
            if button not in given:
                turned = palette[button % len(palette) :] + palette[: button % len(palette)]
                free = [tint for tint in turned if tint not in given.values()]
                given[button] = (free or turned)[0]
        return given

    def scene(self) -> Scene:
        """Lamps of those who sit are lit; the others call."""
        seats = self.game.game.seats
        few, many = seats.start, seats.stop - 1
        tints = self.tints()
        return Scene(
            phase="lobby",
            title=self.game.title,
            waiting=waits(self, few, many),
            waiting_for=(),
            places=(),
            seats=tuple(self._seat(button, tints[button]) for button in range(self.buttons)),
            lines=(text("lobby.count", n=len(self.joined)), *self._chosen_lines()),
            game=self.game.game.name,
            crater=self.game.crater,
        )

    # Inside

    def _chosen_lines(self) -> tuple[Text, ...]:
        """What was chosen otherwise than usual."""
        named = self.game.game.name
        return tuple(
            rule_line(named, key, value)
            for key, value in self.choices.of(self.game).items()
            if value != self.game.usual.get(key)
        )

    def _take(self, button: int, line: str) -> None:
        game = self.game
        match line:
            case "begin" | "sit":
                self.joined |= {button}
                self._begin(wanted=line == BEGIN)
            case "go_on":
                self.goes_on = True
            case "leave":
                self.joined -= {button}
                self._cursors.pop(button, None)
            case "game":
                self.number = (self.number + 1) % len(self.games)
            case "board":
                self.choices.next_board(game)
            case "phone":
                self._wished.append(Phone(button, anew=False))
            case "colour":
                self._recolour(button)
            case _:
                option = next(o for o in game.options if RULE + o.key == line)
                self.choices.next_value(game, option)

    def _begin(self, *, wanted: bool = True) -> None:
        if wanted and self.enough:
            self.begin = _sitting(self)

    def _recolour(self, button: int) -> None:
        """The next colour nobody else has; its own, where more have sat down than may play."""
        palette, tints = self.game.palette, self.tints()
        taken = {tints[b] for b in self.joined if b != button}
        at = palette.index(tints[button])
        turned = palette[at + 1 :] + palette[: at + 1]
        self.choices.wished[button] = next((t for t in turned if t not in taken), tints[button])

    def _lines(self, button: int) -> tuple[str, ...]:
        begin = (BEGIN,) if self.enough else ()
        kept = (GO_ON,) if self.parked is not None else ()
        if button not in self.joined:
            return (*kept, SIT, *begin)
        game = self.game
        return (
            *begin,
            *kept,
            *((GAME,) if len(self.games) > 1 else ()),
            *((COLOUR,) if game.palette else ()),
            *((BOARD,) if len(game.boards) > 1 else ()),
            *(RULE + option.key for option in game.options),
            *((PHONE,) if self.phones else ()),
            LEAVE,
        )

    def _cursor(self, button: int) -> str:
        lines = self._lines(button)
        here = self._cursors.get(button, "")
        return here if here in lines else lines[0]

    def _seat(self, button: int, tint: str) -> SeatScene:
        here = button in self.joined
        return SeatScene(
            seat=Seat(button),
            button=button,
            tint=tint,
            lamp=Lamp.ON if here else Lamp.PULSE,
            status="joined" if here else "free",
            place=None,
            menu=self._menu(button, tint),
        )

    def _menu(self, button: int, tint: str) -> tuple[Choice, ...]:
        under = self._cursor(button)
        lines = self._lines(button)
        return tuple(Choice(self._label(line, tint), line == under) for line in lines)

    def _label(self, line: str, tint: str) -> Text:
        game = self.game
        match line:
            case "begin" | "sit" | "leave" | "phone":
                return text(f"lobby.{line}")
            case "game":
                return text("lobby.game", game=game.title)
            case "colour":
                return text("lobby.colour", colour=text(f"tint.{tint}"))
            case "go_on":
                return text("lobby.go_on", match=self.parked or "")
            case "board":
                board = game.boards[self.choices.board(self.game)]
                return text("lobby.board", board=board or text("lobby.usual"))
            case _:
                option = next(o for o in game.options if RULE + o.key == line)
                return rule_line(game.game.name, option.key, self.choices.value(game, option))


def waits(lobby: Lobby, few: int, many: int) -> Text:
    """What a lobby waits for."""
    if lobby.parked is not None and not lobby.joined:
        return text("lobby.parked", match=lobby.parked)
    short = "many" if len(lobby.joined) > many else "join"
    return text(f"lobby.{'start' if lobby.enough else short}", few=few, many=many)


def _sitting(lobby: Lobby) -> Sitting:
    """Who plays what, as it was chosen."""
    game, choices, tints = lobby.game, lobby.choices, lobby.tints()
    buttons = tuple(sorted(lobby.joined))
    worn = tuple(tints[button] for button in buttons)
    chosen = Chosen(game.boards[choices.board(game)], tuple(choices.of(game).items()), worn)
    return Sitting(game, game.boxed(chosen), buttons, worn)


def _after(option: Option, value: Value) -> Value:
    """What follows a value; the first after one of a box's own that is not offered."""
    known = option.values
    return known[(known.index(value) + 1) % len(known)] if value in known else known[0]


def rule_lines(sitting: Sitting) -> tuple[Text, ...]:
    """The house rules of a match that are not as usual."""
    name, unusual = sitting.game.game.name, sitting.game.unusual(sitting.boxed.text)
    return tuple(rule_line(name, key, value) for key, value in unusual)


def rule_line(game: str, key: str, value: Value) -> Text:
    """A house rule and what it is; a number speaks for itself."""
    rule, said = f"option.{game}.{key}", str(value).lower()
    called: str | Text = said if type(value) is int else text(f"{rule}.{said}")
    return text("lobby.rule", rule=text(f"{rule}.name"), value=called)
