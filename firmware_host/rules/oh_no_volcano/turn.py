"""What happens by itself until somebody must be asked (OV-03..08, OV-31)."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.rules.kernel import Seat

from . import balls, boulders, walking
from .answers import Climb, Draw, Gear
from .box import HAND, EmptyCheck
from .events import (
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    GearDiscarded,
    GearPlayed,
    TurnStarted,
)
from .prints import Action, Ball, Block, Move
from .state import (
    NO_CARD,
    AskDraw,
    AskFirst,
    AskPlay,
    Draft,
    Ended,
    Player,
    Standing,
    Turn,
    more,
    turn_of,
)


def settle(d: Draft) -> None:
    """Go on until a question is open."""
    while d.ask is None:
        _step(d)


def _step(d: Draft) -> None:
    turn = d.turn
    if turn is None:
        _deal(d)
    elif balls.pay(d):
        pass
    elif turn.card == NO_CARD:
        _next_turn(d, turn.seat)
    else:
        actions = d.box.cards(gear=turn.gear)[turn.card].actions
        if turn.begun < len(actions):
            d.turn = Turn(turn.seat, turn.card, turn.gear, turn.begun + 1)
            _act(d, actions[turn.begun])
        else:
            _discard(d, turn)


def _act(d: Draft, action: Action) -> None:
    """The next action of the card, from top to bottom (OV-06)."""
    match action:
        case Move():
            walking.begin(d, action)
        case Block():
            boulders.begin(d)
        case Ball():
            balls.begin(d)


def wants_card(player: Player) -> bool:
    """Is there a place in the hand, and a card for it (OV-08)?"""
    return player.held < HAND and player.deck > 0


def to_deal(at: Standing) -> Seat | None:
    """Who is dealt the next card of the starting hands (OV-03)."""
    seats = (Seat(i) for i in range(len(at.players)))
    return next((seat for seat in seats if wants_card(at.players[seat])), None)


def _deal(d: Draft) -> None:
    seat = to_deal(d)
    d.ask = AskFirst() if seat is None else AskDraw(seat)


def draw(d: Draft, answer: Draw) -> None:
    """A card of the program's deck: nobody is told which (OV-03, OV-08)."""
    player = d.players[answer.to]
    assert player.hand is not None
    hand = more(player.hand, d.box.climber_index[answer.card])
    _take(d, answer.to, replace(player, hand=hand))


def _take(d: Draft, seat: Seat, player: Player) -> None:
    d.players[seat] = replace(player, held=player.held + 1, deck=player.deck - 1)
    d.tell(CardDrawn(seat))


def play(d: Draft, answer: Climb | Gear) -> None:
    """A card lies face up (OV-05): out of the hand, or from above the board (OV-A05)."""
    seat = turn_of(d).seat
    player = d.players[seat]
    if isinstance(answer, Gear):
        card = d.box.gear_index[answer.card]
        d.players[seat] = replace(player, gear=more(player.gear, card, -1))
        d.tell(GearPlayed(seat, answer.card))
    else:
        card = d.box.climber_index[answer.card]
        hand = None if player.hand is None else more(player.hand, card, -1)
        d.players[seat] = replace(player, held=player.held - 1, hand=hand)
        d.tell(CardPlayed(seat, answer.card))
    d.turn = Turn(seat, card, isinstance(answer, Gear))


def _discard(d: Draft, turn: Turn) -> None:
    """The card goes; a climber card is followed by the next of the deck (OV-07, OV-08)."""
    seat, name = turn.seat, d.box.cards(gear=turn.gear)[turn.card].name
    d.turn = Turn(seat)
    if turn.gear:
        d.scrap = more(d.scrap, turn.card)
        d.tell(GearDiscarded(seat, name))
        return
    player = d.players[seat]
    player = d.players[seat] = replace(player, discard=more(player.discard, turn.card))
    d.tell(CardDiscarded(seat, name))
    if not wants_card(player):
        return
    if player.hand is None:
        _take(d, seat, player)
    else:
        d.ask = AskDraw(seat)


def empty(player: Player) -> bool:
    """Has a player neither a climber card nor a gear card to play (OV-31)?"""
    return not player.held and not any(player.gear)


def _next_turn(d: Draft, seat: Seat) -> None:
    immediate = d.box.empty_check is EmptyCheck.IMMEDIATE
    if immediate and any(map(empty, d.players)):
        d.ask = Ended()
    else:
        begin_turn(d, Seat((seat + 1) % len(d.players)))


def begin_turn(d: Draft, seat: Seat) -> None:
    """A seat must play exactly one card; without any the game ends (OV-05, OV-31, OV-A08)."""
    d.turn = Turn(seat)
    d.tell(TurnStarted(seat))
    d.ask = Ended() if empty(d.players[seat]) else AskPlay()
