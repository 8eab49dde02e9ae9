"""A toy daemon for the page alone: looks like Lava Land, plays by no rules at all.

``python -m tests.console.fake_feed [--port 8080] [--phase turn]`` serves it, for work on the page.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from dataclasses import dataclass, field, replace

from PIL import Image, ImageDraw

from firmware_host.console.feed import (
    Configuration,
    DeviceState,
    Failures,
    Furniture,
    Hand,
    Lessons,
    Records,
    Said,
    SeatPlace,
    Service,
    Snapshot,
    Told,
)
from firmware_host.rules.kernel import Seat
from firmware_host.table.map import Map
from firmware_host.table.scene import Choice, Due, Gift, Lamp, Place, Scene, SeatScene, Text, text
from hw.ports import Hands

from .fake_world import Die, FakeHands

HOLD_S = 0.6
SEATS = tuple(Seat(i) for i in range(4))
FURNITURE = Furniture(
    table="Virtual table",
    game="lava_land",
    virtual=True,
    seats=tuple(SeatPlace(s, n, int(s), 90.0 * s) for s, n in zip(SEATS, "NESW", strict=True)),
    leds=44,
    first=0,
    per_place=2,
    oled_width=128,
    oled_height=64,
    staff=True,
)
WORDS = {
    "card.guard_step.name": "Sure foot",
    "card.guard_step.long": "When you would move back, move 1 space less.",
    "card.as_red.name": "Red veil",
    "card.as_red.long": "One of your yellow or blue dice counts as red.",
    "card.trick_again.name": "Encore",
    "card.trick_again.long": "With three dice of one colour: one more trick.",
    "card.turn_blue_foot.name": "Blue stride",
    "card.turn_blue_foot.long": "Turn one of your blue dice to foot.",
}
GROUNDS = (
    *("lava_path",) * 5,
    "start",
    *("islet",) * 2,
    *("plus_tree", "islet", "minus_tree", "islet", "plus_tree", "islet", "minus_tree", "islet"),
    *("plus_tree", "islet", "boat_symbol", "boat_symbol", "boat_symbol", "boat"),
)
STANDS = {Seat(0): 5, Seat(1): 5, Seat(2): 9, Seat(3): 13}
TRICKS = ("C loses 1 banana", "D loses 1 treasure", "B moves back 1", "The lava moves back 1")
PHASES = ("roll", "take", "confirm", "turn", "over")
WAITING = {
    "roll": ("A throws all the dice into the crater", SEATS[:1]),
    "take": ("Take three dice each", SEATS),
    "confirm": ("Is this what you took? Hold to object", SEATS),
    "turn": ("A chooses a trick", SEATS[:1]),
    "over": ("C wins with five treasures. Press to play again", SEATS),
}


@dataclass(frozen=True, slots=True)
class Looker:
    """Somebody who looks at a page."""

    staff: bool = False
    logs_in: bool = False
    plays: frozenset[int] | None = None


@dataclass(slots=True)
class FakeFeed:
    """Keeps the protocol of :class:`firmware_host.console.feed.Feed`."""

    furniture: Furniture = FURNITURE
    lessons: Lessons | None = None
    records: Records | None = None
    service: Service | None = None
    configuration: Configuration | None = None
    crashes: Failures | None = None
    phase: str = "roll"
    state: int = 0
    thumb: int = 0
    number: int = 1
    pixels: bytes = bytes(132)
    devices: tuple[DeviceState, ...] = (DeviceState("strip", True, ""),)
    said: list[tuple[Seat | None, str, str]] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    world: FakeHands = field(init=False)
    button_of: dict[int, int] = field(default_factory=dict)
    map: Map | None = None
    held: dict[Seat, tuple[Text, ...]] = field(default_factory=dict)
    claims: dict[Seat, object] = field(default_factory=dict)
    due: Due | None = None
    title: str = "Round 4"
    released_s: float = 0.0
    asked_ns: int = field(default_factory=time.monotonic_ns)
    _down_s: dict[int, float] = field(default_factory=dict)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        faces = [colour + "b" for colour in "YRB" for _ in SEATS]
        self.world = FakeHands({n: Die("bag", f) for n, f in enumerate(faces)}, self.moved)
        if self.phase != "roll":
            phase = self.phase
            self.world.throw(0, 0)
            self.phase = phase
            hands = {"take": 5}.get(self.phase, 12)
            for n in range(hands):
                self.world.dice[n].place = f"hand {n % 4}"
            self.change()

    @property
    def hands(self) -> Hands | None:
        return self.world if self.furniture.virtual else None

    def now_ns(self) -> int:
        return time.monotonic_ns()

    def claim(self, seat: Seat, page: object) -> Said:
        if self.claims.setdefault(seat, page) is not page:
            return Said(False, "shown", "another page shows them")
        return Said(True)

    def release(self, page: object) -> None:
        self.claims = {seat: by for seat, by in self.claims.items() if by is not page}

    def snapshot(self, seat: Seat | None = None, page: object = None) -> Snapshot:
        shown = seat is not None and page is not None and self.claims.get(seat) is page
        held = self.held.get(seat, ()) if seat is not None else ()
        hand = Hand(seat, shown, held if shown else ()) if seat is not None and held else None
        return Snapshot(
            hand=hand,
            number=self.number,
            scene=self.scene(),
            pixels=self.pixels,
            oled=oled(self.thumb),
            crater=self.number,
            devices=self.devices,
            state=self.state,
            told=tuple(self.told[-30:]),
        )

    async def news(self, seen: int) -> Snapshot:
        while self.number <= seen:
            await self._news.wait()
        return self.snapshot()

    def crater(self) -> tuple[int, bytes]:
        return self.number, self.world.picture()

    def words(self, line: Text) -> str:
        return WORDS.get(line.key, line.key)

    async def command(self, seat: Seat | None, role: str, words: str) -> Said:
        if words == "reload" and self.configuration is not None:
            return self.configuration.ask()
        self.said.append((seat, role, words))
        verb, *rest = words.split()
        if verb == "choose":
            option, state = map(int, rest)
            if state != self.state:
                return Said(False, "stale", "The table has moved on; look again.")
            self.next_phase(f"{seat}: {TRICKS[option]}")
        return Said(True)

    def change(self) -> None:
        """Something shown has changed."""
        self.number += 1
        self._news.set()
        self._news = asyncio.Event()

    def next_phase(self, line: str) -> None:
        """On to the next phase, and *line* is told."""
        self.phase = PHASES[(PHASES.index(self.phase) + 1) % len(PHASES)]
        self.tell(None, line)

    def tell(self, seat: Seat | None, line: str) -> None:
        """Tell *line*, as one more answer."""
        self.state += 1
        self.told.append(Told(self.state, seat, text(line)))
        self.change()

    def moved(self, name: str, button: int) -> None:
        """What hands did, and what follows from it."""
        match name:
            case "throw":
                self.phase = "take"
                self.tell(Seat(button), f"{Seat(button)} has thrown all the dice")
            case "take":
                self.tell(Seat(button), f"{Seat(button)} takes a die")
                if all(self.mine(s) >= 3 for s in SEATS):
                    self.next_phase("All the dice are taken")
            case "press":
                self._down_s[button] = time.monotonic()
            case "release":
                self.released_s = time.monotonic()
                self.pressed(button, time.monotonic() - self._down_s.get(button, 0))
        self.change()

    def pressed(self, button: int, held_s: float) -> None:
        """Tap = next, hold = choose."""
        if self.phase in ("turn", "confirm", "over") and held_s > HOLD_S:
            self.next_phase(f"{Seat(button)} chooses {TRICKS[self.thumb]}")
        elif self.phase == "turn":
            self.thumb = (self.thumb + 1) % len(TRICKS)

    def mine(self, seat: Seat) -> int:
        """How many dice lie before *seat*."""
        return sum(place == f"hand {int(seat)}" for place, _ in self.world.truth().values())

    def scene(self) -> Scene:
        """The steady picture of this moment."""
        waiting, waiting_for = WAITING[self.phase]
        return Scene(
            phase=self.phase,
            title=text(self.title),
            waiting=text(waiting),
            waiting_for=waiting_for,
            places=tuple(self.place(i, g) for i, g in enumerate(GROUNDS)),
            seats=tuple(self.seat(s) for s in SEATS),
            gifts=(Gift("turn_blue_foot", 2), Gift("guard_step", 2), None, Gift("trick_again", 3)),
            framed=1 if self.phase == "turn" else None,
            map=self.map,
            due=self.due,
        )

    def place(self, index: int, ground: str) -> Place:
        """One place of the toy track."""
        standing = tuple(s for s, at in STANDS.items() if at + 3 == index)
        thumb = Seat(0) if self.phase == "turn" and index == 5 + self.thumb else None
        return Place(ground, standing, index == 3, thumb, index - 5)

    def seat(self, seat: Seat) -> SeatScene:
        """One seat of the toy table."""
        asked = self.phase == "turn" and seat == 0
        faces = [f for place, f in self.world.truth().values() if place == f"hand {int(seat)}"]
        return SeatScene(
            seat=seat,
            button=self.button_of.get(int(seat), int(seat)),
            tint=f"seat_{str(seat).lower()}",
            lamp=Lamp.BLINK if asked else Lamp.PULSE if self.phase == "take" else Lamp.OFF,
            status=("track", "track", "boat", "lava")[seat],
            place=STANDS[seat],
            goods=(("bananas", 3 + 2 * seat), ("treasures", 5 - seat)),
            aims=(("bananas", 7),),
            dice=tuple(faces),
            cards=(("as_red", "ready"), ("guard_step", "used"))[: 2 - seat % 3],
            menu=tuple(Choice(text(t), i == self.thumb) for i, t in enumerate(TRICKS))
            if asked
            else (),
            until_ns=self.asked_ns + 20_000_000_000 if asked else None,
            question=text("Your trick: what happens?") if asked else None,
        )


def oled(frame: int) -> bytes:
    """A toy picture of four cards."""
    image = Image.new("L", (128, 64), 0)
    draw = ImageDraw.Draw(image)
    for i in range(4):
        draw.rectangle((2 + 32 * i, 4, 28 + 32 * i, 40), outline=255, width=1 + 2 * (i == frame))
        draw.text((10 + 32 * i, 12), "YRB*"[i], 255)
    draw.text((4, 48), "Turn blue to foot", 255)
    return image.tobytes()


async def serve(port: int, phase: str) -> None:
    """The page at 127.0.0.1:*port*, until Ctrl-C; the strip shimmers."""
    from firmware_host.console.app import listen

    feed = FakeFeed(phase=phase)
    listening = await listen(feed, "127.0.0.1", port)
    print(listening.address, flush=True)  # noqa: T201 - a tool for work on the page
    for tick in range(1_000_000):
        glow = [(n * 11 + tick * 7) % 120 for n in range(44)]
        feed.pixels = bytes(b for g in glow for b in (g + 60, g // 2, 10 if g > 60 else 40))
        feed.change()
        await asyncio.sleep(0.2)


def real(feed: FakeFeed) -> FakeFeed:
    """The same at a real table: no hands."""
    feed.furniture = replace(feed.furniture, virtual=False, staff=False)
    return feed


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--phase", choices=PHASES, default="roll")
    options = parser.parse_args()
    asyncio.run(serve(options.port, options.phase))
