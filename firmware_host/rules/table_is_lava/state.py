"""Where a game of The Table Is Lava stands."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_host.rules.kernel import Event, Seat

from .box import Box, Card

UNTOLD = -1  #: nobody has counted it yet
Counts = tuple[int, ...]
"""Cards by kind, in the order of their colour's deck."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat's cards and meeples. What is neither in its hand nor out lies on the table."""

    hand: Counts
    supply: int
    table: int  #: meeples that touch cards
    out: Counts  #: cards that have left the table
    standing: int = UNTOLD  #: of *table*, by the last count
    own: int = UNTOLD  #: meeples of any colour on its colour's cards

    @property
    def points(self) -> int:
        """Two for each that stands, one for each that lies (TL-20); 0 before the count."""
        return 0 if self.standing == UNTOLD else self.table + self.standing


@dataclass(frozen=True, slots=True)
class AskHot:
    """Who said the words first?"""


@dataclass(frozen=True, slots=True)
class AskLaunch:
    """Which card?"""


@dataclass(frozen=True, slots=True)
class AskLanded:
    """How does it lie?"""

    card: int  #: its place in the launcher's deck


@dataclass(frozen=True, slots=True)
class AskStand:
    """Does the first of *left* stand meeples on the card?"""

    card: int
    left: tuple[Seat, ...]  #: still to be asked, clockwise


@dataclass(frozen=True, slots=True)
class AskFell:
    """How many of whose fell?"""

    left: tuple[Seat, ...]  #: owners who have not told
    then: int | None = None  #: a card that meeples are stood on afterwards (TL-A04)


@dataclass(frozen=True, slots=True)
class AskCount:
    """What stands and what lies?"""

    left: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class AskOwn:
    """How many are on the cards of those who tie?"""

    left: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """Nothing is asked any more."""


Ask = AskHot | AskLaunch | AskLanded | AskStand | AskFell | AskCount | AskOwn | Ended
NOBODY_YET = Seat(0)


@dataclass(frozen=True, slots=True)
class State:
    """*ask* is None only inside ``apply``; *turn* is whose launch it is, or was last."""

    box: Box
    players: tuple[Player, ...]
    ask: Ask | None = AskHot()
    turn: Seat = NOBODY_YET


class Draft:
    """A state being worked on inside ``apply``, and what there is to tell about it."""

    __slots__ = ("ask", "box", "events", "players", "turn")

    def __init__(self, state: State) -> None:
        self.box = state.box
        self.players = list(state.players)
        self.ask: Ask | None = None
        self.turn = state.turn
        self.events: list[Event] = []

    def frozen(self) -> State:
        """The state it has become."""
        return State(self.box, tuple(self.players), self.ask, self.turn)

    def tell(self, event: Event) -> None:
        """One more event."""
        self.events.append(event)


def card_of(state: State | Draft, card: int) -> Card:
    """Card number *card* of the deck of whose launch it is."""
    return state.box.decks[state.turn][card]


def tied(state: State | Draft) -> tuple[Seat, ...]:
    """Those with the most points: one, or several who tie."""
    most = max(player.points for player in state.players)
    return tuple([Seat(i) for i, p in enumerate(state.players) if p.points == most])


def standing_there(state: State | Draft) -> int:
    """Meeples of any colour that touch cards."""
    return sum([player.table for player in state.players])
