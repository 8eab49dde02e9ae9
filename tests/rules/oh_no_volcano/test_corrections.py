"""Any line may be put right at any moment: what has no fault can be played on."""

from __future__ import annotations

import random

import pytest

from firmware_host.rules.kernel import Over, Unreadable, at, step
from firmware_host.rules.oh_no_volcano.box import BoulderModel
from firmware_host.rules.oh_no_volcano.faults import faults
from firmware_host.rules.oh_no_volcano.game import GAME
from firmware_host.rules.oh_no_volcano.lines import LINES
from firmware_host.rules.oh_no_volcano.reading import read
from firmware_host.rules.oh_no_volcano.state import State
from firmware_host.rules.oh_no_volcano.words import write

from .legal import anywhere
from .sitting import USUAL, Sitting, house
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


@pytest.mark.parametrize(
    "lines",
    [
        {"A": "8.1 - - 0/0/0"},
        {"B": "- - 8.4 1/2/3", "now": "over A"},
        {"now": "step A A 4 climb A4 1", "A": "8.1 - - 0/0/0", "hand_A": "2"},  # not moved
        {"now": "step A A 2 moved climb A4 1", "A": "8.0 8.1 - 0/0/0", "hand_A": "2"},
        {"now": "over A climb A4 1", "A": "8.1 8.4 - 1/2/3", "hand_A": "2"},
    ],
)
def test_no_pawn_rests_on_an_emerald_space(lines: dict[str, str]) -> None:
    """OV-17: it goes home when its move is over."""
    state = read(house(), USUAL | lines)
    assert any("(OV-17)" in fault for fault in faults(state))


def test_a_pawn_is_on_an_emerald_space_while_it_moves_and_once_it_has_won() -> None:
    """OV-17, OV-30: it may walk over one; and with the last emerald nothing more happens."""
    lines = {"A": "7.0 - - 0/2/3", "now": "step A A 3 climb A3+ball2 1", "hand_A": "2"}
    sitting = Sitting(**lines).play("A step 8.1")
    assert sitting["A"] == "8.1 - - 0/2/3"
    sitting.play("A stop", "A collect")
    assert sitting["A"] == "8.1 - - 1/2/3"
    assert sitting.over.reason == "full_board"


def test_no_two_boulders_touch_a_space_between_spaces_either() -> None:
    """OV-20, OV-A02."""
    box = house(boulder_model=BoulderModel.EDGE)
    assert faults(read(box, USUAL | {"boulders": "3.0+3.1 3.0+4.0"})) == (
        "boulders: two would lie at 3.0 (OV-20)",
    )
    assert faults(read(box, USUAL | {"boulders": "3.0+3.1", "B": "3.0 - - 0/0/0"})) == ()
