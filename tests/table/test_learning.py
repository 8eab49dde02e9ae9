"""What people say of dice they are asked about is passed on to the camera, and nothing else.

And the camera is told which die that is, to show it.
"""

from __future__ import annotations

from firmware_host.table.signals import Learn, Watch
from firmware_host.vision.facts import Tray

from .evening import Driver


def test_what_is_said_of_a_die_that_was_asked_about_is_for_the_camera_to_learn() -> None:
    driver = Driver()
    driver.look(Tray.MOVING)
    for face in ("Yb", "Yt", "Yf", "Rb", "Rt", "Rl", "Bb", "Bt"):
        driver.crater.put(face)
    number = driver.crater.put("Bf", sure=False, others="l")
    driver.rest()
    assert not driver.learnt  # what the camera is sure of teaches it nothing
    assert driver.table.evening.watch() == Watch("roll", about=number)
    driver.choose(driver.state.first, "show Bl")
    assert driver.learnt == [Learn(number, "Bl")]
    assert driver.table.evening.watch() == Watch("take")
