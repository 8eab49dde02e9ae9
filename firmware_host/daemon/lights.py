"""What shines: the strip along the track and the lamps in the buttons."""

from __future__ import annotations

from collections.abc import Mapping

from firmware_host.rules.kernel import Seat
from firmware_host.table import effects
from firmware_host.table.effects import Lit
from firmware_host.table.lamps import lamps, next_lamps_ns
from firmware_host.table.menu_lights import walked
from firmware_host.table.painter import Painter
from firmware_host.table.scene import Cue, Scene
from hw.ports import Buttons, Strip
from hw.wire.supply import drawn_ma

from .steady import Heard, Steady

FULL = 256
"""All of the light."""
FRAME_NS = 33_000_000  # 33 ms: thirty pictures a second look like motion
IDLE_NS = 100_000_000  # 0.1 s: while nobody plays, ten pictures a second are smooth enough

EASE = 4
"""A picture that took so long is followed by the next after so many times that: a slow processor
shows fewer, ten a second at least, and stays free to hear presses."""

BLINK_NS = 300_000_000
"""0.3 s: in quiet hours so long an edge is acknowledged; a press that is one wakes the table."""


class Lights:
    """Keeps strip and lamps at the newest scene and the cues that play over it."""

    def __init__(
        self,
        painter: Painter,
        strip: Strip | None,
        buttons: Buttons | None,
        heard: Heard,
        frame_ns: int = FRAME_NS,
    ) -> None:
        self._painter, self._frame_ns = painter, frame_ns
        self.has_strip = strip is not None
        """Whether there is one."""
        self._strip = Steady("strip", strip.show if strip else _dark, heard)
        self._buttons = buttons
        self._lamps: dict[int, Steady[bool]] = {}
        self._heard = heard
        self._resting, self._share, self._peak = False, FULL, b""
        self._awake_until_ns = self._took_ns = 0
        self._painted = False
        self._scene: Scene | None = None
        self._seats: Mapping[int, Seat] = {}
        self._lit: tuple[Lit, ...] = ()
        self._paint_ns: int | None = 0

    @property
    def pixels(self) -> bytes:
        """What the strip was last told, ``3 * leds`` bytes."""
        return self._strip.wanted or b""

    @property
    def wake_ns(self) -> int | None:
        """Call :meth:`refresh` by then."""
        times = [self._paint_ns, self._strip.wake_ns, *(s.wake_ns for s in self._lamps.values())]
        return min((t for t in times if t is not None), default=None)

    def peak_ma(self) -> float:
        """The most that pictures asked of the strip since this was last asked, by the book.

        0 where there is none.
        """
        if not self.has_strip:
            return 0.0
        peak, self._peak = self._peak, self.pixels
        return drawn_ma(peak)

    def ack(self, button: int, now_ns: int) -> None:
        """The light that acknowledges a press, at once."""
        self._awake_until_ns = now_ns + BLINK_NS  # in quiet hours too; who stays is told of later
        self.play(Cue("ack", seat=self._seats.get(button)), now_ns)
        self._paint(now_ns)

    def rest(self, resting: bool) -> None:
        """All dark from now on, or as the scene has it again; :meth:`refresh` brings it up."""
        self._resting = resting
        self._paint_ns = 0

    def dim(self, share: int) -> None:
        """So many of 256 parts of the strip's light, from now on."""
        self._share, self._paint_ns = share, 0

    def repaint(self, painter: Painter) -> None:
        """Have another paint from now on; :meth:`refresh` brings it up."""
        self._painter, self._paint_ns = painter, 0

    def show(self, scene: Scene) -> None:
        """The newest scene; :meth:`refresh` brings it up."""
        self._scene = scene
        self._seats = {seat.button: seat.seat for seat in scene.seats}
        self._paint_ns = 0

    def play(self, cue: Cue, now_ns: int) -> None:
        """A cue, now or after the show that is playing; :meth:`refresh` brings it up."""
        self._lit = effects.lined_up(self._lit, (cue,), now_ns)
        self._paint_ns = 0

    def refresh(self, now_ns: int) -> None:
        """Bring up what is due."""
        if self._paint_ns is not None and now_ns >= self._paint_ns:
            self._paint(now_ns)
            self._light_lamps(now_ns)
        self._strip.tick(now_ns)
        for lamp in self._lamps.values():
            lamp.tick(now_ns)

    def took(self, spent_ns: int) -> None:
        """The turn that has just ended took so long, with the picture that it painted, if any."""
        if self._painted:
            self._took_ns += (spent_ns - self._took_ns) // EASE  # one slow turn says little
        self._painted = False

    def dark(self, now_ns: int) -> None:
        """Everything off: the table is closed."""
        if self.pixels:
            self._strip.show(bytes(len(self.pixels)), now_ns)
        for lamp in self._lamps.values():
            lamp.show(value=False, now_ns=now_ns)

    def _paint(self, now_ns: int) -> None:
        scene = self._scene if self._scene is not None and _plays(self._scene) else None
        self._lit = effects.alive(self._lit, now_ns)
        missing = self._scene.missing if self._scene is not None else ()
        pixels = self._left(self._painter.paint(scene, self._lit, now_ns, missing))
        if self._dark(now_ns):
            pixels = bytes(len(pixels))
        self._strip.show(pixels, now_ns)
        self._peak = max(self._peak, pixels, key=sum)
        next_ns = self._painter.next_ns(scene, self._lit, now_ns)
        self._painted = True
        if next_ns is not None:
            idle = scene is None and not self._lit
            pause_ns = max(IDLE_NS, self._pause_ns) if idle else self._pause_ns
            next_ns = max(next_ns, now_ns + pause_ns)
        times = [next_ns, self._awake_until_ns if now_ns < self._awake_until_ns else None]
        if self._scene is not None:
            lamps_ns = next_lamps_ns(self._scene, now_ns)
            times.append(None if lamps_ns is None else max(lamps_ns, now_ns + self._frame_ns))
        self._paint_ns = min((t for t in times if t is not None), default=None)

    @property
    def _pause_ns(self) -> int:
        return max(self._frame_ns, min(EASE * self._took_ns, IDLE_NS))

    def _dark(self, now_ns: int) -> bool:
        """The table rests, nobody tries its lights, and no press is acknowledged."""
        served = self._scene is not None and self._scene.service is not None
        return self._resting and not served and now_ns >= self._awake_until_ns

    def _left(self, pixels: bytes) -> bytes:
        """What is left of a picture when the supply is weak."""
        if self._share < FULL:
            return pixels.translate(bytes(v * self._share // FULL for v in range(256)))
        return pixels

    def _light_lamps(self, now_ns: int) -> None:
        if self._scene is None or self._buttons is None:
            return
        lit = lamps(self._scene, now_ns)
        dark = self._dark(now_ns)
        shown = {seat.button: lit[seat.button] and not dark for seat in self._scene.seats}
        for button in self._lamps.keys() | shown.keys():
            self._lamp(button).show(shown.get(button, False), now_ns)

    def _lamp(self, button: int) -> Steady[bool]:
        lamp, buttons = self._lamps.get(button), self._buttons
        if lamp is None:
            assert buttons is not None

            def send(lit: bool) -> None:
                buttons.lamp(button, lit)

            lamp = self._lamps[button] = Steady("buttons", send, self._heard)
        return lamp


def _plays(scene: Scene) -> bool:
    """Is there anything to light of it; else the table invites."""
    track = scene.places or scene.wash or scene.bars or scene.cards
    return bool(track or scene.service or walked(scene))


def _dark(pixels: bytes) -> None:
    """A table without a strip."""
