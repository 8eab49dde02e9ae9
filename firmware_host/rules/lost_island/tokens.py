"""Moving things about on the table: wood, counters, pawns, fences."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.rules.hexgrid import OPPOSITE, SIDES, Cell, Side, beside
from firmware_host.rules.kernel import Seat

from .box import CARRY, Monster, Tool
from .events import FenceGone
from .state import Beast, Draft, Fence, Standing, Turn, lying, me, now


def lay_wood(d: Draft, cell: Cell, change: int) -> None:
    """More wood, or less, on a hex."""
    rest = {**dict(d.wood), cell: lying(d, cell) + change}
    d.wood = tuple(sorted((where, count) for where, count in rest.items() if count))


def hold_wood(d: Draft, seat: Seat, change: int) -> None:
    """More wood, or less, in a hand."""
    player = d.players[seat]
    d.put(seat, replace(player, wood=player.wood + change))


def room(at: Standing, seat: Seat) -> int:
    """How much more *seat* can carry, of what lies there (LI-20, LI-43)."""
    player = at.players[seat]
    there = lying(at, player.cell)
    return there if Tool.CART in player.tools else min(there, CARRY - player.wood)


def pay(d: Draft, actions: int, wood: int = 0) -> None:
    """The price of a paid action, out of the hand."""
    turn = now(d)
    d.turn = Turn(turn.seat, turn.step, turn.actions - actions)
    if wood:
        hold_wood(d, turn.seat, -wood)


def edge(cell: Cell, side: Side) -> tuple[Fence, Fence]:
    """An edge, as a fence from either side would name it."""
    return Fence(cell, side), Fence(beside(cell)[side], OPPOSITE[side])


def fenced(at: Standing, cell: Cell, side: Side) -> Fence | None:
    """The fence on that edge, whoever laid it (LI-A24)."""
    if not at.fences:
        return None
    return next((fence for fence in edge(cell, side) if fence in at.fences), None)


def fenced_sides(at: Standing, cell: Cell) -> list[Side]:
    """Sides of a hex with a fence."""
    return [side for side in SIDES if fenced(at, cell, side)] if at.fences else []


def unfence(d: Draft, fence: Fence) -> None:
    """Take a fence away."""
    d.fences -= {fence}
    d.tell(FenceGone(fence.cell, fence.side))


def beast(at: Standing, monster: Monster) -> Beast:
    """A monster as it is."""
    return at.monsters[ORDER[monster]]


def set_beast(d: Draft, monster: Monster, changed: Beast) -> None:
    """A monster as it is now."""
    i = ORDER[monster]
    d.monsters = (*d.monsters[:i], changed, *d.monsters[i + 1 :])


ORDER = {monster: i for i, monster in enumerate(Monster)}


def at_large(at: Standing) -> list[tuple[Monster, Cell]]:
    """Monsters on the island, and where."""
    return [(m, b.cell) for m, b in zip(Monster, at.monsters, strict=True) if b.cell is not None]


def company(at: Standing, cell: Cell) -> list[Monster]:
    """Monsters in a hex."""
    return [m for m, b in zip(Monster, at.monsters, strict=True) if b.cell == cell]


def hands(at: Standing) -> tuple[int, ...]:
    """How the wood is spread over the hands: with what lies in the hex, all there is to know."""
    return tuple([player.wood for player in at.players])


def mine(at: Standing) -> Cell:
    """Where the pawn is whose turn it is."""
    return me(at).cell
