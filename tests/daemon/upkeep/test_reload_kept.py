"""What is kept or waits when the files of a table are read again."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.table.signals import Tick

from .test_reload import Desk, desk

__all__ = ["desk"]


def test_a_match_that_is_kept_for_later_waits_as_is_set_by_then(desk: Desk) -> None:
    desk.play(4)
    evening = desk.core.table.evening
    evening.parking.ask("14:05")
    desk.after(1)
    assert evening.parking.kept is not None
    desk.edit("[strip]\n", "[patience]\ngo_ms = 77\nblind_ms = 88\n[strip]\n")
    desk.reloaded()
    evening.lobby.goes_on = True
    desk.core.feed(Tick(desk.clock.now_ns()), desk.clock.now_ns())
    host = evening.host
    assert host is not None
    assert host.checking
    assert host.patience.topics["go"] == 77
    assert host.sight.blind_after_ns == 88_000_000


def test_a_match_that_is_to_be_looked_at_is_so_after_a_reading_too(desk: Desk) -> None:
    evening = desk.core.table.evening
    evening.house = replace(evening.house, checks=True)
    desk.edit("[strip]\n", "[patience]\ngo_ms = 77\n[strip]\n")
    desk.reloaded()
    assert evening.house.checks
