"""A clock that jumps changes nothing of a game: no RTC, a step by NTP, midnight, summer time."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from firmware_host.daemon.settings.config import QuietSection
from firmware_host.daemon.upkeep.quiet import Quiet
from firmware_host.session.journal import Journal, look
from tests.daemon.small_disk import Played

JUMPS = (
    "1970-01-01T00:00:09+00:00",  # no RTC, no network yet
    "2026-11-30T20:15:00+00:00",  # NTP has found the time
    "2026-11-30T18:15:00+00:00",  # and a wrong server another
    "2026-11-30T23:59:59+00:00",
    "2026-12-01T00:00:00+00:00",
    "2038-01-19T03:14:08+00:00",
    "2026-10-25T02:30:00+02:00",  # an hour that comes twice
    "2026-10-25T02:10:00+01:00",
)


def test_a_match_goes_on_over_restarts_whatever_the_clock_says(tmp_path: Path) -> None:
    stamps: list[str] = []
    shown = 0
    for jump in JUMPS:
        played = Played(tmp_path, wall=partial(str, jump))
        assert played.core.state >= shown, "the same match, where it stood"
        assert played.table.journal.kept(1).id == 1
        played.choose(4)
        shown = played.core.state
        stamps += [jump]
        played.table.close()
    kept = look(tmp_path / "table.journal")
    assert kept is not None
    assert (kept.id, kept.damage, len(kept.lines)) == (1, None, shown)
    assert {line.stamp for line in kept.lines} == set(JUMPS)
    times = [line.told.at_ms for line in kept.lines]
    assert times == sorted(times), "game time is the machine's own seconds"


def test_the_wall_clock_alone_answers_nothing(tmp_path: Path) -> None:
    now = [JUMPS[0]]
    played = Played(tmp_path, wall=lambda: now[0])
    before = played.core.state
    for jump in JUMPS:
        now[0] = jump
        played.core.tick(played.clock.now_ns())
    assert played.core.state == before
    played.table.close()


def test_the_latest_match_is_the_one_that_was_begun_last_not_the_latest_by_its_stamp(
    tmp_path: Path,
) -> None:
    stamps = iter(JUMPS[::-1])
    with closing(Journal(tmp_path / "j.journal", lambda: next(stamps))) as journal:
        for seed in ("one", "two", "three"):
            journal.begin("race", 1, (0, 1), seed, "box")
        kept = journal.unfinished()
        assert kept is not None
        assert kept.seed == "three"


@pytest.fixture
def berlin() -> Iterator[None]:
    """A time zone with summer time."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = "Europe/Berlin"
    time.tzset()
    yield
    if before is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = before
    time.tzset()


@pytest.mark.usefixtures("berlin")
@pytest.mark.parametrize("day", [(2026, 3, 29), (2026, 10, 25), (2026, 12, 1)])
def test_quiet_hours_are_by_the_clock_on_the_wall_in_every_night(day: tuple[int, int, int]) -> None:
    """In one of them an hour is missing, in another it comes twice."""
    told: list[tuple[int, bool]] = []
    midnight_s = time.mktime((*day, 0, 0, 0, 0, 0, -1))
    now_s = [midnight_s - 2 * 3600]

    def rest(dark: bool, now_ns: int) -> None:
        del now_ns
        told.append((time.localtime(now_s[0]).tm_hour, dark))

    quiet = Quiet(QuietSection(begins="23:00", ends="07:00", awake_min=10), lambda: now_s[0], rest)
    for minute in range(11 * 60):
        now_s[0] = midnight_s + (minute - 120) * 60
        quiet.tick((minute + 1) * 60_000_000_000)
    assert told == [(23, True), (7, False)]


def test_two_journals_in_one_folder_do_not_disturb_each_other(tmp_path: Path) -> None:
    one, two = Played(tmp_path, name="one"), Played(tmp_path, name="two")
    for _ in range(3):
        one.choose(2)
        two.choose(3)
    stood = one.stands(), two.stands()
    one.table.close()
    two.table.close()
    again = Played(tmp_path, name="one"), Played(tmp_path, name="two")
    assert (again[0].stands(), again[1].stands()) == stood
    assert stood[0]["shown"] != stood[1]["shown"]
    for table in again:
        table.table.close()
