"""The last minutes are remembered within bounds, and written down so that they can be read back."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast, get_args

import pytest

from firmware_host.daemon.upkeep import recorder as recorders
from firmware_host.daemon.upkeep.crashes import Caught, failing_too, signed, traced
from firmware_host.table.signals import Looked, Noticed, Offered, Signal, Tick
from firmware_host.vision.facts import Guess, Look, SeenDie, Tray
from hw.ports import Edge
from tests.daemon.standing_table import SECOND_NS, StandingTable


@pytest.fixture
def table(tmp_path: Path) -> Iterator[StandingTable]:
    made = StandingTable(tmp_path)
    yield made
    made.table.close()


def test_what_is_remembered_is_bounded(
    table: StandingTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorders, "MOST", 500)
    kept = table.table.recorder
    for i in range(3_000):
        now_ns = table.clock.now_ns() + i
        table.core.feed(Edge(0, bool(i % 2), now_ns), now_ns)
    assert len(kept.entries()) == 500
    assert not kept.whole
    table.after(6 * 60)
    table.after(1)
    assert all(e.now_ns > table.clock.now_ns() - 301 * SECOND_NS for e in kept.entries())


def test_signals_are_spelled_and_read_back(table: StandingTable) -> None:
    table.play(2)
    table.press(1)
    for entry in table.table.recorder.entries():
        assert recorders.unspelled(recorders.spelled(entry)) == entry


def test_every_signal_there_is_can_be_written_down() -> None:
    """One that is new, and forgotten here, would be a mere tick when it is told again."""
    assert set(recorders.SIGNALS) == {kind.__name__ for kind in get_args(Signal)}


def test_which_games_are_offered_is_left_to_the_files(table: StandingTable) -> None:
    now_ns = table.clock.now_ns()
    table.core.feed(Offered(table.core.table.evening.house.games, now_ns), now_ns)
    entry = table.table.recorder.entries()[-1]
    assert recorders.unspelled(recorders.spelled(entry)).signal == Offered((), now_ns)


def test_what_the_table_has_caught_of_a_game_is_kept_by_the_calls_it_came_from(
    table: StandingTable,
) -> None:
    """A net under a match tells it as what was noticed, with the traceback for the log."""

    @dataclass(frozen=True)
    class Told:
        log: str

    heard, crashes = list[object](), table.table.crashes
    try:
        raise LookupError("no such card")
    except LookupError as broken:
        log, raised = traced(broken), signed(broken)
    failing_too(heard.append, crashes)(cast("Noticed", Told(log)))
    assert len(heard) == 1
    (kept,) = crashes.told()
    assert (kept["where"], kept["says"]) == ("game", "LookupError: no such card")
    assert signed(Caught(log)) == raised


def test_the_worst_that_is_remembered_is_below_six_megabytes() -> None:
    """As many looks as are kept, every die moved from each to the next, and as many ticks."""
    kept = recorders.Recorder()
    tracemalloc.start()
    try:
        for i in range(recorders.MOST_LOOKS + 100):
            list(kept.fed(Looked(moved(i)), i, iter(())))
        looks, _ = tracemalloc.get_traced_memory()
        assert len(kept.entries()) == recorders.MOST_LOOKS
        ticks = recorders.Recorder()
        for i in range(recorders.MOST + 100):
            list(ticks.fed(Tick(i), i, iter(())))
        both, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(ticks.entries()) == recorders.MOST
    assert looks + (both - looks) < 6_000_000


def moved(number: int) -> Look:
    dice = tuple(
        SeenDie(n, "Y", (Guess("b", 1 / (1 + n + number)), Guess("t", 0.1)), True, n + 0.5, n, n)
        for n in range(15)
    )
    return Look(number, number, Tray.SETTLED, dice)


def test_dice_that_lie_as_they_lay_are_kept_but_once(table: StandingTable) -> None:
    kept = table.table.recorder
    for at_ns in range(3):
        list(kept.fed(Looked(replace(moved(1), at_ns=at_ns)), at_ns, iter(())))
    first, second, third = (e.signal for e in kept.entries()[-3:])
    assert isinstance(first, Looked)
    assert isinstance(second, Looked)
    assert isinstance(third, Looked)
    assert second.look.dice is first.look.dice is third.look.dice
    assert [one.look.at_ns for one in (first, second, third)] == [0, 1, 2]
