"""The daemon as a process: it listens, ends when asked to, and refuses what cannot be."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from firmware_host.daemon.places import config_folder
from tests.programs import ROOT, program

BLIND = re.sub(
    r'\[camera\]\nport = "mock"',
    '[camera]\nport = "none"',
    (config_folder() / "tables" / "demo.toml").read_text(),
)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """The file of a virtual table without a camera."""
    file = tmp_path / "table.toml"
    file.write_text(BLIND)
    return file


@contextmanager
def daemon(table: Path, *more: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    asked, state = ("run", "--config", str(table), *more), table.parent / "state"
    with program(*asked, state=state, environment=environment, stderr=subprocess.PIPE) as process:
        yield process


def address(process: subprocess.Popen[str]) -> str:
    """Where it listens, once it says so."""
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(r"^Listening on (http://\S+)$", line):
            return found[1]
    raise AssertionError("it ended without listening")


@pytest.mark.parametrize("word", [signal.SIGTERM, signal.SIGINT])
def test_it_listens_and_ends_cleanly_when_asked_to(table: Path, word: signal.Signals) -> None:
    with daemon(table, "--port", "0") as process:
        with urllib.request.urlopen(address(process) + "healthz") as answer:
            assert answer.status == 200
        process.send_signal(word)
        assert process.wait(10) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""
    state = table.parent / "state" / "lava-table"
    assert (state / "table.journal").exists()
    assert not (state / "table.journal-wal").exists()  # folded into the file


def test_the_lobby_is_shown_before_anyone_has_pressed(table: Path) -> None:
    with daemon(table, "--port", "0") as process:
        with urllib.request.urlopen(address(process) + "state.json") as answer:
            state = json.load(answer)
        assert state["scene"]["phase"] == "lobby"
        assert state["furniture"]["tints"]["seat_a"] == "#0050ff"
        assert state["furniture"]["staff"] is True


def test_a_second_one_is_refused_and_the_first_is_named(table: Path) -> None:
    with daemon(table, "--port", "0") as first:
        address(first)
        with daemon(table, "--port", "0") as second:
            _, said = second.communicate(timeout=20)
            assert second.returncode == 1
            assert f"in use by process {first.pid}" in said
            assert "Traceback" not in said


def test_a_taken_port_is_a_clear_error(table: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        with daemon(table, "--port", port) as process:
            _, said = process.communicate(timeout=20)
            assert process.returncode == 1
            assert f"cannot listen on 127.0.0.1 port {port}" in said
            assert "Say another with --port" in said
            assert "Traceback" not in said


def test_a_faulty_configuration_ends_it_with_78(table: Path) -> None:
    table.write_text(BLIND.replace("per_place = 6", "per_place = 60"))
    with daemon(table) as process:
        _, said = process.communicate(timeout=20)
        assert process.returncode == 78
        assert re.search(r"table\.toml:\d+: strip\.per_place: 60 cannot be used here", said)


def test_the_service_manager_is_told_when_it_serves_and_when_it_ends(table: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(table.parent / "notify"))
        manager.settimeout(20)
        with daemon(
            table, "--port", "0", NOTIFY_SOCKET=manager.getsockname(), WATCHDOG_USEC="200000"
        ) as process:
            address(process)
            said = {manager.recv(200) for _ in range(3)}
            assert said == {b"READY=1", b"WATCHDOG=1", b"STATUS=waits for players"}
            process.send_signal(signal.SIGTERM)
            process.wait(10)
            while (word := manager.recv(200)) != b"STOPPING=1":
                assert word.startswith((b"WATCHDOG", b"STATUS"))


def state(where: str) -> dict[str, Any]:
    """What the page knows."""
    with urllib.request.urlopen(where + "state.json") as answer:
        told: dict[str, Any] = json.load(answer)
    return told


async def chosen(where: str, choices: int) -> None:
    """Three players sit down, begin, and whoever is asked takes the first line, again and again."""
    async with aiohttp.ClientSession() as session, session.ws_connect(where + "socket") as page:

        async def choose(seat: str, option: int) -> None:
            word = {"type": "choose", "role": "player", "seat": seat, "option": option}
            await page.send_json(word | {"state": state(where)["state"]})

        for seat in "ABC":
            await choose(seat, 0)
            await joined(where, seat)
        await choose("A", 0)
        for _ in range(choices):
            await choose(await asked(where), 0)


async def joined(where: str, seat: str) -> None:
    while not any(
        s["seat"] == seat and s["status"] == "joined" for s in state(where)["scene"]["seats"]
    ):
        await asyncio.sleep(0.01)


async def asked(where: str) -> str:
    """The seat that is asked something, once one is."""
    while True:
        here = state(where)["scene"]
        seats = [s["seat"] for s in here["seats"] if s["menu"]]
        if here["phase"] != "lobby" and seats:
            return str(seats[0])
        await asyncio.sleep(0.01)


def test_killed_at_any_moment_it_goes_on_with_the_same_game(table: Path) -> None:
    with daemon(table, "--port", "0") as first:
        where = address(first)
        asyncio.run(chosen(where, 4))
        before = state(where)
        first.kill()  # SIGKILL: nothing is closed, nothing is said
        first.wait(10)
    with daemon(table, "--port", "0") as second:
        after = state(address(second))
        assert after["scene"]["phase"] == before["scene"]["phase"] != "lobby"
        assert after["state"] >= before["state"] >= 4
        if after["state"] == before["state"]:  # else the last choice was on its way still
            assert after["scene"]["seats"] == before["scene"]["seats"]


def test_the_daemon_itself_loads_nothing_that_reads_pictures() -> None:
    """Its camera's process does; the daemon is up before that has loaded half of it."""
    loaded = "import sys, hw.mock.hands, firmware_host.daemon.serve; print(*sys.modules)"
    modules = subprocess.check_output([sys.executable, "-c", loaded], cwd=ROOT, text=True).split()
    assert not {"cv2", "numpy", "PIL", "serial"} & set(modules)


def test_a_strip_that_is_not_there_from_the_beginning_is_told(table: Path) -> None:
    """Its thread may find out before anybody listens."""
    here = "/dev/lava-table-test"
    table.write_text(BLIND.replace('[strip]\nport = "mock"', f'[strip]\nport = "{here}"'))
    with daemon(table, "--port", "0") as process:
        address(process)
        assert process.stderr is not None
        says = process.stderr.readline()
    assert says.startswith("strip: LED strip at /dev/lava-table-test")


def test_a_host_that_is_none_is_a_clear_error(table: Path) -> None:
    table.write_text(BLIND + '[console]\nhost = "999.1.1.1"\n')
    with daemon(table) as process:
        _, says = process.communicate(timeout=30)
    assert process.returncode == 1
    assert says.startswith("table: cannot listen on 999.1.1.1 port 8000: ")
    assert "Look at [console] in the table's file" in says
    assert "unknown error" not in says
