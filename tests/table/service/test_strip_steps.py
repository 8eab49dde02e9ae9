"""Strips of another order, another length, laid otherwise: found by what people answer."""

from __future__ import annotations

import itertools
import tomllib
from dataclasses import replace

import pytest

from firmware_host.daemon import places as places_files
from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Setup
from firmware_host.session.match import Match
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.scene import Place
from firmware_host.table.service.colours import native
from firmware_host.table.service.places import called
from firmware_host.table.service.report import Verdict
from firmware_host.table.signals import DeviceSaid

from .visit import FIT, TEXTS, Visit, colour_of, seen_by, with_strip

ORDERS = ["".join(order) for order in itertools.permutations("rgb")]


def colours_seen(visit: Visit, real: str, sent_as: str) -> None:
    """Look at the strip, and say with a button what colour it has."""
    visit.told("service run colours")
    eyes = seen_by(real, sent_as)
    for _ in range(3):
        visit.answer(colour_of(eyes(visit.pixels)))


@pytest.mark.parametrize("sent_as", ORDERS)
@pytest.mark.parametrize("real", ORDERS)
def test_the_order_to_write_is_the_strips_own_whatever_was_written(real: str, sent_as: str) -> None:
    visit = Visit(with_strip(FIT, sent_as, "/dev/spidev0.0"))
    colours_seen(visit, real, sent_as)
    finding = visit.finding("colours")
    if real == sent_as:
        assert finding.verdict is Verdict.PASS
    else:
        assert finding.verdict is Verdict.FAIL
        assert finding.mend == (f'write strip.order = "{real}"',)


def test_behind_a_controller_its_own_order_is_named_as_well() -> None:
    visit = Visit(with_strip(FIT, "rgb"))
    colours_seen(visit, "grb", "rgb")
    assert visit.finding("colours").mend[0] == 'write strip.order = "grb"'
    assert "WLED" in visit.finding("colours").mend[1]


@pytest.mark.parametrize(
    ("answers", "hint"),
    [
        (("It stays dark",) * 3, "5 V"),
        (("Red", "Something else", "Blue"), "RGBW"),
        (("Red", "It stays dark", "Blue"), "One colour stays dark"),
        (("Red", "Red", "Blue"), "seen alike"),
    ],
)
def test_what_is_no_order_has_its_own_remedy(answers: tuple[str, ...], hint: str) -> None:
    visit = Visit()
    visit.told("service run colours")
    for words in answers:
        visit.click(words)
    assert visit.finding("colours").verdict is Verdict.FAIL
    assert hint in visit.finding("colours").mend[0]
    assert native("rgb", visit.finding("colours").figures["seen"]) == ""


class Strip:
    """A strip of so many LEDs in truth, and whoever looks at it."""

    def __init__(self, visit: Visit, leds: int) -> None:
        self._visit, self.leds = visit, leds
        self.questions = 0

    def lit(self) -> list[int]:
        pixels = self._visit.pixels[: 3 * self.leds]
        return [led for led in range(len(pixels) // 3) if any(pixels[3 * led : 3 * led + 3])]

    def answer(self) -> None:
        """What is seen, to any question of the step."""
        self.questions += 1
        asked, lit = self._visit.asked, self.lit()
        if "very first" in asked:
            self._visit.answer("Yes" if lit == [0] else "Another")
        elif "very last" in asked:
            self._visit.answer(
                "Yes" if lit == [self.leds - 1] else "There are LEDs" if lit else "It stays dark"
            )
        else:
            self._visit.answer("Yes" if lit else "No")


@pytest.mark.parametrize("leds", [1, 2, 3, 17, 32, 33])
def test_a_strip_that_is_too_short_is_counted_by_halving(leds: int) -> None:
    visit = Visit()
    visit.told("service run ends")
    strip = Strip(visit, leds)
    while not visit.reports:
        strip.answer()
    finding = visit.finding("ends")
    assert finding.says == (f"{leds} LEDs light up, strip.leds says 34",)
    assert finding.mend[0] == f"if the strip ends there: write strip.leds = {leds}"
    assert strip.questions <= 2 + 6


def test_a_strip_of_the_right_length_passes_and_one_led_walks_over_it() -> None:
    visit = Visit()
    visit.told("service run ends")
    strip = Strip(visit, 34)
    strip.answer()
    strip.answer()
    seen = []
    for _ in range(34):
        seen += strip.lit()
        visit.wait(60)
    assert seen == [(seen[0] + step) % 34 for step in range(34)]
    strip.answer()
    assert visit.finding("ends").verdict is Verdict.PASS


def test_a_strip_that_is_longer_than_written_is_told_to_be_counted() -> None:
    visit = Visit()
    visit.told("service run ends")
    visit.answer("Yes")
    visit.answer("There are LEDs")
    assert "write their number as strip.leds" in visit.finding("ends").mend[0]


def test_a_dark_first_led_may_be_one_that_only_lifts_the_level() -> None:
    visit = Visit()
    visit.told("service run ends")
    visit.answer("It stays dark")
    assert "strip.sacrificial one higher" in visit.finding("ends").mend[0]


@pytest.mark.parametrize("reverse", [False, True])
def test_places_light_up_by_name_where_the_track_has_them(reverse: bool) -> None:
    fit = replace(FIT, strip=replace(FIT.strip, reverse=reverse))
    visit = Visit(fit)
    visit.told("service run places")

    def lit() -> list[int]:
        pixels = visit.pixels
        leds = [led for led in range(34) if any(pixels[3 * led : 3 * led + 3])]
        return sorted(33 - led for led in leds) if reverse else leds

    assert "-2, islet" in visit.asked
    assert lit() == [2, 3, 4, 5]
    visit.answer("Yes")
    assert "4, islet" in visit.asked
    assert lit() == [26, 27, 28, 29]
    visit.answer("Yes")
    visit.wait(950)
    assert lit() == [6, 7, 8, 9]
    visit.answer("Yes")
    for button in range(4):
        assert lit() == [30 + button]
        visit.answer("Yes")
    assert visit.finding("places").verdict is Verdict.PASS


@pytest.mark.parametrize(
    ("answers", "key"),
    [
        (("No",), "strip.first"),
        (("Yes", "No"), "strip.per_place is 4"),
        (("Yes", "Yes", "No"), "each place has 4 LEDs"),
        (("Yes", "Yes", "Yes", "Yes", "No"), "seats[1].leds = [31]"),
    ],
)
def test_where_places_begin_to_lie_beside_the_board_tells_which_key_is_wrong(
    answers: tuple[str, ...], key: str
) -> None:
    visit = Visit()
    visit.told("service run places")
    for words in answers:
        visit.answer(words)
    assert visit.finding("places").verdict is Verdict.FAIL
    assert key in visit.finding("places").mend[0]


@pytest.mark.parametrize("step", ["colours", "ends", "places"])
def test_a_table_without_a_strip_says_so(step: str) -> None:
    visit = Visit(with_strip(FIT, "rgb", "none"))
    visit.told(f"service run {step}")
    assert visit.finding(step).verdict is Verdict.NONE
    assert "none" in visit.finding(step).says[0]


def test_a_track_of_one_place_has_no_last_one() -> None:
    visit = Visit(replace(FIT, places=(Place("islet", number=1),), buttons=FIT.buttons))
    visit.told("service run places")
    visit.answer("Yes")
    assert "in turn" in visit.asked


def test_a_game_without_a_track_has_only_the_leds_of_seats() -> None:
    visit = Visit(replace(FIT, places=()))
    visit.told("service run places")
    for _ in range(4):
        assert "LEDs before" in visit.asked
        visit.answer("Yes")
    assert visit.finding("places").says[0] == "This game has no track"


@pytest.mark.parametrize("name", DRESSINGS)
def test_every_kind_of_place_has_a_name(name: str) -> None:
    game = GAMES[name]
    box = places_files.config_folder() / "games" / f"{name}.toml"
    match = Match.begin(game, Setup(game.seats.start, game.box(tomllib.loads(box.read_text()))), "")
    scene = DRESSINGS[name].view.scene(match.state, match.pending, {})
    TEXTS.missing.clear()
    for place in scene.places:
        TEXTS.say(called(place))
    assert not TEXTS.missing


BUSY = "LED strip at /dev/ttyUSB0: another program has it"
GONE = "the chip of the pins is gone"


@pytest.mark.parametrize(
    ("step", "device", "says", "answers"),
    [
        ("colours", "strip", BUSY, ("It stays dark",) * 3),
        ("ends", "strip", BUSY, ("It stays dark",)),
        ("places", "strip 2", BUSY, ("No, beside it",)),
        ("lamps", "buttons", GONE, ("No", *("It stays dark",) * 4)),
        ("grid", "oled", "display: no answer", ("Rows or columns",)),
    ],
)
def test_what_is_known_to_be_wrong_comes_before_other_advice(
    step: str, device: str, says: str, answers: tuple[str, ...]
) -> None:
    visit = Visit()
    visit.told(f"service run {step}")
    visit.feed(DeviceSaid(device, False, says, visit.now_ns))
    visit.feed(DeviceSaid("strip order", False, "another matter", visit.now_ns))
    for words in answers:
        visit.click(words)
    finding = visit.finding(step)
    assert finding.verdict is Verdict.FAIL
    assert finding.mend[0] == says
    assert len(finding.mend) > 1
    assert "another matter" not in finding.mend
