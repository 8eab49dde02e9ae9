"""What people are told, and by what: a device that is gone tells nobody anything."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Protocol

from firmware_host.table.lending import NOT_PLAYED
from firmware_host.table.menu_lights import walked
from firmware_host.table.scene import Lamp, Scene, SeatScene, Text
from firmware_host.table.standing import standing
from firmware_host.table.wording import Wording

CAMERA, OLED, STRIP, BUTTON, PAGE = DEVICES = ("camera", "oled", "strip", "button", "page")
LIT = (CAMERA, OLED)
"""Each of these has an LED of its own while it is missing."""


class Draws(Protocol):
    """Makes words of scenes for the display."""

    def pages(self, scene: Scene) -> tuple[tuple[str, ...], ...]:
        """What is to be read of *scene*."""


@dataclass(frozen=True, slots=True)
class Clues:
    """What is told by what still works, of *gone* nothing."""

    gone: Container[str]
    wording: Wording

    def told(self, scene: Scene, page: Container[str]) -> set[str]:
        """Devices that people are told of as missing; *page* are those that stand on the page."""
        return {device for device in scene.missing if self._tells(device, page)}

    def _tells(self, device: str, page: Container[str]) -> bool:
        shown = OLED not in self.gone or (STRIP not in self.gone and device in LIT)
        return shown or (PAGE not in self.gone and device in page)

    def stands(self, scene: Scene, draws: Draws | None) -> bool:
        """Is it said where everybody stands, while no strip shows it?"""
        said = standing(scene)
        if not said or OLED in self.gone:
            return bool(said) and PAGE not in self.gone  # where each seat has its place
        return draws is not None and any(self._stands_in(one, scene, draws) for one in said)

    def lacking(self, scene: Scene, draws: Draws | None) -> str:
        """Somebody who is asked and cannot know it, or not what a tap changes; empty: nobody."""
        if scene.phase in NOT_PLAYED:
            return ""
        return next(self._lacking(scene, draws), "")

    def _lacking(self, scene: Scene, draws: Draws | None) -> Iterator[str]:
        for seat in scene.seats:
            if seat.menu and seat.lamp in (Lamp.OFF, Lamp.ON):
                yield f"{seat.seat} is asked, and its lamp is {seat.lamp}"
            if len(seat.menu) > 1 and not self._seen(scene, seat, draws):
                yield f"nothing shows what is under the thumb of {seat.seat}"

    def _seen(self, scene: Scene, seat: SeatScene, draws: Draws | None) -> bool:
        """Does anything that works show the line under the thumb?"""
        if PAGE not in self.gone:
            return True  # every line of every menu stands there: it is looked at by itself
        if OLED not in self.gone:
            return draws is None or self._read(scene, seat, draws)
        on_track = any(place.thumb == seat.seat for place in scene.places)
        return STRIP not in self.gone and (on_track or seat in walked(scene))

    def _read(self, scene: Scene, seat: SeatScene, draws: Draws) -> bool:
        """Does the line stand on the display, or is its card framed? News come first, briefly."""
        news = scene.passing is not None and scene.notice is None
        if news or scene.framed is not None:
            return True
        label = next((c.label for c in seat.menu if c.under_thumb), seat.menu[0].label)
        return self._stands_in(label, scene, draws)

    def _stands_in(self, said: Text, scene: Scene, draws: Draws) -> bool:
        """Do these words stand on the display, whole or in brief?"""
        words = _plain(" ".join(line for page in draws.pages(scene) for line in page))
        return any(_plain(way(said)) in words for way in (self.wording.whole, self.wording.brief))


def _plain(words: str) -> str:
    """Without spaces and hyphens: lines are broken at them, and within words."""
    return "".join(words.split()).replace("-", "")
