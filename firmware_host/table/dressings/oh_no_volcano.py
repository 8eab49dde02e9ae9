"""Oh No, Volcano! at the table."""

from __future__ import annotations

from firmware_host.rules.oh_no_volcano import box as rules
from firmware_host.table.dressing import YES_NO, Dressing
from firmware_host.table.games import Option
from firmware_host.table.readers.oh_no_volcano import READER
from firmware_host.table.views.oh_no_volcano import VIEW
from hw.ports import Peg, Things, Volcano


def _things(box: rules.Box, seats: int) -> Things:
    """The volcano's pegs and chutes (OV-01, OV-02); all pawns are in their base camps."""
    spaces = box.board.spaces
    rows = [space.row for space in spaces]
    widest = max(map(rows.count, set(rows)))
    pegs = [Peg(space.name, space.across * widest - 0.5, space.row) for space in spaces]
    return Things(seats, volcano=Volcano(tuple(pegs), box.board.slots))


DRESSING = Dressing(
    view=VIEW,
    reader=READER,
    things=_things,
    options=(
        Option("deck", tuple(rules.Deck)),
        Option("entry_costs", (1, 0)),
        Option("boulder_model", tuple(rules.BoulderModel)),
        Option("empty_check", tuple(rules.EmptyCheck)),
        Option("collect_without_moving", YES_NO),
        Option("fallen_boulder", tuple(rules.FallenBoulder)),
        Option("tie", tuple(rules.Tie)),
    ),
    palette=("seat_red", "seat_a", "seat_d", "seat_b"),
    handless=(("deck", rules.Deck.VIRTUAL),),
)
