"""The display says where the page is for a minute, if nobody plays and anybody can open it."""

from __future__ import annotations

import socket
import threading
import urllib.error
import urllib.request
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware_host.daemon.upkeep import herald
from firmware_host.daemon.upkeep.herald import SHOWN_NS, Herald
from firmware_host.rules.lava_land.box import Box
from firmware_host.table.lobby import Lobby
from firmware_host.table.scene import Scene, Welcome
from tests.daemon.test_run import BLIND, address, daemon
from tests.table.evening import playable

HERE = Welcome("10.0.0.5:8000", "table.local:8000", ("#",))
SECOND_NS = 1_000_000_000


def lobby(*joined: int) -> Scene:
    waiting = Lobby(5, (playable("lava_land", Box()),))
    waiting.joined = set(joined)
    return waiting.scene()


def heralding(*finds: Welcome | None) -> Herald:
    """One that finds these one after the other, and has found them all."""
    left, done = [*finds], threading.Event()

    def find() -> Welcome | None:
        if not left:
            done.set()
            return finds[-1]
        return left.pop(0)

    one = Herald(find, lambda url: ("#",), again_s=0.001)
    one.open()
    assert done.wait(10)
    return one


def test_it_is_shown_for_a_minute_from_when_it_is_known() -> None:
    one = heralding(None, None, Welcome("10.0.0.5:8000", "table.local:8000"))
    assert one.shown(lobby(), 100 * SECOND_NS) == (HERE, 0)
    assert one.shown(lobby(), 130 * SECOND_NS) == (HERE, 30 * SECOND_NS)
    assert one.shown(lobby(), 100 * SECOND_NS + SHOWN_NS) is None
    assert one.over
    assert one.shown(lobby(), 101 * SECOND_NS) is None


def test_it_makes_way_for_good_when_somebody_sits_down() -> None:
    one = heralding(HERE)
    assert one.shown(lobby(), 0) is not None
    assert one.shown(lobby(2), SECOND_NS) is None
    assert one.shown(lobby(), 2 * SECOND_NS) is None


def test_without_a_network_nothing_is_shown_instead_of_the_scene() -> None:
    one = heralding(None)
    assert one.shown(lobby(), 0) is None
    assert not one.over
    one.close()
    assert one.over


def test_another_address_gets_another_code() -> None:
    codes: list[str] = []
    done = threading.Event()
    left = [Welcome("10.0.0.5:80"), Welcome("10.0.0.5:80"), Welcome("10.0.0.9:80")]

    def find() -> Welcome | None:
        if not left:
            done.set()
            return None
        return left.pop(0)

    def code(url: str) -> tuple[str, ...]:
        codes.append(url)
        return ()

    one = Herald(find, code, again_s=0.001)
    one.open()
    assert done.wait(10)
    one.close()
    assert codes == ["http://10.0.0.5:80/", "http://10.0.0.9:80/"]


@pytest.mark.parametrize(
    ("host", "others"),
    [
        ("127.0.0.1", False),
        ("localhost", False),
        ("::1", False),
        ("0.0.0.0", True),
        ("10.1.1.1", True),
    ],
)
def test_a_page_for_this_machine_alone_is_not_told_of(host: str, others: bool) -> None:
    assert herald.shared(host) is others


def test_a_page_at_one_address_is_told_by_it_and_a_long_one_in_brackets() -> None:
    assert herald.found("10.1.1.1", 80) == Welcome("10.1.1.1:80")
    assert herald.found("fd00::5", 80) == Welcome("[fd00::5]:80")


def test_the_name_is_told_only_where_somebody_answers_for_it(tmp_path: Path) -> None:
    assert herald.own_name(tmp_path / "none") == ""
    (tmp_path / "socket").touch()
    assert herald.own_name(tmp_path / "socket").endswith(".local")


def test_the_daemon_shows_the_code_of_its_own_page(tmp_path: Path) -> None:
    here = herald.own_address()
    if not here:
        pytest.skip("this machine is in no network")
    file = tmp_path / "table.toml"
    file.write_text(f'{BLIND}\n[console]\nhost = "0.0.0.0"\n')
    with daemon(file, "--port", "0") as process:
        where = address(process)
        port = where.rstrip("/").rpartition(":")[2]
        for _ in range(200):  # the code takes a second
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/oled.png") as answer:
                    shown = cv2.imdecode(np.frombuffer(answer.read(), np.uint8), 0)
            except urllib.error.HTTPError:  # nothing is on it yet
                continue
            assert shown is not None
            large = cv2.resize(shown, None, fx=5, fy=5, interpolation=cv2.INTER_NEAREST)
            said, *_ = cv2.QRCodeDetector().detectAndDecode(
                cv2.copyMakeBorder(large, 60, 60, 60, 60, 0)
            )
            if said:
                break
        assert said == f"http://{here}:{port}/"


def test_the_page_may_be_asked_for_by_its_name_though_avahi_does_not_run_yet(
    tmp_path: Path,
) -> None:
    assert herald.local_name() == f"{socket.gethostname().partition('.')[0].lower()}.local"
    file = tmp_path / "table.toml"
    file.write_text(f'{BLIND}\n[console]\nhost = "0.0.0.0"\n')
    with daemon(file, "--port", "0") as process:
        port = address(process).rstrip("/").rpartition(":")[2]
        for name, status in ((herald.local_name(), 200), ("stranger.local", 403)):
            asked = urllib.request.Request(
                f"http://127.0.0.1:{port}/", headers={"Host": f"{name}:{port}"}
            )
            try:
                with urllib.request.urlopen(asked) as answer:
                    found = answer.status
            except urllib.error.HTTPError as refused:
                found = refused.code
                refused.close()
            assert found == status
