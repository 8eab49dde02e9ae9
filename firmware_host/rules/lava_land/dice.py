"""Phases 1 and 2: the roll, the grab and its penalty (LL-16..27)."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from firmware_host.rules.kernel import Seat

from .answers import DiceAnswer, Leaning, Reroll, Show, Take, Turned
from .box import FACES, START, Colour, Face, Symbol
from .box import FlipPenalty as FlipRule
from .events import DieTaken, FlipPenalty, FlipWarned, RerollRequired, RoundStarted, TurnStarted
from .state import (
    AskGo,
    AskShow,
    AskTake,
    Counts,
    Die,
    Draft,
    Fate,
    Standing,
    State,
    Turn,
    on_track,
)
from .track import put, step_back

HAND = 3
DICE = {face: Die(Colour(face[0]), Symbol(face[1])) for face in FACES}


def begin_round(d: Draft) -> None:
    """All dice into the crater."""
    _clear(d)
    d.turn = None
    d.tell(RoundStarted(d.first))


def handle(d: Draft, before: State, answer: DiceAnswer) -> None:
    """A reading, a grab or an accusation."""
    match answer:
        case Show():
            _show(d, answer)
        case Reroll() | Leaning():
            d.tell(RerollRequired())
            _clear(d)
        case Take():
            _take(d, answer)
        case Turned(seat=seat):
            assert seat is not None
            _punish(d, seat)
            if on_track(d):
                d.ask = before.ask
        case _ as unreachable:
            assert_never(unreachable)


def owing(state: Standing) -> tuple[Seat, ...]:
    """Seats with fewer than three dice."""
    return tuple([Seat(i) for i, own in enumerate(state.sets) if len(own) < HAND])


def unread(state: Standing) -> tuple[int, ...]:
    """Dice of each colour whose face is not known yet."""
    n, c = len(state.players), state.crater
    return (n - sum(c[0:4]), n - sum(c[4:8]), n - sum(c[8:12]))


def _clear(d: Draft) -> None:
    d.crater = (0,) * len(FACES)
    d.sets = [()] * len(d.players)
    d.ask = AskShow()


def _show(d: Draft, answer: Show) -> None:
    d.crater = _count(d.crater, answer.face, 1)
    d.ask = AskShow() if any(unread(d)) else AskTake()


def _take(d: Draft, answer: Take) -> None:
    assert answer.seat is not None
    d.crater = _count(d.crater, answer.face, -1)
    d.sets[answer.seat] = (*d.sets[answer.seat], DICE[answer.face])
    d.ask = AskTake()
    d.tell(DieTaken(answer.seat, answer.face))
    if not owing(d):
        open_turn(d, d.first)


def _count(crater: Counts, face: Face, by: int) -> Counts:
    i = FACES.index(face)
    return (*crater[:i], crater[i] + by, *crater[i + 1 :])


def open_turn(d: Draft, seat: Seat) -> None:
    """A beat before each seat's dice: time to look, and to accuse."""
    d.turn = Turn(seat)
    d.ask = AskGo()
    d.tell(TurnStarted(seat))


def _punish(d: Draft, seat: Seat) -> None:
    player, rule = d.players[seat], d.box.flip_penalty
    if rule is FlipRule.WARN_FIRST and not player.warned:
        put(d, seat, replace(player, warned=True))
        d.tell(FlipWarned(seat))
        return
    hurts = rule is not FlipRule.NONE and player.fate is Fate.TRACK and player.pos > START
    d.tell(FlipPenalty(seat, "move_back" if hurts else "no_effect"))
    if hurts:
        step_back(d, seat)
