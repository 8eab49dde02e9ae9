"""Balls of lava on the virtual volcano: from peg to peg, over pawns and boulders, to the bottom.

Flat physics, made up but for its shapes. A ball goes down row by row. A peg it meets throws it to a
side; a pawn it meets may fall, or tilt and stay; a boulder throws it past its end, may go with it,
or hold it. What falls tumbles down, may take along those that stand below, or come to rest on a peg
further down. Lengths are in widths between neighbouring pegs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from hw.ports import BoulderSeen, PawnSeen, Peg, Volcano

STANDS, TILTED, FALLEN = "stands", "tilted", "fallen"
BALL, PAWN = 0.42, 0.3  # so near to the middle of a peg they meet what is there
DRIFT, KEEPS = 0.9, 0.8  # how far sideways speed carries from row to row, and what is left of it
AIM, SPEED = 0.12, 0.25  # the spread of where a ball comes out of its chute, and how
FALLS, FALLS_MORE = 0.35, 0.5  # who is just touched, and what a full hit adds
TILTS = 0.5  # of those that are hit and do not fall
STICKS, TAKEN = 0.02, 0.1  # a boulder holds the ball, or goes with it
PAST = 0.55  # so far beyond a boulder's end it is thrown
TUMBLES, DOMINO, RESTS = 0.25, 0.35, 0.04  # the spread of a fall; who is taken along; who rests


def set_up(volcano: Volcano, pawns: Sequence[PawnSeen], boulders: Sequence[BoulderSeen]) -> Volcano:
    """The same volcano with just these on it, upright, and no ball."""
    return Volcano(volcano.pegs, volcano.slots, tuple(pawns), tuple(boulders))


def rolled(volcano: Volcano, luck: Random, slot: int) -> Volcano:
    """What a ball from that chute leaves behind.

    :raises ValueError: there is no such chute.
    """
    if not 1 <= slot <= volcano.slots:
        raise ValueError(f"there is no chute {slot}, only 1 to {volcano.slots}")
    roll = _Roll(volcano, luck)
    roll.go(slot)
    return replace(
        volcano,
        pawns=tuple(roll.pawns),
        boulders=tuple(roll.boulders),
        slot=slot,
        way=tuple(roll.way),
        stuck=roll.stuck,
        told=False,
    )


@dataclass(slots=True)
class _Roll:
    """One ball on its way."""

    volcano: Volcano
    luck: Random
    pawns: list[PawnSeen] = field(init=False)
    boulders: list[BoulderSeen] = field(init=False)
    way: list[tuple[float, float]] = field(default_factory=list)
    stuck: bool = False
    _x: float = 0.0
    _speed: float = 0.0

    def __post_init__(self) -> None:
        self.pawns, self.boulders = list(self.volcano.pawns), list(self.volcano.boulders)

    def go(self, slot: int) -> None:
        """All its way."""
        wide, top = self._wide(), max(peg.row for peg in self.volcano.pegs)
        self._x = (slot - 0.5) / self.volcano.slots * wide - 0.5 + self.luck.gauss(0.0, AIM)
        self._speed = self.luck.gauss(0.0, SPEED)
        self.way.append((self._x, top + 1.0))
        for row in range(top, -1, -1):
            self._drift(wide)
            self.way.append((self._x, float(row)))
            self._meets(row)
            if self.stuck:
                return
        self.way.append((self._x, -1.0))

    def _wide(self) -> float:
        """Of the board: its outermost pegs are half a width from its edges."""
        return max(peg.x for peg in self.volcano.pegs) + 1.0

    def _drift(self, wide: float) -> None:
        self._x += self._speed * DRIFT
        self._speed *= KEEPS
        if not -0.5 <= self._x <= wide - 0.5:  # it comes back from the wall
            self._x = min(max(self._x, -0.5), wide - 0.5)
            self._speed = -self._speed

    def _meets(self, row: int) -> None:
        """What there is in this row."""
        for i, boulder in enumerate(self.boulders):
            ends = self._ends(boulder)
            if not boulder.off and min(peg.row for peg in ends) == row and self._over(ends):
                self._hits_boulder(i, ends)
                return
        peg = min(self._row(row), key=lambda one: abs(one.x - self._x))
        if abs(peg.x - self._x) < BALL:
            self._hits_pawns(peg)
            self._thrown(1.0 if self._x >= peg.x else -1.0)

    def _ends(self, boulder: BoulderSeen) -> tuple[Peg, Peg]:
        one, other = (self._peg(name) for name in boulder.pair.split("+"))
        return one, other

    def _peg(self, name: str) -> Peg:
        return next(peg for peg in self.volcano.pegs if peg.name == name)

    def _row(self, row: int) -> Iterator[Peg]:
        return (peg for peg in self.volcano.pegs if peg.row == row)

    def _over(self, ends: tuple[Peg, Peg]) -> bool:
        left, right = sorted(peg.x for peg in ends)
        return left - BALL < self._x < right + BALL

    def _hits_boulder(self, i: int, ends: tuple[Peg, Peg]) -> None:
        left, right = sorted(peg.x for peg in ends)
        if self.luck.random() < STICKS:
            self.stuck = True
        elif self.luck.random() < TAKEN:
            self.boulders[i] = replace(self.boulders[i], off=True)
            self._tumble((left + right) / 2, min(peg.row for peg in ends))
        else:
            side = 1.0 if self._x >= (left + right) / 2 else -1.0
            self._x = right + PAST if side > 0 else left - PAST
            self._speed = side * self.luck.uniform(0.1, 0.4)

    def _hits_pawns(self, peg: Peg) -> None:
        force = 1.0 - abs(peg.x - self._x) / BALL
        for i, pawn in enumerate(self.pawns):
            if pawn.peg != peg.name or pawn.how == FALLEN:
                continue
            if self.luck.random() < FALLS + FALLS_MORE * force:
                self._fall(i, peg)
            elif self.luck.random() < TILTS:
                self.pawns[i] = replace(pawn, how=TILTED)

    def _thrown(self, side: float) -> None:
        """By a peg, to one side; a pawn on it makes no difference to that."""
        self._speed = side * self.luck.uniform(0.15, 0.6)

    def _fall(self, i: int, peg: Peg) -> None:
        self.pawns[i] = replace(self.pawns[i], how=FALLEN)
        rests = self._tumble(peg.x, peg.row)
        self.pawns[i] = replace(self.pawns[i], rests=rests)

    def _tumble(self, x: float, row: int) -> str:
        """Something falls from there; whom it takes along, and the peg it rests on, or none."""
        for below in range(row - 1, -1, -1):
            x += self.luck.gauss(0.0, TUMBLES)
            peg = min(self._row(below), key=lambda one: abs(one.x - x))
            if abs(peg.x - x) >= PAWN:
                continue
            there = [i for i, p in enumerate(self.pawns) if p.peg == peg.name and p.how != FALLEN]
            if there and self.luck.random() < DOMINO:
                self._fall(there[0], peg)
            elif not there and not self._covered(peg) and self.luck.random() < RESTS:
                return peg.name
        return ""

    def _covered(self, peg: Peg) -> bool:
        return any(peg.name in one.pair.split("+") for one in self.boulders if not one.off)
