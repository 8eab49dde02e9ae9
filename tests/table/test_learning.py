"""What people say of dice they are asked about is passed on to the camera, and nothing else."""

from __future__ import annotations

from firmware_host.table.signals import Learn
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
    driver.choose(driver.state.first, "show Bl")
    assert driver.learnt == [Learn(number, "Bl")]
