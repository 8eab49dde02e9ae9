"""A button that does not work has another's lent: how, for whom it speaks, and when that ends."""

from __future__ import annotations

from firmware_host.rules.kernel import Seat
from firmware_host.table.gestures import Gesture
from firmware_host.table.lending import LEND_NS, SAYS, SOON_NS, Lending
from firmware_host.table.scene import Choice, Lamp, Scene, SeatScene, Text, text
from firmware_host.table.signals import Noticed

TAP, HOLD, PRESS = Gesture.TAP, Gesture.HOLD, Gesture.PRESS
S = 1_000_000_000


def scene(*asked: int, seats: int = 3, question: Text | None = None, phase: str = "turn") -> Scene:
    """*seats* players at the first buttons; *asked* have a menu."""
    menu = (Choice(text("do.push"), True), Choice(text("do.board")))
    return Scene(
        phase=phase,
        title=text("game.lava_land"),
        waiting=text("lobby.start"),
        waiting_for=tuple(map(Seat, asked)),
        places=(),
        seats=tuple(
            SeatScene(
                Seat(b), b, f"seat_{'abc'[b]}", Lamp.BLINK if b in asked else Lamp.OFF, "track", 0,
                menu=menu if b in asked else (), question=question,
            )
            for b in range(seats)
        ),
    )  # fmt: skip


def pressed(lending: Lending, button: int, at_ns: int, long_ns: int) -> list[tuple[int, Gesture]]:
    """What one press of so long comes to mean, at which button."""
    meant = [*lending.meant(button, PRESS, at_ns)]
    if long_ns >= 600_000_000:
        meant += lending.meant(button, HOLD, at_ns)
        for now_ns in (at_ns + 600_000_000, at_ns + long_ns):
            meant += lending.settle(frozenset({button}), now_ns)
    else:
        meant += lending.meant(button, TAP, at_ns)
    return [*meant, *lending.settle(frozenset(), at_ns + long_ns + 1)]


def test_a_very_long_press_of_one_who_is_not_asked_lends_the_button_to_one_who_is() -> None:
    lending = Lending()
    lending.shown(scene(1))
    assert pressed(lending, 0, S, LEND_NS) == [(0, PRESS)]
    assert lending.lent == {1: 0}
    assert pressed(lending, 0, 9 * S, 90_000_000) == [(1, PRESS), (1, TAP)]
    assert pressed(lending, 0, 11 * S, 700_000_000) == [(1, PRESS), (1, HOLD)]


def test_its_own_question_comes_first() -> None:
    lending = Lending()
    lending.shown(scene(1))
    pressed(lending, 0, S, LEND_NS)
    lending.shown(scene(0, 1))
    assert pressed(lending, 0, 9 * S, 700_000_000) == [(0, PRESS), (0, HOLD)]
    lending.shown(scene(2))
    assert pressed(lending, 0, 11 * S, 90_000_000) == [(0, PRESS), (0, TAP)]


def test_a_hold_that_was_not_long_enough_means_what_it_always_meant() -> None:
    lending = Lending()
    lending.shown(scene(1))
    assert pressed(lending, 0, S, 900_000_000) == [(0, PRESS), (0, HOLD)]
    assert lending.lent == {}


def test_where_nobody_is_asked_a_hold_waits_for_nothing() -> None:
    lending = Lending()
    lending.shown(scene())
    assert [*lending.meant(0, PRESS, S), *lending.meant(0, HOLD, S)] == [(0, PRESS), (0, HOLD)]
    lending.shown(scene(0, 1, 2, phase="lobby"))
    assert [*lending.meant(0, HOLD, S)] == [(0, HOLD)]


def test_it_ends_when_the_dead_button_is_heard_and_staff_are_told_of_both() -> None:
    lending = Lending()
    lending.shown(scene(1))
    pressed(lending, 0, S, LEND_NS)
    assert [*lending.notices()] == [Noticed("button B", SAYS)]
    assert [*lending.notices()] == []
    assert [*lending.meant(1, PRESS, 9 * S)] == [(1, PRESS)]
    assert lending.lent == {}
    assert [*lending.notices()] == [Noticed("button B", "")]


def test_another_very_long_press_lends_it_to_the_next_and_at_last_to_nobody() -> None:
    lending = Lending()
    lending.shown(scene(1, 2))
    pressed(lending, 0, S, LEND_NS)
    assert lending.lent == {1: 0}
    lending.shown(scene(2))
    pressed(lending, 0, 9 * S, LEND_NS)
    assert lending.lent == {2: 0}
    lending.shown(scene())
    pressed(lending, 0, 19 * S, LEND_NS)
    assert lending.lent == {}


def test_a_spare_button_may_be_lent_too() -> None:
    lending = Lending()
    lending.shown(scene(1))
    pressed(lending, 4, S, LEND_NS)
    assert lending.lent == {1: 4}
    shown = lending.shown(scene(1))
    assert shown.passing == text("lend.lent", lender=text("lend.spare"), seat="B")


def test_both_lamps_call_and_the_display_says_what_a_hold_will_do() -> None:
    lending = Lending()
    lending.shown(scene(1))
    [*lending.meant(0, PRESS, S)]
    [*lending.meant(0, HOLD, S)]
    assert lending.wake_ns == S + SOON_NS
    [*lending.settle(frozenset({0}), S + SOON_NS)]
    assert lending.shown(scene(1)).passing == text("lend.soon", lender="A")
    [*lending.settle(frozenset({0}), S + LEND_NS)]
    lamps = [seat.lamp for seat in lending.shown(scene(1)).seats]
    assert lamps == [Lamp.BLINK, Lamp.BLINK, Lamp.OFF]


def test_while_dice_are_taken_a_press_that_lends_claims_no_die() -> None:
    lending = Lending()
    whose = scene(1, question=text("ask.whose"), phase="take")
    lending.shown(whose)
    assert pressed(lending, 0, S, 90_000_000) == [(0, PRESS), (0, TAP)]
    assert pressed(lending, 0, 3 * S, 900_000_000) == [(0, HOLD)]
    assert pressed(lending, 0, 9 * S, LEND_NS) == []
    assert lending.lent == {1: 0}
    assert pressed(lending, 0, 19 * S, 90_000_000) == [(1, PRESS), (1, TAP)]
    assert pressed(lending, 0, 21 * S, 700_000_000) == [(1, PRESS), (1, HOLD)]
