"""Whose die was it? Presses stamped by the kernel, joined with dice that left the crater.

A press says *who* and when to the millisecond; the camera says *which* and between which two
pictures. Neither knows both, so they are joined: a press stays open for a while, and a die that
left within that while is its seat's. Where more than one seat may have it, the side the hand
came from decides if it is sure; else the seats are asked. Nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from firmware_host.rules.kernel import Seat

WIDEN = 4
"""After so many times the claim's while, everyone who owes a die is asked, not the likely alone."""
NEAR_DEG = 30.0
"""A hand from within this angle of a seat's side is that seat's, if no other claimant's is."""
FAR_DEG = 60.0
"""A hand from beyond this angle of a seat's side is not that seat's, if it is near another's."""
TOGETHER_NS = 700_000_000
"""One person's thumb and hand act within so long of each other: such presses come first."""


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
    side_deg: float | None = None


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
    sides: Mapping[Seat, float],
    claim_ns: int,
    now_ns: int,
) -> tuple[Verdict, ...]:
    """What becomes of each die that left, oldest first.

    *owing* says how many dice each seat may still take; *sides* from where its hand comes.
    """
    left, owed, out = list(presses), dict(owing), list[Verdict]()
    for group in _groups(dice):
        out += _group(group, left, owed, sides, claim_ns, now_ns)
    return tuple(out)


def expired(
    presses: Sequence[Press], dice: Sequence[Vanished], claim_ns: int, now_ns: int
) -> tuple[Press, ...]:
    """The presses that no die came to, and that none of *dice*, still nobody's, may belong to."""
    late = [p for p in presses if now_ns - p.at_ns > claim_ns]
    return tuple(p for p in late if not any(_in_time(p, die, claim_ns) for die in dice))


def _groups(dice: Sequence[Vanished]) -> list[list[Vanished]]:
    """Dice that left between the same two pictures belong together: their order is not known."""
    groups: list[list[Vanished]] = []
    for die in sorted(dice, key=lambda d: (d.missed_ns, d.number)):
        if groups and groups[-1][0].missed_ns == die.missed_ns:
            groups[-1].append(die)
        else:
            groups.append([die])
    return groups


def _group(
    dice: Sequence[Vanished],
    left: list[Press],
    owed: dict[Seat, int],
    sides: Mapping[Seat, float],
    claim_ns: int,
    now_ns: int,
) -> list[Verdict]:
    """Dice of one moment: alike faces need no telling apart, different ones do.

    What a die belongs to is spent: gone from *left* and *owed*.
    """
    out: list[Verdict] = []
    nobodys = list(dice)
    for die in dice:
        near = [p for p in left if _in_time(p, die, claim_ns)]
        claims = [p for p in near if owed.get(p.seat, 0) > 0]
        unlike = {d.face for d in nobodys} != {die.face}
        owner = _owner(die, claims, sides, len(nobodys) if unlike else 1)
        if owner is not None:
            nobodys.remove(die)
            left.remove(owner)
            owed[owner.seat] -= 1
            out.append(Belongs(die, owner))
        else:
            out.append(_unowned(die, near, claims, owed, claim_ns, now_ns, unlike=unlike))
    return out


def _in_time(press: Press, die: Vanished, claim_ns: int) -> bool:
    return die.seen_ns - claim_ns <= press.at_ns <= die.missed_ns + claim_ns


def _owner(
    die: Vanished, claims: Sequence[Press], sides: Mapping[Seat, float], dice: int
) -> Press | None:
    """The press this die surely belongs to; *dice* unlike ones left with it."""
    together = [p for p in claims if _together(p, die)] or list(claims)
    seats = _seats(together)
    if len(seats) == 1 and len(together) >= dice:
        return None if _another_hand(die, seats[0], sides) else together[0]
    seat = _by_side(die, seats, sides)
    return next((p for p in together if p.seat == seat), None)


def _together(press: Press, die: Vanished) -> bool:
    return die.seen_ns - TOGETHER_NS <= press.at_ns <= die.missed_ns + TOGETHER_NS // 2


def _another_hand(die: Vanished, seat: Seat, sides: Mapping[Seat, float]) -> bool:
    """Did the hand plainly come from another seat's side?"""
    side = die.side_deg
    if side is None or seat not in sides or _apart(sides[seat], side) <= FAR_DEG:
        return False
    return any(_apart(deg, side) <= NEAR_DEG for other, deg in sides.items() if other != seat)


def _unowned(
    die: Vanished,
    near: Sequence[Press],
    claims: Sequence[Press],
    owed: Mapping[Seat, int],
    claim_ns: int,
    now_ns: int,
    *,
    unlike: bool,
) -> Verdict:
    seats, until_ns = _seats(claims), die.missed_ns + claim_ns
    likely = len(seats) > 1 and now_ns < die.missed_ns + WIDEN * claim_ns
    if likely and not unlike:
        return AskWhose(die, seats)
    if now_ns < until_ns:
        return WaitFor(die, until_ns)
    if likely:
        return AskWhose(die, seats)
    if near and not claims:
        return TooMany(die, near[0].seat)
    return AskWhose(die, tuple(seat for seat, n in owed.items() if n > 0))


def _seats(claims: Collection[Press]) -> tuple[Seat, ...]:
    return tuple(dict.fromkeys(p.seat for p in sorted(claims, key=lambda p: p.at_ns)))


def _by_side(die: Vanished, seats: Sequence[Seat], sides: Mapping[Seat, float]) -> Seat | None:
    """The one claimant on the side the hand came from, if just one is."""
    if die.side_deg is None:
        return None
    near = [s for s in seats if s in sides and _apart(sides[s], die.side_deg) <= NEAR_DEG]
    return near[0] if len(near) == 1 else None


def _apart(one_deg: float, other_deg: float) -> float:
    return abs((one_deg - other_deg + 180) % 360 - 180)
