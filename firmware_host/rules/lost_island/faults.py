"""Everything about a state that can never be: what a correction or a scenario got wrong."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_host.rules.hexgrid import SIDES, Cell, beside, steps
from firmware_host.rules.kernel import Seat

from .box import (
    BONUS,
    BUILDING,
    CARRY,
    CHAPTERS,
    DRAWN,
    ESCAPE,
    EXPLORATION,
    HUT_POINTS,
    LIVES,
    MONSTERS,
    RAFT,
    TOOL_COPIES,
    TOOLS,
    Kind,
    Monster,
    Tool,
)
from .doing import HUTS_WANTED
from .faults_now import faults_now
from .ground import dry
from .laying import START
from .state import (
    AskFirst,
    Beast,
    Ended,
    Fate,
    Player,
    State,
    Step,
    erupted,
    has_built,
    score,
)
from .tokens import edge
from .words import REST


def faults(state: State) -> tuple[str, ...]:
    """Everything that can never be so, as ``line: why``; () for every state play can reach."""
    found = [*_island(state)]
    if not found:
        found += [*_pile(state), *_lava(state), *_players(state), *_things(state)]
        found += [*_monsters(state), *_tracks(state), *_raft(state), *_chapter(state)]
    return tuple(found) or tuple(faults_now(state))


def _island(state: State) -> Iterator[str]:
    tiles = state.island.tiles
    kinds = [tile.kind for tile in tiles.values()]
    if kinds.count(Kind.CRASH) != 1:
        yield f"island: {kinds.count(Kind.CRASH)} crash sites; there is one (LI-01)"
        return
    if len(steps(next(iter(tiles)), tiles)) != len(tiles):
        yield "island: not every hex touches another (LI-07)"
        return
    if START not in tiles or tiles[START].kind is not Kind.CRASH:
        yield f"island: the crash site is on {START} (LI-01)"
    for cell in tiles:
        for side in SIDES[:3]:
            there = beside(cell)[side]
            if there in tiles:
                pair = state.island.letter(cell, side) + state.island.letter(there, side + 3)
                if "W" in pair and pair not in ("WW", "WM", "MW"):
                    yield f"island: water meets land between {cell} and {there} (LI-08)"


def _pile(state: State) -> Iterator[str]:
    setup = isinstance(state.ask, AskFirst) or (state.turn and state.turn.step is Step.SETUP)
    elsewhere = [tile.kind for tile in state.island.tiles.values()] + list(state.under)
    for i, kind in enumerate(DRAWN):
        there = elsewhere.count(kind) + state.pile[i] + state.aside[i] + _in_hand(state, kind)
        box = 0 if kind is Kind.VOLCANO and setup else state.box.tiles[i]
        if there != box:
            says = f"{there} {kind} hexes in all, but there are {box}"
            yield f"pile: {says}; write {REST!r} for all that is nowhere else"
    if Kind.CRASH in state.under:
        yield "under: the crash site is in no pile (LI-01)"


def _in_hand(state: State, kind: Kind) -> int:
    """The hex that is being placed is neither on the pile nor on the table."""
    return int(getattr(state.ask, "kind", None) is kind)


def _lava(state: State) -> Iterator[str]:
    if not state.lava:
        return
    volcano = [c for c, tile in state.island.tiles.items() if tile.kind is Kind.VOLCANO]
    if not erupted(state):
        yield "island: hexes are flipped once the pile is empty (LI-44)"
    if not set(volcano) <= state.lava:
        yield "island: the volcano is the first hex under lava (LI-45)"
    elif len(steps(volcano[0], state.lava)) != len(state.lava):
        yield "island: every hex under lava is beside another (LI-45)"


def _players(state: State) -> Iterator[str]:
    few, many = state.box.players
    if not few <= len(state.players) <= many:
        yield f"A: {len(state.players)} play, but this box is for {few} to {many}"
    for i, player in enumerate(state.players):
        for says in _player(state, Seat(i), player):
            yield f"{Seat(i)}: {says}"
    for tool in TOOLS:
        owners = [i for i, player in enumerate(state.players) if tool in player.tools]
        if len(owners) > TOOL_COPIES:
            says = f"{len(owners)} have a {tool}; there are {TOOL_COPIES} (LI-41)"
            yield f"{Seat(owners[-1])}: {says}"


def _player(state: State, seat: Seat, player: Player) -> Iterator[str]:
    if player.cell not in state.island.tiles:
        yield f"no hex lies on {player.cell} (LI-07)"
    elif player.fate is not Fate.OUT and player.cell in state.lava:
        yield f"{player.cell} is under lava, so {seat} is out (LI-47)"
    if player.fate is Fate.OUT and player.wood:
        yield "who is out has no wood (LI-48)"
    if player.wood > CARRY and Tool.CART not in player.tools:
        yield f"{player.wood} wood; without a cart {CARRY} can be carried (LI-20)"
    if len(set(player.tools)) != len(player.tools):
        yield "nobody has two tools of a kind (LI-A23)"
    if player.tools and state.chapter < BUILDING:
        yield "tools are for the Building chapter and after (LI-41)"
    if player.fate is Fate.ESCAPED and not isinstance(state.ask, Ended):
        yield "nobody escapes before the end (LI-55)"
    yield from _home(state, seat, player)


def _home(state: State, seat: Seat, player: Player) -> Iterator[str]:
    if player.hut is None:
        return
    if not dry(state, player.hut):
        yield f"no hut stands on {player.hut}: no hex lies there, or it is under lava (LI-48)"
    if not has_built(state, seat):
        yield f"a hut stands on {player.hut}, but is not in the line huts (LI-38)"
    if sum(other.hut == player.hut for other in state.players) > state.box.huts_per_hex:
        yield f"too many huts on {player.hut} (LI-A21)"


def _things(state: State) -> Iterator[str]:
    where = [("wood", cell) for cell, _ in state.wood]
    where += [("fires", cell) for cell in state.fires]
    where += [("fences", fence.cell) for fence in sorted(state.fences)]
    for key, cell in where:
        if not dry(state, cell):
            yield f"{key}: there can be nothing on {cell}: no hex there, or under lava (LI-48)"
    yield from _fires(state.fires)
    for fence in sorted(state.fences):
        other = edge(*fence)[1]
        if other in state.fences and fence < other:
            yield f"fences: two on the edge {fence.cell} {fence.side} (LI-A24)"


def _fires(fires: tuple[Cell, ...]) -> Iterator[str]:
    """A hex that is laid later may shorten the way between two fires, but to two steps at best."""
    if len(set(fires)) != len(fires):
        yield "fires: there is one fire in a hex (LI-26)"
    for i, fire in enumerate(fires):
        if near := next((one for one in fires[:i] if one in beside(fire)), None):
            yield f"fires: {near} and {fire} are beside each other, not three hexes apart (LI-26)"


def _monsters(state: State) -> Iterator[str]:
    for monster, beast in zip(MONSTERS, state.monsters, strict=True):
        for says in _monster(state, monster, beast):
            yield f"{monster}: {says}"


def _monster(state: State, monster: Monster, beast: Beast) -> Iterator[str]:
    full = len(beast.wounds) == LIVES[monster]
    if len(beast.wounds) > LIVES[monster]:
        yield f"{len(beast.wounds)} counters, but it has {LIVES[monster]} circles (LI-25)"
    if monster is Monster.VOLCANO and not beast.expected and not _lies(state, Kind.VOLCANO):
        yield "it comes with the volcano, which does not lie yet (LI-11)"
    if beast.expected and beast.wounds:
        yield "nobody has wounded a monster that has not appeared (LI-10)"
    if full and not beast.gone:
        yield "with all circles full it is dead: write x (LI-25)"
    if beast.bonus and not (full and beast.bonus <= BONUS):
        yield f"bonus circles are for a dead monster, {BONUS} at most (LI-25)"
    yield from _where(state, monster, beast, full=full)


def _lies(state: State, kind: Kind) -> bool:
    return any(tile.kind is kind for tile in state.island.tiles.values())


def _where(state: State, monster: Monster, beast: Beast, *, full: bool) -> Iterator[str]:
    if beast.cell is not None:
        if beast.cell not in state.island.tiles:
            yield f"no hex lies on {beast.cell} (LI-07)"
        elif beast.cell in state.lava and monster is not Monster.VOLCANO:
            yield f"{beast.cell} is under lava (LI-48)"
    elif beast.gone and not full and (monster is Monster.VOLCANO or not state.lava):
        yield "only lava takes a monster that is not dead, and never the volcano's (LI-48)"


def _tracks(state: State) -> Iterator[str]:
    circles = state.box.circles(len(state.players))
    if len(state.fire_track) > circles:
        yield f"lit: {len(state.fire_track)} counters for fires, but {circles} circles (LI-A18)"
    if len(state.fire_track) > state.lit:
        yield f"lit: {len(state.fire_track)} counters for fires, but {state.lit} are lit (LI-32)"
    owners = [seat for seat, _ in state.hut_track]
    if len(set(owners)) != len(owners):
        yield "huts: nobody builds two (LI-A21)"
    for i, (seat, points) in enumerate(state.hut_track):
        most = HUT_POINTS[min(i, len(HUT_POINTS) - 1)]
        if points > most:
            yield f"huts: {seat}'s hut is worth {most} (LI-38)"
    for i in range(len(state.players)):
        seat = Seat(i)
        if (has := score(state, seat)) > (box := state.box.counters):
            yield f"lit: {seat} has {has} counters on the track; there are {box} (LI-53)"


def _raft(state: State) -> Iterator[str]:
    raft = state.raft
    if raft is None:
        return
    tile = state.island.tiles.get(raft.cell)
    if tile is None or raft.cell in state.lava or tile.kind not in state.box.harbours:
        yield f"raft: none lies on {raft.cell}: it needs a hex with water (LI-50)"
    if state.chapter < ESCAPE:
        yield "raft: it is begun in the Escape chapter (LI-50)"
    if not 2 <= len(raft.counters) <= RAFT or raft.counters[0] == raft.counters[1]:
        yield f"raft: two begin it, and it has {RAFT} circles (LI-50, LI-54)"
    elif not all(has_built(state, seat) for seat in raft.counters[:2]):
        yield "raft: those who begin it have built huts (LI-50)"
    if (len(raft.counters) == RAFT) != (raft.finisher is not None):
        yield f"raft: done: and a seat stand there when it has {RAFT} counters (LI-54)"
    elif raft.finisher is not None and raft.counters[-1] != raft.finisher:
        yield "raft: the last counter is that of who has done it (LI-54)"


def _chapter(state: State) -> Iterator[str]:
    if state.chapter not in CHAPTERS:
        yield f"chapter: {state.chapter} is none; there are 1, 2 and 3 (LI-06)"
        return
    required = state.box.required(len(state.players))
    if (state.chapter == EXPLORATION) != (state.lit < required):
        yield f"chapter: the Exploration ends with {required} fires, {state.lit} are lit (LI-33)"
    if state.hut_track and state.chapter == EXPLORATION:
        yield "huts: they are for the Building chapter and after (LI-35)"
    if (state.chapter == ESCAPE) != (len(state.hut_track) >= HUTS_WANTED):
        yield f"chapter: the Building ends with {HUTS_WANTED} huts (LI-40)"
