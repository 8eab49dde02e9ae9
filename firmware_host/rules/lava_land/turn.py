"""Phases 3 and 4: what happens by itself until somebody must be asked (LL-28..62)."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from firmware_host.rules.kernel import Seat

from . import cards, dice, row, tricks
from .answers import Effect
from .box import EffectOrder, Goods, Symbol
from .events import Bonus, Cause, Combination, EffectSkipped, FirstPlayerPassed, Trap, Why
from .sets import Reading, read
from .state import (
    AskCard,
    AskOrder,
    AskPick,
    Draft,
    Ended,
    Fate,
    Standing,
    Turn,
    on_track,
    owned,
)
from .track import gain, move_lava, put, walk


def settle(d: Draft) -> None:
    """Go on until a question is open."""
    while d.ask is None:
        _step(d)


def _step(d: Draft) -> None:
    if not on_track(d):
        _plain(d)
        d.ask = Ended()
        d.turn = None
    elif row.wants_card(d):
        pass
    elif d.turn is None:
        dice.begin_round(d)
    else:
        _resolve(d, d.turn)


def _resolve(d: Draft, turn: Turn) -> None:
    """Offer cards; then the next effect of the set; then the next seat."""
    if not turn.passed and cards.uses(d):
        d.ask = AskCard()
        return
    due = left(d, turn)
    if not due:
        _end_turn(d, turn)
    elif len(orderable(d, turn)) > 1 and d.box.effect_order is EffectOrder.PLAYER_CHOICE:
        d.ask = AskOrder()
    else:
        apply_effect(d, due[0])


def left(d: Standing, turn: Turn) -> tuple[Effect, ...]:
    """Effects due and not yet applied."""
    due = read(owned(d, turn.seat)).due
    return tuple(effect for effect in due if effect not in turn.done)


def orderable(d: Standing, turn: Turn) -> tuple[Effect, ...]:
    """Those of them whose order matters: a bonus nobody is paid has none (LL-59, LL-61)."""
    paid = d.players[turn.seat].fate is Fate.TRACK
    return tuple(effect for effect in left(d, turn) if paid or effect is not Effect.BONUS)


def apply_effect(d: Draft, effect: Effect) -> None:
    """One effect of the active player's set; it locks what it was read from (LL-A15)."""
    turn = d.turn
    assert turn is not None
    reading = read(owned(d, turn.seat))
    cause = reading.cause if effect is Effect.TRAP else None
    by_symbols = effect is Effect.BONUS or cause in (Cause.SYMBOLS, Cause.BOTH)
    by_colours = effect is Effect.TRICK or cause in (Cause.COLOURS, Cause.BOTH)
    d.turn = Turn(
        turn.seat,
        turn.done | {effect},
        turn.symbols_locked or by_symbols,
        turn.colours_locked or by_colours,
    )
    if effect is Effect.BONUS:
        _bonus(d, turn.seat, reading)
    elif effect is Effect.TRAP:
        d.tell(Trap(turn.seat, reading.cause))
        move_lava(d, 1)
    else:
        tricks.ask_trick(d, turn.seat)


def _bonus(d: Draft, seat: Seat, reading: Reading) -> None:
    player, size = d.players[seat], reading.size
    assert reading.symbol is not None
    if player.fate is not Fate.TRACK:
        why = Why.DEAD if player.fate is Fate.LAVA else Why.ESCAPED
        d.tell(EffectSkipped(seat, Effect.BONUS, why))
        return
    d.tell(Bonus(seat, Combination.of(reading.symbol, size)))
    match reading.symbol:
        case Symbol.BANANA:
            gain(d, seat, Goods.BANANA, size + _tree(d, player.pos))
        case Symbol.TREASURE:
            gain(d, seat, Goods.TREASURE, size)
        case Symbol.FOOT:
            walk(d, seat, size)
        case Symbol.BOLT:
            if row.slots(d, size):
                d.ask = AskPick(size)
            else:
                d.tell(EffectSkipped(seat, Effect.BONUS, Why.NO_CARD))
        case _ as unreachable:
            assert_never(unreachable)


def _tree(d: Draft, pos: int) -> int:
    return (pos in d.box.plus_trees) - (pos in d.box.minus_trees)


def _end_turn(d: Draft, turn: Turn) -> None:
    player = d.players[turn.seat]
    if player.cards:
        fresh = tuple(replace(held, new=False) for held in player.cards)
        put(d, turn.seat, replace(player, cards=fresh))
    _plain(d)
    seats = len(d.players)
    after = Seat((turn.seat + 1) % seats)
    if after != d.first:
        dice.open_turn(d, after)
        return
    _pass_token(d, Seat((d.first + 1) % seats))


def _plain(d: Draft) -> None:
    """Recoloured dice are themselves again."""
    for seat, own in enumerate(d.sets):
        if any(die.counts_as for die in own):
            d.sets[seat] = tuple(replace(die, counts_as=None) for die in own)


def _pass_token(d: Draft, first: Seat) -> None:
    for i, player in enumerate(d.players):
        if player.cards:
            rested = tuple(replace(held, used=False) for held in player.cards)
            put(d, Seat(i), replace(player, cards=rested))
    d.first = first
    d.turn = None
    d.tell(FirstPlayerPassed(first))
