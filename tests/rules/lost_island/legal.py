"""Any state of Lost Island that can be, in words: islands, chapters, monsters, lava."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from firmware_host.rules.hexgrid import SIDES, Cell, Rotation, beside
from firmware_host.rules.kernel import SEAT_LETTERS
from firmware_host.rules.lost_island.box import DRAWN, LIVES, MONSTERS, TOOLS, Box, Kind
from firmware_host.rules.lost_island.island import Island, Tile
from firmware_host.session.luck import below

T = TypeVar("T")
Lines = dict[str, str]
START = Cell(0, 0)


class Luck:
    """Whole numbers that are the same for the same seed."""

    def __init__(self, seed: str) -> None:
        self._seed, self._k = seed, 0

    def below(self, bound: int) -> int:
        self._k += 1
        return below(bound, f"anywhere/{self._seed}", self._k)

    def of(self, things: list[T]) -> T:
        return things[self.below(len(things))]


def anywhere(seed: str, seats: int, box: Box) -> Lines:
    """Lines of a state in the middle of a game, at a turn's first step or its actions."""
    luck = Luck(seed)
    late = luck.below(3) == 0
    island, rest = _island(luck, box, late)
    lava = _lava(luck, island) if late else []
    dry = [cell for cell in island.tiles if cell not in lava]
    chapter = 1 + luck.below(3)
    lines = {
        "chapter": str(chapter),
        "island": _told(island, lava),
        "pile": "" if late else ", ".join(f"{rest.count(k)} {k}" for k in DRAWN if k in rest),
        "aside": ", ".join(f"{rest.count(k)} {k}" for k in DRAWN if late and k in rest),
        "fires": "",
        "wood": ", ".join(sorted({f"{luck.of(dry)} {1 + luck.below(4)}" for _ in range(1)})),
    }
    lines |= _things(luck, dry)
    lines |= _chapter(luck, chapter, seats, dry, island)
    lines |= _monsters(luck, dry, volcano=Kind.VOLCANO in {t.kind for t in island.tiles.values()})
    step = luck.of(["action {} 3", "action {} 1", "draw {} hex", "draw {} hex"])
    if late:
        step = luck.of(["action {} 3", "action {} 2"])
    seat = luck.of(list(SEAT_LETTERS[:seats]))
    if chapter > 1 and not luck.below(3):
        lines |= _homestead(luck, island, dry, seat, lines[seat])
    return lines | {"now": step.format(seat)}


def _homestead(luck: Luck, island: Island, dry: list[Cell], seat: str, line: str) -> Lines:
    """A seat that can build a hut, or nearly: fenced, surrounded, with wood."""
    inner = [cell for cell in dry if set(beside(cell)) <= set(island.tiles)]
    if not inner:
        return {}
    site = luck.of(inner)
    bare = [side for side in SIDES if island.letter(site, side) != "W"]
    _, _, tools = line.partition(" ")
    return {
        seat: f"{site}/3 {tools}".strip(),
        "fences": ", ".join(f"{site} {side}" for side in bare[luck.below(2) * luck.below(2) :]),
        "wood": f"{site} {1 + luck.below(3)}",
    }


def _island(luck: Luck, box: Box, late: bool) -> tuple[Island, list[Kind]]:
    pile = [kind for kind, n in zip(DRAWN, box.tiles, strict=True) for _ in range(n)]
    island = Island.of(box, [(START, Tile(Kind.CRASH, Rotation(0)))])
    laid = 2 + luck.below(30)
    if late:
        pile.remove(Kind.VOLCANO)
        pile.insert(0, Kind.VOLCANO)
    rest: list[Kind] = []
    while pile and (len(island.tiles) <= laid or (late and Kind.VOLCANO in pile)):
        kind = pile.pop(0 if pile[0] is Kind.VOLCANO and late else luck.below(len(pile)))
        if kind is Kind.VOLCANO and not late and luck.below(2):
            rest.append(kind)
            continue
        places = list(island.places(kind))
        if len(island.tiles) <= 2:
            places = [place for place in places if place[0] in beside(START)]
        if places:
            cell, rotations = luck.of(places)
            island = island.laid(cell, Tile(kind, luck.of(list(rotations))))
        else:
            rest.append(kind)
    return island, rest + pile


def _lava(luck: Luck, island: Island) -> list[Cell]:
    lava = [cell for cell, tile in island.tiles.items() if tile.kind is Kind.VOLCANO]
    for _ in range(luck.below(6)):
        edge = [c for c in island.tiles if c not in lava and set(beside(c)) & set(lava)]
        if len(island.tiles) - len(lava) > 2:
            lava.append(luck.of(edge))
    return lava


def _told(island: Island, lava: list[Cell]) -> str:
    return ", ".join(
        f"{cell} {kind} {rotation}" + " x" * (cell in lava)
        for cell, (kind, rotation) in island.tiles.items()
    )


def _things(luck: Luck, dry: list[Cell]) -> Lines:
    fences = {(luck.of(dry), luck.of(["E", "NE", "NW"])) for _ in range(luck.below(4))}
    fires: list[Cell] = []
    for _ in range(luck.below(3)):
        free = [cell for cell in dry if not {cell, *beside(cell)} & set(fires)]
        fires += [luck.of(free)] if free else []
    return {
        "fences": ", ".join(f"{cell} {side}" for cell, side in sorted(fences)),
        "fires": " ".join(map(str, sorted(fires))),
    }


def _chapter(luck: Luck, chapter: int, seats: int, dry: list[Cell], island: Island) -> Lines:
    """Players with what they may have in this chapter, and the tracks."""
    names = SEAT_LETTERS[:seats]
    together = luck.of(dry)
    wet = [c for c in dry if "W" in {island.letter(c, side) for side in range(6)}]
    builders = list(names[: {1: 0, 2: luck.below(2), 3: 2}[chapter]])
    homes = list(dict.fromkeys(luck.of(dry) for _ in range(9)))
    lines: Lines = {}
    for i, name in enumerate(names):
        cell = together if luck.below(2) else luck.of(dry)
        tools = [tool for tool in TOOLS if chapter > 1 and i < 2 and luck.below(3) == 0]
        hut = f"hut:{homes[i]}" if name in builders and len(homes) > i else ""
        lines[name] = " ".join([f"{cell}/{luck.below(4)}", *tools, *([hut] if hut else [])])
    lit = luck.below(seats) if chapter == 1 else seats
    lines["lit"] = " ".join([str(lit), *(luck.of(list(names)) for _ in range(lit))])
    lines["huts"] = " ".join(f"{name}{4 - i}" for i, name in enumerate(builders))
    if chapter == 3 and wet and luck.below(2):
        more = [luck.of(list(names)) for _ in range(luck.below(8))]
        lines["raft"] = " ".join([str(luck.of(wet)), *builders, *more])
    return lines


def _monsters(luck: Luck, dry: list[Cell], *, volcano: bool) -> Lines:
    lines: Lines = {}
    for monster in MONSTERS:
        fate = luck.below(3)
        if fate and (monster != "volcano" or volcano):
            wounds = ["A"] * luck.below(2 if fate == 1 else 3)
            lines[monster] = " ".join([str(luck.of(dry)), *wounds[: LIVES[monster] - 1]])
    return lines


def house(**rules: object) -> Box:
    """The usual box with these house rules."""
    return replace(Box(), **rules)  # type: ignore[arg-type]
