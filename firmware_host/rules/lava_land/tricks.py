"""Tricks and the guards against them (LL-44..46, LL-53)."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from firmware_host.rules.kernel import Seat

from .answers import Cool, Effect, Loot, Push, TrickAnswer
from .box import START, Goods, GuardMode, Kind
from .events import CardUsed, EffectSkipped, Guarded, Trick, Why
from .state import AskGuard, AskTrick, Draft, Fate, Player, Standing
from .track import gain, move_lava, put, step_back


def options(state: Standing, chooser: Seat) -> tuple[TrickAnswer, ...]:
    """The tricks that would change something (LL-45, LL-A12)."""
    null = state.box.trick_allow_null_target
    running = [(Seat(i), p) for i, p in enumerate(state.players) if p.fate is Fate.TRACK]
    found: list[TrickAnswer] = [
        Loot(chooser, goods, seat) for goods in Goods for seat, p in running if null or p.has(goods)
    ]
    found += [Push(chooser, seat) for seat, p in running if p.pos > START]
    if null or state.lava > state.box.lava_min:
        found.append(Cool(chooser))
    return tuple(found)


def ask_trick(d: Draft, chooser: Seat) -> None:
    """Ask for a trick, or skip it where none would change anything (LL-A12)."""
    if options(d, chooser):
        d.ask = AskTrick()
    else:
        d.tell(EffectSkipped(chooser, Effect.TRICK, Why.NOTHING))


def play(d: Draft, trick: TrickAnswer) -> None:
    """A trick is chosen; its victim may have a say first (LL-A30)."""
    assert trick.seat is not None
    d.tell(Trick(trick.seat, str(replace(trick, seat=None))))
    if isinstance(trick, Cool):
        move_lava(d, -1)
        return
    if guard_slot(d, trick) is None:
        land(d, trick)
    elif d.box.guard_mode is GuardMode.AUTO:
        guard(d, trick)
    else:
        d.ask = AskGuard(trick)


def land(d: Draft, trick: Loot | Push) -> None:
    """A trick hits."""
    match trick:
        case Loot(goods=goods, victim=victim):
            gain(d, victim, goods, -1)
        case Push(victim=victim):
            step_back(d, victim)
        case _ as unreachable:
            assert_never(unreachable)


def guard(d: Draft, trick: Loot | Push) -> None:
    """The victim's guard takes the whole of it: every trick is worth one."""
    slot = guard_slot(d, trick)
    assert slot is not None
    kind = use(d, trick.victim, slot)
    d.tell(Guarded(trick.victim, kind))


def guard_slot(state: Standing, trick: Loot | Push) -> int | None:
    """Where the victim holds a guard that may be used now; None too with nothing to lose."""
    victim = state.players[trick.victim]
    if isinstance(trick, Push):
        return usable(state, victim, Kind.GUARD_STEP)
    return usable(state, victim, Kind.GUARD_LOOT) if victim.has(trick.goods) else None


def usable(state: Standing, player: Player, kind: Kind) -> int | None:
    """The first card of *kind* that is neither used, nor new, nor too dear (LL-54, LL-55)."""
    for i, held in enumerate(player.cards):
        if held.kind is kind and not held.used and not held.new:
            pay = state.box.spec(kind).pay
            return i if pay is None or player.has(pay) else None
    return None


def use(d: Draft, seat: Seat, slot: int) -> Kind:
    """Mark a card used, and pay for it."""
    player = d.players[seat]
    held = player.cards[slot]
    cards = (*player.cards[:slot], replace(held, used=True), *player.cards[slot + 1 :])
    put(d, seat, replace(player, cards=cards))
    d.tell(CardUsed(seat, held.kind))
    if pay := d.box.spec(held.kind).pay:
        gain(d, seat, pay, -1)
    return held.kind
