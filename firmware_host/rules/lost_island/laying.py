"""Drawing and placing hexes, and the monsters they bring (LI-07..13)."""

from __future__ import annotations

from firmware_host.rules.hexgrid import Cell, Rotation, beside

from .box import DRAWN, Kind, Monster, Unplaceable
from .events import Eruption, HexPlaced, HexUnplaceable, MonsterAppeared, WoodChanged
from .island import Tile
from .state import (
    AskDraw,
    AskHaunt,
    AskPlace,
    Beast,
    Counts,
    Draft,
    Standing,
    Step,
    Turn,
    erupted,
    now,
)
from .tokens import beast, lay_wood, set_beast

START = Cell(0, 0)  #: the crash site
WANTED = 3  #: hexes of a type that connect (LI-10)
FIRST_HEXES = 2  #: laid at setup (LI-01)
WOODED = (Kind.FOREST_INLAND, Kind.FOREST_COAST)


def placements(at: Standing, kind: Kind) -> list[tuple[Cell, tuple[Rotation, ...]]]:
    """Where a hex of *kind* may lie, and how: beside the crash site before the first turn."""
    found = list(at.island.places(kind))
    if now(at).step is Step.SETUP:
        return [(cell, rotations) for cell, rotations in found if cell in beside(START)]
    return found


def fits(at: Standing, kind: Kind) -> bool:
    """Whether a hex of *kind* can be placed."""
    if now(at).step is Step.SETUP:
        return bool(placements(at, kind))
    return at.island.fits(kind)


def draw(d: Draft) -> None:
    """Ask for the top hex of the pile, or take one from under it; the pile is not empty."""
    if any(d.pile):
        d.ask = AskDraw()
    else:
        kind, d.under = d.under[0], d.under[1:]
        _drawn(d, kind)


def drawn(d: Draft, kind: Kind) -> None:
    """Luck has said which hex is on top."""
    d.pile = changed(d.pile, kind, -1)
    _drawn(d, kind)


def _drawn(d: Draft, kind: Kind) -> None:
    """Ask where a hex goes, or draw another if it fits nowhere (LI-A02).

    Where no other fits either it leaves the game and none is placed: so the pile runs out, and
    the volcano erupts in any case (LI-44).
    """
    if fits(d, kind):
        d.ask = AskPlace(kind)
        return
    others = {other for other, n in zip(DRAWN, d.pile, strict=True) if n} | set(d.under)
    stuck = not any(fits(d, other) for other in others)
    if stuck or d.box.unplaceable is Unplaceable.DISCARD:
        d.aside = changed(d.aside, kind, 1)
        d.tell(HexUnplaceable(kind, "out"))
    else:
        d.under = (*d.under, kind)
        d.tell(HexUnplaceable(kind, "under"))
    if not stuck:
        draw(d)
        return
    if erupted(d):
        d.tell(Eruption())
    placed(d)


def placed(d: Draft) -> None:
    """Step 1 is over, if it was this that a hex was drawn for."""
    turn = now(d)
    if turn.step is Step.HEX:
        d.turn = Turn(turn.seat, Step.MONSTER)


def place(d: Draft, kind: Kind, cell: Cell, rotation: Rotation) -> None:
    """Lay a hex; a forest has one wood; a monster may come (LI-09, LI-10, LI-11)."""
    d.island = d.island.laid(cell, Tile(kind, rotation))
    d.tell(HexPlaced(kind, cell, rotation))
    if kind in WOODED:
        lay_wood(d, cell, 1)
        d.tell(WoodChanged(cell, 1))
    if erupted(d):
        d.tell(Eruption())
    placed(d)
    if monster := brought(d, cell):
        lairs = responsible(d, monster, cell)
        if len(lairs) == 1:
            appear(d, monster, lairs[0])
        else:
            d.ask = AskHaunt(monster, cell)


def brought(at: Standing, cell: Cell) -> Monster | None:
    """The monster that a hex just placed there brings."""
    kind = at.island.tiles[cell].kind
    if kind is Kind.VOLCANO and beast(at, Monster.VOLCANO).expected:
        return Monster.VOLCANO
    monster = at.box.haunted.get(kind)
    if monster is None or not beast(at, monster).expected:
        return None
    return monster if len(group(at, monster, cell)) >= WANTED else None


def group(at: Standing, monster: Monster, cell: Cell) -> list[Cell]:
    """The connected hexes of the monster's type with *cell* among them, in the order they lie."""
    tiles, haunted = at.island.tiles, at.box.haunted
    found, edge = {cell}, [cell]
    while edge:
        for near in beside(edge.pop()):
            tile = tiles.get(near)
            if tile and near not in found and haunted.get(tile.kind) is monster:
                found.add(near)
                edge.append(near)
    return [there for there in tiles if there in found]


def responsible(at: Standing, monster: Monster, by: Cell) -> list[Cell]:
    """Where a monster may appear: on the hexes that brought it, but for fires (LI-12, LI-A04)."""
    if monster is Monster.VOLCANO:
        return [by]
    return [cell for cell in group(at, monster, by) if cell not in at.fires]


def appear(d: Draft, monster: Monster, cell: Cell) -> None:
    """A monster is on the island."""
    set_beast(d, monster, Beast(cell))
    d.tell(MonsterAppeared(monster, cell))


def changed(counts: Counts, kind: Kind, change: int) -> Counts:
    """*counts* with more or fewer of *kind*."""
    i = DRAWN.index(kind)
    return (*counts[:i], counts[i] + change, *counts[i + 1 :])
