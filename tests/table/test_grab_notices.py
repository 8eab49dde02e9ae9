"""What the table points out while dice are taken: only what lies there once the hands are away."""

from __future__ import annotations

import dataclasses

from firmware_host.rules.kernel import Seat
from firmware_host.vision.facts import Guess, Tray

from .evening import Driver
from .test_evening import thrown, words


def notice(driver: Driver) -> str:
    assert driver.scene is not None
    return driver.scene.notice.key if driver.scene.notice else ""


def test_a_die_that_is_given_back_is_pointed_out_once_the_hands_are_away() -> None:
    driver = thrown()
    driver.grab(Seat(0), "Rl")
    assert words(driver)[-1] == "A take Rl"
    driver.crater.put("Rl")
    driver.look(Tray.HAND)
    assert notice(driver) == ""
    driver.rest()
    assert notice(driver) == "notice.extra"


def test_who_was_quicker_with_the_thumb_than_with_the_hand_is_told_nothing() -> None:
    driver = thrown()
    driver.say("tell B take Rl", role="staff")  # as on the buttons, while the camera is away
    assert words(driver)[-1] == "B take Rl"
    driver.look(Tray.HAND)
    assert notice(driver) == ""
    driver.crater.take(driver.crater.named("Rl"), driver.now_ns)
    driver.rest()
    assert notice(driver) == ""


def test_a_die_that_shows_another_face_than_it_was_thrown_with_is_pointed_out() -> None:
    driver = thrown()
    number = driver.crater.named("Rl")
    die = driver.crater.dice[number]
    driver.crater.dice[number] = dataclasses.replace(die, guesses=(Guess("t", 0.9),))
    driver.look(Tray.HAND)
    assert notice(driver) == ""
    driver.look()
    assert notice(driver) == "notice.turned"


def test_dice_a_camera_numbers_afresh_when_it_is_back_are_no_dice_that_were_turned() -> None:
    driver = thrown()
    for number, die in [*driver.crater.dice.items()]:
        del driver.crater.dice[number]
        driver.crater.put(die.colour + die.symbol)
    driver.rest()
    assert notice(driver) == ""
    driver.grab(Seat(2), "Rl")
    assert words(driver)[-1] == "C take Rl"


def test_dice_that_are_thrown_again_in_the_middle_of_a_grab_are_given_to_nobody() -> None:
    driver = thrown()
    for seat, face in ((0, "Rl"), (1, "Yb"), (2, "Bb")):
        driver.grab(Seat(seat), face)
    told = words(driver)
    for face in ("Yt", "Yf"):
        del driver.crater.dice[driver.crater.named(face)]
    for face in ("Rl", "Yb", "Bb", "Rf", "Yl"):
        driver.crater.put(face)
    driver.rest()
    driver.wait(8_000)
    driver.rest()
    assert notice(driver) == "notice.many_back"
    assert words(driver) == told


def test_a_die_that_falls_out_is_nobodys_though_only_one_has_too_few() -> None:
    driver = thrown()
    for seat, faces in ((0, ("Rl", "Yb", "Bb")), (1, ("Yt", "Rb", "Bt"))):
        for face in faces:
            driver.grab(Seat(seat), face)
    told = words(driver)
    driver.crater.take(driver.crater.named("Yf"), driver.now_ns)
    driver.crater.outside = 1
    driver.rest()
    driver.wait(8_000)
    driver.rest()
    assert notice(driver) == "notice.outside"
    assert words(driver) == told
    driver.tap(2)  # whoever presses for it has it
    driver.crater.outside = 0
    driver.rest()
    driver.wait(8_000)
    driver.rest()
    assert words(driver)[-1] == "C take Yf"
