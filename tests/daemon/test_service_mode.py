"""Service mode at the complete virtual table: each fault it can have is found, by who looks at it.

Presses come from bouncing contacts on mock pins, the strip and the display are read at the far
end of their wires, pictures are rendered and measured in the camera's process.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from firmware_host.daemon.people.evenings import Player
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import house
from firmware_host.daemon.upkeep.service_reports import folder_of, latest
from firmware_host.rules.kernel import Decision
from firmware_host.table.scene import Service
from firmware_host.table.signals import Command
from hw.mock.oled import MockOled
from hw.mock.strip import StripTwin

AUTOPLAY = config_folder() / "tables" / "autoplay.toml"
MS = 1_000_000


def files() -> house.Files:
    """The table of whole games, with a small display, as is sold under wrong names."""
    read = house.read(AUTOPLAY)
    oled = structs.replace(read.table.oled, driver="ssd1306", size="128x64")
    table = structs.replace(read.table, oled=oled)
    return replace(read, loaded=structs.replace(read.loaded, table=table))


class Caretaker(Player):
    """Somebody who services the table, with thumbs and eyes."""

    def __init__(self, folder: Path, seed: str = "service") -> None:
        super().__init__(files(), folder, seed, 3, "random")
        self.folder = folder
        self.core = self._table.core
        self._table.open(self._heard)
        assert self.core.eye is not None
        self.core.eye.pictures = False

    @property
    def service(self) -> Service:
        assert self.core.scene is not None
        assert self.core.scene.service is not None
        return self.core.scene.service

    @property
    def asked(self) -> str:
        assert self.core.scene is not None
        return self._say(self.core.scene.waiting)

    @property
    def report(self) -> dict[str, Any]:
        found = latest(folder_of(self.folder / "journal"))
        assert found is not None
        return found[1]

    def step_of(self, name: str) -> dict[str, Any]:
        return next(one for one in self.report["steps"] if one["step"] == name)

    @property
    def strip(self) -> StripTwin:
        """What is at the far end of the strip's wire."""
        twin = self._table.devices.twins.parts["strip"][1].__self__  # type: ignore[attr-defined]
        assert isinstance(twin, StripTwin)
        return twin

    @property
    def oled(self) -> MockOled:
        display = self._table.devices.twins.parts["oled"][1].__self__  # type: ignore[attr-defined]
        assert isinstance(display, MockOled)
        return display

    def tell(self, words: str) -> None:
        now_ns = self._clock.now_ns()
        assert self.core.feed(Command(None, "staff", words, now_ns), now_ns) is None

    def wait(self, ms: int) -> None:
        until_ns = self._clock.now_ns() + ms * MS
        while self._clock.now_ns() < until_ns:
            self._step()

    def until(self, true: Callable[[], bool]) -> None:
        for _ in range(20_000):
            if true():
                return
            self._step()
        raise AssertionError(self._where())

    def press(self, button: int, ms: int) -> None:
        self._hands.press(button, self._clock.now_ns())
        self.wait(ms)
        self._hands.release(button, self._clock.now_ns())
        self.wait(60)

    def answer(self, words: str, button: int = 0) -> None:
        """With a button: taps to the line, and a hold."""
        options = [self._say(one) for one in self.service.options]
        index = next(i for i, one in enumerate(options) if one.startswith(words))
        while self.service.cursor != index:
            self.press(button, 100)
        self.press(button, 750)

    def lit(self) -> list[tuple[int, tuple[int, ...]]]:
        """The LEDs that shine, once the newest frame has come through the wire."""
        twin = self.strip
        meant = [bool(v) for v in twin.eyes(self.core.lights.pixels)]  # darker where amps run out
        assert twin.wait_until(lambda: [bool(v) for v in twin.last] == meant)
        colours = [tuple(twin.last[i : i + 3]) for i in range(0, len(twin.last), 3)]
        return [(led, colour) for led, colour in enumerate(colours) if any(colour)]


@contextmanager
def serviced(folder: Path) -> Iterator[Caretaker]:
    tester = Caretaker(folder)
    try:
        yield tester
    finally:
        tester.close()


def test_a_dead_a_stuck_a_noisy_and_a_worn_button_are_found(tmp_path: Path) -> None:
    with serviced(tmp_path) as tester:
        tester._hands.spoil("dead", "button 0")
        tester._hands.spoil("stuck", "button 1")
        tester._hands.spoil("noisy", "button 2")
        tester._hands.spoil("bouncing", "button 3")
        tester.wait(1_000)
        tester.tell("service run buttons")
        tester.wait(5_500)
        tester._hands.spoil("noisy", "button 2")  # in virtual time it chatters when it is told to
        tester.until(lambda: tester.asked.startswith("Press each"))
        for _ in range(5):
            for button in range(5):
                tester.press(button, 120)
        tester.until(lambda: tester.service.verdict != "")
        found = tester.step_of("buttons")
        assert found["verdict"] == "fail"
        says = [one.partition(": ")[2] for one in found["says"]]
        assert says[0] == "never pressed"
        assert says[1] == "stuck closed"
        assert "spikes of noise" in says[2]
        assert "bounces for" in says[3]
        assert says[4].startswith("5 presses, longest bounce")
        wanted = found["figures"]["D"]["suggested_debounce_ms"]
        assert any(f"write seats[3].debounce_ms = {wanted}" in one for one in found["mend"])
        assert found["figures"]["D"]["longest_rest_us"] < 1_000 * wanted
        assert any("GPIO" in one for one in found["mend"])


def colour(tester: Caretaker) -> str:
    """What the whole strip shows, as a person says it."""
    lit = tester.lit()
    assert len(lit) > 10
    names = ("Red", "Green", "Blue")
    (seen,) = {tuple(n for n, v in zip(names, rgb, strict=True) if v) for _, rgb in lit}
    return seen[0]


def test_a_strip_of_another_order_is_found_at_the_far_end_of_its_wire(tmp_path: Path) -> None:
    with serviced(tmp_path) as tester:
        tester._hands.spoil("grb", "strip")
        tester.tell("service run colours")
        for _ in range(3):
            tester.answer(colour(tester), button=2)
        assert tester.step_of("colours")["mend"][0] == 'write strip.order = "grb"'
        tester._hands.spoil("none", "strip")
        tester.tell("service run colours")
        for _ in range(3):
            tester.answer(colour(tester))
        assert tester.step_of("colours")["verdict"] == "pass"


def test_a_strip_that_is_too_short_is_counted(tmp_path: Path) -> None:
    with serviced(tmp_path) as tester:
        tester._hands.spoil("short", "strip")
        leds = files().table.strip.leds
        tester.tell("service run ends")
        while not tester.service.verdict:
            seen = tester.lit()
            tester.answer("Yes" if seen else "It stays dark" if "very" in tester.asked else "No")
        real = round(0.6 * leds)
        assert tester.step_of("ends")["figures"] == {"leds": real, "configured": leds}


def test_a_display_of_another_chip_shows_the_frame_torn(tmp_path: Path) -> None:
    with serviced(tmp_path) as tester:
        for chip, answer in (("none", "Whole"), ("sh1106", "Torn")):
            tester._hands.spoil(chip, "oled")
            tester.tell("service run border")
            tester.wait(200)
            assert tester.core.display is not None
            whole = tester.oled.last == tester.core.display.picture
            assert whole is (chip == "none")
            tester.answer(answer)
        assert "sh1106" in tester.step_of("border")["mend"][0]


def test_a_camera_that_is_out_of_focus_is_found_and_its_best_picture_remembered(
    tmp_path: Path,
) -> None:
    with serviced(tmp_path) as tester:
        tester.tell("service run camera")
        tester.until(lambda: tester.service.sharp is not None)
        sharp = tester.service.sharp
        assert sharp is not None
        tester._hands.spoil("blurred")
        tester.until(lambda: (tester.service.sharp or sharp).focus < 0.5)
        tester.answer("It gets no better")
        found = tester.step_of("camera")
        assert "Out of focus" in found["says"]
        assert found["figures"]["edges"] < 0.115
        tester._hands.spoil("none")
        tester.tell("service run camera")
        tester.until(lambda: tester.service.sharp is not None)
        tester.wait(1_000)
        tester.answer("Yes")
        assert tester.step_of("camera")["verdict"] == "pass"


def story(tester: Caretaker) -> list[str]:
    match = tester._match()
    return [] if match is None else [str(getattr(e, "words", "")) for e in match.told()]


def thrown(tester: Caretaker) -> None:
    """Play until dice of a throw are told, and others are not."""
    tester.until(lambda: any(line.startswith("show") for line in story(tester)))


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_match_waits_for_the_service_and_is_played_on(tmp_path: Path) -> None:
    with serviced(tmp_path) as tester:
        thrown(tester)
        told = story(tester)
        tester.tell("service run all")
        tester.wait(15_000)
        tester.tell("service leave")
        assert story(tester) == told
        tester.until(lambda: len(story(tester)) > len(told) + 15)
        assert story(tester)[: len(told)] == told


def test_a_power_cut_in_service_mode_loses_neither_the_match_nor_the_report(
    tmp_path: Path,
) -> None:
    with serviced(tmp_path) as tester:
        thrown(tester)
        told = story(tester)
        tester.tell("service run colours")
        for words in ("Green", "Red", "Blue"):
            tester.answer(words)
        tester.tell("service run places")
    with serviced(tmp_path) as tester:  # and nobody had left it
        assert tester.report["verdict"] == "fail"
        assert [one["step"] for one in tester.report["steps"]] == ["colours"]
        tester.wait(100)
        assert tester.core.scene is not None
        assert tester.core.scene.service is None
        assert story(tester)[: len(told)] == told
        match = tester._match()
        assert match is not None
        assert isinstance(match.pending, Decision)


def test_what_is_noticed_of_a_button_is_told_as_of_a_device(tmp_path: Path) -> None:
    with serviced(tmp_path) as tester:
        tester._hands.spoil("stuck", "button 1")
        tester.tell("service clean")  # nobody plays meanwhile
        tester.wait(61_000)
        tester.until(lambda: "button B" in tester.core.devices)
        assert "stuck closed" in tester.core.devices["button B"].says
        tester._hands.spoil("none", "button 1")
        tester.until(lambda: tester.core.devices["button B"].ok)


def test_a_report_that_cannot_be_kept_is_told_and_stops_nothing(tmp_path: Path) -> None:
    folder_of(tmp_path / "journal").write_text("no folder")
    with serviced(tmp_path) as tester:
        tester.tell("service run colours")
        for words in ("Red", "Green", "Blue"):
            tester.answer(words)
        tester.wait(100)
        assert "cannot be kept" in tester.core.devices["service report"].says
        assert tester.service.verdict == "pass"


def test_reports_are_json_and_words(tmp_path: Path) -> None:
    with serviced(tmp_path) as tester:
        tester.tell("service run colours")
        for words in ("Green", "Red", "Blue"):
            tester.answer(words)
        (text,) = folder_of(tmp_path / "journal").glob("*.txt")
        assert 'write strip.order = "grb"' in text.read_text()
        assert json.loads(text.with_suffix(".json").read_text()) == tester.report
