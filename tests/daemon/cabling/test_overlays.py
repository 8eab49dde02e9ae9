"""A line of ``config.txt`` takes the pins of everything that it names."""

from __future__ import annotations

import pytest

from firmware_host.daemon.cabling.claims import faults, free
from firmware_host.daemon.cabling.overlays import taken

from .tables import pinned, table


@pytest.mark.parametrize(
    ("line", "pins"),
    [
        ("dtparam=i2s=on,spi=on", {18, 19, 20, 21, 7, 8, 9, 10, 11}),
        ("dtparam=i2s=off,spi=on", {7, 8, 9, 10, 11}),
        ("gpio=17=op,dh", {17}),
        ("gpio=17,27=op,dh", {17, 27}),
        ("gpio=4-7,12=ip,pu", {4, 5, 6, 7, 12}),
    ],
)
def test_a_line_takes_the_pins_of_all_it_names(line: str, pins: set[int]) -> None:
    assert {gpio for one in taken(line) or () for gpio in one.pins} == pins


@pytest.mark.parametrize("line", ["dtparam=i2s=on,spi=on", "gpio=10=op,dh"])
def test_a_button_on_such_a_pin_is_refused(line: str) -> None:
    of = pinned(table(pi={"config_txt": (line,)}), 0, button=10)
    assert [one.path for one in faults(of) if "GPIO 10 " in one.says] == ["seats[0].button"]


def test_the_displays_own_bus_beside_another_is_no_conflict() -> None:
    of = table(pi={"config_txt": ("dtparam=audio=on,i2c_arm=on",)})
    assert not [one for one in faults(of) if one.path.startswith("oled")]


def test_where_no_pin_is_free_none_is_advised() -> None:
    of = pinned(table(pi={"config_txt": ("gpio=2-27=ip",)}), 0, button=10)
    assert free(of) == ()
    assert {one.write for one in faults(of) if one.path.startswith("seats")} == {
        "less on the header: no pin is free"
    }
