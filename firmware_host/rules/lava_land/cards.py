"""Cards used in one's own turn (LL-47..52, LL-54..56)."""

from __future__ import annotations

from dataclasses import replace

from .answers import Again, Alter, Gift
from .box import RECOLOURS, TURNS, Face, Goods, Kind
from .events import DieCounts, DieTurned
from .sets import read
from .state import Die, Draft, Fate, Standing, Turn
from .track import gain
from .tricks import ask_trick, usable, use
from .tricks import options as trick_options

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
    locked = turn.symbols_locked if kind in TURNS else turn.colours_locked
    if kind in TURNS or kind in RECOLOURS:
        faces = () if locked else dict.fromkeys([die.face for die in own])
        return [
            Alter(turn.seat, kind, face) for face in faces if target(own, kind, face) is not None
        ]
    colours = read(own).colours
    if kind is Kind.TRICOLOUR_GIFT and colours == 3:
        return [Gift(turn.seat, goods) for goods in Goods]
    if kind is Kind.TRICK_AGAIN and colours == 1 and trick_options(state, turn.seat):
        return [Again(turn.seat)]
    return []


def target(own: tuple[Die, ...], kind: Kind, face: Face) -> int | None:
    """The die with this face that a turn or recolour card would change, as its place.

    Of two with the same face it is one that counts as itself: a die recoloured before stays so.
    """
    fit = [i for i, die in enumerate(own) if die.face is face and _fits(die, kind)]
    return min(fit, key=lambda i: own[i].counts_as is not None, default=None)


def _fits(die: Die, kind: Kind) -> bool:
    if kind in TURNS:
        colour, symbol = TURNS[kind]
        return die.colour is colour and die.symbol is not symbol
    return RECOLOURS[kind] not in (die.colour, die.hue)


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
            ask_trick(d, answer.seat)


def _alter(d: Draft, answer: Alter) -> None:
    assert answer.seat is not None
    own = list(d.sets[answer.seat])
    i = target(d.sets[answer.seat], answer.kind, answer.face)
    assert i is not None
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
