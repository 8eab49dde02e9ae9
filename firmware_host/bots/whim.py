"""The bot that does anything: every option is as likely as any other."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from firmware_host.rules.kernel import Answer, Decision, Seat


class Whim:
    """Answers at random, the same way for the same seed and the same questions."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._asked = 0

    def choose(self, state: Any, decision: Decision[Any], seat: Seat) -> Answer:
        """Any of the seat's options."""
        del state  # it does not even look
        options = decision.for_seat(seat)
        self._asked += 1
        whim = blake2b(f"{self._asked}/{seat}/{self._seed}".encode(), digest_size=8).digest()
        answer: Answer = options[int.from_bytes(whim, "big") % len(options)]
        return answer
