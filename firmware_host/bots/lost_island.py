"""A plain player of Lost Island: wood, fires, a hut with its fences, and then the raft.

It wants one thing at a time, goes there by the cheapest way, and does what it came for. Everybody
meets at the same coast, the one that lava reaches last.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any

from firmware_host.rules.hexgrid import Cell, beside, straight
from firmware_host.rules.kernel import Answer, Decision, Seat
from firmware_host.rules.lost_island.actions import gaps, huts_on, open_sides
from firmware_host.rules.lost_island.answers import (
    Back,
    Build,
    Drop,
    Fence,
    Fire,
    Flip,
    Give,
    Haunt,
    Hut,
    Log,
    Move,
    Pick,
    Place,
    Raft,
    Search,
    Spears,
)
from firmware_host.rules.lost_island.box import (
    CARRY,
    ESCAPE,
    EXPLORATION,
    FIRE_WOOD,
    HUT_WOOD,
    Kind,
    Land,
    Tool,
)
from firmware_host.rules.lost_island.ground import cost, dry, near_fire
from firmware_host.rules.lost_island.laying import WANTED, group
from firmware_host.rules.lost_island.state import AskPlace, State, has_built, lying, me, now, supply
from firmware_host.rules.lost_island.tokens import beast, company

FAR = 99
DIG: dict[Land | None, float] = {Land.FOREST: 1.0, Land.BEACH: 3.0}
"""Actions that one wood takes where it must be searched for."""
SAFE = 3  #: steps from lava that are enough for a raft
Options = tuple[Answer, ...]


class Castaway:
    """Sits at any seat of Lost Island; the same state and question always get the same answer."""

    def choose(self, state: Any, decision: Decision[Any], seat: Seat) -> Answer:
        """What *seat* answers."""
        assert isinstance(state, State)
        options: Options = decision.for_seat(seat)
        here = state.players[seat].cell
        match options[0]:
            case Place():
                return max(options, key=lambda place: _use(state, place, here))
            case Haunt() | Back():
                return max(options, key=lambda where: straight(_cell(where), here))
            case Flip():
                return max(options, key=lambda where: _loss(state, _cell(where), here))
            case _ if decision.topic == "action":
                return _act(state, options, seat)
            case _:
                return options[0]


def _cell(answer: Answer) -> Cell:
    cell: Cell = answer.cell  # type: ignore[attr-defined]
    return cell


def _use(state: State, place: Answer, here: Cell) -> tuple[float, ...]:
    """How good a place for a hex is: no monster, a compact island, wood at hand."""
    assert isinstance(state.ask, AskPlace)
    kind, cell = state.ask.kind, _cell(place)
    around = sum(near in state.island.tiles for near in beside(cell))
    wooded = kind in (Kind.FOREST_INLAND, Kind.FOREST_COAST)
    return (-_brings(state, kind, cell), around - straight(cell, here) / (2 if wooded else 4))


def _brings(state: State, kind: Kind, cell: Cell) -> bool:
    """Whether a hex of *kind* there would bring a monster."""
    monster = state.box.haunted.get(kind)
    if monster is None or not beast(state, monster).expected:
        return False
    tiles, connected = state.island.tiles, set[Cell]()
    for near in beside(cell):
        if near in tiles and state.box.haunted.get(tiles[near].kind) is monster:
            connected.update(group(state, monster, near))
    return len(connected) + 1 >= WANTED


def _loss(state: State, cell: Cell, here: Cell) -> tuple[float, ...]:
    """How well a hex can be spared to lava."""
    dear = state.raft is not None and state.raft.cell == cell
    home = any(player.hut == cell for player in state.players)
    return (-dear, -home, straight(cell, here), straight(cell, meeting(state) or here))


def _act(state: State, options: Options, seat: Seat) -> Answer:
    """The next action: what can be finished at once, else a step towards what is wanted."""
    for kind in (Log, Raft, Give, Hut, Fire):
        for option in options:
            if isinstance(option, kind) and (kind is not Fire or state.chapter == EXPLORATION):
                return option
    end = options[-1]
    return _defend(state, options) or _tool(state, options) or _plan(state, options, seat) or end


def _defend(state: State, options: Options) -> Answer | None:
    """Spears against a monster in the own hex, or away from it."""
    if not company(state, me(state).cell):
        return None
    spears = [o for o in options if isinstance(o, Spears) and not o.load.fences]
    if spears:
        return max(spears, key=lambda option: option.load.hand)
    quiet = [o for o in options if isinstance(o, Move) and not company(state, o.cell)]
    return min(quiet, key=lambda option: _price(state, option.cell), default=None)


def _tool(state: State, options: Options) -> Answer | None:
    """A tool, once the hut stands and while there is time."""
    if sum(state.pile) < 6 or not has_built(state, now(state).seat):
        return None
    return next((o for o in options if isinstance(o, Build) and o.tool is not Tool.CROSSBOW), None)


def _plan(state: State, options: Options, seat: Seat) -> Answer | None:
    """What the chapter asks for."""
    if state.chapter == EXPLORATION:
        return _light(state, options)
    site = None if has_built(state, seat) or state.chapter == ESCAPE else _site(state)
    if site is not None and not (state.raft and state.raft.finisher is not None):
        return _settle(state, options, site)
    return _leave(state, options, seat)


def _light(state: State, options: Options) -> Answer | None:
    """Two wood, and then to where a fire may be lit."""
    if me(state).wood < FIRE_WOOD:
        return _gather(state, options)
    return _go(state, options, lambda cell: near_fire(state, cell) is None)


def _site(state: State) -> Cell | None:
    """Where the hut costs least: surrounded, with few edges to be fenced, and near."""
    reach = _reach(state)
    sites = [
        cell
        for cell in reach
        if not gaps(state, cell) and huts_on(state, cell) < state.box.huts_per_hex
    ]
    return min(
        sites,
        key=lambda c: (2 * len(open_sides(state, c)) - lying(state, c) + reach[c] / 2, c),
        default=None,
    )


def _settle(state: State, options: Options, site: Cell) -> Answer | None:
    """Wood to the site, fences round it, and then the hut."""
    player = me(state)
    if player.cell != site:
        return _go(state, options, site.__eq__) if player.wood else _gather(state, options, site)
    fence = next(
        (o for o in options if isinstance(o, Fence) and o.side in open_sides(state, site)), None
    )
    if fence is not None:
        return fence
    if not open_sides(state, site) and player.wood + lying(state, site) >= HUT_WOOD:
        return None  # with all actions of the next turn
    moved: list[Pick | Drop]
    if open_sides(state, site):
        moved = [o for o in options if isinstance(o, Pick) and now(state).actions]
    else:
        moved = [o for o in options if isinstance(o, Drop) and o.count == player.wood]
    if moved:
        return moved[0]
    return _search(state, options) or _gather(state, options, site)


def _leave(state: State, options: Options, seat: Seat) -> Answer | None:
    """Wood for the raft, and to where it is, or where all meet."""
    raft = state.raft
    goal = raft.cell if raft is not None else meeting(state)
    if goal is None:
        return _gather(state, options)
    done = raft is not None and (raft.finisher is not None or not supply(state, seat))
    wanted = 1 if raft is None else CARRY
    if done or me(state).wood >= wanted or (me(state).wood and me(state).cell == goal):
        return _go(state, options, goal.__eq__)
    return _gather(state, options)


def meeting(state: State) -> Cell | None:
    """Where the raft is to be begun: a coast that lava is far from, and the builders are near."""
    tiles = state.island.tiles
    volcano = next((c for c, tile in tiles.items() if tile.kind is Kind.VOLCANO), Cell(0, 0))
    coasts = [
        cell
        for cell, tile in tiles.items()
        if dry(state, cell) and tile.kind in state.box.harbours and tile.kind is not Kind.CRASH
    ]
    builders = [state.players[seat].cell for seat, _ in state.hut_track]

    def worth(cell: Cell) -> tuple[int, int, Cell]:
        safe = min(straight(cell, hot) for hot in (volcano, *state.lava))
        return (min(safe, SAFE), -sum(straight(cell, there) for there in builders), cell)

    return max(coasts, key=worth, default=None)


def _gather(state: State, options: Options, but: Cell | None = None) -> Answer | None:
    """Pick wood up, or go and look for it where it takes the fewest actions; not from *but*."""
    here = me(state).cell
    picks = [o for o in options if isinstance(o, Pick) and here != but]
    if picks:
        return max(picks, key=lambda pick: pick.count)
    lies = {cell for cell, _ in state.wood if cell != but}

    def effort(cell: Cell) -> float:
        return 0.0 if cell in lies else DIG.get(_land(state, cell), FAR)

    reach = _reach(state)
    best = min(reach, key=lambda cell: (reach[cell] + effort(cell), cell))
    if best != here:
        return _go(state, options, best.__eq__) or _search(state, options)
    return _search(state, options)


def _search(state: State, options: Options) -> Answer | None:
    if me(state).wood >= CARRY:
        return None
    return next((o for o in options if isinstance(o, Search)), None)


def _land(state: State, cell: Cell) -> Land | None:
    return state.box.searching.get(state.island.tiles[cell].kind)


def _price(state: State, cell: Cell) -> int:
    price = cost(state, now(state).seat, cell)
    return FAR if price is None else price


def _reach(state: State) -> dict[Cell, int]:
    """Actions to every hex the pawn can walk to."""
    start = me(state).cell
    found: dict[Cell, int] = {}
    edge: list[tuple[int, Cell]] = [(0, start)]
    while edge:
        spent, cell = heapq.heappop(edge)
        if cell in found:
            continue
        found[cell] = spent
        for near in beside(cell):
            if near not in found and dry(state, near):
                price = _price(state, near) + (2 if company(state, near) else 0)
                heapq.heappush(edge, (spent + price, near))
    return found


def _nearest(state: State, wanted: Callable[[Cell], bool]) -> tuple[Cell, int] | None:
    """The hex that is wanted and costs least to reach, and what it costs."""
    reach = _reach(state)
    return min(
        ((cell, spent) for cell, spent in reach.items() if wanted(cell) and spent < FAR),
        key=lambda pair: (pair[1], pair[0]),
        default=None,
    )


def _go(state: State, options: Options, wanted: Callable[[Cell], bool]) -> Answer | None:
    """The first step of the cheapest way there, if it can be taken now."""
    found = _nearest(state, wanted)
    if found is None or found[0] == me(state).cell:
        return None
    target, _ = found
    moves = [o for o in options if isinstance(o, Move)]
    return min(moves, key=lambda move: _after(state, move.cell, target), default=None)


def _after(state: State, step: Cell, target: Cell) -> tuple[float, Cell]:
    """What is left of the way from *step* on, and what the step costs."""
    return (_price(state, step) + 1.5 * straight(step, target), step)
