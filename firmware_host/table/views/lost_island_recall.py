"""What of Lost Island should lie where: looked at when a match goes on after a break."""

from __future__ import annotations

from firmware_host.rules.hexgrid import Cell
from firmware_host.rules.kernel import Seat
from firmware_host.rules.lost_island.box import Monster
from firmware_host.rules.lost_island.state import Fate, Player, State, supply
from firmware_host.table.scene import Recall, Text, text

from .lost_island_words import monster, spot
from .plain import listed

AND = "check.and"
"""Places are told in two parts: what is between them is more than a comma."""


def recall(state: State) -> tuple[Recall, ...]:
    """Each player's pawn and things, then what else stands on the island."""
    seats = [Seat(i) for i in range(len(state.players))]
    beasts = [
        text("check.li.at", what=monster(state, which), where=spot(found.cell))
        for which, found in zip(Monster, state.monsters, strict=True)
        if found.cell is not None
    ]
    wood = [text("check.li.wood", n=n, where=spot(cell)) for cell, n in state.wood]
    raft = text("check.li.raft", where=spot(state.raft.cell)) if state.raft else None
    return (
        *((_seat(state, seat, state.players[seat]), seat) for seat in seats),
        (text("check.li.hexes", n=len(state.island.tiles), lava=len(state.lava)), None),
        (text("check.li.monsters", where=listed(beasts, AND)), None),
        (text("check.li.woods", where=listed(wood, AND)), None),
        (text("check.li.fires", where=listed([spot(c) for c in state.fires], AND)), None),
        (text("check.li.fences", n=len(state.fences)), None),
        *([(raft, None)] if raft is not None else []),
    )


def _seat(state: State, seat: Seat, player: Player) -> Text:
    tools = [text(f"li.tool.{tool}") for tool in player.tools]
    where: Text = spot(player.cell) if player.fate is Fate.PLAYING else text("check.li.out")
    hut: Cell | None = player.hut
    return text(
        "check.li.seat",
        seat=str(seat),
        where=where,
        wood=player.wood,
        counters=supply(state, seat),
        tools=listed(tools),
        hut=text("check.li.hut", where=spot(hut)) if hut is not None else text("check.li.no_hut"),
    )
