"""Lost Island by buttons alone: what is asked, in how few presses, and what is shown of it."""

from __future__ import annotations

import statistics
from dataclasses import replace
from typing import Any

import pytest

from bench.presses import options, turns
from firmware_host.rules.hexgrid import STEPS, Cell, Side
from firmware_host.rules.kernel import Decision, Event, Over, Seat, Setup
from firmware_host.rules.lost_island import events as e
from firmware_host.rules.lost_island.answers import Build, Fence, Fire, Hut, IslandAnswer, Move
from firmware_host.rules.lost_island.box import Box, Dice, Monster, Tool
from firmware_host.rules.lost_island.game import GAME
from firmware_host.rules.lost_island.state import AskPlace, Fate, State
from firmware_host.session.match import Match, retell
from firmware_host.table.games import Boxed, Sitting
from firmware_host.table.map import Between, Piece, Spot
from firmware_host.table.oled import Display, Panel
from firmware_host.table.scene import Scene, Text
from firmware_host.table.signals import Tick
from firmware_host.table.table import Table
from firmware_host.table.texts import Texts
from firmware_host.table.views.lost_island import VIEW
from firmware_host.table.views.lost_island_words import way

from .evening import Driver, playable
from .sample import english
from .test_lobby import walk

TEXTS = Texts(english())
MORE = {
    "chapter": "2",
    "island": "0,0 crash r0, -1,0 forest_inland r0, -1,1 beach r4, 1,-1 mountain r0, 1,0 beach r2",
    "pile": "rest",
    "A": "-1,0/3",
    "B": "0,0/0",
    "forest": "-1,0 B",
    "lit": "3 A B",
    "fires": "0,0",
    "fences": "-1,0 W, -1,1 NW",
}
"""A middle of a game: A with a monster in a forest, one of its fences laid from elsewhere."""
ERUPTED = MORE | {
    "island": MORE["island"].replace("mountain r0", "volcano r0 x"),
    "pile": "",
    "aside": "14 beach, 9 forest_inland, 6 forest_coast, 8 mountain",
}


def drawn(**lines: str) -> Driver:
    """A game without dice, and in it these lines."""
    driver = Driver(seats=3, first=playable("lost_island", Box(dice=Dice.DRAWN)))
    if lines:
        driver.put(lines)
    return driver


def shown(driver: Driver) -> Scene:
    assert driver.scene is not None
    return driver.scene


def spot(driver: Driver, name: str) -> Spot:
    shape = shown(driver).map
    assert shape is not None
    return next(s for s in shape.spots if s.name == name)


def edge(driver: Driver, name: str) -> Between:
    shape = shown(driver).map
    assert shape is not None
    return next(b for b in shape.between if b.name == name)


def lines(driver: Driver, seat: int = 0) -> list[str]:
    return [TEXTS.say(choice.label) for choice in shown(driver).seats[seat].menu]


def say(said: Text | None) -> str:
    assert said is not None
    return TEXTS.say(said)


# The menus


def test_a_placement_is_walked_by_region_place_and_shore() -> None:
    driver = drawn(now="place A hex beach", **MORE)
    assert "W..." in lines(driver)
    words = next(str(o) for o in driver.pending.options if str(o).startswith("A place -2,1"))
    answer = driver.pending.named(words)
    assert answer is not None
    labels = [say(t) for t in VIEW.at(driver.state).path(answer)]
    assert labels[:2] == ["W...", "1 W, 1 SW"]
    assert labels[2].startswith("(water ")
    driver.choose(Seat(0), words)
    assert words in driver.words()


def test_no_shore_is_asked_of_a_hex_that_looks_the_same_all_round() -> None:
    driver = drawn(now="place A hex mountain", **MORE)
    assert all(len(VIEW.at(driver.state).path(o)) == 2 for o in driver.pending.options)


@pytest.mark.parametrize(
    ("cell", "called"),
    [((0, 0), ()), ((2, 0), ((2, 0),)), ((3, -1), ((2, 0), (1, 1))), ((-1, -2), ((2, 2), (1, 3)))],
)
def test_a_cell_is_called_by_the_way_to_it(cell: Any, called: Any) -> None:
    assert tuple((n, int(side)) for n, side in way(Cell(*cell))) == called
    assert sum(n * STEPS[side][0] for n, side in called) == cell[0]
    assert sum(n * STEPS[side][1] for n, side in called) == cell[1]


def test_actions_are_in_groups_and_the_likeliest_first() -> None:
    driver = drawn(now="action A 3", **MORE)
    assert lines(driver)[0] == "Throw at the forest monster (2 left), 1 action"
    offered = {"Wood", "Search for wood, 1 action", "Walk", "Build a fence", "End the turn"}
    assert offered <= set(lines(driver))


def test_without_actions_the_end_of_the_turn_comes_first() -> None:
    driver = drawn(now="action A 0", **MORE)
    assert lines(driver)[0] == "End the turn"


def test_every_turn_takes_few_presses_and_every_option_can_be_reached() -> None:
    found = [n for seed in range(4) for n in turns("lost_island", str(seed))]
    assert statistics.median(found) <= 12
    places: list[int] = []
    for seed in range(4):
        for topic, presses in options("lost_island", str(seed)):
            assert presses <= 25, topic
            places += [presses] if topic == "place" else []
    assert statistics.median(places) <= 8


def test_no_free_action_leads_back_to_how_the_wood_was_spread() -> None:
    driver = drawn(now="action A 2", **(MORE | {"wood": "-1,0 2", "A": "-1,0/1"}))
    seen = {driver.state.players[0].wood}
    for _ in range(8):
        free = [str(o) for o in driver.pending.options if str(o).split()[1] in ("pick", "drop")]
        if not free:
            break
        driver.choose(Seat(0), free[0])
        assert driver.state.players[0].wood not in seen
        seen.add(driver.state.players[0].wood)
    assert free == []
    assert not any(word in line for line in lines(driver) for word in ("Pick up", "Put down"))
    assert seen == {0, 1, 2, 3}


# What is shown


def test_the_map_has_hexes_with_sides_pieces_fences_and_the_sea_round_them() -> None:
    driver = drawn(now="action A 3", **MORE)
    forest, beach = spot(driver, "-1,0"), spot(driver, "-1,1")
    assert (forest.ground, forest.x, forest.y) == ("forest", -1, 0)
    assert (beach.ground, beach.x, round(beach.y, 3)) == ("beach", -0.5, 0.866)
    assert forest.pieces == (Piece("monster_forest", says="2"), Piece("pawn", Seat(0), "A"))
    assert spot(driver, "0,0").pieces == (
        Piece("fire"),
        Piece("pawn", Seat(1), "B"),
        Piece("pawn", Seat(2), "C"),
    )
    assert beach.sides == ("water", "beach", "beach", "beach", "water", "water")
    assert spot(driver, "-2,0").ground == ""
    assert edge(driver, "-1,0+-2,0").kind == "fence"


def test_what_may_be_done_is_open_on_the_map_and_the_thumb_is_seen() -> None:
    driver = drawn(now="action A 3", **MORE)
    assert spot(driver, "-1,1").open
    assert not spot(driver, "1,0").open, "two steps away"
    assert edge(driver, "-1,0+0,0").kind == "", "a fence may be laid there"
    assert not edge(driver, "-1,0+-2,0").open, "there is one"
    driver.choose(Seat(0), "A spears forest 1+1")
    assert driver.pending.topic == "burn"
    assert edge(driver, "-1,1+-1,0").open, "by whichever side it was laid"


def test_the_hex_that_is_laid_is_seen_as_the_thumb_turns_it() -> None:
    driver = drawn(now="place A hex beach", **MORE)
    shape = shown(driver).map
    assert shape is not None
    assert len(shown(driver).tile) == 6
    assert shape.aside[0] == Piece("hex_beach", sides=shown(driver).tile)
    first = next(o for o in driver.pending.options)
    scene = VIEW.scene(driver.state, driver.pending, {Seat(0): first})
    assert scene.map is not None
    laid = next(s for s in scene.map.spots if s.name == str(first.cell))
    assert laid.sides == scene.tile
    assert laid.ground == "beach"


def test_lava_covers_what_lay_there() -> None:
    driver = drawn(now="action A 3", **ERUPTED)
    assert spot(driver, "1,-1").ground == "lava"
    assert spot(driver, "1,-1").sides == ()
    assert say(shown(driver).status).startswith("ERUPTION!")
    assert say(shown(driver).title).startswith("ERUPTION!")


def test_the_status_says_chapter_actions_wood_and_the_monsters_lives() -> None:
    driver = drawn(now="action A 2", **MORE)
    assert say(shown(driver).status) == "Building, 2 actions, 3 wood, forest monster 2"


def test_a_small_display_shows_what_each_tap_leads_to_and_not_the_question_again() -> None:
    display = Display(Panel(128, 64, viewing_mm=500, pitch_mm=0.17), TEXTS)
    driver = drawn(now="action A 3", **MORE)
    seen = []
    for _ in range(len(lines(driver))):
        seen.append(display.picture(shown(driver), 0))
        driver.tap(0)
    assert len(set(seen[1:])) == len(seen) - 1, "its first page tells each from the others"


# Undo, putting right, and what is refused


def test_a_choice_can_be_taken_back_and_a_match_told_again() -> None:
    driver = drawn(now="action A 2", **MORE)
    before = driver.state
    driver.choose(Seat(0), "A fence SW")
    assert driver.state != before
    driver.say("undo")
    assert driver.state == before
    host = driver.table.evening.host
    assert host is not None
    match: Match[Any, Any] = Match.begin(GAME, Setup(3, Box(dice=Dice.DRAWN)), "evening")
    assert retell(match, driver.lines).state == driver.state


def test_a_match_goes_on_with_the_question_it_asked_and_its_own_luck() -> None:
    driver = drawn(now="action A 2", **(MORE | {"A": "-1,0/0", "forest": "-"}))
    driver.choose(Seat(0), "A search")
    dice = driver.words()[-1]
    assert dice.startswith("die "), "luck has drawn it at once"
    box = Box(dice=Dice.DRAWN)
    match: Match[Any, Any] = Match.begin(GAME, Setup(3, box), "evening")
    told = retell(match, driver.lines)
    again = Driver(seats=3, first=playable("lost_island", box))
    sitting = Sitting(again.house.games[0], Boxed(box, ""), (0, 1, 2))
    again.table.evening.resume(told, len(driver.lines), sitting, 5_000)
    again.wait(10)
    assert again.state == driver.state
    assert lines(again) == lines(driver)
    again.say("undo")
    again.choose(Seat(0), "A search")
    assert again.words()[-1] == dice, "and an undone draw is no other"


def test_staff_put_a_line_of_the_state_right() -> None:
    driver = drawn(now="action A 2", **MORE)
    driver.say("put wood 1,0 2 because we forgot")
    assert spot(driver, "1,0").pieces == (Piece("wood", n=2),)
    driver.say("put wood 9,9 2 because we forgot")
    assert driver.refused[-1].code == "impossible"
    assert spot(driver, "1,0").pieces == (Piece("wood", n=2),)


def test_it_is_chosen_in_the_lobby_with_its_options_and_colours() -> None:
    island = playable("lost_island", Box())
    driver = Driver(seats=4, others=(island,))
    driver.house = replace(driver.house, fixed=None)
    driver.table = Table(driver.house, driver.now_ns)
    driver.feed(Tick(driver.now_ns))
    for button in (0, 2):
        driver.tap(button)
    walk(driver, 2, "lobby.game")
    driver.hold(2)
    assert say(shown(driver).title) == "Lost Island"
    walk(driver, 0, "option.lost_island.dice.name")
    driver.hold(0)
    walk(driver, 0, "option.lost_island.fires_required.name")
    driver.hold(0)
    assert [say(line) for line in shown(driver).lines][1:] == [
        "Dice: drawn by the table",
        "Fires wanted: 2",
    ]
    driver.opened.clear()
    walk(driver, 0, "lobby.colour")
    for _ in range(3):
        driver.hold(0)
    walk(driver, 0, "lobby.begin")
    driver.hold(0)
    (opened,) = driver.opened
    assert (opened.game, opened.buttons) == ("lost_island", (0, 2))
    assert opened.tints[0] not in ("seat_a", opened.tints[1])


def test_what_cannot_be_is_refused_with_its_rule_and_the_same_is_asked_again() -> None:
    driver = Driver(seats=3, first=playable("lost_island", Box()), camera=False)
    driver.put({"now": "search A 2", **MORE})
    asked, before = lines(driver), driver.state
    for words, rule in (("tell die 7", "LI-21"), ("tell A move 5,5", "LI-21"), ("put A x", "A")):
        driver.say(words if words.startswith("tell") else f"{words} because it is so")
        assert rule in driver.refused[-1].says or driver.refused[-1].code == "not_asked"
        assert driver.state is before
        assert lines(driver) == asked
    assert "possible: die 1, die 2" in driver.refused[0].says


def test_at_the_end_it_is_told_who_escaped() -> None:
    driver = drawn(
        now="action B 1",
        **(
            MORE
            | {
                "chapter": "3",
                "huts": "A4 B3",
                "raft": "0,0 A B A B A B A B A",
                "A": "0,0/0",
                "B": "0,0/1",
                "C": "1,0/0",
                "forest": "-",
            }
        ),
    )
    driver.choose(Seat(1), "B log")
    assert say(shown(driver).lines[0]) == "The raft sails when it is B's turn"
    for _ in range(60):
        if driver.over:
            break
        pending = driver.pending
        assert isinstance(pending, Decision)
        answer = pending.options[-1]
        assert answer.seat is not None
        driver.choose(answer.seat, str(answer))
    assert driver.over
    over = GAME.pending(driver.state)
    assert isinstance(over, Over)
    scene = VIEW.scene(driver.state, over, {})
    assert "escaped" in say(scene.lines[0])
    assert [s.status for s in scene.seats].count("stranded") >= 1
    players = list(driver.state.players)
    left = next(i for i, s in enumerate(scene.seats) if s.status == "stranded")
    players[left] = replace(players[left], fate=Fate.OUT)
    burnt = VIEW.scene(replace(driver.state, players=tuple(players)), over, {})
    assert burnt.seats[left].status == "lava", "and the page says what the display does"


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            e.MonsterMoved(Monster.FOREST, Cell(1, 0), Cell(0, 0)),
            "The forest monster goes to the crash site",
        ),
        (e.FireLit(Seat(0), Cell(0, 0)), "A lights a fire at the crash site"),
        (e.RaftBegun(Cell(0, 0)), "The raft is begun at the crash site"),
        (e.HexFlipped(Cell(0, 0)), "Lava covers the crash site"),
        (e.MonsterBurnt(Monster.BEACH), "Lava has the beach monster"),
        (e.Volley(Seat(0), Monster.BEACH, 0), "A misses the beach monster"),
        (e.Volley(Seat(0), Monster.BEACH, 1), "A hits the beach monster once"),
        (e.Volley(Seat(0), Monster.BEACH, 2), "A hits the beach monster 2 times"),
        (e.Fought(Monster.BEACH, 1), "The beach monster throws one hit"),
    ],
    ids=str,
)
def test_what_happened_is_told_in_whole_sentences(event: Event, said: str) -> None:
    assert say(VIEW.news(drawn().state, event)) == said


def test_what_is_made_says_its_price() -> None:
    state = drawn(now="action A 3", **MORE).state
    prices: dict[IslandAnswer, str] = {
        Fire(Seat(0)): "Light a fire, 2 wood",
        Hut(Seat(0)): "Build the hut, 3 actions, 5 wood",
        Build(Seat(0), Tool.CART): "Build a cart, 3 actions, 3 wood",
        Move(Seat(0), Cell(-1, 1)): "SE: beach, 1 action",
        Fence(Seat(0), Side.NE): "Fence: NE, 1 wood",
    }
    for answer, label in prices.items():
        assert [say(part) for part in VIEW.at(state).path(answer)][-1].endswith(label)


def test_a_state_says_which_hex_is_laid() -> None:
    driver = drawn(now="place A hex beach", **MORE)
    assert isinstance(driver.state, State)
    assert isinstance(driver.state.ask, AskPlace)
    assert "beach" in say(VIEW.at(driver.state).question(driver.pending))
