"""Legal states that play from the start would take long to reach, or never."""

from __future__ import annotations

import random
from typing import Any

from firmware_host.rules.kernel import Seat
from firmware_host.rules.oh_no_volcano.box import Box
from firmware_host.rules.oh_no_volcano.faults import faults
from firmware_host.rules.oh_no_volcano.game import GAME
from firmware_host.rules.oh_no_volcano.state import State

Lines = dict[str, str]


def lines(luck: random.Random, seats: int, box: Box) -> Lines:
    """The lines of a state before a turn: anybody anywhere, with any cards; it may have faults."""
    board, names = box.board, [str(Seat(i)) for i in range(seats)]
    spaces = [space.name for space in board.spaces if space.gem is None]
    luck.shuffle(spaces)
    gear = [card.name for card in box.gear for _ in range(card.copies)]
    luck.shuffle(gear)
    found: Lines = {"now": f"play {luck.choice(names)}", "boulders": _boulders(luck, box, spaces)}
    for seat, name in enumerate(names):
        pawns = [spaces.pop() if luck.random() < 0.6 else "-" for _ in range(3)]
        least = 0 if luck.random() < 0.5 else 1  # half of them lack one of each kind at most
        tokens = [luck.randint(least * (most - 1), most) for most in box.wanted(seats)]
        found[name] = " ".join([*pawns, "/".join(map(str, tokens))])
        found |= _cards(luck, box, Seat(seat))
        held = [gear.pop() for _ in range(luck.randint(0, 3))]
        found[f"gear_{name}"] = ", ".join(held)
    found["gear_discard"] = ", ".join(gear[: luck.randint(0, len(gear))])
    return found | {"treasures": "rest", "gear_pile": "rest"}


def _boulders(luck: random.Random, box: Box, spaces: list[str]) -> str:
    """Some boulders, and no pawn where they lie."""
    pairs = list(luck.sample(box.pairs, luck.randint(0, box.boulders)))
    lying: list[str] = []
    for pair in pairs:
        ends = {box.board.spaces[pair.one].name, box.board.spaces[pair.other].name}
        if ends <= set(spaces):
            for end in ends:
                spaces.remove(end)
            lying.append(pair.name)
    return " ".join(lying)


def _cards(luck: random.Random, box: Box, seat: Seat) -> Lines:
    deck = [card.name for card in box.climbers for _ in range(card.copies)]
    luck.shuffle(deck)
    played = luck.randint(0, len(deck))
    left = len(deck) - played
    hand = deck[played : played + 3]
    return {
        f"hand_{seat}": ", ".join(hand) if box.virtual else str(min(3, left)),
        f"discard_{seat}": ", ".join(deck[:played]),
        f"deck_{seat}": "rest",
    }


def anywhere(luck: random.Random, seats: int, box: Box) -> State:
    """A state before a turn."""
    while True:
        state: Any = GAME.words.read(box, lines(luck, seats, box))
        if not faults(state):
            assert isinstance(state, State)
            return state
