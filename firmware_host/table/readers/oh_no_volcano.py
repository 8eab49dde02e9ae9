"""Oh No, Volcano! is read by people: nothing of it is seen; staff put right what was mistold."""

from __future__ import annotations

from firmware_host.rules.kernel import Seat
from firmware_host.rules.oh_no_volcano.state import State
from firmware_host.table.reading import Correction

from .unseen import unseen


def corrections(state: State, seat: Seat) -> tuple[Correction, ...]:
    """None: where a pawn should stand is too much for one button; staff may undo, or put it."""
    del state, seat
    return ()


READER = unseen(corrections)
