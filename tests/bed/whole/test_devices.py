"""The whole daemon in a game: each device goes and comes back, alone, in pairs, all at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.daemon.settings import house
from firmware_host.table.painter import Painter
from hw.wire.adalight import SAFE
from tests.bed.guest.chip import SimulatedChip
from tests.bed.guest.display import SIZE, Panel
from tests.bed.guest.modules import set_parameter, wait_for
from tests.bed.guest.plug import PORT, UsbSerial
from tests.bed.guest.replugging import (
    Table,
    lost,
    new_table,
    shown_within_s,
    table_in_play,
)
from tests.bed.guest.tape import Tape
from tests.bed.guest.whole import LEDS

pytestmark = [pytest.mark.bed, pytest.mark.timeout(200)]
MARK = SIZE[0] * SIZE[1] - 4  # a pixel of the display's sign that something does not work


class Devices:
    """What can be taken away from the daemon, and given back."""

    def __init__(self, table: Table, chip: SimulatedChip, panel: Panel) -> None:
        self.table, self.chip, self.panel = table, chip, panel

    def take(self, *names: str) -> None:
        """Take these away at once, and wait until the daemon misses exactly them."""
        if "buttons" in names:
            self.chip.unplug()
        if "strip" in names:
            self.table.usb.unplug()
            wait_for(PORT, there=False)
            self.table.far.powered_anew()
        if "oled" in names:
            set_parameter("tape_i2c", "gone", 1)
        self.table.daemon.comes_to_miss(*names)
        if "oled" in names:
            self.panel.powered_anew()

    def give_back(self) -> None:
        """All is there again: the daemon finds it by itself, and each shows all it should."""
        set_parameter("tape_i2c", "gone", 0)
        if not self.chip.there:
            self.chip.plug()
        if not self.table.usb.there:
            self.table.usb.plug()
            wait_for(PORT)
        self.table.daemon.comes_to_miss()
        shown_within_s(self.table)
        assert not self.panel.comes_to_show_what(self.table.daemon.page)[MARK]

    def marked(self) -> bool:
        """Does the display show the sign?"""
        return bool(self.panel.comes_to_show_what(self.table.daemon.page)[MARK])

    def last_leds(self, number: int) -> list[bytes]:
        """The last LEDs of the strip, the very last one first, once it shows what it should."""
        shown_within_s(self.table)
        pixels = self.table.far.last
        return [pixels[3 * led : 3 * led + 3] for led in range(LEDS - 1, LEDS - 1 - number, -1)]


@pytest.fixture
def devices(chip: SimulatedChip, usb: UsbSerial, i2c: Tape, tmp_path: Path) -> Iterator[Devices]:
    panel = Panel(i2c)
    with table_in_play(new_table(tmp_path), chip, usb) as table:
        yield Devices(table, chip, panel)
    set_parameter("tape_i2c", "gone", 0)


def test_play_goes_on_without_any_of_them_and_each_is_told_of_where_people_look(
    devices: Devices,
) -> None:
    table, files = devices.table, house.read(devices.table.daemon.file)
    sitting, painter = table.sitting, Painter(files.theme, house.layout(files.table))

    def light(name: str) -> bytes:
        return painter.paint(None, (), 0, (name,))[-3:].translate(SAFE)

    sea = devices.last_leds(2)[1]

    devices.take("buttons")
    assert devices.marked()
    assert devices.last_leds(2) == [light("buttons"), sea]
    sitting.answer_on_the_page()
    devices.give_back()
    assert devices.last_leds(1) == [sea]
    sitting.answer()

    devices.take("strip")
    assert devices.marked()
    sitting.answer()
    devices.give_back()

    devices.take("oled")
    assert devices.last_leds(2) == [light("oled"), sea]
    sitting.answer()
    devices.give_back()

    devices.take("strip", "oled")
    sitting.answer()
    devices.give_back()

    devices.take("buttons", "strip", "oled")
    sitting.answer_on_the_page()
    devices.give_back()
    sitting.answer()
    table.daemon.end()
    assert lost(table.daemon.file, sitting.taken) == ""
    assert "Traceback" not in table.daemon.said()
