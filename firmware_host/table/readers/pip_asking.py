"""What Lost Island asks about dice: who throws how many, for what, and what one shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from firmware_host.rules.kernel import Seat
from firmware_host.rules.lost_island import doing, hunting
from firmware_host.rules.lost_island.attack import dice as fighting
from firmware_host.rules.lost_island.state import AskFight, AskFirst, AskSpear, State
from firmware_host.table.reading import Fact
from firmware_host.table.scene import Due, Text, text
from firmware_host.vision.facts import SeenDie

PIPS = ("1", "2", "3", "4", "5", "6")
SHOWS = tuple(f"die {pips}" for pips in PIPS)


def to_throw(due: Due, state: State) -> Text:
    """Who throws how many, for what, and what is good."""
    seat, n = str(due.seat), due.dice
    match state.ask:
        case AskFirst():
            return text("li.notice.first", seat=seat)
        case AskFight(cell=cell, rolled=rolled):
            which = fighting(state, cell)[len(rolled)]
            return text("li.notice.fight", seat=seat, n=n, beast=text(f"li.monster.{which}"))
        case AskSpear():
            key = "li.notice.spears_one" if n == 1 else "li.notice.spears"
            return text(key, seat=seat, n=n, least=hunting.lowest(state))
        case _:
            return text("li.notice.search", seat=seat, least=doing.lowest(state))


def unsure(die: SeenDie, seat: Seat) -> Fact:
    """One is not plain to read."""
    question = text("li.ask.unsure", colour=die.body)
    return Fact(_die(likeliest([die])), (seat,), question, die=die.number)


def lay(seat: Seat, dice: Iterable[SeenDie]) -> Fact:
    """These lay there before the question was put, and may have been thrown for it."""
    return Fact(_die(likeliest(dice)), (seat,), text("li.ask.lay"))


def told_first(dice: Sequence[SeenDie], seat: Seat) -> Fact:
    """The die for who is first is not plain, or not alone: what it shows the game never asks."""
    values = likeliest(dice)
    labels = tuple(text("li.do.die", n=int(pips)) for pips in values)
    key = "li.ask.extra" if len(dice) > 1 else "li.ask.first_unsure"
    about = dice[0].number if len(dice) == 1 else None
    return Fact(_die(values), (seat,), text(key), labels=labels, die=about)


def likeliest(dice: Iterable[SeenDie]) -> tuple[str, ...]:
    """What these are taken for first, then every other value: it can always be answered."""
    guessed = [guess.symbol for die in dice for guess in die.guesses if guess.symbol in PIPS]
    return tuple(dict.fromkeys([*guessed, *PIPS]))


def _die(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"die {pips}" for pips in values)
