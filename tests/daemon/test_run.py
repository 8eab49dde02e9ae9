"""The daemon as a process: it listens, ends when asked to, and refuses what cannot be."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_host.daemon.places import config_folder

ROOT = Path(__file__).parent.parent.parent
BLIND = re.sub(
    r'\[camera\]\nport = "mock"',
    '[camera]\nport = "none"',
    (config_folder() / "tables" / "virtual.toml").read_text(),
)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """The file of a virtual table without a camera."""
    file = tmp_path / "table.toml"
    file.write_text(BLIND)
    return file


@contextmanager
def daemon(table: Path, *more: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    state = {"XDG_STATE_HOME": str(table.parent / "state"), "STATE_DIRECTORY": ""}
    process = subprocess.Popen(
        [sys.executable, "-m", "firmware_host", "run", "--config", str(table), *more],
        cwd=ROOT,
        env={**os.environ, **state, **environment},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


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
            assert {b"READY=1", b"WATCHDOG=1"} <= said
            process.send_signal(signal.SIGTERM)
            process.wait(10)
            while (word := manager.recv(200)) != b"STOPPING=1":
                assert word.startswith((b"WATCHDOG", b"STATUS"))
