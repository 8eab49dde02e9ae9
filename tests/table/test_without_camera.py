"""What is asked of dice that no camera reads: who tells many of them may lose count."""

from __future__ import annotations

from firmware_host.table.scene import text

from .evening import Driver


def test_of_a_throw_that_people_tell_it_is_said_which_die_comes_next() -> None:
    driver = Driver(camera=False)
    first = driver.state.first
    for n in range(9):
        assert driver.scene is not None
        assert driver.scene.seats[first].question == text("ask.show", n=n + 1, of=9)
        driver.choose(first, str(driver.pending.options[0]))
    assert driver.pending.topic == "take"
