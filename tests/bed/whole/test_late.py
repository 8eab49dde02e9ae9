"""The daemon is up before its devices, as a user who may not open them at first."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.bed.guest.chip import SimulatedChip
from tests.bed.guest.display import Panel
from tests.bed.guest.far_end import FarEnd
from tests.bed.guest.modules import wait_for
from tests.bed.guest.plug import PORT, UsbSerial
from tests.bed.guest.tape import Tape
from tests.bed.guest.whole import LEDS, Daemon, table_file

pytestmark = [pytest.mark.bed, pytest.mark.timeout(200)]
USER = 1234
BUS = "/dev/i2c-1"
FORBIDDEN_S = 3.0


@pytest.fixture
def folder() -> Iterator[Path]:
    """Where that user keeps the table; the user may read the program."""
    Path("/root").chmod(0o755)
    folder = Path("/run/late")
    folder.mkdir()
    os.chown(folder, USER, USER)
    yield folder
    shutil.rmtree(folder)


def forbidden(node: str) -> None:
    """It is there, and root's alone."""
    wait_for(node)
    os.chown(node, 0, 0)
    Path(node).chmod(0o600)


def allowed(node: str) -> None:
    """Its group is the user's, as when udev has seen to it."""
    os.chown(node, 0, USER)
    Path(node).chmod(0o660)


def nothing_there(chip: SimulatedChip, usb: UsbSerial) -> None:
    """No chip and no port, and a bus that is root's alone."""
    chip.unplug()
    usb.unplug()
    wait_for(PORT, there=False)
    forbidden(BUS)


def there_now(chip: SimulatedChip, usb: UsbSerial) -> tuple[str, str]:
    """Chip and port are plugged in: their nodes. A chip's number may be another each time."""
    chip.plug()
    usb.plug()
    return f"/dev/{chip.name}", PORT


def are_denied(missing: Mapping[str, str]) -> None:
    """All three are told with who may not do what."""
    assert set(missing) == {"buttons", "strip", "oled"}
    for says in missing.values():
        assert "ermission denied" in says or "group" in says, says


def test_what_comes_later_and_may_be_opened_later_still_is_taken_up_by_itself(
    chip: SimulatedChip, usb: UsbSerial, i2c: Tape, folder: Path
) -> None:
    nothing_there(chip, usb)
    panel, far = Panel(i2c), FarEnd(usb, LEDS)
    file = table_file(folder)
    os.chown(file, USER, USER)
    daemon = Daemon(file, USER, {"HOME": str(folder), "TMPDIR": str(folder)})
    try:
        daemon.listening()
        daemon.comes_to_miss("buttons", "strip", "oled", within_s=30)
        absent = daemon.missing()
        assert "there is no" in absent["strip"]
        for node in there_now(chip, usb):
            forbidden(node)
        time.sleep(FORBIDDEN_S)
        denied = daemon.missing()
        assert set(denied) == {"buttons", "strip", "oled"}
        assert all("ermission denied" in says or "group" in says for says in denied.values()), (
            denied
        )
        for node in (f"/dev/{chip.name}", PORT, BUS):
            allowed(node)
        daemon.comes_to_miss(within_s=10)
        panel.comes_to_show_what(daemon.page)
        assert far.last
    finally:
        status = daemon.end()
        far.close()
        Path(BUS).chmod(0o600)
    assert status == 0
    assert "Traceback" not in daemon.said()
