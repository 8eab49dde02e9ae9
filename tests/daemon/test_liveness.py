"""No phase of any game waits for ever without saying what for and from whom, again and again."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.console.document import scene_document
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.upkeep.idle import reminder
from firmware_host.rules.kernel import Decision, Seat
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.scene import Cue, Lamp, Scene
from firmware_host.table.signals import Command, Tick
from tests.daemon.standing_table import StandingTable
from tests.table.evening import Driver
from tests.table.test_evening import thrown

DEMO = (config_folder() / "tables" / "demo.toml").read_text()
LONG_S = 2 * 3_600
STEP_S = 20
CHOICES = 500
LIT = (Lamp.BLINK, Lamp.PULSE, Lamp.ON, Lamp.ONE, Lamp.TWO)


class Bored(StandingTable):
    """A table of one game, where everybody goes away in every phase they come to."""

    def __init__(self, folder: Path, game: str) -> None:
        file = folder / "table.toml"
        text = re.sub(r"^box = .*\n", "", DEMO, flags=re.MULTILINE)
        text = text.replace('[camera]\nport = "mock"', '[camera]\nport = "none"')
        file.write_text(text.replace('game = "lava_land"', f'game = "{game}"'))
        super().__init__(folder, file=file)
        self.reminded: list[Cue] = []
        play = self.core.lights.play

        def heard(cue: Cue, now_ns: int) -> None:
            if cue.name == "remind":
                self.reminded.append(cue)
            play(cue, now_ns)

        self.core.lights.play = heard  # type: ignore[method-assign]

    @property
    def scene(self) -> Scene:
        assert self.core.scene is not None
        return self.core.scene

    def where(self) -> str:
        """The phase, and what is asked in it."""
        host = self.core.table.evening.host
        pending = None if host is None else host.pending
        return f"{self.scene.phase} {pending.topic if isinstance(pending, Decision) else ''}"

    def wait(self, seconds: float) -> None:
        """Nobody does anything for so long."""
        for _ in range(int(seconds / STEP_S)):
            self.after(STEP_S)

    def anybody(self, luck: random.Random) -> bool:
        """Somebody who is asked something takes any line; False where nobody is asked."""
        asked = [seat for seat in self.scene.seats if seat.menu]
        if not asked:
            return False
        seat = luck.choice(asked)
        words = f"choose {luck.randrange(len(seat.menu))} {self.core.state}"
        now_ns = self.clock.now_ns()
        self.core.feed(Command(seat.seat, "player", words, now_ns), now_ns)
        return True


def phases(table: Bored, luck: random.Random) -> Iterator[str]:
    """Each phase, and what is asked in it, when it is come to for the first time."""
    seen = set[str]()
    table.play(seats=3)
    for _ in range(CHOICES):
        if table.scene.phase in ("over", "lobby"):
            return
        if table.where() not in seen:
            seen.add(table.where())
            yield table.where()
        if not table.anybody(luck):
            table.after(1)  # it goes on by itself


@pytest.mark.parametrize("game", DRESSINGS)
def test_every_phase_says_whom_it_waits_for_and_asks_again(tmp_path: Path, game: str) -> None:
    walked = set[str]()
    for evening in range(2):
        folder = tmp_path / str(evening)
        folder.mkdir()
        table = Bored(folder, game)
        for phase in phases(table, random.Random(f"{game}/{evening}")):
            if phase not in walked:
                walked.add(phase)
                left_alone(table)
        table.table.close()
    assert len(walked) >= 4, walked


def left_alone(table: Bored) -> None:
    """Two hours on, it says who is waited for; by then it has said so several times."""
    table.wait(LONG_S)
    where, scene = table.where(), table.scene
    if scene.phase in ("over", "lobby"):
        return
    assert scene.waiting_for, where
    table.reminded.clear()
    table.wait(LONG_S / 2)
    assert table.scene.waiting_for == scene.waiting_for, where
    times = len(table.reminded) / len(scene.waiting_for)
    assert 5 <= times <= 7, where  # every ten minutes by now
    assert {cue.seat for cue in table.reminded} == set(scene.waiting_for), where
    assert any(table.core.display.picture if table.core.display else b""), where
    told(table, scene, where)


def told(table: Bored, scene: Scene, where: str) -> None:
    """Lamps, page and the words of the reminder name them, and no word is missing."""
    for seat in scene.seats:
        if seat.seat in scene.waiting_for:
            assert seat.lamp in LIT, where
    feed = table.table.feed
    page = scene_document(feed.snapshot(), feed.words, {}, feed.furniture)["scene"]
    assert page["waiting_for"] == [str(seat) for seat in scene.waiting_for], where
    says = feed.words(reminder(scene))
    assert page["waiting"], where
    assert "[" not in says, where
    assert all(re.search(rf"\b{seat}\b", says) for seat in scene.waiting_for), where


@pytest.mark.parametrize("looks", [True, False])
def test_with_a_camera_too_a_throw_that_does_not_come_is_waited_for_by_name(looks: bool) -> None:
    """The camera sees an empty crater again and again, or nothing at all."""
    driver = Driver(camera=True)
    for _ in range(3_600):
        if looks:
            driver.look()
        driver.now_ns += 1_000_000_000
        driver.feed(Tick(driver.now_ns))
    assert driver.scene is not None
    assert driver.scene.phase == "roll"
    assert len(driver.scene.waiting_for) == 1


def test_when_all_have_gone_in_the_midst_of_a_grab_those_who_lack_dice_are_named() -> None:
    driver = thrown()
    driver.grab(Seat(1), "Rl")
    for _ in range(3_600):
        driver.look()
        driver.now_ns += 1_000_000_000
        driver.feed(Tick(driver.now_ns))
    assert driver.scene is not None
    assert driver.scene.phase == "take"
    assert set(driver.scene.waiting_for) == {Seat(0), Seat(1), Seat(2)}
