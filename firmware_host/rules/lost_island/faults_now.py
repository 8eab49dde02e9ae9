"""What is asked against the rest of a state, once the rest is sound."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_host.rules.hexgrid import Cell
from firmware_host.rules.kernel import Seat

from . import actions, attack, ground, laying
from .box import (
    ACTIONS,
    ACTIONS_WITH_HUT,
    LIVES,
    VOLLEY,
    Kind,
    LateExplore,
    MaulHome,
    Monster,
)
from .hunting import targets
from .state import (
    AskAction,
    AskBurn,
    AskDraw,
    AskFight,
    AskFightRetreat,
    AskFirst,
    AskFlip,
    AskHaunt,
    AskPlace,
    AskRefuge,
    AskRetreat,
    AskSearch,
    AskSpear,
    AskStalk,
    Ended,
    Fate,
    State,
    Step,
    Turn,
    erupted,
    has_built,
    me,
    playing,
)
from .tokens import beast, company, fenced_sides, hands, mine

STEPS: dict[type, tuple[Step, ...]] = {
    AskDraw: (Step.SETUP, Step.HEX, Step.ACTIONS),
    AskPlace: (Step.SETUP, Step.HEX, Step.ACTIONS),
    AskHaunt: (Step.MONSTER, Step.ACTIONS),
    AskStalk: (Step.MONSTER,),
    AskAction: (Step.ACTIONS,),
    AskSearch: (Step.ACTIONS,),
    AskBurn: (Step.ACTIONS,),
    AskSpear: (Step.ACTIONS,),
    AskRetreat: (Step.ACTIONS,),
    AskFight: (Step.ATTACK,),
    AskFightRetreat: (Step.ATTACK,),
    AskFlip: (Step.HEX, Step.ACTIONS),
    AskRefuge: (Step.ATTACK,),
}
"""Where in a turn each question can be asked."""


def faults_now(state: State) -> Iterator[str]:
    """Everything about the question that can never be so."""
    for says in _now(state):
        yield f"now: {says}"


def _now(state: State) -> Iterator[str]:
    if isinstance(state.ask, Ended):
        yield from _over(state)
        return
    if isinstance(state.ask, AskFirst):
        if len(state.island.tiles) > 1:
            yield "who begins is asked before any hex is drawn (LI-04)"
        return
    turn = state.turn
    assert turn is not None
    found = [*_turn(state, turn)]
    yield from found
    if not found:
        yield from _hexes(state, turn)


def _over(state: State) -> Iterator[str]:
    """The raft has gone with all who were on its hex, or nobody plays any more."""
    raft = state.raft
    gone = raft.cell if raft is not None and raft.finisher is not None else None
    if playing(state) and gone is None:
        yield "it is over when the complete raft goes, or nobody plays any more (LI-47, LI-55)"
    for i, player in enumerate(state.players):
        seat, there = Seat(i), player.cell == gone
        if player.fate is Fate.ESCAPED and not there:
            where = f"from {gone}" if gone else "and there is none"
            yield f"{seat} escapes with a complete raft, {where} (LI-55)"
        elif player.fate is Fate.PLAYING and there:
            yield f"{seat} is on the raft's hex, so has escaped: write +{gone} (LI-55)"


def _turn(state: State, turn: Turn) -> Iterator[str]:
    ended = turn.step is Step.ATTACK and isinstance(state.ask, AskFight | AskFightRetreat)
    if turn.seat not in playing(state) and not (ended and playing(state)):
        yield f"{turn.seat} plays no more, and has no turn"
    if turn.step not in STEPS[type(state.ask)]:
        yield "that is not asked in this step of a turn (LI-05)"
    most = ACTIONS_WITH_HUT if has_built(state, turn.seat) else ACTIONS
    if turn.actions > most:
        yield f"{turn.actions} actions; {turn.seat} has {most} (LI-18)"
    if turn.fought and turn.step is not Step.ATTACK:
        yield "monsters fight at the end of a turn (LI-31)"
    early = turn.step is Step.SETUP
    if early != (len(state.island.tiles) <= laying.FIRST_HEXES):
        yield "before the first turn the crash site and two hexes are laid (LI-01)"
    yield from _had(state, turn)


def _had(state: State, turn: Turn) -> Iterator[str]:
    if not turn.had:
        return
    sizes = {len(spread) for spread in turn.had}
    if sizes != {len(state.players)}:
        yield "after had stands the wood of every seat, such as 2/0/1"
    elif hands(state) in turn.had or len(set(turn.had)) != len(turn.had):
        yield "after had stands what is so no more, each once"
    elif not isinstance(state.ask, AskAction):
        yield "had is for the question of actions"


def _hexes(state: State, turn: Turn) -> Iterator[str]:
    match state.ask:
        case AskDraw() if not any(state.pile):
            yield "no hex is left to draw (LI-44)"
        case AskPlace(kind=kind) if kind is Kind.CRASH or not laying.fits(state, kind):
            yield f"a {kind} fits nowhere (LI-08)"
        case AskHaunt(monster=monster, by=by) if len(lairs(state, monster, by)) < 2:
            yield f"{by} brings no {monster} monster, or there is no choice (LI-10)"
        case AskFlip() if not _may_flip(state, turn):
            yield "there is no choice of a hex to flip (LI-45)"
        case AskStalk() if len(ground.stalking(state, mine(state))) < 2:
            yield "there is no choice of a monster to move (LI-14)"
        case AskAction() if not actions.may_act(state):
            yield f"{turn.seat} has nothing left to do (LI-18)"
        case _:
            yield from _hunt(state)
            yield from _attack(state, turn)


def lairs(state: State, monster: Monster, by: Cell) -> list[Cell]:
    """Where a monster that *by* is said to have brought could appear; [] if it has not."""
    if by not in state.island.tiles or laying.brought(state, by) is not monster:
        return []
    return laying.responsible(state, monster, by)


def _may_flip(state: State, turn: Turn) -> bool:
    late = state.box.explore_after_eruption is LateExplore.FLIP
    allowed = erupted(state) and (turn.step is Step.HEX or late)
    return allowed and len(ground.flippable(state)) > 1


def _hunt(state: State) -> Iterator[str]:
    match state.ask:
        case AskSearch() if state.island.tiles[mine(state)].kind not in state.box.searching:
            yield "nothing is searched on such a hex (LI-21)"
        case AskBurn(monster=monster, spears=spears, left=left):
            if not 1 <= left <= spears <= VOLLEY or len(fenced_sides(state, mine(state))) <= left:
                yield "there is no choice of a fence to take apart (LI-28)"
            yield from _reach(state, monster)
        case AskSpear(monster=monster, spears=spears, rolled=rolled):
            if not len(rolled) < spears <= VOLLEY or not _dice(rolled):
                yield f"1 to {VOLLEY} spears fly, and fewer dice than that are rolled (LI-23)"
            yield from _reach(state, monster)
        case AskRetreat(monster=monster, left=left):
            at_large = beast(state, monster).cell is not None and 1 <= left <= VOLLEY
            if not at_large or len(ground.retreats(state, monster, mine(state))) < 2:
                yield f"there is no choice for the {monster} monster (LI-24)"


def _dice(rolled: tuple[int, ...]) -> bool:
    return all(1 <= die <= 6 for die in rolled)


def _reach(state: State, monster: Monster) -> Iterator[str]:
    if monster not in targets(state):
        yield f"the {monster} monster is out of reach (LI-23)"


def _attack(state: State, turn: Turn) -> Iterator[str]:
    match state.ask:
        case AskFight():
            yield from _fight(state, turn, state.ask)
        case AskFightRetreat(monster=monster):
            where = beast(state, monster).cell
            if not state.box.monster_fights or where is None or where not in turn.fought:
                yield f"the {monster} monster has lost no fight (LI-31)"
            elif len(list(ground.ways(state, monster, where))) < 2:
                yield f"there is no choice for the {monster} monster (LI-31)"
        case AskRefuge():
            home = me(state).hut or laying.START
            asked = state.box.maul_home_flipped is MaulHome.NEAREST
            if not asked or ground.dry(state, home) or len(attack.refuges(state)) < 2:
                yield f"{turn.seat} is not asked where to go (LI-30)"


def _fight(state: State, turn: Turn, ask: AskFight) -> Iterator[str]:
    fighters = company(state, ask.cell)
    dice = sum(LIVES[monster] for monster in fighters)
    if not state.box.monster_fights or len(fighters) < 2 or ask.cell in turn.fought:
        yield f"no two monsters fight on {ask.cell} (LI-31)"
    elif not len(ask.rolled) < dice or not _dice(ask.rolled):
        yield f"fewer than {dice} dice are rolled, each 1 to 6 (LI-31)"
