"""Why an answer is refused: a code, the rule it is against, and what would be possible."""

from __future__ import annotations

from firmware_host.rules import refusing
from firmware_host.rules.hexgrid import SIDES, Cell, beside
from firmware_host.rules.kernel import Seat

from . import ground, laying
from .answers import (
    Back,
    Begin,
    Burn,
    Die,
    Draw,
    Flip,
    Haunt,
    IslandAnswer,
    Place,
    Refuge,
    Stalk,
)
from .asking import PIPS, TOPICS, pending
from .box import DRAWN, Monster
from .refused_actions import refused as refused_action
from .spelling import parsed
from .state import (
    AskAction,
    AskDraw,
    AskFight,
    AskFightRetreat,
    AskPlace,
    AskRetreat,
    AskSearch,
    AskSpear,
    Ended,
    State,
    Step,
    now,
)
from .tokens import beast, mine

CODES: dict[str, str] = {
    "unknown_words": "the words are no answer of this game",
    "no_such_seat": "nobody plays at that seat",
    "over": "the game is over",
    "not_asked": "another question comes first",
    "not_yours": "it is another seat's turn",
    "no_such_face": "a die shows 1 to 6",
    "gone": "no such hex is left to draw",
    "taken": "a hex lies there already",
    "apart": "the hex would touch no other, or not the crash site at setup",
    "edges": "water would meet land",
    "same_look": "the hex looks the same when it is turned; say r0",
    "not_among": "the rules do not allow this one: the message says why, and which they do",
    "not_beside": "it is not a neighbouring hex",
    "no_way": "nobody walks there, or water is in the way",
    "lava": "the hex is under lava",
    "actions": "too few actions are left",
    "wood": "there is not enough wood",
    "nothing_here": "there is nothing to search on such a hex",
    "pile_empty": "no hex is left to explore",
    "out_of_reach": "the monster is not where a spear or a bolt could reach it",
    "no_fence": "there is no such fence at the own hex",
    "near_fire": "another fire is less than three hexes away",
    "fenced": "that edge has a fence already",
    "chapter": "it is for a later chapter",
    "has_one": "nobody has two of these",
    "occupied": "the hex has as many huts as it may",
    "gap": "the hex is not surrounded by hexes",
    "open": "an edge of the hex is neither fence nor water",
    "wrong_land": "it is built on another sort of hex",
    "no_copies": "both copies are taken",
    "one_raft": "the raft is begun, or complete",
    "no_raft": "the raft is not here",
    "no_partner": "the two are not both hut owners on one hex with water",
    "counters": "there is no counter left for it",
    "not_needed": "wood is given only by who has two to who has none",
    "limit": "nobody carries more than three without a cart",
    "had": "the wood has been spread like that since the last paid action",
}
"""Every code, and what it means."""

Reason = tuple[str, str]


def why_not(state: State, words: str) -> Reason:
    """For words that answer nothing now: the reason's code, one of CODES, and a sentence."""
    answer = parsed(words)
    if answer is None:
        return _unknown(state, words)
    if isinstance(state.ask, Ended):
        return "over", "the game is over (LI-55)"
    if absent := _absent(state, answer):
        return absent
    code, says = _asked(state, answer) or _reason(state, answer)
    return code, says if "possible: " in says else f"{says}; {possible(state, type(answer))}"


def _unknown(state: State, words: str) -> Reason:
    says, asked = f"{words!r} is no answer in Lost Island", NAMES.get(TOPICS[type(state.ask)])
    if asked is not None:
        says += f"; what is asked now is {asked} (LI-05)"
    return "unknown_words", f"{says}; {possible(state)}"


def possible(state: State, kind: type[IslandAnswer] | None = None) -> str:
    """What could be answered, or the first of it; of this *kind* only, if there are such."""
    return refusing.possible(pending(state), kind)


def _absent(state: State, answer: IslandAnswer) -> Reason | None:
    for seat in (answer.seat, getattr(answer, "partner", None)):
        if seat is not None and seat >= len(state.players):
            last = Seat(len(state.players) - 1)
            says = f"nobody plays at seat {seat}; they are A to {last} (LI-01)"
            return "no_such_seat", f"{says}; {possible(state)}"
    return None


TOPIC_OF: dict[type[IslandAnswer], tuple[str, ...]] = {
    Begin: ("first",),
    Draw: ("draw",),
    Place: ("place",),
    Haunt: ("haunt",),
    Stalk: ("stalk",),
    Burn: ("burn",),
    Die: ("search", "spear", "fight"),
    Back: ("retreat", "fight_retreat"),
    Flip: ("flip",),
    Refuge: ("refuge",),
}
"""Which question an answer is for; all others are actions."""
NAMES = {
    "first": "who begins",
    "draw": "which hex is drawn",
    "place": "where the hex goes",
    "haunt": "where the monster appears",
    "stalk": "which monster comes closer",
    "action": "what is done next",
    "search": "what the die of the search shows",
    "burn": "which fence is taken apart",
    "spear": "what the dice of the spears show",
    "retreat": "where the monster goes",
    "fight": "what the dice of the fight show",
    "fight_retreat": "where the loser of the fight goes",
    "flip": "which hex lava covers",
    "refuge": "where the mauled player goes",
}


def _asked(state: State, answer: IslandAnswer) -> Reason | None:
    topic = TOPICS[type(state.ask)]
    if topic not in TOPIC_OF.get(type(answer), ("action",)):
        return "not_asked", f"what is asked now is {NAMES[topic]} (LI-05); {possible(state)}"
    giving = type(answer).__name__ == "Give"
    if answer.seat is not None and state.turn and answer.seat != state.turn.seat and not giving:
        return "not_yours", f"it is {state.turn.seat}'s turn, not {answer.seat}'s (LI-05)"
    return None


def _reason(state: State, answer: IslandAnswer) -> Reason:
    match answer, state.ask:
        case Die(shows=shows), AskSearch() | AskSpear() | AskFight():
            rule = {AskSearch: "LI-21", AskSpear: "LI-23"}.get(type(state.ask), "LI-31")
            dice = ", ".join(f"die {n}" for n in PIPS)
            return "no_such_face", f"no die shows {shows} ({rule}); possible: {dice}"
        case Draw(kind=kind), AskDraw():
            left = [k for k, n in zip(DRAWN, state.pile, strict=True) if n]
            says = f"no {kind} is on the pile (LI-07); possible: {', '.join(left)}"
            return "gone", says
        case Place(), AskPlace(kind=kind):
            return _place(state, answer, kind)
        case Burn(side=side), _:
            return "no_fence", f"there is no fence to the {side} (LI-28); {possible(state)}"
        case _, AskAction():
            return refused_action(state, answer)
        case _:
            return "not_among", f"{_rule(state, answer)}; {possible(state)}"


def _place(state: State, answer: Place, kind: str) -> Reason:
    cell = answer.cell
    if cell in state.island.tiles:
        return "taken", f"a hex lies on {cell} already (LI-07); {possible(state)}"
    if cell not in state.island.coast:
        return "apart", f"{cell} is beside no hex (LI-07); {possible(state)}"
    if now(state).step is Step.SETUP and cell not in beside(laying.START):
        return "apart", f"the first hexes lie beside the crash site (LI-01); {possible(state)}"
    return _turned(state, answer, kind)


def _turned(state: State, answer: Place, name: str) -> Reason:
    kind = next(kind for kind in DRAWN if kind == name)
    cell, rotation = answer.cell, answer.rotation
    rotations = state.island.rotations(kind, cell)
    fits = f"there it can lie {', '.join(map(str, rotations))}" if rotations else possible(state)
    side = state.island.clash(kind, cell, rotation)
    if side is None:
        return "same_look", f"a {kind} looks the same however it is turned (LI-07); {fits}"
    there = beside(cell)[side]
    says = f"{kind} on {cell} {rotation}: water would meet land at {there}, to the {SIDES[side]}"
    return "edges", f"{says} (LI-08); {fits}"


def _rule(state: State, answer: IslandAnswer) -> str:
    """What an answer to a question about hexes is against."""
    match answer, state.ask:
        case Haunt(cell=cell), _:
            return f"{cell} did not bring the monster, or has a fire (LI-12)"
        case Stalk(), _:
            return _stalk(state, answer)
        case Flip(cell=cell), _:
            return _flip(state, cell)
        case Back(cell=cell), (AskRetreat(monster=monster) | AskFightRetreat(monster=monster)):
            where = beast(state, monster).cell
            assert where is not None
            if cell not in beside(where):
                return f"{cell} is not beside the {monster} monster on {where} (LI-24)"
            bar = ground.bars(state, monster, where, SIDES[beside(where).index(cell)])
            return bar or f"{cell} is nearer to the attacker (LI-A14)"
        case Refuge(cell=cell), _:
            return f"{cell} is not one of the hexes nearest to the home (LI-A31)"
        case _:
            return "that is not among the answers"


def _stalk(state: State, answer: Stalk) -> str:
    where = beast(state, answer.monster).cell
    if where is None:
        return f"the {answer.monster} monster is not on the island (LI-14)"
    if answer.cell not in beside(where):
        return f"{answer.cell} is not beside the {answer.monster} monster on {where} (LI-14)"
    bar = ground.bars(state, answer.monster, where, SIDES[beside(where).index(answer.cell)])
    over_lava = answer.monster is Monster.VOLCANO
    field = ground.paths(state, mine(state), over_lava=over_lava)
    if bar:
        return bar
    if field.get(answer.cell, 99) >= field.get(where, 99):
        return f"{answer.cell} is not closer to the pawn than {where} (LI-14)"
    return "a nearer monster can come closer (LI-15)"


def _flip(state: State, cell: Cell) -> str:
    if not ground.dry(state, cell):
        return f"{cell} is under lava, or no hex (LI-44)"
    if all(near not in state.lava for near in beside(cell)):
        return f"{cell} is beside no hex under lava (LI-45)"
    return f"a pawn is on {cell}, and others can be flipped (LI-46)"
