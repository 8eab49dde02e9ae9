"""The line ``now``: what is asked, of whom, and how far the card is that lies face up."""

from __future__ import annotations

from firmware_host.rules.kernel import Seat

from .lines import BoxLine
from .state import (
    Ask,
    AskBall,
    AskCave,
    AskCollect,
    AskDraw,
    AskFell,
    AskFirst,
    AskGear,
    AskLift,
    AskPawn,
    AskPlace,
    AskPlay,
    AskStep,
    AskTrim,
    Ended,
    Turn,
)
from .words import CLIMB, DEAL, GEAR, TOPICS

PLAIN: dict[str, Ask] = {
    TOPICS[type(ask)]: ask
    for ask in (
        AskPlay(),
        AskPawn(),
        AskLift(),
        AskPlace(),
        AskBall(),
        AskGear(),
        AskTrim(),
        Ended(),
    )
}
"""Questions that are named by their topic alone."""
HELP = {
    "step": "write such as step A B 2, or step A B 1 moved: its pawn, and the steps left",
    "collect": "write such as collect A B: the pawn that stands there",
    "cave": "write such as cave A B: the pawn that stands there",
    "place": "write place A, or such as place A not 3.0+3.1: where the boulder was",
    "fell": "write such as fell A 4 of A C: the chute, and who has yet to tell",
}
"""What else a topic needs."""


def read_now(line: BoxLine) -> tuple[Ask, Turn | None]:
    """What is asked, and whose turn it is."""
    words = line.text.split()
    topic, rest = (words[0], words[1:]) if words else ("", [])
    known = (*TOPICS.values(), DEAL)
    if topic not in known:
        raise line.bad(f"{topic!r} is no question; write one of {', '.join(known)}")
    if topic == "first":
        if rest:
            raise line.bad("nobody is asked before somebody begins; write first alone")
        return AskFirst(), None
    if not rest:
        raise line.bad(f"whose? write such as {topic} A")
    seat, rest = line.seat(rest[0]), rest[1:]
    if topic == DEAL:
        if rest:
            raise line.bad("write deal and a seat")
        return AskDraw(seat), None
    args, turn = _turn(line, seat, rest)
    return _ask(line, topic, args, seat), turn


def _turn(line: BoxLine, seat: Seat, words: list[str]) -> tuple[list[str], Turn]:
    """The words before the card that lies face up, and the turn."""
    cut = min([words.index(mark) for mark in (CLIMB, GEAR) if mark in words], default=len(words))
    if cut == len(words):
        return words, Turn(seat)
    kind, *card = words[cut:]
    gear = kind == GEAR
    if len(card) != 2:
        raise line.bad(f"after {kind} write a card, and how many of its actions are begun")
    index = line.box.gear_index if gear else line.box.climber_index
    if card[0] not in index:
        raise line.bad(f"{card[0]!r} is no card; the cards are {', '.join(index)}")
    begun = line.count(card[1], "count of actions")
    return words[:cut], Turn(seat, index[card[0]], gear, begun)


def _ask(line: BoxLine, topic: str, args: list[str], seat: Seat) -> Ask:
    match topic, args:
        case "draw", []:
            return AskDraw(seat)
        case "step", [pawn, left, *moved] if moved in ([], ["moved"]):
            return AskStep(line.letter(pawn), line.count(left, "count of steps"), bool(moved))
        case "collect", [pawn]:
            return AskCollect(line.letter(pawn))
        case "cave", [pawn]:
            return AskCave(line.letter(pawn))
        case "place", ["not", pair]:
            return AskPlace(line.pair(pair))
        case "fell", [slot, "of", *seats] if seats:
            waiting = tuple([line.seat(word) for word in seats])
            return AskFell(line.count(slot, "chute"), waiting)
        case _, [] if topic in PLAIN:
            return PLAIN[topic]
        case _:
            help_ = HELP.get(topic, f"write {topic} and a seat")
            raise line.bad(f"{topic} {' '.join(args)!r} makes no sense; {help_}")
