"""The example at the table: by buttons alone, by looks of a camera, and on the page."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from docs.own_game.fumarole import OWN_GAME
from docs.own_game.fumarole.box import Box, box_from
from firmware_host.bots.whim import Whim
from firmware_host.console.document import scene_document
from firmware_host.console.feed import Snapshot
from firmware_host.daemon.cli import main
from firmware_host.daemon.people.simulation import play
from firmware_host.daemon.settings import own_texts
from firmware_host.rules.kernel import BoxFaults, Decision, Over, Seat, Setup
from firmware_host.session.luck import draw
from firmware_host.table.games import Boxed, Playable
from firmware_host.table.reading import Pace
from firmware_host.table.scene import Lamp
from firmware_host.table.texts import Texts
from firmware_host.vision.facts import Tray
from tests.console.fake_feed import FURNITURE, FakeFeed
from tests.table.evening import Driver
from tests.table.sample import english

from .conftest import FOLDER

THINKING_MS = 30_000


def fumarole() -> Playable:
    dressing = OWN_GAME.dressing
    return Playable(
        game=OWN_GAME.game,
        view=dressing.view,
        reader=lambda sides: dressing.reader(sides, Pace()),
        boxed=lambda chosen: Boxed(Box(), "the box"),
        palette=dressing.palette,
    )


def sat_down(seats: int = 3, *, camera: bool = False) -> Driver:
    return Driver(seats=seats, camera=camera, first=fumarole())


def texts() -> Texts:
    return Texts(own_texts.merged(english(), "en", {"fumarole": FOLDER}))


def told(driver: Driver, *faces: str) -> None:
    """Who throws tells what the dice show, by the button."""
    for face in faces:
        driver.choose(driver.state.turn, f"show {face}")


def thrown(driver: Driver, *faces: str) -> None:
    """The dice are taken up, roll, and rest, as the camera sees it."""
    driver.crater.dice.clear()
    driver.rest()
    driver.throw([*faces])
    driver.wait(400)
    driver.rest()


# By buttons alone


@pytest.mark.parametrize("seats", OWN_GAME.game.seats)
def test_a_whole_game_by_buttons(seats: int) -> None:
    driver, language = sat_down(seats), texts()
    gatherer = OWN_GAME.bot()
    while not driver.over:
        pending, state = driver.pending, driver.state
        shown = driver.scene
        assert shown is not None
        asked = [seat for seat in shown.seats if seat.menu]
        assert [seat.seat for seat in asked] == [state.turn], "one is asked at a time"
        look = scene_document(fed(driver), language.say, {}, FURNITURE)
        assert json.loads(json.dumps(look)) == look
        if pending.topic == "show":
            answer = draw("dice", len(driver.lines), pending)
        else:
            answer = gatherer.choose(state, pending, state.turn)
        driver.choose(state.turn, str(answer))
    over = driver.table.evening.host.pending if driver.table.evening.host else None
    assert isinstance(over, Over)
    assert over.winners
    assert language.missing == {}
    assert driver.scene is not None
    assert driver.scene.phase == "over"
    assert len(driver.scene.lines) == seats


def fed(driver: Driver) -> Snapshot:
    """What the page is fed with."""
    return replace(FakeFeed().snapshot(), scene=driver.scene)


def test_silence_goes_home_and_a_press_in_time_does_not() -> None:
    """FU-07."""
    driver = sat_down()
    told(driver, "Yb", "Rt", "Bf")
    assert driver.pending.topic == "dare"
    driver.wait(THINKING_MS - 1_000)
    assert driver.state.home == (0, 0, 0)
    driver.wait(2_000)
    assert driver.state.home == (3, 0, 0)
    assert driver.words()[-2:] == ["A home", f"wind {driver.state.wind}"]


def test_a_choice_is_taken_back_and_luck_is_not_drawn_anew() -> None:
    driver = sat_down()
    wind = driver.state.wind
    told(driver, "Yb", "Rt", "Bf")
    before = driver.state
    driver.choose(Seat(0), "A home")
    after = driver.state
    driver.say("undo")
    assert driver.state == before
    assert driver.state.wind == wind
    driver.choose(Seat(0), "A home")
    assert driver.state == after


def test_a_die_told_wrongly_is_put_right_by_staff() -> None:
    driver = sat_down()
    told(driver, "Yb", "Rt", "Bf")
    driver.put({"turn": "lull 1 2 0", "dice": "Bf Rb Yb"})
    assert driver.state.found == 2


def test_nonsense_is_refused_with_the_rules_number_and_the_same_is_asked_again() -> None:
    driver = sat_down()
    told(driver, "Yb")
    before = driver.state
    for words, says in {
        "show Yb": "still to be told: Rb Rt Rf Rl",
        "show R7": "FU-02",
        "A home": "FU-04",
        "B home": "A's turn, not B's",
        "jump": "what is asked is 'show'",
    }.items():
        code, why = OWN_GAME.game.why_not(before, words)
        assert code
        assert says in why
    assert driver.state == before
    assert driver.pending.topic == "show"


# With a camera


def test_a_throw_that_the_camera_is_sure_of_asks_nobody() -> None:
    driver = sat_down(camera=True)
    thrown(driver, "Yb", "Rt", "Bf")
    assert driver.pending.topic == "dare"
    assert (driver.state.shown, driver.state.found) == (("Bf", "Rt", "Yb"), 3)


def test_dice_that_still_lie_there_are_not_the_next_throw() -> None:
    driver = sat_down(camera=True)
    thrown(driver, "Yb", "Rt", "Bf")
    driver.choose(Seat(0), "A dare")
    driver.wait(3_000)
    driver.rest()
    assert driver.state.shown == ()
    assert driver.scene is not None
    assert driver.scene.notice is not None
    assert driver.scene.notice.key == "notice.not_thrown"
    thrown(driver, "Yt", "Rb", "Bf")
    assert driver.state.found == 6


def test_the_throwers_press_says_that_they_were_thrown() -> None:
    driver = sat_down(camera=True)
    thrown(driver, "Yb", "Rt", "Bf")
    driver.choose(Seat(0), "A dare")
    driver.tap(0)
    driver.rest()
    assert driver.state.found == 3, "nobody can have thrown so soon"
    driver.wait(2_000)
    driver.rest()
    driver.tap(0)
    driver.rest()
    assert driver.state.found == 6


def test_a_throw_that_the_camera_has_not_seen_fly_counts_where_no_die_lies_as_before() -> None:
    driver = sat_down(camera=True)
    thrown(driver, "Yb", "Rt", "Bf")
    driver.choose(Seat(0), "A dare")
    for number, die in list(driver.crater.dice.items()):
        driver.crater.dice[number] = replace(die, y_mm=die.y_mm + 30)
    driver.rest()
    driver.wait(400)
    driver.rest()
    assert driver.state.found == 6


def test_a_die_the_camera_is_not_sure_of_is_asked_about() -> None:
    driver = sat_down(camera=True)
    driver.crater.dice.clear()
    driver.rest()
    driver.look(Tray.MOVING)
    driver.crater.put("Yb")
    driver.crater.put("Rt")
    driver.crater.put("Bf", sure=False, others="l")
    driver.wait(200)
    driver.rest()
    assert driver.state.shown == ("Rt", "Yb")
    assert driver.scene is not None
    asked = driver.scene.seats[0]
    assert asked.question is not None
    assert asked.question.key == "fumarole.ask.face"
    assert [c.label.key for c in asked.menu][:2] == ["face.Bf", "face.Bl"]
    driver.choose(Seat(0), "show Bl")
    assert driver.state.puffs == 1


def test_a_die_beside_the_crater_means_all_again() -> None:
    """FU-11."""
    driver = sat_down(camera=True)
    driver.crater.outside = 1
    thrown(driver, "Yb", "Rt")
    assert driver.words()[-1] == "reroll"
    driver.crater.outside = 0
    driver.wait(2_000)
    driver.rest()
    assert driver.scene is not None
    assert driver.scene.notice is not None
    assert driver.scene.notice.key == "notice.throw_again"
    thrown(driver, "Yb", "Rt", "Bf")
    assert driver.state.found == 3


def test_a_die_too_few_is_asked_about_and_one_too_many_is_pointed_out() -> None:
    driver = sat_down(camera=True)
    thrown(driver, "Yb", "Rt")
    driver.wait(3_000)
    assert driver.scene is not None
    assert driver.scene.seats[0].question is not None
    assert driver.scene.seats[0].question.key == "ask.missing"
    driver.crater.put("Bf")
    driver.crater.put("Bf")
    driver.rest()
    assert driver.scene.notice is not None
    assert driver.scene.notice.key == "notice.too_many"


# How it looks


def test_the_track_counts_crystals_and_the_lamp_calls_the_thrower() -> None:
    driver = sat_down()
    driver.put({"now": "show B", "A": "19", "B": "7", "C": "40"})
    assert driver.scene is not None
    standing = {p.number: p.seats for p in driver.scene.places if p.seats}
    assert standing == {7: (Seat(1),), 19: (Seat(0),), 20: (Seat(2),)}
    dark = sat_down(camera=True)
    assert dark.scene is not None
    assert [seat.lamp for seat in dark.scene.seats] == [Lamp.PULSE, Lamp.OFF, Lamp.OFF]


def test_each_throw_that_is_due_has_a_number_of_its_own() -> None:
    driver = sat_down()
    numbers = []
    for _ in range(4):
        assert driver.scene is not None
        numbers.append(driver.scene.throw)
        told(driver, "Yb", "Rt")
        assert driver.scene.throw == 0, "some of it is told"
        told(driver, "Bf")
        driver.choose(driver.state.turn, f"{driver.state.turn} dare")
    assert sorted(set(numbers)) == numbers


# Alone


def test_the_shipped_box_is_the_one_the_code_has() -> None:
    assert box_from(tomllib.loads((FOLDER / "box.toml").read_text())) == Box()


def test_every_fault_of_a_box_comes_at_once() -> None:
    box = tomllib.loads((FOLDER / "box.toml").read_text())
    box |= {"goal": 0, "pit": "yes", "colour": 1}
    box["faces"] = {"yellow": ["b"], "red": list("ttllbf"), "blue": list("ffbbtl")}
    with pytest.raises(BoxFaults) as caught:
        box_from(box)
    assert [fault.path for fault in caught.value.faults] == [
        "colour",
        "goal",
        "pit",
        "faces.yellow",
    ]


def test_its_bot_is_better_than_whim() -> None:
    wins = 0
    for n in range(60):
        bots = {Seat(0): OWN_GAME.bot(), **{Seat(i): Whim(f"{n}/{i}") for i in (1, 2)}}
        played = play(OWN_GAME.game, Setup(3, Box()), str(n), bots)
        wins += Seat(0) in played.over.winners
    assert wins > 30


def test_the_bot_chooses_only_what_is_asked() -> None:
    driver = sat_down()
    pending = driver.pending
    assert isinstance(pending, Decision)
    assert OWN_GAME.bot().choose(driver.state, pending, Seat(0)) in pending.options


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_whole_game_through_the_virtual_table(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bots see what is shown, virtual hands throw, the reader reads rendered dice."""
    del games
    assert main(["autoplay", "--game", "fumarole", "--players", "2", "--seed", "3"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["throws"] > 8
    assert told["dice_misread"] == 0
    assert told["dice_asked"] <= 0.1 * 3 * told["throws"]
    assert sorted("".join(seat for rank in told["ranking"] for seat in rank)) == ["A", "B"]


def test_many_games_are_simulated(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    del games
    command = ["simulate", "--game", "fumarole", "--games", "60", "--players", "4", "--json"]
    assert main(command) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told["ended"]) <= {"most_crystals", "shared"}
    assert told["throws"]["median"] > 20
    assert max(told["wins"].values()) < 30, "no seat has it easy"
