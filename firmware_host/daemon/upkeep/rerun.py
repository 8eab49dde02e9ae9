"""A bundle told again: its match and its signals through the whole virtual table.

The table is the daemon's own, on a clock that is set by what was stamped there; only devices are
twins, and the camera's looks are those that were noted. What pages show is made as well.
"""

from __future__ import annotations

import json
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from firmware_host.console.document import hand_document, scene_document
from firmware_host.console.service_document import service_document
from firmware_host.daemon import places
from firmware_host.daemon.assembly import Assembly, Here
from firmware_host.daemon.clock import VirtualClock
from firmware_host.daemon.errors import BAD_INPUT, FAILED, ConfigError, plain
from firmware_host.daemon.keeper import at_once
from firmware_host.daemon.settings import boxes, config_read, house
from firmware_host.daemon.settings.config import Loaded, TableConfig
from firmware_host.daemon.settings.house import Files
from firmware_host.daemon.settings.shape import Shaped
from firmware_host.rules.catalog import GAMES
from firmware_host.session.journal import Journal
from firmware_host.session.tale import unspell
from firmware_host.table.signals import Noticed, Offered, Reported, Signal

from .crashes import FORMAT, Caught, log_of, named, signed, traced
from .recorder import Entry, unspelled

MOST_BYTES = 64 << 20
"""Unpacked; a bundle holds less."""
STARTS = 12
"""So many beginnings are tried: the earliest, and then later ones."""


class Unusable(Exception):
    """Why a bundle cannot be told again, in words."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """What a failure has left."""

    about: Mapping[str, Any]
    entries: Sequence[Entry]
    match: Mapping[str, Any] | None
    config: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Again:
    """How it went this time."""

    fed: int  #: signals
    broken: Exception | None
    lines: int  #: told by then
    scene: str


def is_bundle(file: Path) -> bool:
    """Whether *file* is one, by its look."""
    with suppress(OSError):
        return file.is_file() and zipfile.is_zipfile(file)
    return False


def opened(file: Path) -> Bundle:
    """The bundle in *file*.

    :raises Unusable: it is none, or damaged.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            if sum(one.file_size for one in archive.infolist()) > MOST_BYTES:
                raise Unusable("it holds more than any bundle")
            held = {name: archive.read(name) for name in archive.namelist()}
        about = msgspec.json.decode(held["about.json"])
        if about["format"] != FORMAT:
            raise Unusable("another version of the program made it")
        match = msgspec.json.decode(held["match.json"]) if "match.json" in held else None
        entries = [unspelled(line) for line in held["signals.jsonl"].splitlines()]
    except (OSError, zipfile.BadZipFile, RuntimeError, EOFError, NotImplementedError) as wrong:
        raise Unusable(f"it cannot be read: {wrong}") from None
    except (KeyError, TypeError, ValueError, msgspec.MsgspecError) as wrong:
        raise Unusable(f"it is no bundle, or a damaged one: {wrong}") from None
    files = {
        name.removeprefix("config/"): text.decode(errors="replace")
        for name, text in held.items()
        if name.startswith("config/")
    }
    return Bundle(about, entries, match, files)


def main(file: Path, *, as_json: bool = False) -> int:
    """Tell the bundle in *file* again; 0 where it fails here as it did there, 1 where not."""
    try:
        bundle = opened(file)
        _say(as_json, _head(file, bundle))
        status = _told(bundle, as_json)
    except (Unusable, ConfigError) as wrong:
        print(f"{file}: {wrong}", file=sys.stderr)
        return BAD_INPUT
    return status


def _told(bundle: Bundle, as_json: bool) -> int:
    error = bundle.about["error"]
    if error["type"] == "Hung":
        _say(as_json, {"then": error["traceback"], "says": "of a hang only this is known"})
        return FAILED
    for start in starts(bundle):
        again = rerun(bundle, start)
        if again.broken is not None and signed(again.broken) == error["signature"]:
            says = ": ".join(named(again.broken))
            told = {"from": start, "signals": again.fed, "lines": again.lines, "says": says}
            _say(as_json, {"fails": "here as there", **told, "traceback": traced(again.broken)})
            return 0
        _say(as_json, {"from": start, "signals": again.fed, "otherwise": _ending(again)})
    _say(as_json, {"fails": "not here", "there": error["traceback"]})
    return FAILED


def _ending(again: Again) -> str:
    if again.broken is None:
        return f"nothing failed; {again.scene} was shown in the end"
    return f"failed otherwise: {signed(again.broken)}: {named(again.broken)[1]}"


def starts(bundle: Bundle) -> list[int]:
    """Where to begin: with the daemon, if nothing was forgotten; else where all was new.

    Menus that were walked, and what a reader had half seen, are nowhere written down; after an
    answer there are none. A match that was opened meanwhile is the only one that is known.
    """
    opens = [i for i, one in enumerate(bundle.entries) if _opens(one)]
    began = bundle.about["began"]
    whole = bundle.about["whole"] and len(opens) <= (began is None)
    last = opens[-1] if opens else 0
    fresh = [i for i, one in enumerate(bundle.entries) if i > last and one.fresh]
    step = max(1, len(fresh) // STARTS)
    found = [*([0] if whole or not fresh else []), *fresh[::step], *fresh[-1:]]
    return list(dict.fromkeys(found))


def _opens(entry: Entry) -> bool:
    return any(words.startswith("open ") for words in entry.did)


def rerun(bundle: Bundle, start: int) -> Again:
    """Everything from signal number *start* on, with the match as it stood by then."""
    entries = bundle.entries[start:]
    at_start = start == 0 and bundle.about["whole"]
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        files = _files(bundle, here)
        _journal(bundle, here / "journal", _lines(bundle, start))
        clock = VirtualClock(_began_ns(bundle, start))
        try:
            later = any(isinstance(one.signal, Offered) for one in entries)
            if at_start:
                later = bundle.about["later"]
            table = Assembly(files, _here(bundle, here, later=later), clock, at_once)
        except Exception as failed:  # it did so there, too, perhaps
            return Again(0, failed, 0, "nothing")
        host = table.core.table.evening.host
        if host is not None and not at_start:
            host.sight.agree()  # it was in the midst of it
        with closing(table):
            return _fed(table, clock, entries, int(bundle.about["at_ns"]))


def _lines(bundle: Bundle, start: int) -> int | None:
    """So many lines of the match were told by then; None: it was not played."""
    if not bundle.entries:  # it failed when it began
        return None if bundle.match is None else len(bundle.match["lines"])
    if start == 0 and bundle.about["whole"]:
        began: int | None = bundle.about["began"]
        return began
    return bundle.entries[start].lines


def _began_ns(bundle: Bundle, start: int) -> int:
    """When the open question was put: with the signal before."""
    if not bundle.entries:
        return int(bundle.about["at_ns"])
    return bundle.entries[max(0, start - 1)].now_ns


def _fed(table: Assembly, clock: VirtualClock, entries: Sequence[Entry], end_ns: int) -> Again:
    core, fed = table.core, 0
    core.eye = None  # its looks are among the signals
    broken: Exception | None = None
    core.others.found_out = _raise_caught
    try:
        for name in entries[0].away if entries else ():
            core.device(name, False, "lost before", clock.now_ns())
        for entry in entries:
            clock.reach(entry.now_ns)
            core.tick(entry.now_ns)
            core.feed(_signal(table, entry.signal), entry.now_ns)
            fed += 1
            _shown(table, entry.now_ns)
        clock.reach(end_ns)
        core.tick(end_ns)
        _shown(table, end_ns)
    except Exception as failed:  # what we are here for
        broken = failed
    scene = core.scene.phase if core.scene is not None else "nothing"
    return Again(fed, broken, table.recorder.lines or 0, scene)


def _signal(table: Assembly, signal: Signal) -> Signal:
    """*signal*; which games are offered, the files say."""
    if isinstance(signal, Offered):
        return Offered(house.games(table.files), signal.at_ns)
    return signal


def _raise_caught(effect: Reported | Noticed) -> None:
    """:raises Caught: a game has failed, and the table went on."""
    if log := log_of(effect):
        raise Caught(log)


def _shown(table: Assembly, now_ns: int) -> None:
    """All that is made of a scene: strip, lamps, display and every page."""
    core, feed = table.core, table.feed
    core.drain(now_ns)
    core.draw(now_ns)
    feed.changed()
    for document in _documents(table):
        json.dumps(document)


def _documents(table: Assembly) -> Iterator[Mapping[str, Any]]:
    feed = table.feed
    snapshot = feed.snapshot()
    yield scene_document(snapshot, feed.words, {}, feed.furniture)
    yield service_document(snapshot.scene, feed.words)
    for seat in snapshot.scene.seats if snapshot.scene is not None else ():
        own = feed.snapshot(seat.seat, table)
        if own.hand is not None:
            yield hand_document(own, feed.words)


def _here(bundle: Bundle, folder: Path, *, later: bool) -> Here:
    seed = str(bundle.match["seed"]) if bundle.match is not None else ""
    return Here(
        journal=folder / "journal",
        world=folder / "world.json",
        seed=lambda: seed,
        wall=lambda: str(bundle.about["when"]),
        says=lambda line: None,
        virtual_time=True,
        later=later,
    )


def _journal(bundle: Bundle, file: Path, lines: int | None) -> None:
    """The match as it was told by then."""
    match = bundle.match
    if match is None or lines is None:
        return
    if match["game"] not in GAMES:
        raise Unusable(f"it is of {match['game']}, which is no game here: put its folder there")
    with closing(Journal(file, lambda: str(bundle.about["when"]))) as journal:
        begun = (match["game"], match["version"], match["buttons"], match["seed"], match["box"])
        number = journal.begin(*begun, match["tints"])
        told = [unspell(kind, words, at_ms) for kind, words, at_ms, _ in match["lines"][:lines]]
        journal.append(number, told)


def _files(bundle: Bundle, folder: Path) -> Files:
    """The table's files with twins for all devices.

    :raises Unusable: something of them is not in the bundle.
    :raises ConfigError: they cannot be used here.
    """
    for name, text in bundle.config.items():
        (folder / Path(name).name).write_text(text, encoding="utf-8")
    file = folder / "table.toml"
    shaped = Shaped()
    table = shaped.struct(config_read.parsed(file)[1], TableConfig)
    if table is None:
        raise Unusable("its table.toml is none that this version reads")
    table = _with_twins(table)
    beside = {name: folder / f"{name}.toml" for name in ("box", "texts", "theme")}
    dice = {
        key: places.shipped("dice", getattr(table.camera, key), folder)
        for key in ("profile", "pips")
    }
    loaded = Loaded(file=file, table=table, journal=folder / "journal", **beside, **dice)
    return Files(
        loaded,
        boxes.load(loaded.box),
        house.theme_of(loaded.theme),
        house.texts_of(loaded.texts),
    )


def _with_twins(table: TableConfig) -> TableConfig:
    """*table* on a laptop: what was there is a twin, what was not is not."""

    def twin(part: Any) -> Any:
        return part if part.port == "none" else structs.replace(part, port="mock")

    return structs.replace(
        table,
        buttons=structs.replace(table.buttons, port="mock"),
        strip=twin(table.strip),
        strips=tuple(map(twin, table.strips)),
        oled=twin(table.oled),
        camera=twin(table.camera),
    )


def _head(file: Path, bundle: Bundle) -> dict[str, Any]:
    about = bundle.about
    seconds = (about["at_ns"] - bundle.entries[0].now_ns) / 1e9 if bundle.entries else 0.0
    return {
        "bundle": str(file),
        "when": about["when"],
        "where": about["where"],
        "program": about["program"],
        "here": places.version(),
        "error": f"{about['error']['type']}: {about['error']['says']}",
        "signals": len(bundle.entries),
        "seconds": round(seconds, 1),
        "lines": len(bundle.match["lines"]) if bundle.match is not None else 0,
    }


def _say(as_json: bool, said: Mapping[str, Any]) -> None:
    if as_json:
        print(json.dumps(said))
        return
    for key, value in said.items():
        for line in value if isinstance(value, list) else str(value).split("\n"):
            print(f"{key}: {plain(line)}" if line else "")
