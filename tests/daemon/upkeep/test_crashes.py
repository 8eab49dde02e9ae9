"""Whatever fails leaves a bundle that shows the same failure again, and never more than it may."""

from __future__ import annotations

import asyncio
import json
import re
import stat
import threading
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from firmware_host.console.app import listen
from firmware_host.daemon.assembly import Assembly
from firmware_host.daemon.errors import CannotServe
from firmware_host.daemon.loop import Loop
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.serve import Wanted, serve
from firmware_host.daemon.settings import house
from firmware_host.daemon.upkeep.crashes import about, bundles, folder_of
from firmware_host.daemon.upkeep.failing import failing
from firmware_host.daemon.upkeep.notify import Notifier
from firmware_host.daemon.verbs.replay import main as replay
from firmware_host.rules.catalog import GAMES
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.scene import Bar, Scene
from firmware_host.table.signals import Command, Effect, Signal
from tests.daemon.standing_table import StandingTable

GAME = "lava_land"
TABLE = re.sub(
    r'\[camera\]\nport = "mock"',
    '[camera]\nport = "none"',
    (config_folder() / "tables" / "demo.toml").read_text(),
)


def standing(folder: Path, more: str = "") -> StandingTable:
    (folder / "table.toml").write_text(TABLE + more)
    return StandingTable(folder, file=folder / "table.toml")


def brittle_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules fail at one die more."""
    game = GAMES[GAME]

    def apply(state: Any, answer: Any) -> Any:
        if str(answer).startswith("show B"):
            raise ZeroDivisionError("of the rules")
        return game.apply(state, answer)

    monkeypatch.setitem(GAMES, GAME, replace(game, apply=apply))


def brittle_view(monkeypatch: pytest.MonkeyPatch, scene_of: Callable[[Scene], Scene]) -> None:
    """The view makes something else of a scene in which blue dice lie."""
    dressing = DRESSINGS[GAME]
    view = dressing.view

    def scene(state: Any, pending: Any, thumbs: Any) -> Scene:
        made = view.scene(state, pending, thumbs)
        there = any(face.startswith("B") for face in view.lying(state).elements())
        return scene_of(made) if there else made

    monkeypatch.setitem(DRESSINGS, GAME, replace(dressing, view=replace(view, scene=scene)))


def raises(scene: Scene) -> Scene:
    raise LookupError("of the view")


def unpaintable(scene: Scene) -> Scene:
    return replace(scene, bars=(Bar(scene.seats[0].seat, "high", 3),))  # type: ignore[arg-type]


def unspeakable(scene: Scene) -> Scene:
    return replace(scene, phase=object())  # type: ignore[arg-type]


def spoil(monkeypatch: pytest.MonkeyPatch, where: str) -> type[Exception]:
    """Something is wrong there from now on, here and wherever it is told again."""
    match where:
        case "rules":
            brittle_rules(monkeypatch)
            return ZeroDivisionError
        case "view":
            brittle_view(monkeypatch, raises)
            return LookupError
        case _:
            brittle_view(monkeypatch, unpaintable)
            return TypeError


def play_on(table: StandingTable) -> None:
    """First the yellow and red faces, then the first of blue: each is told on the buttons."""
    scene = table.core.scene
    assert scene is not None
    seat = next(s for s in scene.seats if s.menu)
    labels = [table.table.feed.words(c.label) for c in seat.menu]
    blue = [i for i, label in enumerate(labels) if "blue" in label.lower()]
    table.choose(int(seat.seat), blue[0] if blue else 0)
    table.after(0.1)


def failed(table: StandingTable, *, begun: bool = False) -> Path:
    """What is left of what fails at last: it ends the turn, or the table has caught it."""
    folder = folder_of(table.table.journal.path)
    if not begun:
        table.play()
    for _ in range(200):
        try:
            play_on(table)
        except AssertionError:
            raise
        except Exception as broken:
            table.table.crashes.keep(broken, "turn")
        if kept := bundles(folder):
            return kept[0]
    raise AssertionError("nothing has failed")


@pytest.mark.parametrize("where", ["rules", "view", "painter"])
@pytest.mark.parametrize("late", [False, True], ids=["from its beginning", "after six minutes"])
def test_a_bundle_shows_the_same_failure_again(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    where: str,
    late: bool,
) -> None:
    kind = spoil(monkeypatch, where)
    table = standing(tmp_path)
    if late:
        table.play(1)
        for _ in range(40):
            table.after(10)
    file = failed(table, begun=late)
    known = about(file)
    assert known is not None
    assert known["error"]["type"] in (kind.__name__, "Misshapen")
    assert table.table.recorder.whole is not late
    table.table.journal.close()
    capsys.readouterr()
    assert replay([str(file)]) == 0
    said = capsys.readouterr().out
    assert "fails: here as there" in said
    assert f"{known['error']['type']}: {known['error']['says']}" in said
    assert "Traceback (most recent call last)" in said


def test_without_the_fault_it_says_that_nothing_fails_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as spoilt:
        spoil(spoilt, "rules")
        table = standing(tmp_path)
        file = failed(table)
    table.table.journal.close()
    assert replay([str(file)]) == 1
    said = capsys.readouterr().out
    assert "fails: not here" in said
    assert "nothing failed" in said
    assert "ZeroDivisionError: of the rules" in said


def test_what_breaks_while_a_page_is_served_leaves_one_too_and_play_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    brittle_view(monkeypatch, unspeakable)
    table = standing(tmp_path)
    loop = Loop(table.core, table.clock, Notifier({}), table.table.feed.changed)

    async def look() -> None:
        with failing(table.table, loop, CannotServe):
            table.play()
            for _ in range(3):
                play_on(table)
            page = await listen(table.table.feed, "127.0.0.1", 0)
            async with (
                aiohttp.ClientSession() as session,
                session.ws_connect(page.address + "socket") as socket,
            ):
                async for _ in socket:
                    pass
            await page.close()

    asyncio.run(look())
    (file,) = bundles(folder_of(tmp_path / "journal"))
    told = about(file)
    assert told is not None
    assert told["where"] == "page"
    play_on(table)
    table.table.journal.close()
    assert replay([str(file)]) == 0
    assert "not JSON serializable" in capsys.readouterr().out


def test_a_failure_in_the_midst_of_a_command_ends_the_daemon(tmp_path: Path) -> None:
    """It came by a page: but the table is half way between two states."""
    (tmp_path / "table.toml").write_text(TABLE)
    files = house.read(tmp_path / "table.toml")
    wanted = Wanted(files, port=0, journal=tmp_path / "journal", at_first=spoilt)

    async def both() -> None:
        ready = asyncio.get_running_loop().create_future()
        going = asyncio.create_task(serve(wanted, ready.set_result))
        where = (await ready).removeprefix("Listening on ")
        playing = asyncio.create_task(playing_on_a_page(where))
        try:
            await asyncio.wait_for(going, 60)
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)

    with pytest.raises(ZeroDivisionError, match="of the table"):
        asyncio.run(both())
    (file,) = bundles(folder_of(tmp_path / "journal"))
    known = about(file)
    assert known is not None
    assert known["error"]["type"] == "ZeroDivisionError"


def spoilt(table: Assembly) -> None:
    """The table fails at the fifth command."""
    fed, commands = table.core.others.fed, [0]

    def fail(signal: Signal, now_ns: int, following: Iterator[Effect]) -> Iterator[Effect]:
        commands[0] += isinstance(signal, Command)
        if commands[0] == 5:
            raise ZeroDivisionError("of the table")
        return fed(signal, now_ns, following)

    table.core.others.fed = fail


async def playing_on_a_page(where: str) -> None:
    """Three join and begin, and whoever is asked tells of a blue die if it can."""
    async with aiohttp.ClientSession() as session, session.ws_connect(where + "socket") as page:
        while True:
            async with session.get(where + "state.json") as answer:
                told = await answer.json()
            seats = [s for s in told["scene"]["seats"] if s["menu"]]
            seat = seats[0] if told["scene"]["phase"] != "lobby" else next_free(seats)
            lines = [c["label"].lower() for c in seat["menu"]]
            blue = [i for i, line in enumerate(lines) if "blue" in line]
            word = {"type": "choose", "role": "player", "seat": seat["seat"]}
            option = blue[0] if blue else 0
            await page.send_json(word | {"state": told["state"], "option": option})
            await asyncio.sleep(0.01)


def next_free(seats: list[dict[str, Any]]) -> dict[str, Any]:
    joined = [s for s in seats if s["status"] == "joined"]
    return joined[0] if len(joined) >= 3 else next(s for s in seats if s["status"] == "free")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[StandingTable]:
    made = standing(tmp_path)
    yield made
    made.table.close()


def broken(says: str = "ours", name: str = "somewhere") -> Exception:
    """A failure out of a place of its own."""
    space: dict[str, Any] = {}
    exec(compile(f"def {name}(says): raise ValueError(says)", f"{name}.py", "exec"), space)
    try:
        space[name](says)
    except ValueError as failed:
        return failed
    raise AssertionError


def test_it_is_private_and_holds_no_secret(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(TABLE)
    table = standing(tmp_path)
    secret = (
        '# api_token = "hush"\n# web = { password = \'p"w\', x = 1 }\nname = "The virtual table"\n'
        '# "wifi password" = "hush"\n# tokens = ["a", "hush"]\n'
        "# secret = '''\n# hush\n# 'hush''''"
    )
    (tmp_path / "table.toml").write_text(TABLE.replace('name = "The virtual table"', secret))
    table.play(2)
    file = table.table.crashes.keep(broken(), "turn")
    assert file is not None
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    with zipfile.ZipFile(file) as archive:
        names = set(archive.namelist())
        text = b"\n".join(archive.read(name) for name in names).decode()
    assert {"about.json", "signals.jsonl", "match.json", "config/table.toml"} <= names
    assert "crater.jpg" not in names
    assert "hush" not in text
    assert 'p"w' not in text
    assert "x = 1" in text
    table.table.close()


@pytest.mark.parametrize("agreed", [True, False])
def test_a_picture_comes_along_where_that_is_agreed(tmp_path: Path, agreed: bool) -> None:
    table = standing(tmp_path, f"\n[crashes]\npictures = {str(agreed).lower()}\n")
    table.table.crashes.picture = lambda: b"\xff\xd8jpeg"
    file = table.table.crashes.keep(broken(), "turn")
    assert file is not None
    with zipfile.ZipFile(file) as archive:
        assert ("crater.jpg" in archive.namelist()) is agreed
    table.table.close()


def test_none_is_kept_where_none_is_wanted(tmp_path: Path) -> None:
    table = standing(tmp_path, "\n[crashes]\nkeep = 0\n")
    assert table.table.crashes.keep(broken(), "turn") is None
    assert not folder_of(tmp_path / "journal").exists()
    table.table.close()


def test_a_disk_that_is_nearly_full_is_left_alone(table: StandingTable, tmp_path: Path) -> None:
    table.table.crashes.spare = lambda folder: 1 << 20
    assert table.table.crashes.keep(broken(), "turn") is None
    assert not folder_of(tmp_path / "journal").exists()
    assert "nearly full" in table.said[-1]


def test_a_disk_that_takes_nothing_fails_nothing_else(table: StandingTable, tmp_path: Path) -> None:
    folder_of(tmp_path / "journal").write_text("no folder")
    assert table.table.crashes.keep(broken(), "turn") is None
    assert "cannot be kept" in table.said[-1]


def test_a_thread_that_fails_is_kept_with_its_name(table: StandingTable, tmp_path: Path) -> None:
    loop = Loop(table.core, table.clock, Notifier({}), table.table.feed.changed)

    def fail() -> None:
        raise ValueError("in a thread")

    hook, threading.excepthook = threading.excepthook, lambda failed: None
    try:
        with failing(table.table, loop, CannotServe):
            thread = threading.Thread(target=fail, name="herald")
            thread.start()
            thread.join()
    finally:
        threading.excepthook = hook
    (file,) = bundles(folder_of(tmp_path / "journal"))
    told = about(file)
    assert told is not None
    assert told["where"] == "thread herald"


@pytest.mark.parametrize("junk", [b"", b"PK\x05\x06" + bytes(18), b"no zip"])
def test_what_is_no_bundle_is_told_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], junk: bytes
) -> None:
    file = tmp_path / "crash-20261130-120000.zip"
    file.write_bytes(junk)
    assert replay([str(file)]) in (1, 2)
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert str(file) in said


def test_a_damaged_bundle_is_told_in_a_line(
    table: StandingTable, capsys: pytest.CaptureFixture[str]
) -> None:
    file = table.table.crashes.keep(broken(), "turn")
    assert file is not None
    with zipfile.ZipFile(file) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    for name in ("about.json", "signals.jsonl"):
        for wrong in (b"{}", b"[1", b"\xff", json.dumps({"format": 9}).encode()):
            with zipfile.ZipFile(file, "w") as archive:
                for other, data in held.items():
                    archive.writestr(other, wrong if other == name else data)
            assert replay([str(file)]) == 2
            assert "Traceback" not in capsys.readouterr().err
