"""Lost Island as one game: how it starts, and what an answer does."""

from __future__ import annotations

from typing import assert_never

from firmware_host.rules.hexgrid import Rotation
from firmware_host.rules.kernel import Event, Game, Illegal, Setup, Words, everything

from . import attack, doing, hunting, lava, laying, turn
from .answers import (
    Back,
    Begin,
    Build,
    Burn,
    Die,
    Draw,
    Drop,
    End,
    Explore,
    Fence,
    Fire,
    Flip,
    Give,
    Haunt,
    HexAnswer,
    HuntAnswer,
    Hut,
    IslandAnswer,
    Log,
    Move,
    Pick,
    Place,
    Raft,
    Refuge,
    Search,
    Spears,
    Stalk,
)
from .asking import pending
from .box import DRAWN, Box, Kind
from .boxes import box_from
from .faults import faults
from .island import Island, Tile
from .laying import START
from .reading import read
from .refusals import why_not
from .state import (
    AskBurn,
    AskFight,
    AskFightRetreat,
    AskHaunt,
    AskPlace,
    AskRetreat,
    AskSearch,
    AskSpear,
    Draft,
    Player,
    State,
    Step,
    Turn,
    now,
)
from .tokens import fenced, mine, unfence
from .words import write

MAX_TURNS = 2 * 40 + 1
"""No game of the usual box has more turns: each takes a hex from the pile, or puts one under lava.

The pile has 39 when the first turn begins, and 42 then go under lava at most, the last pawn with
the last of them. A hex that is only put under the pile is followed by one that is placed, and
where none fits one leaves the game (``laying``); exploring only takes more of them.
"""
MAX_ANSWERS = 20_000
"""More answers than a game takes; the longest of 2,000 random games took 554.

That each turn ends: it has 4 actions at most, each with few questions (a hex, a monster, three
dice, three steps back); and between two of them free actions never lead back to how the wood was
spread over hands and hex, of which there are finitely many ways.
"""


def start(setup: Setup) -> State:
    """The crash site and all pawns on it; no hex drawn yet (LI-01, LI-03).

    :raises Illegal: this box is not for so many.
    """
    box = setup.box
    assert isinstance(box, Box)
    few, many = box.players
    if not few <= setup.seats <= many:
        raise Illegal("bad_player_count", f"this box of lost_island is for {few} to {many} players")
    return State(
        box=box,
        island=Island.of(box, [(START, Tile(Kind.CRASH, Rotation(0)))]),
        pile=(*box.tiles[: DRAWN.index(Kind.VOLCANO)], 0),
        players=(Player(START),) * setup.seats,
        fires=(START,) if box.crash_fire else (),
        lit=int(box.crash_fire and box.crash_fire_counts),
    )


def apply(state: State, answer: IslandAnswer) -> tuple[State, tuple[Event, ...]]:
    """Carry the answer out, then everything that follows by itself."""
    d = Draft(state)
    match answer:
        case Move():
            doing.walk(d, answer)
        case Search() | Explore() | Give() | Pick() | Drop():
            doing.wood(d, answer)
        case Fire() | Fence() | Hut() | Build() | Raft() | Log():
            doing.make(d, answer)
        case Begin() | Draw() | Place() | Haunt() | Stalk() | Flip():
            _hexes(d, state, answer)
        case Spears() | Burn() | Die() | Back() | Refuge():
            _hunt(d, state, answer)
        case End():
            attack.attack(d)
        case _ as unreachable:
            assert_never(unreachable)
    turn.settle(d)
    return d.frozen(), tuple(d.events)


def _hexes(d: Draft, before: State, answer: HexAnswer) -> None:
    match answer:
        case Begin(seat=seat):
            assert seat is not None
            d.turn = Turn(seat, Step.SETUP)
        case Draw(kind=kind):
            laying.drawn(d, kind)
        case Place(cell=cell, rotation=rotation):
            assert isinstance(before.ask, AskPlace)
            laying.place(d, before.ask.kind, cell, rotation)
        case Haunt(cell=cell):
            assert isinstance(before.ask, AskHaunt)
            laying.appear(d, before.ask.monster, cell)
        case Stalk():
            _stalk(d, answer)
        case Flip(cell=cell):
            lava.flip(d, cell)
        case _ as unreachable:
            assert_never(unreachable)


def _stalk(d: Draft, answer: Stalk) -> None:
    hunting.go(d, answer.monster, [answer.cell])
    turn.to_actions(d, now(d).seat)


def _hunt(d: Draft, before: State, answer: HuntAnswer) -> None:
    match answer, before.ask:
        case Spears(), _:
            hunting.throw(d, answer)
        case Burn(side=side), AskBurn() as ask:
            fence = fenced(d, mine(d), side)
            assert fence is not None
            unfence(d, fence)
            d.ask = AskBurn(ask.monster, ask.spears, ask.left - 1)
            hunting.burn_all(d)
        case Die(shows=shows), _:
            _die(d, before, shows)
        case Back(cell=cell), (AskRetreat() | AskFightRetreat()) as ask:
            hunting.back(d, ask, cell)
        case Refuge(cell=cell), _:
            attack.send(d, cell)
        case _:
            raise AssertionError(answer)


def _die(d: Draft, before: State, shows: int) -> None:
    match before.ask:
        case AskSearch():
            doing.search(d, shows)
        case AskSpear() as ask:
            hunting.spear(d, ask, shows)
        case AskFight() as ask:
            attack.fight(d, ask, shows)
        case _:
            raise AssertionError(before.ask)


GAME: Game[State, IslandAnswer] = Game(
    name="lost_island",
    seats=range(2, 6),
    box=box_from,
    start=start,
    pending=pending,
    apply=apply,
    public=everything,
    words=Words(write, read, faults),
    why_not=why_not,
    figures={"turns": "TurnStarted", "fires": "FireLit", "huts": "HutBuilt", "escaped": "Boarded"},
    arrival="Boarded",
    arrived="raft boarded",
)
