"""What people do at a real table is done at the virtual one, and no more."""

from __future__ import annotations

import dataclasses

from firmware_host.rules.kernel import Seat
from firmware_host.table import chores
from firmware_host.table.scene import Throwing
from hw.ports import CardSeen, Tabletop
from tests.console.fake_world import FakeHands
from tests.table.sample import scene

CARD = Throwing(Seat(0), "n1", ((Seat(0), 1),), "table")


def hands(*names: str) -> FakeHands:
    """Hands at a table with these cards."""
    cards = tuple(CardSeen(0, name, 0.0, 0.0, 0.0, False) for name in names)
    return FakeHands({}, lambda what, which: None, top=Tabletop(cards, (), ""))


def tidied(there: FakeHands, phase: str, *cards: Throwing) -> list[str]:
    """What was done for this scene."""
    shown = dataclasses.replace(scene([3, 4]), phase=phase, cards=cards)
    chores.tidy(shown, there, 0)
    return [name for name, _ in there.calls]


def test_a_card_that_was_told_of_and_never_thrown_is_thrown_before_anyone_stands_on_it() -> None:
    start = dataclasses.replace(CARD, name="start")
    done = tidied(hands("start"), "stand", start, CARD)
    assert done[:1] == ["launch n1"]
    assert "launch start" not in done


def test_nothing_is_thrown_that_lies_there_or_is_on_its_way() -> None:
    flying = dataclasses.replace(CARD, name="n2", where="flying")
    assert tidied(hands("n1"), "judge", CARD, flying) == []
