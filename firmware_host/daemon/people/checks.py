"""What must hold throughout a soak, whatever fails: each is looked at while games are played."""

from __future__ import annotations

import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from firmware_host.rules.kernel import Over
from firmware_host.session.journal import look
from firmware_host.session.tale import Entry, Seated, Undone
from firmware_host.table.lamps import PATTERN_MS
from firmware_host.table.scene import Lamp, Scene
from hw.wire.adalight import SAFE

from .footprint import Footprint
from .resuming import Broken, Resuming
from .rough import SECOND_NS, RoughTable

STILL_NS = 900 * SECOND_NS
"""A match in which nobody has answered anything for so long has stopped."""
BACK_NS, BACK_S = 60 * SECOND_NS, 90.0
"""A device that was mended is back within so much virtual time, or so much real time."""
AFRESH_NS = 65 * SECOND_NS  # a display that forgot all is sent all again once a minute
SETTLED_S = 30.0  # real time the far ends of wires have for what was sent
SHADES = bytes(shade // 16 * 17 for shade in range(256))
"""What a display of sixteen shades makes of a picture."""


@dataclass(slots=True)
class Told:
    """What a match had told at some moment."""

    n: int
    entries: tuple[Entry, ...]


@dataclass(slots=True)
class Checks:
    """Looks on; :meth:`look` raises :class:`Broken`."""

    rough: RoughTable
    answers: int = 0
    back: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    footprint: Footprint = field(default_factory=Footprint)
    resuming: Resuming = field(init=False)
    _latest: Told | None = None
    _shown: Told | None = None
    _moved_ns: int = 0
    _afresh_ns: int = 0
    _started_ns: int = 0
    _awaited: dict[str, tuple[int, float]] = field(default_factory=dict)
    _ok: dict[str, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.resuming = Resuming(self.rough)

    def look(self) -> None:
        """After each step."""
        self._devices()
        host = self.rough.core.table.evening.host
        self.resuming.look(host)
        now_ns = self.rough.clock.now_ns()
        away = now_ns < self.rough.people.away_until_ns  # what wires begin then is nobody's
        if host is None or isinstance(host.pending, Over) or away:
            self._moved_ns = now_ns
        if host is None:
            self._latest = self._shown = None
            return
        if self._latest is None or host.ledger.n != self._latest.n:
            self._moved_ns = now_ns
            before, match = self._latest, host.ledger.match
            self._latest = Told(host.ledger.n, match.told())
            self.answers += 0 if before is None else max(0, host.ledger.n - before.n)
            conserved(match.game, match.setup.box, match.state)
        if self.rough.core.idle and self.kept:
            self._shown = self._latest
            self.resuming.shown(host)
        if now_ns - self._moved_ns > STILL_NS:
            raise Broken(f"nothing was answered for {STILL_NS // SECOND_NS} s: {self._where()}")

    def restarted(self) -> None:
        """The daemon was killed and started again: nothing shown is lost, nothing is told twice."""
        host, shown, latest = self.rough.core.table.evening.host, self._shown, self._latest
        self._started_ns = self.rough.clock.now_ns()
        self.resuming.restarted(host)
        if shown is None or latest is None:
            return
        if host is None:
            if not _ended(self.rough):
                raise Broken("a match was played, and after the start there is none")
            self._latest = self._shown = None
            return
        told = host.ledger.match.told()
        if host.ledger.n < shown.n or told[: len(shown.entries)] != shown.entries[: len(told)]:
            raise Broken(f"{shown.n} lines were shown, and {host.ledger.n} are left")
        if host.ledger.n > latest.n or told != latest.entries[: len(told)]:
            raise Broken(f"{latest.n} lines were told, and {host.ledger.n} are kept")

    def journal(self) -> None:
        """What is on the disk is what was told, line for line."""
        host = self.rough.core.table.evening.host
        if host is None or not self.rough.core.idle or not self.kept:
            return
        kept = look(self.rough.folder / "journal")
        if kept is None or len(kept.lines) != host.ledger.n:
            lines = "no match" if kept is None else f"{len(kept.lines)} lines"
            raise Broken(f"{host.ledger.n} lines were told, and the journal has {lines}")
        entries: list[Entry] = []
        for line in kept.lines:
            if isinstance(line.told, Undone):
                del entries[line.told.keep :]
            elif not isinstance(line.told, Seated):
                entries.append(line.told)
        if tuple(map(_words, entries)) != tuple(map(_words, host.ledger.match.told())):
            raise Broken("the journal tells another tale than the table")

    @property
    def kept(self) -> bool:
        """Is all that was told on the disk? Else people have been told that it is not."""
        state = self.rough.core.devices.get("journal")
        return (state is None or state.ok) and not self.rough.behind

    def mended(self, part: str) -> None:
        """*part* works again: it must be back soon."""
        device = part.partition(" ")[0]
        if device == "oled":
            self._afresh_ns = self.rough.clock.now_ns() + AFRESH_NS
        if device in ("strip", "oled", "camera", "buttons"):
            now_ns = self.rough.clock.now_ns()
            self._awaited[device] = now_ns + BACK_NS, time.monotonic() + BACK_S

    def spoilt(self, part: str) -> None:
        """*part* fails: nobody waits for it."""
        self._awaited.pop(part, None)
        if part in ("oled", "supply"):
            self._afresh_ns = self.rough.clock.now_ns() + AFRESH_NS

    def lights(self) -> bool:
        """Lamps, strip and display show what the state says; those that are at fault are left.

        False: it cannot be told now, for what follows waits for the disk, or the table is serviced.
        """
        self.resuming.whole()
        wrong, core = self.rough.wrong.parts, self.rough.core
        if core.scene is None or core.display is None or not core.idle:
            return False
        if core.table.desk.on:
            return False
        shown = core.table.lending.shown(core.table.evening.scene())
        if odd := differing(shown, core.scene):
            raise Broken(f"what is shown is not what the state says: {odd}")
        if "buttons" not in wrong and self._ok.get("buttons", True):
            self._lamps(core.scene)
        twins, lights, display = self.rough.table.devices.twins, core.lights, core.display
        if "strip" not in wrong and self._well("strip"):
            self._settles("strip", lambda: twins.strip_last() == lights.pixels.translate(SAFE))
        afresh = self.rough.clock.now_ns() >= self._afresh_ns
        if afresh and "oled" not in wrong and self._well("oled"):
            self._settles("oled", lambda: twins.oled_seen(b"") == display.picture.translate(SHADES))
        return True

    # Inside

    def _devices(self) -> None:
        now_ns = self.rough.clock.now_ns()
        for name, state in self.rough.core.devices.items():
            if self._ok.get(name, True) and not state.ok:
                self.lost[name] += 1
            elif not self._ok.get(name, True) and state.ok:
                self.back[name] += 1
            self._ok[name] = state.ok
        if now_ns - self._started_ns > BACK_NS:
            self._forgotten()
        for device, (by_ns, by_s) in [*self._awaited.items()]:
            if self._ok.get(device, True):
                del self._awaited[device]
            elif now_ns > by_ns and time.monotonic() > by_s:
                says = self.rough.core.devices[device].says
                raise Broken(f"{device} was mended and is not back: {says}")

    def _forgotten(self) -> None:
        """A new daemon has nothing to say of what was lost before, and works."""
        for name in [n for n, ok in self._ok.items() if not ok]:
            if name not in self.rough.core.devices:
                self.back[name] += 1
                self._ok[name] = True

    def _well(self, device: str) -> bool:
        return self._ok.get(device, True) and device not in self._awaited

    def _lamps(self, scene: Scene) -> None:
        lit = self.rough.table.devices.twins.lit
        for seat in scene.seats:
            if seat.lamp in PATTERN_MS:
                continue
            if lit(seat.button) is not (seat.lamp is Lamp.ON):
                raise Broken(f"the lamp of {seat.seat} is to be {seat.lamp}, and is not")

    def _settles(self, device: str, true: Any) -> None:
        until_s = time.monotonic() + SETTLED_S
        while not true():
            if time.monotonic() > until_s:
                raise Broken(f"the {device} does not show what it was told")
            time.sleep(0.01)
            self.rough.listen()
            state = self.rough.core.devices.get(device)
            if state is not None and not state.ok:
                return  # it is missing, and that is told

    def _where(self) -> str:
        return f"{self.rough.where()}; threads: {threading.active_count()}"


def conserved(game: Any, box: Any, state: Any) -> None:
    """A state has words, is what they say, and nothing in it can never be."""
    spelled = game.words.write(state)
    if game.words.read(box, spelled) != state:
        raise Broken(f"a state read from its words is another one: {spelled}")
    if wrong := game.words.faults(state):
        raise Broken(f"of a state of play: {wrong[0]}")


def differing(state: Scene, shown: Scene) -> str:
    """What of a scene follows from the state alone, and is otherwise in two; empty: nothing."""
    one, other = _still(state), _still(shown)
    odd = (
        f"{key} is to be {one[key]}, and is {other[key]}" for key in one if one[key] != other[key]
    )
    return "; ".join(odd)[:1_000]


def _still(scene: Scene) -> dict[str, object]:
    seats = tuple((s.seat, s.button, s.place, s.goods, s.dice, s.menu) for s in scene.seats)
    things = {"places": scene.places, "bars": scene.bars, "wash": scene.wash, "gifts": scene.gifts}
    return {"phase": scene.phase, **things, "seats": seats}


def _ended(rough: RoughTable) -> bool:
    """Has the latest match of the journal ended?"""
    kept = look(rough.folder / "journal")
    return kept is None or kept.ended is not None


def _words(entry: Entry) -> str:
    return str(entry)
