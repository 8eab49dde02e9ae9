"""Journals of all four games that went wrong, taken up by a daemon's own start.

Real ones, with and without a log, are spoilt as disks, cables and people spoil them: bytes, pages
and tails, rows changed by hand (their checksums stale, or reckoned anew), the log gone or
another's, another program's database. What is whole goes on, the rest is named, and the damaged
file lies beside as it was; or it is refused, and not touched.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Sequence
from contextlib import closing, redirect_stderr, suppress
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

from msgspec import structs

from firmware_host.daemon import places
from firmware_host.daemon.assembly import Assembly, Here
from firmware_host.daemon.clock import VirtualClock
from firmware_host.daemon.keeper import at_once
from firmware_host.daemon.settings import house
from firmware_host.daemon.settings.house import Files
from firmware_host.rules.catalog import GAMES
from firmware_host.session import record
from firmware_host.session.journal import Journal, JournalError, look, look_all
from firmware_host.session.tale import Told
from firmware_host.table.signals import Command
from tests.disk.evening import wall
from tests.journals.__main__ import HERE

from .kinds import OnDisk
from .spoiling import Spoiling, Spoilt, beside

NAME = "table.journal"
ENDS = ("", "-wal")
SECOND_NS = 1_000_000_000
SELDOM = 4
"""Each so many-th is looked at in full, and begun with twice."""
SEEN = ("bytes", "bits", "cut", "pages")
"""Whatever becomes of a file so, nothing of it is lost in silence, but where nothing is left."""


class Seeds:
    """Right ones, and what they tell."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.made: list[dict[str, bytes]] = []
        self.games: list[str] = []
        self.tales: set[tuple[Told, ...]] = set()
        for file in sorted((HERE / places.version()).glob("*.journal")):
            self.made.append({"": file.read_bytes()})
            shutil.copyfile(file, folder / NAME)  # nothing is made beside those that are kept
            matches = look_all(folder / NAME)
            self.tales |= {kept.tale for kept in matches}
            self.made.append(self._with_log(matches))
            self.games += [file.stem] * 2

    def tells(self, tale: tuple[Told, ...]) -> bool:
        """Is it the beginning of one of theirs?"""
        return any(one[: len(tale)] == tale for one in self.tales)

    def _with_log(self, matches: Sequence[record.Kept]) -> dict[str, bytes]:
        """The same matches; the second half of the one that goes on is in the log alone."""
        file = self._folder / "seed.journal"
        for half in (0, 1):
            journal = Journal(file, wall)
            for kept in matches:
                begun = (kept.game, kept.version, kept.buttons, kept.seed, kept.box)
                number = kept.id if half else journal.begin(*begun)
                if half and kept.ended is None:
                    for told in kept.tale[20:]:
                        journal.append(number, [told])
                elif not half:
                    journal.append(number, kept.tale[:20] if kept.ended is None else kept.tale)
                    if kept.ended is not None:
                        journal.append(number, (), kept.ended)
            made = {end: beside(file, end).read_bytes() for end in ENDS if _there(file, end)}
            journal.close()
        assert made["-wal"]
        _cleared(self._folder)
        return made


def _there(file: Path, end: str) -> bool:
    return beside(file, end).exists()


def _cleared(folder: Path) -> None:
    for one in folder.iterdir():
        if one.is_dir():
            shutil.rmtree(one)
        else:
            one.unlink()


class Journals(OnDisk):
    """A daemon begins with it, and is played at; then another begins."""

    seeds: Sequence[bytes] = ()

    def __init__(self) -> None:
        super().__init__()
        self.right, self.tables = Seeds(self.folder), _tables()
        self.fed = 0
        self.spoiling = Spoiling(self.folder, self.right.made)

    def spoilt(self, luck: random.Random) -> Spoilt:
        """One more."""
        number = luck.randrange(len(self.right.made))
        made = self.spoiling.spoilt(luck, self.right.made[number])
        return replace(made, game=self.right.games[number])

    def feed(self, data: Any) -> bool:
        assert isinstance(data, Spoilt)
        _cleared(self.folder)
        file = self.folder / NAME
        for end, held in data.files.items():
            beside(file, end).write_bytes(held)
        self.fed += 1
        with suppress(JournalError):
            (look if self.fed % SELDOM else look_all)(file)
        assert self._stands() == data.files, "looking at it changes nothing"
        said, words = StringIO(), ""
        try:
            with redirect_stderr(said):
                table = Table(self.tables[data.game], self.folder)
        except JournalError as refused:
            words = str(refused)
        if words:
            assert words.startswith(str(file)), "a refusal names its file"
            assert self._stands() == data.files, "what is refused is not touched"
            return False
        assert "Traceback" not in said.getvalue() or data.sums, said.getvalue()[-1500:]
        try:
            self._kept(table.journal, data)
            table.play()
        finally:
            table.close()
        if not self.fed % SELDOM:
            self._again()
        return table.journal.damage is None

    def _kept(self, journal: Journal, data: Spoilt) -> None:
        """All of it is theirs, and nothing is lost in silence."""
        told = [journal.kept(one.id) for one in journal.matches()]
        if not data.sums:
            for one in told:
                assert self.right.tells(one.tale), f"match {one.id} tells something else"
        if journal.damage is not None:
            assert journal.aside is not None
            for end, held in data.files.items():
                assert held == (beside(journal.aside, end)).read_bytes(), f"{end} is not kept"
        elif data.files.get("") and data.how in SEEN and "-wal" not in data.files:
            assert any(one.tale in self.right.tales for one in told[-1:]), "lost without a word"

    def _again(self) -> None:
        """The next one finds nothing damaged any more."""
        with closing(Journal(self.folder / NAME, wall)) as journal:
            assert journal.damage is None
            for one in journal.matches()[-1:]:
                assert journal.kept(one.id).damage is None

    def _stands(self) -> dict[str, bytes]:
        """The files, as they are; an empty one of the lock's is none, nor is SQLite's index."""
        file = self.folder / NAME
        names = {end: beside(file, end) for end in ENDS}
        found = {end: name.read_bytes() for end, name in names.items() if name.exists()}
        return {end: held for end, held in found.items() if held or end == ""}


def _tables() -> dict[str, Files]:
    """The virtual table of each game, without camera, strip and display: they tell no journal."""
    files = house.read(places.config_folder() / "tables" / "demo.toml")
    table = structs.replace(
        files.table,
        camera=structs.replace(files.table.camera, port="none"),
        strip=structs.replace(files.table.strip, port="none"),
        oled=structs.replace(files.table.oled, port="none"),
    )
    files = replace(files, loaded=structs.replace(files.loaded, table=table))
    return {game: house.of_game(files, game) for game in GAMES}


class Table:
    """A daemon's table on a clock of its own, begun with the journal of a folder."""

    def __init__(self, files: Files, folder: Path) -> None:
        """:raises JournalError: it cannot be used."""
        self.clock, self.said = VirtualClock(SECOND_NS), list[str]()
        here = Here(
            journal=folder / NAME,
            world=folder / "world.json",
            seed=lambda: "1",
            wall=wall,
            says=self.said.append,
            virtual_time=True,
            fixed=(0, 1, 2),
            later=True,
        )
        self._table = Assembly(files, here, self.clock, at_once)
        self.journal, self._core = self._table.journal, self._table.core

    def play(self) -> None:
        """Whoever is asked answers: it is on the disk, or it is said why not."""
        self._tick()
        for _ in range(2):
            for _ in range(20):
                scene = self._core.scene
                assert scene is not None
                if asked := [seat.seat for seat in scene.seats if seat.menu]:
                    break
                self._tick(5)
            else:
                return  # luck and silence, or a game that is over
            words, now_ns = f"choose 0 {self._core.state}", self.clock.now_ns()
            self._core.feed(Command(asked[0], "player", words, now_ns), now_ns)
            self._tick()
            assert self._core.broken is None
            told = self._core.devices.get("journal")
            assert told is None or "in memory alone" not in told.says

    def close(self) -> None:
        self._table.close()

    def _tick(self, seconds: float = 0.05) -> None:
        self.clock.reach(self.clock.now_ns() + int(seconds * SECOND_NS))
        now_ns = self.clock.now_ns()
        self._core.tick(now_ns)
        self._core.drain(now_ns)
        self._core.draw(now_ns)
