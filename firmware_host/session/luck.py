"""Luck that can be told again: draw *k* of a seed is the same on every machine, for ever."""

from __future__ import annotations

from hashlib import blake2b
from typing import TypeVar

from firmware_host.rules.kernel import Answer, Decision

A = TypeVar("A", bound=Answer)

TICKETS = 2**64
"""How many different tickets a hash gives."""


def below(bound: int, seed: str, k: int) -> int:
    """A whole number from 0 to *bound* - 1: the *k*-th of *seed*, each equally likely.

    Not ``random.Random``: only its ``random()`` is promised to stay the same. Tickets past the
    last full multiple of *bound* are thrown away, so no number is favoured.
    """
    fair = TICKETS - TICKETS % bound
    attempt = 0
    while True:
        spelled = f"{k}/{attempt}/{seed}".encode()
        ticket = int.from_bytes(blake2b(spelled, digest_size=8).digest(), "big")
        if ticket < fair:
            return ticket % bound
        attempt += 1


def draw(seed: str, k: int, decision: Decision[A]) -> A:
    """The option luck picks as draw *k* of *seed*.

    *k* counts the draws so far, not the answers: an undone draw made again has the same number,
    so undo cannot reroll it.
    """
    options, weights = decision.options, decision.weights
    if not weights:
        return options[below(len(options), seed, k)]
    ticket = below(sum(weights), seed, k)
    for option, weight in zip(options, weights, strict=True):
        if ticket < weight:
            return option
        ticket -= weight
    raise AssertionError("a ticket is below the sum of the weights")
