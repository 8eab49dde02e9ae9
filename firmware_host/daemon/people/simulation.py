"""Games by the rules alone: bots at every seat, luck and dice from a seed, no table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from firmware_host.bots.bot import Bot
from firmware_host.rules.kernel import (
    Answer,
    Decision,
    Event,
    Game,
    Over,
    Position,
    Seat,
    Setup,
    Source,
    begin,
    seen,
    step,
)
from firmware_host.session.luck import below, draw

ENDLESS = 100_000
"""No game has so many answers: one that has is a fault of its rules."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game."""

    seed: str
    seats: int
    over: Over
    answers: int
    tally: Mapping[str, int]
    """How often each event was told."""
    escaped: tuple[Seat, ...]
    """Who came where all want to be, in games which have such."""


@dataclass(slots=True)
class Hand:
    """Whose turn it is to reach for a die: all in turn, in an order luck makes anew each time."""

    seed: str
    topic: str = ""
    reached: Counter[Seat] = field(default_factory=Counter)

    def next(self, decision: Decision[Any], k: int) -> Seat:
        """The seat that reaches next, as answer *k*, among those that may."""
        if decision.topic != self.topic:
            self.topic = decision.topic
            self.reached.clear()
        may = sorted({a.seat for a in decision.options if a.seat is not None})
        fewest = min(self.reached[seat] for seat in may)
        able = [seat for seat in may if self.reached[seat] == fewest]
        seat: Seat = able[below(len(able), f"hands/{self.seed}", k)]
        self.reached[seat] += 1
        return seat


def play(
    game: Game[Any, Any],
    setup: Setup,
    seed: str,
    bots: Mapping[Seat, Bot],
    hears: Callable[[Answer], None] = lambda _: None,
) -> Played:
    """One game from its beginning to its end; the same for the same seed and bots.

    *hears* is told every answer.

    :raises Illegal: so many cannot play it.
    """
    here: Position[Any, Any] = begin(game, setup)
    hand, tally, escaped = Hand(seed), Counter[str](), list[Seat]()
    draws = 0
    for k in range(ENDLESS):
        pending = here.pending
        if isinstance(pending, Over):
            return Played(seed, setup.seats, pending, k, tally, tuple(escaped))
        if pending.source is Source.CHANCE:
            answer: Answer = draw(seed, draws, pending)
            draws += 1
        else:
            hand.topic = pending.topic if pending.topic == hand.topic else ""
            answer = _answer(game, here, bots, hand, k)
        hears(answer)
        here, events = step(game, here, answer)
        _count(game, events, tally, escaped)
    raise AssertionError(f"{game.name} with seed {seed!r} does not end")


def _answer(
    game: Game[Any, Any], here: Position[Any, Any], bots: Mapping[Seat, Bot], hand: Hand, k: int
) -> Answer:
    """What the table shows or a bot decides."""
    pending = here.pending
    assert isinstance(pending, Decision)
    seat: Seat | None = pending.options[0].seat
    read = seat is None or pending.weights  # a look with odds; without, hands reach for it
    if read and pending.source is Source.TABLE:
        shown: Answer = draw(f"dice/{hand.seed}", k, pending)
        return shown
    if pending.source is Source.TABLE:
        seat = hand.next(pending, k)
    seat = Seat(0) if seat is None else seat
    view = seen(game, here, seat)
    assert isinstance(view.pending, Decision)
    return bots[seat].choose(view.state, view.pending, seat)


def _count(
    game: Game[Any, Any], events: tuple[Event, ...], tally: Counter[str], escaped: list[Seat]
) -> None:
    for event in events:
        name = type(event).__name__
        tally[name] += 1
        if name == game.arrival:
            escaped.append(getattr(event, "seat", Seat(0)))
