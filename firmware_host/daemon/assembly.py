"""One table put together from its files: the core, its devices, and what a page is fed with."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from msgspec import structs

from firmware_host.console.feed import DeviceState
from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Seat
from firmware_host.session.journal import Journal, JournalError
from firmware_host.session.match import Diverged
from firmware_host.table import chores
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.evening import House, left
from firmware_host.table.net import PART
from firmware_host.table.painter import Painter
from firmware_host.table.signals import Beam, Effect, OpenMatch, Signal
from firmware_host.table.table import Table
from hw.ports import Buttons, Edge, Things

from . import aside, going_on, wiring
from .clock import Clock
from .core import Core, Display
from .drawing import LateDrawing
from .ears import Ears
from .eye import looking_up, schooling
from .eye.camera import Eye, Pace
from .eye.words import Open
from .keeper import NAME, CatchingUp, Keeper, Writes
from .lights import FRAME_NS, Lights
from .page_feed import PageFeed
from .phones import Phones
from .relay import Relay, Told
from .settings import house as houses
from .settings import offer
from .settings.config import TableConfig
from .settings.house import Files
from .steady import Steady
from .telephones import phones_of
from .twins import NoWorld, Virtual
from .upkeep import farewell, idle, serviced
from .upkeep.announcer import Announcer
from .upkeep.crashes import Crashes, failing_too
from .upkeep.herald import Herald
from .upkeep.quiet import Quiet, quiet_hours
from .upkeep.recorder import Recorder

TOLD = (JournalError, Diverged, houses.NotHere, NoWorld, OSError)
"""Why a table cannot be put together that is no fault of ours."""
SPARING_NS = 250_000_000  # 0.25 s of virtual time: nobody watches the strip


@dataclass(frozen=True, slots=True)
class Here:
    """What differs from one run of a table to the next."""

    journal: Path
    world: Path  #: the virtual table's own file
    seed: Callable[[], str]  #: a new match's luck
    wall: Callable[[], str]  #: wall clock, ISO 8601
    says: Callable[[str], None]  #: tells people at the terminal
    world_seed: int = 0
    virtual_time: bool = False
    wired: bool = False  #: in virtual time, too, the display is driven over its bus
    fixed: Sequence[int] | None = None  #: buttons that play without being asked
    bots: Sequence[int] = ()  #: those of them at which bots play when a match begins
    handy: bool = False  #: they have hands: a company's at a virtual table
    reseat: bool = False  #: and in the match that is gone on with, whatever the journal says
    now_s: Callable[[], float] = time.time  #: wall clock, seconds
    players: int | None = None  #: dice on the virtual table are for so many; None: one a seat
    checks: bool = False  #: somebody looks at the table before a match goes on
    later: bool = False  #: games other than the table's own are told it once they are loaded


class Assembly:
    """A table that is ready to be run: by a loop, or by a driver with a virtual clock."""

    def __init__(self, files: Files, here: Here, clock: Clock, writes: Writes) -> None:
        """Put it together; nothing moves yet.

        :raises JournalError: the journal cannot be written, or is another daemon's.
        """
        self.files, self.clock, self.here = files, clock, here
        self.drawing: LateDrawing | None = None
        self._relay, self.announcer, self.recorder = Relay(), Announcer(), Recorder()
        self.crashes = self._crashes()
        found = list[str]()
        self._begun = going_on.opened(here.journal, here.wall, _what(files), found.append)
        players = here.players or len(files.table.seats)
        lies = DRESSINGS[files.box.game.name].things(files.box.box, players)
        virtual = _virtual(here, lies, clock)
        try:
            self.devices = wiring.devices(files.table, virtual, self._relay.tell)
            self._counted = serviced.counted(
                None if here.virtual_time else self.devices.oled, here.journal, clock.now_ns
            )
            self.core = self._core(writes, found)
        except Exception as broken:
            if not isinstance(broken, TOLD):
                self.crashes.keep(broken, "start")
            self._begun.close()
            raise
        if found:
            self.core.devices[NAME] = DeviceState(NAME, False, " ".join(found))
        self.core.others.laid_out = self._laid_out
        if self.devices.hands is not None:
            done = chores.Chores(self.devices.hands)
            self.core.others.shown, self.core.others.played = done.shown, done.played
        self.phones = phones_of(files, self.core, clock, here, self.drawing, writes)
        self.quiet = quiet_hours(files.table.quiet, self.core, here.now_s, here.says)
        self.idle, self.core.others.fed = self._idle(), self._fed
        self.core.others.touched, self.core.others.crashed = self._pressed, self.crashes.keep_beside
        self.feed = self._page(writes)

    def open(self, edge: Callable[[Edge | Beam], None]) -> None:
        """Reach for buttons and beams: *edge* hears of theirs from now on, from other threads."""
        if words := wiring.pins_said(self.files.table):
            self.here.says(words)
        now_ns, table, buttons = self.clock.now_ns(), self.files.table, self.devices.buttons
        heard = partial(_heard, self.core, self._relay.tell)
        _reach("buttons", heard(edge, buttons, partial(_button, table)), self.core, now_ns)
        if (beams := self.devices.beams) is not None:
            opened = heard(partial(_passed_on, edge), beams, partial(_beam, table))
            _reach("beams", opened, self.core, now_ns)

    def welcome(self, herald: Herald) -> None:
        """Have the display say where the page is, as long as *herald* thinks fit."""
        if self.drawing is not None:
            self.drawing.herald = herald
            herald.open()

    def close(self) -> None:
        """Everything off and let go of, the journal last."""
        if self.drawing is not None and self.drawing.herald is not None:
            self.drawing.herald.close()
        now_ns = self.clock.now_ns()
        self.core.lights.dark(now_ns)
        if self.core.display is not None and self.core.display.picture:
            self.core.display.rest(False)
            self.core.display.show(farewell.scene(farewell.CLOSED), now_ns)
        if self.core.eye is not None:
            self.core.eye.close()
        if self._counted is not None:
            self._counted.close()
        self.devices.close()
        for over in left(self.core.table.evening):
            self._keeper.keep(over)
        self._keeper.again()
        self.journal.close()

    @property
    def journal(self) -> Journal:
        """Where it is kept just now: in memory, while the disk takes nothing."""
        return self._keeper.journal

    def listen(self, told: Told) -> None:
        """Have *told* hear which devices are lost or back, also what came before it listened."""
        self._relay.listen(told)

    def _laid_out(self, opened: OpenMatch) -> None:
        """A match begins: its things lie there, and the camera reads its dice."""
        try:
            self.devices.laid_out(_things(opened))
        except Exception as wrong:  # of a game from outside: it is played without them
            self.here.says(aside.unlaid(opened.game, wrong))
        if self.core.eye is not None:
            profile = offer.profile_of(self.files.loaded, opened.game)
            self.core.eye.read_by(self.clock.now_ns(), str(profile))

    def _core(self, writes: Writes, found: list[str]) -> Core:
        files, here, now_ns = self.files, self.here, self.clock.now_ns()
        kept = self._begun.unfinished()
        self.recorder.later = here.later
        house = houses.house(files, here.seed, here.fixed, early=here.later, kept=kept)
        house = _manned(house, here)
        table = Table(house, now_ns)
        taken = aside.taken_up(self._begun, kept, house, table, found.append)
        for one in (*found, *taken.told):
            here.says(one)
        _seated(table, taken, here)
        if kept is not None and table.evening.host is not None:
            self.recorder.resumed(table.evening.n)
            if house.fixed is None:
                left = idle.left_at(kept, files.table.idle.away_min, here.now_s())
                table.evening.parking.ask(left)
        self._keeper = keeper = _keeper(files, here, self._begun, taken)
        keeper.disk = self.devices.twins.disk
        lights = Lights(
            Painter(files.theme, houses.layout(files.table)),
            self.devices.strip,
            self.devices.buttons,
            self._hear,
            SPARING_NS * (4 if here.wired else 1) if here.virtual_time else FRAME_NS,
        )
        eye = _eye(files, here, table.evening.game.game.name)
        core = Core(table, lights, keeper, writes, eye, self._display(), here.says)
        self._hears = keeper.hears = core.hear
        core.kept.append(CatchingUp(keeper, writes))
        if taken.aside:
            core.hear(PART, False, aside.told(taken.aside))
        return core

    def _pressed(self, now_ns: int) -> None:
        """Somebody is at the table."""
        _touched(self.quiet, self.phones, now_ns)
        self.idle.touched(now_ns)
        self._wake()

    def _idle(self) -> idle.Idle:
        """Asks again what nobody answers."""
        made = idle.Idle(
            self.core,
            lambda: self.files.table.idle,
            self.announcer,
            lambda: idle.hour(self.here.now_s()),
            self._wake,
        )
        self.core.kept.append(made)
        return made

    def _fed(self, signal: Signal, now_ns: int, following: Iterator[Effect]) -> Iterator[Effect]:
        """Something happens."""
        self.idle.fed(signal, now_ns)
        return self.recorder.fed(signal, now_ns, following)

    def _crashes(self) -> Crashes:
        """Keeps what fails."""
        here, now_ns = self.here, self.clock.now_ns
        return Crashes(
            *(here.journal, lambda: self.files, self.recorder, here.wall, here.says, now_ns),
            picture=self._picture,
        )

    def _picture(self) -> bytes:
        """The newest of the crater."""
        return b"" if self.core.eye is None else self.core.eye.picture()[1]

    def _wake(self) -> None:
        """The display is as bright as with news."""
        if self.devices.oled is not None:
            self.devices.oled.wake()

    def _hear(self, name: str, ok: bool, says: str) -> None:
        self._hears(name, ok, says)

    def camera_order(self) -> Open:
        """The table's camera, as it reads the dice of the table's own game."""
        return _order(self.files, self.here)

    def _page(self, writes: Writes) -> PageFeed:
        """What feeds pages, with what only staff may see."""
        files, here, core = self.files, self.here, self.core
        furniture = houses.furniture(files)
        school = schooling.school(self) if core.eye is not None else None
        hands, say = self.devices.hands, files.texts.say
        feed = PageFeed(core, self.clock, furniture, hands, say, school, looking_up.records(self))
        feed.twins = self.devices.twins
        feed.service = serviced.Serviced(
            core, writes, here.journal, files.table.name, here.wall, self._counted
        )
        core.others.found_out = failing_too(feed.service.found_out, self.crashes)
        return feed

    def _display(self) -> Display | None:
        oled = self._counted or self.devices.oled
        if oled is None:
            return None
        self.drawing = LateDrawing(self.files.table.oled, self.files.texts)
        self.drawing.says = self.announcer
        return Display(Steady("oled", oled.show, self._hear), self.drawing)


def _what(files: Files) -> str:
    """What is said of us to others who want the journal."""
    return f"which runs the table of {files.loaded.file.absolute()}"


def _keeper(files: Files, here: Here, journal: Journal, taken: aside.Taken) -> Keeper:
    """Keeps what is played in *journal*, which comes home once the disk takes it."""
    keeper = Keeper(journal, taken.id, taken.aside)
    if journal.path != here.journal:
        what, says = _what(files), here.says
        keeper.home = lambda away: going_on.home(away, here.journal, here.wall, what, says)
    return keeper


def _eye(files: Files, here: Here, game: str) -> Eye | None:
    """The table's camera, reading the dice of *game*; None: it has none."""
    camera = files.table.camera
    if camera.port == "none":
        return None
    profile = str(offer.profile_of(files.loaded, game))
    return Eye(
        structs.replace(_order(files, here), profile=profile), Pace(camera.idle_fps, camera.fps)
    )


def _manned(house: House, here: Here) -> House:
    """Where bots play, and whether somebody looks first: said by no file."""
    bots = frozenset(here.bots)
    return replace(house, bots=bots, handy=here.handy, checks=here.checks)


def _virtual(here: Here, lies: Things, clock: Clock) -> Virtual:
    """What a virtual table is made of."""
    wired = here.wired or not here.virtual_time
    return Virtual(
        here.world,
        lies.faces,
        lies.players,
        here.world_seed,
        here.virtual_time,
        wired,
        lambda: clock.now_ns() / 1e9,
    )


def _heard(
    core: Core,
    told: Told,
    sink: Callable[[Edge], None],
    device: Buttons,
    named: Callable[[int], tuple[str, str]],
) -> Callable[[], None]:
    """Opens *device*, with ears that also look from time to time what is quiet again."""
    ears = Ears(sink, device.level, told, named)
    core.kept.append(ears)
    return partial(device.open, ears)


def _button(table: TableConfig, button: int) -> tuple[str, str]:
    """What a button is called where it is told of, and where it is wired."""
    return f"noisy button {Seat(button)}", f"GPIO {table.seats[button].button}"


def _beam(table: TableConfig, beam: int) -> tuple[str, str]:
    return f"noisy beam {beam + 1}", f"GPIO {table.beam_pins[beam]}"


def _seated(table: Table, taken: aside.Taken, here: Here) -> None:
    """Bots play where the journal says, or where it is asked for now."""
    if table.evening.chairs is not None:
        told = None if here.reseat else taken.bots
        table.evening.chairs.resumed(told, frozenset(here.bots))


def _touched(quiet: Quiet | None, phones: Phones | None, now_ns: int) -> None:
    """A press: nothing stays dark, and no code stays up."""
    if quiet is not None:
        quiet.pressed(now_ns)
    if phones is not None:
        phones.touched(now_ns)


def _order(files: Files, here: Here) -> Open:
    """The table's camera, as it reads the dice of the table's own game."""
    camera, loaded = files.table.camera, files.loaded
    port = camera.port
    if port.startswith("folder:"):
        port = f"folder:{loaded.file.absolute().parent / port.removeprefix('folder:')}"
    learns = camera.learn and not here.virtual_time
    asked = str(here.journal.with_suffix(".asked") / loaded.profile.name)
    world = str(here.world)
    return Open(port, str(loaded.profile), world, camera.fps, asked if learns else "")


def _reach(name: str, begin: Callable[[], None], core: Core, now_ns: int) -> None:
    """Open a device, now or once it is there."""
    opening = Steady[bool](name, lambda _: begin(), core.hear)
    core.kept.append(opening)
    opening.show(value=True, now_ns=now_ns)


def _passed_on(sink: Callable[[Beam], None], edge: Edge) -> None:
    """An edge of a beam's receiver, which is closed while the beam is broken."""
    sink(Beam(edge.button + 1, edge.down, edge.at_ns))


def _things(opened: OpenMatch) -> Things:
    """What lies on the table when a match begins, each seat's by its button."""
    box = GAMES[opened.game].box(tomllib.loads(opened.box))
    things, at = DRESSINGS[opened.game].things(box, opened.seats), opened.buttons
    starts = tuple((at[owner], at[card]) for owner, card in things.starts)
    return replace(things, starts=starts)
