"""The bytes on an OLED's wire, beside luma's own."""

from __future__ import annotations

import gc
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from luma.oled import device
from PIL import Image

from hw.mock.oled import take
from hw.pi.oled_line import start
from hw.wire.oled import DRIVERS, Transfer, addressed, encoder, spans
from hw.wire.oled_chip import Chip, chip

# luma 3.16 still reads pictures in a way that Pillow 14 will no longer know.
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated")
SIZES = {driver: (256 if driver == "ssd1322" else 128, 64) for driver in DRIVERS}


class Line:
    """Luma's end of a wire, with a chip at the other."""

    def __init__(self, far: Chip) -> None:
        self._far = far

    def command(self, *said: int) -> None:
        self._far.command(bytes(said))

    def data(self, payload: list[int]) -> None:
        self._far.data(bytes(payload))


def luma_set(driver: str) -> Chip:
    """A chip as it is before its first picture."""
    far = chip(driver, *SIZES[driver])
    for transfer in start(driver, *SIZES[driver]).settings:
        take(far, transfer)
    return far


def noise(driver: str, seed: int) -> bytes:
    width, height = SIZES[driver]
    return random.Random(seed).randbytes(width * height)


def by_luma(driver: str, picture: bytes) -> Chip:
    from luma.oled import device

    far = chip(driver, *SIZES[driver])
    width, height = SIZES[driver]
    made = getattr(device, driver)(Line(far), width=width, height=height)
    made.persist = True
    grey = Image.frombytes("L", SIZES[driver], picture)
    if made.mode == "1":
        made.display(grey.point(lambda light: 255 * (light >= 128), "1"))
    else:
        made.display(grey.convert(made.mode))
    return far


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_chip_shows_of_our_bytes_what_it_shows_of_lumas(driver: str) -> None:
    far, way = chip(driver, *SIZES[driver]), encoder(driver, *SIZES[driver])
    begin = start(driver, *SIZES[driver])
    picture = noise(driver, 1)
    sent = (begin.off, *begin.settings, *way.contrast(way.bright))
    for transfer in (*sent, *way.changes(None, way.memory(picture)), begin.on):
        take(far, transfer)
    theirs = by_luma(driver, picture)
    assert far.picture() == theirs.picture()
    assert (far.on, far.contrast) == (theirs.on, theirs.contrast)


@pytest.mark.parametrize("driver", DRIVERS)
def test_settings_neither_switch_it_off_nor_write_into_the_picture(driver: str) -> None:
    far, way = luma_set(driver), encoder(driver, *SIZES[driver])
    begin = start(driver, *SIZES[driver])
    for transfer in (*way.changes(None, way.memory(noise(driver, 2))), begin.on):
        take(far, transfer)
    before = far.picture(), far.on, far.contrast
    for transfer in begin.settings:
        assert not (transfer.data and len(transfer.payload) > 4)
        take(far, transfer)
        assert (far.picture(), far.on, far.contrast) == before


@given(
    driver=st.sampled_from(DRIVERS),
    changed=st.lists(st.lists(st.integers(0, 128 * 64 - 1), max_size=40), max_size=4),
)
def test_changes_alone_always_lead_to_the_new_picture(
    driver: str, changed: list[list[int]]
) -> None:
    far, way = luma_set(driver), encoder(driver, *SIZES[driver])
    picture, memory = noise(driver, 3), None
    for places in [[], *changed]:
        now = bytearray(picture)
        for place in places:
            now[place] ^= 0xFF
        new = way.memory(bytes(now))
        for transfer in way.changes(memory, new):
            take(far, transfer)
        picture, memory = bytes(now), new
        fresh = luma_set(driver)
        for transfer in way.changes(None, new):
            take(fresh, transfer)
        assert far.picture() == fresh.picture()


@pytest.mark.parametrize("driver", DRIVERS)
def test_what_twins_are_told_of_addressing_is_what_luma_tells(driver: str) -> None:
    theirs = b"".join(one.payload for one in start(driver, *SIZES[driver]).settings)
    for transfer in addressed(driver):
        assert transfer.payload in theirs
    told, way = chip(driver, *SIZES[driver]), encoder(driver, *SIZES[driver])
    for transfer in (*addressed(driver), *way.changes(None, way.memory(noise(driver, 5)))):
        take(told, transfer)
    assert told.picture() == by_luma(driver, noise(driver, 5)).picture()


def test_an_ssd1306_that_was_not_set_takes_data_into_one_page() -> None:
    far, way = chip("ssd1306", 128, 64), encoder("ssd1306", 128, 64)
    picture = bytes([255]) * 128 * 64
    for transfer in way.changes(None, way.memory(picture)):
        take(far, transfer)
    assert far.picture() == picture[: 8 * 128] + bytes(56 * 128)


@pytest.mark.parametrize("driver", DRIVERS)
def test_nothing_is_sent_for_the_same_picture(driver: str) -> None:
    way = encoder(driver, *SIZES[driver])
    memory = way.memory(noise(driver, 4))
    assert way.changes(memory, memory) == []


def test_near_changes_go_in_one_run_and_far_ones_in_two() -> None:
    assert list(spans(b"abcdefghij", b"Abcdefghij", 3)) == [(0, 0)]
    assert list(spans(b"abcdefghij", b"AbcDefghij", 3)) == [(0, 3)]
    assert list(spans(b"abcdefghij", b"AbcdEfghiJ", 3)) == [(0, 0), (4, 4), (9, 9)]


def test_a_chip_takes_a_commands_arguments_in_a_later_transfer_too() -> None:
    far = chip("ssd1306", 128, 64)
    take(far, Transfer(False, b"\x81"))
    take(far, Transfer(False, b"\x10\xaf"))
    assert (far.contrast, far.on) == (0x10, True)


def test_only_displays_that_are_known_have_bytes() -> None:
    for make in (encoder, chip):
        with pytest.raises(ValueError, match="'ssd1307' is no OLED driver"):
            make("ssd1307", 128, 64)


def test_a_display_that_comes_and_goes_leaves_no_device_of_luma_behind_each_time() -> None:
    def devices() -> int:
        gc.collect()
        return sum(isinstance(one, device.ssd1322) for one in gc.get_objects())

    start("ssd1322", 256, 64)
    before = devices()
    for _ in range(3):
        start("ssd1322", 256, 64)
    assert devices() == before
