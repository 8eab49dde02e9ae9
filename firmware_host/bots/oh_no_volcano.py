"""A plain player of Oh No, Volcano!: to the nearest treasure that is still wanted, then home.

It puts a number on every space a pawn may end on, in steps: how far it is from there to a treasure
that is wanted, and what is taken on the way. It plays the card that brings most, and would rather
not drop a ball over its own pawns.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from firmware_host.rules.kernel import Answer, Decision, Seat
from firmware_host.rules.oh_no_volcano.answers import (
    Climb,
    Drop,
    Gear,
    Lift,
    Pawn,
    Place,
    Safe,
    Step,
    Stop,
    Trim,
)
from firmware_host.rules.oh_no_volcano.board import GEMS, NOWHERE, Board
from firmware_host.rules.oh_no_volcano.box import Box
from firmware_host.rules.oh_no_volcano.mountain import steps, takes, way_up
from firmware_host.rules.oh_no_volcano.prints import LETTERS, Action, Ball, Block, Move, Print
from firmware_host.rules.oh_no_volcano.state import CAMP, PAWNS, AskStep, State, current, pool

TREASURE = 8.0
"""What taking a wanted treasure is worth, in steps; more for the kinds that are far up."""
RARE = {"emerald": 4.0, "ruby": 2.0, "sapphire": 0.0}
FAR = 12.0  #: as far as no treasure is, in steps
SHELTER = 1.0  #: a boulder is worth so much
BELOW = 2.0  #: a ball straight above a pawn costs so much of it
NEVER = -99.0


class Volcanist:
    """Sits at any seat of Oh No, Volcano!; the same state and question get the same answer."""

    def choose(self, state: Any, decision: Decision[Any], seat: Seat) -> Answer:
        """What *seat* answers."""
        assert isinstance(state, State)
        options: tuple[Answer, ...] = decision.for_seat(seat)
        match options[0]:
            case Climb() | Gear():
                return _card(state, options, seat)
            case Pawn():
                return _pawn(state, options, seat)
            case Step():
                return _step(state, options, seat)
            case Place() | Lift():
                return max(options, key=lambda option: _shelter(state, option, seat))
            case Drop():
                return max(options, key=lambda option: _aim(state, option, seat))
            case Trim():
                return min(options, key=lambda option: _worth(state, option, seat))
            case _:  # of what has fallen it knows nothing; treasures it takes, and caves
                safe = [option for option in options if isinstance(option, Safe)]
                return safe[0] if safe else options[0]


def _card(state: State, options: tuple[Answer, ...], seat: Seat) -> Answer:
    """The card that brings most; of those it may hold, where people hold the cards."""
    own = own_hand(state, seat)
    able = [o for o in options if isinstance(o, Gear) or (isinstance(o, Climb) and o.card in own)]
    return max(able, key=lambda option: _worth(state, option, seat))


def own_hand(state: State, seat: Seat) -> set[str]:
    """The cards in the hand of *seat*.

    At a table with a deck of cards a bot has none, so it plays as if it had shuffled the twelve,
    and always held the first of those that it has not played. All bots shuffle alike: so no seat
    has the better cards in every game.
    """
    player, prints = state.players[seat], state.box.climbers
    left = pool(state, seat) if player.hand is None else player.hand
    cards = [(card.name, k) for card, n in zip(prints, left, strict=True) for k in range(n)]
    if player.hand is None:
        cards = sorted(cards, key=lambda card: _shuffled(*card))[: player.held]
    return {name for name, _ in cards}


@lru_cache(maxsize=1024)
def _shuffled(name: str, copy: int) -> bytes:
    return blake2b(f"{name}/{copy}".encode(), digest_size=8).digest()


def _worth(state: State, option: Answer, seat: Seat) -> float:
    """What a card is worth: its actions, as if each were the only one."""
    assert isinstance(option, Climb | Gear | Trim)
    gear = not isinstance(option, Climb)
    index = state.box.gear_index if gear else state.box.climber_index
    card: Print = state.box.cards(gear=gear)[index[option.card]]
    return sum(_action(state, action, seat) for action in card.actions)


def _action(state: State, action: Action, seat: Seat) -> float:
    match action:
        case Move(letter=letter, steps=n):
            pawns = range(PAWNS) if letter is None else (LETTERS.index(letter),)
            return max(0.0, *(_gain(state, seat, pawn, n) for pawn in pawns))
        case Block():
            return SHELTER
        case Ball(slot=slot):
            return 0.0 if slot is None else _danger(state, slot, seat)


def _gain(state: State, seat: Seat, pawn: int, left: int) -> float:
    """What the best end of a move is better than where *pawn* stands."""
    here = state.players[seat].pawns[pawn]
    ends = _ends(state, here, left)
    now = _value(state, seat, here, stays=True)
    return max((_value(state, seat, end) for end in ends), default=now) - now


def _ends(state: State, here: int, left: int) -> dict[int, int]:
    """Where a pawn can end, and the fewest steps there, in the order in which it gets there."""
    found: dict[int, int] = {}
    edge = [(here, left)]
    while edge:
        after: list[tuple[int, int]] = []
        for space, n in edge:
            cost = state.box.entry_costs if space == CAMP else 1
            for to in steps(state, space, n):
                if to not in found and to != here:
                    found[to] = left - n + cost
                    after.append((to, n - cost))
        edge = after
    return found


def _value(state: State, seat: Seat, space: int, *, stays: bool = False) -> float:
    """What it is worth to have a pawn end on *space*; where it *stays* nothing is taken."""
    board = state.box.board
    if space == CAMP:
        return -_distance(state, seat, CAMP)
    if not stays and takes(state, seat, space):
        gem = board.spaces[space].gem
        assert gem is not None
        left = [wanted - had for wanted, had in _lacks(state, seat)]
        last = 20.0 if sum(left) == 1 else 0.0
        home = -_distance(state, seat, CAMP) if gem == "emerald" else -2.0
        return TREASURE + RARE[gem] + last + home
    if not stays and board.spaces[space].gem == "emerald":
        return NEVER
    out = board.spaces[space].exit
    if not stays and out != NOWHERE and way_up(state, space):
        return max(-_distance(state, seat, space), -_distance(state, seat, out))
    return -_distance(state, seat, space)


def _lacks(state: State, seat: Seat) -> Iterable[tuple[int, int]]:
    return zip(state.box.wanted(len(state.players)), state.players[seat].tokens, strict=True)


def _distance(state: State, seat: Seat, space: int) -> float:
    """Steps from *space* to the nearest treasure that *seat* wants and the supply has."""
    useful = tuple(
        [
            wanted > had and state.treasures[i] > 0
            for i, (wanted, had) in enumerate(_lacks(state, seat))
        ]
    )
    far = _distances(state.box.board, useful)
    if space == CAMP:
        return 1.0 + min(far[n] for n in state.box.board.bottom)
    return far[space]


@lru_cache(maxsize=64)
def _distances(board: Board, useful: tuple[bool, ...]) -> tuple[float, ...]:
    """Steps from each space to the nearest treasure of a useful kind, were nothing in the way."""
    far = [FAR] * len(board.spaces)
    for i, space in enumerate(board.spaces):
        if space.gem is not None and useful[GEMS.index(space.gem)]:
            far[i] = 0.0
    for _ in board.spaces:
        for i, ways in enumerate(board.steps):
            far[i] = min([far[i], *(far[n] + 1 for n in ways)])
    return tuple(far)


def _pawn(state: State, options: tuple[Answer, ...], seat: Seat) -> Answer:
    """The pawn that gains most, or none."""
    move = current(state)
    assert isinstance(move, Move)

    def gain(option: Answer) -> float:
        if not isinstance(option, Pawn):
            return 0.0
        return _gain(state, seat, LETTERS.index(option.letter), move.steps)

    return max(options, key=gain)


def _step(state: State, options: tuple[Answer, ...], seat: Seat) -> Answer:
    """The first step to the best end, by the way with the fewest."""
    ask, board = state.ask, state.box.board
    assert isinstance(ask, AskStep)
    here = state.players[seat].pawns[ask.pawn]
    cost = state.box.entry_costs if here == CAMP else 1

    def promise(option: Answer) -> tuple[float, float]:
        if not isinstance(option, Step):
            return _value(state, seat, here, stays=not ask.moved), 0.0
        first = board.index[option.space]
        ends = {first: 0} | _ends(state, first, ask.left - cost)
        best = max(ends, key=lambda end: (_value(state, seat, end), -ends[end]))
        return _value(state, seat, best), -1.0 - ends[best]

    best = max(options, key=promise)
    stop = options[-1]
    assert isinstance(stop, Stop)
    return best if promise(best) > promise(stop) else stop


def _shelter(state: State, option: Answer, seat: Seat) -> float:
    """How good a boulder's place is: above one's own pawns, not in their way."""
    assert isinstance(option, Place | Lift)
    pair = state.box.pairs[state.box.pair_index[option.pair]]
    spaces, value = state.box.board.spaces, 0.0
    for i, player in enumerate(state.players):
        for space in player.pawns:
            if space == CAMP:
                continue
            over = sum(up in (pair.one, pair.other) for up in spaces[space].up)
            shut = over == len(spaces[space].up)
            own = (1.0 if over else 0.0) - (2.0 if shut else 0.0)
            value += own if i == seat else -own
    return value if isinstance(option, Place) else -value


def _aim(state: State, option: Answer, seat: Seat) -> float:
    assert isinstance(option, Drop)
    return _danger(state, option.slot, seat)


def _danger(state: State, slot: int, seat: Seat) -> float:
    """What a ball is worth: others' pawns below its chute, less one's own."""
    box: Box = state.box
    chute, value = (slot - 0.5) / box.board.slots, 0.0
    for i, player in enumerate(state.players):
        for space in player.pawns:
            if space != CAMP:
                near = max(0.0, 1 - 4 * abs(box.board.spaces[space].across - chute))
                value += -BELOW * near if i == seat else 0.5 * near
    return value
