"""What a seat may know (OV-03): hands that the program dealt are their owners' alone.

With a deck of cards the program knows no hand, so there is nothing to hide. With its own deck
another's state has the hand as not known, and all else - questions as well - follows from that:
what might be in a hand is what its owner has not played, and no draw is named.
"""

from __future__ import annotations

from dataclasses import replace

from firmware_host.rules.kernel import Seat

from .state import State

DRAW = "draw"


def public(state: State, seat: Seat | None) -> State:
    """What *seat* (None: everyone) may know of a state."""
    if not state.box.virtual:
        return state
    players = tuple(
        [
            player if i == seat or player.hand is None else replace(player, hand=None)
            for i, player in enumerate(state.players)
        ]
    )
    return replace(state, players=players)


def heard(words: str, seat: Seat | None) -> str:
    """The words of an answer as *seat* may hear them: a draw is named to who draws alone."""
    verb, *rest = words.split(" ")
    if verb != DRAW or len(rest) != 2 or rest[0] == str(seat):
        return words
    return f"{verb} {rest[0]}"
