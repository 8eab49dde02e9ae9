"""Scenes as pixels: places of the track become LEDs of a strip.

The painter is pure. It is asked for the picture of a moment and says when the next one differs;
a steady scene costs nothing. Every tint is brought to bytes once (gamma and all), so that a
frame is put together from slices.

A place of six LEDs or more keeps its first for the ground and one for each seat, so a character
is told by where it shines as well as by its colour. With fewer, characters share in turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from firmware_host.rules.kernel import Seat
from firmware_host.table import effects
from firmware_host.table.bars import bars_periods, draw_bars, draw_chute, fill
from firmware_host.table.effects import ANIMATION_NS, MS, Lit, Stage
from firmware_host.table.lamps import lamps, next_lamps_ns
from firmware_host.table.layout import Layout
from firmware_host.table.menu_lights import draw_menus, walked
from firmware_host.table.scene import Place, Run, Scene
from firmware_host.table.theme import Theme, Tint
from firmware_host.table.wash import DIMMED, PULSE_NS, fitting, share

BLINK_NS = 200 * MS  # half a blink of the place under a thumb: 2.5 Hz, below what may harm
TURN_NS = 700 * MS  # how long one of several characters has an LED to itself
LAVA_NS = 125 * MS  # lava moves at 8 pictures a second
LAVA_PHASES = 24
LAVA_VARIANTS = 5  # so that neighbouring places do not move alike

NEVER_NS = 1 << 62

GLOW = 12  # a seat's own LEDs, while its lamp is dark, keep one part in so many


@dataclass(frozen=True, slots=True)
class _Kept:
    """The steady picture of a scene, and how long it is that."""

    scene: Scene
    since_ns: int
    until_ns: int  #: as it was first, until that is looked into
    frame: bytes

    def is_of(self, scene: Scene, now_ns: int) -> bool:
        """Whether it is the picture of *scene* at that moment."""
        now = now_ns == self.since_ns or self.since_ns < now_ns < self.until_ns
        return now and self.scene is scene


class Painter:
    """Makes pixels for one strip in one theme."""

    def __init__(self, theme: Theme, layout: Layout) -> None:
        self._layout = layout
        self._theme = theme
        full = 255 * layout.brightness
        self._gamma = bytes(round(full * (v / 255) ** layout.gamma) for v in range(256))
        self._step = 3 * layout.per_place
        self._free = layout.free
        self._grounds: dict[str, bytes] = {}
        self._points: dict[str, bytes] = {}
        self._blank = self._run(theme.tint("sea"), layout.length)
        self._lava = self._lava_pictures(theme.tint("lava"))
        self._kept: _Kept | None = None

    def paint(
        self, scene: Scene | None, lit: Sequence[Lit], now_ns: int, missing: Sequence[str] = ()
    ) -> bytes:
        """The strip at *now_ns*: ``3 * length`` bytes; no scene is no match, the table invites.

        Devices that are *missing* have an LED each.
        """
        if scene is not None and scene.service is not None:
            return bytes(_runs(scene.service.lights, self._layout.length))
        frame = bytearray(self._blank if scene is None else self._steady_kept(scene, now_ns))
        if lit or scene is None:
            stage = Stage(frame, scene, self._layout, self._point)
            for one in lit or (Lit(effects.ATTRACT, 0),):
                effects.draw(stage, one, now_ns)
        if missing:
            self._missing(frame, missing, len(scene.places) if scene is not None else 0)
        return self._sent(frame)

    def next_ns(self, scene: Scene | None, lit: Iterable[Lit], now_ns: int) -> int | None:
        """When the picture differs by itself; None if it stays until the scene or a cue does."""
        times = [t for one in lit if (t := effects.next_ns(one, now_ns)) is not None]
        if scene is None:
            times.append(now_ns + ANIMATION_NS)
        else:
            steady_ns = self._steady_until_ns(scene, now_ns)
            if (kept := self._kept) is not None and kept.is_of(scene, now_ns):
                until_ns = NEVER_NS if steady_ns is None else steady_ns
                self._kept = replace(kept, until_ns=until_ns)
            times += [] if steady_ns is None else [steady_ns]
        return min(times, default=None)

    def _periods(self, place: Place) -> Iterable[int]:
        if place.lava:
            yield LAVA_NS
        if place.thumb is not None:
            yield BLINK_NS
        if len(place.seats) > 1 and not self._roomy(place.seats):
            yield TURN_NS

    def _steady_until_ns(self, scene: Scene, now_ns: int) -> int | None:
        """When the steady picture of *scene* differs from what it is at *now_ns*."""
        periods = {p for place in scene.places for p in self._periods(place)}
        periods |= bars_periods(scene, BLINK_NS)
        periods |= {PULSE_NS} if scene.pulsing else set()
        periods |= {BLINK_NS} if walked(scene) else set()
        times = [(now_ns // period + 1) * period for period in periods]
        if self._layout.seat_leds and (change := next_lamps_ns(scene, now_ns)) is not None:
            times.append(change)
        return min(times, default=None)

    def _steady_kept(self, scene: Scene, now_ns: int) -> bytes:
        """The steady picture; while it lasts it is not made again: a press is lit the sooner."""
        if (kept := self._kept) is not None and kept.is_of(scene, now_ns):
            return kept.frame
        frame = bytearray(self._blank)
        self._steady(frame, scene, now_ns)
        self._kept = _Kept(scene, now_ns, now_ns, bytes(frame))
        return self._kept.frame

    def _steady(self, frame: bytearray, scene: Scene, now_ns: int) -> None:
        """Ground, lava, characters and thumbs into *frame*."""
        step, grounds, lava = self._step, self._grounds, self._lava
        if scene.wash:
            frame[:] = self._washed(scene, now_ns)
        seats = {s.seat: self._point(s.tint) for s in scene.seats}
        phase = now_ns // LAVA_NS % LAVA_PHASES
        blink = now_ns // BLINK_NS % 2 == 0
        at = 3 * self._layout.first
        for index, place in enumerate(scene.places):
            if place.lava:
                frame[at : at + step] = lava[index % LAVA_VARIANTS][phase]
            else:
                frame[at : at + step] = grounds.get(place.ground) or self._ground(place.ground)
            if place.thumb is not None and blink:
                frame[at : at + step] = seats[place.thumb] * self._layout.per_place
            if place.seats:
                self._characters(frame, at, place, seats, now_ns)
            at += step
        if scene.bars:
            draw_bars(frame, self._free, scene, self._point, blink=blink)
            draw_chute(frame, self._free, scene, self._point, now_ns)
        draw_menus(frame, self._free, scene, self._point, blink=blink)
        if self._layout.seat_leds:
            self._own(frame, scene, now_ns)

    def _washed(self, scene: Scene, now_ns: int) -> bytes:
        """All of the strip in the scene's wash; a seat's tint is the colour that it has chosen.

        Seats' own LEDs are no part of it: no circle of a scoring track lies under them.
        """
        chosen = {f"seat_{str(s.seat).lower()}": s.tint for s in scene.seats}
        wash = fitting(scene.wash, scene.shorter, len(self._free))
        points = [self._point(chosen.get(tint, tint)) for tint in wash]
        if now_ns // PULSE_NS % 2:
            for part in scene.pulsing:
                points[part] = bytes(v // DIMMED for v in points[part])
        parts = share(self._layout.length, self._layout.seat_leds, len(points))
        return b"".join([points[part] for part in parts])

    def _own(self, frame: bytearray, scene: Scene, now_ns: int) -> None:
        """Each seat's own LEDs do as its lamp does, in its colour: bright, or a glow.

        Where something is to be handed to a bot, in the colour of that.
        """
        lit = lamps(scene, now_ns)
        for seat in scene.seats:
            colour = self._point(seat.wants_tint or seat.tint)
            if not lit[seat.button]:
                colour = bytes(v // GLOW for v in colour)
            fill(frame, self._layout.own(seat.button), colour)

    def _missing(self, frame: bytearray, missing: Sequence[str], places: int) -> None:
        """An LED for each device that is missing; of strip and noisy wires the display tells."""
        told = [name for name in missing if name not in ("strip", "noisy")]
        for name, led in zip(told, self._layout.spots(len(told), places), strict=False):
            frame[3 * led : 3 * led + 3] = self._point(f"no_{name}")

    def _characters(
        self, frame: bytearray, at: int, place: Place, seats: dict[Seat, bytes], now_ns: int
    ) -> None:
        if self._roomy(place.seats):
            for seat in place.seats:
                here = at + 3 + 3 * seat
                frame[here : here + 3] = seats[seat]
            return
        if place.thumb is not None and now_ns // BLINK_NS % 2 == 0 and self._layout.per_place == 1:
            return  # its only LED is the thumb's just now
        first = at if self._layout.per_place == 1 else at + 3
        slots = max(1, self._layout.per_place - 1)
        turn = now_ns // TURN_NS % len(place.seats) if len(place.seats) > slots else 0
        for slot in range(min(slots, len(place.seats))):
            seat = place.seats[(turn + slot) % len(place.seats)]
            frame[first + 3 * slot : first + 3 * slot + 3] = seats[seat]

    def _roomy(self, seats: Sequence[Seat]) -> bool:
        """Whether each of them has an LED of its own in the place."""
        return max(seats) < self._layout.per_place - 1

    def _ground(self, tint: str) -> bytes:
        """The LEDs of a place of this ground."""
        ground = self._grounds[tint] = self._run(self._theme.tint(tint), self._layout.per_place)
        return ground

    def _point(self, tint: str) -> bytes:
        """One LED of this tint, its first colour."""
        point = self._points.get(tint)
        if point is None:
            point = self._points[tint] = self._run(self._theme.tint(tint), 1)
        return point

    def _run(self, tint: Tint, number: int) -> bytes:
        colours = b"".join(bytes(colour) for colour in tint)
        return (colours * (number // len(tint) + 1))[: 3 * number].translate(self._gamma)

    def _lava_pictures(self, tint: Tint) -> tuple[tuple[bytes, ...], ...]:
        """A place of lava by variant and phase: each LED goes through the shades at its own pace.

        All paces divide the number of phases, so the film has no seam.
        """
        shades = self._run(effects.shades(tint, LAVA_PHASES), LAVA_PHASES)

        def led(variant: int, phase: int, k: int) -> bytes:
            shade = (7 * k + 5 * variant + (1 + (k + variant) % 3) * phase) % LAVA_PHASES
            return shades[3 * shade : 3 * shade + 3]

        return tuple(
            tuple(
                b"".join(led(variant, phase, k) for k in range(self._layout.per_place))
                for phase in range(LAVA_PHASES)
            )
            for variant in range(LAVA_VARIANTS)
        )

    def _sent(self, frame: bytearray) -> bytes:
        """*frame* as the strip takes it: its first LED first."""
        if self._layout.reverse:
            turned = bytearray(len(frame))
            for channel in range(3):
                turned[channel::3] = frame[channel::3][::-1]
            frame = turned
        return bytes(frame)


def _runs(lights: Iterable[Run], length: int) -> bytearray:
    """A frame in which only these LEDs are lit, counted on the wire; no gamma, no theme."""
    frame = bytearray(3 * length)
    for run in lights:
        for led in range(max(0, run.first), min(length, run.first + run.leds)):
            frame[3 * led : 3 * led + 3] = bytes(run.colour)
    return frame
