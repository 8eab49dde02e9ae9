"""Reading a throw (LL-16, LL-17): every die at rest and none too few, or a question.

A wrong count is never taken as read, and a die the camera is not sure of is asked about. Dice
that were put back one by one at the end of a round are no throw: a throw brings them all at once.
Where the camera has not seen that, the thrower's press says so.
"""

from __future__ import annotations

from collections import Counter
from math import hypot, inf

from firmware_host.rules.kernel import Seat
from firmware_host.rules.lava_land.box import COLOURS, SYMBOLS
from firmware_host.rules.lava_land.state import State, lying
from firmware_host.table.reading import Fact, Report
from firmware_host.table.scene import Text, text
from firmware_host.vision.facts import Look, SeenDie, Tray

from .lava_names import Names, face

NS_PER_MS = 1_000_000
FEW = 3
"""A throw is seen when not more than a third of the dice lay there ..."""
BURST_NS = 4_000 * NS_PER_MS
"""... so shortly before all of them rest: rolling takes about a second, a hand another."""

STILL_MM = 8.0  # half a die: one that was nudged by its neighbour has not been thrown


class Roll:
    """What is known of the throw that is being read."""

    def __init__(self, names: Names, unseen: Counter[str], settle_ms: int, ask_ms: int) -> None:
        self._names = names
        self._unseen = unseen
        self._settle_ns = settle_ms * NS_PER_MS
        self._ask_ns = ask_ms * NS_PER_MS
        self._dice = FEW
        self._since_ns: int | None = None
        self._numbers: frozenset[int] = frozenset()
        self._rested: dict[int, tuple[float, float]] = {}
        self._few_ns: int | None = None
        self._began_ns: int | None = None
        self._presses: dict[Seat, int] = {}
        self._again = False
        self._asking: SeenDie | None = None
        self._missing = False

    def looked(self, look: Look) -> None:
        """Note since when the dice rest, and when most of them were still in a hand."""
        numbers = frozenset(die.number for die in look.dice)
        few = self._dice // FEW
        anew = len(self._rested) > few and sum(map(self._lies_still, look.dice)) <= few
        if len(numbers) <= few or anew:
            self._few_ns = look.at_ns
        if look.tray is not Tray.SETTLED:
            self._since_ns = None
        elif self._since_ns is None or numbers != self._numbers:
            self._since_ns = look.at_ns
        self._numbers = numbers
        if look.tray is Tray.SETTLED:
            self._rested = {die.number: (die.x_mm, die.y_mm) for die in look.dice}

    def _lies_still(self, die: SeenDie) -> bool:
        """Whether it lies where it lay when all was last at rest: a throw leaves hardly any."""
        x, y = self._rested.get(die.number, (inf, inf))
        return hypot(die.x_mm - x, die.y_mm - y) < STILL_MM

    def pressed(self, seat: Seat, at_ns: int) -> None:
        """The thrower's press says: what lies there is my throw."""
        self._presses[seat] = at_ns

    def again(self) -> None:
        """All dice again: what lies there now is not the throw."""
        self.clear()
        self._again, self._few_ns = True, None

    def clear(self) -> None:
        """A new throw is due."""
        self._again, self._began_ns = False, None
        self._asking, self._missing = None, False
        self._presses.clear()
        self._unseen.clear()

    def shown(self, face: str) -> None:
        """A face was told: of the die asked about, or of one the camera does not see."""
        if self._asking is not None:
            if self._asking.colour == face[0]:
                self._names[self._asking.number] = face
            self._asking = None
        elif self._missing:
            self._unseen[face] += 1

    def report(self, state: State, look: Look, now_ns: int) -> Report:
        """What is to be told of the throw now."""
        told = lying(state)
        self._dice = 3 * len(state.players)
        if self._began_ns is None:
            self._began_ns = now_ns
        if look.tray is not Tray.SETTLED or self._since_ns is None:
            return Report(agrees=not told)
        if not told and not self._thrown(state.first):
            return Report(agrees=True, notice=self._not_thrown(state, look))
        rested_ns = self._since_ns + self._settle_ns
        if now_ns < rested_ns:
            return Report(wake_ns=rested_ns)
        return self._settled(state, look, told, now_ns)

    def _thrown(self, thrower: Seat) -> bool:
        """Did they all come at once, or does the thrower say so?"""
        assert self._since_ns is not None
        assert self._began_ns is not None
        if self._presses.get(thrower, -1) >= self._began_ns:
            return True
        return self._few_ns is not None and self._since_ns - self._few_ns <= BURST_NS

    def _not_thrown(self, state: State, look: Look) -> Text | None:
        if self._again:
            return text("notice.throw_again")
        full = len(look.dice) >= self._dice
        return text("notice.not_thrown", seat=str(state.first)) if full else None

    def _settled(self, state: State, look: Look, told: Counter[str], now_ns: int) -> Report:
        self._asking, self._missing = None, False
        seats = len(state.players)
        have = Counter(d.colour for d in look.dice)
        have.update(face[0] for face in self._unseen.elements())
        short = {c.value: seats - have[c.value] for c in COLOURS if have[c.value] != seats}
        assert self._since_ns is not None
        if look.outside and any(n > 0 for n in short.values()):
            return Report((Fact(("reroll",)),), agrees=True)
        over = next((c for c, n in short.items() if n < 0), None)
        if over is not None:
            return Report(notice=text("notice.too_many", colour=_colour(over), count=-short[over]))
        if short:
            return self._short(state, short, now_ns)
        return self._counted(state, look, told)

    def _short(self, state: State, short: dict[str, int], now_ns: int) -> Report:
        """Too few: after a while, ask whether one is outside after all, or what it shows."""
        assert self._since_ns is not None
        count = sum(short.values())
        ask_ns = self._since_ns + self._ask_ns
        notice = text("notice.too_few", count=count)
        if now_ns < ask_ns or count == 3 * len(state.players):
            return Report(notice=notice, wake_ns=ask_ns if now_ns < ask_ns else None)
        self._missing = True
        colour = next(iter(short))
        shows = tuple(f"show {colour}{symbol}" for symbol in SYMBOLS)
        question = text("ask.missing", colour=_colour(colour))
        return Report((Fact(("reroll", *shows), (state.first,), question),), notice=notice)

    def _counted(self, state: State, look: Look, told: Counter[str]) -> Report:
        """The count is right: tell every sure die; ask about the first unsure one."""
        shown = {d.number: face(d) for d in look.dice if d.sure}
        known = self._known(look, shown)
        if told - known:  # turned, or the camera was away and has numbered them afresh
            self._names.settle(look, told - self._unseen, Counter())
            known = self._known(look, shown)
        if told - known:
            return Report(notice=self._names.turned(look) or text("notice.out_of_step"))
        for number, name in shown.items():
            self._names[number] = name
        sure = tuple(Fact((f"show {face}",)) for face in (known - told).elements())
        self._asking = next((d for d in look.dice if d.number not in self._names), None)
        if sure or self._asking is None:
            self._asking = None  # the next answer names a die that was sure
            return Report(sure, agrees=True)
        return Report((_ask(self._asking, state),), agrees=True)

    def _known(self, look: Look, shown: dict[int, str]) -> Counter[str]:
        """What lies there: each die as it is sure to show, else as it was told to."""
        names = {d.number: self._names[d.number] for d in look.dice if d.number in self._names}
        return Counter((names | shown).values()) + self._unseen


def _ask(die: SeenDie, state: State) -> Fact:
    """The likeliest faces first, then every other one: it can always be answered."""
    guessed = [g.symbol for g in die.guesses]
    symbols = [*guessed, *(s for s in SYMBOLS if s not in guessed)]
    shows = tuple(f"show {die.colour}{symbol}" for symbol in symbols)
    question = text("ask.face", colour=_colour(die.colour), where=_where(die))
    return Fact((*shows, "reroll"), (state.first,), question, die=die.number)


def _colour(colour: str) -> Text:
    return text(f"colour.{colour}")


def _where(die: SeenDie) -> Text:
    """Where in the tray, in words a person standing before the picture would use."""
    if abs(die.x_mm) < 30 and abs(die.y_mm) < 30:
        return text("where.middle")
    if abs(die.x_mm) > abs(die.y_mm):
        return text("where.right" if die.x_mm > 0 else "where.left")
    return text("where.bottom" if die.y_mm > 0 else "where.top")
