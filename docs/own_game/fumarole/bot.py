"""A plain player: it goes home when there is more to lose than another throw brings."""

from __future__ import annotations

from typing import Any

from firmware_host.rules.kernel import Answer, Decision, Seat

from .rules import BLOWS_AT, Dare, Home, State

A_THROW = 2  #: crystals that another throw brings, about


class Gatherer:
    """Sits at any seat; the same state and question always get the same answer."""

    def choose(self, state: Any, decision: Decision[Any], seat: Seat) -> Answer:
        """What *seat* answers."""
        assert isinstance(state, State)
        if decision.topic != "dare":
            options: tuple[Answer, ...] = decision.for_seat(seat)
            return options[0]
        left = BLOWS_AT[state.wind] - state.puffs  # puffs until it blows
        stake = state.found + state.pit
        enough = 4 * A_THROW if left > 1 else 2 * A_THROW
        return Home(seat) if stake >= enough else Dare(seat)
