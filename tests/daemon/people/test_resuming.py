"""After a break in a soak somebody looks at the table; what must hold then is looked at too."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from firmware_host.daemon.people.checks import Checks
from firmware_host.daemon.people.looking import PLANS, Looker
from firmware_host.daemon.people.meddling import meddle
from firmware_host.daemon.people.putting_right import faces
from firmware_host.daemon.people.resuming import LEFT, TAKEN_BACK, WENT_ON, Broken, Resuming
from firmware_host.daemon.people.rough import RoughTable, Setting
from firmware_host.daemon.people.soak import PAUSE_NS, PAUSES, Soak, Soaked, Wanted
from firmware_host.daemon.people.soak_report import report
from firmware_host.daemon.verbs.soak import stopped_by_signals
from firmware_host.table.scene import Choice, text
from tests.daemon.people.test_soak import GAME, files, played

LINES = ("check.right", "check.ll.seat", "line.lava", "check.back", "check.leave")


@pytest.fixture
def rough(tmp_path: Path) -> Iterator[RoughTable]:
    table = RoughTable(Setting(files(), tmp_path, "resumed", 2))
    yield table
    table.close()


def cut(rough: RoughTable, checks: Checks, plan: str) -> None:
    """The power is cut, and whoever leads the look has *plan* in mind."""
    rough.kill(power=True)
    rough.people.looker = Looker(random.Random(0), plan)
    checks.restarted()


def goes_on(rough: RoughTable, checks: Checks, steps: int = 4_000) -> None:
    """Until nobody waits for a look any more."""
    for _ in range(steps):
        rough.step()
        checks.look()
        host = rough.core.table.evening.host
        if host is None or not host.checking:
            return
    raise AssertionError(rough.where())


@pytest.mark.timeout(120)
@pytest.mark.parametrize("plan", ["at once", "walk"])
def test_after_a_power_cut_somebody_looks_and_the_same_is_asked(
    rough: RoughTable, plan: str
) -> None:
    checks = played(rough, 8)
    assert rough.match is not None
    before = rough.match.told(), rough.match.pending
    cut(rough, checks, plan)
    host = rough.core.table.evening.host
    assert host is not None
    assert host.checking
    assert (rough.match.told(), rough.match.pending) == before
    goes_on(rough, checks)
    assert checks.resuming.looks == {WENT_ON: 1}
    assert checks.resuming.asked == 1
    rough.step()
    rough.kill()
    checks.restarted()
    host = rough.core.table.evening.host
    assert host is not None
    assert not host.checking, "a crash is no break"


@pytest.mark.timeout(120)
def test_what_is_recorded_wrongly_is_taken_back_at_a_look(rough: RoughTable) -> None:
    checks = played(rough, 8)
    cut(rough, checks, "take back")
    goes_on(rough, checks)
    assert checks.resuming.looks == {TAKEN_BACK: 1, WENT_ON: 1}
    checks.journal()


@pytest.mark.timeout(120)
def test_a_match_that_is_left_at_a_look_is_over(rough: RoughTable) -> None:
    checks = played(rough, 8)
    cut(rough, checks, "give up")
    goes_on(rough, checks)
    assert checks.resuming.looks == {LEFT: 1}
    assert rough.match is None


@pytest.mark.timeout(120)
def test_a_look_that_is_left_out_or_asked_for_in_vain_is_found(rough: RoughTable) -> None:
    checks = played(rough, 8)
    rough.kill()
    checks.resuming._boot -= 1  # as if the power had been cut
    with pytest.raises(Broken, match="nobody is asked whether all lies as it did"):
        checks.restarted()
    checks = played(rough, 10)
    (rough.folder / "journal.running").unlink()  # forgotten that somebody has looked
    rough.kill()
    with pytest.raises(Broken, match="nothing but the program was away"):
        checks.restarted()


@pytest.mark.timeout(120)
def test_another_question_after_a_start_is_found(rough: RoughTable) -> None:
    checks = played(rough, 8)
    assert checks.resuming._question is not None
    n, asked = checks.resuming._question
    checks.resuming._question = n, SimpleNamespace(topic="other")  # type: ignore[assignment]
    rough.kill()
    with pytest.raises(Broken, match="was asked, and after the start"):
        checks.restarted()
    checks.resuming._question = n, asked
    checks.restarted()


def test_a_match_that_goes_on_before_anybody_has_looked_is_found() -> None:
    match = SimpleNamespace(length=8)
    ledger = SimpleNamespace(n=8, match=match)
    host: Any = SimpleNamespace(checking=True, ledger=ledger)
    resuming = Resuming(SimpleNamespace())  # type: ignore[arg-type]
    resuming.look(host)
    match.length, ledger.n = 7, 9  # taken back
    resuming.look(host)
    match.length, ledger.n = 8, 10
    with pytest.raises(Broken, match="nobody had looked"):
        resuming.look(host)


@pytest.mark.timeout(120)
def test_a_failure_that_the_table_has_caught_is_found(rough: RoughTable) -> None:
    checks = played(rough, 4)
    checks.lights()
    rough.core.others.crashed(LookupError("no such die"), "loop")
    with pytest.raises(Broken, match="the program failed in loop: LookupError: no such die"):
        checks.lights()


def menu(here: int) -> tuple[Choice, ...]:
    return tuple(Choice(text(key), i == here) for i, key in enumerate(LINES))


@pytest.mark.parametrize(
    ("plan", "takes"),
    [("at once", [0]), ("walk", [1, 2, 0]), ("take back", [3, 1, 2, 0]), ("give up", [4])],
)
def test_people_take_the_lines_that_they_have_in_mind(plan: str, takes: list[int]) -> None:
    assert plan in PLANS
    looker, taken = Looker(random.Random(0), plan), list[int]()
    while not taken or LINES[taken[-1]] not in ("check.right", "check.leave"):
        taken.append(looker.aims_at(menu(0)))
        looker.took(menu(0)[taken[-1]])
    assert taken == takes


def test_a_die_lies_otherwise_only_while_dice_are_taken() -> None:
    truth = {0: ("crater", "Rb"), 1: ("hand 1", "Yb")}

    class Hands:
        def truth(self) -> dict[int, tuple[str, str]]:
            return dict(truth)

        def take(self, button: int, die: int, at_ns: int) -> None:
            truth[die] = (f"hand {button}", truth[die][1])

        def put_back(self, button: int, die: int, at_ns: int) -> None:
            assert truth[die][0] == f"hand {button}"
            truth[die] = ("crater", truth[die][1])

    from firmware_host.rules.kernel import Decision, Source

    def at(topic: str) -> Any:
        pending: Decision[Any] = Decision(topic, Source.TABLE, ())
        match = SimpleNamespace(pending=pending, setup=SimpleNamespace(seats=3))
        return SimpleNamespace(match=match, hands=Hands(), clock=SimpleNamespace(now_ns=lambda: 0))

    before = dict(truth)
    assert not meddle(at("go"), random.Random(0))
    assert truth == before
    for seed in range(6):
        crater = faces("crater", truth)
        assert meddle(at("take"), random.Random(seed))
        assert faces("crater", truth) != crater


@pytest.mark.timeout(120)
def test_a_soak_that_is_told_to_stop_ends_well_and_tells_what_it_came_to(tmp_path: Path) -> None:
    soak = Soak(Wanted(24, "s", True, (GAME,), 2), files(), tmp_path)
    try:
        with stopped_by_signals(soak):
            soak.rough.clock.reach(3_599 * 1_000_000_000)
            soaked = soak.run(lambda line: os.kill(os.getpid(), signal.SIGTERM))
        assert soaked.stopped
        assert not soaked.broken
        said = report(soak)
        assert "stopped    after 1.00 of 24 hours: so far no answer lost" in said
        assert "memory and handles are flat" not in said, "too short to say so"
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        soak.close()


@pytest.mark.timeout(120)
def test_a_program_that_fails_in_a_soak_is_told_with_seed_and_moment(tmp_path: Path) -> None:
    soak = Soak(Wanted(1, "fails", False, (GAME,), 2), files(), tmp_path)

    def tick(now_ns: int) -> None:
        raise LookupError("no such die")

    soak.rough.core.kept.append(SimpleNamespace(wake_ns=0, tick=tick))
    try:
        soak.run(lambda line: None)
        said = report(soak)
        assert "BROKEN     at 00:00:01.000, seed fails: the program failed: LookupError" in said
        assert "in tick" in said
    finally:
        soak.close()


def test_between_two_games_nobody_is_there_and_each_is_counted_by_its_own_name() -> None:
    said = list[str]()
    soak: Any = object.__new__(Soak)
    soak.wanted = Wanted(1, "s", False, ("lost_island",))
    soak.soaked, soak._luck, soak._away_ns = Soaked(soak.wanted), random.Random(0), None
    soak.checks = SimpleNamespace(journal=lambda: None)
    match, people = SimpleNamespace(game=SimpleNamespace(name=GAME), seed=""), SimpleNamespace()
    soak.rough = SimpleNamespace(
        match=match, over=object(), people=people, step=lambda: None, command=said.append
    )
    soak._go_on(0)
    soak.rough.match = soak.rough.over = None  # the lobby has come back by itself
    soak._go_on(people.away_until_ns - 1)
    assert soak.soaked.games == {GAME: 1}
    assert PAUSE_NS[0] <= people.away_until_ns <= 3_600_000_000_000 // PAUSES
    assert said == []
    soak._go_on(people.away_until_ns)
    assert said == ["games lost_island"]


def test_people_come_back_to_a_match_whose_end_was_never_on_the_disk() -> None:
    soak: Any = object.__new__(Soak)
    soak.wanted = Wanted(1, "s", False, ("lost_island",))
    soak.soaked, soak._luck, soak._away_ns = Soaked(soak.wanted), random.Random(0), 9
    soak._ended = "s/3"
    soak.soaked.games[GAME] = 1
    nothing: Any = lambda *given, **named: None  # noqa: E731
    soak.checks = SimpleNamespace(resuming=SimpleNamespace(whole=nothing), restarted=nothing)
    people = SimpleNamespace(page=SimpleNamespace(chosen=0))
    match = SimpleNamespace(game=SimpleNamespace(name=GAME), seed="s/4")
    soak.rough = SimpleNamespace(match=match, over=None, people=people, starts=1, kill=nothing)
    soak._restart()
    assert people.away_until_ns == 9, "wires have begun another: that is nobody's"
    match.seed = "s/3"
    soak._restart()
    assert people.away_until_ns == 0
    assert soak.soaked.games.total() == 0


@pytest.mark.timeout(120)
def test_who_is_away_presses_nothing(rough: RoughTable) -> None:
    played(rough, 4)
    people, until_ns = rough.people, rough.clock.now_ns() + 20_000_000_000
    people.away_until_ns = until_ns
    assert people.wake_ns >= rough.clock.now_ns()
    presses = people.presses
    while rough.clock.now_ns() < until_ns:
        rough.step()
    assert people.presses == presses
    played(rough, 6)
    assert people.presses > presses


@pytest.fixture
def spared(tmp_path: Path) -> Iterator[RoughTable]:
    table = RoughTable(Setting(files(), tmp_path, "spared", 2, spare=True))
    yield table
    table.close()


def sit(rough: RoughTable, button: int, *, long: bool = False) -> None:
    """A wire presses a button by itself."""
    now_ns = rough.clock.now_ns()
    rough.table.devices.hands.press(button, now_ns)  # type: ignore[union-attr]
    until_ns = now_ns + (900 if long else 100) * 1_000_000
    rough.people.away_until_ns = until_ns
    while rough.clock.now_ns() < until_ns:
        rough.step()
    rough.table.devices.hands.release(button, rough.clock.now_ns())  # type: ignore[union-attr]


def buttons(rough: RoughTable) -> set[int]:
    scene = rough.core.scene
    assert scene is not None
    return {seat.button for seat in scene.seats if seat.status != "free"}


@pytest.mark.timeout(120)
def test_whoever_a_wire_has_made_sit_down_gets_up_before_people_begin(spared: RoughTable) -> None:
    sit(spared, 3)
    played(spared, 2)
    assert buttons(spared) == {0, 1}


@pytest.mark.timeout(120)
def test_a_match_that_wires_have_begun_is_played_by_whoever_stands_there(
    spared: RoughTable,
) -> None:
    sit(spared, 3)
    sit(spared, 4, long=True)
    played(spared, 4)
    assert buttons(spared) == {3, 4}
    checks = Checks(spared)
    cut(spared, checks, "at once")
    goes_on(spared, checks)
    assert checks.resuming.looks == {WENT_ON: 1}


@pytest.mark.timeout(120)
def test_while_nobody_is_there_a_match_that_wires_have_begun_may_stand(spared: RoughTable) -> None:
    sit(spared, 3)
    sit(spared, 4, long=True)
    checks = played(spared, 1)
    spared.people.away_until_ns = 1 << 62
    spared.clock.reach(spared.clock.now_ns() + 1_000 * 1_000_000_000)
    checks.look()
    spared.people.away_until_ns = 0
    spared.clock.reach(spared.clock.now_ns() + 1_000 * 1_000_000_000)
    with pytest.raises(Broken, match="nothing was answered"):
        checks.look()


@pytest.mark.timeout(120)
def test_where_a_wire_has_given_a_seat_to_a_bot_the_game_goes_on(rough: RoughTable) -> None:
    checks = played(rough, 4)
    for seat in ("A", "B"):
        rough.command(f"seat {seat} bot")
    while rough.match is not None and rough.match.length < 16:
        rough.step()
        checks.look()
    assert {seat.bot for seat in rough.core.scene.seats} == {True}  # type: ignore[union-attr]
    assert "A: bot, B: bot" in rough.where()
