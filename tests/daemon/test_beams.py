"""Beams at the virtual table: dropped balls need no press, and a fault of one stops nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec import structs

from firmware_host.daemon import wiring
from firmware_host.daemon.people.evenings import Player
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import house
from firmware_host.daemon.settings.config import BeamsSection
from firmware_host.daemon.settings.house import Files
from firmware_host.rules.kernel import Decision
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
