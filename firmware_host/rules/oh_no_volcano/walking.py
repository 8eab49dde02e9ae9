"""The move action: steps, treasures and caves (OV-10..18)."""

from __future__ import annotations

from dataclasses import replace

from .answers import Cave, Collect, Leave, MoveAnswer, Pawn, Step, Stop
from .board import GEMS, NOWHERE, Gem
from .events import CAMP as CAMP_NAME
from .events import Caved, Collected, NoMove, PawnMoved, Returned
from .mountain import counts, movable, stand, steps, takes, way_up
from .prints import LETTERS, Move
from .state import CAMP, AskCave, AskCollect, AskPawn, AskStep, Draft, Ended, State, full, turn_of


def begin(d: Draft, move: Move) -> None:
    """A move is the next action."""
    if move.letter is not None:
        _walk(d, LETTERS.index(move.letter), move.steps, moved=False)
    elif movable(d, move.steps):
        d.ask = AskPawn()
    else:
        d.tell(NoMove(turn_of(d).seat))


def handle(d: Draft, before: State, answer: MoveAnswer, move: Move) -> None:
    """A pawn, a step, an end, or what is found there."""
    ask = before.ask
    if isinstance(answer, Pawn):
        _walk(d, LETTERS.index(answer.letter), move.steps, moved=False)
    elif isinstance(ask, AskStep):
        if isinstance(answer, Step):
            _step(d, ask, d.box.board.index[answer.space])
        else:
            _end(d, ask.pawn, ask.moved)
    elif isinstance(answer, Stop):
        d.tell(NoMove(turn_of(d).seat))
    else:
        assert isinstance(ask, AskCollect | AskCave)
        _found(d, answer, ask.pawn)


def _found(d: Draft, answer: MoveAnswer, pawn: int) -> None:
    """A treasure or a cave, taken or not."""
    match answer:
        case Collect():
            _collect(d, pawn)
            if d.ask is None:
                _home(d, pawn)
        case Leave():
            _home(d, pawn)
        case Cave():
            _cave(d, pawn)


def _walk(d: Draft, pawn: int, left: int, *, moved: bool) -> None:
    """Ask for the next step, or end where there is none."""
    space = d.players[turn_of(d).seat].pawns[pawn]
    if steps(d, space, left):
        d.ask = AskStep(pawn, left, moved)
    else:
        _end(d, pawn, moved)


def _step(d: Draft, ask: AskStep, to: int) -> None:
    seat = turn_of(d).seat
    start = d.players[seat].pawns[ask.pawn]
    d.tell(PawnMoved(seat, LETTERS[ask.pawn], name(d, start), name(d, to)))
    stand(d, seat, ask.pawn, to)
    cost = d.box.entry_costs if start == CAMP else 1
    _walk(d, ask.pawn, ask.left - cost, moved=True)


def _end(d: Draft, pawn: int, moved: bool) -> None:
    """A pawn ends its move where it stands (OV-15, OV-17, OV-18)."""
    seat = turn_of(d).seat
    space = d.players[seat].pawns[pawn]
    if not moved and not counts(d, pawn):
        d.tell(NoMove(seat))
    elif takes(d, seat, space):
        d.ask = AskCollect(pawn)
    elif d.box.board.spaces[space].gem is not None:
        _home(d, pawn)
    elif way_up(d, space):
        d.ask = AskCave(pawn)


def _collect(d: Draft, pawn: int) -> None:
    """A treasure for its place on the board; the last of them wins (OV-30)."""
    seat = turn_of(d).seat
    player = d.players[seat]
    gem = d.box.board.spaces[player.pawns[pawn]].gem
    assert gem is not None
    i = GEMS.index(gem)
    d.treasures = tuple([n - (k == i) for k, n in enumerate(d.treasures)])
    tokens = tuple([n + (k == i) for k, n in enumerate(player.tokens)])
    d.players[seat] = replace(player, tokens=tokens)
    d.tell(Collected(seat, gem))
    if full(d, seat):
        d.ask = Ended()


def _home(d: Draft, pawn: int) -> None:
    """From an emerald space back to base camp, with or without an emerald (OV-17, OV-A11)."""
    seat = turn_of(d).seat
    if d.box.board.spaces[d.players[seat].pawns[pawn]].gem is Gem.EMERALD:
        stand(d, seat, pawn, CAMP)
        d.tell(Returned(seat, LETTERS[pawn]))


def _cave(d: Draft, pawn: int) -> None:
    seat = turn_of(d).seat
    start = d.players[seat].pawns[pawn]
    end = d.box.board.spaces[start].exit
    assert end != NOWHERE
    stand(d, seat, pawn, end)
    d.tell(Caved(seat, LETTERS[pawn], name(d, start), name(d, end)))


def name(d: Draft | State, space: int) -> str:
    """What a space is called; base camp too."""
    return CAMP_NAME if space == CAMP else d.box.board.spaces[space].name
