"""The service as installed, under a real systemd and udev, in a guest of its own."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import pytest

from tests.bed.build import ready, set_up
from tests.bed.machine import Order, run
from tests.bed.places import NoBed
from tests.bed.systemd import first

SUITE = (
    f"PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 {sys.executable} -m pytest -p pytest_timeout "
    "-p no:cacheprovider --confcutdir=tests/bed/serviced -ra tests/bed/serviced"
)
LIMIT_S = 600.0
MEMORY_MB = 1024


def say(line: str) -> None:
    """What the making of the bed says, into pytest's own record."""
    sys.stderr.write(f"bed: {line}\n")


@pytest.mark.timeout(900)
def test_the_service_reaches_its_devices_from_a_cage_that_holds() -> None:
    if os.environ.get("TABLE_BED_SYSTEMD") != "1":
        pytest.skip("systemd in the kernel bed is asked for by name: TABLE_BED_SYSTEMD=1")
    try:
        becomes_systemd = first()
        if not ready():
            set_up(say)
    except NoBed as wrong:
        pytest.skip(f"no such bed can be had here: {wrong}")
    with tempfile.NamedTemporaryFile() as file:
        order = Order(SUITE, LIMIT_S, MEMORY_MB, first=becomes_systemd, out=file.fileno())
        ended = run(order)
        words = Path(file.name).read_text()
    sys.stdout.write(words)
    assert ended.status == 0, f"{ended.says}\n{words}"
