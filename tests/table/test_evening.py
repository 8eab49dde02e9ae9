"""Whole games by thumbs and looks, without a device."""

from __future__ import annotations

from hashlib import blake2b

import pytest

from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Seat, Setup, Source
from firmware_host.rules.lava_land.box import Box
from firmware_host.session.match import Match, retell
from firmware_host.session.tale import Answered, Put, Undone
from firmware_host.table.games import Boxed, Sitting
from firmware_host.vision.facts import Tray
from hw.ports import Edge

from .evening import MS, Driver, some_faces


def pick(seed: str, n: int, of: int) -> int:
    return int.from_bytes(blake2b(f"{seed}/{n}".encode(), digest_size=4).digest(), "big") % of


def play_on(driver: Driver, seed: str, n: int) -> None:
    """One step of people: throw, grab, or work a menu."""
    pending = driver.pending
    if pending.topic == "show":
        driver.throw(some_faces(3, f"{seed}/{n}"))
    elif pending.topic == "take":
        answer = pending.options[pick(seed, n, len(pending.options))]
        assert answer.seat is not None
        driver.grab(answer.seat, str(answer).split()[-1])
    elif pending.topic == "go":
        driver.wait(2_000)
    else:
        assert pending.source is Source.PLAYER
        answer = pending.options[pick(seed, n, len(pending.options))]
        assert answer.seat is not None
        driver.choose(answer.seat, str(answer))


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_a_game_is_played_by_thumbs_and_looks_and_its_lines_tell_it_again(seed: str) -> None:
    driver = Driver(seed=seed)
    for n in range(2_000):
        if driver.over:
            break
        play_on(driver, seed, n)
    assert driver.over
    game, setup = GAMES["lava_land"], Setup(3, Box())
    told = retell(Match.begin(game, setup, driver.opened[0].seed), driver.lines)
    host = driver.table.evening.host
    assert host is not None
    assert told.state == host.ledger.match.state
    assert not any(isinstance(line, Undone | Put) for line in driver.lines)


def test_lines_are_committed_before_what_they_show() -> None:
    driver = Driver()
    driver.look(Tray.MOVING)
    for face in some_faces(3, "x"):
        driver.crater.put(face)
    driver.kinds.clear()
    driver.rest()
    assert driver.kinds.index("Commit") < driver.kinds.index("Show")
    assert driver.kinds.count("Commit") == 1, "the answers of one look are one transaction"


def test_the_first_raw_edge_is_acknowledged_before_anything_else() -> None:
    driver = Driver()
    first, *_ = driver.feed_edge(0)
    assert type(first).__name__ == "Ack"


def thrown(seats: int = 3) -> Driver:
    driver = Driver(seats=seats)
    driver.throw(["Yb", "Yt", "Yf", "Rb", "Rt", "Rl", "Bb", "Bt", "Bf"])
    assert driver.pending.topic == "take"
    return driver


def words(driver: Driver) -> list[str]:
    return [line.words for line in driver.lines if isinstance(line, Answered)]


def test_a_press_and_a_die_that_leaves_are_joined() -> None:
    driver = thrown()
    driver.grab(Seat(1), "Rl")
    assert words(driver)[-1] == "B take Rl"


def test_a_press_after_its_die_is_joined_too() -> None:
    driver = thrown()
    driver.crater.take(driver.crater.named("Rl"), driver.now_ns)
    driver.look()
    driver.wait(500)
    driver.tap(2)
    assert words(driver)[-1] == "C take Rl"


def test_a_tap_whose_edges_come_late_and_together_is_a_press_all_the_same() -> None:
    driver = thrown()
    pressed_ns = driver.now_ns + 100 * MS  # nothing was thought about meanwhile
    driver.feed(Edge(2, down=True, at_ns=pressed_ns))
    driver.feed(Edge(2, down=False, at_ns=pressed_ns + 90 * MS))
    driver.wait(250)
    driver.crater.take(driver.crater.named("Rl"), driver.now_ns)
    driver.look()
    assert words(driver)[-1] == "C take Rl"


def test_a_press_without_a_die_expires_with_a_light() -> None:
    driver = thrown()
    driver.tap(1)
    driver.wait(2_000)
    driver.look()
    assert [c.seat for c in driver.cues if c.name == "refused"] == [Seat(1)]
    assert "take" not in words(driver)[-1]


def test_a_press_does_not_expire_before_the_picture_that_shows_its_die() -> None:
    driver = thrown()
    driver.tap(1)
    number = driver.crater.named("Rl")
    driver.wait(1_000)
    driver.tap(0)  # for another die, that has not gone yet
    driver.wait(800)  # a slow camera: the picture of the first second comes only now
    driver.crater.take(number, driver.now_ns - 1_700 * 1_000_000)
    driver.look()
    assert words(driver)[-1] == "B take Rl"


def test_a_die_without_a_press_is_asked_about() -> None:
    driver = thrown()
    driver.crater.take(driver.crater.named("Rl"), driver.now_ns)
    driver.look()
    driver.wait(1_600)
    driver.look()
    assert driver.scene is not None
    assert driver.scene.waiting.key == "ask.whose"
    assert set(driver.scene.waiting_for) == {Seat(0), Seat(1), Seat(2)}
    driver.choose(Seat(2), "C take Rl")
    assert words(driver)[-1] == "C take Rl"


def test_while_it_is_asked_whose_a_die_is_a_press_claims_and_only_a_hold_answers() -> None:
    driver = thrown()
    driver.crater.take(driver.crater.named("Rl"), driver.now_ns)
    driver.look()
    driver.wait(1_600)
    driver.look()
    driver.tap(2)  # for a die it is about to take, not for the one that is asked about
    assert driver.scene is not None
    assert driver.scene.waiting.key == "ask.whose"
    driver.crater.take(driver.crater.named("Yb"), driver.now_ns)
    driver.look()
    assert words(driver)[-1] == "C take Yb"
    driver.hold(1)
    assert words(driver)[-1] == "B take Rl"


def test_a_fourth_die_is_refused_and_goes_back() -> None:
    driver = thrown()
    for face in ("Yb", "Yt", "Yf"):
        driver.grab(Seat(0), face)
    told = len(driver.lines)
    driver.grab(Seat(0), "Rl")
    driver.wait(2_000)
    driver.look()
    assert len(driver.lines) == told
    assert driver.scene is not None
    assert driver.scene.notice is not None
    assert driver.scene.notice.key == "notice.fourth"
    driver.crater.put("Rl")
    driver.rest()
    assert driver.scene.notice is None
    driver.grab(Seat(1), "Rl")
    assert words(driver)[-1] == "B take Rl"


def test_a_fourth_die_that_does_not_come_back_is_asked_about_it_may_be_anothers() -> None:
    driver = thrown()
    for face in ("Yb", "Yt", "Yf"):
        driver.grab(Seat(0), face)
    driver.grab(Seat(0), "Rl")  # A pressed for nothing: it was B who took it, without a press
    for _ in range(20):
        driver.wait(500)
        driver.look()
    assert driver.scene is not None
    assert driver.scene.waiting.key == "ask.whose"
    assert not driver.scene.seats[0].menu
    driver.hold(1)
    assert words(driver)[-1] == "B take Rl"


def test_an_unsure_die_is_asked_about_and_its_name_stays_with_it() -> None:
    driver = Driver()
    driver.look(Tray.MOVING)
    for face in ("Yb", "Yt", "Yf", "Rb", "Rt", "Rl", "Bb", "Bt"):
        driver.crater.put(face)
    number = driver.crater.put("Bf", sure=False, others="l")
    driver.rest()
    assert driver.scene is not None
    assert driver.scene.waiting.key == "ask.face"
    first = driver.state.first
    driver.choose(first, "show Bl")
    assert driver.pending.topic == "take"
    driver.feed_edge(1)
    driver.crater.take(number, driver.now_ns)
    driver.wait(50)
    driver.look()
    assert words(driver)[-1] == "B take Bl"


def test_a_die_outside_means_all_again_and_what_lies_there_is_no_throw() -> None:
    driver = Driver()
    driver.crater.outside = 1
    driver.throw(["Yb", "Yt", "Yf", "Rb", "Rt", "Rl", "Bb", "Bt"])
    assert words(driver)[-1] == "reroll"
    driver.crater.outside = 0
    driver.crater.put("Bf")
    driver.rest()
    assert driver.pending.topic == "show"
    assert words(driver)[-1] == "reroll"


def test_all_dice_thrown_anew_out_of_the_crater_itself_are_a_throw() -> None:
    driver = Driver()
    driver.crater.outside = 1
    driver.throw(["Yb", "Yt", "Yf", "Rb", "Rt", "Rl", "Bb", "Bt"])
    assert words(driver)[-1] == "reroll"
    driver.rest()
    driver.crater.outside = 0
    driver.crater.dice.clear()
    for face in ["Yb", "Yt", "Yf", "Rb", "Rt", "Rl", "Bb", "Bt", "Bf"]:
        driver.crater.put(face)
    driver.wait(800)
    driver.rest()
    assert driver.pending.topic == "take"


def test_dice_put_back_one_by_one_are_no_throw_until_the_thrower_says_so() -> None:
    driver = Driver()
    driver.look()
    for face in ["Yb", "Yt", "Yf", "Rb", "Rt", "Rl", "Bb", "Bt", "Bf"]:
        driver.wait(800)
        driver.crater.put(face)
        driver.look()
    driver.rest()
    assert driver.pending.topic == "show"
    assert driver.scene is not None
    assert driver.scene.notice is not None
    assert driver.scene.notice.key == "notice.not_thrown"
    other = next(s for s in range(3) if s != driver.state.first)
    driver.tap(other)
    driver.rest()
    assert driver.pending.topic == "show"
    driver.tap(int(driver.state.first))
    driver.rest()
    assert driver.pending.topic == "take"


def test_too_few_dice_are_asked_about_never_read() -> None:
    driver = Driver()
    driver.throw(["Yb", "Yt", "Yf", "Rb", "Rt", "Rl", "Bb", "Bt"])
    assert not [w for w in words(driver) if w.startswith("show")]
    driver.wait(2_500)
    driver.look()
    assert driver.scene is not None
    assert driver.scene.waiting.key == "ask.missing"
    driver.choose(driver.state.first, "show Bf")
    driver.look()
    assert driver.pending.topic == "take"
    assert sum(driver.state.crater) == 9


def test_without_a_camera_the_same_decisions_are_menus() -> None:
    driver = Driver(camera=False)
    first = driver.state.first
    for _ in range(9):
        option = driver.pending.options[0]
        driver.choose(first, str(option))
    assert driver.pending.topic == "take"
    driver.choose(Seat(2), str(next(o for o in driver.pending.options if o.seat == 2)))
    assert words(driver)[-1].startswith("C take")


def test_not_mine_swaps_two_dice_and_is_a_put_with_its_reason() -> None:
    driver = thrown()
    for seat, face in zip((0, 0, 0, 1, 1, 1, 2, 2, 2), list("x" * 9), strict=True):
        del face
        option = next(o for o in driver.pending.options if o.seat == seat)
        driver.grab(Seat(seat), str(option).split()[-1])
    assert driver.pending.topic == "go"
    before = driver.state.sets
    driver.hold(2)
    assert driver.scene is not None
    assert driver.scene.seats[2].menu
    driver.wait(10_000)
    assert driver.pending.topic == "go"
    driver.say(f"choose 1 {driver.n}", Seat(2), "player")
    driver.say(f"choose 0 {driver.n}", Seat(2), "player")
    put = driver.lines[-1]
    assert isinstance(put, Put)
    assert "C has" in put.reason
    assert driver.state.sets != before
    assert sorted(d.face for own in driver.state.sets for d in own) == sorted(
        d.face for own in before for d in own
    )


def test_after_undo_the_die_is_asked_back_before_looks_count_again() -> None:
    driver = thrown()
    driver.grab(Seat(0), "Yb")
    driver.say("undo")
    driver.look()
    assert driver.scene is not None
    assert driver.scene.notice is not None
    assert driver.scene.notice.key == "notice.out_of_step"
    driver.grab(Seat(1), "Rl")
    assert isinstance(driver.lines[-1], Undone)
    driver.crater.put("Yb")
    driver.crater.put("Rl")
    driver.rest()
    assert driver.scene.notice is None
    driver.grab(Seat(2), "Yb")
    assert words(driver)[-1] == "C take Yb"


def test_a_stale_choice_and_a_spectators_word_are_refused_and_change_nothing() -> None:
    driver = thrown()
    told = len(driver.lines)
    driver.say("choose 0 1", Seat(0), "player")
    driver.say("undo", None, "spectator")
    driver.say("undo", Seat(0), "player")
    driver.say("put A 99/0/0 because I say so")
    driver.say("dance")
    codes = [r.code for r in driver.refused]
    assert codes == ["stale", "not_allowed", "not_allowed", "impossible", "unknown"]
    assert len(driver.lines) == told


def test_silence_goes_on_by_itself_and_a_tap_goes_on_at_once() -> None:
    driver = thrown()
    while driver.pending.topic == "take":
        option = driver.pending.options[0]
        driver.grab(Seat(option.seat), str(option).split()[-1])
    first = driver.state.first
    driver.tap(int(first))
    assert words(driver)[-1] != f"{first} take"
    assert f"{first} go" in words(driver)


def test_resumed_it_goes_on_where_it_stood() -> None:
    driver = thrown()
    driver.grab(Seat(0), "Yb")
    again = Driver()
    game, setup = GAMES["lava_land"], Setup(3, Box())
    told = retell(Match.begin(game, setup, "evening"), driver.lines)
    sitting = Sitting(driver.house.games[0], Boxed(Box(), ""), (0, 1, 2))
    again.table.evening.resume(told, len(driver.lines), sitting, 5_000)
    again.news.clear()
    again.crater = driver.crater
    again.rest()
    assert driver.news
    assert again.news == driver.news, "what happened before is told to who comes back"
    assert again.scene is not None
    assert again.scene.notice is None
    again.grab(Seat(1), "Rl")
    assert words(again)[-1] == "B take Rl"


def test_the_result_stands_and_a_hold_plays_again() -> None:
    driver = Driver(seed="one")
    for n in range(9_000):
        if driver.over:
            break
        if driver.pending.topic == "go":
            driver.wait(100)
        else:
            play_on(driver, "one", n)
    assert driver.scene is not None
    assert driver.scene.phase == "over"
    driver.hold(0)
    assert len(driver.opened) == 1, "a thumb still down from the last choice starts nothing"
    driver.wait(3_000)
    driver.hold(0)
    assert len(driver.opened) == 2


def test_bounces_are_one_press() -> None:
    driver = thrown()
    for ms in range(5):
        driver.feed_edge(1, down=ms % 2 == 0, at_ns=driver.now_ns + ms * MS // 2)
    driver.now_ns += 3 * MS
    driver.wait(20)
    assert len(driver.acks) == 1
