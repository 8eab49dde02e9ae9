"""The eruption: hex after hex under lava (LI-44..49)."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.rules.hexgrid import Cell
from firmware_host.rules.kernel import Seat

from .box import Monster, RaftDestroyed
from .events import HexFlipped, Lost, MonsterBurnt, PlayerOut, WoodChanged
from .ground import flippable
from .state import AskFlip, Draft, Fate, Step, Turn, lying, now, playing
from .tokens import beast, company, lay_wood, set_beast, unfence


def erupt(d: Draft) -> None:
    """Ask which hex is flipped, where there is a choice."""
    cells = flippable(d)
    if len(cells) > 1:
        d.ask = AskFlip()
    else:
        flip(d, cells[0])


def flip(d: Draft, cell: Cell) -> None:
    """Lava covers a hex, and everything on it but the volcano's monster (LI-47, LI-48)."""
    turn = now(d)
    if turn.step is Step.HEX:
        d.turn = Turn(turn.seat, Step.MONSTER)
    d.lava |= {cell}
    d.tell(HexFlipped(cell))
    _things(d, cell)
    for monster in company(d, cell):
        if monster is not Monster.VOLCANO:
            set_beast(d, monster, replace(beast(d, monster), cell=None, gone=True))
            d.tell(MonsterBurnt(monster))
    for seat in playing(d):
        if d.players[seat].cell == cell:
            out(d, seat)


def _things(d: Draft, cell: Cell) -> None:
    """Wood, fire, fences laid from there, huts and the raft (LI-A29, LI-A30, LI-A32)."""
    if wood := lying(d, cell):
        lay_wood(d, cell, -wood)
        d.tell(WoodChanged(cell, -wood))
    if cell in d.fires:
        d.fires = tuple(fire for fire in d.fires if fire != cell)
        d.tell(Lost("fire"))
    for fence in sorted(fence for fence in d.fences if fence.cell == cell):
        unfence(d, fence)
    for i, player in enumerate(d.players):
        if player.hut == cell:
            d.put(Seat(i), replace(player, hut=None))
            d.tell(Lost(f"hut {Seat(i)}"))
    if d.raft is not None and d.raft.cell == cell:
        if d.box.raft_destroyed is RaftDestroyed.STAYS_SCORED:
            d.wreck += d.raft.counters
        d.raft = None
        d.tell(Lost("raft"))


def out(d: Draft, seat: Seat) -> None:
    """A player is out of the game, with what is in the hand."""
    was = d.players[seat]
    d.put(seat, replace(was, wood=0, fate=Fate.OUT))
    d.tell(PlayerOut(seat, was.wood))
