"""What hangs is noticed, each by whoever watches it, and what it was at is kept."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from pathlib import Path
from typing import Any

import pytest

from firmware_host.daemon.loop import Loop
from firmware_host.daemon.upkeep.crashes import about, bundles
from firmware_host.daemon.upkeep.notify import Notifier
from firmware_host.daemon.verbs.replay import main as replay

from .standing_table import StandingTable
from .test_run import BLIND, address, daemon, state


def words(manager: socket.socket) -> list[bytes]:
    """All that has been told by now."""
    heard = list[bytes]()
    while True:
        try:
            heard.append(manager.recv(300, socket.MSG_DONTWAIT))
        except BlockingIOError:
            return heard


def test_a_loop_that_hangs_feeds_no_watchdog(tmp_path: Path) -> None:
    """It is fed by the loop itself: a turn that does not end is not made up for by anybody."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        told = {"NOTIFY_SOCKET": manager.getsockname(), "WATCHDOG_USEC": "40000"}
        table = StandingTable(tmp_path)

        class Real:
            def now_ns(self) -> int:
                return time.monotonic_ns()

        async def run() -> tuple[int, int]:
            notifier = Notifier(told)
            loop = Loop(table.core, Real(), notifier, lambda: None)
            loop.start()
            await asyncio.sleep(0.3)
            fed = words(manager).count(b"WATCHDOG=1")
            time.sleep(0.3)  # whatever it is: the loop does not go round
            hung = words(manager).count(b"WATCHDOG=1")
            loop.close()
            notifier.close()
            return fed, hung

        fed, hung = asyncio.run(run())
        assert fed >= 3
        assert hung == 0
        table.table.close()


def test_a_thread_that_hangs_starves_it_and_is_named(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        told = {"NOTIFY_SOCKET": manager.getsockname(), "WATCHDOG_USEC": "40000"}
        table, silent = StandingTable(tmp_path), [""]

        async def run() -> list[bytes]:
            notifier = Notifier(told)
            loop = Loop(table.core, table.clock, notifier, lambda: None, lambda: silent[0])
            loop.start()
            words(manager)
            silent[0] = "strip"
            table.clock.reach(table.clock.now_ns() + 1_000_000_000)
            loop.turn()
            loop.close()
            notifier.close()
            return words(manager)

        said = asyncio.run(run())
        assert b"WATCHDOG=1" not in said
        assert b"STATUS=strip: what minds it does not answer; about to start anew" in said
        table.table.close()


@pytest.mark.slow
def test_a_cameras_process_that_hangs_is_ended_and_another_sees(tmp_path: Path) -> None:
    """It is stopped as a driver that never answers would stop it."""
    table = tmp_path / "table.toml"
    table.write_text(BLIND.replace('[camera]\nport = "none"', '[camera]\nport = "mock"'))
    with daemon(table, "--port", "0") as process:
        where = address(process)
        first = child_that_sees(process.pid, where, set())
        os.kill(first, signal.SIGSTOP)
        second = child_that_sees(process.pid, where, {first})
        assert second != first
        assert process.poll() is None


def child_that_sees(parent: int, where: str, not_this: set[int]) -> int:
    """The camera's process, once the camera works."""
    end_s = time.monotonic() + 60
    while time.monotonic() < end_s:
        found = set(children(parent)) - not_this
        lost = [d for d in state(where)["devices"] if d["name"] == "camera" and not d["ok"]]
        if found and not lost and seen(where):
            return found.pop()
        time.sleep(0.1)
    raise AssertionError("no camera's process sees anything")


def seen(where: str) -> bool:
    """Is there a picture that is new?"""
    import urllib.error
    import urllib.request

    try:
        with urllib.request.urlopen(where + "crater.jpg", timeout=5) as answer:
            return bool(answer.read())
    except (urllib.error.URLError, TimeoutError):
        return False


def children(parent: int) -> list[int]:
    told = Path(f"/proc/{parent}/task/{parent}/children")
    return [int(word) for word in told.read_text().split()] if told.exists() else []


def test_a_daemon_that_is_ended_as_it_hangs_leaves_what_each_thread_was_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """SIGABRT is what systemd's watchdog sends."""
    table = tmp_path / "table.toml"
    table.write_text(BLIND)
    with daemon(table, "--port", "0") as process:
        address(process)
        process.send_signal(signal.SIGABRT)
        assert process.wait(20) == -signal.SIGABRT
    folder = tmp_path / "state" / "lava-table"
    assert "Thread" in (folder / "table.hung.txt").read_text()
    with daemon(table, "--port", "0") as process:
        address(process)
        process.send_signal(signal.SIGTERM)
        process.wait(20)
    (file,) = bundles(folder / "table.crashes")  # written beside the start, and not left half done
    told: dict[str, Any] | None = about(file)
    assert told is not None
    assert told["where"] == "hang"
    assert not (folder / "table.hung.txt").exists()
    assert replay([str(file)]) == 1
    assert "Current thread" in capsys.readouterr().out
