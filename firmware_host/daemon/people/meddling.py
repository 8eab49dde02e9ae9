"""What may have happened to the dice of a table that nobody has seen for a while."""

from __future__ import annotations

import random

from firmware_host.rules.kernel import Decision

from .putting_right import faces
from .rough import RoughTable


def meddle(rough: RoughTable, luck: random.Random) -> bool:
    """One die goes from the crater into a hand, or back, while dice are being taken; did it?"""
    match, hands = rough.match, rough.hands
    pending = None if match is None else match.pending
    if match is None or not isinstance(pending, Decision) or pending.topic != "take":
        return False
    now_ns, truth = rough.clock.now_ns(), hands.truth()
    die = luck.choice(sorted(truth))
    place, _ = truth[die]
    if place == "crater":
        hands.take(luck.randrange(match.setup.seats), die, now_ns)
    elif place.startswith("hand"):
        hands.put_back(int(place.split()[1]), die, now_ns)
    return faces("crater", hands.truth()) != faces("crater", truth)
