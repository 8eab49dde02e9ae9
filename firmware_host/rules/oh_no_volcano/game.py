"""Oh No, Volcano! as one game: how it starts, and what an answer does."""

from __future__ import annotations

from firmware_host.rules.kernel import Event, Game, Seat, Setup, Words

from . import balls, boulders, turn, walking
from .answers import (
    CardAnswer,
    Cave,
    Climb,
    Collect,
    Draw,
    Drop,
    Equip,
    Fell,
    Gear,
    Leave,
    Lift,
    Off,
    Pawn,
    Place,
    Safe,
    Stay,
    Step,
    Stop,
    Stuck,
    Tilted,
    Trim,
    VolcanoAnswer,
    Youngest,
)
from .asking import pending
from .box import CLIMBERS, FEWEST, GEAR, HAND, MOST, Box
from .boxes import box_from
from .faults import faults
from .prints import Ball, Block, Move
from .reading import copies, read
from .refusals import why_not
from .secrets import fitted, heard, public
from .state import AskFirst, Draft, Player, State, current
from .words import write


def longest(box: Box, seats: int) -> int:
    """No game of so many has more answers than this, asides not counted, from wherever it starts.

    Every turn uses up a climber card, which never comes back (OV-08), or a gear card. Gear cards
    come only from pawns that a ball knocks off, three a player at most, and of balls there are as
    many as climber cards drop: so gear cards come to an end too, as long as they drop none
    themselves (:mod:`checks` warns of a box in which they do).
    """
    pawns = 3 * seats
    climbs, balls_dropped = CLIMBERS * seats, box.balls * seats
    gear = balls_dropped * pawns + GEAR  # and what staff may have laid above the boards
    prints = (*box.climbers, *box.gear)
    a_turn = 1 + max(sum(map(_answers, card.actions)) for card in prints)
    a_ball = 1 + pawns + box.boulders + seats + 2 * pawns  # told, drawn, trimmed
    return 1 + 2 * climbs + (climbs + gear) * a_turn + balls_dropped * a_ball + climbs


def _answers(action: Move | Block | Ball) -> int:
    """The most answers an action takes; those of a ball are counted by themselves."""
    match action:
        case Move(steps=steps):
            return steps + 4  # the pawn, the steps, an end, a treasure or a cave; a free entry
        case Block():
            return 2
        case Ball():
            return 0


def start(setup: Setup) -> State:
    """Pawns in base camp, cards not dealt yet where the program deals them (OV-01..03)."""
    box, seats = setup.box, setup.seats
    assert isinstance(box, Box)
    none = (0,) * len(box.climbers)
    no_gear = (0,) * len(box.gear)
    if box.virtual:
        player = Player(0, CLIMBERS, none, no_gear, hand=none)
    else:
        player = Player(HAND, CLIMBERS - HAND, none, no_gear)
    fresh = State(
        box=box,
        players=(player,) * seats,
        treasures=box.supply,
        pile=copies(box.gear),
        scrap=no_gear,
        owed=(0,) * seats,
        ask=AskFirst(),
    )
    draft = Draft(fresh)
    turn.settle(draft)
    return draft.frozen()


def apply(state: State, answer: VolcanoAnswer) -> tuple[State, tuple[Event, ...]]:
    """Carry the answer out, then everything that follows by itself."""
    d = Draft(state)
    match answer:
        case Pawn() | Step() | Stop() | Collect() | Leave() | Cave() | Stay():
            move = current(state)
            assert isinstance(move, Move)
            walking.handle(d, state, answer, move)
        case Lift() | Place():
            boulders.handle(d, answer)
        case Drop() | Fell() | Off() | Safe() | Tilted() | Stuck():
            balls.handle(d, state, answer)
        case _:
            _card(d, answer)
    turn.settle(d)
    return d.frozen(), tuple(d.events)


def _card(d: Draft, answer: CardAnswer) -> None:
    match answer:
        case Draw():
            turn.draw(d, answer)
        case Youngest(seat=Seat() as seat):
            turn.begin_turn(d, seat)
        case Climb() | Gear():
            turn.play(d, answer)
        case Equip():
            balls.equip(d, answer)
        case Trim():
            balls.trim(d, answer)


GAME: Game[State, VolcanoAnswer] = Game(
    name="oh_no_volcano",
    seats=range(FEWEST, MOST + 1),
    box=box_from,
    start=start,
    pending=pending,
    apply=apply,
    public=public,
    words=Words(write, read, faults, fitted),
    why_not=why_not,
    heard=heard,
    figures={
        "turns": "TurnStarted",
        "balls": "BallDropped",
        "falls": "PawnFell",
        "treasures": "Collected",
    },
)
