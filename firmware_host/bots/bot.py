"""What a player made of code is: it sees what is shown, and answers one question."""

from __future__ import annotations

from typing import Any, Protocol

from firmware_host.rules.kernel import Answer, Decision, Seat


class Bot(Protocol):
    """Somebody who can sit at any seat of one game."""

    def choose(self, state: Any, decision: Decision[Any], seat: Seat) -> Answer:
        """What *seat* answers, out of ``decision.for_seat(seat)``, which is not empty.

        *state* is what the seat may know: ``game.public(state, seat)``. In a grab the options
        are the dice that still lie there, and the answer is the one it reaches for.
        """
        ...  # pragma: no cover
