"""Why an action of step 3 is refused, with its rule; :mod:`actions` says which are legal."""

from __future__ import annotations

from firmware_host.rules.hexgrid import SIDES, Cell, Side, beside
from firmware_host.rules.kernel import Seat

from . import actions
from .answers import (
    Build,
    Drop,
    Explore,
    Fence,
    Fire,
    Give,
    Hut,
    IslandAnswer,
    Log,
    Move,
    Pick,
    Raft,
    Search,
    Spears,
)
from .box import (
    BUILDING,
    BUILT_BY,
    ESCAPE,
    FIRE_WOOD,
    GRAND,
    HUT_WOOD,
    RAFT,
    TOOL_WOOD,
    VOLLEY,
    Kind,
    Tool,
)
from .ground import cost, near_fire
from .hunting import loads, targets
from .state import Standing, State, has_built, lying, me, now, supply
from .tokens import fenced, hands, mine, room

Reason = tuple[str, str]
NONE_MOVED = "one wood at least goes up or down (LI-20, LI-A20)"


def refused(state: State, answer: IslandAnswer) -> Reason:
    """The reason why *answer*, an action that is not legal now, is not."""
    match answer:
        case Pick() | Drop() | Give():
            return _free(state, answer)
        case Hut() | Build():
            return _few(state, GRAND) or _grand(state, answer)
        case Move(cell=cell):
            return _move(state, cell)
        case _:
            return _few(state, 1) or _small(state, answer)


def _small(state: State, answer: IslandAnswer) -> Reason:
    match answer:
        case Search():
            return _search(state)
        case Explore():
            return "pile_empty", "the pile is empty: there is nothing to explore (LI-22)"
        case Spears():
            return _spears(state, answer)
        case Fire():
            return _fire(state)
        case Fence(side=side):
            return _fence(state, side)
        case Raft(partner=partner):
            return _raft(state, partner)
        case Log():
            return _log(state)
        case _:
            raise AssertionError(answer)


def _few(state: Standing, needed: int) -> Reason | None:
    left = now(state).actions
    if left >= needed:
        return None
    return "actions", f"it takes {needed} actions, and {left} are left (LI-18)"


def _move(state: State, cell: Cell) -> Reason:
    here = mine(state)
    if cell not in beside(here):
        return "not_beside", f"{cell} is not beside {here}; one hex at a time (LI-19)"
    if cell not in state.island.tiles:
        return "not_beside", f"no hex lies on {cell} (LI-19)"
    if cell in state.lava:
        return "lava", f"{cell} is under lava (LI-A28)"
    kind = state.island.tiles[cell].kind
    price = cost(state, now(state).seat, cell)
    if price is None:
        rule = "LI-A07" if kind is Kind.CRASH else "LI-A06"
        return "no_way", f"nobody walks on to a {kind} here ({rule})"
    if actions.shore(state, here, SIDES[beside(here).index(cell)]):
        return "no_way", f"water lies between {here} and {cell} (LI-A11)"
    left = now(state).actions
    return "actions", f"entering a {kind} takes {price}, and {left} actions are left (LI-19)"


def _spears(state: State, answer: Spears) -> Reason:
    if answer.monster not in targets(state):
        near = ", ".join(targets(state)) or "none"
        reach = "in or beside the own hex (LI-42)" if _crossbow(state) else "in the own hex (LI-23)"
        return "out_of_reach", f"the {answer.monster} monster is not {reach}; in reach: {near}"
    if not 1 <= answer.load.spears <= VOLLEY:
        return "not_among", f"1 to {VOLLEY} spears fly at once (LI-23)"
    possible = ", ".join(map(str, loads(state))) or "none"
    return (
        "wood",
        f"there is not so much wood in the hand or in fences (LI-23); possible: {possible}",
    )


def _search(state: State) -> Reason:
    kind = state.island.tiles[mine(state)].kind
    if kind is Kind.CRASH:
        return "nothing_here", "nobody searches the crash site here (LI-A07)"
    return "nothing_here", f"nothing is found on a {kind}; search beaches and forests (LI-21)"


def _fence(state: State, side: Side) -> Reason:
    if fenced(state, mine(state), side):
        return "fenced", f"there is a fence to the {side} already (LI-27)"
    return "wood", "a fence takes 1 wood, and the hand is empty (LI-27)"


def _crossbow(state: State) -> bool:
    return Tool.CROSSBOW in me(state).tools


def _fire(state: State) -> Reason:
    if me(state).wood < FIRE_WOOD:
        return "wood", f"a fire takes {FIRE_WOOD} wood from the hand (LI-26)"
    fire = near_fire(state, mine(state))
    return "near_fire", f"there is a fire on {fire}, less than three hexes away (LI-26)"


def _grand(state: State, answer: Hut | Build) -> Reason:
    if state.chapter < BUILDING:
        return "chapter", "huts and tools are for the Building chapter and after (LI-35, LI-41)"
    return _hut(state) if isinstance(answer, Hut) else _tool(state, answer.tool)


def _hut(state: State) -> Reason:
    seat, here = now(state).seat, mine(state)
    if has_built(state, seat):
        return "has_one", f"{seat} has built a hut (LI-A21)"
    if actions.huts_on(state, here) >= state.box.huts_per_hex:
        return "occupied", f"there is a hut on {here} already (LI-A21)"
    around = beside(here)
    if gaps := actions.gaps(state, here):
        missing = ", ".join(str(around[side]) for side in gaps)
        return "gap", f"hexes must lie on all six sides; none on {missing} (LI-36)"
    if sides := actions.open_sides(state, here):
        bare = ", ".join(str(SIDES[side]) for side in sides)
        return "open", f"neither fence nor water to the {bare} (LI-37)"
    has = actions.hut_wood(state)
    return "wood", f"a hut takes {HUT_WOOD} wood; {has} are carried or lie there (LI-35)"


def _tool(state: State, tool: Tool) -> Reason:
    if actions.tool_here(state) is not tool:
        land = next(land for land, built in BUILT_BY.items() if built is tool)
        return "wrong_land", f"a {tool} is built on a {land} hex (LI-41)"
    if tool in me(state).tools:
        return "has_one", f"{now(state).seat} has a {tool} (LI-A23)"
    if not actions.copies_left(state, tool):
        return "no_copies", f"both copies of the {tool} are taken (LI-41)"
    return "wood", f"a tool takes {TOOL_WOOD} wood from the hand (LI-41)"


def _raft(state: State, partner: Seat) -> Reason:
    if state.raft is not None:
        return "one_raft", f"the raft lies on {state.raft.cell}; there is only one (LI-51)"
    if (reason := _together(state, now(state).seat, partner)) is not None:
        return reason
    return "wood", "each of the two gives 1 wood (LI-50)"


def _together(state: State, seat: Seat, partner: Seat) -> Reason | None:
    """Why two players cannot begin a raft, whatever wood they have."""
    if state.chapter < ESCAPE:
        return "chapter", "the raft is for the Escape chapter (LI-50)"
    if partner == seat:
        return "no_partner", "it takes two to begin the raft (LI-50)"
    homeless = [one for one in (seat, partner) if not has_built(state, one)]
    if homeless:
        return "no_partner", f"{homeless[0]} has built no hut (LI-50)"
    return None if partner in actions.partners(state) else _apart(state, seat, partner)


def _apart(state: State, seat: Seat, partner: Seat) -> Reason:
    """Why two hut owners cannot begin a raft here."""
    here = mine(state)
    kind = state.island.tiles[here].kind
    if kind is Kind.CRASH and kind not in state.box.harbours:
        return "no_partner", "no raft is begun at the crash site here (LI-A07)"
    if kind not in state.box.harbours:
        return "no_partner", f"the raft needs a hex with water; {here} has none (LI-50)"
    without = [one for one in (seat, partner) if not supply(state, one)]
    if without:
        return "counters", f"{without[0]} has no counter left (LI-A36)"
    return "no_partner", f"{partner} is not on {here} (LI-50)"


def _log(state: State) -> Reason:
    if state.raft is None:
        return "no_raft", "there is no raft yet (LI-52)"
    if len(state.raft.counters) == RAFT:
        return "one_raft", "the raft is complete (LI-54)"
    if state.raft.cell != mine(state):
        return "no_raft", f"the raft is on {state.raft.cell} (LI-52)"
    if not me(state).wood:
        return "wood", "the raft takes 1 wood from the hand (LI-52)"
    return "counters", f"{now(state).seat} has no counter left (LI-53)"


def _free(state: State, answer: Pick | Drop | Give) -> Reason:
    if isinstance(answer, Give):
        reason = _give(state, answer)
    else:
        reason = _pick(state, answer.count) if isinstance(answer, Pick) else _drop(state, answer)
    if reason is not None:
        return reason
    assert actions.after(hands(state), answer) in now(state).had
    return "had", "the wood was spread like that since the last paid action (LI-A20)"


def _pick(state: State, count: int) -> Reason | None:
    there = lying(state, mine(state))
    if not count:
        return "wood", NONE_MOVED
    if not 1 <= count <= there:
        return "wood", f"{there} wood lies here (LI-20)"
    most = room(state, now(state).seat)
    if count > most:
        return "limit", f"{most} more can be carried (LI-20)"
    return None


def _drop(state: State, answer: Drop) -> Reason | None:
    has = me(state).wood
    if not answer.count:
        return "wood", NONE_MOVED
    return None if 1 <= answer.count <= has else ("wood", f"{has} wood is carried (LI-20)")


def _give(state: State, answer: Give) -> Reason | None:
    seat, giver = now(state).seat, answer.seat
    assert giver is not None
    if seat not in (giver, answer.partner):
        return "not_yours", f"it is {seat}'s turn (LI-05)"
    if state.raft is not None:
        return "one_raft", "wood is given only to begin the raft (LI-50)"
    partner = answer.partner if giver == seat else giver
    if (reason := _together(state, seat, partner)) is not None:
        return reason
    if (few := _few(state, 1)) is not None:
        return few
    if state.players[giver].wood < 2 or state.players[answer.partner].wood:
        return "not_needed", "who has two wood may give one to who has none (LI-50)"
    return None
