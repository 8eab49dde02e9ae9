"""What is asked against the rest of a state, once the rest is sound."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .balls import tellers
from .mountain import (
    has_won,
    liftable,
    movable,
    placeable,
    steps,
    takes,
    way_up,
)
from .prints import LETTERS, Action, Ball, Block, Move
from .state import (
    CAMP,
    NO_CARD,
    AskBall,
    AskCave,
    AskCollect,
    AskDraw,
    AskFell,
    AskFirst,
    AskGear,
    AskLift,
    AskPawn,
    AskPlace,
    AskPlay,
    AskStep,
    AskTrim,
    Ended,
    State,
    current,
    next_over,
    next_owed,
    spare,
    turn_of,
)
from .turn import empty, to_deal, wants_card

Says = Iterator[str]
NEEDS: dict[type[Any], type[Any]] = {
    AskPawn: Move,
    AskStep: Move,
    AskCollect: Move,
    AskCave: Move,
    AskLift: Block,
    AskPlace: Block,
    AskBall: Ball,
    AskFell: Ball,
    AskGear: Ball,
    AskTrim: Ball,
}
"""Questions about an action, and its kind."""
KINDS = {Move: "a move", Block: "a boulder", Ball: "a ball"}


def now_faults(state: State) -> Says:
    """What is asked, and could not be."""
    ask = state.ask
    if isinstance(ask, Ended):
        yield from _over(state)
    elif has_won(state) is not None:
        yield f"now: the board of {has_won(state)} is full, so the game is over (OV-30)"
    elif state.turn is None:
        yield from _before(state)
    elif type(ask) in NEEDS:
        yield from _action(state, NEEDS[type(ask)])
    elif state.turn.card != NO_CARD:
        yield "now: a card lies face up, so one of its actions is asked about"
    else:
        yield from _between(state)


def _over(state: State) -> Says:
    if state.turn is None:
        yield "now: whose turn was it? write such as over A"
    elif state.turn.begun and _begun(state, state.turn.begun) is None:
        yield "now: the card has not so many actions"
    elif state.turn.card != NO_CARD and not state.turn.begun:
        yield "now: the card lies face up, so an action of it is begun; write 1 or more"
    elif has_won(state) is None and not any(map(empty, state.players)):
        yield "now: no board is full and everybody has a card, so the game is not over (OV-31)"


def _before(state: State) -> Says:
    ask, due = state.ask, to_deal(state)
    if any(sum(player.discard) for player in state.players):
        yield "now: cards have been played, so somebody has begun"
    elif isinstance(ask, AskFirst) and due is not None:
        yield f"now: {due} has not drawn its hand (OV-03)"
    elif isinstance(ask, AskDraw) and (due != ask.to or not state.box.virtual):
        yield f"now: no card is dealt to {ask.to} now (OV-03)"


def _between(state: State) -> Says:
    seat = turn_of(state).seat
    player = state.players[seat]
    short = [str(s) for s, p in zip("ABCD", state.players, strict=False) if wants_card(p)]
    if isinstance(state.ask, AskDraw):
        if not wants_card(player) or player.hand is None:
            yield f"now: {seat} draws no card now (OV-08)"
        short = [other for other in short if other != str(seat)]
    elif isinstance(state.ask, AskPlay) and empty(player):
        yield f"now: {seat} has no card to play (OV-31)"
    if short:
        yield f"hand_{short[0]}: between turns it is full while the deck has cards (OV-08)"


def _begun(state: State, begun: int) -> Action | None:
    turn = turn_of(state)
    if turn.card == NO_CARD:
        return None
    actions = state.box.cards(gear=turn.gear)[turn.card].actions
    return actions[begun - 1] if 0 < begun <= len(actions) else None


def _action(state: State, kind: type[Any]) -> Says:
    turn = turn_of(state)
    if turn.card == NO_CARD:
        yield "now: this is about a card; write such as step A B 2 climb B4 1"
        return
    if not isinstance(_begun(state, turn.begun), kind):
        yield f"now: action {turn.begun} of this card is not {KINDS[kind]}"
        return
    held = [p.held + (i == turn.seat and not turn.gear) for i, p in enumerate(state.players)]
    for i, player in enumerate(state.players):
        if held[i] < 3 and player.deck:
            yield f"hand_{'ABCD'[i]}: it is full while the deck has cards (OV-08)"
            return
    yield from CHECKS[type(state.ask)](state)


def _pawn(state: State) -> Says:
    move = current(state)
    assert isinstance(move, Move)
    if move.letter is not None:
        yield f"now: {move} says itself which pawn moves (OV-10)"
    elif not movable(state, move.steps):
        yield "now: no pawn can move (OV-14)"


def _moving(state: State, pawn: int) -> Says:
    move = current(state)
    assert isinstance(move, Move)
    if move.letter not in (None, LETTERS[pawn]):
        yield f"now: {move} moves no other pawn than {move.letter} (OV-10)"


def _step(state: State) -> Says:
    ask, move = state.ask, current(state)
    assert isinstance(ask, AskStep)
    assert isinstance(move, Move)
    yield from _moving(state, ask.pawn)
    space = state.players[turn_of(state).seat].pawns[ask.pawn]
    free = ask.moved and not state.box.entry_costs
    if not 0 < ask.left <= move.steps or (ask.left == move.steps and ask.moved and not free):
        yield f"now: {move} has not {ask.left} steps left"
    elif not ask.moved and ask.left < move.steps:
        yield "now: a step is used up, so the pawn has moved; write moved behind it"
    elif ask.moved and space == CAMP:
        yield "now: a pawn in base camp has not moved"
    elif not steps(state, space, ask.left):
        yield "now: this pawn cannot step on (OV-13)"


def _collect(state: State) -> Says:
    assert isinstance(state.ask, AskCollect)
    yield from _moving(state, state.ask.pawn)
    seat = turn_of(state).seat
    space = state.players[seat].pawns[state.ask.pawn]
    if space == CAMP or not takes(state, seat, space):
        yield f"now: {seat} can take no treasure there (OV-15)"


def _cave(state: State) -> Says:
    assert isinstance(state.ask, AskCave)
    yield from _moving(state, state.ask.pawn)
    space = state.players[turn_of(state).seat].pawns[state.ask.pawn]
    if space == CAMP or not way_up(state, space):
        yield "now: no way up through a cave from there (OV-18)"


def _lift(state: State) -> Says:
    if spare(state):
        yield "now: a boulder is in the supply, so none is taken off (OV-19)"
    elif not liftable(state):
        yield "now: there is no new place for any boulder (OV-A03)"


def _place(state: State) -> Says:
    assert isinstance(state.ask, AskPlace)
    barred = state.ask.barred
    if not spare(state):
        yield "now: no boulder is in the supply (OV-19)"
    elif barred >= 0 and (spare(state) > 1 or barred in state.boulders):
        yield "now: no boulder was lifted from there (OV-19)"
    elif not placeable(state, barred):
        yield "now: there is no place for a boulder (OV-20)"


def _ball(state: State) -> Says:
    if any(state.owed):
        yield "owed: nothing has fallen before the ball is dropped"


def _fell(state: State) -> Says:
    ask, ball = state.ask, current(state)
    assert isinstance(ask, AskFell)
    assert isinstance(ball, Ball)
    if ball.slot not in (None, ask.slot) or not 0 < ask.slot <= state.box.board.slots:
        yield f"now: {ball} is not dropped into chute {ask.slot} (OV-21)"
    able = tellers(state)
    if [seat for seat in able if seat in ask.waiting] != list(ask.waiting):
        yield f"now: those who may have to tell are, in this order, {' '.join(map(str, able))}"
    for i, n in enumerate(state.owed):
        if n > state.players[i].pawns.count(CAMP):
            yield f"owed: fewer pawns of {'ABCD'[i]} are off the board"


def _gear(state: State) -> Says:
    if next_owed(state) is None:
        yield "owed: nobody draws a gear card; write such as B1 (OV-24)"
    elif not any(state.pile):
        yield "gear_pile: no gear card is left to draw (OV-A06)"


def _trim(state: State) -> Says:
    if next_over(state) is None:
        yield "now: nobody has too many gear cards (OV-25)"


CHECKS: dict[type[Any], Callable[[State], Says]] = {
    AskPawn: _pawn,
    AskStep: _step,
    AskCollect: _collect,
    AskCave: _cave,
    AskLift: _lift,
    AskPlace: _place,
    AskBall: _ball,
    AskFell: _fell,
    AskGear: _gear,
    AskTrim: _trim,
}
"""What must hold for a question about an action."""
