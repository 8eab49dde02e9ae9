"""Spears, bolts, and monsters that go back or die (LI-23..25, LI-28, LI-42)."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.rules.hexgrid import Cell, beside

from .answers import Load, Spears
from .box import BONUS, LIVES, VOLLEY, Monster, Retreat, Tool
from .events import MonsterKilled, MonsterMoved, MonsterStays, Scored, Track, Volley
from .ground import retreats
from .state import (
    AskBurn,
    AskFightRetreat,
    AskRetreat,
    AskSpear,
    Draft,
    Standing,
    me,
    now,
    supply,
)
from .tokens import at_large, beast, fenced, fenced_sides, mine, pay, set_beast, unfence

HIT, HIT_BY_BOLT = 5, 4  #: the lowest number that wounds (LI-23, LI-42)


def targets(at: Standing) -> list[Monster]:
    """Monsters in reach: in the own hex, with a crossbow in a neighbouring one as well."""
    here = mine(at)
    reach = {here, *beside(here)} if Tool.CROSSBOW in me(at).tools else {here}
    return [monster for monster, cell in at_large(at) if cell in reach]


def loads(at: Standing) -> list[Load]:
    """What can be thrown at once, with wood from the hand and from fences of the hex."""
    hand = me(at).wood
    fences = len(fenced_sides(at, mine(at)))
    return [
        Load(spears - burnt, burnt)
        for spears in range(1, VOLLEY + 1)
        for burnt in range(spears + 1)
        if burnt <= fences and spears - burnt <= hand
    ]


def throw(d: Draft, answer: Spears) -> None:
    """Pay for the spears; fences that are to be burnt are chosen first, where there is a choice."""
    load = answer.load
    pay(d, 1, load.hand)
    if load.fences:
        d.ask = AskBurn(answer.monster, load.spears, load.fences)
        burn_all(d)
    else:
        d.ask = AskSpear(answer.monster, load.spears)


def burn_all(d: Draft) -> None:
    """Burn what must be burnt, once no choice is left."""
    ask = d.ask
    assert isinstance(ask, AskBurn)
    sides = fenced_sides(d, mine(d))
    if ask.left and ask.left < len(sides):
        return
    for side in sides if ask.left else ():
        fence = fenced(d, mine(d), side)
        assert fence is not None
        unfence(d, fence)
    d.ask = AskSpear(ask.monster, ask.spears)


def lowest(at: Standing) -> int:
    """The lowest die that wounds (LI-23, LI-42)."""
    return HIT_BY_BOLT if Tool.CROSSBOW in me(at).tools else HIT


def spear(d: Draft, ask: AskSpear, shows: int) -> None:
    """One die of the volley more; with the last one it is carried out."""
    rolled = (*ask.rolled, shows)
    if len(rolled) < ask.spears:
        d.ask = AskSpear(ask.monster, ask.spears, rolled)
        return
    hits = sum(die >= lowest(d) for die in rolled)
    d.tell(Volley(now(d).seat, ask.monster, hits))
    if hits and not _wound(d, ask.monster, hits):
        drive_back(d, ask.monster, hits if d.box.retreat is Retreat.PER_HIT else 1)


def _wound(d: Draft, monster: Monster, hits: int) -> bool:
    """Counters for the hits, as far as there are any; whether it is dead (LI-A15, LI-A16)."""
    seat, was = now(d).seat, beast(d, monster)
    wounds = min(hits, supply(d, seat), LIVES[monster] - len(was.wounds))
    hurt = replace(was, wounds=was.wounds + (seat,) * wounds)
    set_beast(d, monster, hurt)
    dead = len(hurt.wounds) == LIVES[monster]
    if dead:
        bonus = min(BONUS, supply(d, seat))
        set_beast(d, monster, replace(hurt, cell=None, gone=True, bonus=bonus))
        wounds += bonus
    if wounds:
        d.tell(Scored(seat, Track(monster.value), wounds))
    if dead:
        d.tell(MonsterKilled(seat, monster))
    return dead


def drive_back(d: Draft, monster: Monster, times: int) -> None:
    """The monster goes back, so many hexes or as far as it can; asked where there is a choice."""
    while times:
        cells = retreats(d, monster, mine(d))
        if len(cells) > 1:
            d.ask = AskRetreat(monster, times)
            return
        times = times - 1 if cells else 0
        go(d, monster, cells)


def go(d: Draft, monster: Monster, cells: list[Cell]) -> None:
    """To the one hex there is, or nowhere."""
    was = beast(d, monster)
    assert was.cell is not None
    if not cells:
        d.tell(MonsterStays(monster))
        return
    set_beast(d, monster, replace(was, cell=cells[0]))
    d.tell(MonsterMoved(monster, was.cell, cells[0]))


def back(d: Draft, ask: AskRetreat | AskFightRetreat, cell: Cell) -> None:
    """The hex that was chosen."""
    go(d, ask.monster, [cell])
    if isinstance(ask, AskRetreat):
        drive_back(d, ask.monster, ask.left - 1)
