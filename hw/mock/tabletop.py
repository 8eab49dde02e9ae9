"""Cards that slide over the virtual table, and the meeples that stand on them and fall.

Flat physics in millimetres, made up but for its shapes: a card is tossed or flicked from the edge
towards the middle, pushes the cards it meets or slides over them, and sweeps away the meeples in
its path. What stands on a card that is pushed may fall.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random

from hw.ports import CardSeen, MeepleSeen, Tabletop

Point = tuple[float, float]
WIDE_MM, HIGH_MM = 63.0, 88.0  # a card
HALF_DIAGONAL_MM = math.hypot(WIDE_MM, HIGH_MM) / 2
TABLE_MM = 420.0  # from the middle to the edge
THUMB_MM = 20.0
MEEPLE_MM = 8.0  # half the foot of a meeple
STEP_MM = 6.0  # a sliding card is looked at so often
START = "start"
SWERVE_DEG, SHORT_MM = 9.0, 95.0  # how well people throw: the spread of side and of length
PUSHES = 0.6  # a card that is met is pushed; else the other slides over it
KEEPS_PUSHING, KEEPS_SLIDING = 0.55, 0.75  # what is left of the way then
SWEPT, SHAKEN, BUMPED = 0.45, 0.45, 0.08  # who falls: swept, on a pushed card, on one slid over
FALLS_FLAT = 0.25  # a meeple that is shaken off its feet stays lying near where it stood


@dataclass(frozen=True, slots=True)
class Card:
    """A card that lies; *off* once it has left the table, by itself or taken *aside*."""

    owner: int
    name: str
    x_mm: float
    y_mm: float
    turn_deg: float
    off: bool = False
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Meeple:
    """A meeple on the table."""

    owner: int
    x_mm: float
    y_mm: float
    stands: bool = True


@dataclass(frozen=True, slots=True)
class Top:
    """All of it; cards in the order in which they came."""

    cards: tuple[Card, ...] = ()
    meeples: tuple[Meeple, ...] = ()


def laid(luck: Random, starts: tuple[tuple[int, int], ...]) -> Top:
    """The Start cards in a ring, each touching the next, and a meeple of each owner as named."""
    owners = sorted({owner for owner, _ in starts})
    ring = {2: 31.0, 3: 44.0, 4: 50.0}.get(len(owners), 30.0)
    top = Top()
    for i, owner in enumerate(owners):
        a = 2 * math.pi * i / max(1, len(owners))
        turn = math.degrees(a) + luck.uniform(-6.0, 6.0)
        card = Card(owner, START, ring * math.cos(a), ring * math.sin(a), turn)
        top = replace(top, cards=(*top.cards, card))
    for owner, whose in starts:
        card = next(c for c in top.cards if c.owner == whose)
        top = _with_meeple(top, luck, owner, card)
    return top


def launched(top: Top, luck: Random, owner: int, name: str, side_deg: float) -> Top:
    """A card from the side of its owner towards others' meeples; everything that comes of it."""
    side = math.radians(side_deg)
    start = (TABLE_MM * math.cos(side), TABLE_MM * math.sin(side))
    aim = _aimed(top, luck, owner)
    toward = math.atan2(aim[1] - start[1], aim[0] - start[0])
    toward += math.radians(luck.gauss(0.0, SWERVE_DEG))
    way = math.dist(start, aim) + luck.gauss(0.0, SHORT_MM)
    toss = luck.random() < 0.5
    slide = _Slide(top, luck, (math.cos(toward), math.sin(toward)), owner)
    card = Card(owner, name, *start, math.degrees(toward) + 90.0 + luck.gauss(0.0, 20.0))
    return slide.go(card, way, way - luck.uniform(60.0, 150.0) if toss else 0.0)


def stood(top: Top, luck: Random, owner: int, meeples: int) -> Top:
    """So many on their feet on the newest card that is on the table."""
    there = [card for card in top.cards if not card.off]
    for _ in range(meeples if there else 0):
        top = _with_meeple(top, luck, owner, there[-1])
    return top


def picked_up(top: Top, owner: int, meeples: int) -> Top:
    """So many of an owner's gone: first those that touch no card, then the newest."""
    mine = [i for i, m in enumerate(top.meeples) if m.owner == owner]
    order = sorted(mine, key=lambda i: (bool(_on(top, top.meeples[i])), -i))
    gone = set(order[:meeples])
    return replace(top, meeples=tuple(m for i, m in enumerate(top.meeples) if i not in gone))


def unthrown(top: Top, owner: int, name: str) -> Top:
    """Without the newest such card."""
    those = [i for i, c in enumerate(top.cards) if (c.owner, c.name) == (owner, name)]
    return replace(top, cards=tuple(c for i, c in enumerate(top.cards) if i not in those[-1:]))


def laid_aside(top: Top, owner: int, name: str, *, aside: bool) -> Top:
    """The newest such card that lies is taken away; or the newest that was is laid back."""
    those = [
        i
        for i, card in enumerate(top.cards)
        if (card.owner, card.name) == (owner, name) and (not card.off if aside else card.aside)
    ]
    if not those:
        return top
    card = replace(top.cards[those[-1]], off=aside, aside=aside)
    return replace(top, cards=(*top.cards[: those[-1]], card, *top.cards[those[-1] + 1 :]))


def seen(top: Top) -> Tabletop:
    """What eyes see of it."""
    return Tabletop(
        tuple(_card_seen(card) for card in top.cards),
        tuple(MeepleSeen(m.owner, m.x_mm, m.y_mm, m.stands, _on(top, m)) for m in top.meeples),
        landed(top),
    )


def _card_seen(c: Card) -> CardSeen:
    return CardSeen(c.owner, c.name, c.x_mm, c.y_mm, c.turn_deg, c.off, c.aside)


def landed(top: Top) -> str:
    """How the newest card lies beside the others (TL-12); nothing before one is thrown."""
    if not top.cards or top.cards[-1].name == START:
        return ""
    newest, others = top.cards[-1], [c for c in top.cards[:-1] if not c.off]
    if newest.off:
        return "off"
    gap = min((_gap(newest, other) for other in others), default=math.inf)
    return "touching" if gap <= 0 else "thumb" if gap <= THUMB_MM else "apart"


@dataclass(slots=True)
class _Slide:
    """One card on its way."""

    top: Top
    luck: Random
    way: Point  #: its direction
    owner: int
    _met: set[int] = field(default_factory=set)

    def go(self, card: Card, length_mm: float, flies_mm: float) -> Top:
        """All its way; the first part through the air, if it is tossed."""
        gone = 0.0
        while gone < length_mm:
            gone += STEP_MM
            card = self._moved(card, STEP_MM)
            if gone > flies_mm:
                speed = (length_mm - gone) / max(length_mm, 1.0)
                length_mm = gone + (length_mm - gone) * self._meets(card, speed, length_mm - gone)
        off = math.hypot(card.x_mm, card.y_mm) > TABLE_MM
        return replace(self.top, cards=(*self.top.cards, replace(card, off=off)))

    def _meets(self, card: Card, speed: float, left_mm: float) -> float:
        """What it meets here; the share of its way that is left after that."""
        self._sweep(card)
        share = 1.0
        for i, other in enumerate(self.top.cards):
            if i in self._met or other.off or _gap(card, other) > 0:
                continue
            self._met.add(i)
            if self.luck.random() < PUSHES:
                self._shake(other, SHAKEN * (0.3 + speed), by_mm=left_mm * 0.5 + 12.0)
                share *= KEEPS_PUSHING
            else:
                self._shake(other, BUMPED, by_mm=0.0)
                share *= KEEPS_SLIDING
        return share

    def _sweep(self, card: Card) -> None:
        """Meeples in its path."""
        corners = _corners(card)
        for i, meeple in enumerate(self.top.meeples):
            if not meeple.stands or _distance(corners, (meeple.x_mm, meeple.y_mm)) > 0:
                continue
            if self.luck.random() < SWEPT:
                self._fall(i, self.luck.uniform(20.0, 220.0))

    def _shake(self, other: Card, chance: float, by_mm: float) -> None:
        """A card is met, and moves by so much; those on it go with it, and may fall."""
        corners = _corners(other)
        riders = [
            i
            for i, m in enumerate(self.top.meeples)
            if _distance(corners, (m.x_mm, m.y_mm)) <= MEEPLE_MM
        ]
        moved = self._moved(other, by_mm)
        moved = replace(moved, turn_deg=moved.turn_deg + self.luck.gauss(0.0, by_mm / 6))
        at = self.top.cards.index(other)
        self.top = replace(self.top, cards=(*self.top.cards[:at], moved, *self.top.cards[at + 1 :]))
        for i in riders:
            self._put(i, replace(self._carried(self.top.meeples[i], by_mm)))
            if self.top.meeples[i].stands and self.luck.random() < chance:
                flat = self.luck.random() < FALLS_FLAT
                self._fall(i, self.luck.uniform(4.0, 14.0 if flat else 220.0))

    def _fall(self, i: int, far_mm: float) -> None:
        meeple = self.top.meeples[i]
        a = math.atan2(self.way[1], self.way[0]) + self.luck.gauss(0.0, 0.5)
        x, y = meeple.x_mm + far_mm * math.cos(a), meeple.y_mm + far_mm * math.sin(a)
        self._put(i, replace(meeple, x_mm=x, y_mm=y, stands=False))

    def _put(self, i: int, meeple: Meeple) -> None:
        them = self.top.meeples
        self.top = replace(self.top, meeples=(*them[:i], meeple, *them[i + 1 :]))

    def _carried(self, meeple: Meeple, by_mm: float) -> Meeple:
        x, y = meeple.x_mm + by_mm * self.way[0], meeple.y_mm + by_mm * self.way[1]
        return replace(meeple, x_mm=x, y_mm=y)

    def _moved(self, card: Card, by_mm: float) -> Card:
        x, y = card.x_mm + by_mm * self.way[0], card.y_mm + by_mm * self.way[1]
        return replace(card, x_mm=x, y_mm=y)


def _aimed(top: Top, luck: Random, owner: int) -> Point:
    """A card with others' meeples on it, the more the likelier; the middle where there is none."""
    cards = [card for card in top.cards if not card.off]
    if not cards:
        return (0.0, 0.0)
    worth = [1.0 + 2.0 * _others(top, card, owner) for card in cards]
    card = luck.choices(cards, worth)[0]
    return (card.x_mm, card.y_mm)


def _others(top: Top, card: Card, owner: int) -> int:
    corners = _corners(card)
    there = [m for m in top.meeples if _distance(corners, (m.x_mm, m.y_mm)) <= 0]
    return sum(m.owner != owner for m in there)


def _with_meeple(top: Top, luck: Random, owner: int, card: Card) -> Top:
    """One more on its feet on *card*, clear of the others where there is room."""
    best, room = (card.x_mm, card.y_mm), -1.0
    a = math.radians(card.turn_deg)
    for _ in range(24):
        u = luck.uniform(-0.5, 0.5) * (WIDE_MM - 18.0)
        v = luck.uniform(-0.5, 0.5) * (HIGH_MM - 18.0)
        x = card.x_mm + u * math.cos(a) - v * math.sin(a)
        y = card.y_mm + u * math.sin(a) + v * math.cos(a)
        near = min((math.dist((x, y), (m.x_mm, m.y_mm)) for m in top.meeples), default=99.0)
        if near > room:
            best, room = (x, y), near
    return replace(top, meeples=(*top.meeples, Meeple(owner, *best)))


def _on(top: Top, meeple: Meeple) -> tuple[int, ...]:
    """Whose cards it touches."""
    at = (meeple.x_mm, meeple.y_mm)
    near = (c for c in top.cards if not c.off)
    return tuple(sorted({c.owner for c in near if _distance(_corners(c), at) <= MEEPLE_MM}))


def _corners(card: Card) -> tuple[Point, ...]:
    """Of a card, clockwise on the table."""
    a = math.radians(card.turn_deg)
    c, s = math.cos(a), math.sin(a)
    halves = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return tuple(
        (
            card.x_mm + u * WIDE_MM / 2 * c - v * HIGH_MM / 2 * s,
            card.y_mm + u * WIDE_MM / 2 * s + v * HIGH_MM / 2 * c,
        )
        for u, v in halves
    )


def _gap(one: Card, other: Card) -> float:
    """Between two cards, in millimetres; 0 where they touch or overlap."""
    middles = math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))
    if middles > 2 * HALF_DIAGONAL_MM + THUMB_MM:
        return middles - 2 * HALF_DIAGONAL_MM
    a, b = _corners(one), _corners(other)
    if _overlap(a, b):
        return 0.0
    return min(*(_distance(a, point) for point in b), *(_distance(b, point) for point in a))


def _overlap(a: tuple[Point, ...], b: tuple[Point, ...]) -> bool:
    """Whether two rectangles have a point in common: no side of either parts them."""
    for shape in (a, b):
        for (x0, y0), (x1, y1) in pairwise(shape[:3]):
            nx, ny = y1 - y0, x0 - x1
            first = [nx * x + ny * y for x, y in a]
            second = [nx * x + ny * y for x, y in b]
            if max(first) < min(second) or max(second) < min(first):
                return False
    return True


def _distance(corners: tuple[Point, ...], at: Point) -> float:
    """From a rectangle to a point; 0 inside."""
    inside = True
    least = math.inf
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        dx, dy = x1 - x0, y1 - y0
        inside = inside and dx * (at[1] - y0) - dy * (at[0] - x0) >= 0
        t = max(0.0, min(1.0, ((at[0] - x0) * dx + (at[1] - y0) * dy) / (dx * dx + dy * dy)))
        least = min(least, math.dist(at, (x0 + t * dx, y0 + t * dy)))
    return 0.0 if inside else least
