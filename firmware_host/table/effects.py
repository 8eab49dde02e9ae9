"""What cues look like on the strip: each effect draws over the steady picture of one moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from firmware_host.table.layout import Layout
from firmware_host.table.scene import Cue, Scene
from firmware_host.table.theme import SEATS, Tint
from hw.ports import Rgb

MS = 1_000_000
ANIMATION_NS = 33 * MS  # a moving effect is repainted 30 times a second
FLASH_MS = 200  # half a flash: at most three a second, which harms nobody (WCAG 2.3.1)
STEP_MS = 220  # a character's way over one place
SWEEP_MS = 900  # a rolling ball's way from end to end
SWELL_MS = 1_000  # a swelling light, up and down
ATTRACT = Cue("attract")


@dataclass(frozen=True, slots=True)
class Lit:
    """A cue and when it begins."""

    cue: Cue
    since_ns: int


@dataclass(frozen=True, slots=True)
class Stage:
    """What an effect draws on: the frame, and where the places lie in it."""

    frame: bytearray
    scene: Scene | None
    layout: Layout
    point: Callable[[str], bytes]  #: one LED of a tint

    @property
    def leds(self) -> range:
        """The LEDs of the track."""
        if self.scene is None or not self.scene.places:
            return range(len(self.frame) // 3)
        first = self.layout.first
        return range(first, first + self.layout.per_place * len(self.scene.places))

    def place(self, index: int) -> range:
        """The LEDs of a place, by its index in the scene."""
        first = self.layout.first + index * self.layout.per_place
        return range(first, first + self.layout.per_place)

    def own(self, cue: Cue) -> tuple[int, ...]:
        """The LEDs of the cue's seat that lie beside the track."""
        seats = self.scene.seats if self.scene else ()
        return next((self.layout.own(s.button) for s in seats if s.seat == cue.seat), ())

    def of(self, cue: Cue) -> tuple[int, ...]:
        """The places a cue is about: those it names, else where its seat's character stands."""
        if cue.places or cue.seat is None or self.scene is None:
            return cue.places
        return tuple(i for i, p in enumerate(self.scene.places) if cue.seat in p.seats)

    def tint(self, cue: Cue, default: str) -> bytes:
        """The cue's colour: its own tint, else its seat's, else *default*."""
        if cue.tint:
            return self.point(cue.tint)
        for seat in self.scene.seats if self.scene else ():
            if seat.seat == cue.seat:
                return self.point(seat.tint)
        return self.point(default)

    def fill(self, leds: Iterable[int], colour: bytes) -> None:
        """Give these LEDs one colour; those off the strip are left out."""
        frame = self.frame
        for led in leds:
            if 0 <= 3 * led < len(frame):
                frame[3 * led : 3 * led + 3] = colour

    def blend(self, led: int, colour: bytes, part: float) -> None:
        """Mix *part* (0..1) of a colour into one LED."""
        frame, at = self.frame, 3 * led
        if part > 0 and 0 <= at < len(frame):
            for channel in (0, 1, 2):  # thousands of times a second: nothing is made anew
                was = frame[at + channel]
                frame[at + channel] = round(was + (colour[channel] - was) * part)


def _ack(stage: Stage, cue: Cue, age_ms: float) -> None:
    """The seat's place and own LEDs flash white; the whole track, more gently, if it has none."""
    colour = stage.point("ack")
    leds = [led for place in stage.of(cue) for led in stage.place(place)] + [*stage.own(cue)]
    if leds:
        stage.fill(leds, colour)
    else:
        stage.fill(stage.leds, bytes(v // 4 for v in colour))


def _refused(stage: Stage, cue: Cue, age_ms: float) -> None:
    """Two short blinks where it was tried."""
    if int(age_ms // 110) % 2 == 0:
        leds = [led for place in stage.of(cue) for led in stage.place(place)] + [*stage.own(cue)]
        stage.fill(leds or stage.leds[::3], stage.point("refused"))


def _taken(stage: Stage, cue: Cue, age_ms: float) -> None:
    """One blink in the seat's colour: the die is yours."""
    leds = [led for place in stage.of(cue) for led in stage.place(place)] + [*stage.own(cue)]
    stage.fill(leds, stage.tint(cue, "ack"))


def _reroll(stage: Stage, cue: Cue, age_ms: float) -> None:
    """The whole track, twice."""
    if int(age_ms // 220) % 2 == 0:
        stage.fill(stage.leds, stage.point("reroll"))


def _remind(stage: Stage, cue: Cue, age_ms: float) -> None:
    """The seat's place and own LEDs swell twice in its colour; faintly all of the track with none.

    Nobody is startled: it comes to who has not answered for long.
    """
    colour = stage.tint(cue, "ack")
    swell = 1 - abs(age_ms % SWELL_MS / SWELL_MS * 2 - 1)
    leds = [led for place in stage.of(cue) for led in stage.place(place)] + [*stage.own(cue)]
    for led in leds or stage.leds:
        stage.blend(led, colour, swell if leds else swell / 3)


def _wave(stage: Stage, cue: Cue, age_ms: float, colour: bytes, life_ms: int) -> None:
    """A front that runs both ways from the cue's place to the ends, its tail fading."""
    leds = stage.leds
    place = stage.place((stage.of(cue) or (0,))[-1])
    middle = place.start + len(place) / 2
    reach, tail = len(leds) * age_ms / life_ms * 1.4, max(4.0, len(leds) / 5)
    for led in leds:
        behind = reach - abs(led + 0.5 - middle)
        if 0 <= behind < tail:
            stage.blend(led, colour, 1 - behind / tail)


def _death(stage: Stage, cue: Cue, age_ms: float) -> None:
    """A red sweep from the place, which itself burns to the end."""
    colour = stage.point("death")
    _wave(stage, cue, age_ms, colour, LIFE_MS["death"])
    for place in stage.of(cue)[-1:]:
        if int(age_ms // FLASH_MS) % 2 == 0:
            stage.fill(stage.place(place), colour)


def _boarding(stage: Stage, cue: Cue, age_ms: float) -> None:
    """A white sweep from the boat."""
    boat = stage.of(cue) or ((len(stage.scene.places) - 1,) if stage.scene else ())
    moved = Cue(cue.name, boat, cue.tint, cue.seat)
    _wave(stage, moved, age_ms, stage.point("boarding"), LIFE_MS["boarding"])


def _lava(stage: Stage, cue: Cue, age_ms: float) -> None:
    """The lava's new place fills up LED by LED and glows."""
    colour = stage.point("lava")
    part = min(1.0, age_ms / (LIFE_MS["lava"] / 2))
    for place in stage.of(cue)[-1:]:
        leds = stage.place(place)
        full = part * len(leds)
        for number, led in enumerate(leds):
            stage.blend(led, b"\0\0\0" if number >= full else colour, 1.0)
        if part == 1.0 and int(age_ms // FLASH_MS) % 2 == 0:
            stage.fill(leds, bytes(min(255, v + 60) for v in colour))


def _step(stage: Stage, cue: Cue, age_ms: float) -> None:
    """A light in the seat's colour runs over the places of its way."""
    way = [led for place in cue.places for led in stage.place(place)]
    if cue.places[-1:] < cue.places[:1]:  # backwards: within each place as well
        way = [led for place in cue.places for led in reversed(stage.place(place))]
    if not way:
        return
    colour = stage.tint(cue, "ack")
    head = min(len(way) - 1, int(age_ms / (STEP_MS * len(cue.places)) * len(way)))
    for behind in range(4):
        if head >= behind:
            stage.blend(way[head - behind], colour, 1 - behind / 4)


def _launch(stage: Stage, cue: Cue, age_ms: float) -> None:
    """Something is thrown: a light in the seat's colour runs from both ends to the middle."""
    leds, colour = stage.leds, stage.tint(cue, "ack")
    half = (len(leds) + 1) // 2
    head = half * age_ms / LIFE_MS["launch"]
    for number in range(half):
        behind = head - number
        if 0 <= behind < 5:
            for led in (leds[number], leds[-1 - number]):
                stage.blend(led, colour, 1 - behind / 5)


def _rolling(stage: Stage, cue: Cue, age_ms: float) -> None:
    """A ball of lava: red sweeps from its chute over all of the strip, and back and forth."""
    leds, colour = stage.leds, stage.point("death")
    chute = stage.scene.chute if stage.scene else None
    start = (chute.number - 0.5) / chute.of if chute else 0.5
    swing = abs((start + age_ms / SWEEP_MS) % 2 - 1)  # a place between the ends, bouncing
    middle, tail = (1 - swing) * len(leds), max(3.0, len(leds) / 8)
    for led in leds:
        stage.blend(led, colour, 1 - abs(led + 0.5 - middle) / tail)


def _end(stage: Stage, cue: Cue, age_ms: float) -> None:
    """The winner's colour runs along the track; if nobody won, all of it breathes red."""
    leds = stage.leds
    if cue.seat is None and not cue.tint:
        swing = abs(age_ms / 1000 % 2 - 1)
        for led in leds:
            stage.blend(led, stage.point("nobody"), 0.35 + 0.65 * swing)
        return
    colour = stage.tint(cue, "ack")
    period = max(6, len(leds) // 4)
    for number, led in enumerate(leds):
        stage.blend(led, b"\0\0\0", 1.0)
        run = (number - age_ms / 25) % period / period
        # The head rises over one LED, or it would flicker as it jumps from each to the next.
        stage.blend(led, colour, min(run * run, (1 - run) * period))


def _attract(stage: Stage, cue: Cue, age_ms: float) -> None:
    """The seats' colours drift along the strip like lanterns on a river."""
    leds = stage.leds
    period = max(5, len(leds) // 6)
    for number, led in enumerate(leds):
        drift = number + age_ms / 180
        colour = stage.point(SEATS[int(drift // period) % len(SEATS)])
        hump = 1 - abs(drift % period / period * 2 - 1)
        stage.blend(led, colour, 0.6 * hump * hump)


Draw = Callable[[Stage, Cue, float], None]
DRAW: dict[str, Draw] = {
    "ack": _ack,
    "refused": _refused,
    "taken": _taken,
    "reroll": _reroll,
    "remind": _remind,
    "death": _death,
    "boarding": _boarding,
    "lava": _lava,
    "step": _step,
    "launch": _launch,
    "relaunch": _launch,
    "rolling": _rolling,
    "placed": _taken,
    "fallen": _refused,
    "end": _end,
    "attract": _attract,
}
LIFE_MS: dict[str, int] = {
    "ack": 120,
    "refused": 440,
    "taken": 300,
    "reroll": 880,
    "remind": 2_000,
    "death": 1_500,
    "boarding": 1_500,
    "lava": 1_200,
    "launch": 900,
    "relaunch": 900,
    "rolling": 3_600,
    "placed": 300,
    "fallen": 440,
    "end": 12_000,
}
"""How long a cue is seen; a step takes its way's time, and ``attract`` has no end."""

AT_ONCE = ("ack", "refused", "taken", "reroll", "attract")
"""Cues that answer a hand: they never wait for a show to end."""


def life_ns(cue: Cue) -> int | None:
    """How long *cue* is seen; 0 if the strip has no picture for it, None without end."""
    match cue.name:
        case "attract":
            return None
        case "step":
            return STEP_MS * len(cue.places) * MS
        case name:
            return LIFE_MS.get(name, 0) * MS


def draw(stage: Stage, lit: Lit, now_ns: int) -> None:
    """Draw a cue as it looks at *now_ns*; nothing before it begins or after its life."""
    if seen(lit, now_ns):
        DRAW[lit.cue.name](stage, lit.cue, (now_ns - lit.since_ns) / MS)


def seen(lit: Lit, now_ns: int) -> bool:
    """Whether the cue shows at this moment."""
    life = life_ns(lit.cue)
    return now_ns >= lit.since_ns and (life is None or now_ns < lit.since_ns + life)


def next_ns(lit: Lit, now_ns: int) -> int | None:
    """When the cue's picture differs; None if its life is over."""
    if now_ns < lit.since_ns:
        return lit.since_ns
    if not seen(lit, now_ns):
        return None
    life = life_ns(lit.cue)
    end_ns = None if life is None else lit.since_ns + life
    if lit.cue.name in ("ack", "taken", "placed"):
        return end_ns
    return now_ns + ANIMATION_NS if end_ns is None else min(now_ns + ANIMATION_NS, end_ns)


def alive(lit: Iterable[Lit], now_ns: int) -> tuple[Lit, ...]:
    """Those of *lit* that are still to be seen."""
    return tuple(one for one in lit if next_ns(one, now_ns) is not None)


def lined_up(lit: Sequence[Lit], cues: Iterable[Cue], now_ns: int) -> tuple[Lit, ...]:
    """*lit* and the new *cues*: what answers a hand begins now, shows follow one another."""
    running = list(alive(lit, now_ns))
    free_ns = now_ns
    for one in running:
        life = life_ns(one.cue)
        if one.cue.name not in AT_ONCE and life is not None:
            free_ns = max(free_ns, one.since_ns + life)
    for cue in cues:
        life = life_ns(cue)
        if cue.name in AT_ONCE:
            running.append(Lit(cue, now_ns))
        elif life:
            running.append(Lit(cue, free_ns))
            free_ns += life
    return tuple(running)


def shades(tint: Tint, number: int) -> Tint:
    """*number* colours that go round through the colours of *tint* and back, without a seam."""

    def between(place: float) -> Rgb:
        first, part = int(place) % len(tint), place % 1
        pairs = zip(tint[first], tint[(first + 1) % len(tint)], strict=True)
        return Rgb(*(round(a + (b - a) * part) for a, b in pairs))

    return tuple(between(n * len(tint) / number) for n in range(number))
