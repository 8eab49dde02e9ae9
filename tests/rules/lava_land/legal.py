"""Legal states that play from the start would take long to reach, or never."""

from __future__ import annotations

import random

from firmware_host.rules.kernel import Seat
from firmware_host.rules.lava_land.box import FACES, KINDS, Box, Kind
from firmware_host.rules.lava_land.faults import faults
from firmware_host.rules.lava_land.state import AskShow, Counts, Fate, Held, Player, State


def anywhere(luck: random.Random, seats: int, box: Box) -> State:
    """A state before a roll: anybody anywhere, with any cards."""
    while True:
        state = _guess(luck, seats, box)
        if not faults(state):
            return state


def _guess(luck: random.Random, seats: int, box: Box) -> State:
    lava = luck.randint(box.lava_min, box.boat - 2)
    bag = [spec.kind for spec in box.cards for _ in range(spec.copies)]
    luck.shuffle(bag)
    row = tuple(bag.pop() for _ in range(box.row))
    players: list[Player] = []
    for _ in range(seats):
        hand = tuple(Held(bag.pop()) for _ in range(luck.randint(0, min(3, len(bag)))))
        bananas, treasures = luck.randint(0, box.cap_bananas), luck.randint(0, box.cap_treasures)
        escaped = sum(p.fate is Fate.BOAT for p in players)
        match luck.choice((Fate.TRACK, Fate.TRACK, Fate.TRACK, Fate.BOAT, Fate.LAVA)):
            case Fate.TRACK:
                place = luck.randint(max(lava + 1, 0), box.boat - 1)
                players.append(Player(place, bananas, treasures, hand))
            case Fate.BOAT:
                bananas = max(bananas, box.boarding_bananas)
                players.append(Player(0, bananas, treasures, hand, Fate.BOAT, escaped + 1))
            case Fate.LAVA:
                players.append(Player(fate=Fate.LAVA))
                bag.extend(held.kind for held in hand)
    cut = luck.randint(0, len(bag))
    return State(
        box=box,
        players=tuple(players),
        lava=lava,
        deck=_counts(bag[:cut]),
        row=row,
        crater=(0,) * len(FACES),
        sets=((),) * seats,
        ask=AskShow(),
        discard=_counts(bag[cut:]),
        first=Seat(luck.randrange(seats)),
    )


def _counts(cards: list[Kind]) -> Counts:
    return tuple(cards.count(kind) for kind in KINDS)
