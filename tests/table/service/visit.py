"""A table that is being serviced, and whoever does it: eyes on the strip, thumbs on the buttons."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from firmware_host.rules.kernel import Seat
from firmware_host.table.layout import Layout
from firmware_host.table.oled import Display, Panel
from firmware_host.table.painter import Painter
from firmware_host.table.scene import Lamp, Place, Scene, Service
from firmware_host.table.service.fittings import Button, Fittings, Oled, Strip
from firmware_host.table.service.report import Finding, Report
from firmware_host.table.signals import Command, Effect, Noticed, Reported, Tick
from firmware_host.table.table import Table
from firmware_host.table.texts import Texts
from tests.table.evening import MS, Driver
from tests.table.sample import default_theme

ROOT = Path(__file__).parent.parent.parent.parent
TEXTS = Texts(tomllib.loads((ROOT / "config" / "texts" / "en.toml").read_text()))
FIT = Fittings(
    buttons=tuple(
        Button(name, f"GPIO {5 + i}", f"GPIO {16 + i}", (30 + i,))
        for i, name in enumerate(("South", "West", "North", "East"))
    ),
    strip=Strip("/dev/ttyUSB0", leds=34, first=2, per_place=4, order="rgb"),
    places=tuple(Place("islet", number=n) for n in range(-2, 5)),
    oled=Oled("i2c", "ssd1306", "GPIO 2 (pin 3) and GPIO 3 (pin 5)"),
    camera="/dev/video0",
)


class Visit(Driver):
    """Feeds a table with fittings, and keeps what service mode gave."""

    def __init__(self, fit: Fittings = FIT, *, playing: bool = True, camera: bool = True) -> None:
        self.reports: list[Report] = []
        self.noticed: list[Noticed] = []
        super().__init__(seats=3, camera=camera)
        fixed = (0, 1, 2) if playing else None
        self.house = replace(self.house, fittings=fit, fixed=fixed)
        self.table = Table(self.house, self.now_ns)
        self.opened, self.lines = [], []
        self.feed(Tick(self.now_ns))
        strip = fit.strip
        layout = Layout(max(1, strip.leds), strip.per_place, strip.first, reverse=strip.reverse)
        self._painter = Painter(default_theme(), layout)
        self._display = Display(Panel(), TEXTS)

    def _keep(self, effect: Effect) -> None:
        super()._keep(effect)
        if isinstance(effect, Reported):
            self.reports.append(effect.report)
        elif isinstance(effect, Noticed):
            self.noticed.append(effect)

    @property
    def shown(self) -> Scene:
        assert self.scene is not None
        return self.scene

    @property
    def service(self) -> Service:
        assert self.shown.service is not None
        return self.shown.service

    @property
    def pixels(self) -> bytes:
        """What the strip is told."""
        return self._painter.paint(self.shown, (), self.now_ns)

    @property
    def picture(self) -> bytes:
        """What the display is told."""
        return self._display.picture(self.shown, self.now_ns)

    @property
    def asked(self) -> str:
        """The words people read."""
        return TEXTS.say(self.shown.waiting)

    @property
    def options(self) -> list[str]:
        return [TEXTS.say(one) for one in self.service.options]

    @property
    def lamps(self) -> list[Lamp]:
        return [seat.lamp for seat in self.shown.seats]

    def told(self, words: str) -> None:
        """Staff say it at the page, and it is done."""
        before = len(self.refused)
        self.say(words)
        assert len(self.refused) == before, self.refused[-1].says

    def answer(self, words: str, button: int = 0) -> None:
        """With a button: taps to the line that begins so, and a hold."""
        options = self.options
        index = next(i for i, one in enumerate(options) if one.startswith(words))
        while self.service.cursor != index:
            self.tap(button)
        self.hold(button)

    def click(self, words: str) -> None:
        """At the page."""
        index = next(i for i, one in enumerate(self.options) if one.startswith(words))
        self.feed(Command(Seat(0), "player", f"choose {index} {self.n}", self.now_ns))

    def finding(self, step: str) -> Finding:
        """What the latest report says of a step."""
        return next(one for one in self.reports[-1].findings if one.step == step)

    def all_pressed(self, times: int = 5, buttons: tuple[int, ...] = (0, 1, 2, 3)) -> None:
        for _ in range(times):
            for button in buttons:
                self.tap(button)
                self.wait(60)

    def together(self, ms: int, buttons: tuple[int, int] = (1, 2), apart_ms: int = 80) -> None:
        """Two buttons pressed together, and held for so long."""
        one, other = buttons
        self.feed_edge(one)
        self.wait(apart_ms)
        self.feed_edge(other)
        self.wait(ms)
        self.feed_edge(one, down=False)
        self.feed_edge(other, down=False)
        self.wait(50)


def with_strip(fit: Fittings, order: str, port: str = "/dev/ttyUSB0") -> Fittings:
    return replace(fit, strip=replace(fit.strip, order=order, port=port))


def seen_by(native: str, sent_as: str) -> Callable[[bytes], bytes]:
    """What LEDs of the order *native* make of pixels that were sent as *sent_as*."""

    def eyes(pixels: bytes) -> bytes:
        seen = bytearray(len(pixels))
        for place in range(3):
            meant, shines = "rgb".index(sent_as[place]), "rgb".index(native[place])
            seen[shines::3] = pixels[meant::3]
        return bytes(seen)

    return eyes


NAMES: Mapping[int, str] = {0: "Red", 1: "Green", 2: "Blue"}


def colour_of(pixels: bytes) -> str:
    """The colour that all of the strip has, in words."""
    lit = [NAMES[c] for c in range(3) if any(pixels[c::3])]
    return lit[0] if len(lit) == 1 else "Something else"


def seconds(number: float) -> int:
    return round(number * 1_000 * MS)
