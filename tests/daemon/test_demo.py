"""The demo as a newcomer meets it: an address, a game that is kept, and clear words."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware_host.daemon.clock import wall_clock
from firmware_host.session.journal import Journal
from tests.programs import program


@contextmanager
def demo(folder: Path, *more: str) -> Iterator[subprocess.Popen[str]]:
    nobody_looks = {"DISPLAY": "", "WAYLAND_DISPLAY": ""}
    told = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with program("demo", *more, state=folder, environment=nobody_looks, **told) as process:
        yield process


def address(process: subprocess.Popen[str]) -> str:
    """Where the page is, once it says so."""
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"^The table is at (http://127\.0\.0\.1:\d+/)#A$", line):
            return found[1]
    assert process.stderr is not None
    raise AssertionError(process.stderr.read())


def state(page: str) -> dict[str, Any]:
    with urllib.request.urlopen(page + "state.json") as answer:
        told: dict[str, Any] = json.load(answer)
        return told


def scene(page: str) -> dict[str, Any]:
    """What is shown, once there is anything: the first match is written down before it."""
    while (shown := state(page)["scene"]) is None:
        pass
    told: dict[str, Any] = shown
    return told


def stopped(process: subprocess.Popen[str]) -> str:
    """Ctrl-C; what it says last."""
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    return out


def refused(folder: Path, *more: str) -> tuple[int, str]:
    """Status and words of a demo that does not begin."""
    with demo(folder, *more) as process:
        _, err = process.communicate(timeout=20)
        assert "Traceback" not in err
        return process.returncode, err


def matches(folder: Path) -> list[tuple[int, bool]]:
    """Seats of every game in the journal, and whether it can be gone on with."""
    with closing(Journal(folder / "lava-table" / "demo.journal", wall_clock)) as journal:
        open_one = journal.unfinished()
        return [(m.seats, open_one is not None and m.id == open_one.id) for m in journal.matches()]


def test_ctrl_c_keeps_the_game_and_says_how_to_go_on(tmp_path: Path) -> None:
    with demo(tmp_path, "--port", "0", "--no-browser") as process:
        page = address(process)
        assert len(scene(page)["seats"]) == 4
        said = stopped(process)
    assert "The game is kept. To go on: ./table demo" in said
    assert matches(tmp_path) == [(4, True)]
    with demo(tmp_path, "--port", "0") as process:
        address(process)
        stopped(process)
    assert matches(tmp_path) == [(4, True)]


def test_new_gives_the_game_up_and_begins_another(tmp_path: Path) -> None:
    for more in ((), ("--new", "--seats", "3", "--bots", "0")):
        with demo(tmp_path, "--port", "0", *more) as process:
            address(process)
            stopped(process)
    assert matches(tmp_path) == [(4, False), (3, True)]


def test_a_game_of_others_is_not_thrown_away_by_accident(tmp_path: Path) -> None:
    with demo(tmp_path, "--port", "0") as process:
        address(process)
        stopped(process)
    status, says = refused(tmp_path, "--seats", "5")
    assert status == 64
    assert "a game of 4 is not finished" in says
    assert "./table demo --new --seats 5" in says


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--seats", "2"), "--seats 2: Lava Land is for 3 to 5 players"),
        (("--seats", "6"), "--seats 6: Lava Land is for 3 to 5 players"),
        (("--bots", "5"), "--bots 5: write 0 to 4"),
        (("--seats", "many"), "invalid int value: 'many'"),
        (("--dance",), "--dance"),
    ],
)
def test_what_cannot_be_played_is_said(tmp_path: Path, more: tuple[str, ...], says: str) -> None:
    status, said = refused(tmp_path, *more)
    assert status == 64
    assert says in said
    assert not (tmp_path / "lava-table" / "demo.journal").exists()


def test_a_port_that_is_taken_is_refused_where_it_was_asked_for(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        status, says = refused(tmp_path, "--port", port)
    assert status == 1
    assert f"cannot listen on 127.0.0.1 port {port}: address already in use" in says


def test_where_no_port_was_asked_for_another_will_do(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind(("127.0.0.1", 8000))
            taken.listen()
        except OSError:
            pass  # somebody else has it: just as well
        with demo(tmp_path) as process:
            assert scene(address(process))["phase"] != "lobby"
            stopped(process)


def test_two_demos_do_not_share_one_game(tmp_path: Path) -> None:
    with demo(tmp_path, "--port", "0") as first:
        address(first)
        status, says = refused(tmp_path, "--port", "0")
        assert status == 1
        assert f"in use by process {first.pid}" in says
