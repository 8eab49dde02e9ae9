"""People whose button does not work, and others who may have been quicker than was told."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

from firmware_host.daemon.people.crowd import BY_HAND, _liked
from firmware_host.daemon.people.fingers import Person
from firmware_host.daemon.people.sharing import PATIENCE_NS, Page
from firmware_host.rules.kernel import Decision, Seat
from firmware_host.rules.lava_land.box import Box
from firmware_host.rules.lava_land.game import GAME
from firmware_host.table.scene import Lamp, SeatScene, text
from hw.ports import Hands
from tests.table.evening import Driver, some_faces
from tests.table.test_lending import scene


class First:
    """Takes the first that it is offered."""

    def choose(self, state: Any, decision: Decision[Any], seat: Seat) -> Any:
        del state
        return decision.for_seat(seat)[0]


@dataclass
class Eyes:
    """Hands that see dice."""

    dice: dict[int, tuple[str, str]] = field(default_factory=dict)

    def truth(self) -> dict[int, tuple[str, str]]:
        return self.dice


def test_a_die_that_another_has_taken_and_not_told_yet_is_not_waited_for() -> None:
    """Its button may be dead: it can tell only once somebody else needs the lent one no more."""
    driver = Driver(seats=3, box=Box())
    driver.throw(some_faces(3, "x"))
    host = driver.table.evening.host
    assert host is not None
    state, decision = host.ledger.match.state, GAME.pending(host.ledger.match.state)
    assert isinstance(decision, Decision)
    assert decision.topic == "take"
    options = decision.for_seat(Seat(0))
    dearest, second = (str(option).split()[-1] for option in options[:2])
    anna = Person(0, First(), random.Random(1))

    def likes(key: str, **dice: str) -> int | None:
        places = {"there": "crater", "taken": "hand 1"}
        seen = {
            i: (places[how.partition("_")[0]], face) for i, (how, face) in enumerate(dice.items())
        }
        me = SeatScene(Seat(0), 0, "red", Lamp.ON, "track", 0, question=text(key))
        return _liked(anna, state, decision, me, cast(Hands, Eyes(seen)))

    for key in (BY_HAND, "ask.whose"):
        assert likes(key, there_1=second, there_2=dearest) == 1
        assert likes(key, taken=dearest) is None
    assert likes(BY_HAND, taken=dearest, there=second) == 1
    assert likes("ask.whose", taken=dearest, there=second) is None  # the camera tells it soon


def test_who_is_lent_a_button_that_its_own_player_needs_goes_to_the_page_after_a_while() -> None:
    core = SimpleNamespace(
        table=SimpleNamespace(lending=SimpleNamespace(lent={1: 0})), scene=scene(0, 1)
    )
    shared = SimpleNamespace(deaf=lambda: frozenset({1}), on_page=frozenset())
    page = Page(cast(Any, None), cast(Any, core), cast(Any, shared))
    assert not page.serves(1, 0)
    assert not page.serves(1, PATIENCE_NS)
    assert page.serves(1, PATIENCE_NS + 1)
    core.scene = scene(1)  # now that button is free
    assert not page.serves(1, PATIENCE_NS + 2)
    core.scene = scene(0, 1)
    assert not page.serves(1, 2 * PATIENCE_NS)
    page.there = False
    assert not page.serves(1, 9 * PATIENCE_NS)
