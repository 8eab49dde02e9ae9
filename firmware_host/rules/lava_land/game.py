"""Lava Land as one game: how it starts, and what an answer does."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from firmware_host.rules.kernel import Event, Game, Illegal, Setup, Words, everything

from . import cards, dice, row, tricks, turn
from .answers import (
    Again,
    Alter,
    Bear,
    Board,
    CardAnswer,
    Cool,
    Discard,
    Draw,
    EffectAnswer,
    Gift,
    Go,
    Guard,
    LavaAnswer,
    Leaning,
    Loot,
    Next,
    Pass,
    Pick,
    Push,
    Reroll,
    RowAnswer,
    Show,
    Stay,
    Take,
    Token,
    Turned,
)
from .asking import pending
from .box import FACES, START, Box
from .boxes import box_from
from .faults import faults
from .reading import read
from .refusals import why_not
from .state import NOBODY_YET, AskDraw, AskGuard, Draft, Player, State
from .track import board
from .words import write

MAX_ANSWERS = 5_000
"""Far more answers than a game with fair dice takes. No rule says so: the dice do.

Lava rises in about one turn of three and goes back only by a trick that somebody wants. The longest
of 2,000 random games from any legal state took 598 answers, of 40 between plain bots 980.
"""


def start(setup: Setup) -> State:
    """Everyone on the start space, no card drawn yet (LL-01..06).

    :raises Illegal: this box is not for so many.
    """
    box = setup.box
    assert isinstance(box, Box)
    few, many = box.players
    if not few <= setup.seats <= many:
        raise Illegal("bad_player_count", f"this box of lava_land is for {few} to {many} players")
    fresh = State(
        box=box,
        players=(Player(pos=START),) * setup.seats,
        lava=box.lava_start[setup.seats - 3],
        deck=tuple([spec.copies for spec in box.cards]),
        row=(None,) * box.row,
        crater=(0,) * len(FACES),
        sets=((),) * setup.seats,
        first=box.first_player or NOBODY_YET,
    )
    if box.first_player is None:
        return fresh
    draft = Draft(fresh)
    turn.settle(draft)
    return draft.frozen()


def apply(state: State, answer: LavaAnswer) -> tuple[State, tuple[Event, ...]]:
    """Carry the answer out, then everything that follows by itself."""
    d = Draft(state)
    match answer:
        case Show() | Reroll() | Leaning() | Take() | Turned():
            dice.handle(d, state, answer)
        case Token() | Draw() | Discard() | Pick():
            _row(d, state, answer)
        case Go() | Pass() | Alter() | Gift() | Again() | Next():
            _card(d, answer)
        case Loot() | Push() | Cool() | Guard() | Bear() | Board() | Stay():
            _effect(d, state, answer)
        case _ as unreachable:
            assert_never(unreachable)
    turn.settle(d)
    return d.frozen(), tuple(d.events)


def _row(d: Draft, before: State, answer: RowAnswer) -> None:
    match answer:
        case Token(seat=seat):
            assert seat is not None
            d.first = seat
        case Draw():
            assert isinstance(before.ask, AskDraw)
            row.draw(d, before.ask, answer)
        case Discard(slot=slot):
            row.discard(d, slot - 1)
        case Pick(seat=seat, slot=slot):
            assert seat is not None
            row.pick(d, seat, slot - 1)
        case _ as unreachable:
            assert_never(unreachable)


def _card(d: Draft, answer: CardAnswer) -> None:
    match answer:
        case Go():
            pass
        case Pass():
            assert d.turn is not None
            d.turn = replace(d.turn, passed=True)
        case Next(effect=effect):
            turn.apply_effect(d, effect)
        case Alter() | Gift() | Again():
            cards.play(d, answer)
        case _ as unreachable:
            assert_never(unreachable)


def _effect(d: Draft, before: State, answer: EffectAnswer) -> None:
    match answer:
        case Loot() | Push() | Cool():
            tricks.play(d, answer)
        case Guard() | Bear():
            assert isinstance(before.ask, AskGuard)
            take_it = tricks.guard if isinstance(answer, Guard) else tricks.land
            take_it(d, before.ask.trick)
        case Board(seat=seat):
            assert seat is not None
            board(d, seat)
        case Stay():
            pass
        case _ as unreachable:
            assert_never(unreachable)


GAME: Game[State, LavaAnswer] = Game(
    name="lava_land",
    seats=range(3, 6),
    box=box_from,
    start=start,
    pending=pending,
    apply=apply,
    public=everything,
    words=Words(write, read, faults),
    why_not=why_not,
    figures={"rounds": "RoundStarted", "survivors": "Boarded"},
    arrival="Boarded",
    arrived="boat reached",
)
