"""The lava ball: the drop, what has fallen, and gear for it (OV-21..29)."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.rules.kernel import Seat

from .answers import BallAnswer, Drop, Equip, Fell, Off, Safe, Stuck, Tilted, Trim
from .box import FallenBoulder
from .events import (
    AllSafe,
    BallDropped,
    BallStuck,
    BoulderFell,
    GearDiscarded,
    GearDrawn,
    GearShuffled,
    NoGear,
    PawnFell,
    PawnUpright,
)
from .mountain import stand
from .prints import LETTERS
from .state import (
    CAMP,
    AskBall,
    AskFell,
    AskGear,
    AskTrim,
    Draft,
    Standing,
    State,
    in_turn_order,
    more,
    next_over,
    next_owed,
    turn_of,
)


def begin(d: Draft) -> None:
    """A ball is the next action."""
    d.ask = AskBall()


def tellers(at: Standing) -> tuple[Seat, ...]:
    """Who must say what has fallen: all with a pawn on the board; the dropper, of boulders."""
    return tuple([seat for seat in in_turn_order(at) if _has_to_tell(at, seat)])


def boulders_may_fall(at: Standing, seat: Seat) -> bool:
    """Is it for *seat* to tell of boulders? The dropper does, where they leave the board."""
    to_supply = at.box.fallen_boulder is FallenBoulder.TO_SUPPLY
    return to_supply and seat == turn_of(at).seat and bool(at.boulders)


def handle(d: Draft, before: State, answer: BallAnswer) -> None:
    """The drop, or what has come of it."""
    if isinstance(answer, Drop):
        d.tell(BallDropped(turn_of(d).seat, answer.slot))
        _wait(d, AskFell(answer.slot, tellers(d)))
        return
    assert isinstance(before.ask, AskFell)
    waiting = before.ask.waiting
    match answer:
        case Stuck():
            d.tell(BallStuck())
        case Tilted(seat=Seat() as seat, letter=letter):
            d.tell(PawnUpright(seat, letter))
        case Fell(seat=Seat() as seat):
            _fall(d, seat, LETTERS.index(answer.letter))
        case Off(pair=pair):
            gone = d.box.pair_index[pair]
            d.boulders = tuple([b for b in d.boulders if b != gone])
            d.tell(BoulderFell(pair))
        case Safe(seat=seat):
            waiting = tuple([other for other in waiting if other != seat])
    _wait(d, AskFell(before.ask.slot, tuple([s for s in waiting if _has_to_tell(d, s)])))


def _has_to_tell(at: Standing, seat: Seat) -> bool:
    on_board = any(space != CAMP for space in at.players[seat].pawns)
    return on_board or boulders_may_fall(at, seat)


def _wait(d: Draft, ask: AskFell) -> None:
    if ask.waiting:
        d.ask = ask
    elif not any(d.owed):
        d.tell(AllSafe())


def _fall(d: Draft, seat: Seat, pawn: int) -> None:
    """A pawn is off: back to its owner's board, for a gear card (OV-23, OV-24)."""
    player = d.players[seat]
    space = d.box.board.spaces[player.pawns[pawn]].name
    stand(d, seat, pawn, CAMP)
    d.owed = more(d.owed, seat)
    d.tell(PawnFell(seat, LETTERS[pawn], space))


def pay(d: Draft) -> bool:
    """Ask for the next gear card, or for one above the limit; False where neither is due.

    Every owner draws first, and only then those above the limit discard (OV-A04).
    """
    seat = next_owed(d)
    if seat is not None:
        _draw(d, seat)
    elif next_over(d) is not None:
        d.ask = AskTrim()
    else:
        return False
    return True


def _draw(d: Draft, seat: Seat) -> None:
    if not any(d.pile) and any(d.scrap):
        d.pile, d.scrap = d.scrap, d.pile
        d.tell(GearShuffled())
    if any(d.pile):
        d.ask = AskGear()
    else:
        d.owed = more(d.owed, seat, -d.owed[seat])
        d.tell(NoGear(seat))


def equip(d: Draft, answer: Equip) -> None:
    """A gear card from the pile (OV-24)."""
    card, seat = d.box.gear_index[answer.card], answer.to
    player = d.players[seat]
    d.pile = more(d.pile, card, -1)
    d.owed = more(d.owed, seat, -1)
    d.players[seat] = replace(player, gear=more(player.gear, card))
    d.tell(GearDrawn(seat, answer.card))


def trim(d: Draft, answer: Trim) -> None:
    """A gear card above the limit (OV-25)."""
    card, seat = d.box.gear_index[answer.card], answer.seat
    assert seat is not None
    player = d.players[seat]
    d.scrap = more(d.scrap, card)
    d.players[seat] = replace(player, gear=more(player.gear, card, -1))
    d.tell(GearDiscarded(seat, answer.card))
