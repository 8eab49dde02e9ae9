"""Step 3: what the player may do, and what comes of it (LI-18..29, LI-35..43, LI-50..54).

Whether an action is legal is told by :func:`options`; ``refusals`` says in words why one is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from firmware_host.rules.hexgrid import SIDES, Cell, beside
from firmware_host.rules.kernel import Seat

from .answers import (
    Build,
    Drop,
    End,
    Explore,
    Fence,
    Fire,
    Give,
    Hut,
    IslandAnswer,
    Load,
    Log,
    Move,
    Pick,
    Raft,
    Search,
    Spears,
)
from .box import (
    BUILDING,
    ESCAPE,
    FIRE_WOOD,
    GRAND,
    HUT_WOOD,
    RAFT,
    TOOL_COPIES,
    TOOL_WOOD,
    WATER,
    LateExplore,
    Monster,
    Tool,
    WaterBlocks,
)
from .ground import cost, near_fire, wet
from .hunting import loads, targets
from .state import Fate, Standing, erupted, has_built, lying, me, now, supply
from .tokens import fenced, hands, mine, room

move = cache(Move)
fence = cache(Fence)
spears = cache(Spears)
pick = cache(Pick)
drop = cache(Drop)
give = cache(Give)


def options(at: Standing) -> tuple[IslandAnswer, ...]:
    """Everything the player may do now, ending the turn last."""
    turn, found = now(at), list[IslandAnswer]()
    if turn.actions:
        found += _walking(at)
        found += _finding(at)
        found += _fighting(at)
        found += _making(at)
        found += _grand(at)
        found += _rafting(at)
    found += free(at)
    found.append(END[turn.seat])
    return tuple(found)


END = tuple(End(Seat(i)) for i in range(8))
FIRE = tuple(Fire(Seat(i)) for i in range(8))
SEARCH = tuple(Search(Seat(i)) for i in range(8))
EXPLORE = tuple(Explore(Seat(i)) for i in range(8))
LOG = tuple(Log(Seat(i)) for i in range(8))


def _walking(at: Standing) -> Iterator[Move]:
    turn, here = now(at), mine(at)
    tiles, around = at.island.tiles, beside(here)
    for side in SIDES:
        there = around[side]
        if there not in tiles or there in at.lava:
            continue
        price = cost(at, turn.seat, there)
        if price is not None and price <= turn.actions and not shore(at, here, side):
            yield move(turn.seat, there)


def shore(at: Standing, cell: Cell, side: int) -> bool:
    """Whether water stops a pawn there (LI-A11)."""
    return at.box.water_blocks is WaterBlocks.ALL and wet(at, cell, SIDES[side])


def _finding(at: Standing) -> Iterator[IslandAnswer]:
    seat = now(at).seat
    if at.island.tiles[mine(at)].kind in at.box.searching:
        yield SEARCH[seat]
    if not erupted(at) or at.box.explore_after_eruption is LateExplore.FLIP:
        yield EXPLORE[seat]


def _fighting(at: Standing) -> list[Spears]:
    found = targets(at)
    if not found:
        return []
    seat, possible = now(at).seat, loads(at)
    return [_spears(seat, monster, load) for monster in found for load in possible]


def _spears(seat: Seat, monster: Monster, load: Load) -> Spears:
    return spears(seat, monster, load)


def _making(at: Standing) -> Iterator[IslandAnswer]:
    seat, player = now(at).seat, me(at)
    if player.wood >= FIRE_WOOD and near_fire(at, player.cell) is None:
        yield FIRE[seat]
    if player.wood:
        for side in SIDES:
            if not fenced(at, player.cell, side):
                yield fence(seat, side)


def _grand(at: Standing) -> Iterator[IslandAnswer]:
    """Huts and tools: 3 actions, from the Building on."""
    turn, player = now(at), me(at)
    if turn.actions < GRAND or at.chapter < BUILDING:
        return
    if hut_wood(at) >= HUT_WOOD and may_settle(at):
        yield Hut(turn.seat)
    tool = tool_here(at)
    if tool and player.wood >= TOOL_WOOD and tool not in player.tools and copies_left(at, tool):
        yield Build(turn.seat, tool)


def hut_wood(at: Standing) -> int:
    """Wood that can go into a hut: carried and lying there (LI-35)."""
    player = me(at)
    return player.wood + lying(at, player.cell)


def may_settle(at: Standing) -> bool:
    """Whether the hex is fit for a hut of the player's (LI-36, LI-37, LI-A21)."""
    seat, here = now(at).seat, mine(at)
    return (
        not has_built(at, seat)
        and huts_on(at, here) < at.box.huts_per_hex
        and not gaps(at, here)
        and not open_sides(at, here)
    )


def huts_on(at: Standing, cell: Cell) -> int:
    """Huts on a hex."""
    return sum(player.hut == cell for player in at.players)


def gaps(at: Standing, cell: Cell) -> list[int]:
    """Sides of a hex on which no hex lies; one under lava still lies there."""
    around = beside(cell)
    return [side for side in SIDES if around[side] not in at.island.tiles]


def open_sides(at: Standing, cell: Cell) -> list[int]:
    """Sides that are neither water nor fenced."""
    return [
        side
        for side in SIDES
        if at.island.letter(cell, side) != WATER and not fenced(at, cell, side)
    ]


def tool_here(at: Standing) -> Tool | None:
    """The tool that can be built on the player's hex (LI-41)."""
    return at.box.building.get(at.island.tiles[mine(at)].kind)


def copies_left(at: Standing, tool: Tool) -> int:
    """How many of a tool nobody has."""
    return TOOL_COPIES - sum(tool in player.tools for player in at.players)


def _rafting(at: Standing) -> Iterator[IslandAnswer]:
    seat, player = now(at).seat, me(at)
    if at.raft is not None:
        here = at.raft.cell == player.cell and len(at.raft.counters) < RAFT
        if here and player.wood and supply(at, seat):
            yield LOG[seat]
        return
    if player.wood:
        for partner in partners(at):
            if at.players[partner].wood:
                yield Raft(seat, partner)


def partners(at: Standing) -> list[Seat]:
    """Those with whom the player could begin a raft here, were there wood enough (LI-50)."""
    seat, here = now(at).seat, mine(at)
    if at.chapter < ESCAPE or at.raft or at.island.tiles[here].kind not in at.box.harbours:
        return []
    if not can_found(at, seat):
        return []
    others = [Seat(i) for i in range(len(at.players)) if i != seat]
    return [s for s in others if at.players[s].cell == here and can_found(at, s)]


def can_found(at: Standing, seat: Seat) -> bool:
    """Whether *seat* may be one of the two who begin a raft (LI-50, LI-A36)."""
    there = at.players[seat].fate is Fate.PLAYING
    return there and has_built(at, seat) and supply(at, seat) > 0


def may_act(at: Standing) -> bool:
    """Whether the turn goes on; after a free action it does until the player ends it (LI-A20)."""
    turn = now(at)
    return bool(turn.actions or turn.had or free(at))


def free(at: Standing) -> list[IslandAnswer]:
    """Free actions: none leads back to where the wood has been since the last paid one."""
    seat, had = now(at).seat, now(at).had
    found: list[IslandAnswer] = []
    wood = me(at).wood
    spread = hands(at)
    if now(at).actions and at.chapter == ESCAPE and at.raft is None:
        found += _gifts(at)
    for count in range(1, room(at, seat) + 1):
        found.append(pick(seat, count))
    for count in range(1, wood + 1):
        found.append(drop(seat, count))
    if not had:
        return found
    return [answer for answer in found if after(spread, answer) not in had]


def _gifts(at: Standing) -> Iterator[Give]:
    """Who has two wood may give one to who has none (LI-50)."""
    seat = now(at).seat
    for partner in partners(at):
        for giver, taker in ((seat, partner), (partner, seat)):
            if at.players[giver].wood > 1 and not at.players[taker].wood:
                yield give(giver, taker)


def after(spread: tuple[int, ...], answer: IslandAnswer) -> tuple[int, ...]:
    """The wood in all hands after a free action."""
    wood = list(spread)
    assert answer.seat is not None
    match answer:
        case Pick(count=count):
            wood[answer.seat] += count
        case Drop(count=count):
            wood[answer.seat] -= count
        case Give(partner=partner):
            wood[answer.seat] -= 1
            wood[partner] += 1
    return tuple(wood)
