"""A plain player of The Table Is Lava: the cards with most meeples first, the least for the end.

What flies and falls is no choice, so little is left to choose: which card, and whether to stand a
meeple on another's. It keeps its poorest card for the last launch, which carries nobody.
"""

from __future__ import annotations

from typing import Any

from firmware_host.rules.kernel import Answer, Decision, Seat
from firmware_host.rules.table_is_lava.answers import Launch, Stand
from firmware_host.rules.table_is_lava.state import State

A_GIFT = 0.5
"""A meeple of another's on a card of one's own helps them: half as much as one's own helps."""


class Launcher:
    """Sits at any seat; the same state and question always get the same answer."""

    def choose(self, state: Any, decision: Decision[Any], seat: Seat) -> Answer:
        """What *seat* answers."""
        assert isinstance(state, State)
        options: tuple[Answer, ...] = decision.for_seat(seat)
        match options[0]:
            case Launch():
                return max(options, key=lambda launch: _worth(state, launch, seat))
            case Stand():
                return max(options, key=_meeples)
            case _:
                return options[0]


def _meeples(option: Answer) -> int:
    assert isinstance(option, Stand)
    return option.meeples


def _worth(state: State, option: Answer, seat: Seat) -> float:
    """Own meeples that it brings on the table, less what it gives to others."""
    assert isinstance(option, Launch)
    card = next(card for card in state.box.decks[seat] if card.id == option.card)
    given = sum(
        min(number, player.supply)
        for number, player in zip(card.foreign, state.players, strict=False)
    )
    return min(card.own, state.players[seat].supply) - A_GIFT * given
