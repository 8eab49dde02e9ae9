"""Where a game of Oh No, Volcano! stands."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_host.rules.kernel import Event, Seat

from .board import NOWHERE
from .box import GEAR_LIMIT, Box, Counts
from .prints import Action

CAMP = NOWHERE  #: the space of a pawn in base camp
NO_CARD = -1
PAWNS = 3


@dataclass(frozen=True, slots=True)
class Player:
    """A seat's pawns and belongings."""

    held: int
    """Climber cards in the hand."""
    deck: int
    """Climber cards in the deck."""
    discard: Counts
    """Climber cards played, by print."""
    gear: Counts
    """Gear cards above the board, by print: they lie open."""
    pawns: tuple[int, ...] = (CAMP,) * PAWNS
    """Where A, B and C stand."""
    tokens: Counts = (0, 0, 0)
    """Treasures, as GEMS."""
    hand: Counts | None = None
    """The hand, by print; None where it is not known: people hold the cards, or it is another's."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat's turn, and the card it plays."""

    seat: Seat
    card: int = NO_CARD
    """Which print lies face up; NO_CARD before a card is played, and when it is discarded."""
    gear: bool = False
    begun: int = 0
    """How many of the card's actions are begun: the last of them is being carried out."""


@dataclass(frozen=True, slots=True)
class AskDraw:
    """Which climber card does this seat draw?"""

    to: Seat


@dataclass(frozen=True, slots=True)
class AskFirst:
    """Who is the youngest?"""


@dataclass(frozen=True, slots=True)
class AskPlay:
    """Which card?"""


@dataclass(frozen=True, slots=True)
class AskPawn:
    """Which pawn moves?"""


@dataclass(frozen=True, slots=True)
class AskStep:
    """Where does the pawn step?"""

    pawn: int
    left: int
    moved: bool = False


@dataclass(frozen=True, slots=True)
class AskCollect:
    """Does the pawn's owner take the treasure?"""

    pawn: int


@dataclass(frozen=True, slots=True)
class AskCave:
    """Does the pawn go through the cave?"""

    pawn: int


@dataclass(frozen=True, slots=True)
class AskLift:
    """Which boulder is placed anew?"""


@dataclass(frozen=True, slots=True)
class AskPlace:
    """Where does the boulder go?"""

    barred: int = NOWHERE
    """Where it was lifted from: no new place (OV-A03)."""


@dataclass(frozen=True, slots=True)
class AskBall:
    """Is the ball dropped?"""


@dataclass(frozen=True, slots=True)
class AskFell:
    """What has fallen? Each of *waiting* says so for what is its own, in any order."""

    slot: int
    waiting: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class AskGear:
    """Which gear card is drawn? The seat is :func:`next_owed`."""


@dataclass(frozen=True, slots=True)
class AskTrim:
    """Which gear card goes? The seat is :func:`next_over`."""


@dataclass(frozen=True, slots=True)
class Ended:
    """Nothing is asked any more (OV-30, OV-31)."""


Ask = (
    AskDraw | AskFirst | AskPlay | AskPawn | AskStep | AskCollect | AskCave
    | AskLift | AskPlace | AskBall | AskFell | AskGear | AskTrim | Ended
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class State:
    """*ask* is None only inside ``apply``; *turn* is None until somebody begins."""

    box: Box
    players: tuple[Player, ...]
    treasures: Counts
    """The supply."""
    pile: Counts
    """The gear pile: no order until it is drawn from."""
    scrap: Counts
    """The gear discard pile."""
    boulders: tuple[int, ...] = ()
    """Where boulders lie, as numbers of the box's pairs."""
    owed: Counts = ()
    """Gear cards each seat has yet to draw."""
    ask: Ask | None = AskFirst()
    turn: Turn | None = None


class Draft:
    """A state being worked on inside ``apply``, and what there is to tell about it."""

    __slots__ = (
        "ask",
        "boulders",
        "box",
        "events",
        "owed",
        "pile",
        "players",
        "scrap",
        "treasures",
        "turn",
    )

    def __init__(self, state: State) -> None:
        self.box = state.box
        self.players = list(state.players)
        self.treasures = state.treasures
        self.pile = state.pile
        self.scrap = state.scrap
        self.boulders = state.boulders
        self.owed = state.owed
        self.ask: Ask | None = None
        self.turn = state.turn
        self.events: list[Event] = []

    def frozen(self) -> State:
        """The state it has become."""
        return State(
            self.box, tuple(self.players), self.treasures, self.pile, self.scrap,
            self.boulders, self.owed, self.ask, self.turn,
        )  # fmt: skip

    def tell(self, event: Event) -> None:
        """One more event."""
        self.events.append(event)


Standing = State | Draft
"""What a question about the game may be put to."""


def turn_of(at: Standing) -> Turn:
    """The turn it is."""
    assert at.turn is not None
    return at.turn


def current(at: Standing) -> Action:
    """The action being carried out."""
    turn = turn_of(at)
    return at.box.cards(gear=turn.gear)[turn.card].actions[turn.begun - 1]


def in_turn_order(at: Standing) -> tuple[Seat, ...]:
    """All seats, beginning with whose turn it is (OV-A04)."""
    first, seats = turn_of(at).seat, len(at.players)
    return tuple([Seat((first + i) % seats) for i in range(seats)])


def next_owed(at: Standing) -> Seat | None:
    """Who draws the next gear card."""
    if not any(at.owed):
        return None
    return next(seat for seat in in_turn_order(at) if at.owed[seat])


def next_over(at: Standing) -> Seat | None:
    """Who has gear cards above the limit, and must discard next."""
    over = [i for i, player in enumerate(at.players) if sum(player.gear) > GEAR_LIMIT]
    if not over:
        return None
    return next(seat for seat in in_turn_order(at) if seat in over)


def pool(at: Standing, seat: Seat) -> Counts:
    """Climber cards in the hand or deck of *seat*: all that it has not played (OV-08)."""
    turn = at.turn
    gone = at.players[seat].discard
    left = [card.copies - n for card, n in zip(at.box.climbers, gone, strict=True)]
    if turn is not None and turn.seat == seat and turn.card >= 0 and not turn.gear:
        left[turn.card] -= 1
    return tuple(left)


def playable(at: Standing, seat: Seat) -> Counts:
    """Climber cards that *seat* may play, as far as is known."""
    player = at.players[seat]
    if not player.held:
        return (0,) * len(at.box.climbers)
    return pool(at, seat) if player.hand is None else player.hand


def stack(at: Standing, seat: Seat) -> Counts:
    """Climber cards that may be on top of the deck of *seat*, as far as is known."""
    left, hand = pool(at, seat), at.players[seat].hand
    return left if hand is None else tuple([n - h for n, h in zip(left, hand, strict=True)])


def full(at: Standing, seat: Seat) -> bool:
    """Has *seat* every treasure its board asks for (OV-30)?"""
    return at.players[seat].tokens == at.box.wanted(len(at.players))


def spare(at: Standing) -> int:
    """Boulders in the supply."""
    return at.box.boulders - len(at.boulders)


def more(counts: Counts, i: int, by: int = 1) -> Counts:
    """The counts with *by* more of number *i*."""
    return (*counts[:i], counts[i] + by, *counts[i + 1 :])
