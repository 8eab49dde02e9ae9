"""A throw of ordinary dice: which of those in the crater have been thrown for this question.

Dice may lie there from throws before, and nobody need take them out. What counts has come in since
the question was put, or lies plainly elsewhere or otherwise than it did. A die that was only pushed
aside is no throw. Where the camera has not seen that, the thrower's press says so.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot

from firmware_host.vision.facts import Look, SeenDie, Tray

NS_PER_MS = 1_000_000
PUSHED_MM = 40.0
"""A die that shows the same and lies no farther away was pushed: two and a half of its edges."""
STILL_MM = 5.0  #: a third of a die: the camera does not see it lie so much elsewhere


@dataclass(slots=True)
class Throw:
    """What is known of the dice that lie there."""

    settle_ns: int
    old: dict[int, SeenDie] = field(default_factory=dict)
    """Dice that count no more, by number."""
    _counted: dict[int, SeenDie] = field(default_factory=dict)
    """Those of them that have counted, as they lay then: no press makes a throw count twice."""
    _rested: tuple[SeenDie, ...] = ()
    _since_ns: int | None = None
    _look: Look | None = None

    def looked(self, look: Look) -> None:
        """Note since when the dice rest, and which have gone."""
        if look.tray is Tray.BLIND:
            return
        self._look = look
        gone = {die.number for die in look.gone}
        if look.tray is Tray.EMPTY:
            self.old, self._rested = {}, ()
        self.old = {n: die for n, die in self.old.items() if n not in gone}
        if look.tray is not Tray.SETTLED:
            self._since_ns = None
            return
        if self._since_ns is None or _numbers(look.dice) != _numbers(self._rested):
            self._since_ns = look.at_ns
        self._rested = look.dice

    def begin(self) -> None:
        """A new throw is due: all that lies there was thrown before."""
        self.old = {die.number: die for die in self._rested}

    def claim(self) -> None:
        """Somebody says: what lies there is my throw. What has counted, and lies still, is not."""
        lying = {die.number: die for die in self._rested}
        self.old = {
            n: die
            for n, die in self._counted.items()
            if n in lying and _rests(die, lying[n]) and die.symbol == lying[n].symbol
        }

    def forget(self) -> None:
        """What has counted was taken back: it may count again."""
        self._counted = {}

    def told(self, value: str) -> None:
        """A die that shows *value* has counted."""
        for die in self.new():
            if die.symbol == value:
                self.counts(die)
                return

    def counts(self, die: SeenDie) -> None:
        """This die has counted."""
        self.old[die.number] = self._counted[die.number] = die

    def rests(self, now_ns: int) -> bool:
        """Has all lain still for as long as it must?"""
        return self._since_ns is not None and now_ns >= self._since_ns + self.settle_ns

    def rests_ns(self) -> int | None:
        """When it will have; None while something moves."""
        return None if self._since_ns is None else self._since_ns + self.settle_ns

    @property
    def since_ns(self) -> int:
        """Since when all lies still."""
        return self._since_ns or 0

    @property
    def outside(self) -> int:
        """Dice that lie beside the crater."""
        return 0 if self._look is None else self._look.outside

    def new(self) -> list[SeenDie]:
        """The dice that were thrown."""
        left, found = dict(self.old), list[SeenDie]()
        for die in sorted(self._rested, key=lambda one: one.number not in left):
            was = next((n for n, old in left.items() if _is(old, die)), None)
            if was is None:
                found.append(die)
            else:
                del left[was]
        return found


def _numbers(dice: tuple[SeenDie, ...]) -> frozenset[int]:
    return frozenset(die.number for die in dice)


def _is(old: SeenDie, die: SeenDie) -> bool:
    """Is this the die that lay there before: where it lay, or pushed a little?"""
    if die.number == old.number and _rests(old, die):
        return True
    return die.symbol == old.symbol and _far(old, die) < PUSHED_MM


def _rests(old: SeenDie, die: SeenDie) -> bool:
    """Does it lie where it lay?"""
    return _far(old, die) < STILL_MM


def _far(old: SeenDie, die: SeenDie) -> float:
    """How far it has come, in millimetres."""
    return hypot(die.x_mm - old.x_mm, die.y_mm - old.y_mm)
