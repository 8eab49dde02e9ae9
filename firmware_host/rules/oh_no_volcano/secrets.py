"""What a seat may know (OV-03): hands that the program dealt are their owners' alone.

With a deck of cards the program knows no hand, so there is nothing to hide. With its own deck
another's state has the hand as not known, and all else - questions as well - follows from that:
what might be in a hand is what its owner has not played, and no draw is named.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from firmware_host.rules.kernel import Seat
from firmware_host.rules.lines import PLAIN

from .state import Player, State, pool

DRAW = "draw"
HAND = "hand_"
"""How the line of a hand begins."""


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


def fitted(state: State, keys: Collection[str]) -> State:
    """*state* after lines of these *keys* were put right, its dealt hands made to fit.

    Who puts a card on a discard pile that is in the hand would be refused, and know it. Instead the
    owner holds another of the cards that are left for it: its own page says which.
    """
    if not state.box.virtual:
        return state
    players = tuple(
        [
            player if f"{HAND}{Seat(i)}" in keys else _refilled(state, Seat(i), player)
            for i, player in enumerate(state.players)
        ]
    )
    return replace(state, players=players)


def _refilled(state: State, seat: Seat, player: Player) -> Player:
    if player.hand is None:
        return player
    left = [max(0, n) for n in pool(state, seat)]
    hand = [min(n, most) for n, most in zip(player.hand, left, strict=True)]
    for card, most in enumerate(left):
        hand[card] += min(most - hand[card], player.held - sum(hand))
    return replace(player, hand=tuple(hand))


def heard(words: str, seat: Seat | None) -> str:
    """The words of a journal's line as *seat* (None: everyone) may hear them.

    A draw is named to who draws alone. Of a hand that was put right others hear how many cards it
    has; a put has a line for each part of the state.
    """
    return "\n".join([_line(line, seat) for line in words.split("\n")])


def _line(words: str, seat: Seat | None) -> str:
    key, _, cards = words.partition(" ")
    if key.startswith(HAND) and key != f"{HAND}{seat}":
        return f"{key} {_many(cards)}"
    verb, *rest = words.split(" ")
    if verb != DRAW or len(rest) != 2 or rest[0] == str(seat):
        return words
    return f"{verb} {rest[0]}"


def _many(cards: str) -> int:
    """How many cards ``2 A4, B4`` are; where people hold them, ``3`` says it already."""
    found = 0
    for part in cards.split(","):
        first = part.strip().partition(" ")[0]
        found += int(first) if PLAIN.fullmatch(first) else bool(first)
    return found
