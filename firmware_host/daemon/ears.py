"""What is listened to: a wire that floods the table is not, until it is quiet again.

Stands between the drivers and the loop's inbox, in whichever thread hears an edge: what is dropped
here costs next to nothing, and no memory. Thumbs and worn contacts never come near the limit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firmware_host.table.service.contacts import quietened
from hw.ports import DeviceLost, Edge

MOST, EACH_S = 400, 200
"""So many edges may come at once, and so many each second for ever: a worn contact under the
quickest thumb makes 140 a second."""
QUIET_NS = 1_000_000_000
"""Not an edge for so long, and it is listened to again."""
CALM = 100
"""Or no more of them in such a time: whoever is not heard presses on, and would never be."""
SECOND_NS = 1_000_000_000
SAYS = "noise without end, not listened to until it is quiet. The page stands in for it meanwhile"

Told = Callable[[str, DeviceLost | None], None]


@dataclass(slots=True)
class _Wire:
    room: float = MOST  #: for so many edges more
    at_ns: int = 0  #: of the latest edge
    down: bool = False  #: as last passed on
    muted_ns: int | None = None  #: since when it is not listened to, or has been looked at last
    dropped: int = 0  #: edges since then

    @property
    def due_ns(self) -> int:
        """Look at it again by then."""
        return min(self.at_ns, self.muted_ns or 0) + QUIET_NS


class Ears:
    """Passes edges on to *sink*; *told* hears which wire is muted, and which is well again.

    *named* says what a wire is called, and what mends it. *level* reads whether it is down.
    """

    def __init__(
        self,
        sink: Callable[[Edge], None],
        level: Callable[[int], bool],
        told: Told,
        named: Callable[[int], tuple[str, str]],
    ) -> None:
        self._sink, self._level, self._told, self._named = sink, level, told, named
        self._wires: dict[int, _Wire] = {}

    def __call__(self, edge: Edge) -> None:
        """One raw edge, from any thread; those of one wire all come from the same."""
        wire = self._wires.setdefault(edge.button, _Wire())
        gone_ns, wire.at_ns = edge.at_ns - wire.at_ns, max(wire.at_ns, edge.at_ns)
        if wire.muted_ns is not None:
            wire.dropped += 1
            return
        wire.room = min(MOST, wire.room + max(0, gone_ns) * EACH_S / SECOND_NS) - 1
        if wire.room < 0:
            self._mute(edge, wire)
            return
        wire.down = edge.down
        self._sink(edge)

    @property
    def muted(self) -> frozenset[int]:
        """Those that are not listened to."""
        return frozenset(b for b, wire in self._wires.items() if wire.muted_ns is not None)

    @property
    def wake_ns(self) -> int | None:
        """Call :meth:`tick` by then."""
        return min((self._wires[b].due_ns for b in self.muted), default=None)

    def tick(self, now_ns: int) -> None:
        """Listen again to what has become quiet."""
        for button in self.muted:
            wire = self._wires[button]
            if now_ns < wire.due_ns:
                continue
            if now_ns - wire.at_ns >= QUIET_NS or wire.dropped <= CALM:
                wire.muted_ns, wire.room = None, MOST
                self._told(self._named(button)[0], None)
                self._pass_on_level(button, wire, now_ns)
            else:
                wire.muted_ns, wire.dropped = now_ns, 0

    def _pass_on_level(self, button: int, wire: _Wire, now_ns: int) -> None:
        """Somebody may hold it down by now."""
        try:
            down = self._level(button)
        except DeviceLost:
            return  # then it is told of as lost, and its edges come when it is back
        if down != wire.down:
            wire.down = down
            self._sink(Edge(button, down, now_ns))

    def _mute(self, edge: Edge, wire: _Wire) -> None:
        wire.muted_ns, wire.dropped = edge.at_ns, 1
        if wire.down:
            wire.down = False
            self._sink(Edge(edge.button, False, edge.at_ns))
        name, where = self._named(edge.button)
        mend = quietened(where)
        hint = f"{mend[0].upper()}{mend[1:]}"
        self._told(name, DeviceLost("its wire", where, SAYS, hint))
