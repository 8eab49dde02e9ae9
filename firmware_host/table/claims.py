"""Whose die was it? Presses stamped by the kernel, joined with dice that left the crater.

A press says *who* and when to the millisecond; the camera says *which*, between which two
pictures, and where arms crossed the rim meanwhile. Neither knows both, so they are joined: a
press stays open for a while, and of all ways in which open presses may explain the dice that left
the cheapest is believed, if every other one that gives a die to somebody else is much dearer.
Else the seats are asked. Nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from firmware_host.rules.kernel import Seat

from .matching import ways

WIDEN = 4
"""After so many times the claim's while, everyone who owes a die is asked, not the likely alone."""
AWAY_DEG = 30.0
"""An arm that was as far from where a seat's would have crossed the rim was not that seat's, ..."""
HERS_DEG = 10.0
"""... if it was so close to where another's would have."""
TOGETHER_NS = 700_000_000
"""One person's thumb and hand act within so long of each other."""
MOST = 4
"""So many dice at most are judged together."""

# What it costs to believe things; ways less than matching.SURE apart are asked about.
USUAL_DEG = 8.0  #: an arm this far from where it should have been costs 1, twice as far 4, ...
ELSEWHERE = 9.0  #: ... and at most this: people lean, and stand up
LONG_BETWEEN = 3.0  #: a thumb and a hand that did not act together were one person's
AFTER = 1.5  #: or the thumb acted when the die had gone
NOT_YET, NEVER = 5.0, 13.0
"""That nobody has pressed for a die: while a press may yet come, and later."""


@dataclass(frozen=True, slots=True)
class Press:
    """A seat pressed its button, to say: this one is mine."""

    seat: Seat
    at_ns: int


@dataclass(frozen=True, slots=True)
class Vanished:
    """A die left the crater between two pictures."""

    number: int
    face: str
    seen_ns: int
    missed_ns: int
    off_deg: Mapping[Seat, float] = field(default_factory=dict)
    """How far on the rim any arm was from where this seat's would have been; empty: no arm seen."""


@dataclass(frozen=True, slots=True)
class Belongs:
    """This die is that seat's, by this press."""

    die: Vanished
    press: Press


@dataclass(frozen=True, slots=True)
class AskWhose:
    """These seats may have it: ask them."""

    die: Vanished
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TooMany:
    """A seat with all its dice has reached for one more: it goes back (LL-20)."""

    die: Vanished
    seat: Seat


@dataclass(frozen=True, slots=True)
class WaitFor:
    """Nobody has claimed it yet; ask when this time has come."""

    die: Vanished
    until_ns: int


Verdict = Belongs | AskWhose | TooMany | WaitFor


def join(
    dice: Sequence[Vanished],
    presses: Sequence[Press],
    owing: Mapping[Seat, int],
    claim_ns: int,
    now_ns: int,
) -> tuple[Verdict, ...]:
    """What becomes of each die that left, oldest first.

    *owing* says how many dice each seat may still take.
    """
    left, owed, out = list(presses), dict(owing), list[Verdict]()
    for group in _groups(dice, presses, claim_ns):
        out += _group(group, left, owed, claim_ns, now_ns)
    return tuple(out)


def expired(
    presses: Sequence[Press],
    dice: Sequence[Vanished],
    claim_ns: int,
    now_ns: int,
    *,
    hidden: bool = False,
) -> tuple[Press, ...]:
    """The presses that no die came to, and that none of *dice*, still nobody's, may belong to.

    While dice are *hidden* by hands, theirs may be one of them: they live longer.
    """
    live_ns = WIDEN * claim_ns if hidden else claim_ns
    late = [p for p in presses if now_ns - p.at_ns > live_ns]
    return tuple(p for p in late if not any(_in_time(p, die, claim_ns) for die in dice))


def _groups(
    dice: Sequence[Vanished], presses: Sequence[Press], claim_ns: int
) -> list[list[Vanished]]:
    """Dice of one moment, or that one press may explain, are judged together: at most MOST."""
    groups: list[list[Vanished]] = []
    for die in sorted(dice, key=lambda d: (d.missed_ns, d.number)):
        if groups and len(groups[-1]) < MOST and _linked(groups[-1][-1], die, presses, claim_ns):
            groups[-1].append(die)
        else:
            groups.append([die])
    return groups


def _linked(one: Vanished, other: Vanished, presses: Sequence[Press], claim_ns: int) -> bool:
    return one.missed_ns == other.missed_ns or any(
        _in_time(p, one, claim_ns) and _in_time(p, other, claim_ns) for p in presses
    )


def _group(
    dice: Sequence[Vanished],
    left: list[Press],
    owed: dict[Seat, int],
    claim_ns: int,
    now_ns: int,
) -> list[Verdict]:
    """One verdict a die. What a die belongs to is spent: gone from *left* and *owed*."""
    claims = [p for p in left if owed.get(p.seat, 0) > 0]
    costs = [[_cost(die, p, claim_ns) for p in claims] for die in dice]
    nobody = [_nobody(die, now_ns) for die in dice]
    found = ways([d.face for d in dice], [p.seat for p in claims], costs, nobody, owed)
    sure = [found.sure(i) for i in range(len(dice))]
    for claim in sure:
        if claim is not None:
            left.remove(claims[claim])
            owed[claims[claim].seat] -= 1
    unsure = [die for die, claim in zip(dice, sure, strict=True) if claim is None]
    open_ = [p for p in left if owed.get(p.seat, 0) > 0]
    told = len([p for p in open_ if any(_in_time(p, d, claim_ns) for d in unsure)]) >= len(unsure)
    return [
        _unowned(die, left, found.likely(i), owed, claim_ns, now_ns, told=told)
        if claim is None
        else Belongs(die, claims[claim])
        for i, (die, claim) in enumerate(zip(dice, sure, strict=True))
    ]


def _cost(die: Vanished, press: Press, claim_ns: int) -> float | None:
    """How hard it is to believe that *press* and the hand that took *die* were one person's."""
    if not _in_time(press, die, claim_ns) or _another_hand(die, press.seat):
        return None
    cost = AFTER if press.at_ns > die.missed_ns else 0.0
    cost = cost if _together(press, die) else LONG_BETWEEN
    off = die.off_deg.get(press.seat, 0.0)
    return cost + min((off / USUAL_DEG) ** 2, ELSEWHERE)


def _nobody(die: Vanished, now_ns: int) -> float:
    """How hard it is to believe that none of the presses was for *die*: one may yet come."""
    return NOT_YET if now_ns < die.missed_ns + TOGETHER_NS else NEVER


def _in_time(press: Press, die: Vanished, claim_ns: int) -> bool:
    return die.seen_ns - claim_ns <= press.at_ns <= die.missed_ns + claim_ns


def _together(press: Press, die: Vanished) -> bool:
    return die.seen_ns - TOGETHER_NS <= press.at_ns <= die.missed_ns + TOGETHER_NS // 2


def _another_hand(die: Vanished, seat: Seat) -> bool:
    """Was it plainly another seat's hand?"""
    others = (off for other, off in die.off_deg.items() if other != seat)
    return die.off_deg.get(seat, 0.0) > AWAY_DEG and any(off <= HERS_DEG for off in others)


def _unowned(
    die: Vanished,
    left: Sequence[Press],
    likely: tuple[Seat, ...],
    owed: Mapping[Seat, int],
    claim_ns: int,
    now_ns: int,
    *,
    told: bool,
) -> Verdict:
    """Wait, or ask; *told*: there is a press for each die, so none needs waiting for."""
    soon_ns, until_ns = die.missed_ns + TOGETHER_NS, die.missed_ns + claim_ns
    ask_ns = soon_ns if told and len(likely) > 1 else until_ns
    if now_ns < ask_ns:
        return WaitFor(die, soon_ns if now_ns < soon_ns else until_ns)
    if len(likely) > 1 and now_ns < die.missed_ns + WIDEN * claim_ns:
        return AskWhose(die, likely)
    near = [p for p in left if _in_time(p, die, claim_ns)]
    if near and all(owed.get(p.seat, 0) <= 0 for p in near):
        return TooMany(die, near[0].seat)
    return AskWhose(die, tuple(seat for seat, n in owed.items() if n > 0))
