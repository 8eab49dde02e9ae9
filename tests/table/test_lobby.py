"""Who sits down plays, on the buttons they pressed; and what is played is chosen there."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.rules.kernel import Seat
from firmware_host.rules.table_is_lava.box import Box as TableBox
from firmware_host.table.scene import Lamp, Scene, text
from firmware_host.table.signals import Command, Offered, OpenMatch, Refused, Show, Tick
from firmware_host.table.table import Table

from .evening import Driver, playable


def lobby() -> Driver:
    driver = Driver(seats=4, others=(playable("table_is_lava", TableBox()),))
    driver.house = replace(driver.house, fixed=None)
    driver.opened.clear()
    driver.table = Table(driver.house, driver.now_ns)
    driver.feed(Tick(driver.now_ns))
    return driver


def scene(driver: Driver) -> Scene:
    assert driver.scene is not None
    return driver.scene


def lines(driver: Driver, button: int) -> list[str]:
    """The keys of a button's menu."""
    return [choice.label.key for choice in scene(driver).seats[button].menu]


def walk(driver: Driver, button: int, to: str) -> int:
    """Tap until the line *to* is under the thumb; how many taps it took."""
    for taps in range(25):
        under = next(c for c in scene(driver).seats[button].menu if c.under_thumb)
        said = dict(under.label.values)
        if to in (under.label.key, getattr(said.get("rule"), "key", "")):
            return taps
        driver.tap(button)
    raise AssertionError(f"no {to} within 25 presses")


def test_games_that_are_known_later_come_into_the_menu_where_no_old_page_takes_them() -> None:
    driver = lobby()
    both = driver.house.games
    driver.house = replace(driver.house, games=both[:1])
    driver.table = Table(driver.house, driver.now_ns)
    driver.tap(1)
    driver.tap(2)
    driver.tap(0)
    assert "lobby.game" not in lines(driver, 0)
    shown = driver.table.n
    driver.feed(Offered(both, driver.now_ns))
    assert lines(driver, 0)[:2] == ["lobby.begin", "lobby.game"]
    refused = driver.feed(Command(Seat(0), "player", f"choose 1 {shown}", driver.now_ns))
    assert [one.code for one in refused if isinstance(one, Refused)] == ["stale"]
    driver.feed(Command(Seat(0), "player", f"choose 1 {driver.table.n}", driver.now_ns))
    assert scene(driver).game == "table_is_lava"


def test_taps_sit_down_and_a_hold_begins_with_enough() -> None:
    driver = lobby()
    for button in (3, 0):
        driver.tap(button)
    driver.hold(0)
    assert not driver.opened, "two are too few"
    assert [s.lamp for s in scene(driver).seats] == [Lamp.ON, Lamp.PULSE, Lamp.PULSE, Lamp.ON]
    driver.hold(2)
    assert [o.buttons for o in driver.opened] == [(0, 2, 3)]
    assert [s.button for s in scene(driver).seats] == [0, 2, 3]


def test_who_has_joined_gets_up_again_by_the_menu() -> None:
    driver = lobby()
    driver.tap(1)
    walk(driver, 1, "lobby.leave")
    driver.hold(1)
    assert scene(driver).seats[1].status == "free"


def test_another_game_is_chosen_by_one_button_and_is_what_begins() -> None:
    driver = lobby()
    for button in (1, 3):
        driver.tap(button)
    walk(driver, 3, "lobby.game")
    driver.hold(3)
    assert scene(driver).title.key == "game.table_is_lava"
    assert lines(driver, 1)[0] == "lobby.begin", "two are enough for this one"
    driver.tap(2)
    walk(driver, 1, "lobby.begin")
    driver.hold(1)
    assert [(o.game, o.buttons) for o in driver.opened] == [("table_is_lava", (1, 2, 3))]
    assert scene(driver).game == "table_is_lava"


def test_every_line_of_a_new_game_is_within_25_presses() -> None:
    driver = lobby()
    driver.tap(0)
    driver.tap(1)
    walk(driver, 0, "lobby.game")
    driver.hold(0)
    for key in ("variant_rock_island", "leaning_counts_as", "missed_card"):
        rule = f"option.table_is_lava.{key}.name"
        assert walk(driver, 0, rule) <= 24
        driver.hold(0)
    driver_lines = scene(driver).lines
    assert len(driver_lines) == 4, "those that were changed are shown to all"
    walk(driver, 0, "lobby.begin")
    driver.hold(0)
    assert "('variant_rock_island', True)" in driver.opened[0].box


def test_a_house_rule_chosen_once_more_is_as_usual_again() -> None:
    driver = lobby()
    driver.tap(0)
    walk(driver, 0, "option.lava_land.guard_mode.name")
    driver.hold(0)
    assert len(scene(driver).lines) == 2
    driver.hold(0)
    assert len(scene(driver).lines) == 1


def test_each_chooses_a_colour_nobody_else_has_and_wears_it_in_play() -> None:
    driver = lobby()
    for button in (0, 1, 2):
        driver.tap(button)
    tints = [s.tint for s in scene(driver).seats]
    assert len(set(tints)) == 4
    walk(driver, 0, "lobby.colour")
    driver.hold(0)
    chosen = [s.tint for s in scene(driver).seats]
    assert chosen[0] not in (tints[0], tints[1], tints[2])
    walk(driver, 0, "lobby.begin")
    driver.hold(0)
    assert list(driver.opened[0].tints) == chosen[:3]
    assert [s.tint for s in scene(driver).seats] == chosen[:3]


def test_a_page_may_sit_down_and_begin_by_the_same_lines() -> None:
    driver = lobby()
    for seat in (0, 1, 2):
        driver.say(f"choose 0 {driver.n}", seat, "player")
    driver.say(f"choose 0 {driver.n - 1}", 3, "player")
    assert driver.refused[-1].code == "stale"
    driver.say(f"choose 99 {driver.n}", 0, "player")
    assert driver.refused[-1].code == "not_asked"
    driver.say(f"choose 0 {driver.n}", 0, "player")
    assert len(driver.opened) == 1


def test_staff_may_give_a_match_up() -> None:
    driver = Driver()
    driver.house = replace(driver.house, fixed=None)
    driver.table = Table(driver.house, driver.now_ns)
    for button in (0, 1, 2):
        driver.tap(button)
    driver.hold(0)
    effects = driver.feed(Command(None, "staff", "new", driver.now_ns))
    assert driver.closed[-1].over is None
    assert not [e for e in effects if isinstance(e, OpenMatch)]
    assert [e.scene.phase for e in effects if isinstance(e, Show)] == ["lobby"]


def test_staff_name_the_next_game_and_a_name_that_is_none_gives_nothing_up() -> None:
    driver = Driver(others=(playable("table_is_lava", TableBox()),))
    driver.feed(Command(None, "staff", "games chess", driver.now_ns))
    assert driver.refused[-1].says == (
        "'chess' is no game of this table: say lava_land, table_is_lava"
    )
    assert not driver.closed
    driver.feed(Command(None, "staff", "games table_is_lava", driver.now_ns))
    assert scene(driver).title.key == "game.table_is_lava"
    assert driver.closed[-1].over is None


def test_where_seats_are_fixed_staff_may_ask_for_another_game() -> None:
    driver = Driver(others=(playable("table_is_lava", TableBox()),))
    driver.feed(Command(None, "staff", "games", driver.now_ns))
    assert scene(driver).phase == "lobby"
    assert [s.status for s in scene(driver).seats] == ["joined"] * 3 + ["free"]
    walk(driver, 0, "lobby.game")
    driver.hold(0)
    walk(driver, 0, "lobby.begin")
    driver.hold(0)
    assert driver.opened[-1].game == "table_is_lava"


ROCK, GUARDS = "option.table_is_lava.variant_rock_island.name", "option.lava_land.guard_mode.name"


def chosen(driver: Driver, button: int, *lines: str) -> None:
    """Walk to each of these lines, and take it."""
    for line in lines:
        walk(driver, button, line)
        driver.hold(button)


def test_another_game_and_back_forgets_no_house_rule_and_no_colour() -> None:
    driver = lobby()
    driver.tap(0)
    driver.tap(1)
    chosen(driver, 0, GUARDS, "lobby.colour")
    rules, tints = scene(driver).lines[1:], [s.tint for s in scene(driver).seats]
    assert len(rules) == 1
    chosen(driver, 0, "lobby.game")
    assert len(scene(driver).lines) == 1, "of this one nothing was chosen"
    chosen(driver, 0, ROCK, "lobby.game")
    assert scene(driver).lines[1:] == rules
    assert [s.tint for s in scene(driver).seats] == tints
    chosen(driver, 0, "lobby.game", "lobby.begin")
    assert driver.opened[-1].game == "table_is_lava"
    assert "('variant_rock_island', True)" in driver.opened[-1].box


def test_house_rules_that_are_not_as_usual_are_shown_in_play() -> None:
    driver = lobby()
    driver.tap(0)
    driver.tap(1)
    chosen(driver, 0, "lobby.game", ROCK, "lobby.begin")
    (rule,) = scene(driver).rules
    assert dict(rule.values)["rule"] == text(ROCK)
    assert scene(driver).phase == "setup"


def test_whoever_is_asked_for_another_game_finds_the_house_rules_of_before() -> None:
    driver = lobby()
    driver.tap(0)
    driver.tap(1)
    chosen(driver, 0, "lobby.game", ROCK, "lobby.begin")
    driver.say("games table_is_lava")
    assert len(scene(driver).lines) == 2
    driver.say("new")
    driver.tap(0)
    chosen(driver, 0, "lobby.game")
    assert len(scene(driver).lines) == 1, "others may come now"


def test_a_game_without_dice_has_no_crater_before_it_begins_either() -> None:
    driver = lobby()
    driver.tap(0)
    assert scene(driver).crater
    chosen(driver, 0, "lobby.game")
    assert not scene(driver).crater


def test_where_more_sit_than_may_play_a_colour_stays_when_none_is_free() -> None:
    driver = Driver(seats=5, first=playable("table_is_lava", TableBox()))
    driver.house = replace(driver.house, fixed=None)
    driver.table = Table(driver.house, driver.now_ns)
    driver.feed(Tick(driver.now_ns))
    for button in range(5):
        driver.tap(button)
    assert "lobby.begin" not in lines(driver, 4)
    tints = [seat.tint for seat in scene(driver).seats]
    for button in range(5):
        walk(driver, button, "lobby.colour")
        driver.hold(button)
    assert [seat.tint for seat in scene(driver).seats] == tints
    driver.tap(4)
    walk(driver, 4, "lobby.leave")
    driver.hold(4)
    assert "lobby.begin" in lines(driver, 0)
