"""An evening without devices: a crater of facts, thumbs, and a clock that is moved by hand."""

from __future__ import annotations

from hashlib import blake2b
from itertools import count
from typing import Any

from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Decision, Over, Seat
from firmware_host.rules.lava_land.box import Box
from firmware_host.session.tale import Told
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.evening import House
from firmware_host.table.games import Boxed, Playable
from firmware_host.table.gestures import Gesture
from firmware_host.table.host import Patience
from firmware_host.table.menu import presses_for
from firmware_host.table.menus import Give
from firmware_host.table.reading import Pace
from firmware_host.table.scene import Cue, Scene
from firmware_host.table.signals import (
    Ack,
    Aside,
    CloseMatch,
    Command,
    Commit,
    Effect,
    Learn,
    Looked,
    News,
    Noticed,
    OpenMatch,
    Phone,
    Play,
    Refused,
    Show,
    Signal,
    Tick,
)
from firmware_host.table.table import Table
from firmware_host.vision.facts import SIDES_DEG, GoneDie, Guess, Look, SeenDie, Tray
from hw.ports import Edge

MS = 1_000_000
SIDES = (90.0, 180.0, 270.0, 0.0, 45.0)


ROCK_ISLAND = ("variant_rock_island", True)


class FactCrater:
    """What lies in the tray, as the camera would tell it."""

    def __init__(self) -> None:
        self.dice: dict[int, SeenDie] = {}
        self.gone: list[GoneDie] = []
        self.outside = 0
        self._number = count(1)
        self._frame = count(1)

    def put(self, face: str, *, sure: bool = True, others: str = "") -> int:
        number = next(self._number)
        guesses = tuple(Guess(s, 0.9 if i == 0 else 0.1) for i, s in enumerate(face[1] + others))
        self.dice[number] = SeenDie(
            number,
            face[0],
            guesses,
            sure,
            10.0 * number % 80,
            0.0,
            0.0,
            why="" if sure else "glare",
        )
        return number

    def take(self, number: int, at_ns: int, side_deg: float | None = None) -> SeenDie:
        die = self.dice.pop(number)
        sides = SIDES_DEG if side_deg is not None else ()
        off = tuple(abs((deg - (side_deg or 0.0) + 180) % 360 - 180) for deg in sides)
        gone = GoneDie(number, die.colour, die.symbol, at_ns - 100 * MS, at_ns, off)
        self.gone.append(gone)
        return die

    def named(self, face: str) -> int:
        return next(n for n, d in self.dice.items() if d.colour + d.symbol == face)

    def look(self, at_ns: int, tray: Tray | None = None) -> Look:
        state = tray or (Tray.SETTLED if self.dice else Tray.EMPTY)
        dice = tuple(self.dice.values())
        return Look(at_ns, next(self._frame), state, dice, tuple(self.gone[-8:]), self.outside)


def playable(name: str, box: Any) -> Playable:
    """A game as a table offers it, without files."""
    dressing = DRESSINGS[name]
    return Playable(
        game=GAMES[name],
        view=dressing.view,
        reader=lambda sides: dressing.reader(sides, Pace()),
        boxed=lambda chosen: Boxed(box, str(chosen.rules)),
        options=dressing.options,
        usual={option.key: option.values[0] for option in dressing.options},
        palette=dressing.palette,
        unusual=lambda text: (ROCK_ISLAND,) if str(ROCK_ISLAND) in text else (),
        crater=name != "table_is_lava",
    )


class Driver:
    """Feeds a table and keeps what came out."""

    def __init__(
        self,
        *,
        seats: int = 3,
        camera: bool = True,
        seed: str = "evening",
        box: Box | None = None,
        others: tuple[Playable, ...] = (),
        first: Playable | None = None,
        **more: Any,
    ) -> None:
        self.now_ns = 1_000 * MS
        self.crater = FactCrater()
        self.house = House(
            games=(first or playable("lava_land", box or Box()), *others),
            sides_deg=SIDES[: max(seats, 4)],
            seed=lambda: seed,
            camera=camera,
            fixed=tuple(range(seats)),
            patience=Patience({"go": 1_000, "guard": 5_000}, confirm_ms=1_500),
            **more,
        )
        self.table = Table(self.house, self.now_ns)
        self.lines: list[Told] = []
        self.news: list[News] = []
        self.opened: list[OpenMatch] = []
        self.closed: list[CloseMatch] = []
        self.aside: list[Aside] = []
        self.marked: list[Noticed] = []
        self.cues: list[Cue] = []
        self.acks: list[Ack] = []
        self.refused: list[Refused] = []
        self.learnt: list[Learn] = []
        self.phoned: list[Phone] = []
        self.scene: Scene | None = None
        self.n = 0
        self.kinds: list[str] = []
        self.feed(Tick(self.now_ns))

    @property
    def pending(self) -> Decision[Any]:
        host = self.table.evening.host
        assert host is not None
        pending = host.pending
        assert isinstance(pending, Decision)
        return pending

    @property
    def state(self) -> Any:
        host = self.table.evening.host
        assert host is not None
        return host.ledger.match.state

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def result(self) -> Over | None:
        """How the match has ended, while its result stands."""
        host = self.table.evening.host
        pending = None if host is None else host.pending
        return pending if isinstance(pending, Over) else None

    def feed(self, signal: Signal) -> tuple[Effect, ...]:
        effects = self.table.feed(signal)
        for effect in effects:
            self.kinds.append(type(effect).__name__)
            self.learnt += [effect] if isinstance(effect, Learn) else []
            self.news += [effect] if isinstance(effect, News) else []
            self.aside += [effect] if isinstance(effect, Aside) else []
            self.marked += [effect] if isinstance(effect, Noticed) else []
            self.phoned += [effect] if isinstance(effect, Phone) else []
            self._keep(effect)
        return effects

    def _keep(self, effect: Effect) -> None:
        match effect:
            case Commit(lines=lines):
                self.lines += lines
            case Show(scene=scene, n=n):
                self.scene, self.n = scene, n
            case OpenMatch():
                self.opened.append(effect)
            case CloseMatch():
                self.closed.append(effect)
            case Play(cue=cue):
                self.cues.append(cue)
            case Ack():
                self.acks.append(effect)
            case Refused():
                self.refused.append(effect)
            case _:
                pass

    def wait(self, ms: int) -> None:
        """Let time pass, waking the table whenever it wants to be woken."""
        end = self.now_ns + ms * MS
        while (wake := self.table.wake_ns) is not None and wake <= end:
            self.now_ns = max(wake, self.now_ns)
            self.feed(Tick(self.now_ns))
            if self.table.wake_ns == wake:
                break
        self.now_ns = end
        self.feed(Tick(end))

    def look(self, tray: Tray | None = None) -> None:
        self.feed(Looked(self.crater.look(self.now_ns, tray)))

    def feed_look(self) -> tuple[Effect, ...]:
        return self.feed(Looked(self.crater.look(self.now_ns)))

    def feed_edge(
        self, button: int, *, down: bool = True, at_ns: int | None = None
    ) -> tuple[Effect, ...]:
        return self.feed(Edge(button, down, self.now_ns if at_ns is None else at_ns))

    def tap(self, button: int) -> None:
        self.press(button, 100)

    def hold(self, button: int) -> None:
        self.press(button, 700)

    def press(self, button: int, ms: int) -> None:
        self.feed(Edge(button, down=True, at_ns=self.now_ns))
        self.wait(ms)
        self.feed(Edge(button, down=False, at_ns=self.now_ns))
        self.wait(20)

    def say(self, words: str, seat: int | None = None, role: str = "staff") -> None:
        self.feed(Command(None if seat is None else Seat(seat), role, words, self.now_ns))

    def throw(self, faces: list[str]) -> None:
        """All dice tumble and come to rest."""
        self.look(Tray.MOVING)
        for face in faces:
            self.crater.put(face)
        self.wait(200)
        self.rest()

    def rest(self) -> None:
        """Looks at a tray in which nothing moves, until a throw would be read."""
        for _ in range(6):
            self.look()
            self.wait(100)

    def grab(self, seat: Seat, face: str) -> None:
        """Press, and take a die at the same time."""
        self.feed(Edge(int(seat), down=True, at_ns=self.now_ns))
        self.wait(50)
        self.crater.take(self.crater.named(face), self.now_ns, SIDES[seat])
        self.look()
        self.wait(60)
        self.feed(Edge(int(seat), down=False, at_ns=self.now_ns))
        self.wait(30)

    def presses(self, seat: Seat, words: str) -> tuple[Gesture, ...]:
        """What a seat's button must do until *words* are answered."""
        host = self.table.evening.host
        assert host is not None
        menu = host.asking.menus[seat]
        value = next(v for v in menu.values() if isinstance(v, Give) and str(v.answer) == words)
        return presses_for(menu, value)

    def words(self) -> list[str]:
        """The answers told so far."""
        return [str(getattr(line, "words", "")) for line in self.lines]

    def put(self, lines: dict[str, str]) -> None:
        """Put several lines of the state right at once."""
        host = self.table.evening.host
        assert host is not None
        host.put(lines, "the test says so", self.now_ns)
        self.feed(Tick(self.now_ns))

    def choose(self, seat: Seat, words: str) -> None:
        """Walk a seat's menu with its button until *words* are answered."""
        for gesture in self.presses(seat, words):
            if gesture is Gesture.TAP:
                self.tap(int(seat))
            else:
                self.hold(int(seat))


def some_faces(seats: int, seed: str) -> list[str]:
    """A throw: as many dice of each colour as there are seats."""
    luck = blake2b(seed.encode()).digest()
    return ["YRB"[k % 3] + "btfl"[luck[k] % 4] for k in range(3 * seats)]
