"""Everything about a state that can never be: what a correction or a scenario got wrong."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_host.rules.kernel import Seat

from .box import START, Placement, in_play, launches
from .state import (
    UNTOLD,
    AskCount,
    AskFell,
    AskHot,
    AskLanded,
    AskLaunch,
    AskOwn,
    AskStand,
    Ended,
    Player,
    State,
    card_of,
    standing_there,
    tied,
)


def faults(state: State) -> tuple[str, ...]:
    """Everything that can never be so, as ``line: why``; () for every state play can reach."""
    found = [*_players(state)]
    return tuple(found) or tuple(_now(state))


def _players(state: State) -> Iterator[str]:
    few, many = state.box.players
    if not few <= len(state.players) <= many:
        yield f"A: {len(state.players)} play, but this box is for {few} to {many}"
        return
    for i, player in enumerate(state.players):
        for says in (*_meeples(state, player), *_cards(state, Seat(i), player)):
            yield f"{Seat(i)}: {says}"


def _meeples(state: State, player: Player) -> Iterator[str]:
    have, there = state.box.meeples, player.supply + player.table
    if there != have:
        yield (
            f"{player.supply} in supply and {player.table} on the table make {there}; "
            f"there are {have} of each colour (TL-25)"
        )
    if player.own > standing_there(state):
        yield f"{player.own} meeples on its cards are more than there are on the table (TL-22)"


def _cards(state: State, seat: Seat, player: Player) -> Iterator[str]:
    deck = state.box.decks[seat]
    flying = state.ask.card if isinstance(state.ask, AskLanded) and state.turn == seat else None
    there = in_play(deck, len(state.players))
    for i, card in enumerate(deck):
        held = player.hand[i] + player.out[i] + (flying == i)
        if held and card.id == START:
            yield "its Start card lies on the table from the beginning to the end (TL-04)"
        elif held > there[i]:
            yield f"{held} {card.id} in hand, out or on the way, but there are {there[i]} (TL-02)"


def _now(state: State) -> Iterator[str]:
    """What is asked against the rest, once the rest is sound."""
    if isinstance(state.ask, AskCount | AskOwn | Ended):
        yield from _ending(state)
        return
    if any(player.standing != UNTOLD for player in state.players):
        yield "now: nothing is counted before all cards are launched (TL-19)"
    if any(player.own != UNTOLD for player in state.players):
        yield "now: meeples on the own cards are counted only in a tie (TL-22)"
    yield from _play(state)
    if not isinstance(state.ask, AskHot):
        yield from _order(state)


def _play(state: State) -> Iterator[str]:
    match state.ask:
        case AskHot():
            yield from _fresh(state)
        case AskLaunch():
            if not any(state.players[state.turn].hand):
                yield f"now: {state.turn} has no card left to launch"
        case AskStand() as stand:
            yield from _stand(state, stand)
        case AskFell() as fell:
            yield from _fell(state, fell)
        case _:
            pass


def _ending(state: State) -> Iterator[str]:
    counted = [Seat(i) for i, p in enumerate(state.players) if p.standing != UNTOLD]
    owned = [Seat(i) for i, p in enumerate(state.players) if p.own != UNTOLD]
    if any(any(player.hand) for player in state.players):
        yield "now: it is not counted before all cards are launched (TL-19)"
    elif owned and isinstance(state.ask, AskCount):
        yield "now: meeples on the own cards are counted only in a tie (TL-22)"
    else:
        yield from _count(state, counted, owned)


def _fresh(state: State) -> Iterator[str]:
    if any(player.table != 2 for player in state.players):
        yield "now: before the first launch everyone has two meeples on the table (TL-05)"
    for i, player in enumerate(state.players):
        if player.hand != launches(state.box.decks[i], len(state.players)):
            yield f"{Seat(i)}: before the first launch everyone has all cards: all (TL-09)"


def _order(state: State) -> Iterator[str]:
    """Everybody has launched as often as the one whose launch it is, or once more (TL-19)."""
    seats, decks = len(state.players), state.box.decks
    had = [sum(launches(decks[i], seats)) for i in range(seats)]
    gone = [n - sum(player.hand) for n, player in zip(had, state.players, strict=True)]
    rounds = gone[state.turn] - (not isinstance(state.ask, AskLaunch))
    if rounds < 0:
        yield f"now: {state.turn} has launched nothing yet (TL-09)"
        return
    ahead = False  # those who have launched in this round stand before whose turn it is
    for k in range(1, seats):
        seat = Seat((state.turn + k) % seats)
        behind, before = min(rounds, had[seat]), min(rounds + 1, had[seat])
        may = {before} if ahead else {behind, before}
        if gone[seat] not in may:
            held, left = (
                had[seat] - gone[seat],
                " or ".join(str(had[seat] - n) for n in sorted(may)),
            )
            yield f"{seat}: {held} cards in hand; {left} in this launch of {state.turn} (TL-19)"
        ahead = ahead or gone[seat] > behind


def _lies(state: State, card: int) -> Iterator[str]:
    """Meeples are stood on a card that lies on the table."""
    player, deck = state.players[state.turn], state.box.decks[state.turn]
    there = in_play(deck, len(state.players))[card] - player.hand[card] - player.out[card]
    if there < 1 or deck[card].id == START:
        yield f"now: no launched {deck[card].id} of {state.turn} lies on the table (TL-13)"


def _stand(state: State, ask: AskStand) -> Iterator[str]:
    yield from _lies(state, ask.card)
    shown, final = card_of(state, ask.card), not any(state.players[state.turn].hand)
    if final and not state.box.final_card_foreign:
        yield "now: nobody stands meeples on a final card (TL-15)"
    if state.box.foreign_placement is Placement.FORCED:
        yield "now: nobody is asked: the others must stand what is shown (TL-A05)"
    seats = len(state.players)
    if list(ask.left) != sorted(ask.left, key=lambda seat: (seat - state.turn) % seats):
        yield f"now: those who may stand meeples are asked clockwise from {state.turn} (TL-14)"
    for seat in ask.left:
        if seat == state.turn or not shown.foreign[seat]:
            yield f"now: {shown.id} shows no meeple of {seat} (TL-14)"
        elif not state.players[seat].supply:
            yield f"now: {seat} has no meeple in its supply (TL-16)"


def _fell(state: State, ask: AskFell) -> Iterator[str]:
    if list(ask.left) != sorted(ask.left):
        yield "now: name the seats in their order"
    if ask.then is not None:
        yield from _lies(state, ask.then)
        if not state.box.removal_before_placement:
            yield "now: meeples are stood first, then the fallen are cleared (TL-A04)"


def _count(state: State, counted: list[Seat], owned: list[Seat]) -> Iterator[str]:
    seats = [Seat(i) for i in range(len(state.players))]
    if isinstance(state.ask, AskCount):
        if sorted([*counted, *state.ask.left]) != seats or list(state.ask.left) != sorted(
            state.ask.left
        ):
            yield "now: whoever has no count yet is asked for it, in the order of seats (TL-20)"
        return
    if counted != seats:
        yield "now: everyone's meeples are counted first (TL-20)"
        return
    best = tied(state)
    left = state.ask.left if isinstance(state.ask, AskOwn) else ()
    if len(best) == 1 and (owned or left):
        yield "now: meeples on the own cards are counted only in a tie (TL-22)"
    elif len(best) > 1 and (sorted([*owned, *left]) != list(best) or list(left) != sorted(left)):
        yield f"now: those who tie count the own cards: {' '.join(map(str, best))} (TL-22)"
