"""Lost Island's dice in the crater: what counts as thrown, and what is asked about."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.rules.kernel import Seat
from firmware_host.rules.lost_island.box import Box
from firmware_host.table.scene import Due, Text
from firmware_host.table.signals import NO_THROW, Thrown
from firmware_host.vision.facts import Guess, Tray

from .evening import Driver, playable
from .test_lost_island import MORE, lines, say, shown


def thrown(**more: str) -> Driver:
    """A game with real dice."""
    driver = Driver(seats=3, first=playable("lost_island", Box()))
    if more:
        driver.look()
        driver.put(MORE | more)
        driver.look()
    return driver


def searching() -> Driver:
    return thrown(now="search A 2")


def spears(n: int = 3) -> Driver:
    return thrown(now=f"spear A 2 forest {n}", A="-1,0/0")


def throw(driver: Driver, *values: int, sure: bool = True) -> list[int]:
    """These dice tumble and come to rest, each far from the others."""
    driver.look(Tray.MOVING)
    numbers = []
    for value in values:
        number = driver.crater.put(f" {value}", sure=sure)
        numbers.append(number)
    driver.wait(200)
    driver.rest()
    return numbers


def clear(driver: Driver) -> None:
    """All dice out of the crater."""
    for number in list(driver.crater.dice):
        driver.crater.take(number, driver.now_ns)
    driver.look()


def told(driver: Driver) -> list[str]:
    return [words for words in driver.words() if words.startswith("die") or "begin" in words]


def notice(driver: Driver) -> str:
    return say(shown(driver).notice)


def move(driver: Driver, number: int, by_mm: float, face: str = "") -> None:
    die = driver.crater.dice[number]
    guesses = (Guess(face, 0.9),) if face else die.guesses
    driver.crater.dice[number] = replace(die, x_mm=die.x_mm + by_mm, guesses=guesses)


def test_a_search_reads_the_die_that_was_thrown() -> None:
    driver = searching()
    assert notice(driver) == "A: throw one die. 3 or more finds wood"
    throw(driver, 6)
    assert told(driver) == ["die 6"]
    assert driver.state.players[0].wood == 3, "the hands were full"


def test_dice_of_throws_before_may_lie_there_and_do_not_count() -> None:
    driver = thrown()
    driver.crater.put(" 2")
    driver.crater.put(" 4")
    driver.rest()
    driver.put(MORE | {"now": "search A 2"})
    driver.rest()
    assert told(driver) == []
    throw(driver, 1)
    assert told(driver) == ["die 1"]


def test_a_die_that_is_pushed_aside_is_no_throw_but_one_that_rolled_is() -> None:
    driver = thrown()
    number = driver.crater.put(" 2")
    driver.rest()
    driver.put(MORE | {"now": "search A 2"})
    driver.rest()
    move(driver, number, 15.0)
    driver.rest()
    assert told(driver) == []
    move(driver, number, 15.0, "5")
    driver.rest()
    assert told(driver) == ["die 5"]


def test_the_throwers_press_says_that_what_lies_there_is_the_throw() -> None:
    driver = thrown()
    driver.crater.put(" 3")
    driver.rest()
    driver.put(MORE | {"now": "action A 3", "A": "-1,0/0", "forest": "-"})
    driver.choose(Seat(0), "A search")
    driver.rest()
    driver.tap(1)
    driver.rest()
    assert told(driver) == [], "it is not B's throw"
    driver.tap(0)
    driver.rest()
    assert told(driver) == ["die 3"]


def test_a_volley_is_told_when_all_its_dice_rest() -> None:
    driver = spears()
    assert shown(driver).due == Due(Seat(0), 3)
    driver.look(Tray.MOVING)
    driver.crater.put(" 5")
    driver.look(Tray.MOVING)
    assert told(driver) == []
    throw(driver, 2, 6)
    assert sorted(told(driver)) == ["die 2", "die 5", "die 6"]
    assert driver.pending.topic in ("retreat", "action")


def test_too_few_may_be_thrown_again_or_told() -> None:
    driver = spears()
    throw(driver, 5, 6)
    assert notice(driver) == "A: dice missing: 1. Throw again?"
    driver.wait(2_500)
    driver.look()
    assert told(driver) == []
    assert lines(driver) == [f"a {n}" for n in range(1, 7)]
    driver.choose(Seat(0), "die 2")
    driver.rest()
    assert sorted(told(driver)) == ["die 2", "die 5", "die 6"]


def test_too_few_that_are_thrown_again_count_once() -> None:
    driver = spears()
    throw(driver, 5, 6)
    clear(driver)
    throw(driver, 1, 1, 2)
    assert sorted(told(driver)) == ["die 1", "die 1", "die 2"]


def test_of_too_many_people_say_which_counts() -> None:
    driver = searching()
    throw(driver, 1, 6)
    driver.wait(2_500)
    driver.look()
    assert lines(driver) == ["a 1", "a 6"]
    driver.choose(Seat(0), "die 6")
    assert told(driver) == ["die 6"]


def test_a_die_that_is_not_clear_is_asked_about_and_any_value_can_be_told() -> None:
    driver = searching()
    throw(driver, 3, sure=False)
    assert told(driver) == []
    (die,) = driver.crater.look(driver.now_ns).dice
    assert driver.table.evening.watch().about == die.number
    assert lines(driver)[0] == "a 3"
    assert len(lines(driver)) == 6
    driver.choose(Seat(0), "die 5")
    driver.rest()
    assert told(driver) == ["die 5"]
    assert driver.table.evening.watch().about is None


def test_the_sure_dice_are_told_before_one_is_asked_about() -> None:
    driver = spears(2)
    driver.look(Tray.MOVING)
    driver.crater.put(" 4", sure=False)
    throw(driver, 6)
    assert told(driver) == ["die 6"]
    driver.choose(Seat(0), "die 5")
    driver.rest()
    assert told(driver) == ["die 6", "die 5"]


def test_where_the_camera_is_gone_its_thrower_tells() -> None:
    driver = searching()
    driver.look(Tray.BLIND)
    driver.wait(4_000)
    assert lines(driver) == [f"a {n}" for n in range(1, 7)]
    driver.choose(Seat(0), "die 4")
    assert told(driver) == ["die 4"]


def test_a_fight_is_thrown_monster_by_monster() -> None:
    box = Box(monster_fights=True)
    driver = Driver(seats=3, first=playable("lost_island", box))
    driver.look()
    driver.put(MORE | {"now": "fight A attack -1,0", "beach": "-1,0", "forest": "-1,0"})
    driver.look()
    assert shown(driver).due == Due(Seat(0), 4), "the beach's"
    assert notice(driver) == "A: throw 4 dice for the beach monster. 5 or more counts"
    throw(driver, 1, 2, 3, 4)
    assert shown(driver).due == Due(Seat(0), 3), "the forest's"
    clear(driver)
    throw(driver, 5, 5, 1)
    host = driver.table.evening.host
    assert host is not None
    events = [str(event) for match in host.ledger.match.path() for event in match.events]
    assert "fought beach 0" in events
    assert "fought forest 2" in events


def question(driver: Driver) -> str:
    return say(shown(driver).seats[0].question)


def untold(now: str, **more: str) -> Driver:
    """A game with real dice that no camera reads."""
    box = Box(monster_fights=True)
    driver = Driver(seats=3, first=playable("lost_island", box), camera=False)
    driver.put(MORE | more | {"now": now})
    return driver


def test_without_a_camera_it_is_asked_how_many_dice_and_which_of_them_is_to_be_told() -> None:
    driver = untold("spear A 2 forest 3", A="-1,0/0")
    assert question(driver) == "Throw 3 dice: 5 or more hits. The first shows"
    driver.choose(Seat(0), "die 4")
    assert question(driver) == "Spears, 5 or more hits: die 2 of 3 shows"
    driver.choose(Seat(0), "die 4")
    assert question(driver) == "Spears, 5 or more hits: die 3 of 3 shows"
    assert say(shown(driver).waiting) == question(driver)
    driver = untold("spear A 2 forest 1", A="-1,0/0")
    assert question(driver) == "Throw one die: 5 or more hits. It shows"
    assert question(untold("search A 2")) == "Throw one die: 3 or more finds wood. It shows"


def test_without_a_camera_it_is_asked_of_which_monster_a_die_of_a_fight_is() -> None:
    driver = untold("fight A attack -1,0", beach="-1,0", forest="-1,0")
    beasts = []
    for pips in (1, 2, 3, 4, 5, 5, 1):
        beasts.append(question(driver))
        driver.choose(Seat(0), f"die {pips}")
    beach, forest = "the beach monster", "the forest monster"
    assert beasts == [
        f"Throw 4 dice for {beach}: 5 or more counts. The first shows",
        *(f"For {beach}, 5 or more counts: die {n} of 4 shows" for n in (2, 3, 4)),
        f"Throw 3 dice for {forest}: 5 or more counts. The first shows",
        *(f"For {forest}, 5 or more counts: die {n} of 3 shows" for n in (2, 3)),
    ]


def test_no_press_makes_a_die_that_has_counted_count_once_more() -> None:
    """Who presses twice within a moment, or because nothing happens, has thrown nothing."""
    driver = thrown(now="action A 3", A="-1,0/0", forest="-")
    driver.choose(Seat(0), "A search")
    throw(driver, 6)
    driver.choose(Seat(0), "A search")
    for _ in range(2):
        driver.tap(0)
        driver.rest()
        assert told(driver) == ["die 6"]
    (number,) = driver.crater.dice
    move(driver, number, 15.0)  # thrown to nearly the same place: then the press says so
    driver.rest()
    assert told(driver) == ["die 6"]
    driver.tap(0)
    driver.rest()
    assert told(driver) == ["die 6", "die 6"]


def test_after_an_undo_what_lies_there_is_offered_first_and_told_with_a_hold() -> None:
    driver = searched(6)
    driver.say("undo")
    driver.rest()
    assert lines(driver) == [f"a {n}" for n in (6, 1, 2, 3, 4, 5)]
    driver.hold(0)
    driver.rest()
    assert told(driver) == ["die 6", "die 6"]


def searched(value: int) -> Driver:
    """A has searched, and thrown this."""
    driver = thrown(now="action A 3", A="-1,0/0", forest="-")
    driver.choose(Seat(0), "A search")
    throw(driver, value)
    assert told(driver) == [f"die {value}"]
    return driver


def test_the_thrower_says_that_a_die_was_misread_and_tells_it() -> None:
    """And nothing before the throw is taken back by that."""
    driver = searched(2)
    assert lines(driver)[-1] == "The dice showed something else"
    for _ in range(len(lines(driver)) - 1):
        driver.tap(0)
    driver.hold(0)
    driver.rest()
    assert driver.pending.topic == "search"
    assert say(asks(driver)) == "Throw again, or tell what you threw:"
    driver.choose(Seat(0), "die 5")
    driver.rest()
    assert told(driver) == ["die 2", "die 5"]
    assert "A search" in driver.words()
    assert driver.state.players[0].wood == 1


def asks(driver: Driver) -> Text:
    question = shown(driver).seats[0].question
    assert question is not None
    return question


def test_of_a_misread_volley_every_die_is_told_again_or_all_are_thrown_again() -> None:
    for again in (True, False):
        driver = spears(2)
        throw(driver, 1, 2)
        driver.say("undo")
        driver.say("undo")  # the first die of it as well
        driver.rest()
        if again:
            clear(driver)
            throw(driver, 6, 5)
            assert sorted(told(driver)[2:]) == ["die 5", "die 6"]
        else:
            driver.choose(Seat(0), "die 6")
            driver.rest()
            driver.choose(Seat(0), "die 5")
            assert told(driver)[2:] == ["die 6", "die 5"]


def test_nobody_takes_back_what_luck_has_drawn_or_another_has_thrown() -> None:
    driver = searched(2)
    driver.put({"now": "action B 3", "B": "-1,0/0"})
    assert "The dice showed something else" not in lines(driver)
    match = driver.table.evening.host.ledger.match if driver.table.evening.host else None
    assert match is not None
    assert match.before is not None
    assert match.told_since(Seat(0)) == 0
    assert match.before.told_since(Seat(0)) == 1
    assert match.before.told_since(Seat(1)) == 0


def test_each_throw_that_is_told_is_one_whose_picture_is_kept() -> None:
    driver = thrown()
    driver.look()
    seen = [driver.table.evening.watch().throw]
    for value in (3, 5, 2):
        throw(driver, value)
        clear(driver)
        seen.append(driver.table.evening.watch().throw)
    assert seen == [NO_THROW, *(Thrown(n, (v,)) for n, v in ((1, "3"), (2, "5"), (3, "2")))]
    driver.put(MORE | {"now": "spear A 2 forest 2", "A": "-1,0/0"})
    driver.look()
    throw(driver, 6, 1)
    assert driver.table.evening.watch().throw == Thrown(4, ("6", "1"))


def test_after_an_undo_what_lies_there_is_not_read_again() -> None:
    driver = thrown(now="action A 3", A="-1,0/0", forest="-")
    driver.choose(Seat(0), "A search")
    throw(driver, 6)
    assert told(driver) == ["die 6"]
    driver.say("undo")
    driver.rest()
    assert driver.pending.topic == "search"
    assert shown(driver).due == Due(Seat(0), 1)
    clear(driver)
    throw(driver, 1)
    assert told(driver)[-1] == "die 1"
