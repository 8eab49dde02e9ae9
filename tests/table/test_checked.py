"""After a break somebody looks at the table: few presses, and a way to put right what is not so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import house as houses
from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Over, Seat
from firmware_host.session.match import Match, as_far_as_it_goes
from firmware_host.session.tale import Answered, Told, Undone
from firmware_host.table.evening import House
from firmware_host.table.gestures import Gesture
from firmware_host.table.scene import Lamp, Scene
from firmware_host.table.signals import Beam, Command, Commit, Effect, Show, Tick
from firmware_host.table.table import Table
from tests.disk.evening import answers

MS = 1_000_000
BACKS = ("check.back", "check.back_answer")
FILES = houses.read(config_folder() / "tables" / "demo.toml")


class Resumed:
    """A table that goes on with the first *told* answers of a game, seen from its buttons."""

    def __init__(self, game: str, told: int, *, checks: bool = True) -> None:
        match, tale = answers(game)
        self.match, _ = as_far_as_it_goes(match, tale[:told])
        house = replace(houses.house(FILES, lambda: "s"), checks=checks, camera=False, beams=6)
        playable = next(p for p in house.games if p.game.name == game)
        self.table, self.now_ns = Table(house, 0), 0
        sitting = _sitting(house, playable, self.match)
        self.table.evening.resume(self.match, told, sitting, tale[told - 1].at_ms)
        self.lines: list[Told] = []
        self.scene: Scene | None = None
        self.after(1)

    def hear(self, effects: list[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Show):
                self.scene = effect.scene
            elif isinstance(effect, Commit):
                self.lines += effect.lines

    def after(self, seconds: float) -> None:
        self.now_ns += int(seconds * 1000) * MS
        self.hear(list(self.table.follow(Tick(self.now_ns))))

    def say(self, words: str, seat: Seat | None = None) -> None:
        role = "staff" if seat is None else "player"
        self.hear(list(self.table.follow(Command(seat, role, words, self.now_ns))))

    def thumb(self, seat: int, gesture: Gesture) -> None:
        self.table.evening.gesture(seat, gesture, self.now_ns)
        self.after(0.1)

    @property
    def shown(self) -> Scene:
        assert self.scene is not None
        return self.scene

    @property
    def asked(self) -> str:
        question = self.shown.seats[0].question
        return "" if question is None else question.key

    def ball(self, chute: int) -> None:
        """It breaks the beam of a chute for a moment."""
        for broken in (True, False):
            self.hear(list(self.table.follow(Beam(chute, broken, self.now_ns))))
            self.after(0.045)

    def walk_to(self, key: str) -> None:
        for _ in range(40):
            under = next(c for c in self.shown.seats[0].menu if c.under_thumb)
            if under.label.key.startswith(key):
                return
            self.thumb(0, Gesture.TAP)
        raise AssertionError(f"no line {key}")


def _sitting(house: House, playable: Any, match: Match[Any, Any]) -> Any:
    from firmware_host.table.games import Boxed, Sitting

    assert house.games
    return Sitting(playable, Boxed(match.setup.box, ""), tuple(range(match.setup.seats)))


@pytest.mark.parametrize("game", GAMES)
def test_one_hold_goes_on_with_the_very_question_and_nothing_moves_before_it(game: str) -> None:
    checked, straight = Resumed(game, 25), Resumed(game, 25, checks=False)
    assert checked.asked == "check.question"
    assert {s.lamp for s in checked.shown.seats} == {Lamp.PULSE}
    checked.after(600)
    assert checked.lines == [], "silence and luck answer nothing meanwhile"
    assert checked.shown.phase == "check"
    checked.thumb(1, Gesture.HOLD)
    assert checked.asked != "check.question"
    plain = replace(checked.shown, seats=(), lines=())
    assert plain == replace(straight.shown, seats=(), lines=())
    assert [s.menu for s in checked.shown.seats] == [s.menu for s in straight.shown.seats]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("told", [1, 9, 33, 60])
def test_every_item_is_told_in_words_and_fits_the_display(game: str, told: int) -> None:
    from firmware_host.table import oled

    resumed = Resumed(game, told)
    if isinstance(resumed.match.pending, Over):
        pytest.skip("it is over by then")
    display = oled.Display(oled.Panel(256, 64, grey=True), FILES.texts)
    before = dict(FILES.texts.missing)
    for _ in resumed.shown.seats[0].menu:
        notice = resumed.shown.notice
        assert notice is not None
        display.picture(resumed.shown, resumed.now_ns)
        said = FILES.texts.say(notice)
        assert len(said) <= 170, said
        resumed.thumb(0, Gesture.TAP)
    assert dict(FILES.texts.missing) == before
    assert resumed.asked == "check.question"


def test_an_item_lights_its_place_on_the_track_while_it_is_looked_at() -> None:
    resumed = Resumed("lava_land", 60)
    assert not [p for p in resumed.shown.places if p.thumb is not None]
    resumed.thumb(2, Gesture.TAP)
    lit = [p.number for p in resumed.shown.places if p.thumb == Seat(0)]
    assert lit == [resumed.shown.seats[0].place]


def test_a_hold_on_an_item_walks_on_and_the_last_goes_back_to_the_first() -> None:
    resumed = Resumed("lava_land", 40)
    resumed.thumb(0, Gesture.TAP)
    resumed.thumb(0, Gesture.HOLD)
    menu = resumed.shown.seats[0].menu
    assert [i for i, c in enumerate(menu) if c.under_thumb] == [2]


def test_what_is_recorded_wrongly_is_taken_back_and_looked_at_anew() -> None:
    resumed = Resumed("lava_land", 40)
    resumed.walk_to("check.back")
    resumed.thumb(1, Gesture.HOLD)
    assert [type(line) for line in resumed.lines] == [Undone]
    assert resumed.asked == "check.question"
    assert resumed.shown.seats[0].menu[0].under_thumb
    resumed.thumb(1, Gesture.HOLD)
    assert resumed.asked != "check.question"


@pytest.mark.parametrize("told", [1, 2, 5])
def test_nothing_is_to_be_taken_back_where_luck_alone_has_answered(told: int) -> None:
    resumed = Resumed("lava_land", told)
    keys = [c.label.key for c in resumed.shown.seats[0].menu]
    assert not [key for key in keys if key.startswith("check.back")]
    for line in range(len(keys) - 1, 0, -1):  # and whatever is offered can be taken
        if keys[line] != "check.leave":
            resumed.say(f"choose {line} {resumed.table.n}", Seat(0))
            assert resumed.asked == "check.question"
    resumed.thumb(0, Gesture.HOLD)


def test_a_match_whose_pieces_are_put_away_can_be_left_for_another() -> None:
    resumed = Resumed("oh_no_volcano", 30)
    resumed.walk_to("check.leave")
    resumed.thumb(0, Gesture.HOLD)
    assert resumed.shown.phase == "lobby"


def test_a_page_answers_as_a_button_does_and_points_at_no_map_meanwhile() -> None:
    resumed = Resumed("lost_island", 40)
    resumed.say(f"point 0,0 {resumed.table.n}", Seat(0))
    resumed.say(f"choose 99 {resumed.table.n}", Seat(0))
    assert resumed.asked == "check.question"
    resumed.say(f"choose 0 {resumed.table.n}", Seat(1))
    assert resumed.asked != "check.question"


@pytest.mark.parametrize(
    ("words", "still"),
    [("put lava 2 because it was moved", True), ("undo", True), ("pause", True)],
)
def test_what_staff_put_right_is_looked_at(words: str, still: bool) -> None:
    resumed = Resumed("lava_land", 40)
    resumed.say(words)
    assert (resumed.asked == "check.question") is still


def test_without_a_break_nobody_is_asked() -> None:
    assert Resumed("lava_land", 40, checks=False).asked != "check.question"


def test_a_game_that_tells_no_items_is_looked_at_all_the_same() -> None:
    resumed = Resumed("table_is_lava", 10)
    host: Any = resumed.table.evening.host
    recalls: Callable[[object], tuple[()]] = lambda state: ()  # noqa: E731
    host._view = replace(host._view, recall=recalls)
    resumed.after(1)
    keys = [c.label.key for c in host.scene().seats[0].menu]
    assert keys[0] == "check.right"
    assert keys[1].startswith("check.back")
    assert keys[2:] == ["check.leave"]


def test_an_answer_that_staff_tell_is_a_look() -> None:
    resumed = Resumed("lava_land", 40)
    pending: Any = resumed.match.pending
    resumed.say(f"tell {pending.options[0]}")
    assert isinstance(resumed.lines[0], Answered)
    assert resumed.asked != "check.question"


@pytest.mark.parametrize("told", range(1, 12))
def test_taking_back_is_offered_only_where_somebody_has_chosen(told: int) -> None:
    resumed = Resumed("lava_land", told)
    host: Any = resumed.table.evening.host
    offered = [c.label.key for c in resumed.shown.seats[0].menu if c.label.key in BACKS]
    assert bool(offered) is (host.ledger.undoable > 0)
    if offered:
        resumed.walk_to("check.back")
        resumed.thumb(0, Gesture.HOLD)
        assert [type(line) for line in resumed.lines] == [Undone]
    assert resumed.shown.passing is None, "nothing has failed"
    assert resumed.asked == "check.question"


def test_where_only_luck_has_answered_there_is_nothing_to_take_back() -> None:
    keys = [c.label.key for c in Resumed("lava_land", 3).shown.seats[0].menu]
    assert not set(keys) & set(BACKS)
    assert keys[-1] == "check.leave"


def test_a_ball_that_breaks_a_beam_meanwhile_is_no_drop() -> None:
    _, tale = answers("oh_no_volcano")
    words = [str(getattr(line, "words", "")) for line in tale]
    due = next(k for k, said in enumerate(words) if " drop " in said)
    resumed = Resumed("oh_no_volcano", due)
    chute = int(words[due].rpartition(" ")[2])
    resumed.ball(chute)
    assert resumed.lines == []
    assert resumed.asked == "check.question"
    resumed.thumb(0, Gesture.HOLD)
    resumed.ball(chute)
    assert [str(getattr(line, "words", "")) for line in resumed.lines] == [words[due]]


def test_in_other_hands_a_table_that_was_looked_at_is_not_looked_at_again() -> None:
    for looked in (True, False):
        resumed = Resumed("lava_land", 40)
        if looked:
            resumed.thumb(0, Gesture.HOLD)
        resumed.table.evening.sit_anew()
        resumed.after(0.1)
        assert (resumed.asked == "check.question") is not looked


def test_a_bot_cannot_say_that_all_lies_as_it_did() -> None:
    _, tale = answers("lost_island")
    words = [str(getattr(line, "words", "")) for line in tale]
    turn = next(k for k, said in enumerate(words) if k > 20 and said.startswith("A place"))
    resumed = Resumed("lost_island", turn)
    resumed.say("seat A bot")
    before = list(resumed.lines)
    answer = Command(Seat(0), "bot", f"answer {words[turn]}", resumed.now_ns)
    resumed.hear(list(resumed.table.follow(answer)))
    assert resumed.lines == before
    assert resumed.asked == "check.question"
    resumed.thumb(1, Gesture.HOLD)
    resumed.hear(list(resumed.table.follow(answer)))
    assert len(resumed.lines) > len(before)
