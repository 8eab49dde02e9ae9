"""Telephones at seats: codes on the table's display, and on nothing that leaves the table.

Codes come into no scene, no document and no journal; the picture of the display that pages get has
dots in their place.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware_host.console.seat_codes import SHOWN_S, SeatCodes
from firmware_host.table.scene import Scene
from firmware_host.table.signals import Phone

if TYPE_CHECKING:
    from firmware_host.table.oled import Panel

    from .core import Core

SECOND_NS = 1_000_000_000
SHOWN_NS = int(SHOWN_S) * SECOND_NS
LEAST_NS = SECOND_NS
"""The press that asks for a code does not take it away again."""
LOOK_NS = SECOND_NS // 2
OFTEN, OFTEN_NS = 3, 60 * SECOND_NS
"""So often within so long the code of a seat comes up: its telephone can ask as well."""
IN_TURN_NS, BRIEF_NS = 90 * SECOND_NS, 20 * SECOND_NS
"""Without buttons nobody can ask: so often, and so long, codes come up by themselves."""


class Phones:
    """What the display shows of codes, and since when."""

    def __init__(self, core: Core, now_ns: Callable[[], int], says: Callable[[str], None]) -> None:
        """*says* tells whoever reads the log, which has the codes where there is no display."""
        self._core, self._now_ns, self._says = core, now_ns, says
        evening = core.table.evening
        self.codes = SeatCodes(lambda: now_ns() / SECOND_NS, lambda: evening.sittings)
        self._until_ns: dict[int, int] = {}  #: buttons whose codes are on the display
        self._asked_ns = 0
        self._asks: dict[int, deque[int]] = {}  #: when each button's code came up
        self._look_ns = 0  #: is it still good? One that was used goes from the display
        self._next_ns: int | None = None  #: the buttons are missing: then codes come up again
        self.address: Callable[[], str] = str
        """Where the page is, as people type it; empty: nobody knows."""
        self.veiled = b""
        """The display's last picture as others may see it; empty: just as it is."""
        core.others.phoned = self.asked
        core.kept.append(self)

    def asked(self, phone: Phone) -> None:
        """Somebody at the table wants one; who asks without end hides the game from nobody."""
        if phone.anew:
            self.codes.hand_over(phone.button)
        if not self._paced(phone.button):
            return
        self.codes.offer(phone.button)
        self._asked_ns = self._now_ns()
        self._show({phone.button: self._asked_ns + SHOWN_NS})

    def _paced(self, button: int) -> bool:
        """May the code of *button* come up once more?"""
        asks, now_ns = self._asks.setdefault(button, deque(maxlen=OFTEN)), self._now_ns()
        if len(asks) == OFTEN and now_ns - asks[0] < OFTEN_NS:
            return False
        asks.append(now_ns)
        return True

    def touched(self, now_ns: int) -> None:
        """A press: whoever plays wants to see the game. The code stays good."""
        if self._until_ns and self._next_ns is None and now_ns - self._asked_ns > LEAST_NS:
            self._show({})

    @property
    def wake_ns(self) -> int | None:
        """Call :meth:`tick` by then."""
        times = [self._look_ns] * bool(self._until_ns)
        if self._missing:
            times.append(self._next_ns or 0)
        return min(times, default=None)

    def tick(self, now_ns: int) -> None:
        """What has been shown for long enough, or was used, goes; without buttons others come."""
        if not self._missing:
            self._next_ns = None
        elif self._next_ns is None or now_ns >= self._next_ns:
            self._next_ns = now_ns + IN_TURN_NS
            self._every(now_ns)
        self._look_ns = now_ns + LOOK_NS
        live = self.codes.live()
        left = {b: until for b, until in self._until_ns.items() if b in live and now_ns < until}
        if left != self._until_ns:
            self._show(left)

    @property
    def _missing(self) -> bool:
        buttons = self._core.devices.get("buttons")
        return buttons is not None and not buttons.ok

    def _every(self, now_ns: int) -> None:
        """Codes for all seats that no telephone plays yet."""
        scene = self._core.scene
        seats = {} if scene is None else {s.button: str(s.seat) for s in scene.seats if not s.bot}
        free = sorted(seats.keys() - self.codes.taken())
        codes = {button: self.codes.offer(button) for button in free}
        if codes:
            told = ", ".join(f"{seats[button]} {code}" for button, code in codes.items())
            self._says(f"The buttons do not work; for two minutes telephones get in by: {told}")
        self._show(dict.fromkeys(codes, now_ns + BRIEF_NS))

    def _show(self, until_ns: dict[int, int]) -> None:
        self._until_ns = until_ns
        if self._core.display is not None:
            self._core.display.anew()

    def picture(self, panel: Panel, scene: Scene) -> bytes | None:
        """What the display shows instead of *scene*; None: nothing."""
        self.veiled = b""
        live = {b: code for b, code in self.codes.live().items() if b in self._until_ns}
        if not live or scene.service is not None:
            return None
        from firmware_host.table.codes import Shown, picture  # Pillow: not before it is needed

        seats = {seat.button: str(seat.seat) for seat in scene.seats}
        rows = tuple((seats.get(b, "?"), code) for b, code in sorted(live.items()))
        address = self.address()
        veiled = tuple((seat, "*" * len(code)) for seat, code in rows)
        self.veiled = picture(Shown(veiled, address), panel)
        return picture(Shown(rows, address), panel)
