"""A whole daemon with a track of two strips on two ports: one is pulled out and put back."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from hw.mock.strip import Firmware, StripTwin
from tests.daemon.test_run import BLIND, address, daemon, state

SECOND = """
[[strips]]
port = "{port}"
leds = 84

[[segments]]
strip = 1
first = 0
last = 74

[[segments]]
strip = 2
first = 83
last = 0
"""


@pytest.fixture
def twins() -> Iterator[tuple[StripTwin, StripTwin]]:
    """The second is a WLED that has forgotten how many LEDs it has."""
    pair = StripTwin(75), StripTwin(84, firmware=Firmware(leds=30))
    yield pair
    for one in pair:
        one.close()


def in_dev(twin: StripTwin) -> str:
    """A port is in ``/dev``; the twin's name is not, and stays when that is plugged anew."""
    return f"/dev/..{twin.port}"


def said(process: subprocess.Popen[str], *wanted: str) -> list[str]:
    """The next lines that have each of these words in them."""
    assert process.stderr is not None
    lines = []
    for words in wanted:
        for line in process.stderr:
            if words in line:
                lines.append(line)
                break
        else:
            raise AssertionError(f"it never said {words!r}")
    return lines


def test_one_strip_of_two_is_lost_and_the_other_goes_on_being_lit(
    twins: tuple[StripTwin, StripTwin], tmp_path: Path
) -> None:
    one, two = twins
    own = BLIND.replace('[strip]\nport = "mock"', f'[strip]\nport = "{in_dev(one)}"')
    own = re.sub(r"(\[strip\][^\[]*?)leds = \d+", r"\1leds = 75", own)
    file = tmp_path / "table.toml"
    file.write_text(own + SECOND.format(port=in_dev(two)))
    with daemon(file, "--port", "0") as process:
        where = address(process)
        assert one.wait_for(3)
        assert two.wait_for(3)
        told = said(process, "controller 2: WLED 0.15.0 has 30 LEDs, the table's file 84")
        assert "LED Preferences, length 84" in told[0]
        two.unplug()
        lost = said(process, "strip 2: ")[0]
        assert "Dark meanwhile: LEDs 75 to " in lost
        seen = one.frames
        assert one.wait_for(seen + 3)
        devices = {d["name"]: d for d in state(where)["devices"]}
        assert not devices["strip 2"]["ok"]
        assert devices.get("strip", {"ok": True})["ok"]
        back = two.frames
        two.plug()
        said(process, "strip 2: it works again")
        assert two.wait_for(back + 2)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    assert not any(one.last + two.last)
    assert one.lit() == bytes(225)
    assert (one.on, two.on) == (False, False)
