"""Watching the grab (LL-18 .. LL-23): which die went, and whose press it answers.

What lies in the crater is compared with what the state says lies there, so telling twice does no
harm. A die put back before it was told is nobody's; one put back after is to be taken again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from firmware_host.rules.kernel import Seat
from firmware_host.rules.lava_land.state import State, lying
from firmware_host.table.claims import (
    AskWhose,
    Belongs,
    Press,
    TooMany,
    Vanished,
    WaitFor,
    expired,
    join,
)
from firmware_host.table.reading import Fact, Report
from firmware_host.table.scene import Cue, Text, text
from firmware_host.vision.facts import GoneDie, Look, Tray

from .lava_names import Names, called

NS_PER_MS = 1_000_000
HAND = 3
FOURTH_NS = 8_000 * NS_PER_MS
"""A fourth die is back by then; else the press that claimed it may have been for nothing."""
MANY_BACK = 2
"""So many dice that somebody has lie there again: thrown again, or put back. Until that is put
right nothing that goes is anybody's."""


class Grab:
    """Open presses, and dice that have gone and belong to nobody yet."""

    def __init__(
        self,
        names: Names,
        unseen: Counter[str],
        sides: Mapping[Seat, float],
        claim_ms: int,
    ) -> None:
        self._names = names
        self._unseen = unseen
        self._sides = sides
        self._claim_ns = claim_ms * NS_PER_MS
        self._presses: list[Press] = []
        self._gone: dict[int, Vanished] = {}
        self._done: set[int] = set()
        self._believed: dict[str, Belongs] = {}  #: what was last told, by its words
        self._absent_ns: int | None = None
        self._spent: list[Cue] = []

    def pressed(self, seat: Seat, at_ns: int) -> None:
        """A seat claims a die."""
        self._presses.append(Press(seat, at_ns))

    def withdrawn(self, seat: Seat, at_ns: int) -> None:
        """A press was no claim after all."""
        self._presses = [p for p in self._presses if p != Press(seat, at_ns)]

    def clear(self) -> None:
        """Nothing is claimed; what has gone so far is settled."""
        self._presses.clear()
        self._done.update(self._gone)
        self._gone.clear()
        self._absent_ns = None

    def taken(self, seat: Seat, face: str) -> None:
        """A die was told: the one those words meant is settled, and the press that was for it.

        Of alike dice, where nobody's press meant one, the one this seat's arm was nearest to.
        """
        told = self._believed.pop(_takes(seat, face), None)
        dice = [die for die in self._gone.values() if die.face == face]
        presses = [press for press in self._presses if press.seat == seat]
        if told is not None and told.die in dice and told.press in presses:
            self._settle(told.die)
            self._presses.remove(told.press)
            return
        if dice:
            self._settle(min(dice, key=lambda d: (d.off_deg.get(seat, 0.0), d.missed_ns)))
        elif self._unseen[face]:
            self._unseen[face] -= 1
        if presses:
            self._presses.remove(min(presses, key=lambda p: p.at_ns))

    def report(self, state: State, look: Look, now_ns: int) -> Report:
        """What has become of the dice that left."""
        lies = lying(state)
        steady = look.tray in (Tray.SETTLED, Tray.EMPTY)
        if steady and (back := _back(look, lies)) >= MANY_BACK:
            return Report(notice=text("notice.many_back", count=back))
        if look.tray is Tray.SETTLED:
            held = Counter(str(die.face) for own in state.sets for die in own)
            self._names.settle(look, lies - self._unseen, held)
        seen = Counter(self._names.of(d) for d in look.dice)
        unseen = self._unseen & (lies - seen)
        over = seen - lies - self._names.puzzling
        self._note_gone(look, lies - seen - unseen, now_ns)
        owing = {Seat(i): HAND - len(own) for i, own in enumerate(state.sets)}
        facts, notice, wakes = self._judge(owing, now_ns, look.outside)
        if unseen == lies and not self._gone:
            facts.append(_leftover(unseen, owing))
        # By the picture's time: a slow camera may yet tell of a die that went with this press.
        seen_ns = min(now_ns, look.at_ns)
        gone, hidden = tuple(self._gone.values()), any(die.hidden for die in look.dice)
        for press in expired(self._presses, gone, self._claim_ns, seen_ns, hidden=hidden):
            self._presses.remove(press)
            self._spent.append(Cue("refused", seat=press.seat))
        ends = (p.at_ns + self._claim_ns + NS_PER_MS for p in self._presses)
        wakes += [end for end in ends if end > now_ns]
        cues, self._spent = tuple(self._spent), []
        return Report(
            facts=tuple(facts),
            agrees=steady and seen + unseen == lies,
            notice=(_extra(over) if steady else None) or notice or self._names.turned(look),
            cues=cues,
            wake_ns=min(wakes, default=None),
        )

    def _note_gone(self, look: Look, short: Counter[str], now_ns: int) -> None:
        """Dice the camera saw go; and, where it saw nothing (it was restarted), dice that lack."""
        for gone in look.gone:
            face = self._names.get(gone.number, gone.colour + gone.symbol)
            new = gone.number not in self._done and gone.number not in self._gone
            if new and short[face] > sum(d.face == face for d in self._gone.values()):
                self._gone[gone.number] = Vanished(
                    gone.number, face, gone.seen_ns, gone.missed_ns, self._off(gone)
                )
        self._drop_returned(short)
        lack = short - Counter(d.face for d in self._gone.values()) - self._names.missing
        if not lack or look.tray not in (Tray.SETTLED, Tray.EMPTY):
            self._absent_ns = None
        elif self._absent_ns is None:
            self._absent_ns = look.at_ns
        elif now_ns - self._absent_ns > self._claim_ns and not self._gone:
            face = min(lack)
            number = min([0, *self._gone, *self._done]) - 1
            self._gone[number] = Vanished(number, face, self._absent_ns, self._absent_ns)

    def _off(self, gone: GoneDie) -> dict[Seat, float]:
        offs = {seat: gone.off(deg) for seat, deg in self._sides.items()}
        return {seat: off for seat, off in offs.items() if off is not None}

    def _drop_returned(self, short: Counter[str]) -> None:
        """A die that lies there again before anybody was told to have it is nobody's."""
        for face in {d.face for d in self._gone.values()}:
            alike = sorted((d for d in self._gone.values() if d.face == face), key=_newest)
            for die in alike[: max(0, len(alike) - short[face])]:
                self._settle(die)

    def _settle(self, die: Vanished) -> None:
        self._done.add(die.number)
        del self._gone[die.number]

    def _judge(
        self, owing: Mapping[Seat, int], now_ns: int, outside: int
    ) -> tuple[list[Fact], Text | None, list[int]]:
        facts, notice, wakes = list[Fact](), None, list[int]()
        self._believed.clear()
        dice = list(self._gone.values())
        open_ = {s: n for s, n in owing.items() if n > 0}
        for verdict in join(dice, self._presses, open_, self._claim_ns, now_ns):
            match verdict:
                case Belongs(die=die, press=press):
                    words = _takes(press.seat, die.face)
                    self._believed.setdefault(words, verdict)
                    facts.append(Fact((words,)))
                case AskWhose() if outside > 0:  # it fell out: nobody reached for it
                    outside -= 1
                    notice = text("notice.outside")
                case AskWhose(die=die, seats=seats):
                    facts.append(_whose(die.face, seats))
                case TooMany(die=die, seat=seat):
                    notice = text("notice.fourth", seat=str(seat), face=called(die.face))
                    back_ns = die.missed_ns + FOURTH_NS
                    wakes += [back_ns] * (now_ns < back_ns)
                    facts += [_whose(die.face, tuple(open_))] * (now_ns >= back_ns)
                case WaitFor(until_ns=until_ns):
                    wakes.append(until_ns)
        return facts, notice, wakes


def _back(look: Look, lies: Counter[str]) -> int:
    """How many more dice lie there than should: by colour, for a die may have been turned."""
    there, should = Counter(d.colour for d in look.dice), Counter[str]()
    for face, count in lies.items():
        should[face[0]] += count
    return (there - should).total()


def _newest(die: Vanished) -> int:
    return -die.missed_ns


def _takes(seat: Seat, face: str) -> str:
    return f"{seat} take {face}"


def _whose(face: str, seats: tuple[Seat, ...]) -> Fact:
    takes = tuple(_takes(seat, face) for seat in seats)
    return Fact(takes, seats, text("ask.whose", face=called(face)), busy=True)


def _leftover(unseen: Counter[str], owing: Mapping[Seat, int]) -> Fact:
    """Dice the camera never saw are all that is left (LL-22): who takes which?"""
    seats = tuple(seat for seat, n in owing.items() if n > 0)
    takes = tuple(_takes(seat, face) for seat in seats for face in sorted(unseen))
    return Fact(takes, seats, text("ask.leftover"))


def _extra(over: Counter[str]) -> Text | None:
    """A die lies in the crater that somebody has: it may not be given back (LL-20)."""
    face = min(over, default=None)
    return None if face is None else text("notice.extra", face=called(face))
