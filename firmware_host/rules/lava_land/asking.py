"""The question a state waits on, and how a game ended."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import assert_never

from firmware_host.rules.kernel import Decision, Lapse, Over, Seat, Source

from . import cards, dice, row, tricks, turn
from .answers import (
    Bear,
    Board,
    Discard,
    Draw,
    Go,
    Guard,
    LavaAnswer,
    Leaning,
    Next,
    Pass,
    Pick,
    Reroll,
    Show,
    Stay,
    Take,
    Token,
    Turned,
)
from .box import COLOURS, FACES, KINDS, SYMBOLS, Face, UnreadableDie
from .state import (
    AskBoard,
    AskCard,
    AskDiscard,
    AskDraw,
    AskFirst,
    AskGo,
    AskGuard,
    AskOrder,
    AskPick,
    AskShow,
    AskTake,
    AskTrick,
    Ended,
    Fate,
    State,
)

Question = Decision[LavaAnswer]


def pending(state: State) -> Question | Over:
    """What the state waits for."""
    match state.ask:
        case Ended():
            return _over(state)
        case AskFirst() | AskDraw():
            return _luck(state)
        case AskShow() | AskTake() | AskGo():
            return _table(state)
        case AskDiscard() | AskPick() | AskGuard():
            return _choice(state)
        case AskCard() | AskOrder() | AskTrick() | AskBoard():
            return _own_turn(state)
        case None:
            raise AssertionError("a state outside apply waits for something")
        case _ as unreachable:
            assert_never(unreachable)


def _luck(state: State) -> Question:
    if isinstance(state.ask, AskFirst):
        tokens = tuple(Token(Seat(i)) for i in range(len(state.players)))
        return Decision("first", Source.CHANCE, tokens)
    left = [(kind, n) for kind, n in zip(KINDS, state.deck, strict=True) if n]
    draws = tuple(Draw(None, kind) for kind, _ in left)
    return Decision("draw", Source.CHANCE, draws, weights=tuple(n for _, n in left))


def _table(state: State) -> Question:
    if isinstance(state.ask, AskShow):
        shows, weights = _shows(state.box.faces, dice.unread(state))
        return Decision(
            "show", Source.TABLE, shows, weights, asides=REROLLS[state.box.unreadable_die]
        )
    turned = _turned(len(state.players))
    if isinstance(state.ask, AskGo):
        assert state.turn is not None
        go = Go(state.turn.seat)
        accusable = turned if state.turn.seat == state.first else ()
        return Decision("go", Source.PLAYER, (go,), lapse=Lapse(go), asides=accusable)
    faces = [face for face, n in zip(FACES, state.crater, strict=True) if n]
    takes = tuple([TAKES[seat][face] for seat in dice.owing(state) for face in faces])
    return Decision("take", Source.TABLE, takes, asides=turned)


TAKES = tuple({face: Take(Seat(s), face) for face in FACES} for s in range(5))
REROLLS = {
    UnreadableDie.CONSOLE: (Reroll(None),),
    UnreadableDie.REROLL_ALL: (Reroll(None), Leaning(None)),
}


@cache
def _shows(
    dies: tuple[str, ...], unread: tuple[int, ...]
) -> tuple[tuple[Show, ...], tuple[int, ...]]:
    """Any die still unread, in any order: the sure ones first, the unsure asked last."""
    odds = {
        Show(None, Face(colour + symbol)): left * faces.count(symbol)
        for colour, left, faces in zip(COLOURS, unread, dies, strict=True)
        for symbol in SYMBOLS
        if left and symbol in faces
    }
    return tuple(odds), tuple(odds.values())


@cache
def _turned(seats: int) -> tuple[Turned, ...]:
    return tuple(Turned(Seat(i)) for i in range(seats))


def _choice(state: State) -> Question:
    seat = state.turn.seat if state.turn else state.first
    match state.ask:
        case AskDiscard():
            gone = tuple(Discard(seat, i + 1) for i in range(len(state.row)))
            return Decision("discard", Source.PLAYER, gone)
        case AskPick(max_cost=cost):
            picks = tuple(Pick(seat, i + 1) for i in row.slots(state, cost))
            return Decision("pick", Source.PLAYER, picks)
        case AskGuard(trick=trick):
            bear = Bear(trick.victim)
            answers = (bear, Guard(trick.victim))
            return Decision("guard", Source.PLAYER, answers, lapse=Lapse(bear))
    raise AssertionError(state.ask)


def _own_turn(state: State) -> Question:
    assert state.turn is not None
    seat = state.turn.seat
    match state.ask:
        case AskCard():
            return Decision("card", Source.PLAYER, (Pass(seat), *cards.uses(state)))
        case AskTrick():
            return Decision("trick", Source.PLAYER, tricks.options(state, seat))
        case AskBoard():
            return Decision("board", Source.PLAYER, (Board(seat), Stay(seat)))
        case AskOrder():
            due = turn.orderable(state, state.turn)
            return Decision("order", Source.PLAYER, tuple(Next(seat, e) for e in due))
    raise AssertionError(state.ask)


def _over(state: State) -> Over:
    """Most treasures in the boat, then cards, then who came first (LL-63..65)."""
    seats = [Seat(i) for i in range(len(state.players))]
    saved = [s for s in seats if state.players[s].fate is Fate.BOAT]
    lost = tuple(s for s in seats if state.players[s].fate is not Fate.BOAT)

    def merit(seat: Seat) -> tuple[int, int, int]:
        player = state.players[seat]
        return (-player.treasures, -len(player.cards), player.arrival)

    ranks = tuple(tuple(group) for _, group in groupby(sorted(saved, key=merit), key=merit))
    if not ranks:
        return Over((lost,), (), "nobody_escaped")
    reason = "sole_escape" if len(saved) == 1 else "most_treasures"
    return Over((*ranks, lost) if lost else ranks, ranks[0], reason)
