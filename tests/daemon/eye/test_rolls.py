"""Pictures of rolls are kept: few, not for long, of the crater alone, and for staff alone."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
from pathlib import Path

import numpy as np
import pytest

from firmware_host.daemon.core import Core
from firmware_host.daemon.eye.camera import Eye, Pace, RollSeen
from firmware_host.daemon.eye.records import Records
from firmware_host.daemon.eye.rolls import Limits, Rolls
from firmware_host.daemon.eye.words import Open, RollDie
from firmware_host.daemon.people.evenings import Player
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import house
from firmware_host.session.journal import Journal
from firmware_host.session.tale import Answered, Put, Told, Undone
from firmware_host.table.scene import Scene
from firmware_host.table.signals import Commit, Effect, Show, Thrown, Watch
from firmware_host.vision import load, marks
from firmware_host.vision.crop import crater
from tests.daemon.standing_table import StandingTable
from tests.table.evening import Driver, some_faces
from tests.vision.rendering import PROFILE, sample

AUTOPLAY = config_folder() / "tables" / "autoplay.toml"
ROLL = RollSeen("41", b"\xff\xd8 jpeg", (RollDie("Yb", True, 3.0, 4.0),))
DAY_S = 86_400.0


def test_on_a_full_disk_no_half_of_a_picture_is_kept_and_the_file_is_named(tmp_path: Path) -> None:
    """A file may not be longer than that: to whoever writes it that is a full disk."""
    rolls = Rolls(tmp_path / "rolls", Limits(), lambda: 1_000.0)
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, most[1]))
    try:
        with pytest.raises(OSError, match=r"\.jpg") as wrong:
            rolls.keep(RollSeen("41", bytes(8192), ROLL.dice), ())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
        signal.signal(signal.SIGXFSZ, before)
    assert wrong.value.filename is not None
    assert [*(tmp_path / "rolls").iterdir()] == []


def test_a_roll_is_kept_with_what_was_read_and_told(tmp_path: Path) -> None:
    rolls = Rolls(tmp_path / "rolls", Limits(), lambda: 1_000.0)
    rolls.keep(ROLL, ("Yb", "Rt"))
    (told,) = rolls.told()
    assert told["dice"] == [{"face": "Yb", "sure": True, "x_px": 3.0, "y_px": 4.0}]
    assert (told["told"], told["at_s"], told["line"]) == (["Yb", "Rt"], 1_000, "41")
    assert rolls.picture(told["name"]) == ROLL.jpeg
    assert (tmp_path / "rolls").stat().st_mode & 0o77 == 0
    assert all(f.stat().st_mode & 0o77 == 0 for f in (tmp_path / "rolls").iterdir())


def test_only_so_many_are_kept_and_the_oldest_goes(tmp_path: Path) -> None:
    rolls = Rolls(tmp_path, Limits(rolls=3), lambda: 0.0)
    for _ in range(7):
        rolls.keep(ROLL, ())
    assert [r["name"] for r in rolls.told()] == ["00000007", "00000006", "00000005"]
    assert len([*tmp_path.iterdir()]) == 6


def test_none_is_kept_for_long(tmp_path: Path) -> None:
    now = [10 * DAY_S]
    rolls = Rolls(tmp_path, Limits(days=7), lambda: now[0])
    rolls.keep(ROLL, ())
    for file in tmp_path.iterdir():
        os.utime(file, (now[0], now[0]))
    now[0] += 6.9 * DAY_S
    assert len(rolls.told()) == 1
    now[0] += 0.2 * DAY_S
    Rolls(tmp_path, Limits(days=7), lambda: now[0])  # also when it is begun again
    assert not [*tmp_path.iterdir()]


def test_nothing_is_kept_where_that_is_off_and_no_other_file_can_be_asked_for(
    tmp_path: Path,
) -> None:
    rolls = Rolls(tmp_path / "rolls", Limits(rolls=0), lambda: 0.0)
    rolls.keep(ROLL, ())
    assert not (tmp_path / "rolls").exists()
    (tmp_path / "secret.jpg").write_bytes(b"x")
    assert rolls.picture("../secret") == b""
    assert rolls.picture("00000001") == b""


def test_a_half_written_roll_is_passed_over(tmp_path: Path) -> None:
    rolls = Rolls(tmp_path, Limits(), lambda: 0.0)
    rolls.keep(ROLL, ())
    (tmp_path / "00000002.jpg").write_bytes(b"\xff\xd8")
    assert [r["name"] for r in rolls.told()] == ["00000001"]
    rolls.keep(ROLL, ())
    assert [r["name"] for r in rolls.told()] == ["00000003", "00000001"]


@pytest.mark.parametrize("content", [b"[]", b"7", b'{"at_s": 1}', b'{"dice": 3', b"\xff"])
def test_a_roll_whose_words_somebody_spoilt_is_passed_over(tmp_path: Path, content: bytes) -> None:
    rolls = Rolls(tmp_path, Limits(), lambda: 0.0)
    rolls.keep(ROLL, ("Yb",))
    rolls.keep(ROLL, ("Yb",))
    (tmp_path / "00000002.json").write_bytes(content)
    assert [r["name"] for r in rolls.told()] == ["00000001"]


def test_the_cut_out_shows_the_crater_and_nothing_beside_it() -> None:
    picture, _ = sample(990_001)
    plane = marks.find(picture, load(PROFILE).tray)
    assert plane is not None
    cut, (left, top) = crater(picture, plane)
    height, width = cut.shape[:2]
    assert 0.9 < width / height < 1.15
    assert (cut[2, 2] == 0).all()
    assert (cut[-3, -3] == 0).all()
    middle = np.s_[height // 2 - 40 : height // 2 + 40, width // 2 - 40 : width // 2 + 40]
    there = picture[top : top + height, left : left + width]
    assert (cut[middle] == there[middle]).all()


class Heard(Eye):
    """Hears which rolls it is to keep; nothing looks."""

    def __init__(self) -> None:
        super().__init__(Open("mock", "", ""), Pace())
        self.kept = list[str]()
        self.told = list[tuple[str, ...]]()

    def keep_roll(self, name: str, told: tuple[str, ...] = ()) -> None:
        self.kept.append(name)
        self.told.append(told)


class Watched(Driver):
    """A table whose wishes reach its camera as they do in the daemon."""

    def __init__(self, folder: Path) -> None:
        self.core: Core | None = None
        super().__init__()
        self.eye = Heard()
        self._standing = StandingTable(folder)
        self.core = self._standing.core
        self.core.eye = self.eye
        for effect in (Show(self.shown(), self.n), self.table.evening.watch()):
            self._keep(effect)

    def close(self) -> None:
        """Let go of camera and journal."""
        self._standing.table.close()

    def shown(self) -> Scene:
        assert self.scene is not None
        return self.scene

    def _keep(self, effect: Effect) -> None:
        super()._keep(effect)
        if self.core is not None and isinstance(effect, Show | Watch):
            self.core._do(effect, self.now_ns)
        elif self.core is not None and isinstance(effect, Commit):
            self.core._writes = lambda job, done: done(None)  # this match has no journal
            self.core._do(effect, self.now_ns)


def test_each_throw_of_a_game_that_throws_again_and_again_is_kept_once_with_what_was_told() -> None:
    eye = Heard()
    one, other = Thrown(1, ("5",)), Thrown(2, ("6", "2"))
    eye.watch("take", "3")
    eye.watch("take", "4", throw=one)
    eye.watch("idle", "4", throw=one)
    eye.watch("service", "4")
    eye.watch("take", "4", throw=one)
    eye.watch("idle", "9", throw=other)
    eye.watch("idle")
    assert (eye.kept, eye.told) == (["4", "9"], [("5",), ("6", "2")])


@pytest.mark.parametrize(
    "words",
    [
        ("service clean", "service leave"),
        ("service run camera", "service leave"),
        ("games",),
    ],
)
def test_a_throw_that_is_broken_off_by_staff_is_no_roll(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    table = Watched(tmp_path)
    table.wait(10)
    assert table.table.evening.watch().mode == "roll"
    for one in words:
        table.say(one)
        table.wait(1_000)
    assert not table.refused
    assert table.eye.kept == []
    table.close()


@pytest.mark.parametrize(
    ("line", "rolls"),
    [
        (Answered("show Yb", 5), 1),
        (Undone(3, 5), 0),
        (Put((("first", "B"),), "the test says so", 5), 0),
    ],
)
def test_only_an_answer_ends_a_throw_as_a_roll(tmp_path: Path, line: Told, rolls: int) -> None:
    table = Watched(tmp_path)
    table.wait(10)
    for effect in (Commit((line,)), Show(table.shown(), table.n + 1), Watch("idle")):
        table._keep(effect)
    assert len(table.eye.kept) == rolls
    table.close()


def test_a_throw_that_is_told_is_a_roll_also_when_it_was_interrupted(tmp_path: Path) -> None:
    table = Watched(tmp_path)
    table.wait(10)
    table.say("service clean")
    table.say("service leave")
    table.look()
    table.throw(some_faces(3, "kept"))
    table.wait(3_000)
    assert table.table.evening.watch().mode == "take"
    assert table.eye.kept == [str(table.n)]
    table.close()


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_the_roll_that_was_read_is_the_roll_that_is_kept(tmp_path: Path) -> None:
    game = Player(house.read(AUTOPLAY), tmp_path, "rolls", 3, "random")
    kept: list[tuple[RollSeen, list[str]]] = []
    try:
        core = game._table.core
        assert core.eye is not None
        assert not core.eye.keeps_rolls  # nothing is kept of games that code plays by itself
        core.eye.keeps_rolls = True

        def keep(roll: RollSeen) -> None:
            match = game._match()
            assert match is not None
            kept.append(
                (
                    roll,
                    sorted(game._table.core.table.evening.game.view.lying(match.state).elements()),
                )
            )

        core.others.rolled = keep
        game._table.open(game._heard)
        while len(kept) < 2:
            game._step()
    finally:
        game.close()
    for roll, told in kept:
        assert roll.jpeg[:2] == b"\xff\xd8"
        assert sorted(d.face for d in roll.dice) == told
        assert len(told) == 9


def test_staff_look_up_how_fairly_the_dice_fell(tmp_path: Path) -> None:
    box = (config_folder() / "games" / "lava_land.toml").read_text()
    journal = Journal(tmp_path / "j", lambda: "2026-01-01T00:00:00Z")
    for _ in range(40):
        match = journal.begin("lava_land", 1, (0, 1, 2), "7", box)
        journal.append(match, [Answered(f"show {f}", 0) for f in ("Yb", "Yb", "Rt", "Bl")])
    journal.close()
    files = house.read(AUTOPLAY)
    rolls = Rolls(tmp_path / "rolls", Limits(), lambda: 0.0)
    faces = house.dice(files)[1]
    records = Records(rolls, tmp_path / "j", "lava_land", faces, files.texts.say)
    found = asyncio.run(records.fairness())
    yellow = found["colours"][0]
    assert (yellow["colour"], yellow["dice"], yellow["verdict"]) == ("Y", 80, "unfair")
    assert yellow["says"].startswith("yellow: hard to believe of fair dice. banana came 80 times")
    lost = Records(rolls, tmp_path / "none", "lava_land", faces, files.texts.say)
    assert "no such file" in asyncio.run(lost.fairness())["says"]
