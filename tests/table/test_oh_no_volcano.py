"""Oh No, Volcano! by buttons alone: what is asked, of whom, what is lit, and in how few presses."""

from __future__ import annotations

import tomllib

import pytest

from firmware_host.daemon.places import config_folder
from firmware_host.rules.kernel import Decision, Seat, Setup
from firmware_host.rules.oh_no_volcano.answers import VolcanoAnswer
from firmware_host.rules.oh_no_volcano.box import BoulderModel, Box
from firmware_host.rules.oh_no_volcano.game import GAME
from firmware_host.rules.oh_no_volcano.state import State
from firmware_host.session.luck import draw
from firmware_host.session.match import Match, retell
from firmware_host.table.games import Boxed, Sitting
from firmware_host.table.scene import Chute, Doing, Lamp, text
from firmware_host.table.signals import Command
from firmware_host.table.texts import Texts

from .evening import Driver, playable

TEXTS = Texts(tomllib.loads((config_folder() / "texts" / "en.toml").read_text()))
FELL = "fell A 4 of A B climb A1+B1+ball4 3"


def sat(seats: int = 3, box: Box | None = None) -> Driver:
    return Driver(seats=seats, first=playable("oh_no_volcano", box or Box()))


def begun(seats: int = 3, box: Box | None = None) -> Driver:
    driver = sat(seats, box)
    driver.choose(Seat(0), "A youngest")
    return driver


def at(now: str, **lines: str) -> Driver:
    """A's turn as *now* says, what is not said left as it was."""
    driver = begun()
    usual = {"treasures": "rest", "gear_pile": "rest", "hand_A": "2" if " climb " in now else "3"}
    driver.put({"now": now, **usual, **lines})
    return driver


def asked(driver: Driver) -> list[str]:
    """Who has a menu just now."""
    assert driver.scene is not None
    return [str(seat.seat) for seat in driver.scene.seats if seat.menu]


def lines(driver: Driver, seat: int) -> list[str]:
    """A seat's menu, as it reads."""
    assert driver.scene is not None
    return [TEXTS.say(choice.label) for choice in driver.scene.seats[seat].menu]


def under(driver: Driver, seat: int) -> str:
    assert driver.scene is not None
    menu = driver.scene.seats[seat].menu
    return next(TEXTS.say(choice.label) for choice in menu if choice.under_thumb)


def question(driver: Driver, seat: int = 0) -> str:
    assert driver.scene is not None
    said = driver.scene.seats[seat].question
    assert said is not None
    return TEXTS.say(said)


def test_the_youngest_presses_and_begins() -> None:
    driver = sat()
    assert asked(driver) == ["A", "B", "C"]
    driver.tap(1)
    assert driver.words()[-1] == "B youngest"
    assert asked(driver) == ["B"]


def test_the_card_that_lies_face_up_is_told_in_a_few_presses() -> None:
    """OV-05: first the pawn it begins with, then the rest of it."""
    driver = begun()
    assert lines(driver, 0)[:4] == ["pawn A:", "pawn B:", "pawn C:", "any pawn:"]
    driver.tap(0)
    driver.hold(0)
    assert lines(driver, 0) == ["B 2, boulder, ball 3", "B 3, ball 4", "B 4", "Back"]
    driver.tap(0)
    driver.hold(0)
    assert driver.words()[-1] == "A climb B3+ball4"
    every = [f"A climb {card.name}" for card in Box().climbers]
    fresh = begun()
    assert max(len(fresh.presses(Seat(0), words)) for words in every) <= 8


def test_only_cards_that_may_still_be_in_the_hand_are_offered() -> None:
    played = ", ".join(card.name for card in Box().climbers if card.name != "C4")
    driver = at("play A", hand_A="1", deck_A="0", discard_A=played)
    assert lines(driver, 0) == ["C 4"]


def test_gear_that_lies_above_the_board_stands_first() -> None:
    driver = at("play A", gear_A="?5, A4+B2", gear_pile="rest")
    assert lines(driver, 0)[:2] == ["Gear:", "pawn A:"]
    while under(driver, 0) != "Gear:":
        driver.tap(0)
    driver.hold(0)
    assert lines(driver, 0) == ["any 5", "A 4, B 2", "Back"]


def test_steps_are_told_by_their_direction_and_the_place_under_the_thumb_is_lit() -> None:
    driver = at("step A A 3 climb A3+ball2 1", A="2.2 - - 0/0/0")
    assert question(driver) == "pawn A, 3 to go:"
    ways = ["up left: sapphire", "up right: sapphire"]
    assert lines(driver, 0)[1:] != ways  # lines of whole ways stand before them
    told = [line for line in lines(driver, 0) if not line.startswith("to the")]
    assert told[:4] == ["up left", "up right: sapphire", "left: sapphire", "right"]
    assert told[4] == "not at all"
    while under(driver, 0) != "up left":
        driver.tap(0)
    assert driver.scene is not None
    assert driver.scene.map is not None
    lit = [spot.name for spot in driver.scene.map.spots if spot.thumb == Seat(0)]
    assert lit == ["3.1"]
    assert driver.scene.bars[0].mark == 4, "the strip shows how high that is"
    driver.hold(0)
    assert driver.words()[-1] == "A step 3.1"
    assert "stop here" in lines(driver, 0)


def test_a_pawn_in_base_camp_begins_by_the_place_in_the_bottom_row() -> None:
    driver = at("step A A 4 climb A4 1", B="0.2 - - 0/0/0")
    assert [line for line in lines(driver, 0) if line.startswith("in at")] == [
        "in at 1", "in at 2", "in at 4", "in at 5", "in at 6",
    ]  # fmt: skip


def test_all_the_way_to_a_treasure_is_one_line() -> None:
    """OV-15: each step, the end of the move and taking are answers as if pressed one by one."""
    driver = at("step A A 3 climb A3+ball2 1", A="1.0 - - 0/0/0")
    assert under(driver, 0) == "to the sapphire, row 3 place 2"
    before = len(driver.words())
    driver.hold(0)
    assert driver.words()[before:] == ["A step 2.1", "A stop", "A collect"]
    assert driver.state.players[0].tokens == (0, 0, 1)
    assert asked(driver) == ["A"], "and the ball is next"


def test_pointing_at_a_treasure_far_away_goes_all_the_way() -> None:
    driver = at("step A A 3 climb A3+ball2 1", A="1.0 - - 0/0/0")
    before = len(driver.words())
    driver.table.evening.choose(Seat(0), "3.2")
    driver.wait(10)
    assert driver.words()[before:] == ["A step 2.1", "A step 3.1", "A step 3.2", "A collect"]


def test_pointing_at_a_treasure_next_to_it_asks_whether_to_take_it_or_to_step_only() -> None:
    driver = at("step A A 3 climb A3+ball2 1", A="1.0 - - 0/0/0")
    driver.table.evening.choose(Seat(0), "2.1")
    driver.wait(10)
    assert lines(driver, 0) == ["to the sapphire, row 3 place 2", "up right: sapphire", "Back"]


def test_a_whole_way_is_taken_back_answer_by_answer() -> None:
    driver = at("step A A 3 climb A3+ball2 1", A="1.0 - - 0/0/0")
    driver.hold(0)
    assert driver.state.players[0].tokens == (0, 0, 1)
    driver.say("undo")
    assert question(driver) == "pawn A takes the sapphire?"
    assert driver.state.players[0].tokens == (0, 0, 0)
    driver.say("undo")
    driver.say("undo")
    assert question(driver) == "pawn A, 3 to go:"


def test_a_treasure_is_offered_and_may_be_left() -> None:
    driver = at("collect A A climb A4 1", A="2.1 - - 0/0/0")
    assert question(driver) == "pawn A takes the sapphire?"
    driver.tap(0)
    driver.hold(0)
    assert driver.words()[-1] == "A leave"
    assert driver.state.players[0].tokens == (0, 0, 0)


def test_a_boulder_is_placed_by_row_and_then_by_pair() -> None:
    driver = at("place A climb ?2+boulder 2")
    assert [line for line in lines(driver, 0) if line == "Row 2:"] == ["Row 2:"]
    rows = lines(driver, 0)
    row = next(i for i, line in enumerate(rows) if line == "Row 5:")
    for _ in range(row):
        driver.tap(0)
    assert driver.scene is not None
    assert driver.scene.map is not None
    thumbs = [one.name for one in driver.scene.map.between if one.thumb == Seat(0)]
    assert thumbs
    assert all(name.startswith("4.") for name in thumbs), "all of the row is lit"
    driver.hold(0)
    driver.hold(0)
    assert driver.words()[-1] == f"A place {thumbs[0]}"


def test_the_ball_is_shown_at_its_chute_and_confirmed_by_any_touch_of_who_drops_it() -> None:
    driver = at("ball A climb A3+ball2 2", A="2.1 - - 0/0/0")
    assert driver.scene is not None
    assert driver.scene.chute is not None
    assert (driver.scene.chute.number, driver.scene.chute.due) == (2, True)
    assert question(driver) == "Drop a ball in chute 2, then press!"
    assert driver.scene.doing[1] == Doing(text("ov.card.ball", slot=2), "now")
    driver.tap(1)
    assert driver.words()[-1] != "A drop 2"
    driver.tap(0)
    assert driver.words()[-1] == "A drop 2"
    assert [cue.name for cue in driver.cues] == ["rolling"]
    assert driver.scene.chute == Chute(2, 6, due=False)


def test_all_owners_tell_at_once_who_fell_each_on_the_own_button() -> None:
    """OV-23, OV-A26."""
    driver = at(FELL, A="2.2 3.1 - 0/0/0", B="2.3 - - 0/0/0", C="- - - 0/0/0")
    assert asked(driver) == ["A", "B"], "C has nobody there"
    assert lines(driver, 0)[:3] == ["nobody", "pawn A fell", "pawn B fell"]
    driver.tap(1)
    assert under(driver, 0) == "nobody", "B's thumb moves nothing of A's"
    driver.hold(1)
    assert driver.words()[-1] == "B fell A"
    assert asked(driver) == ["A"]
    driver.tap(0)
    driver.tap(0)
    driver.hold(0)
    assert lines(driver, 0)[:2] == ["that is all", "pawn A fell"]
    driver.hold(0)
    assert driver.words()[-2:] == ["A fell B", "A safe"]
    assert driver.state.players[0].pawns[1] == -1
    assert driver.pending.topic == "gear"


def test_who_lets_one_pawn_stay_is_asked_of_the_next_from_the_first_line_on() -> None:
    """Else the thumb would lie on "not at all" already, and a second hold let that stay as well."""
    driver = at("step A A 1 climb A1+B1+ball4 1", A="2.2 3.0 - 0/0/0")
    driver.choose(Seat(0), "A stop")
    assert question(driver) == "pawn B, 1 to go:"
    assert under(driver, 0) == lines(driver, 0)[0] != "not at all"


def test_of_a_ball_that_is_stuck_somebody_tells_who_has_to_tell_anyway() -> None:
    driver = at(FELL, A="2.2 - - 0/0/0", B="2.3 - - 0/0/0")
    driver.hold(0)
    assert driver.words()[-1] == "A safe"
    assert asked(driver) == ["B"], "the dropper has told all, and is asked nothing more"
    assert lines(driver, 1) == ["nobody", "pawn A fell", "The ball is stuck"]


def test_the_dropper_tells_of_boulders() -> None:
    """OV-A13."""
    driver = at(FELL, A="2.2 - - 0/0/0", B="2.3 - - 0/0/0", boulders="3.0+3.1")
    assert "Boulder off, row 4: on 1 and 2" in lines(driver, 0)
    assert not [line for line in lines(driver, 1) if "Boulder" in line]


def test_a_gear_card_is_told_by_who_draws_it_and_one_too_many_goes() -> None:
    """OV-24, OV-25."""
    driver = at("gear A climb A1+B1+ball4 3", owed="B1", gear_B="?5, ?6, A4+B2", gear_pile="rest")
    assert asked(driver) == ["B"]
    driver.choose(Seat(1), "equip B ?3+?3")
    assert asked(driver) == ["B"]
    assert question(driver, 1) == "Which gear card goes?"
    driver.choose(Seat(1), "B trim ?5")
    assert sum(driver.state.players[1].gear) == 3


def test_the_strip_is_a_height_bar_for_each() -> None:
    driver = at("play A", A="2.1 5.0 - 0/0/0", B="- - - 0/0/0")
    assert driver.scene is not None
    assert [(bar.height, bar.most, bar.mark) for bar in driver.scene.bars] == [
        (6, 9, None), (0, 9, None), (0, 9, None),
    ]  # fmt: skip
    assert driver.scene.seats[0].lamp is Lamp.BLINK


def test_the_map_shows_everything_that_is_on_the_volcano() -> None:
    driver = at("play A", A="2.1 5.0 - 0/0/1", boulders="3.0+3.1", treasures="rest")
    assert driver.scene is not None
    shown = driver.scene.map
    assert shown is not None
    assert shown.shape == "peg"
    spots = {spot.name: spot for spot in shown.spots}
    assert [spot.says for spot in shown.spots if spot.ground == "chute"] == list("123456")
    low, high = spots["0.0"], spots["8.0"]
    assert low.x == high.x == 0.0
    assert low.y > high.y > spots["chute1"].y
    assert spots["1.0"].x == 0.5, "rows are staggered"
    pieces = [(p.kind, p.seat, p.says, p.n) for p in spots["2.1"].pieces]
    assert pieces == [("pawn", Seat(0), "A", 1), ("sapphire", None, "", 11)]
    assert spots["1.1"].ground == "cave"
    joined = {(one.kind, one.name) for one in shown.between}
    assert joined == {("cave", "1.1+4.1"), ("cave", "3.4+6.4"), ("boulder", "3.0+3.1")}
    aside = [(p.kind, p.n) for p in shown.aside]
    assert aside.count(("pawn", 1)) == 7
    assert ("boulder", 2) in aside


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("B fell C", "OV-23"),
        ("A drop 9", "1 to 6"),
        ("C fell A", ""),
        ("A step 3.1", ""),
        ("A fell D", ""),
    ],
)
def test_what_cannot_be_is_refused_with_its_rule_and_the_same_is_asked_again(
    words: str, rule: str
) -> None:
    driver = at(FELL, A="2.2 - - 0/0/0", B="2.3 - - 0/0/0")
    before = driver.words()
    driver.feed(Command(None, "staff", f"tell {words}", driver.now_ns))
    assert rule in driver.refused[-1].says
    assert driver.words() == before
    assert asked(driver) == ["A", "B"]


def test_a_pawn_that_fell_twice_is_refused() -> None:
    driver = at(FELL, A="2.2 2.4 - 0/0/0", B="2.3 - - 0/0/0")
    driver.say("tell A fell A")
    before = driver.words()
    driver.say("tell A fell A")
    assert "OV-" in driver.refused[-1].says
    assert driver.words() == before
    assert asked(driver) == ["A", "B"]


def test_undo_goes_back_to_the_last_choice_and_staff_put_a_pawn_right() -> None:
    driver = at("step A A 3 climb A3+ball2 1", A="2.2 - - 0/0/0")
    driver.choose(Seat(0), "A step 3.1")
    driver.say("undo")
    assert question(driver) == "pawn A, 3 to go:"
    driver.say("put A 3.2 - - 0/0/0 because it stands there")
    assert not driver.refused
    assert driver.state.players[0].pawns[0] == driver.state.box.board.index["3.2"]
    assert question(driver) == "pawn A, 3 to go:"


def test_resumed_it_asks_what_it_asked() -> None:
    driver = begun()
    for words in ("A climb A1+B1+ball4", "A step 0.3", "A step 0.2", "A drop 4", "A fell B"):
        driver.choose(Seat(0), words)
    told = retell(Match.begin(GAME, Setup(3, Box()), "evening"), driver.lines)
    again = sat()
    sitting = Sitting(again.house.games[0], Boxed(Box(), ""), (0, 1, 2))
    again.table.evening.resume(told, len(driver.lines), sitting, 5_000)
    again.wait(10)
    assert asked(again) == ["A"]
    assert lines(again, 0)[:2] == ["that is all", "pawn A fell"]


def own(driver: Driver, seat: Seat) -> list[VolcanoAnswer]:
    state, pending = driver.state, driver.pending
    assert isinstance(state, State)
    assert isinstance(pending, Decision)
    view = driver.house.games[0].view
    return [a for a in pending.options if view.asker(state, a) == seat]


@pytest.mark.parametrize(
    ("seats", "box"), [(2, Box()), (3, Box(boulder_model=BoulderModel.EDGE)), (4, Box())]
)
def test_a_whole_game_is_played_by_buttons_and_every_option_is_within_25_presses(
    seats: int, box: Box
) -> None:
    driver = begun(seats, box)
    longest = 0
    for k in range(2_000):
        if driver.over:
            break
        answer = draw("thumbs", k, driver.pending)
        seat = driver.house.games[0].view.asker(driver.state, answer)
        longest = max(longest, *(len(driver.presses(seat, str(o))) for o in own(driver, seat)))
        driver.choose(seat, str(answer))
    assert driver.over
    assert longest <= 25
    told = retell(Match.begin(GAME, Setup(seats, box), "evening"), driver.lines)
    assert told.state == driver.state
    assert driver.scene is not None
    assert driver.scene.wash
    assert driver.scene.bars == ()


def test_at_the_end_the_winners_colour_is_the_strips_and_everybody_may_play_again() -> None:
    driver = at("collect A A climb A4 1", A="2.1 - - 1/2/2", treasures="rest")
    driver.hold(0)
    assert driver.scene is not None
    assert driver.scene.phase == "over"
    assert driver.scene.wash == ("seat_a",)
    assert TEXTS.say(driver.scene.waiting) == "A wins: the board is full!"
    assert driver.scene.seats[0].status == "won"
    assert driver.scene.seats[0].lamp is Lamp.PULSE
