"""Where the page is can be read by people from where they sit, and by telephones."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from firmware_host.daemon.upkeep import qr_child
from firmware_host.table.oled import Panel
from firmware_host.table.scene import Welcome
from firmware_host.table.welcome import CODE_NS, WORDS_NS, fitting, picture

SMALL = Panel()  # 0.96 inches
WIDE = Panel(256, 64, grey=True, pitch_mm=0.28)
URL = "http://192.168.178.123:8000/"
CODE = qr_child.rows(URL)
WHERE = Welcome("192.168.178.123:8000", "lavatable.local:8000", CODE)


def read(shown: bytes, panel: Panel) -> str:
    """What a telephone reads, held before the display."""
    grey = np.frombuffer(shown, np.uint8).reshape(panel.height, panel.width)
    large = cv2.resize(grey, None, fx=5, fy=5, interpolation=cv2.INTER_NEAREST)
    said, *_ = cv2.QRCodeDetector().detectAndDecode(cv2.copyMakeBorder(large, 60, 60, 60, 60, 0))
    return str(said)


@pytest.mark.parametrize("panel", [SMALL, WIDE], ids=["128x64", "256x64"])
def test_a_telephone_reads_the_address_off_the_display(panel: Panel) -> None:
    assert read(picture(WHERE, panel, 0), panel) == URL


def test_on_a_small_display_code_address_and_name_take_turns() -> None:
    shown = [picture(WHERE, SMALL, at) for at in (0, CODE_NS, CODE_NS + WORDS_NS)]
    assert len(set(shown)) == 3
    assert picture(WHERE, SMALL, CODE_NS - 1) == shown[0]
    assert picture(WHERE, SMALL, CODE_NS + 2 * WORDS_NS) == shown[0]
    assert read(shown[1], SMALL) == ""


def test_on_a_wide_display_the_code_stays_beside_the_words() -> None:
    first, second = (picture(WHERE, WIDE, at) for at in (0, WORDS_NS))
    assert first != second
    assert read(second, WIDE) == URL


@pytest.mark.parametrize(
    "words", ["192.168.178.123:8000", "10.0.0.5:80", "lavatable.local:8000", "[fe80::1]:8000"]
)
@pytest.mark.parametrize("panel", [SMALL, WIDE], ids=["128x64", "256x64"])
def test_all_of_an_address_is_shown_in_letters_that_can_be_read(words: str, panel: Panel) -> None:
    fits = fitting(words, panel, panel.width)
    assert fits is not None
    face, lines = fits
    assert "".join(lines) == words
    assert face.low_px >= panel.low_px * 2 / 3
    assert max(map(face.width, lines)) <= panel.width


def test_without_a_code_or_a_name_the_address_is_shown_alone() -> None:
    bare = Welcome("10.0.0.5:8000")
    assert picture(bare, SMALL, 0) == picture(bare, SMALL, 5 * WORDS_NS)
    assert any(picture(bare, WIDE, 0))


def test_a_name_too_long_for_large_letters_is_shown_all_the_same() -> None:
    long = Welcome("a-very-long-name-of-a-machine-indeed-and-on.local:8000")
    assert any(picture(long, SMALL, 0))
