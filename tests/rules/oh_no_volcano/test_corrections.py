"""Any line may be put right at any moment: what has no fault can be played on."""

from __future__ import annotations

import random

from firmware_host.rules.kernel import Over, Unreadable, at, step
from firmware_host.rules.oh_no_volcano.faults import faults
from firmware_host.rules.oh_no_volcano.game import GAME
from firmware_host.rules.oh_no_volcano.lines import LINES
from firmware_host.rules.oh_no_volcano.reading import read
from firmware_host.rules.oh_no_volcano.state import State
from firmware_host.rules.oh_no_volcano.words import write

from .legal import anywhere
from .test_random_games import BOXES, played

SCRAPS = ["0", "1", "2", "9", "-", "+", "/", ".", ",", "A", "B", "E", "?", "1.1", "rest", "moved"]


def some_states(luck: random.Random) -> list[State]:
    """States of all kinds, inside turns as well."""
    return [
        here.state
        for box in BOXES.values()
        for seats in (2, 3, 4)
        for here in played(at(GAME, anywhere(luck, seats, box)), luck, 0.05)
    ]


def corrected(luck: random.Random, state: State, other: dict[str, str]) -> dict[str, str]:
    """The lines of *state* with one or two of them changed, taken from elsewhere or left out."""
    lines = write(state)
    for _ in range(luck.choice((1, 1, 2))):
        key = luck.choice(list(lines))
        match luck.randrange(4):
            case 0 | 1 if key in other:
                lines[key] = other[key]
            case 2:
                cut = luck.randrange(len(lines[key]) + 1)
                rest = lines[key][cut + luck.randrange(2) :]
                lines[key] = lines[key][:cut] + luck.choice(SCRAPS) + rest
            case _ if len(lines) > 8:
                del lines[key]
            case _:
                pass
    return lines


def test_a_corrected_state_is_unreadable_or_has_faults_or_can_be_played_on() -> None:
    luck = random.Random(5)
    states, sound = some_states(luck), 0
    for _ in range(4000):
        state = luck.choice(states)
        try:
            again = read(state.box, corrected(luck, state, write(luck.choice(states))))
        except Unreadable as told:
            assert told.key in LINES  # noqa: PT017 - one of three ways it may go
            continue
        found = faults(again)
        assert all(fault.partition(":")[0] in LINES for fault in found)
        if found:
            continue
        assert read(again.box, write(again)) == again
        here, sound = at(GAME, again), sound + 1
        if isinstance(here.pending, Over):
            continue
        for answer in (*here.pending.options, *here.pending.asides):
            assert faults(step(GAME, here, answer)[0].state) == (), (write(again), str(answer))
    assert sound > 300
