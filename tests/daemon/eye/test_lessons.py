"""Teaching from the page: a process of its own, which may be left, killed and gone on with."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from firmware_host.daemon import places
from firmware_host.daemon.eye.lessons import ALONE_S, COMMAND, Lessons, School
from firmware_host.vision import load
from firmware_host.vision.teaching.desk import CALIBRATE, Desk, Plan
from hw.mock.placing import laid
from hw.mock.world import fresh
from hw.mock.worldfile import WorldFile

ROOT = Path(__file__).parents[3]


@dataclass
class Table:
    """What a table hears of its lessons."""

    folder: Path
    heard: list[str] = field(default_factory=list)
    match: str = ""

    def school(self) -> School:
        shipped = places.shipped("dice", "lava_land", Path("/nowhere"))
        return School(
            arguments=lambda: (
                *("--camera", "mock", "--world", str(self.folder / "world.json")),
                *("--profile", str(shipped), "--out", str(self.folder / "mine")),
            ),
            faces=("Yb", "Yt"),
            disturbs=lambda: self.match,
            begins=lambda: self.heard.append("lent"),
            ends=lambda: self.heard.append("back"),
            changed=lambda: self.heard.append("changed"),
        )


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)
    faces = {"Y": "bbfftl", "R": "ttllbf", "B": "ffbbtl"}
    WorldFile(tmp_path / "world.json").write(laid(fresh(77, faces, 3), (), 0))
    return Table(tmp_path)


def with_lessons(
    table: Table,
    do: Callable[[Lessons], Coroutine[Any, Any, None]],
    *command: str,
    alone_s: float = ALONE_S,
) -> None:
    async def inside() -> None:
        lessons = Lessons(table.school(), command or COMMAND, alone_s)
        try:
            await asyncio.wait_for(do(lessons), 60)
        finally:
            await lessons.close()

    asyncio.run(inside())


def step(lessons: Lessons) -> tuple[str, bool]:
    """The step that is on, and whether all is well."""
    told = lessons.told()
    return (str(told["step"]), bool(told["ok"])) if told is not None else ("", True)


def test_a_session_is_led_step_by_step_with_a_picture(table: Table) -> None:
    async def do(lessons: Lessons) -> None:
        assert (await lessons.say("look")).code == "no_lesson"
        assert (await lessons.say("calibrate")).ok
        assert step(lessons) == ("hold", True)
        assert lessons.picture()[:2] == b"\xff\xd8"
        assert (await lessons.say("teach")).code == "lesson_on"
        assert (await lessons.say("dance")).code == "unknown"
        await lessons.say("say go")
        await lessons.say("say sing")
        assert step(lessons) == ("look", False)
        before = lessons.number
        await lessons.say("look")
        assert lessons.number > before

    with_lessons(table, do)
    assert [h for h in table.heard if h != "changed"] == ["lent", "back"]


def test_a_session_that_would_disturb_a_match_begins_only_when_staff_are_sure(table: Table) -> None:
    table.match = "A match is being played"

    async def led(lessons: Lessons) -> None:
        for words in ("calibrate", "teach", "anew", "calibrate maybe"):
            said = await lessons.say(words)
            assert not said.ok
            assert said.code == "in_play"
            assert said.says.startswith("A match is being played. Meanwhile the buttons answer")
        assert table.heard == []
        assert (await lessons.say("calibrate sure")).ok
        assert step(lessons)[0] == "hold"
        assert (await lessons.say("anew")).ok, "within a session nobody is asked again"
        assert step(lessons)[0] == "hold"

    with_lessons(table, led)


def test_a_session_that_is_left_is_gone_on_with_or_begun_anew(table: Table) -> None:
    async def do(lessons: Lessons) -> None:
        await lessons.say("calibrate")
        await lessons.say("say go")
        await lessons.say("quit")
        assert lessons.told() is None
        assert "The session is kept" in lessons.ended
        await lessons.say("calibrate")
        assert step(lessons)[0] == "look"
        await lessons.say("anew")
        assert step(lessons)[0] == "hold"

    with_lessons(table, do)
    assert [h for h in table.heard if h != "changed"] == ["lent", "back"] * 3
    assert not (table.folder / "mine").exists()


def test_a_session_that_cannot_begin_says_why_and_gives_the_camera_back(table: Table) -> None:
    (table.folder / "world.json").unlink()

    async def do(lessons: Lessons) -> None:
        await lessons.say("teach")
        assert lessons.told() is None
        assert "there is no virtual table yet" in lessons.ended

    with_lessons(table, do)
    assert table.heard[:2] == ["lent", "back"]


def test_a_session_that_is_killed_says_so_and_is_gone_on_with(table: Table) -> None:
    async def do(lessons: Lessons) -> None:
        await lessons.say("calibrate")
        await lessons.say("say go")
        process = lessons._process
        assert process is not None
        process.kill()
        await lessons.say("look")
        assert lessons.told() is None
        assert "was ended" in lessons.ended
        await lessons.say("calibrate")
        assert step(lessons) == ("look", True)

    with_lessons(table, do)
    assert [h for h in table.heard if h != "changed"] == ["lent", "back"] * 2


def test_a_session_that_is_killed_at_any_step_goes_on_there_and_no_profile_is_touched(
    table: Table,
) -> None:
    mine = table.folder / "mine"
    shutil.copytree(places.shipped("dice", "lava_land", Path("/nowhere")), mine)
    before = {f: f.read_bytes() for f in mine.rglob("*") if f.is_file()}
    steps = []

    async def led(lessons: Lessons) -> None:
        await lessons.say("calibrate")
        for _ in range(5):
            steps.append(step(lessons)[0])
            assert lessons._process is not None
            lessons._process.kill()  # SIGKILL: the power goes, or the kernel lacks memory
            await lessons.say("look")
            assert lessons.told() is None
            await lessons.say("calibrate")
            assert step(lessons)[0] == steps[-1]
            assert {f: f.read_bytes() for f in mine.rglob("*") if f.is_file()} == before
            await lessons.say("say go")

    with_lessons(table, led)
    assert steps == ["hold", "look", "empty", "wall", "slide"]


def test_what_came_of_a_session_and_cannot_be_kept_is_told_and_kept_for_later(table: Table) -> None:
    shipped = places.shipped("dice", "lava_land", Path("/nowhere"))
    desk = Desk(
        table.folder / "state" / "lava-table" / "teaching" / "mine.calibrate",
        Plan("mine", CALIBRATE),
        load(shipped),
    )
    desk.notes.at, desk.notes.model = len(CALIBRATE), "the virtual camera"
    desk.write()
    (table.folder / "mine.new").write_text("where the new profile is to be made")

    async def do(lessons: Lessons) -> None:
        await lessons.say("calibrate")
        assert lessons.told() is None
        assert "mine.new: File exists. The session is kept: begun again" in lessons.ended
        (table.folder / "mine.new").unlink()
        await lessons.say("calibrate")
        assert (table.folder / "mine" / "profile.toml").is_file()

    with_lessons(table, do)


def test_a_session_nobody_looks_at_gives_the_camera_back_and_is_kept(table: Table) -> None:
    async def do(lessons: Lessons) -> None:
        await lessons.say("calibrate")
        await lessons.say("say go")
        while lessons.told() is not None:
            await asyncio.sleep(0.05)
        assert "Nobody went on" in lessons.ended
        await lessons.say("calibrate")
        assert step(lessons)[0] == "look"

    with_lessons(table, do, alone_s=0.3)
    assert table.heard[:2] == ["lent", "changed"]
    assert [h for h in table.heard if h != "changed"] == ["lent", "back"] * 2


@pytest.mark.parametrize("program", ["print('no json')", "raise SystemExit('broken')"])
def test_a_process_that_talks_nonsense_is_ended(table: Table, program: str) -> None:
    async def do(lessons: Lessons) -> None:
        await lessons.say("teach")
        assert lessons.told() is None
        assert lessons.ended

    with_lessons(table, do, sys.executable, "-c", program)
    assert table.heard[:2] == ["lent", "back"]
