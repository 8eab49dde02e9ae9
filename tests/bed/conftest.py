"""The guest's devices, one of each for all tests."""

from __future__ import annotations

import importlib.util
import os

import pytest

from tests.bed.guest.chip import SimulatedChip, look_like_a_pi
from tests.bed.guest.modules import load, wait_for
from tests.bed.guest.plug import PORT, UsbSerial
from tests.bed.guest.tape import Tape


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Outside the guest there are no such devices, and a laptop's own are let alone."""
    outside = pytest.mark.skip(reason="only in the kernel bed: ./table bed --help")
    for item in items:
        if item.get_closest_marker("bed") and "BED" not in os.environ:
            item.add_marker(outside)


def _needs(library: str) -> None:
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"there is no {library} for this Python (see tests/bed/build.py)")


@pytest.fixture(scope="session")
def _one_chip() -> SimulatedChip:
    _needs("lgpio")
    look_like_a_pi()
    return SimulatedChip()


@pytest.fixture
def chip(_one_chip: SimulatedChip) -> SimulatedChip:
    """``/dev/gpiochip0``, all lines up."""
    for line in range(28):
        _one_chip.release(line)
    return _one_chip


@pytest.fixture(scope="session")
def _one_usb() -> UsbSerial:
    return UsbSerial()


@pytest.fixture
def usb(_one_usb: UsbSerial) -> UsbSerial:
    """``/dev/ttyUSB0``, plugged in, nothing left on the line."""
    if not _one_usb.there:
        _one_usb.plug()
    wait_for(PORT)
    _one_usb.heard()
    return _one_usb


@pytest.fixture
def spi() -> Tape:
    """``/dev/spidev0.0`` and ``0.1``, and what is written on them."""
    _needs("spidev")
    load("tape-spi")
    wait_for("/dev/spidev0.0")
    return Tape("/dev/tape-spi")


@pytest.fixture
def i2c() -> Tape:
    """``/dev/i2c-1`` with devices at 0x3c and 0x3d, and what is written to them."""
    load("i2c-dev", "tape-i2c")
    wait_for("/dev/i2c-1")
    return Tape("/dev/tape-i2c")
