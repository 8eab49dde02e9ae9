"""The question a state waits on, and how a game ended."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import assert_never

from firmware_host.rules.kernel import Decision, Over, Seat, Source

from .answers import Count, Fell, Hot, Landed, Launch, LavaTableAnswer, Own, Relaunch, Stand, Where
from .state import (
    AskCount,
    AskFell,
    AskHot,
    AskLanded,
    AskLaunch,
    AskOwn,
    AskStand,
    Ended,
    State,
    card_of,
    standing_there,
    tied,
)

Question = Decision[LavaTableAnswer]
Told = tuple[tuple[LavaTableAnswer, ...], tuple[int, ...]]
"""What may be told, and how likely each is where nobody looks (``simulate``): invented odds."""
LANDING_ODDS = {Where.TOUCHING: 50, Where.THUMB: 10, Where.APART: 32, Where.OFF: 8, Where.ON: 92}
FALL_ODDS = (1500, 200, 60, 20, 8, 4, 2)
"""Of one owner's meeples in one launch: none fell, one, two, ..."""
STANDS_ODDS = 2
"""A meeple stands at the end so many times as often as it lies."""


def pending(state: State) -> Question | Over:
    """What the state waits for."""
    match state.ask:
        case AskHot():
            return _hot(len(state.players))
        case AskLaunch():
            return _launch(state)
        case AskLanded():
            return LANDED[state.box.rock_island]
        case AskStand() as ask:
            return _stand(state, ask)
        case AskFell() | AskCount() | AskOwn() as ask:
            return _owners(state, ask)
        case Ended():
            return _over(state)
        case None:
            raise AssertionError("a state outside apply waits for something")
        case _ as unreachable:
            assert_never(unreachable)


@cache
def _hot(seats: int) -> Question:
    return Decision("hot", Source.TABLE, tuple(Hot(Seat(i)) for i in range(seats)))


def _launch(state: State) -> Question:
    hand = state.players[state.turn].hand
    deck = state.box.decks[state.turn]
    launches = _launches(deck, state.turn)
    cards = tuple([launch for launch, n in zip(launches, hand, strict=True) if n])
    return Decision("launch", Source.PLAYER, cards)


@cache
def _launches(deck: object, seat: Seat) -> tuple[Launch, ...]:
    return tuple(Launch(seat, card.id) for card in deck)  # type: ignore[attr-defined]


def _landing(*lies: Where) -> Question:
    return Decision(
        "landed",
        Source.TABLE,
        tuple(Landed(None, where) for where in lies),
        tuple(LANDING_ODDS[where] for where in lies),
        asides=(Relaunch(None),),
    )


LANDED = {
    False: _landing(Where.TOUCHING, Where.THUMB, Where.APART, Where.OFF),
    True: _landing(Where.ON, Where.OFF),
}
"""With Rock Island, and without."""


def _stand(state: State, ask: AskStand) -> Question:
    seat = ask.left[0]
    most = min(card_of(state, ask.card).foreign[seat], state.players[seat].supply)
    return Decision("stand", Source.PLAYER, _stands(seat, most))


@cache
def _stands(seat: Seat, most: int) -> tuple[Stand, ...]:
    return tuple(Stand(seat, n) for n in range(most, -1, -1))


def _owners(state: State, ask: AskFell | AskCount | AskOwn) -> Question:
    match ask:
        case AskFell(left=left):
            return _told("fell", [_fell(seat, state.players[seat].table) for seat in left])
        case AskCount(left=left):
            return _told("count", [_count(seat, state.players[seat].table) for seat in left])
        case AskOwn(left=left):
            there = standing_there(state)
            return _told("own", [_own(seat, there) for seat in left])


def _told(topic: str, owners: list[Told]) -> Question:
    """Each owner's own number, in any order: all are asked at once."""
    options = sum([answers for answers, _ in owners], ())
    return Decision(topic, Source.TABLE, options, sum([odds for _, odds in owners], ()))


@cache
def _fell(owner: Seat, table: int) -> Told:
    odds = tuple(FALL_ODDS[n] if n < len(FALL_ODDS) else 1 for n in range(table + 1))
    return tuple(Fell(None, owner, n) for n in range(table + 1)), odds


@cache
def _count(owner: Seat, table: int) -> Told:
    """All stand, then one lies, then two, ..."""
    lying = range(table + 1)
    return tuple(Count(None, owner, table - n, n) for n in lying), tuple(
        STANDS_ODDS ** (table - n) for n in lying
    )


@cache
def _own(owner: Seat, there: int) -> Told:
    return tuple(Own(None, owner, n) for n in range(there + 1)), (1,) * (there + 1)


def _over(state: State) -> Over:
    """Most points; of those who tie, most meeples on the own cards (TL-21..23)."""
    best = tied(state)

    def merit(seat: Seat) -> tuple[int, int]:
        player = state.players[seat]
        return (-player.points, -player.own if seat in best else 0)

    seats = sorted([Seat(i) for i in range(len(state.players))], key=merit)
    ranks = tuple(tuple(group) for _, group in groupby(seats, key=merit))
    winners = ranks[0]
    if len(best) == 1:
        return Over(ranks, winners, "most_points")
    return Over(ranks, winners, "lifesaver" if len(winners) == 1 else "shared")
