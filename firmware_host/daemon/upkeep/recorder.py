"""What went in and came out last, kept in memory: told to nobody until something fails.

Bounded in time and in number. Values are kept as they are, and spelled only when they are wanted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from firmware_host.rules.kernel import Seat
from firmware_host.table.signals import (
    Aside,
    Beam,
    CloseMatch,
    Command,
    Commit,
    DeviceSaid,
    Effect,
    Looked,
    Measured,
    News,
    Offered,
    OpenMatch,
    Play,
    Rearranged,
    Show,
    Signal,
    Tick,
)
from firmware_host.vision.facts import SeenDie
from hw.ports import Edge

KEPT_NS = 300_000_000_000
"""Five minutes."""
MOST = 8_000
"""Signals, of 250 bytes each: a noisy button sends thousands a second."""
MOST_LOOKS = 500
"""The camera's, of six kilobytes each where every die has moved: a grab, or minutes of rest."""
SIGNALS: dict[str, type] = {
    kind.__name__: kind
    for kind in (*(Edge, Beam, Looked, Tick, Command, DeviceSaid, Measured, Rearranged, Offered),)
}


@dataclass(slots=True)
class Entry:
    """One signal, and what came of it."""

    now_ns: int
    signal: Signal
    lines: int | None  #: of the match, told before it; None: none was played
    away: tuple[str, ...]  #: devices that were lost then
    fresh: bool  #: the signal before it moved the match on, so every question is a new one
    did: list[str]  #: what came out, in words


class Recorder:
    """Remembers."""

    def __init__(self) -> None:
        self._ring: deque[Entry] = deque()
        self._looks, self._lying = 0, tuple[SeenDie, ...]()
        self._fresh = False
        self.lines: int | None = None
        """Of the match that is played: told so far."""
        self.began: int | None = None
        """So many it had when this daemon began; None: there was none to go on with."""
        self._away: dict[str, None] = {}
        self.later = False
        """Games other than the table's own were offered only after it began."""
        self.whole = True
        """Nothing has been forgotten yet."""

    def resumed(self, lines: int) -> None:
        """A match goes on that has so many lines."""
        self.lines = self.began = lines

    def fed(self, signal: Signal, now_ns: int, following: Iterator[Effect]) -> Iterator[Effect]:
        """*following*, noted together with what it follows from."""
        if isinstance(signal, Looked):
            signal = self._shared(signal)
        entry = Entry(now_ns, signal, self.lines, tuple(self._away), self._fresh, [])
        self._ring.append(entry)
        if isinstance(signal, DeviceSaid):
            self._away.pop(signal.device, None)
            self._away.update({} if signal.ok else {signal.device: None})
        self._looks += isinstance(signal, Looked)
        self._forget(now_ns)
        return self._noted(entry, following)

    def entries(self) -> tuple[Entry, ...]:
        """All that is remembered, the oldest first; what comes of the last one is not awaited."""
        *before, last = self._ring or (None,)
        return () if last is None else (*before, replace(last, did=[*last.did]))

    def _shared(self, signal: Looked) -> Looked:
        """*signal*; dice that lie as they lay are kept but once."""
        dice = signal.look.dice
        if dice != self._lying:
            self._lying = dice
            return signal
        return Looked(replace(signal.look, dice=self._lying))

    def _noted(self, entry: Entry, following: Iterator[Effect]) -> Iterator[Effect]:
        self._fresh = False
        for effect in following:
            said = _said(effect)
            if said:
                entry.did.append(said)
            if isinstance(effect, OpenMatch):
                self.lines, self._fresh = 0, True
            elif isinstance(effect, Commit):
                self.lines, self._fresh = (self.lines or 0) + len(effect.lines), True
            elif isinstance(effect, CloseMatch | Aside):
                self.lines, self._fresh = None, False
            yield effect

    def _forget(self, now_ns: int) -> None:
        ring = self._ring
        while ring and (
            ring[0].now_ns < now_ns - KEPT_NS or len(ring) > MOST or self._looks > MOST_LOOKS
        ):
            self._looks -= isinstance(ring.popleft().signal, Looked)
            self.whole = False


def _said(effect: Effect) -> str:
    """An effect in few words; empty for what tells nothing of a fault."""
    match effect:
        case OpenMatch(game=game, seats=seats):
            return f"open {game} {seats}"
        case Commit(lines=lines):
            return f"commit {len(lines)}"
        case CloseMatch() | Aside():
            return type(effect).__name__.lower()
        case Show(scene=scene, n=n):
            return f"show {n} {scene.phase} {scene.waiting.key}"
        case Play(cue=cue):
            return f"play {cue.name}"
        case News(text=line):
            return f"news {line.key}"
        case _:
            return ""


def spelled(entry: Entry) -> bytes:
    """An entry as a line of JSON."""
    signal = entry.signal
    if isinstance(signal, Offered):  # the files say which games there are
        signal = Offered((), signal.at_ns)
    told: dict[str, Any] = {
        "at_ns": entry.now_ns,
        "lines": entry.lines,
        "away": entry.away,
        "fresh": entry.fresh,
        "did": entry.did,
        "signal": type(signal).__name__,
        "value": signal,
    }
    try:
        return msgspec.json.encode(told, enc_hook=_plain)
    except (TypeError, NotImplementedError):  # that it came is told, not what it was
        known = {"signal": "Tick", "value": Tick(entry.now_ns), "did": [*entry.did, "unknown"]}
        return msgspec.json.encode(told | known)


def unspelled(line: bytes) -> Entry:
    """What :func:`spelled` gave this for.

    :raises ValueError: nothing did.
    """
    try:
        told: dict[str, Any] = msgspec.json.decode(line)
        kind = SIGNALS[told["signal"]]
        signal: Signal = (
            Offered((), told["at_ns"])
            if kind is Offered
            else msgspec.convert(told["value"], kind, dec_hook=_typed)
        )
        away, did = tuple(told["away"]), list(told["did"])
        return Entry(told["at_ns"], signal, told["lines"], away, told["fresh"], did)
    except (msgspec.MsgspecError, KeyError, TypeError) as wrong:
        raise ValueError(f"this is no signal: {wrong}") from None


def _plain(value: Any) -> Any:
    if isinstance(value, Seat):
        return int(value)
    raise NotImplementedError(f"{type(value).__name__} is in no signal")


def _typed(kind: type, value: Any) -> Any:
    if kind is Seat:
        return Seat(value)
    raise NotImplementedError(f"{kind.__name__} is in no signal")
