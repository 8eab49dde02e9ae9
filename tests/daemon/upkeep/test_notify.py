"""systemd is told when we serve, how we are and when we end."""

from __future__ import annotations

import os
import socket
from pathlib import Path

from firmware_host.daemon.upkeep.notify import Notifier


def test_it_says_ready_status_alive_and_stopping(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        notifier = Notifier(
            {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "20000000"}
        )
        notifier.ready()
        notifier.status("waits for a game")
        notifier.status("waits for a game")
        notifier.alive()
        notifier.stopping()
        notifier.close()
        said = [manager.recv(100) for _ in range(4)]
    assert said == [b"READY=1", b"STATUS=waits for a game", b"WATCHDOG=1", b"STOPPING=1"]
    assert notifier.watchdog_ns == 10_000_000_000


def test_without_a_service_manager_nothing_is_said_and_nothing_fails(tmp_path: Path) -> None:
    quiet = Notifier({})
    quiet.ready()
    assert quiet.watchdog_ns is None
    alone = Notifier({"NOTIFY_SOCKET": str(tmp_path / "gone")})
    alone.ready()
    alone.close()


def test_a_watchdog_meant_for_another_process_is_not_ours() -> None:
    other = {"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "5", "WATCHDOG_PID": str(os.getpid() + 1)}
    assert Notifier(other).watchdog_ns is None
