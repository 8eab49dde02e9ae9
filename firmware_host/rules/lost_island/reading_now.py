"""The line ``now`` of a state: what is asked, of whom, and how far the turn is."""

from __future__ import annotations

import re

from .asking import TOPICS
from .line import Line
from .state import (
    Ask,
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
    Hands,
    Step,
    Turn,
)

PLAIN: dict[str, Ask] = {
    TOPICS[type(ask)]: ask
    for ask in (
        AskFirst(),
        AskDraw(),
        AskStalk(),
        AskAction(),
        AskSearch(),
        AskFlip(),
        AskRefuge(),
        Ended(),
    )
}
"""Questions that are named by their topic alone."""
NOBODYS = ("first", "over")
HANDS = re.compile(r"[0-9]{1,3}(/[0-9]{1,3})*", re.ASCII)
MARKS = ("had", "fought", "rolled")
HELP = {
    "place": "write such as place A hex beach",
    "haunt": "write such as haunt A monster beach 2,-1",
    "burn": "write such as burn A 2 forest 3 1: the monster, the spears, fences still to choose",
    "spear": "write such as spear A 2 forest 3 rolled 5 2",
    "retreat": "write such as retreat A 2 forest 1",
    "fight": "write such as fight A attack 3,-1 rolled 5 2 6",
    "fight_retreat": "write such as fight_retreat A attack forest",
}


def ask_and_turn(line: Line) -> tuple[Ask, Turn | None]:
    """What is asked, and the turn.

    :raises Unreadable: it makes no sense.
    """
    topic, *rest = line.text.split() or [""]
    if topic not in TOPICS.values():
        raise line.bad(f"{topic!r} is no question; write one of {', '.join(TOPICS.values())}")
    if topic in NOBODYS:
        if rest:
            raise line.bad(f"{topic} is nobody's turn: write it alone")
        return PLAIN[topic], None
    if len(rest) < 2:
        steps = ", ".join(step for step in Step if step is not Step.ACTIONS)
        raise line.bad(f"whose, and where in the turn? write a seat, and {steps} or actions left")
    seat, step = line.seat(rest[0]), rest[1]
    args, marks = _marks(line, rest[2:])
    turn = Turn(
        seat,
        Step.ACTIONS if step.isdecimal() else _step(line, step),
        line.count(step, "number of actions") if step.isdecimal() else 0,
        tuple([_hands(line, word) for word in marks["had"]]),
        tuple([line.cell(word) for word in marks["fought"]]),
    )
    dice = tuple([line.count(word, "die") for word in marks["rolled"]])
    if dice and topic not in ("spear", "fight"):
        raise line.bad(f"no dice are rolled for {topic}")
    return _ask(line, topic, args, dice), turn


def _step(line: Line, word: str) -> Step:
    if word not in list(Step) or word == Step.ACTIONS:
        raise line.bad(
            f"{word!r} is no step of a turn; write setup, hex, monster, attack or 0 to 4"
        )
    return Step(word)


def _hands(line: Line, word: str) -> Hands:
    if not HANDS.fullmatch(word):
        raise line.bad(f"{word!r} is not the wood of all hands; write such as 2/0/1")
    return tuple([int(number) for number in word.split("/")])


def _marks(line: Line, words: list[str]) -> tuple[list[str], dict[str, list[str]]]:
    """The words before any mark, and those after each."""
    args: list[str] = []
    marks: dict[str, list[str]] = {mark: [] for mark in MARKS}
    here = args
    for word in words:
        if word in MARKS:
            if marks[word] or here is marks[word]:
                raise line.bad(f"{word!r} is there twice")
            here = marks[word]
        else:
            here.append(word)
    return args, marks


def _ask(line: Line, topic: str, args: list[str], dice: tuple[int, ...]) -> Ask:
    match topic, args:
        case _, [] if topic in PLAIN:
            return PLAIN[topic]
        case "place", [kind]:
            return AskPlace(line.kind(kind))
        case "haunt", [monster, cell]:
            return AskHaunt(line.monster(monster), line.cell(cell))
        case "fight", [cell]:
            return AskFight(line.cell(cell), dice)
        case _:
            return _of_monster(line, topic, args, dice)


def _of_monster(line: Line, topic: str, args: list[str], dice: tuple[int, ...]) -> Ask:
    match topic, args:
        case "burn", [monster, spears, left]:
            n, fences = line.count(spears, "count of spears"), line.count(left, "count of fences")
            return AskBurn(line.monster(monster), n, fences)
        case "spear", [monster, spears]:
            return AskSpear(line.monster(monster), line.count(spears, "count of spears"), dice)
        case "retreat", [monster, left]:
            return AskRetreat(line.monster(monster), line.count(left, "count of hexes"))
        case "fight_retreat", [monster]:
            return AskFightRetreat(line.monster(monster))
        case _:
            raise line.bad(f"{topic} {' '.join(args)!r} makes no sense; {HELP.get(topic, '')}")
