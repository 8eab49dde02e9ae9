"""The virtual world: where its dice lie and whose arm reaches in, at any moment.

A world is a value. Every act gives the next one and carries the moment it begins; what is seen at a
moment (dice rolling, an arm half way in) is a function of the world and that moment alone.
"""

from __future__ import annotations

import enum
import math
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from hw.ports import Volcano

from .look import Look
from .tabletop import Top

CRATER, OUTSIDE = "crater", "outside"
HAND = re.compile(r"hand \d+")
MS = 1_000_000  # nanoseconds
REACH_NS = 300 * MS  # an arm is over the die
GRIP_NS = 60 * MS  # and has it in its fingers
LEAVE_NS = 280 * MS  # and is gone again


@dataclass(frozen=True, slots=True)
class Rest:
    """How a die lies."""

    x_mm: float
    y_mm: float
    spin_deg: float  #: its top face's turn, clockwise in the picture
    up: int  #: the face on top, 0..5
    lean_deg: float = 0.0  #: cocked: how far its side towards *lean_to_deg* is raised
    lean_to_deg: float = 0.0
    on_mm: float = 0.0  #: it lies on something so high: on another die


@dataclass(frozen=True, slots=True)
class Roll:
    """How a die comes to lie where it lies: it rolls from a place, then rests."""

    start_ns: int
    end_ns: int
    x_mm: float
    y_mm: float
    turns_deg: float  #: by how much it turns over on its way
    hop_mm: float  #: how high it bounces


@dataclass(frozen=True, slots=True)
class Die:
    """One die. It is at *place* from *since_ns* on; until then at *was*, lying *before*."""

    number: int
    colour: str
    faces: str  #: six symbols, face 0 to 5; opposite faces are 0-5, 1-4, 2-3
    place: str  #: ``crater``, ``outside`` or ``hand N``
    rest: Rest
    since_ns: int = 0
    was: str = ""
    before: Rest | None = None
    roll: Roll | None = None

    @property
    def face(self) -> str:
        """What it shows, spelled colour and symbol: ``Yb``; of any colour, the symbol: ``5``."""
        letter = self.colour if len(self.colour) == 1 else ""
        return letter + self.faces[self.rest.up]

    def at(self, at_ns: int) -> tuple[str, Rest]:
        """Where it is at a moment, and how it lies when at rest."""
        if at_ns < self.since_ns and self.was:
            return self.was, self.before or self.rest
        return self.place, self.rest


@dataclass(frozen=True, slots=True)
class Arm:
    """An arm that comes over the rim from a side, goes to a place and leaves again."""

    button: int
    side_deg: float  #: 0 from the right, 90 from below
    x_mm: float
    y_mm: float
    since_ns: int
    until_ns: int  #: it is gone

    def reach(self, at_ns: int) -> float:
        """How far in it is: 0 away, 1 at its place."""
        if not self.since_ns <= at_ns < self.until_ns:
            return 0.0
        come = (at_ns - self.since_ns) / REACH_NS
        go = (self.until_ns - at_ns) / LEAVE_NS
        part = max(0.0, min(1.0, come, go))
        return part * part * (3.0 - 2.0 * part)


@dataclass(frozen=True, slots=True)
class Odds:
    """What may go wrong in a throw."""

    outside: float = 0.02  #: the chance that one die of a throw leaves the tray
    cocked: float = 0.01  #: the chance that one comes to lean on the wall
    touching: float = 0.4  #: a die's chance to come to rest against another


class Fault(enum.StrEnum):
    """How the virtual camera fails."""

    NONE = "none"
    BLACK = "black"  #: the picture is black
    STALE = "stale"  #: the last picture again
    SILENT = "silent"  #: no answer
    PULLED = "pulled"  #: it is not there
    HANGS = "hangs"  #: it never comes back from a picture
    SLOW = "slow"  #: each picture takes its time
    CUT = "cut"  #: the lower part did not arrive
    WHITE = "white"  #: so much light that the picture is burnt out
    DIM = "dim"  #: hardly any light
    BLURRED = "blurred"  #: out of focus
    SMEARED = "smeared"  #: a thumb was on one side of the lens
    MOVED = "moved"  #: somebody has knocked against it


@dataclass(frozen=True, slots=True)
class World:
    """The whole virtual world at rest, and what still moves in it."""

    seed: int
    dice: tuple[Die, ...]
    arms: tuple[Arm, ...] = ()
    throws: int = 0
    acts: int = 0
    odds: Odds = field(default_factory=Odds)
    look: Look = field(default_factory=Look)
    camera: Fault = Fault.NONE
    top: Top = field(default_factory=Top)
    """Cards and meeples beside the crater, in games with such."""
    volcano: Volcano | None = None

    def die(self, number: int) -> Die:
        """Die number *number*.

        :raises LookupError: there is no such die.
        """
        for die in self.dice:
            if die.number == number:
                return die
        raise LookupError(f"there is no die {number}, only {[d.number for d in self.dice]}")

    def luck(self) -> random.Random:
        """The luck of the next act: the same for the same seed and the same number of acts."""
        return random.Random(f"{self.seed} act {self.acts}")

    def moving(self, at_ns: int) -> bool:
        """True if anything moves at a moment, or an arm is in the way."""
        arms = any(a.since_ns <= at_ns < a.until_ns for a in self.arms)
        rolls = (d.roll for d in self.dice if d.at(at_ns)[0] in (CRATER, OUTSIDE))
        return arms or any(r is not None and r.start_ns <= at_ns < r.end_ns for r in rolls)

    def lying(self, place: str = CRATER) -> Iterator[Die]:
        """The dice at *place* once everything rests."""
        return (die for die in self.dice if die.place == place)


def hand(button: int) -> str:
    """The place of a die somebody holds."""
    return f"hand {button}"


def fresh(
    seed: int,
    faces: Mapping[str, str],
    players: int,
    odds: Odds | None = None,
    look: Look | None = None,
) -> World:
    """A new world: *players* dice of each colour of *faces* (six symbols each), in their hands.

    :raises ValueError: a colour has not six faces.
    """
    dice: list[Die] = []
    for colour, symbols in faces.items():
        if len(symbols) != 6:
            raise ValueError(f"faces of {colour} are {symbols!r}: write six symbols")
        for player in range(players):
            rest = Rest(0.0, 0.0, 0.0, 0)
            dice.append(Die(len(dice), colour, symbols, hand(player), rest))
    return World(seed, tuple(dice), odds=odds or Odds(), look=look or Look())


def changed(world: World, *dice: Die, arm: Arm | None = None, at_ns: int) -> World:
    """The world after an act: *dice* replace those of their numbers, *arm* comes in."""
    new = {die.number: die for die in dice}
    arms = tuple(a for a in world.arms if a.until_ns > at_ns) + ((arm,) if arm else ())
    return replace(
        world,
        dice=tuple(new.get(die.number, die) for die in world.dice),
        arms=arms,
        acts=world.acts + 1,
    )


def moved(die: Die, place: str, rest: Rest, since_ns: int, roll: Roll | None = None) -> Die:
    """*die* goes to *place* at *since_ns*, and rolls there if it does."""
    kept = roll if roll is not None else (die.roll if place.startswith("hand") else None)
    return replace(
        die, place=place, rest=rest, since_ns=since_ns, was=die.place, before=die.rest, roll=kept
    )


def eased(part: float) -> float:
    """Motion that starts fast and comes gently to rest, 0..1 to 0..1."""
    return 1.0 - math.pow(1.0 - min(max(part, 0.0), 1.0), 2.4)


def bounce(part: float) -> float:
    """How high a rolling die is, 1 at most: three hops, each lower."""
    return abs(math.cos(part * math.pi * 2.5)) * (1.0 - part) ** 2
