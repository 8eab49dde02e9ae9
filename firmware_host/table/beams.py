"""Beams of light across chutes: which ball went where. Time comes in with every call.

A ball breaks a beam for 20 to 100 ms. Whatever stays longer is a hand, or a beam that is stuck; and
where several are broken at once it was their supply. Those tell of no ball.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from firmware_host.rules.kernel import Over

from .gestures import NS_PER_MS
from .host import Host
from .missing import TOLD_NS
from .scene import Cue, Scene, Text, View
from .signals import Beam

DEVICE = "beams"
LONGEST_NS = 1_000 * NS_PER_MS
"""What breaks a beam for longer is no ball."""
STUCK_NS = 3_000 * NS_PER_MS
STUCK = "broken all the time: take out what is in it, align it, look at its emitter and its wires"


@dataclass(slots=True)
class _Chute:
    """The beam of one chute: raw, and what is believed of it."""

    raw: bool = False
    raw_since: int = -(10**18)
    broken_ns: int | None = None  #: since when it is believed to be broken, by its first edge
    alone: bool = True  #: no other was broken meanwhile
    stuck: bool = False


@dataclass(frozen=True, slots=True)
class Passed:
    """A ball went through a chute."""

    chute: int


@dataclass(frozen=True, slots=True)
class Stuck:
    """A beam is stuck from now on, or works again."""

    chute: int
    stuck: bool


class Beams:
    """The beams of a table's chutes, counted from 1, and what is said of them for a moment."""

    def __init__(self, number: int, debounce_ms: int) -> None:
        self._chutes = {chute: _Chute() for chute in range(1, number + 1)}
        self.debounce_ns = debounce_ms * NS_PER_MS
        self._lost = False
        self._said: Text | None = None
        self._until_ns = 0

    def edge(self, beam: Beam) -> None:
        """Note a raw edge."""
        one = self._chutes.get(beam.chute)
        if one is not None and one.raw != beam.broken:
            one.raw, one.raw_since = beam.broken, beam.at_ns

    def device(self, name: str, ok: bool) -> None:
        """The beams were lost, or are back."""
        if name == DEVICE:
            self._lost = not ok

    @property
    def wake_ns(self) -> int | None:
        """When :meth:`due` may next have something to say, or what was said is old."""
        times = [self._until_ns] if self._said is not None else []
        for one in self._chutes.values():
            if one.raw != (one.broken_ns is not None):
                times.append(one.raw_since + self.debounce_ns)
            elif one.broken_ns is not None and not one.stuck:
                times.append(one.broken_ns + STUCK_NS)
        return min(times, default=None)

    def due(self, now_ns: int) -> Iterator[Passed | Stuck]:
        """What there is to say by *now_ns*; each is told once."""
        if now_ns >= self._until_ns:
            self._said = None
        for chute, one in self._chutes.items():
            rested = now_ns - one.raw_since >= self.debounce_ns
            if rested and one.raw and one.broken_ns is None:
                self._begin(one)
            elif rested and not one.raw and one.broken_ns is not None:
                yield from self._end(chute, one)
            if one.broken_ns is not None and not one.stuck and now_ns - one.broken_ns >= STUCK_NS:
                one.stuck = True
                yield Stuck(chute, True)

    def _begin(self, one: _Chute) -> None:
        """Broken: those that are stuck count for nothing, all others must be whole."""
        others = [c for c in self._chutes.values() if c.broken_ns is not None and not c.stuck]
        one.broken_ns, one.alone = one.raw_since, not others
        for other in others:
            other.alone = False

    def _end(self, chute: int, one: _Chute) -> Iterator[Passed | Stuck]:
        """Whole again."""
        assert one.broken_ns is not None
        long_ns, was_stuck = one.raw_since - one.broken_ns, one.stuck
        one.broken_ns, one.stuck = None, False
        if was_stuck:
            yield Stuck(chute, False)
        elif one.alone and long_ns <= LONGEST_NS:
            yield Passed(chute)

    def say(self, said: Text, now_ns: int) -> None:
        """Have people told that for a moment."""
        self._said, self._until_ns = said, now_ns + TOLD_NS

    def sees(self, chute: int) -> bool:
        """Whether a ball through that chute is seen just now."""
        one = self._chutes.get(chute)
        return one is not None and not one.stuck and not self._lost

    def shown(self, scene: Scene) -> Scene:
        """The scene with what is said, and without asking for a press where the drop is seen."""
        if scene.chute is not None and scene.chute.due and self.sees(scene.chute.number):
            keys = scene.chute.asks
            scene = replace(
                scene,
                waiting=_seen(scene.waiting, keys),
                seats=tuple(
                    s if s.question is None else replace(s, question=_seen(s.question, keys))
                    for s in scene.seats
                ),
            )
        if self._said is None or scene.passing is not None or scene.phase == "lobby":
            return scene
        return replace(scene, passing=self._said)


def dropped(host: Host[Any, Any], view: View[Any, Any], chute: int, now_ns: int) -> Text | None:
    """A ball went through that chute: it answers where it is due; else what people are told."""
    pending = host.pending
    if isinstance(pending, Over):
        return None
    meant = view.dropped(host.ledger.match.state, pending, chute)
    if isinstance(meant, Text):
        host.ledger.light(Cue("refused"))
        return meant
    if meant is not None:
        host.answer(meant, now_ns)
    return None


def _seen(said: Text, keys: tuple[str, ...]) -> Text:
    return Text(f"{said.key}_seen", said.values) if said.key in keys else said
