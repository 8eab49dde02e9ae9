"""Lost Island's answers as labels to walk through, and the spot of the map each is about.

A cell is called by the way to it from the crash site, in two neighbouring directions at most
(``2 NE, 1 E``): everybody can count that on the table. What is beside the pawn is called by its
side alone.
"""

from __future__ import annotations

from firmware_host.rules.hexgrid import SIDES, STEPS, Cell, Side, beside, turned
from firmware_host.rules.kernel import Answer
from firmware_host.rules.lost_island import answers as a
from firmware_host.rules.lost_island.answers import IslandAnswer
from firmware_host.rules.lost_island.box import (
    FIRE_WOOD,
    GRAND,
    HUT_WOOD,
    LIVES,
    TOOL_WOOD,
    WATER,
    Monster,
)
from firmware_host.rules.lost_island.ground import cost
from firmware_host.rules.lost_island.state import AskFightRetreat, AskPlace, AskRetreat, State, now
from firmware_host.rules.lost_island.tokens import beast, fenced, mine
from firmware_host.table.scene import Text, text

Path = tuple[Text, ...]


def way(cell: Cell) -> tuple[tuple[int, Side], ...]:
    """Steps from the crash site, by sides: the longer part first; () is the crash site itself."""
    for side in SIDES:
        after = Side((side + 1) % 6)
        (q1, r1), (q2, r2) = STEPS[side], STEPS[after]
        det = q1 * r2 - r1 * q2
        one = (cell.q * r2 - cell.r * q2) // det
        other = (q1 * cell.r - r1 * cell.q) // det
        if one > 0 and other >= 0:
            parts = ((one, side), (other, after)) if one >= other else ((other, after), (one, side))
            return parts if other else parts[:1]
    return ()


def region(cell: Cell) -> Text:
    """Where of the crash site a cell is."""
    found = way(cell)
    return text("li.region.group", side=_called(found[0][1])) if found else text("li.crash")


def spot(cell: Cell) -> Text:
    """A cell by the way to it."""
    found = way(cell)
    if not found:
        return text("li.crash")
    parts = [text("li.way", n=n, side=_called(side)) for n, side in found]
    return parts[0] if len(parts) == 1 else text("li.ways", one=parts[0], other=parts[1])


def _called(side: Side) -> Text:
    return text(f"li.side.{side.name.lower()}")


def monster(state: State, which: Monster) -> Text:
    """A monster, and how much life it has left."""
    left = LIVES[which] - len(beast(state, which).wounds)
    return text("li.beast", beast=text(f"li.monster.{which}"), n=left)


def path(state: State, answer: IslandAnswer) -> Path:
    """The labels that lead to an answer: what, then where or with what."""
    match answer:
        case a.Place():
            return _laid(state, answer)
        case a.Flip(cell=cell):
            return (region(cell), spot(cell)) if way(cell) else (spot(cell),)
        case a.Haunt(cell=cell) | a.Refuge(cell=cell):
            return (spot(cell),)
        case a.Stalk(monster=which, cell=cell):
            return (
                text("li.do.stalk", beast=monster(state, which)),
                _from_beast(state, cell, which),
            )
        case a.Back(cell=cell):
            assert isinstance(state.ask, AskRetreat | AskFightRetreat)
            return (_from_beast(state, cell, state.ask.monster),)
        case a.Die(shows=shows):
            return (text("li.do.die", n=shows),)
        case a.Move(cell=cell):
            return _walk(state, cell)
        case _:
            return _action(state, answer)


def _laid(state: State, answer: a.Place) -> Path:
    """Region and place; how it is turned only where that can be seen."""
    assert isinstance(state.ask, AskPlace)
    base = state.box.edges_of[state.ask.kind]
    there = (region(answer.cell), spot(answer.cell))
    if len(set(base)) == 1:
        return there
    edges = turned(base, answer.rotation)
    shores = [side for side in SIDES if edges[side] == WATER]
    middle = [s for s in shores if {(s + 1) % 6, (s - 1) % 6} <= set(shores)]
    if len(shores) == 3 and middle:
        return (*there, text("li.do.shore", side=_called(middle[0])))
    named = [_called(side) for side in shores] or [_called(SIDES[answer.rotation])]
    return (*there, _listed(named))


def _listed(named: list[Text]) -> Text:
    said = text("li.do.shores", sides=named[0])
    for one in named[1:]:
        said = text("li.and", first=said, then=one)
    return said


def _from_beast(state: State, cell: Cell, which: Monster) -> Text:
    """Where a monster goes, by the side it leaves through."""
    here = beast(state, which).cell
    side = _side(here, cell) if here is not None else None
    return spot(cell) if side is None else text("li.to", side=_called(side))


def _side(here: Cell, there: Cell) -> Side | None:
    return next((side for side in SIDES if beside(here)[side] == there), None)


def _action(state: State, answer: IslandAnswer) -> Path:
    """An action of step 3: its group, then the rest."""
    match answer:
        case a.Spears(monster=which, load=load):
            key = "li.do.volley" if load.fences else "li.do.spears"
            one = "_one" if load.spears == 1 else ""
            fight = text("li.do.fight", beast=monster(state, which))
            return (fight, text(f"{key}{one}", **_load(load)))
        case a.Fence(side=side):
            return (text("li.do.fences.group"), text("li.do.fence", side=_called(side)))
        case a.Burn(side=side):
            return (text("li.do.burn", side=_called(side)),)
        case a.Build() | a.Hut() | a.Fire():
            return (_made(answer),)
        case a.Raft(partner=partner) | a.Give(partner=partner):
            key = type(answer).__name__.lower()
            said = text(f"li.do.{key}", seat=str(partner))
            return (said,) if isinstance(answer, a.Raft) else (text("li.do.wood.group"), said)
        case a.Pick(count=n) | a.Drop(count=n):
            return (text("li.do.wood.group"), text(f"li.do.{type(answer).__name__.lower()}", n=n))
        case _:
            return (text(f"li.do.{type(answer).__name__.lower()}"),)


def _made(answer: a.Build | a.Hut | a.Fire) -> Text:
    """What is built or lit, and what it costs."""
    match answer:
        case a.Build(tool=tool):
            return text(f"li.do.{tool}", n=GRAND, wood=TOOL_WOOD)
        case a.Hut():
            return text("li.do.hut", n=GRAND, wood=HUT_WOOD)
        case a.Fire():
            return text("li.do.fire", n=FIRE_WOOD)


def _load(load: a.Load) -> dict[str, int]:
    return {"n": load.spears, "hand": load.hand, "fences": load.fences}


def _walk(state: State, cell: Cell) -> Path:
    side = _side(mine(state), cell)
    assert side is not None
    land = text(f"li.kind.{state.island.tiles[cell].kind}")
    price = cost(state, now(state).seat, cell) or 0
    key = "li.do.move_one" if price == 1 else "li.do.move"
    where = text(key, side=_called(side), land=land, n=price)
    return (text("li.do.walk"), where)


def where(state: State, answer: IslandAnswer) -> str:
    """The spot of the map an answer is about: a cell, or the edge of two."""
    if isinstance(answer, a.Fence | a.Burn):
        return edge(state, mine(state), answer.side)
    cell: Cell | None = getattr(answer, "cell", None)
    return "" if cell is None else str(cell)


def edge(state: State, cell: Cell, side: Side) -> str:
    """An edge as the map calls it: as the fence on it was laid, else from *cell*."""
    there = fenced(state, cell, side)
    here, to = (cell, beside(cell)[side]) if there is None else _ends(there.cell, there.side)
    return f"{here}+{to}"


def _ends(cell: Cell, side: Side) -> tuple[Cell, Cell]:
    return cell, beside(cell)[side]


def nowhere_path(answer: Answer) -> Path:
    """An answer of which no state is known: its own words."""
    return (text("li.do.words", words=str(answer)),)
