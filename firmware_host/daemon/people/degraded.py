"""Degraded play: a whole game with some of the table's devices gone, and what people saw of it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

from msgspec import structs

from firmware_host.console.document import scene_document
from firmware_host.daemon.settings import house
from firmware_host.daemon.settings.house import Files
from firmware_host.table.scene import Scene
from firmware_host.table.wording import Wording

from .clues import BUTTON, CAMERA, DEVICES, OLED, PAGE, STRIP, Clues
from .fingers import CALM
from .rough import SECOND_NS, RoughTable, Setting, plain

START, MIDST = WHEN = ("start", "midst")
"""Gone before the first press, or pulled while the game is played."""
PULLS = {CAMERA: ("camera", "pulled"), OLED: ("oled", "pull"), STRIP: ("strip", "pull")}
BUTTONS = ("button 1", "dead")
"""Whose button does not work: seat B's."""
AFTER = 12
"""So many answers are told before something is pulled in the midst."""
LONGEST_NS = 4 * 3_600 * SECOND_NS
SEATS = {"lava_land": 3}
"""As few as may play; two, where nothing else is said."""
DICED = ("lava_land", "lost_island")
"""In these dice are thrown."""
TRACKED = ("lava_land", "oh_no_volcano", "lost_island")
"""In these the strip shows where everybody stands, or how many points they have."""


class Unfinished(Exception):
    """A game that did not come to its end."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One game to be played."""

    game: str
    gone: tuple[str, ...]
    when: str

    @property
    def name(self) -> str:
        """``lava_land camera+oled midst``."""
        return f"{self.game} {'+'.join(self.gone)} {self.when}"


@dataclass(slots=True)
class Saw:
    """What people saw of what was gone."""

    missing: set[str]  #: devices that something that works has told of
    positions: bool = False  #: display or page said where everybody stands
    lent: bool = False
    page: int = 0  #: choices made on the page
    by_button: int = 0  #: questions about dice that buttons answered
    dark: str = ""  #: a question whose lamp was not lit, or that nothing that works shows
    answers: int = 0


def moves(cell: Cell) -> bool:
    """Without its button and without a page nobody sits down there: one sits elsewhere."""
    return {BUTTON, PAGE} <= {*cell.gone} and cell.when == START


def wanting(cell: Cell, saw: Saw) -> list[str]:
    """What people should have seen of what is gone, and did not."""
    wrong = [saw.dark] if saw.dark else []
    wrong += [
        f"nothing told of the {device}"
        for device in cell.gone
        if device in PULLS and device not in saw.missing
    ]
    if CAMERA in cell.gone and cell.game in DICED and not saw.by_button:
        wrong.append("no die was asked for on a button")
    if STRIP in cell.gone and cell.game in TRACKED and not saw.positions:
        wrong.append("nothing said where everybody stands")
    if BUTTON in cell.gone and not saw.lent and not saw.page and not moves(cell):
        wrong.append("nobody chose for the dead button, by another or on the page")
    if PAGE in cell.gone and saw.page:
        wrong.append("somebody chose on a page that there is not")
    return wrong


def cells(games: Iterable[str]) -> list[Cell]:
    """In each game each device gone alone, and each pair of them."""
    gone = [*combinations(DEVICES, 1), *combinations(DEVICES, 2)]
    return [Cell(game, some, when) for game in games for some in gone for when in WHEN]


def seldom(files: Files) -> Files:
    """The same table, whose camera looks no more often than it must."""
    camera = structs.replace(files.table.camera, fps=1.0, idle_fps=0.02)
    table = structs.replace(files.table, camera=camera)
    return plain(replace(files, loaded=structs.replace(files.loaded, table=table)))


class Degraded:
    """One cell, played."""

    def __init__(self, cell: Cell, files: Files, folder: Path, seed: str = "degraded") -> None:
        self.cell, self.saw = cell, Saw(set())
        files = seldom(house.of_game(files, cell.game))
        players = SEATS.get(cell.game, 2)
        elsewhere = (0, 2, 3, 4)[:players] if moves(cell) else ()
        setting = Setting(files, folder, seed, players, buttons=elsewhere)
        self._table = RoughTable(setting)
        self._table.people.page.there = PAGE not in cell.gone or cell.when == MIDST
        self._table.people.pace = CALM
        self._page = PAGE not in cell.gone or cell.when == MIDST
        self._words = files.texts.say
        self._clues = Clues((), Wording(files.texts))
        self._seen: Scene | None = None

    def play(self, at_most_s: float = 600.0) -> Saw:
        """The whole game.

        :raises Unfinished: it did not end.
        """
        until_s = time.monotonic() + at_most_s
        if self.cell.when == START:
            self._pull()
        while self._table.over is None:
            self._table.step()
            self._look()
            midst = self.cell.when == MIDST and self.saw.answers >= AFTER
            if midst and not self._table.wrong.parts and self._page:
                self._pull()
            late = self._table.clock.now_ns() > LONGEST_NS or time.monotonic() > until_s
            if late or self._table.core.broken:
                raise Unfinished(f"{self.cell.name}: {self._table.where()}")
        people = self._table.people
        self.saw.page, self.saw.by_button = people.page.chosen, people.count.asked
        return self.saw

    def told(self) -> list[str]:
        """Every answer, in words."""
        match = self._table.match
        return [] if match is None else [str(getattr(e, "words", "")) for e in match.told()]

    def close(self) -> None:
        """Everything let go of."""
        self._table.close()

    def _pull(self) -> None:
        """The devices of this cell are gone from now on; what can be missed is."""
        gone = self.cell.gone
        if BUTTON in gone:
            self._table.spoil(*BUTTONS)
            if self.cell.when == START and PAGE not in gone:
                self._table.on_page = self._table.shared.on_page = frozenset({1})
        for device in gone:
            if device in PULLS:
                self._table.spoil(*PULLS[device])
        self._page = self._table.people.page.there = PAGE not in gone
        for device in gone:
            if device in PULLS and not self._table.hears(device, ok=False):
                raise Unfinished(f"{self.cell.name}: nobody missed the {device}")
        self._clues = replace(self._clues, gone=gone)

    def _look(self) -> None:
        """What people see now."""
        scene, saw = self._table.core.scene, self.saw
        if scene is None:
            return
        match = self._table.match
        saw.answers = 0 if match is None else match.length
        devices = {device.name for device in self._table.core.devices.values() if not device.ok}
        saw.missing |= self._clues.told(scene, devices)
        saw.lent = saw.lent or bool(self._table.core.table.lending.lent)
        if scene is not self._seen:
            self._seen, late = scene, self._table.table.drawing
            draws = late.drawing if late is not None else None
            saw.dark = saw.dark or self._clues.lacking(scene, draws)
            saw.positions = saw.positions or self._clues.stands(scene, draws)
        if self._page and self._table.core.changes % 16 == 0:
            self._shown(scene)

    def _shown(self, scene: Scene) -> None:
        """A page is there: each question stands on it."""
        feed = self._table.table.feed
        document: dict[str, Any] = scene_document(feed.snapshot(), self._words, {}, feed.furniture)
        seats = document["scene"]["seats"] if document.get("scene") else []
        shown = {seat["seat"] for seat in seats if seat["menu"]}
        asked = {str(seat.seat) for seat in scene.seats if seat.menu}
        if shown != asked:
            self.saw.dark = f"the page shows menus of {shown}, asked are {asked}"
