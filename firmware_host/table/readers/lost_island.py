"""Lost Island's dice: ordinary ones, thrown for searches, spears, fights, and for who is first.

A throw is told die by die once all of it is clear: as many dice as are wanted, at rest, and every
one of them read surely. Else people are asked; so are they where it was told and taken back, or
where the table has been off meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from firmware_host.rules.kernel import Decision, Seat
from firmware_host.rules.lost_island.answers import IslandAnswer
from firmware_host.rules.lost_island.attack import dice as fighting
from firmware_host.rules.lost_island.state import AskFight, AskFirst, AskSpear, State
from firmware_host.table.reading import Correction, Fact, Pace, Report
from firmware_host.table.scene import Due, Text, text
from firmware_host.table.signals import NO_THROW, Thrown, Watch
from firmware_host.vision.facts import Look, SeenDie, Tray

from .pip_asking import PIPS, SHOWS, lay, to_throw, told_first, unsure
from .pip_throw import NS_PER_MS, Throw

TOPICS = ("first", "search", "spear", "fight")


class IslandReader:
    """One match's reader."""

    def __init__(self, sides: Mapping[Seat, float], pace: Pace | None = None) -> None:
        del sides
        pace = pace or Pace()
        self._ask_ns = pace.ask_ms * NS_PER_MS
        self._throw = Throw(pace.settle_ms * NS_PER_MS)
        self._blind = True
        self._asked = False
        self._thrower: Seat | None = None
        self._about: SeenDie | None = None
        """The die people are asked about."""
        self._unseen = False  # they are asked about one that is not seen
        self._lay = True  # what lies there may have been thrown for this before
        self._first = First()
        self._values: tuple[str, ...] = ()  # of the throw that is told just now
        self._thrown_last = NO_THROW

    def watch(self, state: State, topic: str) -> Watch:
        """Fast while dice are thrown. What was told of a throw no state says: its picture does."""
        del state
        return Watch("take" if topic in TOPICS else "idle", self._thrown_last)

    def reads(self, topic: str) -> bool:
        """Whatever dice tell."""
        return topic in TOPICS

    def looked(self, look: Look) -> None:
        """The newest look."""
        self._blind = look.tray is Tray.BLIND
        self._throw.looked(look)

    def pressed(self, seat: Seat, at_ns: int) -> None:
        """What lies there was thrown, says the thrower's press."""
        del at_ns
        if self._asked and seat == self._thrower:
            self._throw.claim()

    def withdrawn(self, seat: Seat, at_ns: int) -> None:
        """It answered a question, and claims nothing."""

    def report(self, state: State, pending: Decision[IslandAnswer], now_ns: int) -> Report:
        """What the crater says about the question the state waits on."""
        if pending.topic not in TOPICS:
            self._asked = False
            return Report(agrees=True)
        if not self._asked:
            self._asked = True
            self._throw.begin()
        if self._blind:
            return Report()
        if isinstance(state.ask, AskFirst):
            self._thrower = self._first.among(len(state.players)).thrower
            return self._who_begins(state, now_ns)
        assert state.turn is not None
        self._thrower = state.turn.seat
        due = Due(state.turn.seat, wanted(state))
        return self._thrown(due, to_throw(due, state), now_ns)

    def told(self, state: State, words: str) -> None:
        """A die has counted; with the last one of a throw the next is due."""
        verb, _, value = words.partition(" ")
        if verb == "die" and isinstance(state.ask, AskFirst):
            self._threw(int(value))
            return
        if verb == "die":
            self._values += (value,)
        if verb == "die" and self._about is not None:
            self._throw.counts(self._about)
        elif verb == "die" and not self._unseen:
            self._throw.told(value)
        self._about, self._unseen = None, False
        if verb != "die" or wanted(state) == 1:
            self._asked = self._lay = False
            self._whole()

    def reset(self) -> None:
        """Undo, put or resume: what lies there was thrown before."""
        self._asked, self._first = False, First()
        self._throw.forget()
        self._about, self._unseen, self._lay, self._values = None, False, True, ()

    def corrections(self, state: State, seat: Seat) -> tuple[Correction, ...]:
        """None: who was misread takes the last choice back, or has it put right."""
        del state, seat
        return ()

    # Inside

    def _thrown(self, due: Due, throw: Text, now_ns: int) -> Report:
        """A throw as it lies: told, waited for, or asked about."""
        dice = self._throw.new()
        self._about, self._unseen = None, False
        if not dice and self._lay and self._throw.old and self._throw.rests(now_ns):
            self._unseen = True
            return Report((lay(due.seat, self._throw.old.values()),), agrees=True, due=due)
        if not dice or not self._throw.rests(now_ns):
            wake = self._throw.rests_ns() if dice or self._lay else None
            notice = None if dice else throw
            return Report(agrees=True, notice=notice, wake_ns=wake, due=due)
        if len(dice) != due.dice:
            return self._miscounted(due, dice, now_ns)
        sure = tuple(Fact((f"die {die.symbol}",)) for die in dice if _sure(die))
        if sure:
            return Report(sure, agrees=True)
        self._about = dice[0]
        return Report((unsure(dice[0], due.seat),), agrees=True)

    def _miscounted(self, due: Due, dice: list[SeenDie], now_ns: int) -> Report:
        """Too few, or too many: they may throw again; after a while they may tell as well."""
        more = len(dice) - due.dice
        key = "li.notice.extra" if more > 0 else "li.notice.short"
        notice = text(key, seat=str(due.seat), n=abs(more))
        ask_ns = self._throw.since_ns + self._ask_ns
        if now_ns < ask_ns:
            return Report(agrees=True, notice=notice, wake_ns=ask_ns, due=due)
        shows = SHOWS if more < 0 else tuple(dict.fromkeys(f"die {d.symbol}" for d in dice))
        self._unseen = more < 0
        if len(shows) == 1:  # whichever counts, it shows that
            return Report((Fact(shows),), agrees=True)
        question = text("li.ask.extra" if more > 0 else "li.ask.missing")
        return Report((Fact(shows, (due.seat,), question),), agrees=True, due=due)

    def _who_begins(self, state: State, now_ns: int) -> Report:
        """Each throws a die, those who tie once more (LI-04)."""
        first = self._first
        if first.winner is not None:
            return Report((Fact((f"{first.winner} begin",)),), agrees=True)
        due, dice = Due(first.thrower, 1), self._throw.new()
        if not dice or not self._throw.rests(now_ns):
            wake = self._throw.rests_ns() if dice else None
            notice = None if dice else to_throw(due, state)
            return Report(agrees=True, notice=notice, wake_ns=wake, due=due)
        if len(dice) == 1 and _sure(dice[0]):
            self._threw(int(dice[0].symbol))
            return self._who_begins(state, now_ns)
        return Report((told_first(dice, due.seat),), agrees=True, due=due)

    def _threw(self, pips: int) -> None:
        """The next one's die, of those who throw for who is first, shows this."""
        for die in self._throw.new():
            self._throw.counts(die)
        self._throw.begin()
        self._first.threw(pips)
        self._values = (str(pips),)
        self._whole()

    def _whole(self) -> None:
        """All of a throw is told."""
        if self._values:
            self._thrown_last = Thrown(self._thrown_last.number + 1, self._values)
        self._values = ()


class First:
    """Who throws highest; of those who tie, who does then."""

    def __init__(self) -> None:
        self._left: list[Seat] = []
        self._threw: dict[Seat, int] = {}

    def among(self, seats: int) -> First:
        """So many throw for it."""
        if not self._left:
            self._left = [Seat(i) for i in range(seats)]
        return self

    @property
    def thrower(self) -> Seat:
        """Whose die is next."""
        return next((s for s in self._left if s not in self._threw), self._left[0])

    @property
    def winner(self) -> Seat | None:
        """Who is first, once that is plain."""
        return self._left[0] if len(self._left) == 1 else None

    def threw(self, pips: int) -> None:
        """The next one's die shows this."""
        self._threw[self.thrower] = pips
        if len(self._threw) == len(self._left):
            most = max(self._threw.values())
            self._left = [seat for seat in self._left if self._threw[seat] == most]
            self._threw = {}


def wanted(state: State) -> int:
    """How many dice are still to come of the throw that goes on: a fight has one a monster."""
    match state.ask:
        case AskSpear(spears=spears, rolled=rolled):
            return spears - len(rolled)
        case AskFight(cell=cell, rolled=rolled):
            left = fighting(state, cell)[len(rolled) :]
            return len(list(next(group for _, group in groupby(left))))
        case _:
            return 1


def _sure(die: SeenDie) -> bool:
    """Is it one of ours, and plain to read?"""
    return die.sure and die.symbol in PIPS
