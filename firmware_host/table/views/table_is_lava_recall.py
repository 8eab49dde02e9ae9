"""What of The Table Is Lava should lie where: looked at when a match goes on after a break."""

from __future__ import annotations

from firmware_host.rules.kernel import Seat
from firmware_host.rules.table_is_lava.state import State
from firmware_host.table.scene import Recall, text


def recall(state: State) -> tuple[Recall, ...]:
    """Each player's cards and meeples."""
    return tuple(
        (
            text(
                "check.tl.seat",
                seat=str(Seat(i)),
                hand=sum(player.hand),
                supply=player.supply,
                table=player.table,
            ),
            Seat(i),
        )
        for i, player in enumerate(state.players)
    )
