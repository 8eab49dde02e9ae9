"""Deck, row and discard pile (LL-36..40)."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.rules.kernel import Seat

from .answers import Draw
from .box import KINDS, Kind
from .events import CardDiscarded, CardTaken, Reshuffled, RowRefilled
from .state import AskDiscard, AskDraw, Draft, Held, Standing
from .track import more, put

DEAR = 3


def wants_card(d: Draft) -> bool:
    """Ask for whatever the row needs before play goes on: a refill, or a discard."""
    if None in d.row:
        return ask_draw(d, d.row.index(None), search=False)
    if all_dear(d) and cheap_left(d):
        d.ask = AskDiscard()
        return True
    return False


def ask_draw(d: Draft, slot: int, *, search: bool) -> bool:
    """Ask for the top card, after a reshuffle where one is due; False with no card left."""
    if not any(d.deck):
        if not any(d.discard):
            return False
        d.deck = d.discard
        d.discard = (0,) * len(KINDS)
        d.tell(Reshuffled())
    d.ask = AskDraw(slot, search)
    return True


def draw(d: Draft, ask: AskDraw, answer: Draw) -> None:
    """The drawn card fills its gap, unless a two-cost card is searched for (LL-39)."""
    dear = d.box.spec(answer.kind).cost == DEAR
    d.deck = more(d.deck, answer.kind, -1)
    if ask.search and dear:
        d.discard = more(d.discard, answer.kind)
        d.tell(CardDiscarded(answer.kind))
        ask_draw(d, ask.slot, search=True)
        return
    _put_row(d, ask.slot, answer.kind)
    d.tell(RowRefilled(ask.slot + 1, answer.kind))


def discard(d: Draft, slot: int) -> None:
    """A three-cost card goes, and the search begins."""
    kind = d.row[slot]
    assert kind is not None
    _put_row(d, slot, None)
    d.discard = more(d.discard, kind)
    d.tell(CardDiscarded(kind))
    ask_draw(d, slot, search=True)


def pick(d: Draft, seat: Seat, slot: int) -> None:
    """A card goes from the row to a hand, not to be used this turn (LL-54)."""
    kind = d.row[slot]
    assert kind is not None
    player = d.players[seat]
    put(d, seat, replace(player, cards=(*player.cards, Held(kind, new=True))))
    _put_row(d, slot, None)
    d.tell(CardTaken(seat, kind))


def slots(state: Standing, max_cost: int) -> tuple[int, ...]:
    """Where a card may be taken: a pair buys only two-cost cards, a triple any."""
    return tuple(
        i
        for i, kind in enumerate(state.row)
        if kind is not None and state.box.spec(kind).cost <= max_cost
    )


def all_dear(state: Standing) -> bool:
    """Do all face-up cards cost three?"""
    return dear_but(state, len(state.row))


def dear_but(state: Standing, slot: int) -> bool:
    """Do all face-up cards cost three, that of *slot* aside?"""
    others = (*state.row[:slot], *state.row[slot + 1 :])
    return all(kind is not None and state.box.spec(kind).cost == DEAR for kind in others)


def cheap_left(state: Standing) -> bool:
    """Is a two-cost card in the deck or the discard pile (LL-A19)?"""
    return any(
        have + gone and state.box.spec(kind).cost != DEAR
        for kind, have, gone in zip(KINDS, state.deck, state.discard, strict=True)
    )


def _put_row(d: Draft, slot: int, kind: Kind | None) -> None:
    d.row = (*d.row[:slot], kind, *d.row[slot + 1 :])
