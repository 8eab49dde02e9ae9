"""Where dice come to rest: no two in one place, many against each other, now and then outside."""

from __future__ import annotations

import math
import random
from dataclasses import replace

from .world import (
    CRATER,
    GRIP_NS,
    LEAVE_NS,
    MS,
    OUTSIDE,
    REACH_NS,
    Arm,
    Rest,
    Roll,
    World,
    changed,
    hand,
    moved,
)

EDGE_MM = 16.0
GAP_MM = 0.1  # dice that touch are this far apart at least
FLAT_MM = 92.0  # a flat die's middle is at most this far out: its corners clear the wall
LEANING_MM = 97.0
OUTSIDE_MM = 139.0
ROLL_NS = 650 * MS
LATER_NS = 350 * MS


def _axes(angle: float) -> tuple[tuple[float, float], tuple[float, float]]:
    c, s = math.cos(angle), math.sin(angle)
    return (c, s), (-s, c)


def apart(a: Rest, b: Rest) -> bool:
    """True if two flat dice keep clear of each other."""
    dx, dy = b.x_mm - a.x_mm, b.y_mm - a.y_mm
    if math.hypot(dx, dy) > EDGE_MM * 1.4143 + GAP_MM:
        return True
    one, two = math.radians(a.spin_deg), math.radians(b.spin_deg)
    between = abs(math.cos(one - two)) + abs(math.sin(one - two))
    need = EDGE_MM / 2 * (1.0 + between) + GAP_MM / 2
    return any(abs(dx * x + dy * y) >= need for x, y in (*_axes(one), *_axes(two)))


def _beside(luck: random.Random, other: Rest, spin: float) -> tuple[float, float, float]:
    """A place against *other*, flush with a side of it or with a corner to it."""
    base = math.radians(other.spin_deg)
    if luck.random() < 0.5:
        spin = other.spin_deg + 90.0 * luck.randrange(4)
        far = EDGE_MM + luck.uniform(GAP_MM, 0.6)
    else:
        off = math.radians(spin) - base
        far = EDGE_MM / 2 * (1 + abs(math.cos(off)) + abs(math.sin(off))) + luck.uniform(0.1, 0.6)
    a, slide = base + luck.randrange(4) * math.pi / 2, luck.uniform(-8.0, 8.0)
    x = other.x_mm + far * math.cos(a) - slide * math.sin(a)
    y = other.y_mm + far * math.sin(a) + slide * math.cos(a)
    return x, y, spin % 360.0


def place(luck: random.Random, taken: list[Rest], touching: float, up: int) -> Rest:
    """A free place for one more flat die with face *up* on top."""
    for _ in range(5000):
        spin = luck.uniform(0.0, 360.0)
        if taken and luck.random() < touching:
            x, y, spin = _beside(luck, luck.choice(taken), spin)
        else:
            r, a = FLAT_MM * math.sqrt(luck.random()), luck.uniform(0.0, 2 * math.pi)
            x, y = r * math.cos(a), r * math.sin(a)
        rest = Rest(round(x, 3), round(y, 3), round(spin, 3), up)
        if math.hypot(x, y) <= FLAT_MM and all(apart(rest, other) for other in taken):
            return rest
    raise ValueError(f"no room for one more die beside {len(taken)}")


def leaning(luck: random.Random, taken: list[Rest], up: int) -> Rest:
    """A die that leans on the wall."""
    flat = Rest(0.0, 0.0, 0.0, up)
    for _ in range(500):
        a = luck.uniform(0.0, 2 * math.pi)
        x, y = LEANING_MM * math.cos(a), LEANING_MM * math.sin(a)
        out = math.degrees(a) % 360.0
        flat = Rest(round(x, 3), round(y, 3), round(out, 3), up, luck.uniform(22.0, 40.0), out)
        if all(apart(flat, other) for other in taken):
            break
    return flat


def stacked(luck: random.Random, below: Rest, up: int) -> Rest:
    """A die on top of the flat one *below*."""
    x, y = below.x_mm + luck.uniform(-4.0, 4.0), below.y_mm + luck.uniform(-4.0, 4.0)
    spin = luck.choice((below.spin_deg, luck.uniform(0.0, 360.0)))
    return Rest(round(x, 3), round(y, 3), round(spin, 3), up, on_mm=EDGE_MM)


def outside(luck: random.Random, up: int) -> Rest:
    """A place on the table beside the tray: right or left of it, where the camera still sees."""
    a = luck.choice((0.0, math.pi)) + luck.uniform(-0.6, 0.6)
    r = OUTSIDE_MM + luck.uniform(0.0, 8.0)
    x, y = r * math.cos(a), r * math.sin(a)
    return Rest(round(x, 3), round(y, 3), round(luck.uniform(0, 360), 3), up)


def _landing(world: World, luck: random.Random, dice: int | None) -> dict[int, tuple[str, Rest]]:
    """Where each die of a throw comes to rest; *dice* of them are thrown, None: all."""
    order = [die.number for die in world.dice][:dice]
    luck.shuffle(order)
    out = order.pop() if order and luck.random() < world.odds.outside else None
    cocked = order.pop() if order and luck.random() < world.odds.cocked else None
    where: dict[int, tuple[str, Rest]] = {}
    taken: list[Rest] = []
    if cocked is not None:
        taken.append(leaning(luck, taken, luck.randrange(6)))
        where[cocked] = (CRATER, taken[-1])
    for number in order:
        taken.append(place(luck, taken, world.odds.touching, luck.randrange(6)))
        where[number] = (CRATER, taken[-1])
    if out is not None:
        where[out] = (OUTSIDE, outside(luck, luck.randrange(6)))
    return where


def rolled(luck: random.Random, side_deg: float, start_ns: int) -> Roll:
    """How a die thrown from a side rolls."""
    a = math.radians(side_deg + luck.uniform(-14.0, 14.0))
    return Roll(
        start_ns + luck.randrange(120 * MS),
        start_ns + ROLL_NS + luck.randrange(LATER_NS),
        round(88.0 * math.cos(a), 3),
        round(88.0 * math.sin(a), 3),
        round(luck.choice((1, 2, 2, 3)) * 180.0 + luck.uniform(-60.0, 60.0), 3),
        round(luck.uniform(8.0, 24.0), 3),
    )


def thrown(
    world: World, button: int, side_deg: float, at_ns: int, count: int | None = None
) -> World:
    """So many dice into the crater, None: all, from the side of *button*."""
    luck = world.luck()
    where = _landing(world, luck, count)
    dice = []
    for die in world.dice:
        if die.number not in where:
            continue
        spot, rest = where[die.number]
        roll = rolled(luck, side_deg, at_ns)
        dice.append(moved(die, spot, rest, at_ns, roll))
    a = math.radians(side_deg)
    arm = Arm(button, side_deg, 84 * math.cos(a), 84 * math.sin(a), at_ns - REACH_NS, at_ns)
    arm = replace(arm, until_ns=at_ns + LEAVE_NS)
    return replace(changed(world, *dice, arm=arm, at_ns=at_ns), throws=world.throws + 1)


def emptied(world: World, button: int, at_ns: int) -> World:
    """Whatever lies in the crater or beside it is taken before *button*."""
    lying = (die for die in world.dice if die.place in (CRATER, OUTSIDE))
    out = [moved(die, hand(button), die.rest, at_ns) for die in lying]
    return changed(world, *out, at_ns=at_ns)


def taken(world: World, button: int, side_deg: float, number: int, at_ns: int) -> World:
    """An arm reaches in and takes die *number* out of the tray, or up from beside it."""
    die = world.die(number)
    arm = _arm(button, side_deg, die.rest, at_ns)
    if die.place not in (CRATER, OUTSIDE):  # somebody was faster
        return changed(world, arm=arm, at_ns=at_ns)
    got = moved(die, hand(button), die.rest, _grip(at_ns))
    return changed(world, got, arm=arm, at_ns=at_ns)


def put_back(world: World, button: int, side_deg: float, number: int, at_ns: int) -> World:
    """An arm lays die *number* into the crater, where it lay if that is free, the same face up."""
    die = world.die(number)
    others = [d.rest for d in world.lying() if d.number != number]
    rest = replace(die.rest, lean_deg=0.0, lean_to_deg=0.0)
    lay_there = math.hypot(rest.x_mm, rest.y_mm) <= FLAT_MM
    if not lay_there or not all(apart(rest, other) for other in others):
        rest = place(world.luck(), others, 0.0, rest.up)
    arm = _arm(button, side_deg, rest, at_ns)
    return changed(world, moved(die, CRATER, rest, _grip(at_ns)), arm=arm, at_ns=at_ns)


def knocked(world: World, number: int, at_ns: int) -> World:
    """Die *number* is turned over to another face, one with another symbol if it has any."""
    die, luck = world.die(number), world.luck()
    sides = [i for i in range(6) if i not in (die.rest.up, 5 - die.rest.up)]
    other = [i for i in sides if die.faces[i] != die.faces[die.rest.up]] or sides
    rest = replace(die.rest, up=luck.choice(other), lean_deg=0.0, lean_to_deg=0.0)
    roll = Roll(at_ns, at_ns + 260 * MS, rest.x_mm, rest.y_mm, 90.0, 4.0)
    return changed(world, moved(die, die.place, rest, at_ns, roll), at_ns=at_ns)


def lost(world: World, number: int, at_ns: int) -> World:
    """Die *number* lands beside the tray."""
    die, luck = world.die(number), world.luck()
    rest = outside(luck, luck.randrange(6))
    roll = Roll(at_ns, at_ns + 600 * MS, die.rest.x_mm, die.rest.y_mm, 360.0, 30.0)
    return changed(world, moved(die, OUTSIDE, rest, at_ns, roll), at_ns=at_ns)


def _grip(at_ns: int) -> int:
    return at_ns + REACH_NS + GRIP_NS


def _arm(button: int, side_deg: float, rest: Rest, at_ns: int) -> Arm:
    until = _grip(at_ns) + GRIP_NS + LEAVE_NS
    return Arm(button, side_deg, rest.x_mm, rest.y_mm, at_ns, until)
