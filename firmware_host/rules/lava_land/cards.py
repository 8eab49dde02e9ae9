"""Cards used in one's own turn (LL-47..52, LL-54..56)."""

from __future__ import annotations

from dataclasses import replace

from .answers import Again, Alter, Gift
from .box import RECOLOURS, TURNS, Goods, Kind
from .events import DieCounts, DieTurned
from .sets import read
from .state import AskTrick, Draft, Fate, Standing, Turn
from .track import gain
from .tricks import options as trick_options
from .tricks import usable, use

Use = Alter | Gift | Again


def uses(state: Standing) -> tuple[Use, ...]:
    """Every way the active player may use a card now."""
    turn = state.turn
    assert turn is not None
    player = state.players[turn.seat]
    if player.fate is not Fate.TRACK or not player.cards:
        return ()
    kinds = {held.kind for held in player.cards}
    found: list[Use] = []
    for kind in Kind:
        if kind in kinds and usable(state, player, kind) is not None:
            found += _uses_of(state, turn, kind)
    return tuple(found)


def _uses_of(state: Standing, turn: Turn, kind: Kind) -> list[Use]:
    own = state.sets[turn.seat]
    colours = read(own).colours
    if kind in TURNS and (not turn.symbols_locked):
        colour, symbol = TURNS[kind]
        return [
            Alter(turn.seat, kind, face)
            for face, die in {die.face: die for die in own}.items()
            if die.colour is colour and die.symbol is not symbol
        ]
    if kind in RECOLOURS and (not turn.colours_locked):
        colour = RECOLOURS[kind]
        return [
            Alter(turn.seat, kind, face)
            for face, die in {die.face: die for die in own}.items()
            if die.colour is not colour and die.hue is not colour
        ]
    if kind is Kind.TRICOLOUR_GIFT and colours == 3:
        return [Gift(turn.seat, goods) for goods in Goods]
    if kind is Kind.TRICK_AGAIN and colours == 1 and trick_options(state, turn.seat):
        return [Again(turn.seat)]
    return []


def play(d: Draft, answer: Use) -> None:
    """A card does its work; the set is read again afterwards (LL-56b)."""
    assert answer.seat is not None
    kinds = {Gift: Kind.TRICOLOUR_GIFT, Again: Kind.TRICK_AGAIN}
    kind = answer.kind if isinstance(answer, Alter) else kinds[type(answer)]
    slot = usable(d, d.players[answer.seat], kind)
    assert slot is not None
    use(d, answer.seat, slot)
    match answer:
        case Alter():
            _alter(d, answer)
        case Gift(goods=goods):
            gain(d, answer.seat, goods, 1)
            _lock_colours(d)
        case Again():
            _lock_colours(d)
            d.ask = AskTrick()


def _alter(d: Draft, answer: Alter) -> None:
    assert answer.seat is not None
    own = list(d.sets[answer.seat])
    i = [die.face for die in own].index(answer.face)
    if answer.kind in TURNS:
        own[i] = replace(own[i], symbol=TURNS[answer.kind][1])
        d.tell(DieTurned(answer.seat, answer.face, own[i].face))
    else:
        own[i] = replace(own[i], counts_as=RECOLOURS[answer.kind])
        d.tell(DieCounts(answer.seat, answer.face, own[i].hue))
    d.sets[answer.seat] = tuple(own)


def _lock_colours(d: Draft) -> None:
    assert d.turn is not None
    d.turn = replace(d.turn, colours_locked=True)
