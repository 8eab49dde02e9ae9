"""Beams at the virtual table: dropped balls need no press, and a fault of one stops nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec import structs

from firmware_host.daemon import wiring
from firmware_host.daemon.assembly import Assembly, Here
from firmware_host.daemon.clock import RealClock
from firmware_host.daemon.core import Core
from firmware_host.daemon.loop import Loop, Writer
from firmware_host.daemon.people.evenings import Player
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import house
from firmware_host.daemon.settings.config import BeamsSection
from firmware_host.daemon.settings.house import Files
from firmware_host.daemon.upkeep.notify import Notifier
from firmware_host.rules.kernel import Decision
from firmware_host.table.signals import Tick
from hw.ports import DeviceLost, Note

TABLES = config_folder() / "tables"
PINS = (22, 23, 24, 25, 26, 27)


def files(beams: BeamsSection) -> Files:
    of = house.of_game(house.read(TABLES / "autoplay.toml"), "oh_no_volcano")
    camera = structs.replace(of.table.camera, port="none")
    table = structs.replace(of.table, beams=beams, camera=camera)
    return replace(of, loaded=structs.replace(of.loaded, table=table))


class Game(Player):
    """A game that faults can be made in; it counts presses while a ball is due."""

    pressed: tuple[int, ...] = ()
    """For each ball that was dropped."""
    _before: int | None = None

    def _step(self) -> None:
        due = self._topic() == "ball"
        if due and self._before is None:
            self._before = self._people.presses
        super()._step()
        if self._before is not None and self._topic() != "ball":
            self.pressed += (self._people.presses - self._before,)
            self._before = None

    def _topic(self) -> str:
        match = self._match()
        asked = match.pending if match is not None else None
        return asked.topic if isinstance(asked, Decision) else ""

    def begun(self) -> None:
        self._table.open(self._heard)

    def spoil(self, fault: str, *parts: str) -> None:
        for part in parts:
            self._hands.spoil(fault, part)

    def told(self) -> list[str]:
        match = self._match()
        return [] if match is None else [str(getattr(e, "words", "")) for e in match.told()]

    def until_dropped(self, balls: int) -> None:
        for _ in range(60_000):
            if sum(" drop " in words for words in self.told()) >= balls:
                return
            self._step()
        raise AssertionError("no ball is dropped")

    def states(self) -> dict[str, bool]:
        return {name: one.ok for name, one in self._table.core.devices.items()}


@pytest.mark.parametrize(("pins", "presses"), [(PINS, {0}), ((), {1})])
def test_a_whole_game_is_played_and_where_there_are_beams_nobody_presses_for_a_ball(
    pins: tuple[int, ...], presses: set[int], tmp_path: Path
) -> None:
    game = Game(files(BeamsSection(pins=pins)), tmp_path, "beams", 2, "heuristic")
    try:
        evening = game.play()
    finally:
        game.close()
    assert evening.figures["pawns_mistold"] == 0
    assert len(game.pressed) == evening.figures["balls"] > 0
    assert set(game.pressed) == presses


@pytest.mark.parametrize("fault", ["dead", "stuck"])
def test_where_every_beam_fails_the_buttons_tell_of_balls(fault: str, tmp_path: Path) -> None:
    game = Game(files(BeamsSection(pins=PINS)), tmp_path, "faulty", 2, "heuristic")
    try:
        game.begun()
        game.until_dropped(1)
        game.spoil(fault, *(f"beam {number}" for number in range(1, 7)))
        game.until_dropped(3)
        beams = {name: ok for name, ok in game.states().items() if name.startswith("beam")}
        assert beams == ({f"beam {n}": False for n in range(1, 7)} if fault == "stuck" else {})
        game.spoil("none", *(f"beam {number}" for number in range(1, 7)))
        game.until_dropped(5)
        assert all(game.states().values())
        match = game._match()
        assert match is not None
        assert isinstance(match.pending, Decision)
    finally:
        game.close()


def test_at_a_real_table_beams_are_lost_by_themselves(tmp_path: Path) -> None:
    of = house.read(TABLES / "pi4-wled.toml").table
    of = structs.replace(
        of,
        strip=structs.replace(of.strip, port="none"),
        oled=structs.replace(of.oled, port="none"),
        beams=BeamsSection(pins=(7, 8, 9, 10, 11, 18)),
    )

    def told(device: str, state: DeviceLost | Note | None) -> None:
        """Nothing is begun."""

    devices = wiring.devices(of, cast("Any", None), told)
    assert devices.beams is not None
    with pytest.raises(DeviceLost, match=r"^beams at"):
        devices.beams.open(lambda edge: None)  # there is no header here
    with pytest.raises(DeviceLost, match=r"^buttons at"):
        devices.buttons.open(lambda edge: None)
    devices.close()
    none = structs.replace(of, buttons=structs.replace(of.buttons, port="none"))
    assert wiring.devices(none, cast("Any", None), told).beams is None


def test_on_a_real_clock_a_ball_through_the_wrong_chute_is_told_and_the_right_one_counts(
    tmp_path: Path,
) -> None:
    """By pins, threads and the loop, as ``./table demo`` has them."""
    assert asyncio.run(_two_balls(tmp_path)) == (["A drop 2"], 1)


async def _two_balls(folder: Path) -> tuple[list[str], int]:
    """One into chute 4 and one into 2, which is due: drops in the match, and what was told of 4."""
    writer, clock = Writer(), RealClock()
    table = Assembly(files(BeamsSection(pins=PINS)), _here(folder), clock, writer)
    core, hands = table.core, table.devices.hands
    loop = Loop(core, clock, Notifier({}), lambda: None)
    writer.start(loop.written)
    table.listen(loop.heard)
    table.open(loop.edge)
    loop.start()
    try:
        assert hands is not None
        await _until(lambda: core.table.evening.playing is not None)
        host = core.table.evening.playing
        assert host is not None
        lines = {"now": "ball A climb A3+ball2 2", "treasures": "rest", "gear_pile": "rest"}
        host.put(lines | {"deck_A": "rest"}, "a ball is due", clock.now_ns())
        core.feed(Tick(clock.now_ns()), clock.now_ns())
        match = host.ledger.match
        hands.drop(4, clock.now_ns())
        await _until(lambda: _other(core) > 0)
        hands.drop(2, clock.now_ns())
        await _until(lambda: host.ledger.match.length > match.length)
        words = [str(getattr(one, "words", "")) for one in host.ledger.match.told()]
        return [one for one in words if "drop" in one], _other(core)
    finally:
        loop.close()
        writer.close()
        table.close()


def _here(folder: Path) -> Here:
    def says(line: str) -> None:
        """Nobody reads it."""

    return Here(
        folder / "journal",
        folder / "world.json",
        lambda: "s",
        lambda: "2026-11-30T12:00:00Z",
        says,
        fixed=(0, 1),
    )


def _other(core: Core) -> int:
    """How often it was told that a ball went through another chute."""
    return sum(told.line.key == "beam.other" for told in core.told)


async def _until(met: Callable[[], bool]) -> None:
    for _ in range(1_000):
        if met():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never happens")
