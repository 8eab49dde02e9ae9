"""The Table Is Lava as one game: how it starts, and what an answer does."""

from __future__ import annotations

from typing import assert_never

from firmware_host.rules.kernel import Event, Game, Illegal, Setup, Words, everything

from . import turn
from .answers import Count, Fell, Hot, Landed, Launch, LavaTableAnswer, Own, Relaunch, Stand
from .asking import pending
from .box import Box, launches
from .boxes import box_from
from .events import LaunchedAgain
from .faults import faults
from .reading import read
from .refusals import why_not
from .state import AskCount, AskFell, AskLanded, AskOwn, AskStand, Draft, Player, State
from .words import write

AT_THE_START = 2  #: meeples of each colour that stand before the first launch (TL-05)


def longest(seats: int) -> int:
    """No game of so many has more answers, foul launches not counted.

    Each launch is chosen, judged, joined in by the others and cleared by all; then all count,
    and all may tie.
    """
    launched = 9 + (4 - seats)  # the removal rule only makes it fewer (TL-02)
    return 1 + seats * launched * (2 + (seats - 1) + seats) + 2 * seats


def start(setup: Setup) -> State:
    """Everyone's Start card and two meeples on the table, nobody's launch yet (TL-01..06).

    :raises Illegal: this box is not for so many.
    """
    box = setup.box
    assert isinstance(box, Box)
    few, many = box.players
    if not few <= setup.seats <= many:
        says = f"this box of table_is_lava is for {few} to {many} players"
        raise Illegal("bad_player_count", says)
    return State(
        box,
        tuple(
            Player(
                hand=launches(box.decks[i], setup.seats),
                supply=box.meeples - AT_THE_START,
                table=AT_THE_START,
                out=(0,) * len(box.decks[i]),
            )
            for i in range(setup.seats)
        ),
    )


def apply(state: State, answer: LavaTableAnswer) -> tuple[State, tuple[Event, ...]]:
    """Carry the answer out, then everything that follows by itself."""
    d = Draft(state)
    match answer:
        case Hot(seat=seat):
            assert seat is not None
            turn.begin(d, seat)
        case Launch(card=card):
            turn.launch(d, card)
        case Landed(where=where):
            assert isinstance(state.ask, AskLanded)
            turn.landed(d, state.ask.card, where)
        case Relaunch():
            d.ask = state.ask
            d.tell(LaunchedAgain(state.turn))
        case Stand(seat=seat, meeples=meeples):
            assert isinstance(state.ask, AskStand)
            assert seat is not None
            turn.stand(d, seat, state.ask.card, meeples)
            turn.ask_stand(d, state.ask.card, state.ask.left[1:])
        case Fell() | Count() | Own():
            _told(d, state, answer)
        case _ as unreachable:
            assert_never(unreachable)
    return d.frozen(), tuple(d.events)


def _told(d: Draft, before: State, answer: Fell | Count | Own) -> None:
    """An owner's own number; then the others', in any order."""
    ask, owner = before.ask, answer.owner
    assert isinstance(ask, AskFell | AskCount | AskOwn)
    left = tuple([seat for seat in ask.left if seat != owner])
    match answer:
        case Fell(meeples=meeples):
            assert isinstance(ask, AskFell)
            turn.fell(d, owner, meeples)
            turn.ask_fell(d, left, ask.then)
        case Count(standing=standing):
            turn.count(d, owner, standing)
            turn.ask_count(d, left)
        case Own(meeples=meeples):
            turn.own(d, owner, meeples)
            turn.ask_own(d, left)
        case _ as unreachable:
            assert_never(unreachable)


GAME: Game[State, LavaTableAnswer] = Game(
    name="table_is_lava",
    seats=range(2, 5),
    box=box_from,
    start=start,
    pending=pending,
    apply=apply,
    public=everything,
    words=Words(write, read, faults),
    why_not=why_not,
    figures={"launches": "Launched", "placements": "Placed", "falls": "Fallen"},
)
