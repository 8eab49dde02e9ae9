"""A plain player of Lava Land: bananas first, then feet, then the boat; and no trap near lava.

It puts a number on every set of three dice, and reaches for dice that can still become a good
one. The numbers are in steps: what one step along the track is worth in safety is 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from firmware_host.rules.kernel import Answer, Decision, Seat
from firmware_host.rules.lava_land.answers import (
    Again,
    Alter,
    Board,
    Cool,
    Gift,
    Guard,
    Loot,
    Pass,
    Pick,
    Push,
    Take,
)
from firmware_host.rules.lava_land.box import FACES, RECOLOURS, TURNS, Colour, Goods, Kind, Symbol
from firmware_host.rules.lava_land.state import Fate, Player, State

LIKED = (
    Kind.TURN_BLUE_FOOT,
    Kind.AS_BLUE,
    Kind.AS_YELLOW,
    Kind.AS_RED,
    Kind.GUARD_STEP,
    Kind.TRICK_AGAIN,
    Kind.TURN_YELLOW_BANANA,
    Kind.TRICOLOUR_GIFT,
    Kind.GUARD_LOOT,
    Kind.TURN_RED_TREASURE,
)
"""Cards, the most useful first."""

ESCAPE = 30.0  #: boarding is worth more than anything else can be
DEATH = 20.0
NEAR = 2  #: lava so many spaces behind is near
WORTH_A_CARD = 1.0  #: a card is used when the set gets better by so much

Look = tuple[Symbol, Colour]
"""What of a die counts."""
LOOKS: tuple[Look, ...] = tuple((Symbol(face[1]), Colour(face[0])) for face in FACES)
MANY = len(FACES)


@dataclass(frozen=True, slots=True)
class Standing:
    """All that says what a set of dice is worth to a player."""

    fate: Fate
    gap: int = 0
    """Spaces between lava and the character, 1: the next trap kills. At most NEAR + 1."""
    to_boat: int = 0
    """Spaces to the boat, at most 4: no move is longer than 3."""
    may_board: bool = False
    """On a boat symbol, with bananas enough."""
    wanted: int = 0
    """Bananas still missing for the boat, at most 4: no set gives more."""
    tree: int = 0
    """What a tree adds to bananas."""
    room: int = 0
    """Treasures that can still be had, at most 3."""


def standing(state: State, seat: Seat) -> Standing:
    """How *seat* stands."""
    box, player = state.box, state.players[seat]
    if player.fate is not Fate.TRACK:
        return Standing(player.fate)
    wanted = min(4, max(0, box.boarding_bananas - player.bananas))
    return Standing(
        player.fate,
        min(NEAR + 1, player.pos - state.lava),
        min(4, box.boat - player.pos),
        not wanted and player.pos in box.boat_symbols,
        wanted,
        (player.pos in box.plus_trees) - (player.pos in box.minus_trees),
        min(3, box.cap_treasures - player.treasures),
    )


def worth(looks: tuple[Look, Look, Look], at: Standing) -> float:
    """What three dice are worth."""
    symbols, colours = {s for s, _ in looks}, {c for _, c in looks}
    trap = len(symbols) == 3 or len(colours) == 3
    value = _trap(at) if trap else 0.0
    if len(colours) == 1:
        value += 1.0 if 0 < at.gap < NEAR else 0.0
    if at.fate is Fate.TRACK and len(symbols) < 3:
        first, second, third = (s for s, _ in looks)
        value += _bonus(first if first in (second, third) else second, 5 - len(symbols) - 1, at)
    return value


def _trap(at: Standing) -> float:
    """What one more space of lava costs: much when it is near, nothing once one is out."""
    if at.fate is not Fate.TRACK:
        return 0.0
    if at.gap <= 1:
        return -DEATH
    return -1.5 if at.gap <= NEAR else -0.2


def _bonus(symbol: Symbol, size: int, at: Standing) -> float:
    match symbol:
        case Symbol.BANANA:
            got = size + at.tree
            useful = min(got, at.wanted)
            return 1.2 * useful + 0.1 * (got - useful)
        case Symbol.FOOT:
            return _walk(size, at)
        case Symbol.TREASURE:
            return 0.5 * min(size, at.room)
        case Symbol.BOLT:
            return 0.9


def _walk(size: int, at: Standing) -> float:
    if at.may_board and size >= at.to_boat:
        return ESCAPE
    steps = min(size, at.to_boat - 1)  # short of the boat it ends on the last islet
    return steps * (1.0 + 0.4 * max(0, NEAR - at.gap))


class LavaLander:
    """Sits at any seat of Lava Land; the same state and question always get the same answer."""

    def choose(self, state: Any, decision: Decision[Any], seat: Seat) -> Answer:
        """What *seat* answers."""
        assert isinstance(state, State)
        options: tuple[Answer, ...] = decision.for_seat(seat)
        match options[0]:
            case Take():
                return _die(state, options, seat)
            case Pick():
                return min(options, key=lambda pick: _rank(state, pick))
            case Loot() | Push() | Cool():
                return max(options, key=lambda trick: _harm(state, trick, seat))
            case Pass():
                return _card(state, options, seat)
            case _:
                eager = [o for o in options if isinstance(o, Guard | Board)]
                return eager[0] if eager else options[0]


def _die(state: State, options: Iterable[Answer], seat: Seat) -> Answer:
    """The die that can still become the best set, given what lies there."""
    values = _values(standing(state, seat))
    own = [FACES.index(die.face) for die in state.sets[seat]]

    def promise(option: Answer) -> float:
        assert isinstance(option, Take)
        die = FACES.index(option.face)
        left = list(state.crater)
        left[die] -= 1
        sets = [values[place] for place in _completed([*own, die], left)]
        return 0.7 * max(sets) + 0.3 * sum(sets) / len(sets)

    return max(options, key=promise)


def _completed(own: list[int], left: list[int]) -> list[int]:
    """Where in :func:`_values` the sets stand that *own* can become with dice that are *left*."""
    there = [face for face, n in enumerate(left) if n]
    place = 0
    for face in own:
        place = place * MANY + face
    match len(own):
        case 3:
            return [place]
        case 2:
            return [place * MANY + face for face in there]
        case _:
            return [
                (place * MANY + one) * MANY + other
                for one in there
                for other in there
                if one < other or (one == other and left[one] > 1)
            ]


@lru_cache(maxsize=1024)
def _values(at: Standing) -> tuple[float, ...]:
    """What every set of three faces is worth, by their places in FACES, the first counting most."""
    return tuple(worth((a, b, c), at) for a in LOOKS for b in LOOKS for c in LOOKS)


def _rank(state: State, option: Answer) -> int:
    assert isinstance(option, Pick)
    kind = state.row[option.slot - 1]
    assert kind is not None
    return LIKED.index(kind)


def _harm(state: State, trick: Answer, seat: Seat) -> float:
    """How good a trick is: lava back while it is near, else against whoever is furthest."""
    me = state.players[seat]
    near = me.fate is Fate.TRACK and me.pos - state.lava < NEAR
    match trick:
        case Cool():
            return 50.0 if near else -5.0
        case Loot(goods=goods, victim=victim):
            player = state.players[victim]
            strands = goods is Goods.BANANA and player.bananas == state.box.boarding_bananas
            value = _threat(state, player) + (10.0 if strands else goods is Goods.TREASURE)
        case Push(victim=victim):
            player = state.players[victim]
            value = _threat(state, player) + (9.0 if player.pos - state.lava == 1 else 0.0)
        case _:
            raise AssertionError(trick)
    return value if victim != seat else -value - 10.0


def _threat(state: State, player: Player) -> float:
    """How far towards the boat a rival is."""
    return player.pos + min(player.bananas, state.box.boarding_bananas) + player.treasures / 2


def _card(state: State, options: tuple[Answer, ...], seat: Seat) -> Answer:
    """A card that makes the set better by enough, or none."""
    at = standing(state, seat)
    own = [(die.symbol, die.hue) for die in state.sets[seat]]
    now = _worth(own, at)
    assert state.turn is not None
    fresh = not state.turn.done  # what is applied already cannot be altered

    def gain(option: Answer) -> float:
        match option:
            case Again():
                return 2 * WORTH_A_CARD
            case Gift(goods=goods):
                banana = 2.0 if at.wanted else 0.0
                return WORTH_A_CARD + (banana if goods is Goods.BANANA else 0.5)
            case Alter() if fresh:
                return _worth(_altered(state, seat, option), at) - now
            case _:
                return 0.0

    best = max(options, key=gain)
    return best if gain(best) >= WORTH_A_CARD else options[0]


def _altered(state: State, seat: Seat, use: Alter) -> list[Look]:
    """The set once *use* has turned or recoloured its die."""
    looks: list[Look] = []
    done = False
    for die in state.sets[seat]:
        look = (die.symbol, die.hue)
        if die.face == use.face and not done:
            done = True
            if use.kind in TURNS:
                look = (TURNS[use.kind][1], die.hue)
            else:
                look = (die.symbol, RECOLOURS[use.kind])
        looks.append(look)
    return looks


def _worth(looks: list[Look], at: Standing) -> float:
    first, second, third = looks
    return worth((first, second, third), at)
