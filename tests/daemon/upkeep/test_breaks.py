"""Whether somebody has to look at the table before its match goes on."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from firmware_host.daemon.upkeep.breaks import Breaks, Looks
from firmware_host.table.gestures import Gesture
from tests.daemon import test_run as runs
from tests.table.test_checked import Resumed

from . import test_idle as idling


def test_a_crash_is_no_break_but_a_good_end_and_another_run_of_the_machine_are(
    tmp_path: Path,
) -> None:
    journal = tmp_path / "table.journal"
    first = Breaks(journal, lambda: "boot 1")
    assert first.broken_off
    assert Breaks(journal, lambda: "boot 1").broken_off, "crashed before anybody looked"
    first.looked()
    assert not Breaks(journal, lambda: "boot 1").broken_off
    assert Breaks(journal, lambda: "boot 2").broken_off, "the power was cut"
    first.ended()
    assert Breaks(journal, lambda: "boot 1").broken_off, "it may have been put away"


def test_a_machine_without_a_number_or_a_file_that_is_damaged_means_a_look(tmp_path: Path) -> None:
    journal = tmp_path / "table.journal"
    Breaks(journal, lambda: "").looked()
    assert Breaks(journal, lambda: "").broken_off
    journal.with_suffix(".running").write_bytes(b"\xff\xfe")
    assert Breaks(journal, lambda: "boot 1").broken_off
    journal.with_suffix(".running").unlink()
    journal.with_suffix(".running").mkdir()
    Breaks(journal, lambda: "boot 1").looked()
    Breaks(journal, lambda: "boot 1").ended()


def test_a_match_that_the_lobby_offers_is_looked_at_once_it_goes_on(tmp_path: Path) -> None:
    first = idling.standing(tmp_path, away_min=30)
    first.play(3)
    first.table.close()
    checks = Breaks(tmp_path / "journal", lambda: "boot 1")
    second = idling.standing(tmp_path, away_min=30, now_s=2e9)
    evening = second.core.table.evening
    assert evening.parking.kept is not None
    looks = Looks(checks, evening)
    looks.tick(0)
    assert Breaks(tmp_path / "journal", lambda: "boot 1").broken_off, "it is offered, not looked at"
    idling.hold(second, 0)
    looks.tick(0)
    assert Breaks(tmp_path / "journal", lambda: "boot 1").broken_off, "it is taken up"
    idling.hold(second, 0)
    looks.tick(0)
    assert not Breaks(tmp_path / "journal", lambda: "boot 1").broken_off
    second.table.close()


def test_one_that_is_put_away_again_is_to_be_looked_at_again_after_a_crash(tmp_path: Path) -> None:
    resumed = Resumed("lava_land", 40, checks=False)
    breaks = Breaks(tmp_path / "table.journal", lambda: "1")
    looks = Looks(breaks, resumed.table.evening)
    looks.tick(0)
    assert not breaks.broken_off
    resumed.table.evening.parking.ask("14:05")
    resumed.after(1)
    assert looks.wake_ns == 0
    looks.tick(0)
    assert breaks.broken_off
    resumed.thumb(0, Gesture.HOLD)
    assert resumed.shown.phase == "check"
    resumed.thumb(0, Gesture.HOLD)
    looks.tick(0)
    assert not breaks.broken_off
    assert looks.wake_ns is None


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "table.toml"
    file.write_text(runs.BLIND)
    return file


def test_ended_and_started_again_the_table_is_looked_at_and_then_asks_what_it_asked(
    table: Path,
) -> None:
    with runs.daemon(table, "--port", "0") as first:
        where = runs.address(first)
        asyncio.run(runs.chosen(where, 4))
        before = runs.state(where)
        first.send_signal(signal.SIGTERM)
        first.wait(10)
    with runs.daemon(table, "--port", "0") as second:
        where = runs.address(second)
        assert runs.state(where)["scene"]["phase"] == "check"
        second.kill()  # before anybody has looked
        second.wait(10)
    with runs.daemon(table, "--port", "0") as third:
        where = runs.address(third)
        checked = runs.state(where)["scene"]
        assert checked["phase"] == "check"
        assert all(seat["menu"] for seat in checked["seats"])
        asyncio.run(looked(where))
        after = runs.state(where)
        assert after["scene"]["phase"] == before["scene"]["phase"]
        if after["state"] == before["state"]:
            assert after["scene"]["seats"] == before["scene"]["seats"]
        third.kill()
        third.wait(10)
    with runs.daemon(table, "--port", "0") as fourth:  # it crashed, and is back at once
        assert runs.state(runs.address(fourth))["scene"]["phase"] != "check"


async def looked(where: str) -> None:
    """B says that all lies so."""
    import aiohttp

    async with aiohttp.ClientSession() as session, session.ws_connect(where + "socket") as page:
        word = {"type": "choose", "role": "player", "seat": "B", "option": 0}
        await page.send_json(word | {"state": runs.state(where)["state"]})
        while runs.state(where)["scene"]["phase"] == "check":
            await asyncio.sleep(0.01)


def test_a_match_that_is_put_away_unseen_is_still_to_be_looked_at(tmp_path: Path) -> None:
    from tests.table.test_checked import Resumed

    resumed, breaks = Resumed("lava_land", 40), Breaks(tmp_path / "table.journal", lambda: "1")
    looks = Looks(breaks, resumed.table.evening)
    resumed.table.evening.parking.ask("14:05")
    resumed.after(1)
    assert resumed.shown.phase == "lobby"
    looks.tick(0)
    assert breaks.broken_off, "nobody has looked"
    resumed.thumb(0, Gesture.HOLD)
    assert resumed.shown.phase == "check"
    resumed.thumb(0, Gesture.HOLD)
    looks.tick(0)
    assert not breaks.broken_off
