"""The order of a turn, and whose it is: what follows until somebody must be asked (LI-05)."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.rules.kernel import Seat

from . import attack, lava, laying
from .actions import may_act
from .box import ACTIONS, ACTIONS_WITH_HUT, Kind
from .events import Boarded, MonsterMoved, TurnStarted
from .ground import stalking
from .state import (
    AskAction,
    AskFight,
    AskStalk,
    Draft,
    Ended,
    Fate,
    Step,
    Turn,
    erupted,
    has_built,
    me,
    now,
    playing,
)
from .tokens import beast, set_beast


def settle(d: Draft) -> None:
    """Go on until a question is open."""
    while d.ask is None:
        _next(d)


def _next(d: Draft) -> None:
    turn = now(d)
    if turn.step is Step.SETUP:
        _set_up(d, turn)
    elif not playing(d):
        _end(d)  # nobody is left to throw dice for monsters (LI-A31, LI-47)
    elif turn.step is Step.ATTACK:
        _fights(d)
    elif me(d).fate is not Fate.PLAYING:
        attack.attack(d)  # the turn is over: only monsters may still fight
    elif turn.step is Step.HEX:
        lava.erupt(d) if erupted(d) else laying.draw(d)
    elif turn.step is Step.MONSTER:
        _stalk(d, turn)
    elif may_act(d):
        d.ask = AskAction()
    else:
        attack.attack(d)


def _set_up(d: Draft, turn: Turn) -> None:
    """Two hexes beside the crash site; then the volcano goes into the pile (LI-01, LI-02)."""
    if len(d.island.tiles) <= laying.FIRST_HEXES:
        laying.draw(d)
        return
    d.pile = laying.changed(d.pile, Kind.VOLCANO, 1)
    start_turn(d, turn.seat)


def start_turn(d: Draft, seat: Seat) -> None:
    """Step 1 of this seat's turn is next."""
    d.turn = Turn(seat, Step.HEX)
    d.tell(TurnStarted(seat))


def _stalk(d: Draft, turn: Turn) -> None:
    """Step 2, and then as many actions as there are (LI-18, LI-39)."""
    pairs = stalking(d, me(d).cell)
    if len(pairs) > 1:
        d.ask = AskStalk()
        return
    for monster, cell in pairs:
        was = beast(d, monster)
        assert was.cell is not None
        set_beast(d, monster, replace(was, cell=cell))
        d.tell(MonsterMoved(monster, was.cell, cell))
    to_actions(d, turn.seat)


def to_actions(d: Draft, seat: Seat) -> None:
    """Step 3."""
    count = ACTIONS_WITH_HUT if has_built(d, seat) else ACTIONS
    d.turn = Turn(seat, Step.ACTIONS, count)


def _fights(d: Draft) -> None:
    """Fights that are due, and then the next turn."""
    cell = attack.arena(d)
    if cell is not None:
        d.ask = AskFight(cell)
    else:
        _pass_on(d, now(d).seat)


def _pass_on(d: Draft, seat: Seat) -> None:
    """The next turn, or the escape at the place of who completed the raft (LI-55, LI-A33)."""
    seats = len(d.players)
    left = playing(d)
    for i in range(1, seats + 1):
        after = Seat((seat + i) % seats)
        if left and d.raft is not None and d.raft.finisher == after:
            _escape(d)
            return
        if after in left:
            start_turn(d, after)
            return


def _escape(d: Draft) -> None:
    """All pawns on the raft's hex are saved; the others are stranded."""
    assert d.raft is not None
    for seat in playing(d):
        if d.players[seat].cell == d.raft.cell:
            d.put(seat, replace(d.players[seat], fate=Fate.ESCAPED))
            d.tell(Boarded(seat))
    _end(d)


def _end(d: Draft) -> None:
    d.ask, d.turn = Ended(), None
