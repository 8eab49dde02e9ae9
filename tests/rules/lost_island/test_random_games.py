"""Whole games in random play: they end, and everything on the way is sound and kept."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import pytest

from firmware_host.rules.kernel import Event, Over, Position, Seat, Setup, at, begin, spelled, step
from firmware_host.rules.lost_island import answers as a
from firmware_host.rules.lost_island import events as e
from firmware_host.rules.lost_island.box import (
    As,
    Box,
    Distance,
    Kind,
    LateExplore,
    MaulHome,
    RaftDestroyed,
    Retreat,
    Unplaceable,
    WaterBlocks,
)
from firmware_host.rules.lost_island.game import GAME, MAX_ANSWERS, MAX_TURNS
from firmware_host.rules.lost_island.state import AskPlace, State, Step, score

from .legal import anywhere, house

Here = Position[State, a.IslandAnswer]
Choice = Callable[[random.Random, Sequence[a.IslandAnswer]], a.IslandAnswer]
WILD = house(
    monster_fights=True,
    retreat=Retreat.PER_HIT,
    explore_after_eruption=LateExplore.FLIP,
    maul_home_flipped=MaulHome.NEAREST,
    crash_fire=True,
    crash_fire_counts=True,
    raft_destroyed=RaftDestroyed.STAYS_SCORED,
    volcano_as=(As.PLACEMENT, As.MOVEMENT, As.MONSTERS, As.TOOLS),
)
STRICT = house(
    distance=Distance.AXIAL,
    water_blocks=WaterBlocks.ALL,
    unplaceable=Unplaceable.DISCARD,
    fires_required=1,
    huts_per_hex=3,
    stranded_can_win=True,
    volcano_as=(As.PLACEMENT,),
    crash_as=(As.PLACEMENT,),
)
BOXES = {"usual": Box(), "wild": WILD, "strict": STRICT}
boxes = pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
seats = pytest.mark.parametrize("seats", [2, 3, 4, 5])
FREE = (a.Pick, a.Drop, a.Give)


def whim(luck: random.Random, options: Sequence[a.IslandAnswer]) -> a.IslandAnswer:
    """Anything."""
    return luck.choice(options)


def fiddling(luck: random.Random, options: Sequence[a.IslandAnswer]) -> a.IslandAnswer:
    """Wood about as long as it can be, and only then anything else."""
    free = [option for option in options if isinstance(option, FREE)]
    return luck.choice(free or options)


def played(here: Here, luck: random.Random, choice: Choice = whim) -> Iterator[tuple[Here, Here]]:
    """Every position with the one before, to the end."""
    for _ in range(MAX_ANSWERS):
        if isinstance(here.pending, Over):
            return
        before = here
        here, _ = step(GAME, here, choice(luck, here.pending.options))
        yield before, here
    raise AssertionError("the game does not end")


def somewhere(seats: int, seed: int, box: Box) -> Here:
    """A state in the middle of a game, or the first where that would be none."""
    first = begin(GAME, Setup(seats, box))
    lines = GAME.words.write(first.state) | anywhere(str(seed), seats, box)
    state = GAME.words.read(box, lines)
    return first if GAME.words.faults(state) else at(GAME, state)


def check(here: Here) -> None:
    """Nothing impossible, words for everything, and every option its own words."""
    assert GAME.words.faults(here.state) == ()
    assert GAME.words.read(here.state.box, GAME.words.write(here.state)) == here.state
    assert GAME.public(here.state, None) is here.state
    if not isinstance(here.pending, Over):
        options = here.pending.options
        assert options
        assert len({str(answer) for answer in options}) == len(options)
        assert all(spelled(GAME, here, str(o)) == o for o in (options[0], options[-1]))


@seats
@boxes
def test_a_game_from_the_start_ends_and_every_state_is_sound(seats: int, box: Box) -> None:
    for seed in range(2):
        for _, here in played(begin(GAME, Setup(seats, box)), random.Random(seed)):
            check(here)


@seats
@boxes
def test_a_game_from_anywhere_ends_and_every_state_is_sound(seats: int, box: Box) -> None:
    """LI-55, LI-49: in any chapter, with rafts, monsters and lava."""
    for seed in range(4):
        for _, here in played(somewhere(seats, seed, box), random.Random(seed)):
            check(here)


@seats
def test_every_turn_uses_up_a_hex_so_no_game_is_longer_than_all_of_them(seats: int) -> None:
    """LI-44: each turn begins with a hex from the pile, or one under lava."""
    for seed in range(8):
        here = begin(GAME, Setup(seats, Box()))
        luck, turns, first = random.Random(seed), 0, remaining(here.state)
        while not isinstance(here.pending, Over):
            here, events = step(GAME, here, whim(luck, here.pending.options))
            turns += sum(isinstance(event, e.TurnStarted) for event in events)
            assert turns <= first - remaining(here.state) + 1
        assert turns <= MAX_TURNS


def remaining(state: State) -> int:
    """Hexes that are not under lava, those still to be laid twice."""
    to_lay = sum(state.pile) + len(state.under) + isinstance(state.ask, AskPlace)
    volcano = Kind.VOLCANO not in {tile.kind for tile in state.island.tiles.values()}
    setup = state.turn is None or state.turn.step is Step.SETUP
    return 2 * (to_lay + (setup and volcano)) + len(state.island.tiles) - len(state.lava)


@seats
def test_who_does_nothing_but_move_wood_about_comes_to_an_end(seats: int) -> None:
    """LI-A20: no free action leads back to how the wood was spread since the last paid action."""
    for seed in range(4):
        since: set[tuple[object, ...]] = set()
        lengths = 0
        for before, here in played(somewhere(seats, seed, Box()), random.Random(seed), fiddling):
            lengths += 1
            spread = (tuple(p.wood for p in here.state.players), here.state.wood)
            turn, was = here.state.turn, before.state.turn
            if turn is None or was is None or (turn.seat, turn.actions) != (was.seat, was.actions):
                since = set()
            elif turn.had:
                assert spread not in since
            since.add(spread)
        assert lengths < MAX_ANSWERS


@boxes
def test_hundreds_of_games_are_far_shorter_than_the_longest_that_is_allowed(box: Box) -> None:
    luck, lengths = random.Random(3), []
    for seed in range(30):
        start = begin(GAME, Setup(2 + seed % 4, box))
        lengths.append(sum(1 for _ in played(start, luck)))
        lengths.append(sum(1 for _ in played(somewhere(2 + seed % 4, seed, box), luck, fiddling)))
    assert max(lengths) < MAX_ANSWERS / 4


def wood_of(state: State) -> int:
    """All wood: in hands, on hexes, in fences."""
    lying = sum(count for _, count in state.wood)
    return sum(p.wood for p in state.players) + lying + len(state.fences)


SPENT: dict[type, int] = {a.Fire: 2, a.Hut: 5, a.Build: 3, a.Raft: 2, a.Log: 1}


def ledger(answer: a.IslandAnswer, told: Sequence[Event]) -> int:
    """How much more wood there must be."""
    change = -SPENT.get(type(answer), 0)
    if isinstance(answer, a.Spears):
        change -= answer.load.hand
    for event in told:
        match event:
            case e.WoodChanged(change=more):
                change += more
            case e.WoodFound():
                change += 1
            case e.FenceGone():
                change -= 1
            case e.PlayerOut(wood=wood):
                change -= wood
    return change


@seats
@boxes
def test_no_wood_hex_or_counter_comes_from_nowhere_or_goes_there(seats: int, box: Box) -> None:
    """LI-02, LI-20, LI-27, LI-41, LI-53: everything is somewhere, or was told to be gone."""
    for seed in range(6):
        here, luck = somewhere(seats, seed, box), random.Random(seed)
        while not isinstance(here.pending, Over):
            answer, before = whim(luck, here.pending.options), here.state
            here, told = step(GAME, here, answer)
            assert wood_of(here.state) - wood_of(before) == ledger(answer, told), answer
            scored = {Seat(i): 0 for i in range(seats)}
            for event in told:
                if isinstance(event, e.Scored):
                    scored[event.seat] += event.count
            if box.raft_destroyed is RaftDestroyed.STAYS_SCORED or here.state.raft:
                for seat, count in scored.items():
                    assert score(here.state, seat) == score(before, seat) + count


@boxes
def test_monsters_appear_once_and_huts_and_tools_are_as_many_as_were_built(box: Box) -> None:
    """LI-13, LI-38, LI-41."""
    luck = random.Random(5)
    for seed in range(12):
        here = somewhere(3, seed, box)
        tools = sum(len(p.tools) for p in here.state.players)
        huts = len(here.state.hut_track)
        seen: list[object] = []
        while not isinstance(here.pending, Over):
            here, told = step(GAME, here, whim(luck, here.pending.options))
            seen += [event.monster for event in told if isinstance(event, e.MonsterAppeared)]
            tools += sum(isinstance(event, e.ToolBuilt) for event in told)
            huts += sum(isinstance(event, e.HutBuilt) for event in told)
            assert tools == sum(len(p.tools) for p in here.state.players)
            assert huts == len(here.state.hut_track)
        assert len(seen) == len(set(seen))
