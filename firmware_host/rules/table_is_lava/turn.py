"""A launch and what comes of it, the final count, the tie: what follows by itself."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.rules.kernel import Seat

from .answers import Where
from .box import Missed, Placement, starts
from .events import (
    CardLies,
    CountBegins,
    Discarded,
    Fallen,
    Launched,
    Lifesaver,
    NotPlaced,
    OnStart,
    Placed,
    Scored,
    Tied,
    TurnStarted,
    Why,
)
from .state import (
    AskCount,
    AskFell,
    AskLanded,
    AskLaunch,
    AskOwn,
    AskStand,
    Counts,
    Draft,
    Ended,
    Player,
    State,
    card_of,
    standing_there,
    tied,
)

NEAR = (Where.TOUCHING, Where.THUMB, Where.ON)
"""Meeples are stood on a card that lies so (TL-12, TL-24)."""


def begin(d: Draft, seat: Seat) -> None:
    """This seat has said the words; everyone's two meeples stand (TL-03..06)."""
    for owner, card in starts(len(d.players)):
        d.tell(OnStart(owner, card))
    _turn(d, seat)


def _turn(d: Draft, seat: Seat) -> None:
    d.turn, d.ask = seat, AskLaunch()
    d.tell(TurnStarted(seat))


def launch(d: Draft, name: str) -> None:
    """A card leaves the hand (TL-09)."""
    player, deck = d.players[d.turn], d.box.decks[d.turn]
    card = next(i for i, kind in enumerate(deck) if kind.id == name)
    d.players[d.turn] = replace(player, hand=_changed(player.hand, card, -1))
    d.ask = AskLanded(card)
    d.tell(Launched(d.turn, name))


def landed(d: Draft, card: int, where: Where) -> None:
    """It lies: meeples are stood on it, and what fell is cleared, in the house's order (TL-A04)."""
    d.tell(CardLies(d.turn, where))
    if where is Where.OFF or (where is Where.APART and d.box.missed_card is Missed.DISCARDED):
        player = d.players[d.turn]
        d.players[d.turn] = replace(player, out=_changed(player.out, card, 1))
        d.tell(Discarded(d.turn))
    near = where in NEAR
    if d.box.removal_before_placement:
        _clear(d, card if near else None)
    elif near:
        place(d, card)
    else:
        _clear(d, None)


def place(d: Draft, card: int) -> None:
    """The launcher's meeples by themselves (TL-13), then everybody else's who is shown (TL-14)."""
    shown, final = card_of(d, card), not any(d.players[d.turn].hand)
    if shown.own:
        _shown(d, d.turn, shown.own, final=final)
    left: list[Seat] = []
    seats = len(d.players)
    for k in range(1, seats):
        seat = Seat((d.turn + k) % seats)
        number = shown.foreign[seat]
        if not number:
            continue
        barred = final and not d.box.final_card_foreign
        forced = d.box.foreign_placement is Placement.FORCED
        if barred or forced or not d.players[seat].supply:
            _shown(d, seat, number, final=barred)
        else:
            left.append(seat)
    ask_stand(d, card, tuple(left))


def _shown(d: Draft, seat: Seat, number: int, *, final: bool) -> None:
    """As many of *number* as may be placed and are there (TL-15, TL-16)."""
    if final:
        d.tell(NotPlaced(seat, number, Why.FINAL))
        return
    player = d.players[seat]
    n = min(number, player.supply)
    if n:
        d.players[seat] = _stood(player, n)
        d.tell(Placed(seat, n))
    if n < number:
        d.tell(NotPlaced(seat, number - n, Why.SUPPLY))


def _stood(player: Player, n: int) -> Player:
    return replace(player, supply=player.supply - n, table=player.table + n)


def ask_stand(d: Draft, card: int, left: tuple[Seat, ...]) -> None:
    """The next who may stand meeples on the card; with none left the turn goes on."""
    if left:
        d.ask = AskStand(card, left)
    elif d.box.removal_before_placement:
        _next(d)
    else:
        _clear(d, None)


def stand(d: Draft, seat: Seat, card: int, meeples: int) -> None:
    """So many of what the card shows (TL-14)."""
    number, player = card_of(d, card).foreign[seat], d.players[seat]
    able = min(number, player.supply)
    if meeples:
        d.players[seat] = _stood(player, meeples)
        d.tell(Placed(seat, meeples))
    if meeples < able:
        d.tell(NotPlaced(seat, able - meeples, Why.DECLINED))
    if able < number:
        d.tell(NotPlaced(seat, number - able, Why.SUPPLY))


def _clear(d: Draft, then: int | None) -> None:
    """Ask every owner with meeples on the table what fell (TL-17, TL-18)."""
    left = tuple([Seat(i) for i, player in enumerate(d.players) if player.table])
    ask_fell(d, left, then)


def ask_fell(d: Draft, left: tuple[Seat, ...], then: int | None) -> None:
    """Those who have not told yet; with none left the turn goes on."""
    if left:
        d.ask = AskFell(left, then)
    elif then is not None:
        place(d, then)
    else:
        _next(d)


def fell(d: Draft, owner: Seat, meeples: int) -> None:
    """They go back to their owner, and may be used again (TL-17)."""
    if meeples:
        d.players[owner] = _stood(d.players[owner], -meeples)
        d.tell(Fallen(owner, meeples))


def _next(d: Draft) -> None:
    """The next clockwise who has a card; where nobody has, the count (TL-19)."""
    seats = len(d.players)
    for k in range(1, seats + 1):
        seat = Seat((d.turn + k) % seats)
        if any(d.players[seat].hand):
            _turn(d, seat)
            return
    d.tell(CountBegins())
    for i, player in enumerate(d.players):
        if not player.table:
            count(d, Seat(i), 0)
    ask_count(d, tuple([Seat(i) for i, player in enumerate(d.players) if player.table]))


def count(d: Draft, owner: Seat, standing: int) -> None:
    """So many of its meeples stand; the others lie (TL-20)."""
    player = replace(d.players[owner], standing=standing)
    d.players[owner] = player
    d.tell(Scored(owner, player.points))


def ask_count(d: Draft, left: tuple[Seat, ...]) -> None:
    """Those who have not counted; then who has won (TL-21), or who ties (TL-22)."""
    if left:
        d.ask = AskCount(left)
        return
    best = tied(d)
    if len(best) == 1:
        d.ask = Ended()
        return
    for seat in best:
        d.tell(Tied(seat))
    if not standing_there(d):  # nothing is left on any card: nothing to count
        for seat in best:
            own(d, seat, 0)
        best = ()
    ask_own(d, best)


def own(d: Draft, owner: Seat, meeples: int) -> None:
    """So many are on the cards of its colour."""
    d.players[owner] = replace(d.players[owner], own=meeples)


def ask_own(d: Draft, left: tuple[Seat, ...]) -> None:
    """Those who tie and have not counted; then the game is over."""
    if left:
        d.ask = AskOwn(left)
        return
    d.ask = Ended()
    saved = savers(d)
    if len(saved) == 1:
        d.tell(Lifesaver(saved[0]))


def savers(d: Draft | State) -> tuple[Seat, ...]:
    """Of those who tie, who has the most on the own cards (TL-22, TL-23)."""
    best = tied(d)
    most = max([d.players[seat].own for seat in best])
    return tuple([seat for seat in best if d.players[seat].own == most])


def _changed(counts: Counts, i: int, by: int) -> Counts:
    return (*counts[:i], counts[i] + by, *counts[i + 1 :])
