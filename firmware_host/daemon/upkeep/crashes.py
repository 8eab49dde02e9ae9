"""What is kept when the program fails: enough to see the same failure on another machine.

A bundle is a plain zip: what failed and where, the last minutes of signals, the match as it was
told, and the configuration without its secrets. Writing one never fails itself, never fills a
disk, and is never done twice for the same failure within an hour.
"""

from __future__ import annotations

import io
import os
import platform
import re
import shutil
import sys
import threading
import time
import traceback
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec

from firmware_host.daemon import places
from firmware_host.daemon.settings.house import Files
from firmware_host.daemon.whole import belongs, written
from firmware_host.session.journal import JournalError, look
from firmware_host.session.record import Kept
from firmware_host.session.tale import spell
from firmware_host.table.signals import Noticed, Reported

from .beside import at_once
from .recorder import Entry, Recorder, spelled

FORMAT = 1
NAME = re.compile(r"crash-\d{8}-\d{6}(-\d+)?\.zip")
PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
MOST_SIGNALS_BYTES = 8 << 20
MOST_FILE_BYTES = 1 << 20
MOST_PICTURE_BYTES = 2 << 20
SPARE_BYTES = 64 << 20
"""A disk with less is left alone: the journal needs it."""
SAME_S = 3_600.0
"""The same failure again within an hour is no news."""
SECRET = re.compile(
    r"([\w.-]*(?:password|passphrase|secret|token|api_?key)[\w.-]*[\"']?\s*=\s*)"
    r"(\"\"\".*?\"\"\"|'''.*?'''|\[[^\]]*\]|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'|[^\s,}\]]+)",
    re.DOTALL | re.IGNORECASE,
)
PACKAGES = ("aiohttp", "gpiozero", "luma.oled", "msgspec", "numpy", "opencv-python-headless")
CALL = re.compile(r'^ +File "([^"]+)", line \d+, in (\S+)', re.MULTILINE)
FRAMES = 3
"""Failures are the same where type and innermost calls are."""


def folder_of(journal: Path) -> Path:
    """Where the bundles of the table with this journal lie."""
    return journal.with_suffix(".crashes")


def bundles(folder: Path) -> list[Path]:
    """All that are kept, the newest first."""
    found = folder.glob("crash-*.zip") if folder.is_dir() else ()
    return sorted((file for file in found if NAME.fullmatch(file.name)), key=_age, reverse=True)


def _age(file: Path) -> tuple[str, int]:
    _, day, time_, *more = file.stem.split("-")
    return f"{day}-{time_}", int(more[0]) if more else 1


def about(file: Path) -> dict[str, Any] | None:
    """What a bundle says of itself; None where it is none, or damaged."""
    try:
        with zipfile.ZipFile(file) as archive:
            told = msgspec.json.decode(archive.read("about.json"))
    except (OSError, KeyError, zipfile.BadZipFile, msgspec.DecodeError):
        return None
    return told if isinstance(told, dict) and told.get("format") == FORMAT else None


@dataclass(frozen=True, slots=True)
class Moment:
    """What is to be kept of a failure, as it was when it came."""

    when: str  #: wall clock
    at_ns: int
    files: Files
    began: int | None  #: lines that the match had when the daemon began
    whole: bool  #: nothing of what was recorded is forgotten
    entries: tuple[Entry, ...]
    jpeg: bytes  #: of the crater; empty: there is none, or it is not to be kept


@dataclass(slots=True)
class Crashes:
    """Keeps bundles of one table's failures. May be used from any thread."""

    journal: Path
    files: Callable[[], Files]
    recorder: Recorder
    wall: Callable[[], str]
    says: Callable[[str], None]
    now_ns: Callable[[], int]
    picture: Callable[[], bytes] = bytes
    """The newest of the crater, as a JPEG."""
    now_s: Callable[[], float] = time.time
    spare: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free
    beside: Callable[[Callable[[], object]], bool] = at_once
    """Does what takes long where it holds nothing up; False: too much waits there already."""
    _lately: dict[str, float] = field(default_factory=dict)
    """When each failure of the last hour was kept."""
    _one: threading.Lock = field(default_factory=threading.Lock)

    def keep(self, broken: BaseException, where: str, moment: Moment | None = None) -> Path | None:
        """Keep what is needed to see it again; None: nothing is, and why is said.

        It takes as long as the disk does: where the table goes on, see :meth:`keep_beside`.
        """
        try:
            with self._one:
                return self._keep(broken, where, moment or self._moment())
        except Exception as why:  # one failure is enough
            self._cannot(why)
            return None

    def keep_beside(self, broken: BaseException, where: str) -> None:
        """The same, of what ends nothing: it is as it is now, and written while all goes on."""
        try:
            moment = self._moment()
        except Exception as why:
            self._cannot(why)
            return
        if not self.beside(lambda: self.keep(broken, where, moment)):
            self.says(f"too much fails at once: {named(broken)[0]} ({where}) is not kept")

    def _cannot(self, why: Exception) -> None:
        self.says(f"what failed cannot be kept: {type(why).__name__}: {why}")

    def _moment(self) -> Moment:
        files, recorder = self.files(), self.recorder
        return Moment(
            when=self.wall(),
            at_ns=self.now_ns(),
            files=files,
            began=recorder.began,
            whole=recorder.whole,
            entries=recorder.entries(),
            jpeg=self.picture() if files.table.crashes.pictures else b"",
        )

    def told(self) -> list[dict[str, Any]]:
        """All that are kept, the newest first: name, when, where, says, bytes."""
        found = []
        for file in bundles(folder_of(self.journal)):
            known = about(file)
            if known is not None:
                error = known["error"]
                size = {"name": file.name, "bytes": file.stat().st_size}
                says = f"{error['type']}: {error['says']}"
                found.append({**size, "when": known["when"], "where": known["where"], "says": says})
        return found

    def bundle(self, name: str) -> bytes:
        """A bundle; empty where none is called so."""
        if not NAME.fullmatch(name):
            return b""
        try:
            return (folder_of(self.journal) / name).read_bytes()
        except OSError:
            return b""

    def _keep(self, broken: BaseException, where: str, moment: Moment) -> Path | None:
        folder, most = folder_of(self.journal), moment.files.table.crashes.keep
        signature, now_s = signed(broken), self.now_s()
        if not most or self._is_known(folder, signature, now_s):
            return None
        if self.spare(self.journal.parent) < SPARE_BYTES:
            self.says("the disk is nearly full: what failed is not kept")
            return None
        self._lately = {s: t for s, t in self._lately.items() if 0 <= now_s - t < SAME_S}
        self._lately[signature] = now_s
        data = self._packed(broken, where, signature, moment)
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        belongs(folder, folder.parent)
        file = self._free_name(folder)
        written(file, data, PRIVATE_FILE)
        for old in bundles(folder)[most:]:
            old.unlink(missing_ok=True)
        self.says(f"what failed is kept in {file}; ./table replay {file} shows it again")
        return file

    def _is_known(self, folder: Path, signature: str, now_s: float) -> bool:
        """Was the same kept within the last hour, by this daemon or one before it?"""
        at_s = self._lately.get(signature)
        if at_s is not None and 0 <= now_s - at_s < SAME_S:
            return True
        for file in bundles(folder):
            if 0 <= now_s - file.stat().st_mtime < SAME_S:
                known = about(file)
                if known is not None and known["error"]["signature"] == signature:
                    return True
        return False

    def _free_name(self, folder: Path) -> Path:
        digits = re.sub(r"\D", "", self.wall())[:14].ljust(14, "0")
        plain = f"crash-{digits[:8]}-{digits[8:]}"
        file, number = folder / f"{plain}.zip", 1
        while file.exists():
            number += 1
            file = folder / f"{plain}-{number}.zip"
        return file

    def _packed(self, broken: BaseException, where: str, signature: str, moment: Moment) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            told = self._about(broken, where, signature, moment)
            archive.writestr("about.json", _json(told))
            archive.writestr("signals.jsonl", b"".join(_signals(moment)))
            kept = _match(self.journal)
            if kept is not None:
                archive.writestr("match.json", _json(match_told(kept)))
            for name, text in _configuration(moment.files):
                archive.writestr(f"config/{name}", text)
            if 0 < len(moment.jpeg) < MOST_PICTURE_BYTES:
                archive.writestr("crater.jpg", moment.jpeg)
        return out.getvalue()

    def _about(
        self, broken: BaseException, where: str, signature: str, moment: Moment
    ) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "when": moment.when,
            "where": where,
            "error": {
                "type": named(broken)[0],
                "says": named(broken)[1][:2_000],
                "signature": signature,
                "traceback": _lines(broken),
            },
            "table": moment.files.table.name,
            "game": moment.files.box.game.name,
            "at_ns": moment.at_ns,
            "whole": moment.whole,
            "began": moment.began,
            "later": self.recorder.later,
            "program": places.version(),
            "python": sys.version.split()[0],
            "system": f"{platform.system()} {platform.release()} {platform.machine()}",
            "packages": dict(_packages()),
        }


def _signals(moment: Moment) -> list[bytes]:
    """Line by line, the newest that there is room for."""
    lines, size = list[bytes](), 0
    for entry in reversed(moment.entries):
        line = spelled(entry) + b"\n"
        size += len(line)
        if size > MOST_SIGNALS_BYTES:
            break
        lines.append(line)
    return lines[::-1]


class Caught(Exception):
    """A failure that was caught where it came about: its text is the traceback."""


def traced(broken: BaseException) -> str:
    """Its traceback as text."""
    if isinstance(broken, Caught):
        return str(broken)
    return "".join(traceback.format_exception(broken))


def named(broken: BaseException) -> tuple[str, str]:
    """The type of a failure, and what it says."""
    if not isinstance(broken, Caught):
        return type(broken).__name__, str(broken)
    lines = str(broken).splitlines()
    frames = [i for i, line in enumerate(lines) if line.startswith("  File ")]
    after = lines[frames[-1] + 1 :] if frames else lines
    said = next((line for line in after if line.strip() and not line.startswith(" ")), "")
    kind, _, says = said.partition(": ")  # notes stand below it
    return kind.rpartition(".")[2], says


def signed(broken: BaseException) -> str:
    """Stands for a failure: its type, and the calls it came out of."""
    _, _, last = traced(broken).rpartition("Traceback (most recent call last):")
    calls = [f"{Path(file).name}:{call}" for file, call in CALL.findall(last)][-FRAMES:]
    return f"{named(broken)[0]} in {' > '.join(calls)}"


def _lines(broken: BaseException) -> list[str]:
    """The traceback, file names from the program's folder on."""
    root = f"{Path(__file__).parents[3]}{os.sep}"
    return traced(broken).replace(root, "").splitlines()[-200:]


def _match(journal: Path) -> Kept | None:
    """The match that is played, or was last; None where nothing can be read."""
    try:
        return look(journal)
    except (JournalError, OSError):
        return None


def match_told(kept: Kept) -> dict[str, Any]:
    """A match as a bundle has it."""
    return {
        "id": kept.id,
        "game": kept.game,
        "version": kept.version,
        "buttons": kept.buttons,
        "tints": kept.tints,
        "seed": kept.seed,
        "box": kept.box,
        "opened": kept.opened,
        "ended": kept.ended,
        "lines": [[*spell(line.told), line.told.at_ms, line.stamp] for line in kept.lines],
    }


def _configuration(files: Files) -> Iterator[tuple[str, str]]:
    """The files that the table goes by, without what is secret in them."""
    loaded = files.loaded
    for name, file in (
        ("table.toml", loaded.file),
        ("box.toml", loaded.box),
        ("texts.toml", loaded.texts),
        ("theme.toml", loaded.theme),
    ):
        try:
            text = file.read_text(encoding="utf-8-sig")[:MOST_FILE_BYTES]
        except (OSError, ValueError):
            continue
        yield name, SECRET.sub(r'\1"***"', text)


def _packages() -> Iterator[tuple[str, str]]:
    for name in PACKAGES:
        try:
            yield name, metadata.version(name)
        except metadata.PackageNotFoundError:
            continue


def _json(told: dict[str, Any]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(told), indent=1)


def failing_too(
    hears: Callable[[Reported | Noticed], None], crashes: Crashes
) -> Callable[[Reported | Noticed], None]:
    """*hears*, where what was caught in a game leaves something behind as well."""

    def found_out(effect: Reported | Noticed) -> None:
        if log := log_of(effect):
            crashes.keep_beside(Caught(log), "game")
        hears(effect)

    return found_out


def log_of(effect: Reported | Noticed) -> str:
    """The traceback of a fault of a game that the table has caught; empty: it is none."""
    return str(getattr(effect, "log", ""))
