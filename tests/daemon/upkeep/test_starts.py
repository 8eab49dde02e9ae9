"""A daemon that keeps ending begins without its devices, says why, and can be played at."""

from __future__ import annotations

import json
import re
import signal
import socket
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from firmware_host.daemon.places import config_folder
from firmware_host.daemon.serve import BREATH_S, Wanted, _safely, _starts, run_watched
from firmware_host.daemon.settings import house
from firmware_host.daemon.upkeep.starts import MOST, WITHIN_S, Starts, without_devices
from tests.daemon.test_run import address, daemon

REAL = re.sub(
    r'(\[(?:buttons|strip|oled|camera)\]\nport = )"mock"',
    lambda found: found[1] + ('"gpio"' if "buttons" in found[1] else '"none"'),
    (config_folder() / "tables" / "demo.toml").read_text(),
)


class Clock:
    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


def starts(folder: Path, clock: Clock, boot: str = "this boot") -> Starts:
    return Starts(folder / "table.starts.json", boot, clock)


def crashed(folder: Path, clock: Clock, times: int = MOST, every_s: float = 3.0) -> None:
    for _ in range(times):
        assert starts(folder, clock).begun() == ""
        clock.now_s += every_s


def test_five_crashes_within_two_minutes_are_no_chance(tmp_path: Path, clock: Clock) -> None:
    crashed(tmp_path, clock)
    one = starts(tmp_path, clock)
    assert "ended 5 times within 2 minutes" in one.begun()
    assert "it was killed, or it hung" in starts(tmp_path, clock).begun()


def test_what_broke_is_told(tmp_path: Path, clock: Clock) -> None:
    crashed(tmp_path, clock, MOST - 1)
    last = starts(tmp_path, clock)
    assert last.begun() == ""
    last.broke("ValueError: a frame of no size" + "!" * 999)
    why = starts(tmp_path, clock).begun()
    assert "The last time: ValueError: a frame of no size" in why
    assert len(why) < 700


def test_crashes_far_apart_are_bad_luck(tmp_path: Path, clock: Clock) -> None:
    crashed(tmp_path, clock, 3 * MOST, WITHIN_S / MOST + 1)


def test_after_two_quiet_minutes_it_begins_as_usual(tmp_path: Path, clock: Clock) -> None:
    crashed(tmp_path, clock)
    assert starts(tmp_path, clock).begun()
    clock.now_s += WITHIN_S + 1
    assert starts(tmp_path, clock).begun() == ""


def test_an_end_that_was_asked_for_forgives_all(tmp_path: Path, clock: Clock) -> None:
    crashed(tmp_path, clock)
    one = starts(tmp_path, clock)
    assert one.begun()
    one.ended()
    crashed(tmp_path, clock)


def test_another_boot_begins_anew(tmp_path: Path, clock: Clock) -> None:
    crashed(tmp_path, clock)
    assert starts(tmp_path, clock, "after a power cut").begun() == ""


@pytest.mark.parametrize("held", [b"", b"{", b"[]", b'{"boot": 1}', b"\xff", b"[" * 9999])
def test_a_file_that_cannot_be_read_counts_for_nothing(
    held: bytes, tmp_path: Path, clock: Clock
) -> None:
    (tmp_path / "table.starts.json").write_bytes(held)
    crashed(tmp_path, clock)
    assert starts(tmp_path, clock).begun()


def test_where_nothing_can_be_written_nothing_is_counted(tmp_path: Path, clock: Clock) -> None:
    nowhere = tmp_path / "none"
    crashed(nowhere, clock, 2 * MOST)
    starts(nowhere, clock).broke("x")
    starts(nowhere, clock).ended()


@pytest.mark.parametrize("name", ["pi4-wled", "pi4-two-strips", "pi-spi", "demo"])
def test_without_its_devices_a_table_is_the_same_otherwise(name: str) -> None:
    files = house.read(config_folder() / "tables" / f"{name}.toml")
    bare = without_devices(files).table
    ports = [bare.buttons.port, bare.oled.port, bare.camera.port]
    assert {*ports, *(one.port for one in bare.every_strip)} == {"none"}
    assert not bare.virtual
    assert (bare.seats, bare.leds) == (files.table.seats, files.table.leds)


def missing(page: str) -> dict[str, str]:
    with urllib.request.urlopen(f"{page}state.json", timeout=10) as answer:
        told: dict[str, Any] = json.load(answer)
    return {d["name"]: d["says"] for d in told["devices"] if not d["ok"]}


def test_a_daemon_killed_again_and_again_comes_up_with_its_page_and_says_why(
    tmp_path: Path,
) -> None:
    table = tmp_path / "table.toml"
    table.write_text(REAL)
    for _ in range(MOST):
        with daemon(table, "--port", "0") as process:
            assert "safe mode" not in missing(address(process))
            process.send_signal(signal.SIGKILL)
    with daemon(table, "--port", "0") as process:
        lost = missing(address(process))
        assert "ended 5 times within 2 minutes" in lost["safe mode"]
        assert "systemctl restart lava-table" in lost["safe mode"]
        assert "Choose on the page" in lost["buttons"]
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
    with daemon(table, "--port", "0") as process:
        assert "safe mode" not in missing(address(process))


@pytest.mark.parametrize(
    ("service", "crashes", "breaths"),
    [("", MOST, 0), ("/no/manager/listens", 0, 1), ("/no/manager/listens", MOST, 2)],
)
def test_a_service_that_keeps_ending_takes_a_breath_and_nobody_at_a_terminal_waits(
    service: str, crashes: int, breaths: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One before safe mode, and one where it could not run: systemd begins it again at once."""
    monkeypatch.setenv("NOTIFY_SOCKET", service)
    file = config_folder() / "tables" / "pi4-wled.toml"
    files, taken_s = without_devices(house.read(file)), list[float]()
    with socket.create_server(("127.0.0.1", 0)) as other:
        wanted = Wanted(files, other.getsockname()[1], tmp_path / "table.journal")
        counted = _starts(wanted)
        assert counted is not None
        for _ in range(crashes):
            assert counted.begun() == ""
        assert run_watched(wanted, taken_s.append) == 1
    assert taken_s == [BREATH_S] * breaths


def test_in_safe_mode_files_that_are_read_again_open_no_device_either() -> None:
    file = config_folder() / "tables" / "pi4-wled.toml"
    wanted = Wanted(house.read(file), reread=lambda: house.read(file))
    safe = _safely(wanted, "it keeps ending")
    assert safe.reread is not None
    for files in (safe.files, safe.reread()):
        assert files.table.buttons.port == files.table.strip.port == "none"
    assert safe.safe == "it keeps ending"
