"""Reading the throw: what the camera's looks mean for Fumarole. Where it is not sure, it asks."""

from __future__ import annotations

from collections.abc import Mapping
from math import dist

from firmware_host.rules.kernel import Answer, Decision, Seat
from firmware_host.table.reading import Correction, Fact, Pace, Report
from firmware_host.table.scene import Text, text
from firmware_host.table.signals import Watch
from firmware_host.vision.facts import Look, SeenDie, Tray

from .box import COLOURS, SYMBOLS
from .rules import State
from .view import own

NS_PER_MS = 1_000_000
STILL_MM = 8.0  #: half a die: what lies no farther off has not been thrown


class VentReader:
    """One match's reader. Dice that lie where the last throw left them are no new throw."""

    def __init__(self, sides: Mapping[Seat, float], pace: Pace) -> None:
        del sides  # nobody takes a die that is the own one, so nobody's hand matters
        self._settle_ns, self._ask_ns = pace.settle_ms * NS_PER_MS, pace.ask_ms * NS_PER_MS
        self._look: Look | None = None
        self._rested_ns = 0
        self._again = False
        self._old: tuple[tuple[float, float], ...] = ()  # where the last throw lay, millimetres
        self._asked_ns: int | None = None  # since when a throw is due

    def watch(self, state: State, topic: str) -> Watch:
        """Many pictures a second while dice are thrown."""
        del state
        return Watch("roll" if topic == "show" else "idle")

    def reads(self, topic: str) -> bool:
        """Dice are all there is to see."""
        return topic == "show"

    def looked(self, look: Look) -> None:
        """Note since when the dice rest, and that they were taken up."""
        if look.tray is not Tray.SETTLED or self._look is None or _moved(look, self._look):
            self._rested_ns = look.at_ns
        if look.tray is Tray.EMPTY:
            self._old = ()
        self._look = look

    def pressed(self, seat: Seat, at_ns: int) -> None:
        """A press says: what lies there is my throw. At once it can say nothing of the kind."""
        del seat
        if self._late(at_ns):
            self._old = ()

    def withdrawn(self, seat: Seat, at_ns: int) -> None:
        """No press is ever a mistake here."""

    def report(self, state: State, pending: Decision[Answer], now_ns: int) -> Report:
        """What is to be told, asked or put right now."""
        look = self._look
        if self._asked_ns is None:
            self._asked_ns = now_ns
        if pending.topic != "show" or look is None or look.tray is not Tray.SETTLED:
            return Report(agrees=True)
        if not state.shown and self._still(look):
            key = "notice.throw_again" if self._again else "notice.not_thrown"
            if self._late(now_ns):
                return Report(agrees=True, notice=text(key, seat=str(state.turn)))
            return Report(agrees=True, wake_ns=self._asked_ns + self._ask_ns)
        rested_ns = self._rested_ns + self._settle_ns
        if now_ns < rested_ns:
            return Report(agrees=True, wake_ns=rested_ns)
        return self._settled(state, look, now_ns)

    def _still(self, look: Look) -> bool:
        """Whether any die lies where one of the last throw lay."""
        here = [(die.x_mm, die.y_mm) for die in look.dice]
        return any(dist(die, old) < STILL_MM for die in here for old in self._old)

    def _late(self, now_ns: int) -> bool:
        """Whether a throw has been due for so long that one may be reminded of it."""
        return self._asked_ns is not None and now_ns >= self._asked_ns + self._ask_ns

    def _settled(self, state: State, look: Look, now_ns: int) -> Report:
        """One die of each colour, or a question."""
        there = {c[0].upper(): [d for d in look.dice if d.colour == c[0].upper()] for c in COLOURS}
        for colour, dice in there.items():
            if len(dice) > 1:
                many = text("notice.too_many", colour=_colour(colour), count=len(dice) - 1)
                return Report(agrees=True, notice=many)
        told = {face[0] for face in state.shown}
        lacking = [colour for colour, dice in there.items() if not dice and colour not in told]
        if lacking and look.outside:
            return Report((Fact(("reroll",)),), agrees=True)
        if lacking:
            return self._short(state, lacking, now_ns)
        left = [dice[0] for colour, dice in there.items() if dice and colour not in told]
        sure = [Fact((f"show {die.colour}{die.symbol}",)) for die in left if die.sure]
        asked = [_question(state, die) for die in left if not die.sure]
        return Report((*sure, *asked), agrees=True)

    def _short(self, state: State, lacking: list[str], now_ns: int) -> Report:
        """Too few: after a while ask whether one is outside after all, or what it shows."""
        ask_ns, few = self._rested_ns + self._ask_ns, text("notice.too_few", count=len(lacking))
        if now_ns < ask_ns or len(lacking) == len(COLOURS):
            return Report(agrees=True, notice=few, wake_ns=ask_ns if now_ns < ask_ns else None)
        shows = [f"show {lacking[0]}{symbol}" for symbol in SYMBOLS]
        asked = text("ask.missing", colour=_colour(lacking[0]))
        return Report((Fact(("reroll", *shows), (state.turn,), asked),), agrees=True, notice=few)

    def told(self, state: State, words: str) -> None:
        """After the last die, or when all are to be thrown again, these dice are the old ones."""
        if words == "reroll" or (words.startswith("show") and len(state.shown) == len(COLOURS) - 1):
            dice = self._look.dice if self._look is not None else ()
            self._old = tuple((die.x_mm, die.y_mm) for die in dice)
            self._again, self._asked_ns = words == "reroll", None

    def reset(self) -> None:
        """Undo, put or resume: what lies there may still be the throw that is asked for."""

    def corrections(self, state: State, seat: Seat) -> tuple[Correction, ...]:
        """Nothing but by staff."""
        del state, seat
        return ()


def _moved(look: Look, before: Look) -> bool:
    return [die.number for die in look.dice] != [die.number for die in before.dice]


def _question(state: State, die: SeenDie) -> Fact:
    """The likeliest faces first, then every other one: it can always be answered."""
    guessed = [guess.symbol for guess in die.guesses]
    symbols = [*guessed, *(s for s in SYMBOLS if s not in guessed)]
    shows = tuple(f"show {die.colour}{symbol}" for symbol in symbols)
    question = own("ask.face", colour=_colour(die.colour))
    return Fact((*shows, "reroll"), (state.turn,), question, die=die.number)


def _colour(letter: str) -> Text:
    return text(f"colour.{letter}")
