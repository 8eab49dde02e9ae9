"""The end of a turn: mauled players, and monsters that fight (LI-30, LI-31)."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.rules.hexgrid import Cell, straight

from .box import LIVES, MaulHome, Monster
from .events import Fought, Mauled, Walked, WoodDropped
from .ground import dry, ways
from .hunting import HIT, go
from .lava import out
from .laying import START
from .state import AskFight, AskFightRetreat, AskRefuge, Draft, Fate, Standing, Step, Turn, me, now
from .tokens import at_large, beast, company, lay_wood


def attack(d: Draft) -> None:
    """Step 4: a monster in the hex mauls the player, once (LI-A40)."""
    turn, player = now(d), me(d)
    d.turn = Turn(turn.seat, Step.ATTACK)
    if player.fate is not Fate.PLAYING or not company(d, player.cell):
        return
    if player.wood:
        lay_wood(d, player.cell, player.wood)
        d.put(turn.seat, replace(player, wood=0))
        d.tell(WoodDropped(turn.seat, player.wood))
    d.tell(Mauled(turn.seat, player.wood))
    home = player.hut or START
    if dry(d, home):
        send(d, home)
    elif d.box.maul_home_flipped is MaulHome.OUT:
        out(d, turn.seat)
    elif len(cells := refuges(d)) == 1:
        send(d, cells[0])
    else:
        d.ask = AskRefuge()


def refuges(at: Standing) -> list[Cell]:
    """The hexes nearest to a home under lava, in a straight line (``maul_home_flipped``)."""
    home = me(at).hut or START
    cells = [cell for cell in at.island.tiles if cell not in at.lava]
    nearest = min(straight(home, cell) for cell in cells)
    return [cell for cell in cells if straight(home, cell) == nearest]


def send(d: Draft, home: Cell) -> None:
    """The pawn of who was mauled goes there."""
    turn, player = now(d), me(d)
    if player.cell != home:
        d.put(turn.seat, replace(player, cell=home))
        d.tell(Walked(turn.seat, player.cell, home))


def arena(at: Standing) -> Cell | None:
    """The next hex where monsters fight; each only once a turn."""
    if not at.box.monster_fights:
        return None
    cells = [cell for _, cell in at_large(at) if cell not in now(at).fought]
    return next((cell for cell in cells if cells.count(cell) > 1), None)


def dice(at: Standing, cell: Cell) -> list[Monster]:
    """Whose dice are thrown in a fight, one after another (LI-A38)."""
    return [monster for monster in company(at, cell) for _ in range(LIVES[monster])]


def fight(d: Draft, ask: AskFight, shows: int) -> None:
    """One die of a fight more; after the last the weaker monster goes back, in a tie nobody."""
    rolled = (*ask.rolled, shows)
    owners = dice(d, ask.cell)
    if len(rolled) < len(owners):
        d.ask = AskFight(ask.cell, rolled)
        return
    turn = now(d)
    d.turn = Turn(turn.seat, Step.ATTACK, fought=(*turn.fought, ask.cell))
    hits = dict.fromkeys(owners, 0)
    for owner, die in zip(owners, rolled, strict=True):
        hits[owner] += die >= HIT
    for monster, n in hits.items():
        d.tell(Fought(monster, n))
    losers = [monster for monster, n in hits.items() if n == min(hits.values())]
    if len(losers) == 1:
        _beaten(d, losers[0])


def _beaten(d: Draft, monster: Monster) -> None:
    cell = beast(d, monster).cell
    assert cell is not None
    cells = list(ways(d, monster, cell))
    if len(cells) > 1:
        d.ask = AskFightRetreat(monster)
    else:
        go(d, monster, cells)
