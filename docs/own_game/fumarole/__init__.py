"""Fumarole: all that the table must know of it, by one name."""

from __future__ import annotations

from typing import Any

from firmware_host.table.dressing import Dressing
from firmware_host.table.games import Option
from firmware_host.table.own import OwnGame
from hw.ports import Things

from .bot import Gatherer
from .box import COLOURS, Box
from .game import GAME
from .reader import VentReader
from .view import VIEW


def things(box: Any, seats: int) -> Things:
    """What lies on a virtual table: one die of each colour, however many play."""
    del seats
    assert isinstance(box, Box)
    faces = zip(COLOURS, box.faces, strict=True)
    return Things(1, {colour[0].upper(): "".join(symbols) for colour, symbols in faces})


OWN_GAME = OwnGame(
    game=GAME,
    bot=Gatherer,
    dressing=Dressing(
        view=VIEW,
        reader=VentReader,
        things=things,
        options=(Option("pit", (True, False)),),
        palette=("seat_a", "seat_b", "seat_c", "seat_d", "seat_e"),
    ),
)
