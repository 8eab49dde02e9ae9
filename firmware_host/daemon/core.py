"""The table with its devices: signals in, and everything that follows carried out.

Needs no event loop: a real one calls :meth:`Core.feed` and :meth:`Core.tick`, and so does a
driver with a virtual clock. Effects are carried out in the order they come, and wait behind a
commit until it is on the disk; only the light that acknowledges a press never waits.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from firmware_host.console.feed import DeviceState, Told
from firmware_host.session.tale import Answered
from firmware_host.table.missing import SEEING
from firmware_host.table.scene import Cue, Scene
from firmware_host.table.signals import (
    Ack,
    Aside,
    CloseMatch,
    Commit,
    DeviceSaid,
    Effect,
    Learn,
    Looked,
    Measured,
    News,
    Noticed,
    OpenMatch,
    Phone,
    Play,
    Rearranged,
    Refused,
    Reported,
    Show,
    Signal,
    Tick,
    Touched,
    Watch,
)
from firmware_host.table.table import Table
from firmware_host.vision.facts import Look, Optics

from .eye.camera import Eye, EyeNews, EyeSays, RollSeen
from .eye.worries import Worries
from .keeper import Keepable, Keeper, Writes
from .lights import Lights
from .steady import Steady

NEWS_KEPT = 30
TAUGHT = "it is being taught. Until that is done the buttons answer for it"
BREATH_NS = 1_000_000  # 1 ms: a frame is on its way by then, and a fifth of the debounce


class Draws(Protocol):
    """Makes pictures of scenes; a long one turns its pages by itself."""

    def picture(self, scene: Scene, now_ns: int) -> bytes:
        """The picture now."""

    def next_ns(self, now_ns: int) -> int | None:
        """When it differs, though the scene does not."""

    @property
    def veiled(self) -> bytes:
        """The last one without what is for those at the table alone; empty: nothing is."""


class Kept(Protocol):
    """Something that is due by the clock alone."""

    @property
    def wake_ns(self) -> int | None:
        """Call :meth:`tick` by then."""

    def tick(self, now_ns: int) -> None:
        """Do what is due."""


class Display:
    """The OLED, kept at the newest scene."""

    def __init__(self, steady: Steady[bytes], draws: Draws) -> None:
        self._steady, self._draws = steady, draws
        self._scene: Scene | None = None
        self._turn_ns: int | None = None
        self._resting = False

    @property
    def picture(self) -> bytes:
        """What it was last told to show; empty before the first."""
        return self._steady.wanted or b""

    @property
    def veiled(self) -> bytes:
        """It without what is for those at the table alone; empty: nothing is."""
        return self._draws.veiled

    def anew(self) -> None:
        """Something else than the scene is to be shown; :meth:`show` does it."""
        self._scene = None

    @property
    def wake_ns(self) -> int | None:
        """Call :meth:`show` by then."""
        times = [self._turn_ns, self._steady.wake_ns]
        return min((t for t in times if t is not None), default=None)

    def rest(self, resting: bool) -> None:
        """Dark from now on, or as the scene has it again; :meth:`show` brings it up."""
        self._resting, self._scene = resting, None

    def afresh(self) -> None:
        """The scene is drawn otherwise now; :meth:`show` brings it up."""
        self._scene = None

    def show(self, scene: Scene, now_ns: int) -> bool:
        """Bring *scene* up, or its next page; True where the picture has changed."""
        turned = self._turn_ns is not None and now_ns >= self._turn_ns
        before = self._steady.wanted
        if scene is not self._scene or turned:
            self._scene = scene
            picture = self._draws.picture(scene, now_ns)
            dark = self._resting and scene.service is None
            self._steady.show(bytes(len(picture)) if dark else picture, now_ns)
            self._turn_ns = self._draws.next_ns(now_ns)
        self._steady.tick(now_ns)
        return self._steady.wanted != before


@dataclass(slots=True)
class Others:
    """Who else is told of what happens; nobody, where that is not wanted."""

    rolled: Callable[[RollSeen], None] = lambda roll: None
    """Keeps the picture of a roll."""
    laid_out: Callable[[OpenMatch], None] = lambda opened: None
    """Lays the things of a new game on the table; at a real one people do."""
    found_out: Callable[[Reported | Noticed], None] = lambda effect: None
    """Keeps what was found out about the table itself."""
    shown: Callable[[Scene, int], None] = lambda scene, now_ns: None
    """Does what people do at a real table once they see this."""
    played: Callable[[Cue], None] = lambda cue: None
    """The same, once they see this for a moment."""
    touched: Callable[[int], None] = lambda now_ns: None
    """Somebody is at the table."""
    fed: Callable[[Signal, int, Iterator[Effect]], Iterator[Effect]] = (
        lambda signal, now_ns, following: following
    )
    """Remembers what happens, and what follows from it, for whoever has to find a fault."""
    crashed: Callable[[BaseException, str], object] = lambda broken, where: None
    """Keeps what is needed to find a fault of ours, though the table goes on."""
    phoned: Callable[[Phone], None] = lambda phone: None
    """Shows the code for a telephone."""

    def hear(self, effect: Touched | Reported | Noticed | Phone, now_ns: int) -> None:
        """Tell whom it concerns."""
        if isinstance(effect, Touched):
            self.touched(now_ns)
        elif isinstance(effect, Phone):
            self.phoned(effect)
        else:
            self.found_out(effect)


def _answered(effect: Effect) -> bool:
    """Did the match go on by what was told of it, and not by a word of staff?"""
    return isinstance(effect, Commit) and any(isinstance(one, Answered) for one in effect.lines)


def _look(eye: Eye | None, effect: Watch | Learn, name: str, told: bool) -> None:
    """What the table wants of the camera; a roll is kept by *name*, where lines were *told*."""
    if eye is not None and isinstance(effect, Learn):
        eye.learn(effect.die, effect.face)
    elif eye is not None and isinstance(effect, Watch):  # after what it follows from
        eye.about = effect.about or 0
        eye.watch(effect.mode, name, told=told, throw=effect.throw)


class Core:
    """One table and its devices."""

    def __init__(
        self,
        table: Table,
        lights: Lights,
        keeper: Keeper,
        writes: Writes,
        eye: Eye | None,
        display: Display | None,
        says: Callable[[str], None],
    ) -> None:
        self.table, self.lights, self.eye, self.display = table, lights, eye, display
        self._keeper, self._writes, self._says = keeper, writes, says
        self._queue: deque[Effect] = deque()
        self._rest: Iterator[Effect] | None = None
        self._rest_ns = 0
        self._writing = self._lines = self._shown_lines = False
        self._worries, self._numbers = Worries(), itertools.count(1)
        self._heard: deque[tuple[str, bool, str]] = deque()
        self.kept: list[Kept] = []
        """Whatever else is to be done when its time comes."""
        self.others = Others()
        self.broken: Exception | None = None
        """Why nothing can be written any more: the daemon must end."""
        self.scene: Scene | None = None
        self.state = 0
        """Grows with everything told; a choice names the state it answers."""
        self.told: deque[Told] = deque(maxlen=NEWS_KEPT)
        self.devices: dict[str, DeviceState] = {}
        self.changes = 0
        """Grows with every change of what is shown but the strip's pixels."""

    @property
    def wake_ns(self) -> int | None:
        """Call :meth:`tick` by then."""
        times = [self.table.wake_ns, self.lights.wake_ns, *(one.wake_ns for one in self.kept)]
        times += [one.wake_ns for one in (self.eye, self.display) if one is not None]
        times += [0] * bool(self._heard)
        if self._rest is not None:
            times.append(self._rest_ns)
        return min((t for t in times if t is not None), default=None)

    @property
    def idle(self) -> bool:
        """Nothing is being written, and nothing waits for it."""
        return not self._writing and not self._queue and self._rest is None

    def feed(self, signal: Signal, now_ns: int) -> Refused | None:
        """One thing that happened; the refusal where it was a command that cannot be."""
        self._think_on(now_ns)
        return self._carry_out(self.others.fed(signal, now_ns, self.table.follow(signal)), now_ns)

    def looked(self, news: Look, now_ns: int) -> None:
        """The camera has looked."""
        for name, ok, words in self._worries.heard(news):
            self._mark(name, ok, words)
            if name == "camera":
                self.feed(DeviceSaid(SEEING, ok, words, now_ns), now_ns)
        self.changes += 1
        self.feed(Looked(news), now_ns)

    def device(self, name: str, ok: bool, says: str, now_ns: int) -> None:
        """A device was lost, or is back."""
        self._mark(name, ok, says)
        self.feed(DeviceSaid(name, ok, says, now_ns), now_ns)

    def lend_camera(self, now_ns: int) -> None:
        """Somebody else needs the camera: the buttons answer for it."""
        if self.eye is not None:
            self.eye.rest()
            self._eye_news((EyeSays(ok=False, says=TAUGHT),), now_ns)

    def camera_back(self, now_ns: int, profile: str) -> None:
        """It may be opened again, and read by *profile*."""
        if self.eye is not None:
            self.eye.rise(now_ns, profile)
            self.feed(Rearranged(now_ns), now_ns)
            self.tick(now_ns)

    def hear(self, name: str, ok: bool, says: str) -> None:
        """A device was lost, or is back, noticed in the midst of something: told at next tick."""
        self._heard.append((name, ok, says))

    def tick(self, now_ns: int) -> None:
        """Do what is due. The camera's answers are the driver's to fetch."""
        if self._rest is not None and now_ns >= self._rest_ns:
            self._think_on(now_ns)
        while self._heard:
            self.device(*self._heard.popleft(), now_ns)
        for one in self.kept:
            one.tick(now_ns)
        wake_ns = self.table.wake_ns
        if self.scene is None or (wake_ns is not None and now_ns >= wake_ns):
            self.feed(Tick(now_ns), now_ns)
        if self.eye is not None:
            self._eye_news(self.eye.tick(now_ns), now_ns)
        self.lights.refresh(now_ns)

    def arrived(self, now_ns: int) -> None:
        """The camera's line has something to read."""
        self._eye_news(self.eye.arrived(now_ns) if self.eye is not None else (), now_ns)

    def draw(self, now_ns: int) -> None:
        """Bring the newest scene up on the OLED: slower than all else, so after it."""
        if self.display is not None and self.scene is not None:
            self.changes += self.display.show(self.scene, now_ns)

    def drain(self, now_ns: int) -> None:
        """Carry out what waits, as far as the next commit that is not on the disk yet."""
        while self._queue and not self._writing and self.broken is None:
            self._do(self._queue.popleft(), now_ns)
        self.lights.refresh(now_ns)

    def _eye_news(self, heard: Iterable[EyeNews], now_ns: int) -> None:
        for news in heard:
            if isinstance(news, Look):
                self.looked(news, now_ns)
            elif isinstance(news, RollSeen):
                self.others.rolled(news)
            elif isinstance(news, Optics):
                self.feed(Measured(news, now_ns), now_ns)
            elif self._worries.said(ok=news.ok):
                self.device("camera", news.ok, news.says, now_ns)
                if news.ok:  # what it sees is looked at anew
                    self.feed(DeviceSaid(SEEING, True, "", now_ns), now_ns)

    def _carry_out(self, following: Iterator[Effect], now_ns: int) -> Refused | None:
        """All that follows; but after the light of a press the rest waits until it has left.

        On a small machine the frame needs this processor to get on the wire, and nothing is
        lost: what a press means is known only after the debounce.
        """
        refused: Refused | None = None
        for effect in following:
            if isinstance(effect, Ack):
                self.lights.ack(effect.button, now_ns)
                self._rest, self._rest_ns = following, now_ns + BREATH_NS
                return None
            if isinstance(effect, Refused):
                refused = effect
            else:
                self._queue.append(effect)
        self.drain(now_ns)
        return refused

    def _think_on(self, now_ns: int) -> None:
        """Carry out what waited for the light of a press to leave."""
        if self._rest is not None:
            following, self._rest = self._rest, None
            self._carry_out(following, now_ns)

    def _do(self, effect: Effect, now_ns: int) -> None:
        match effect:
            case OpenMatch() | Commit() | CloseMatch() | Aside():
                self._write(effect)
            case Show(scene=scene, n=n):
                self.scene, self.state = scene, n
                self._shown_lines, self._lines = self._lines, False
                self.changes += 1
                self.lights.show(scene)
                self.others.shown(scene, now_ns)
            case Play(cue=cue):
                self.lights.play(cue, now_ns)
                self.others.played(cue)
            case News(text=line, seat=seat):
                self.told.append(Told(next(self._numbers), seat, line))
                self.changes += 1
            case Touched() | Reported() | Noticed() | Phone():
                self.others.hear(effect, now_ns)
            case Watch() | Learn():
                _look(self.eye, effect, str(self.state), self._shown_lines)
            case Ack() | Refused():
                raise AssertionError("carried out at once")

    def _write(self, effect: Keepable) -> None:
        self._writing = True
        self._writes(partial(self._keeper.keep, effect), self._written)
        self._lines |= _answered(effect)
        if isinstance(effect, OpenMatch):
            self.told.clear()  # it was of another match
            self.others.laid_out(effect)

    def _written(self, broken: Exception | None) -> None:
        self._writing, self.broken = False, broken

    def _mark(self, name: str, ok: bool, says: str) -> None:
        state = DeviceState(name, ok, says)
        if self.devices.get(name, DeviceState(name, True, "")) != state:
            self.devices[name] = state
            self.changes += 1
            self._says(f"{name}: {says or 'it works again'}")
