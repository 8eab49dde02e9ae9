"""Tables with several strips, and seats whose lamps are pixels: what must agree, what is dark."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import ValidationError, convert, structs

from firmware_host.daemon.cabling.settings import WANTED_BUFSIZ
from firmware_host.daemon.relay import Told, with_what_is_dark
from firmware_host.daemon.settings import strip_checks
from firmware_host.daemon.settings.config import SegmentSection, StripPart, TableConfig
from firmware_host.daemon.settings.fitted import fittings
from firmware_host.daemon.settings.stretches import dark_without
from hw.ports import DeviceLost, Note
from hw.wire.spi_leds import CHIPS, leds
from tests.daemon.cabling.tables import pinned, shipped, table
from tests.table.sample import default_theme

PLACES = 22


def two(*segments: tuple[int, int, int], **second: Any) -> TableConfig:
    """A track of 75 LEDs on each of two strips, those of the seats at the second's end."""
    of = table(strip={"leds": 75, "port": "serial:1"})
    given: dict[str, Any] = {"port": "serial:2", "leds": 75} | second
    part = StripPart(**given)
    cut = tuple(SegmentSection(strip=s, first=a, last=b) for s, a, b in segments)
    return structs.replace(of, strips=(part,), segments=cut)


def faults(of: TableConfig) -> list[str]:
    return [f"{one.path}: {one.says}" for one in strip_checks.faults(of, PLACES)]


def test_strips_follow_one_another_or_as_segments_say() -> None:
    assert faults(two()) == []
    assert two().leds == 150
    turned = two((1, 0, 74), (2, 74, 0))
    assert faults(turned) == []
    assert [len(one) for one in turned.run] == [75, 75]
    assert two((1, 0, 9), (2, 5, 5)).leds == 11


WRONG = {
    "too few LEDs in all segments": (
        two((1, 0, 74), (2, 40, 0)),
        "segments: 116 LEDs are too few: 22 places of 6 from LED 0 on need 132",
    ),
    "a strip that is not there": (
        two((1, 0, 74), (3, 0, 74)),
        "segments[1].strip: there are 2 strips",
    ),
    "an LED that is not there": (
        two((1, 0, 75), (2, 0, 74)),
        "segments[0].last: LED 75 is not on strip 1, which has 75 LEDs, counted from 0",
    ),
    "an LED twice": (
        two((1, 0, 74), (2, 0, 40), (2, 74, 40)),
        "segments[2]: LED 40 of strip 2 is in segments[1] already",
    ),
    "one port for both": (two(port="serial:1"), "strips[0].port: serial:1 is that of strip 1"),
    "a strip of several without a port": (
        two(port="none"),
        "strips[0].port: one of several strips has no port",
    ),
    "no light for a lamp": (
        structs.replace(two(), seats=(structs.replace(two().seats[0], lamp=0, leds=()),)),
        "seats[0].lamp: without a lamp the seat's LEDs are its light, and it has none",
    ),
    "a speed that WLED cannot be told": (
        two(start_baud=115200, baud=2000000),
        "strips[0].baud: WLED cannot be told to go from 115200 to 2000000 baud",
    ),
    "a baud rate for SPI": (
        two(start_baud=115200, port="/dev/spidev0.0"),
        "strips[0].start_baud: LEDs on SPI have no baud rate",
    ),
    "a supply for the dark LEDs alone": (
        two(milliamps=100, leds=200, sacrificial=1),
        "strips[0].milliamps: 201 LEDs draw 201 mA when dark, so nothing is left for light",
    ),
    "5 V of USB where there is no USB cable": (
        two(supply="usb", port="/dev/ttyAMA0"),
        "strips[0].supply: only a controller on a USB cable has 5 V of USB to give",
    ),
    "two strips on one SPI": (
        structs.replace(
            two(port="/dev/spidev0.1"), strip=structs.replace(two().strip, port="/dev/spidev0.0")
        ),
        "strips[0].port: SPI 0 is that of strip 1 already",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_does_not_fit_together_is_told_with_its_key(case: str) -> None:
    of, says = WRONG[case]
    assert any(one.startswith(says) for one in faults(of)), faults(of)


@pytest.mark.parametrize("chip", list(CHIPS))
def test_the_longest_strip_a_file_may_ask_for_can_be_driven_over_spi(chip: str) -> None:
    given = {"port": "/dev/spidev0.0", "chip": chip, "leds": 2000, "sacrificial": 10}
    longest = convert(given, StripPart)
    assert len(leds(chip, longest.wired).encode(bytes(3 * longest.wired))) <= WANTED_BUFSIZ
    for key in ("leds", "sacrificial"):
        with pytest.raises(ValidationError, match=key):
            convert({**given, key: given[key] + 1}, StripPart)  # type: ignore[operator]


def test_a_slow_line_is_a_warning_with_its_pictures_a_second() -> None:
    slow = table(strip={"baud": 115200, "leds": 400})
    (one,) = strip_checks.warnings(slow)
    assert (one.path, one.grave) == ("strip.baud", False)
    assert one.says == "115200 baud carry 9 pictures a second of 400 LEDs"
    assert not list(strip_checks.warnings(shipped("pi4-wled")))


@pytest.mark.parametrize(
    ("keys", "path", "says"),
    [
        ({"port": "/dev/ttyUSB0"}, "strip.port", "may be another one after the next start"),
        ({"port": "/dev/ttyACM1"}, "strip.port", "may be another one after the next start"),
        ({"milliamps": 20_001}, "strip.milliamps", "20.001 A through one fuse: "),
    ],
)
def test_what_can_be_had_better_is_a_warning(keys: dict[str, Any], path: str, says: str) -> None:
    (one,) = strip_checks.warnings(table(strip=keys))
    assert (one.path, one.grave) == (path, False)
    assert says in one.says
    assert one.write


def test_more_than_a_socket_promises_is_a_warning_where_usb_feeds_the_strip() -> None:
    (one,) = strip_checks.warnings(table(strip={"supply": "usb", "milliamps": 251}))
    assert (one.path, one.grave) == ("strip.milliamps", False)
    assert "250 mA for its LEDs" in one.says
    assert not list(strip_checks.warnings(table(strip={"supply": "usb", "milliamps": 250})))


def test_a_seat_may_have_no_lamp_but_its_leds() -> None:
    bare = pinned(table(), 0, lamp=0)
    assert faults(bare) == []
    assert [key for key, _ in bare.seats[0].pins] == ["button"]
    assert [key for key, _ in bare.seats[1].pins] == ["button", "lamp"]


def test_what_is_dark_without_a_strip_is_told_by_led_and_by_seat() -> None:
    of = two((1, 0, 74), (2, 74, 0))
    assert dark_without(of, 0) == "LEDs 0 to 74 of the track"
    assert dark_without(of, 1) == (
        "LEDs 75 to 131, 147 to 149 of the track and the lights of Window, Wall, Piano, Kitchen, "
        "Door"
    )
    backwards = structs.replace(of, strip=structs.replace(of.strip, reverse=True), seats=())
    assert dark_without(backwards, 0) == "LEDs 75 to 149 of the track"


def test_the_loss_of_one_of_several_strips_is_toldwith_what_is_dark() -> None:
    heard: list[tuple[str, DeviceLost | Note | None]] = []

    def hear(device: str, state: DeviceLost | Note | None) -> None:
        heard.append((device, state))

    tell: Told = with_what_is_dark(two(), hear)
    tell("strip 2", DeviceLost("LED strip", "serial:2", "gone", "Plug it in"))
    tell("strip 2", None)
    tell("oled", DeviceLost("OLED", "i2c", "gone"))
    lost = heard[0][1]
    assert isinstance(lost, DeviceLost)
    assert lost.hint.startswith("Plug it in. Dark meanwhile: LEDs 75 to 131")
    assert heard[1] == ("strip 2", None)
    assert with_what_is_dark(table(), hear) is hear


def test_service_mode_knows_which_led_of_the_track_is_which_of_what_strip() -> None:
    def strip(of: TableConfig) -> Any:
        return fittings(of, default_theme(), ()).strip

    assert strip(table(strip={"leds": 75, "port": "serial:1"})).parts == ()
    first, second = strip(two(order="grb")).parts
    assert (first.number, first.key, first.port, first.order, first.leds) == (
        1, "strip", "serial:1", "rgb", 75,
    )  # fmt: skip
    assert (second.number, second.key, second.port, second.order) == (
        2, "strips[0]", "serial:2", "grb",
    )  # fmt: skip
    assert first.on_wire == {led: led for led in range(75)}
    assert second.on_wire == {led: 75 + led for led in range(75)}
    first, second = strip(two((2, 74, 5), (1, 0, 9))).parts
    assert first.on_wire == {led: 70 + led for led in range(10)}
    assert second.on_wire == {led: 74 - led for led in range(5, 75)}
    (only,) = strip(two((2, 0, 9))).parts  # a strip that is in no segment is not on the track
    assert only.number == 2
