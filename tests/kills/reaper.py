"""Kills daemons, one life after another on one journal, and looks what each has left behind."""

from __future__ import annotations

import importlib
import json
import os
import random
import select
import signal
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from firmware_host.daemon.settings.house import Files
from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Illegal, Setup
from firmware_host.session.journal import look
from firmware_host.session.match import Match
from firmware_host.session.tale import spell, unspell

from .life import live, scout, standing

START_S, AFTER_S = 0.06, 0.01
"""Of those killed while they start the latest moment; of others, after the last thing heard."""
MOST = 12
"""So many commits are heard of a life at most: then it is killed within :data:`AFTER_S`."""
PLAY_S = 2.0
"""So long a life has for them: one that waits for silence is killed all the same."""
LONGEST_S = 20.0
"""So long a life may need until it can be played in, on a machine that is busy."""
END = ("", 0)
Spelled = tuple[str, str]


@dataclass(slots=True)
class Toll:
    """What so many kills have cost."""

    kills: int = 0
    while_starting: int = 0
    while_writing: int = 0  #: handed to the journal, and not acknowledged
    answers: int = 0
    matches: int = 0
    lost: int = 0
    doubled: int = 0
    wrong: int = 0  #: resumed otherwise than it stood, or not at all
    playable_s: list[float] = field(default_factory=list)  #: from exec on
    gone_s: list[float] = field(default_factory=list)  #: from the signal on, of a whole process
    says: list[str] = field(default_factory=list)

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)


@dataclass(slots=True)
class Word:
    """What was promised of the latest match: told by the lives, folded once, never resumed."""

    match: Match[Any, Any] | None = None
    tale: list[Spelled] = field(default_factory=list)
    closed: bool = False

    def open(self, game: str, seats: int, seed: str, box: str) -> None:
        read = GAMES[game].box(tomllib.loads(box))
        self.match = Match.begin(GAMES[game], Setup(seats, read), seed)
        self.tale, self.closed = [], False

    def told(self, given: dict[str, Any]) -> None:
        """It is on the disk."""
        match given:
            case {"open": [game, seats, seed, box]}:
                self.open(game, seats, seed, box)
            case {"lines": lines}:
                self.add([(kind, words) for kind, words in lines])
            case {"close": True}:
                self.closed = True

    def add(self, lines: list[Spelled]) -> None:
        assert self.match is not None
        for kind, words in lines:
            self.match = self.match.tell(unspell(kind, words, 0))
        self.tale += lines


class Reaper:
    """One table of one game, killed again and again."""

    def __init__(self, files: Files, folder: Path, seed: str) -> None:
        self._files, self._journal = files, folder / "table.journal"
        self._seed, self._luck = seed, random.Random(seed)
        self._errors = folder / "stderr"
        self.word, self.toll = Word(), Toll()
        _warmed(files)

    def kill(self) -> None:
        """One more life and its end."""
        toll, number = self.toll, self.toll.kills
        toll.kills += 1
        early = self._luck.random() < 0.2
        commits, after_s = self._luck.randint(0, MOST), self._luck.random() * AFTER_S
        heard: list[dict[str, Any]] = []
        with self._life(f"{self._seed}/{number}") as (pid, line):
            began_s = time.monotonic()
            if early:
                self._hear(line, heard, began_s + self._luck.random() * START_S)
            else:
                self._hear(line, heard, began_s + LONGEST_S, ("playable", 1))
                toll.playable_s += [time.monotonic() - began_s] if _said(heard, "playable") else []
                self._hear(line, heard, time.monotonic() + PLAY_S, ("done", commits))
                self._hear(line, heard, time.monotonic() + after_s)
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            self._hear(line, heard, time.monotonic() + LONGEST_S)  # what it had said before
        toll.while_starting += not _said(heard, "playable")
        if not early and not _said(heard, "playable"):
            self._wrong(f"it did not start: {self._errors.read_text()[-2000:]}")
        self._judge(heard)

    def _judge(self, heard: list[dict[str, Any]]) -> None:
        """Hold the disk to what was said."""
        on_its_way: dict[str, Any] | None = None
        for said in heard:
            if "here" in said:
                self._resumed(said["here"])
            elif "done" in said and on_its_way is not None:
                self._count(on_its_way)
                self._promised(on_its_way)
                on_its_way = None
            elif said.keys() & {"open", "lines", "close"}:
                on_its_way = said
        self.toll.while_writing += on_its_way is not None
        self._look(on_its_way)

    def _promised(self, given: dict[str, Any]) -> None:
        """It is on the disk; where it does not follow from what was, something was lost before."""
        try:
            self.word.told(given)
        except Illegal as why:
            self._wrong(f"it went on with {given}, which cannot follow: {why}")

    def _resumed(self, here: dict[str, Any] | None) -> None:
        match = None if self.word.closed else self.word.match
        stood = None if match is None else standing(match)
        if here != stood:
            self._wrong(f"resumed at {here}, but it stood at {stood}")

    def _look(self, on_its_way: dict[str, Any] | None) -> None:
        """The journal has all that was acknowledged, and of one more thing all or nothing."""
        kept = look(self._journal) if self._journal.exists() else None
        if on_its_way is not None and self._arrived(kept, on_its_way):
            self._count(on_its_way)
            self._promised(on_its_way)
        promised = self.word.tale
        found = [spell(one) for one in kept.tale] if kept is not None else []
        if kept is not None and kept.damage is not None:
            self._wrong(f"killed, not damaged: {kept.damage}")
        if found[: len(promised)] != promised:
            self.toll.lost += 1
            self.toll.says.append(f"kill {self.toll.kills}: of {promised} it has {found}")
        elif len(found) > len(promised):
            self.toll.doubled += 1
            self.toll.says.append(f"kill {self.toll.kills}: nobody gave {found[len(promised) :]}")
        if kept is not None and (kept.ended is not None) != self.word.closed:
            self._wrong(f"its end: {kept.ended}, but {self.word.closed} was told")

    def _arrived(self, kept: Any, given: dict[str, Any]) -> bool:
        """Has what was not acknowledged reached the disk? It may, if it did so as a whole."""
        if kept is None:
            return False
        match given:
            case {"open": [_, _, seed, _]}:
                return bool(kept.seed == seed)
            case {"lines": lines}:
                whole = [*self.word.tale, *((kind, words) for kind, words in lines)]
                return [spell(one) for one in kept.tale] == whole
            case _:
                return kept.ended is not None

    def _count(self, given: dict[str, Any]) -> None:
        self.toll.answers += sum(kind == "answer" for kind, _ in given.get("lines", ()))
        self.toll.matches += "open" in given

    def _wrong(self, says: str) -> None:
        self.toll.wrong += 1
        self.toll.says.append(f"kill {self.toll.kills}: {says}")

    @contextmanager
    def _life(self, seed: str) -> Iterator[tuple[int, int]]:
        """A daemon: its process, and the pipe it tells through."""
        line, end = os.pipe()
        pid = os.fork()
        if not pid:
            os.close(line)
            errors = os.open(self._errors, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(errors, 2)
            try:
                live(self._files, self._journal, seed, end)
            except BaseException:
                import traceback

                traceback.print_exc()
            finally:
                os._exit(1)
        os.close(end)
        try:
            yield pid, line
        finally:
            os.close(line)

    def _hear(
        self, line: int, heard: list[dict[str, Any]], until_s: float, upto: tuple[str, int] = END
    ) -> None:
        """What is said until then, or until a word is said so often; or the pipe's end."""
        rest, (word, times) = b"", upto
        if word and _said(heard, word) >= times:
            return
        while (left_s := until_s - time.monotonic()) > 0 or rest:
            if select.select([line], [], [], max(0.0, left_s))[0]:
                part = os.read(line, 1 << 16)
                if not part:
                    return
                *whole, rest = (rest + part).split(b"\n")
                heard += [json.loads(said) for said in whole]
                if word and _said(heard, word) >= times:
                    until_s = time.monotonic()


def _warmed(files: Files) -> None:
    """Have everything loaded here that a life loads, so that it need not."""
    line, end = os.pipe()
    if not os.fork():
        try:
            scout(files, end)
        finally:
            os._exit(1)
    os.close(end)
    with os.fdopen(line) as said:
        names = said.read().split()
    os.wait()
    for name in names:
        importlib.import_module(name)


def _said(heard: list[dict[str, Any]], word: str) -> int:
    """How often."""
    return sum(word in said for said in heard)
