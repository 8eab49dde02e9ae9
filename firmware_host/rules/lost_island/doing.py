"""What comes of an action of step 3."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from firmware_host.rules.hexgrid import Cell, Side
from firmware_host.rules.kernel import Seat

from . import lava, laying
from .actions import after
from .answers import (
    Build,
    Drop,
    Explore,
    Fence,
    Fire,
    Give,
    Hut,
    Log,
    MakeAnswer,
    Move,
    Pick,
    Raft,
    Search,
    WoodAnswer,
)
from .box import (
    BUILDING,
    ESCAPE,
    EXPLORATION,
    FIRE_WOOD,
    GRAND,
    HUT_WOOD,
    RAFT,
    TOOL_WOOD,
    Land,
    Tool,
)
from .events import (
    ChapterBegan,
    FenceBuilt,
    FireLit,
    HutBuilt,
    NothingFound,
    RaftBegun,
    RaftComplete,
    Scored,
    ToolBuilt,
    Track,
    Walked,
    WoodDropped,
    WoodFound,
    WoodGiven,
    WoodPicked,
)
from .ground import cost
from .state import (
    AskSearch,
    Draft,
    RaftPlace,
    Standing,
    erupted,
    hut_points,
    lying,
    me,
    now,
    supply,
)
from .state import Fence as FencePlace
from .tokens import hands, hold_wood, lay_wood, mine, pay, room

LOWEST = {Land.BEACH: 5, Land.FOREST: 3}  #: the lowest die that finds wood (LI-21)
HUTS_WANTED = 2  #: end the Building (LI-40)


def walk(d: Draft, answer: Move) -> None:
    """Enter a neighbouring hex."""
    seat, player = now(d).seat, me(d)
    price = cost(d, seat, answer.cell)
    assert price is not None
    pay(d, price)
    d.put(seat, replace(player, cell=answer.cell))
    d.tell(Walked(seat, player.cell, answer.cell))


def wood(d: Draft, answer: WoodAnswer) -> None:
    """Find wood or hexes, or hand wood about."""
    match answer:
        case Search():
            pay(d, 1)
            if sure(d):
                _find(d)
            else:
                d.ask = AskSearch()
        case Explore():
            pay(d, 1)
            if erupted(d):
                lava.erupt(d)
            else:
                laying.draw(d)
        case Give() | Pick() | Drop():
            _free(d, answer)
        case _ as unreachable:
            assert_never(unreachable)


def sure(at: Standing) -> bool:
    """Whether a search needs no die: in a forest, with a machete."""
    return searched(at) is Land.FOREST and Tool.MACHETE in me(at).tools


def searched(at: Standing) -> Land:
    """The land the player searches."""
    return at.box.searching[at.island.tiles[mine(at)].kind]


def lowest(at: Standing) -> int:
    """The lowest die that finds wood there (LI-21)."""
    return LOWEST[searched(at)]


def search(d: Draft, shows: int) -> None:
    """The die of a search."""
    if shows >= lowest(d):
        _find(d)
    else:
        d.tell(NothingFound(now(d).seat))


def _find(d: Draft) -> None:
    """One wood, into the hand if there is room, else it stays on the hex (LI-20)."""
    seat, here = now(d).seat, mine(d)
    lay_wood(d, here, 1)
    if room(d, seat) > 0:
        lay_wood(d, here, -1)
        hold_wood(d, seat, 1)
        d.tell(WoodFound(seat, "hand"))
    else:
        d.tell(WoodFound(seat, "hex"))


def _free(d: Draft, answer: Give | Pick | Drop) -> None:
    turn, spread = now(d), hands(d)
    d.turn = replace(turn, had=(*turn.had, spread))
    for i, (was, is_now) in enumerate(zip(spread, after(spread, answer), strict=True)):
        if was != is_now:
            hold_wood(d, Seat(i), is_now - was)
    assert answer.seat is not None
    match answer:
        case Pick(count=count):
            lay_wood(d, mine(d), -count)
            d.tell(WoodPicked(answer.seat, count))
        case Drop(count=count):
            lay_wood(d, mine(d), count)
            d.tell(WoodDropped(answer.seat, count))
        case Give(partner=partner):
            d.tell(WoodGiven(answer.seat, partner))
        case _ as unreachable:
            assert_never(unreachable)


def make(d: Draft, answer: MakeAnswer) -> None:
    """Make or build something."""
    seat, here = now(d).seat, mine(d)
    match answer:
        case Fire():
            _fire(d, seat, here)
        case Fence(side=side):
            _fence(d, seat, here, side)
        case Hut():
            _hut(d, seat, here)
        case Build(tool=tool):
            pay(d, GRAND, TOOL_WOOD)
            player = d.players[seat]
            d.put(seat, replace(player, tools=tuple(sorted((*player.tools, tool)))))
            d.tell(ToolBuilt(seat, tool))
        case Raft(partner=partner):
            pay(d, 1, 1)
            hold_wood(d, partner, -1)
            d.raft = RaftPlace(here, (seat, partner))
            d.tell(RaftBegun(here))
            d.tell(Scored(seat, Track.RAFT, 1))
            d.tell(Scored(partner, Track.RAFT, 1))
        case Log():
            _log(d, seat)
        case _ as unreachable:
            assert_never(unreachable)


def _fire(d: Draft, seat: Seat, here: Cell) -> None:
    """A fire burns; it scores while there is a circle and a counter (LI-32, LI-A18)."""
    pay(d, 1, FIRE_WOOD)
    d.fires = (*d.fires, here)
    d.lit += 1
    d.tell(FireLit(seat, here))
    seats = len(d.players)
    if len(d.fire_track) < d.box.circles(seats) and supply(d, seat):
        d.fire_track = (*d.fire_track, seat)
        d.tell(Scored(seat, Track.FIRES, 1))
    if d.chapter == EXPLORATION and d.lit >= d.box.required(seats):
        d.chapter = BUILDING
        d.tell(ChapterBegan(BUILDING))


def _fence(d: Draft, seat: Seat, here: Cell, side: Side) -> None:
    pay(d, 1, 1)
    d.fences |= {FencePlace(here, side)}
    d.tell(FenceBuilt(seat, here, side))


def _hut(d: Draft, seat: Seat, here: Cell) -> None:
    """Wood that lies there goes first; points as far as there are counters (LI-38, LI-A37)."""
    lying_there = min(HUT_WOOD, lying(d, here))
    pay(d, GRAND, HUT_WOOD - lying_there)
    lay_wood(d, here, -lying_there)
    points = min(hut_points(d), supply(d, seat))
    d.put(seat, replace(d.players[seat], hut=here))
    d.hut_track = (*d.hut_track, (seat, points))
    d.tell(HutBuilt(seat, here))
    if points:
        d.tell(Scored(seat, Track.HUTS, points))
    if d.chapter == BUILDING and len(d.hut_track) >= HUTS_WANTED:
        d.chapter = ESCAPE
        d.tell(ChapterBegan(ESCAPE))


def _log(d: Draft, seat: Seat) -> None:
    assert d.raft is not None
    pay(d, 1, 1)
    counters = (*d.raft.counters, seat)
    done = len(counters) == RAFT
    d.raft = RaftPlace(d.raft.cell, counters, seat if done else None)
    d.tell(Scored(seat, Track.RAFT, 1))
    if done:
        d.tell(RaftComplete(seat))
