"""The whole table without a wire: signals in, effects out.

Feed it what happened, do what it returns in the order it is returned, and wake it at
:attr:`Table.wake_ns`. It never waits, reads a clock, opens a file or touches a device, so a test
or a recorded trace can play any evening through it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import assert_never

from firmware_host.rules.kernel import Illegal, Seat
from hw.ports import Edge

from . import beams, chairs
from .evening import Evening, House
from .gestures import Feel, Gesture, Thumb
from .lending import Lending
from .net import Net
from .scene import Scene
from .service.desk import Desk
from .service.fittings import Button
from .signals import (
    Ack,
    Beam,
    Command,
    DeviceSaid,
    Effect,
    Looked,
    Measured,
    News,
    Noticed,
    Offered,
    Rearranged,
    Refused,
    Show,
    Signal,
    Tick,
    Touched,
    Watch,
)


class Table:
    """One table: its buttons, and the evening at it."""

    def __init__(self, house: House, now_ns: int) -> None:
        self.evening = Evening(house, now_ns)
        fit = house.fittings
        if len(fit.buttons) != len(house.sides_deg):
            fit = replace(fit, buttons=(Button(),) * len(house.sides_deg))
        self.desk = Desk(fit, self.evening, now_ns)
        self.thumbs = {b: Thumb(house.feels.get(b, Feel())) for b in range(len(house.sides_deg))}
        self.beams, self.lending = beams.Beams(house.beams, house.beam_ms), Lending()
        self.net = Net(self.evening)
        self._shown: tuple[Scene, int] | None = None
        self._watched: Watch | None = None

    @property
    def wake_ns(self) -> int | None:
        """Feed a :class:`Tick` by then."""
        times = [self.desk.wake_ns, self.beams.wake_ns, self.lending.wake_ns, self.net.wake_ns]
        times += [thumb.wake_ns for thumb in self.thumbs.values()]
        if not self.desk.on:
            times.append(self.evening.wake_ns)
        return min((t for t in times if t is not None), default=None)

    def feed(self, signal: Signal) -> tuple[Effect, ...]:
        """Everything that follows from *signal*. A late or foreign answer changes nothing."""
        return tuple(self.follow(signal))

    def follow(self, signal: Signal) -> Iterator[Effect]:
        """The same, each effect as soon as it is known: go through to the end, in order.

        The light that acknowledges a press comes first and waits for nothing.
        """
        self.evening.now_ns = max(self.evening.now_ns, signal.at_ns)
        return self.net.under(self._follow(signal), lambda: chain(self._settle(), self._show()))

    def _follow(self, signal: Signal) -> Iterator[Effect]:
        yield from self._take_in(signal)
        for button, thumb in self.thumbs.items():
            yield from self._hear(button, thumb, self.evening.now_ns)
        yield from self._see(self.evening.now_ns)
        yield from self._settle()
        yield from self._show()

    def _settle(self) -> Iterator[Effect]:
        """What follows by itself: of service mode, else of the evening."""
        evening = self.evening
        down = frozenset(b for b, thumb in self.thumbs.items() if thumb.down_ns is not None)
        for button, at_ns in self.desk.let_go(down):
            yield from self._gesture(button, Gesture.HOLD, at_ns)
        for button, held in self.lending.settle(down, evening.now_ns):
            evening.gesture(button, held, evening.now_ns)
        yield from self.desk.settle(evening.now_ns, evening.seated)
        yield from self.lending.notices()
        if not self.desk.on:
            yield from evening.settle()

    def _take_in(self, signal: Signal) -> Iterator[Effect]:
        match signal:
            case Edge() | Beam():
                yield from self._contact(signal)
            case Looked() | Rearranged():
                self._looked(signal)
            case Command():
                yield from self._command(signal)
            case Measured(optics=optics):
                self.desk.senses.measured(optics)
            case DeviceSaid():
                self._device(signal)
            case Offered(games=games):
                self.net.offered(games)
            case Tick():
                pass
            case _ as unreachable:
                assert_never(unreachable)

    def _looked(self, signal: Looked | Rearranged) -> None:
        """What lies there while the table is serviced tells nothing of a match."""
        host = self.evening.host
        if host is not None and isinstance(signal, Rearranged):
            host.sight.rearranged()
        elif host is not None and isinstance(signal, Looked) and not self.desk.on:
            host.sight.looked(signal.look)

    def _device(self, said: DeviceSaid) -> None:
        self.desk.senses.device(said.device, ok=said.ok, says=said.says)
        self.evening.device(said.device, said.ok)
        self.beams.device(said.device, said.ok)

    def _contact(self, edge: Edge | Beam) -> Iterator[Effect]:
        if isinstance(edge, Edge):
            yield from self._edge(edge)
        else:
            yield from self._see(edge.at_ns)  # a late loop: a whole ball at once
            self.beams.edge(edge)
            self.desk.senses.beam(edge.chute, edge.broken)

    def _edge(self, edge: Edge) -> Iterator[Effect]:
        """Light follows the first raw edge; what it means follows the debounce."""
        thumb = self.thumbs.get(edge.button)
        if thumb is None:
            return
        yield from self._hear(edge.button, thumb, edge.at_ns)  # a late loop: a whole tap at once
        self.desk.edge(edge)
        if thumb.edge(edge.down, edge.at_ns) and not self.desk.on:
            yield Ack(edge.button, edge.at_ns)

    def _see(self, now_ns: int) -> Iterator[Effect]:
        """Every ball that went through a chute by then, and beams that are stuck."""
        for one in self.beams.due(now_ns):
            match one:
                case beams.Stuck(chute=chute, stuck=stuck):
                    yield Noticed(f"beam {chute}", beams.STUCK if stuck else "")
                case beams.Passed(chute=chute) if not self.desk.on:
                    yield from self._dropped(chute)

    def _dropped(self, chute: int) -> Iterator[Effect]:
        evening = self.evening
        if evening.playing is None or evening.playing.checking:
            return  # or somebody puts balls back where they lay
        said = beams.dropped(evening.playing, evening.game.view, chute, evening.now_ns)
        yield from evening.settle()
        if said is not None:
            self.beams.say(said, evening.now_ns)
            yield News(said)

    def _hear(self, button: int, thumb: Thumb, now_ns: int) -> Iterator[Effect]:
        """Everything a thumb has said by then."""
        while (said := thumb.due(now_ns)) is not None:
            if said.gesture is Gesture.PRESS:
                yield Touched(button, said.at_ns)
            if not self.desk.gesture(button, said.gesture, said.at_ns):
                yield from self._gesture(button, said.gesture, said.at_ns)

    def _gesture(self, button: int, gesture: Gesture, at_ns: int) -> Iterator[Effect]:
        """One thing a thumb said, and what follows: the next one is asked what is open then."""
        for target, meant in self.lending.meant(button, gesture, at_ns):
            self.evening.gesture(target, meant, at_ns)
            yield from self.evening.settle()

    def _command(self, command: Command) -> Iterator[Effect]:
        try:
            self._obey(command)
        except Illegal as why:
            yield Refused(command.seat, why.code, str(why))

    def _obey(self, command: Command) -> None:
        """Carry it out. :raises Illegal: it cannot be; nothing has changed."""
        if command.role not in ("player", "staff", "bot"):
            raise Illegal("not_allowed", f"a {command.role} may only watch")
        verb, _, rest = command.words.partition(" ")
        if verb in ("choose", "point"):
            self._choose(command.seat, verb, rest)
        elif (verb == "seat" or command.role == "bot") and not self.desk.on:
            chairs.said(self.evening.at_play, command.seat, command.words, self.evening.now_ns)
        elif command.role != "staff":
            raise Illegal("not_allowed", f"only staff may say {verb!r}")
        elif verb == "service":
            self.desk.obey(rest)
        elif self.desk.on:
            raise Illegal("service", "the table is being serviced: leave that first")
        else:
            self.evening.staff(command.words)

    def _choose(self, seat: Seat | None, verb: str, words: str) -> None:
        line, _, state = words.partition(" ")
        numbers = (line, state) if verb == "choose" else (state,)
        if seat is None or not all(map(str.isdecimal, numbers)):
            raise Illegal("unknown", "say, for a seat: choose INDEX STATE, or point SPOT STATE")
        if self._stale(seat, int(state)):
            raise Illegal("stale", "the table has moved on; look again")
        if not self.desk.on:
            self.evening.choose(seat, int(line) if verb == "choose" else line)
        elif verb == "choose":
            self.desk.choose(int(line))
        else:
            raise Illegal("not_asked", "nothing is played on the map now")

    def _stale(self, seat: Seat, n: int) -> bool:
        """Has *seat*, and not only others, been asked something else since its page showed *n*?"""
        playing = None if self.desk.on else self.evening.playing
        same = 0 if playing is None else playing.asking.same(seat)
        return not self.n - same <= n <= self.n

    @property
    def n(self) -> int:
        """The number a choice names."""
        return self.desk.n if self.desk.on else self.evening.n

    def _show(self) -> Iterator[Effect]:
        scene = self.desk.scene(lambda: self.net.shown(self.beams.shown(self.evening.scene())))
        scene, n = self.lending.shown(scene), self.n
        watch = self.desk.watch() if self.desk.on else self.evening.watch()
        if self._shown != (scene, n):
            self._shown = (scene, n)
            yield Show(scene, n)
        if self._watched != watch:
            self._watched = watch
            yield watch
