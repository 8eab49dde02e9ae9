"""Dice laid down one by one, by hands that are not seen: for teaching sessions and tests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from .world import CRATER, Rest, World, hand, moved


@dataclass(frozen=True, slots=True)
class Laid:
    """A die as it is to lie."""

    die: int
    x_mm: float
    y_mm: float
    spin_deg: float
    symbol: str


def laid(world: World, dice: Iterable[Laid], at_ns: int) -> World:
    """*world* with just these *dice* in the crater, and all others in a hand.

    :raises LookupError: there is no such die.
    :raises ValueError: a die has no such symbol.
    """
    wanted = {one.die: one for one in dice}
    for number in wanted:
        world.die(number)
    after = []
    for die in world.dice:
        one = wanted.get(die.number)
        if one is None:
            after.append(moved(die, hand(0), die.rest, at_ns))
            continue
        up = die.faces.index(one.symbol)
        rest = Rest(one.x_mm, one.y_mm, one.spin_deg, up)
        after.append(replace(moved(die, CRATER, rest, at_ns), roll=None))
    return replace(world, dice=tuple(after), arms=(), acts=world.acts + 1)
