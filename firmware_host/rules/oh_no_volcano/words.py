"""A state in words, one line a part: for scenarios, overrides, bug reports and diffs.

Every state has words, also inside a turn: ``read(box, write(state)) == state``. The words of what a
seat may know (:mod:`secrets`) say how many cards another's hand has, and not which.
"""

from __future__ import annotations

from collections.abc import Sequence

from firmware_host.rules.kernel import Seat

from .box import Counts
from .prints import LETTERS, Print
from .state import (
    CAMP,
    NO_CARD,
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
    Player,
    State,
    Turn,
)

HOME = "-"  #: base camp
REST = "rest"  #: all that are nowhere else
TOPICS: dict[type[Ask], str] = {
    AskDraw: "draw",
    AskFirst: "first",
    AskPlay: "play",
    AskPawn: "pawn",
    AskStep: "step",
    AskCollect: "collect",
    AskCave: "cave",
    AskLift: "lift",
    AskPlace: "place",
    AskBall: "ball",
    AskFell: "fell",
    AskGear: "gear",
    AskTrim: "trim",
    Ended: "over",
}
"""How ``now`` names what a state waits for; a draw before anybody has begun is ``deal``."""
DEAL = "deal"
CLIMB, GEAR = "climb", "gear"
"""Which kind of card a turn is about."""


def write(state: State) -> dict[str, str]:
    """The state's lines."""
    box = state.box
    lines = {"now": now(state)}
    lines |= {str(Seat(i)): _player(state, p) for i, p in enumerate(state.players)}
    lines["treasures"] = _tokens(state.treasures)
    lines["boulders"] = " ".join([box.pairs[i].name for i in state.boulders])
    lines["owed"] = " ".join([f"{Seat(i)}{n}" for i, n in enumerate(state.owed) if n])
    lines["gear_pile"] = cards(box.gear, state.pile)
    lines["gear_discard"] = cards(box.gear, state.scrap)
    for i, player in enumerate(state.players):
        seat = Seat(i)
        hand = player.hand
        lines[f"hand_{seat}"] = str(player.held) if hand is None else cards(box.climbers, hand)
        lines[f"deck_{seat}"] = str(player.deck)
        lines[f"discard_{seat}"] = cards(box.climbers, player.discard)
        lines[f"gear_{seat}"] = cards(box.gear, player.gear)
    return lines


def now(state: State) -> str:
    """What is asked, of whom, and how far that seat's card is.

    ``play A``, ``step A B 2 climb B2+boulder+ball3 1``, ``fell A 4 of A C climb A1+B1+ball4 3``.
    """
    ask, turn = state.ask, state.turn
    assert ask is not None
    topic = DEAL if isinstance(ask, AskDraw) and turn is None else TOPICS[type(ask)]
    words = [topic, *([str(turn.seat)] if turn else [])]
    return " ".join([*words, *_args(state, ask), *(_card(state, turn) if turn else [])])


def _args(state: State, ask: Ask) -> list[str]:
    match ask:
        case AskDraw(to=to) if state.turn is None:
            return [str(to)]
        case AskStep(pawn=pawn, left=left, moved=moved):
            return [LETTERS[pawn], str(left), *["moved"] * moved]
        case AskCollect(pawn=pawn) | AskCave(pawn=pawn):
            return [LETTERS[pawn]]
        case AskPlace(barred=barred) if barred >= 0:
            return ["not", state.box.pairs[barred].name]
        case AskFell(slot=slot, waiting=waiting):
            return [str(slot), "of", *map(str, waiting)]
        case _:
            return []


def _card(state: State, turn: Turn) -> list[str]:
    if turn.card == NO_CARD:
        return []
    name = state.box.cards(gear=turn.gear)[turn.card].name
    return [GEAR if turn.gear else CLIMB, name, str(turn.begun)]


def _player(state: State, player: Player) -> str:
    spaces = state.box.board.spaces
    pawns = [HOME if n == CAMP else spaces[n].name for n in player.pawns]
    return " ".join([*pawns, _tokens(player.tokens)])


def _tokens(counts: Counts) -> str:
    return "/".join(map(str, counts))


def cards(prints: Sequence[Print], counts: Counts) -> str:
    """Cards by print: ``2 ?5, A4+B2``."""
    there = zip(prints, counts, strict=True)
    return ", ".join([f"{n} {card.name}" if n != 1 else card.name for card, n in there if n])
