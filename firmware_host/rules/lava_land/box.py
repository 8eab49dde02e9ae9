"""What is in the box, and the house rules: all that config/games/lava_land.toml may say."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from firmware_host.rules.kernel import Seat


class Colour(enum.StrEnum):
    """The three colours of dice."""

    YELLOW = "Y"
    RED = "R"
    BLUE = "B"


class Symbol(enum.StrEnum):
    """The four symbols on dice (LL 1.3)."""

    BANANA = "b"
    TREASURE = "t"
    FOOT = "f"
    BOLT = "l"


class Goods(enum.StrEnum):
    """What players count."""

    BANANA = "banana"
    TREASURE = "treasure"


class Kind(enum.StrEnum):
    """The ten kinds of action cards (LL 1.4)."""

    GUARD_STEP = "guard_step"
    GUARD_LOOT = "guard_loot"
    TURN_BLUE_FOOT = "turn_blue_foot"
    TURN_YELLOW_BANANA = "turn_yellow_banana"
    TURN_RED_TREASURE = "turn_red_treasure"
    TRICOLOUR_GIFT = "tricolour_gift"
    AS_BLUE = "as_blue"
    AS_YELLOW = "as_yellow"
    AS_RED = "as_red"
    TRICK_AGAIN = "trick_again"


class Face(enum.StrEnum):
    """What a die in the crater is called: dice with the same face are the same die."""

    YB, YT, YF, YL = "Yb", "Yt", "Yf", "Yl"
    RB, RT, RF, RL = "Rb", "Rt", "Rf", "Rl"
    BB, BT, BF, BL = "Bb", "Bt", "Bf", "Bl"


FACES = tuple(Face)
START = 0  #: the start space (LL-03): lava comes from below it
COLOURS = tuple(Colour)
SYMBOLS = tuple(Symbol)
KINDS = tuple(Kind)
TURNS = {  # LL-47..49: real colour, symbol turned to
    Kind.TURN_BLUE_FOOT: (Colour.BLUE, Symbol.FOOT),
    Kind.TURN_YELLOW_BANANA: (Colour.YELLOW, Symbol.BANANA),
    Kind.TURN_RED_TREASURE: (Colour.RED, Symbol.TREASURE),
}
RECOLOURS = {  # LL-50
    Kind.AS_BLUE: Colour.BLUE,
    Kind.AS_YELLOW: Colour.YELLOW,
    Kind.AS_RED: Colour.RED,
}


@dataclass(frozen=True, slots=True)
class Spec:
    """One kind of card as printed."""

    kind: Kind
    cost: int
    copies: int
    pay: Goods | None = None


CARDS = (
    Spec(Kind.GUARD_STEP, 2, 2),
    Spec(Kind.GUARD_LOOT, 2, 2),
    Spec(Kind.TURN_BLUE_FOOT, 2, 3),
    Spec(Kind.TURN_YELLOW_BANANA, 2, 3, Goods.TREASURE),
    Spec(Kind.TURN_RED_TREASURE, 2, 3, Goods.BANANA),
    Spec(Kind.TRICOLOUR_GIFT, 2, 2),
    Spec(Kind.AS_BLUE, 2, 3),
    Spec(Kind.AS_YELLOW, 2, 3),
    Spec(Kind.AS_RED, 2, 3),
    Spec(Kind.TRICK_AGAIN, 3, 4),
)


class FlipPenalty(enum.StrEnum):
    """What turning a die over costs (LL-07, LL-A33)."""

    MOVE_BACK_1 = "move_back_1"
    WARN_FIRST = "warn_first"
    NONE = "none"


class EffectOrder(enum.StrEnum):
    """Who orders bonus, trap and trick of one set (LL-A04)."""

    FIXED = "fixed"
    PLAYER_CHOICE = "player_choice"


class BoardingFrom(enum.StrEnum):
    """Which space must show a boat symbol (LL-A02)."""

    START_OF_MOVE = "start_of_move"
    STEP = "step"


class GuardMode(enum.StrEnum):
    """Are victims asked whether they guard (LL-A10)?"""

    ASK = "ask"
    AUTO = "auto"


class UnreadableDie(enum.StrEnum):
    """What becomes of a leaning or stacked die (LL-A22)."""

    CONSOLE = "console"
    REROLL_ALL = "reroll_all"


@dataclass(frozen=True, slots=True)
class Box:
    """Numbers and house rules; the defaults are those of ``config/games/lava_land.toml``.

    The start space is 0: lava comes from *lava_min* below it, islets are 1 .. *boat* - 1.
    """

    players: tuple[int, int] = (3, 5)  #: fewest and most
    faces: tuple[str, ...] = ("bbfftl", "ttllbf", "ffbbtl")  #: symbols of each die, as COLOURS
    dice_per_colour: int = 5
    lava_min: int = -5
    boat: int = 16
    plus_trees: tuple[int, ...] = (3, 7, 11)
    minus_trees: tuple[int, ...] = (5, 9)
    boat_symbols: tuple[int, ...] = (13, 14, 15)
    lava_start: tuple[int, ...] = (-3, -4, -5)  #: for 3, 4 and 5 players
    cap_bananas: int = 10
    cap_treasures: int = 10
    boarding_bananas: int = 7
    row: int = 4
    cards: tuple[Spec, ...] = CARDS  #: in KINDS order
    flip_penalty: FlipPenalty = FlipPenalty.MOVE_BACK_1
    effect_order: EffectOrder = EffectOrder.FIXED
    boarding_from: BoardingFrom = BoardingFrom.START_OF_MOVE
    boarding_optional: bool = False
    guard_mode: GuardMode = GuardMode.ASK
    trick_allow_null_target: bool = False
    unreadable_die: UnreadableDie = UnreadableDie.CONSOLE
    first_player: Seat | None = None  #: None: luck decides

    def spec(self, kind: Kind) -> Spec:
        """How *kind* is printed."""
        return self.cards[KINDS.index(kind)]

    def cap(self, goods: Goods) -> int:
        """The most of *goods* a player may have (LL-37)."""
        return self.cap_bananas if goods is Goods.BANANA else self.cap_treasures

    @property
    def places(self) -> int:
        """Spaces of the movement track, lava path and boat included: the LEDs it needs."""
        return self.boat - self.lava_min + 1


VECTORS = Box(boat=24, plus_trees=(4, 9, 15), minus_trees=(6, 12, 18), boat_symbols=(21, 22, 23))
"""The board the specification's worked examples are played on."""
