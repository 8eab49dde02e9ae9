"""The diagram shows each wire with both its numbers, and nothing lies over anything else."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.daemon.cabling import claims, diagram, lanes
from firmware_host.daemon.cabling.header import HEADER, PHYSICAL
from firmware_host.daemon.cabling.nets import devices
from firmware_host.daemon.cabling.svg import width_px
from firmware_host.daemon.settings.config import TableConfig

from .tables import REAL, pinned, shipped, table

SVG = "{http://www.w3.org/2000/svg}"
Box = tuple[float, float, float, float]


def two_on_the_header() -> TableConfig:
    """One strip on each SPI bus, one of them with a clock."""
    from msgspec import structs

    of = table("pi-spi", oled={"port": "none"})
    of = pinned(pinned(of, 4, button=24, lamp=25), 0, button=14)
    more = structs.replace(of.strip, port="/dev/spidev1.0", chip="ws2812", sacrificial=2)
    return structs.replace(of, strips=(more,))


TABLES: dict[str, TableConfig] = {name: shipped(name) for name in REAL} | {
    "zero2": table(pi={"model": "zero2"}, strip={"port": "/dev/ttyAMA0"}),
    "apa102 by a controller": table("pi5-wled", strip={"chip": "apa102"}),
    "no camera, no strip": table(camera={"port": "none"}, strip={"port": "none"}),
    "beams": table(beams={"pins": (7, 8, 9, 10, 11, 18)}),
    "two strips on the header": two_on_the_header(),
    "a strip fed by USB": table(strip={"supply": "usb", "milliamps": 250, "leds": 30}),
    "pins anyhow": pinned(pinned(table("rig"), 0, button=21, lamp=4), 2, button=2, lamp=20),
}


def drawn(name: str) -> ET.Element:
    return ET.fromstring(diagram.drawn(TABLES[name]))


def texts(sheet: ET.Element) -> Iterator[tuple[str, Box]]:
    """Each text and about where it is."""
    for text in sheet.iter(f"{SVG}text"):
        words, size = text.text or "", float(text.get("font-size", ""))
        wide, x, y = width_px(words, size), float(text.get("x", "")), float(text.get("y", ""))
        left = {"start": x, "middle": x - wide / 2, "end": x - wide}[text.get("text-anchor", "")]
        yield words, (left, y - 0.75 * size, left + wide, y + 0.2 * size)


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("name", TABLES)
def test_no_words_lie_over_others_or_beyond_the_sheet(name: str) -> None:
    sheet = drawn(name)
    every = list(texts(sheet))
    wide, high = (float(sheet.get(key, "")) for key in ("width", "height"))
    for words, box in every:
        assert box[0] >= 0, words
        assert box[1] >= 0, words
        assert box[2] <= wide, words
        assert box[3] <= high, words
    for (words, box), (others, other) in itertools.combinations(every, 2):
        assert not meet(box, other), f"{words!r} and {others!r}"


@pytest.mark.parametrize("name", ["pi4-two-strips", "rig"])
def test_however_much_is_to_be_heeded_it_lies_over_nothing(name: str) -> None:
    warned = [f"seats[{i}].lamp: {'it glows while no program runs ' * 5}" for i in range(12)]
    sheet = ET.fromstring(diagram.drawn(TABLES[name], warned))
    every, high = list(texts(sheet)), float(sheet.get("height", ""))
    assert all(box[3] <= high for _, box in every)
    for (words, box), (others, other) in itertools.combinations(every, 2):
        assert not meet(box, other), f"{words!r} and {others!r}"


@pytest.mark.parametrize("name", TABLES)
def test_every_wire_is_told_at_both_ends_by_gpio_and_pin(name: str) -> None:
    words = [text for text, _ in texts(drawn(name))]
    for seat in TABLES[name].seats:
        for _, gpio in seat.pins:
            assert f"GPIO {gpio}, pin {PHYSICAL[gpio]}" in words
            assert f"GPIO {gpio}" in words
    for number, what in enumerate(HEADER, 1):
        assert str(number) in words
        assert not isinstance(what, int) or f"GPIO {what}" in words


@pytest.mark.parametrize("name", TABLES)
def test_the_diagram_draws_as_many_wires_as_there_are_and_no_pin_has_two(name: str) -> None:
    ends = [end for device in devices(TABLES[name]) for end in device.ends]
    pins = [end.pin for end in ends if end.pin is not None]
    assert len(pins) == len(set(pins))
    wired = {claim.gpio for claim in claims.fitted(TABLES[name])}
    assert wired <= {HEADER[pin - 1] for pin in pins}
    striped = re.findall("stroke-dasharray", diagram.drawn(TABLES[name]))
    assert len(striped) == sum(bool(seat.lamp) for seat in TABLES[name].seats)


def test_no_two_wires_share_a_stretch() -> None:
    """Level stretches of two wires at one height would look like one wire."""
    for name in REAL:
        paths = re.findall(
            r'd="(M[^"]+)" fill="none" stroke="(#\w+)" stroke-width="3.2"',
            diagram.drawn(TABLES[name]),
        )
        level: list[tuple[float, float, float]] = []
        for d, _ in paths:
            points = [tuple(map(float, p.split())) for p in d[1:].split("L")]
            own = [
                (y0, min(x0, x1), max(x0, x1))
                for (x0, y0), (x1, y1) in itertools.pairwise(points)
                if y0 == y1 and x0 != x1
            ]
            for y, left, right in own:
                assert not [
                    line
                    for line in level
                    if abs(line[0] - y) < 4 and line[1] < right - 1 and left < line[2] - 1
                ], (name, y)
            level += own


def test_names_are_shown_as_they_are_and_long_ones_are_cut() -> None:
    of = table()
    seat = pinned(of, 0).seats[0]
    from msgspec import structs

    named = structs.replace(seat, name="<b> & a name that is forty letters long.")
    sheet = ET.fromstring(diagram.drawn(structs.replace(of, seats=(named, *of.seats[1:]))))
    assert any(words.startswith("Seat A: <b> & a name") for words, _ in texts(sheet))
    assert any(words.endswith("...") for words, _ in texts(sheet))


@pytest.mark.parametrize("lamp", [0, 27])
@pytest.mark.parametrize("name", ["W" * 40, "i" * 40, "Am Fenster, vorn links neben der Heizung"])
def test_a_long_name_lies_over_nothing(name: str, lamp: int) -> None:
    from msgspec import structs

    of = pinned(table(), 0, lamp=lamp)
    named = structs.replace(of.seats[0], name=name)
    sheet = ET.fromstring(diagram.drawn(structs.replace(of, seats=(named, *of.seats[1:]))))
    (box,) = (box for words, box in texts(sheet) if words.startswith("Seat A"))
    others = [box for words, box in texts(sheet) if not words.startswith("Seat A")]
    assert not any(meet(box, other) for other in others)


def test_what_is_to_be_heeded_is_on_the_sheet() -> None:
    sheet = ET.fromstring(diagram.drawn(table(), ["seats[0].lamp: it glows"]))
    assert "! seats[0].lamp" in [words for words, _ in texts(sheet)]
    words = " ".join(words for words, _ in texts(sheet))
    for wanted in ("fuse 5 A", "330 Ω", "74AHCT125", "1000 µF", "Supply of the strip"):
        assert wanted in words


def test_lanes_are_each_wires_own_and_cross_no_more_than_they_must() -> None:
    spans = [(10.0, 100.0), (30.0, 130.0), (50.0, 160.0)]
    order = lanes.ordered(spans)
    assert sorted(order) == [0, 1, 2]
    assert order == [2, 1, 0]
    assert lanes.muddle(spans, [2, 1, 0]) == 0
    assert lanes.muddle(spans, [0, 1, 2]) == 6 - 3 + 3


def test_the_picture_in_the_documents_is_what_is_drawn_today() -> None:
    """``./table wiring config/tables/pi4-wled.toml --out DIR`` makes it anew."""
    kept = Path(__file__).parents[3] / "docs" / "pictures" / "wiring.svg"
    assert kept.read_text() == diagram.drawn(shipped("pi4-wled"))
