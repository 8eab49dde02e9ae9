"""Lava Land's dice: the throw read, and the grab."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from firmware_host.rules.kernel import Decision, Seat
from firmware_host.rules.lava_land.answers import LavaAnswer
from firmware_host.rules.lava_land.state import State
from firmware_host.table.reading import Correction, Pace, Report
from firmware_host.table.signals import Watch
from firmware_host.vision.facts import Look, Tray

from .lava_grab import Grab
from .lava_names import Names
from .lava_roll import Roll
from .lava_swaps import swaps


class LavaReader:
    """One match's reader. It keeps what the dice are called, from the throw to the last grab."""

    def __init__(self, sides: Mapping[Seat, float], pace: Pace | None = None) -> None:
        self._pace = pace or Pace()
        self._look: Look | None = None
        self._names = Names()
        unseen: Counter[str] = Counter()
        self._roll = Roll(self._names, unseen, self._pace.settle_ms, self._pace.ask_ms)
        self._grab = Grab(self._names, unseen, sides, self._pace.claim_ms)

    def watch(self, state: State, topic: str) -> Watch:
        """Fast while dice are thrown and taken."""
        return Watch({"show": "roll", "take": "take"}.get(topic, "idle"))

    def reads(self, topic: str) -> bool:
        """Everything that the table tells is told by dice."""
        del topic
        return True

    def looked(self, look: Look) -> None:
        """The newest look; a blind one is no news of the dice."""
        self._look = look
        if look.tray is not Tray.BLIND:
            self._names.see(look)
        self._roll.looked(look)

    def pressed(self, seat: Seat, at_ns: int) -> None:
        """A claim in the grab; before it, the thrower's word."""
        self._roll.pressed(seat, at_ns)
        self._grab.pressed(seat, at_ns)

    def withdrawn(self, seat: Seat, at_ns: int) -> None:
        """It was no claim."""
        self._grab.withdrawn(seat, at_ns)

    def report(self, state: State, pending: Decision[LavaAnswer], now_ns: int) -> Report:
        """What the crater says about the question the state waits on."""
        look = self._look
        if look is None or look.tray is Tray.BLIND:
            return Report()
        if pending.topic == "show":
            self._grab.clear()
            return self._roll.report(state, look, now_ns)
        if pending.topic == "take":
            return self._grab.report(state, look, now_ns)
        return Report(agrees=True)

    def told(self, state: State, words: str) -> None:
        """Which die was meant by an answer."""
        match words.split():
            case ["show", face]:
                self._roll.shown(face)
            case ["reroll"]:
                self._names.clear()
                self._roll.again()
                self._grab.clear()
            case [seat, "take", face]:
                self._grab.taken(Seat.named(seat), face)
                if sum(state.crater) == 1:
                    self._names.clear()
                    self._roll.clear()
                    self._grab.clear()

    def reset(self) -> None:
        """Names stay with the dice that lie there; claims and questions do not."""
        self._roll.clear()
        self._grab.clear()

    def corrections(self, state: State, seat: Seat) -> tuple[Correction, ...]:
        """Swaps of one of its dice with another seat's."""
        return swaps(state, seat)
