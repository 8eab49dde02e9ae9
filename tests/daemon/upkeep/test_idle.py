"""A table that nobody touches asks again, and keeps its match where that is wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from firmware_host.daemon.keeper import ASIDE
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.upkeep.idle import LONGEST_NS, dead_button, left_at, reminders_ns
from firmware_host.rules.kernel import Seat
from firmware_host.session.journal import look
from firmware_host.session.record import Kept
from firmware_host.session.tale import Answered
from firmware_host.table.parking import NOBODY
from firmware_host.table.scene import Text, text
from firmware_host.table.signals import Command
from hw.ports import Edge
from tests.daemon.standing_table import NOON_S, SECOND_NS, StandingTable
from tests.table import test_lending as lending

BLIND = re.sub(
    r'\[camera\]\nport = "mock"',
    '[camera]\nport = "none"',
    (config_folder() / "tables" / "demo.toml").read_text(),
)


def standing(
    folder: Path, away_min: int = 0, remind_s: int = 60, now_s: float = NOON_S
) -> StandingTable:
    file = folder / "table.toml"
    file.write_text(f"{BLIND}\n[idle]\nremind_s = {remind_s}\naway_min = {away_min}\n")
    return StandingTable(folder, file=file, now_s=now_s)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[StandingTable]:
    """Nobody's match is kept for longer than ten minutes."""
    made = standing(tmp_path, away_min=10)
    yield made
    made.table.close()


def later(table: StandingTable, seconds: float, step_s: float = 1.0) -> None:
    """So much later, looked at again and again."""
    end_s = table.now_s + seconds
    while table.now_s < end_s:
        table.after(min(step_s, end_s - table.now_s))


def lit(table: StandingTable) -> list[str]:
    return [one.cue.name for one in table.core.lights._lit]


def waits(table: StandingTable) -> Text:
    assert table.core.scene is not None
    return table.core.scene.waiting


def phase(table: StandingTable) -> str:
    assert table.core.scene is not None
    return table.core.scene.phase


def test_reminders_come_less_and_less_often_but_never_end() -> None:
    minute_ns = 60 * SECOND_NS
    times = [reminders_ns(minute_ns, n) // minute_ns for n in range(8)]
    assert times == [1, 3, 7, 15, 25, 35, 45, 55]
    assert reminders_ns(4 * LONGEST_NS, 1) == 8 * LONGEST_NS


def test_a_question_that_nobody_answers_is_asked_again_with_light_and_words(
    tmp_path: Path,
) -> None:
    table = standing(tmp_path)
    table.play(3)
    shown, wakes = table.oled.last, table.oled.wakes
    later(table, 58)
    assert "remind" not in lit(table)
    later(table, 3)
    assert "remind" in lit(table)
    assert table.oled.wakes > wakes
    assert table.oled.last != shown
    assert table.table.announcer.until_ns is not None
    later(table, 30)
    assert "remind" not in lit(table)
    assert table.table.announcer.until_ns is None
    later(table, 88)
    assert "remind" not in lit(table)
    later(table, 2)
    assert "remind" in lit(table)  # after twice as long
    table.table.close()


def said(table: StandingTable) -> str:
    """What the display says for a moment."""
    scene = table.core.scene
    assert scene is not None
    passing = table.table.announcer.over(scene, table.clock.now_ns()).passing
    return "" if passing is None else table.table.feed.words(passing)


def test_the_second_time_it_says_how_another_button_answers_for_one_that_is_dead(
    tmp_path: Path,
) -> None:
    """Nothing can tell a dead button from a player who thinks; and no page need be there."""
    table = standing(tmp_path)
    table.play(4)
    asked = str(Seat(table.asked()))
    heard: list[str] = []
    later(table, 14)
    for waited in (60, 120, 240):
        later(table, waited - 15)
        assert said(table) == ""
        later(table, 3)
        heard.append(said(table))
        later(table, 12)
    assert heard[1] == (
        f"Does {asked}'s button not work? "
        "Hold one that does not blink, for three seconds; or choose on the page"
    )
    assert heard[0] == heard[2]
    assert heard[0].startswith(f"Waiting for {asked}: ")
    table.table.close()


def test_where_all_are_asked_no_button_can_answer_for_another() -> None:
    scene = lending.scene
    assert dead_button(scene(0, 2)) == text("idle.dead_button", who="A")
    assert dead_button(scene(0, 1, 2)) is None
    assert dead_button(scene()) is None


def test_whoever_walks_a_menu_is_not_reminded(tmp_path: Path) -> None:
    table = standing(tmp_path)
    table.play(3)
    for _ in range(6):
        later(table, 50)
        table.press(table.asked())
        assert "remind" not in lit(table)
    table.table.close()


def test_none_is_made_where_none_is_wanted(tmp_path: Path) -> None:
    table = standing(tmp_path, remind_s=0)
    table.play(3)
    later(table, 3_600, 10)
    assert "remind" not in lit(table)
    table.table.close()


def test_a_match_that_nobody_plays_is_kept_after_a_warning(table: StandingTable) -> None:
    table.play(4)
    lines = len(kept(table).lines)
    later(table, 9 * 60 + 5)
    assert table.table.announcer.until_ns is not None  # said in time
    assert phase(table) != "lobby"
    later(table, 60)
    assert phase(table) == "lobby"
    assert waits(table).key == "lobby.parked"
    assert "12:00" in table.table.feed.words(waits(table))
    assert len(kept(table).lines) == lines
    assert kept(table).ended is None


def kept(table: StandingTable) -> Kept:
    found = table.table.journal.unfinished()
    assert found is not None
    return found


def test_one_hold_takes_it_up_and_one_more_says_that_all_lies_as_it_did(
    table: StandingTable,
) -> None:
    """Pieces may have been moved: it is looked at as after a break, and goes on where it stood."""
    table.play(4)
    before = table.core.scene
    later(table, 11 * 60, 5)
    assert phase(table) == "lobby"
    later(table, 3_600, 60)  # whenever they come back
    hold(table, 4)
    assert phase(table) == "check"
    lines = len(kept(table).lines)
    later(table, 300, 60)
    assert len(kept(table).lines) == lines, "nothing answers by itself meanwhile"
    hold(table, 1)
    after = table.core.scene
    assert before is not None
    assert after is not None
    assert (after.phase, after.waiting, after.waiting_for) == (
        before.phase,
        before.waiting,
        before.waiting_for,
    )
    assert [s.menu for s in after.seats] == [s.menu for s in before.seats]
    lines = len(kept(table).lines)
    table.choose(table.asked())
    assert len(kept(table).lines) > lines
    assert kept(table).id == 1


def hold(table: StandingTable, button: int) -> None:
    now_ns = table.clock.now_ns()
    table.core.feed(Edge(button, True, now_ns), now_ns)
    table.after(1)
    now_ns = table.clock.now_ns()
    table.core.feed(Edge(button, False, now_ns), now_ns)
    table.after(0.1)


def test_on_a_page_it_is_a_line_of_every_menu(table: StandingTable) -> None:
    table.play(2)
    later(table, 11 * 60, 5)
    assert table.core.scene is not None
    for seat in table.core.scene.seats:
        assert [c.label.key for c in seat.menu][:2] == ["lobby.go_on", "lobby.sit"]
    table.choose(1, 0)
    assert phase(table) == "check"
    table.choose(2, 0)
    assert phase(table) not in ("check", "lobby")


def test_a_press_in_the_last_minute_keeps_it_going(table: StandingTable) -> None:
    table.play(4)
    later(table, 9 * 60 + 30, 5)
    assert table.table.announcer.until_ns is not None
    table.press(3)
    assert table.table.announcer.until_ns is None
    later(table, 9 * 60 - 30, 5)
    assert phase(table) != "lobby"


def test_another_match_lets_go_of_it_and_the_journal_says_why(table: StandingTable) -> None:
    table.play(2)
    later(table, 11 * 60, 5)
    for seat in range(3):
        table.choose(seat, 1)  # join, for the first line goes on
    table.choose(0)
    assert phase(table) != "lobby"
    assert kept(table).id == 2
    assert table.table.journal.kept(1).ended == f"{ASIDE}: {NOBODY}"
    now_ns = table.clock.now_ns()
    assert table.core.feed(Command(None, "staff", "new", now_ns), now_ns) is None
    assert waits(table).key == "lobby.join"


def test_killed_while_it_is_kept_the_next_daemon_goes_on_or_offers_it(tmp_path: Path) -> None:
    """Its lines are of noon, by the clock on the wall: an hour later it is offered."""
    table = standing(tmp_path, away_min=10)
    table.play(4)
    later(table, 11 * 60, 5)
    table.table.journal.close()  # nothing is written any more
    stamp_s = datetime.fromisoformat(kept_after(tmp_path).lines[-1].stamp).timestamp()
    for late_s, where in ((300, "going on"), (3_600, "lobby")):
        again = standing(tmp_path, away_min=10, now_s=stamp_s + late_s)
        assert (phase(again) == "lobby") is (where == "lobby")
        again.table.close()


def kept_after(folder: Path) -> Kept:
    found = look(folder / "journal")
    assert found is not None
    return found


def test_a_match_of_yesterday_is_offered_not_thrust_upon_whoever_comes(tmp_path: Path) -> None:
    table = standing(tmp_path, away_min=10)
    table.play(4)
    found = kept(table)
    stamped = found.lines[-1].stamp
    assert left_at(found, 0, NOON_S + 86_400) == ""
    assert left_at(found, 10, 0.0) == ""  # a Pi that does not know the time
    stamp_s = datetime.fromisoformat(stamped).timestamp()
    assert left_at(found, 10, stamp_s + 599) == ""
    assert re.fullmatch(r"\d\d:\d\d", left_at(found, 10, stamp_s + 601))
    table.table.close()


def test_who_has_sat_down_and_left_is_forgotten(table: StandingTable) -> None:
    table.choose(0)
    table.choose(1)
    later(table, 11 * 60, 5)
    assert table.core.table.evening.lobby.joined == set()


def test_nothing_is_put_away_while_the_table_is_serviced(
    table: StandingTable,
) -> None:
    table.play(3)
    now_ns = table.clock.now_ns()
    assert table.core.feed(Command(None, "staff", "service", now_ns), now_ns) is None
    later(table, 19 * 60, 10)
    assert table.core.table.evening.playing is not None
    later(table, 2 * 60, 10)  # service mode ends by itself when nobody is there
    assert not table.core.table.desk.on


def test_time_stands_still_while_it_is_kept(table: StandingTable) -> None:
    table.play(4)
    later(table, 11 * 60, 5)
    last = kept(table).lines[-1].told
    assert isinstance(last, Answered)
    later(table, 600, 60)
    hold(table, 4)
    hold(table, 1)
    host = table.core.table.evening.host
    assert host is not None
    assert host.clock.ms(table.clock.now_ns()) - last.at_ms < 5_000


def test_at_that_look_the_last_answer_is_taken_back_or_the_match_is_left(
    table: StandingTable,
) -> None:
    table.play(4)
    later(table, 11 * 60, 5)
    hold(table, 4)
    assert table.core.scene is not None
    keys = [choice.label.key for choice in table.core.scene.seats[0].menu]
    assert keys[0] == "check.right"
    assert keys[-1] == "check.leave"
    table.choose(0, len(keys) - 1)
    assert phase(table) == "lobby"
    assert waits(table).key == "lobby.join", "it is offered no more"


def test_who_plays_which_seat_is_so_after_it_too(table: StandingTable) -> None:
    table.play(4)
    now_ns = table.clock.now_ns()
    assert table.core.feed(Command(None, "staff", "seat B bot", now_ns), now_ns) is None
    lines = len(kept(table).lines)
    later(table, 11 * 60, 5)
    hold(table, 4)
    hold(table, 1)
    assert table.core.scene is not None
    assert [seat.bot for seat in table.core.scene.seats] == [False, True, False]
    assert len(kept(table).lines) == lines, "nothing is told of it anew"
