"""Silence that will answer is shown: at whose seat, and until when."""

from __future__ import annotations

from firmware_host.rules.kernel import Seat
from firmware_host.session.tale import Answered

from .evening import Driver, some_faces


def test_a_seat_that_silence_answers_for_is_shown_until_when() -> None:
    driver = Driver()
    driver.throw(some_faces(3, "silence"))
    while driver.pending.topic == "take":
        option = driver.pending.options[0]
        driver.grab(Seat(option.seat), str(option).split()[-1])
    first = driver.state.first
    assert driver.scene is not None
    until = {s.seat: s.until_ns for s in driver.scene.seats if s.until_ns is not None}
    assert until == {first: driver.table.wake_ns}
    driver.say("pause")
    assert all(seat.until_ns is None for seat in driver.scene.seats)
    driver.say("resume")
    driver.wait(2_000)
    assert f"{first} go" in [line.words for line in driver.lines if isinstance(line, Answered)]
