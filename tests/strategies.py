"""Matches and start states of every game, for Hypothesis. A game is registered in ``PLAYED``."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from hypothesis import strategies as st

from docs.own_game.fumarole.box import Box as FumaroleBox
from docs.own_game.fumarole.game import GAME as FUMAROLE
from docs.own_game.fumarole.rules import longest as longest_fumarole
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import boxes
from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Decision, Game, Over, Seat, Setup, Source, at
from firmware_host.rules.lost_island.game import MAX_ANSWERS
from firmware_host.rules.oh_no_volcano.box import Deck
from firmware_host.rules.oh_no_volcano.game import longest as longest_volcano
from firmware_host.rules.table_is_lava.box import launches
from firmware_host.rules.table_is_lava.game import longest
from firmware_host.session.luck import below
from firmware_host.session.match import Match
from tests.rules.lost_island.legal import anywhere
from tests.rules.oh_no_volcano import legal as volcano
from tests.toys import RACE

AnyMatch = Match[Any, Any]
Lines = dict[str, str]


@dataclass(frozen=True, slots=True)
class Played:
    """What the tests must know of a game besides its rules."""

    game: Game[Any, Any]
    box: Any
    longest: Callable[[int], int]
    """No game of so many seats has more answers than this, asides not counted."""
    changes: Callable[[AnyMatch], st.SearchStrategy[Lines]]
    """Lines of its words that make other start states, some of them impossible."""


def _race(match: AnyMatch) -> st.SearchStrategy[Lines]:
    seats = match.setup.seats
    names = [str(Seat(i)) for i in range(seats)]
    asks = st.sampled_from(["move", "die", "wind"])
    return st.fixed_dictionaries(
        {
            **{name: st.integers(-1, 6).map(str) for name in names},
            "now": st.tuples(asks, st.sampled_from(names)).map(" ".join),
            "left": st.integers(0, 40).map(str),
        }
    )


@st.composite
def _lava_land(draw: st.DrawFn, match: AnyMatch) -> Lines:
    """Any positions, goods, cards and row, some aboard or dead; before a roll or the first turn."""
    box, seats = match.setup.box, match.setup.seats
    names = [str(Seat(i)) for i in range(seats)]
    cards = _shuffled([c.kind.value for c in box.cards for _ in range(c.copies)], draw(SEEDS))
    lava = draw(st.integers(box.lava_min, box.boat - 3))
    lines = {"now": "show", "first": draw(st.sampled_from(names)), "lava": str(lava)}
    lines["row"] = " ".join(cards.pop() for _ in range(box.row))
    aboard = 0
    for name in names:
        where = draw(st.integers(max(0, lava + 1), box.boat + 1))
        goods = [draw(st.integers(0, box.cap_bananas)) for _ in range(2)]
        held = [cards.pop() for _ in range(draw(st.integers(0, 3)))]
        if where == box.boat:
            aboard += 1
            goods[0] = max(goods[0], box.boarding_bananas)
            lines[name] = f"+{aboard}/{goods[0]}/{goods[1]} {' '.join(held)}".strip()
        elif where > box.boat:
            lines[name] = "x/0/0"
        else:
            lines[name] = f"{where}/{goods[0]}/{goods[1]} {' '.join(held)}".strip()
    if draw(st.booleans()):
        lines |= {"now": f"go {lines['first']}", "dice": _hands(names, draw(SEEDS))}
    return lines | {"deck": "rest"}


def _hands(names: list[str], seed: str) -> str:
    """Three dice each of all that are in play, showing anything."""
    dice = _shuffled([colour for colour in "YRB" for _ in names], seed)
    hands = [
        " ".join(dice.pop() + "btfl"[below(4, seed + name, k)] for k in range(3)) for name in names
    ]
    return "; ".join(f"{name}: {hand}" for name, hand in zip(names, hands, strict=True))


@st.composite
def _table_is_lava(draw: st.DrawFn, match: AnyMatch) -> Lines:
    """Any supplies, hands and cards that are gone; before a launch or at the count."""
    box, seats = match.setup.box, match.setup.seats
    lines: Lines = {}
    turn, first = (draw(st.integers(0, seats - 1)) for _ in range(2))
    rounds = draw(st.integers(0, 5 + seats))
    for i in range(seats):
        cards = _shuffled(cards_of(box.decks[i], launches(box.decks[i], seats)), draw(SEEDS))
        earlier = (i - first) % seats < (turn - first) % seats  # it has launched in this round
        end = min(len(cards), rounds + earlier)
        held, gone = cards[end:], cards[: draw(st.integers(0, end))]
        table = draw(st.integers(0, box.meeples))
        supply = box.meeples - table + (draw(st.integers(0, 9)) == 9)
        words = [f"{supply}/{table}", *held, *(["out", *gone] if gone else [])]
        lines[str(Seat(i))] = " ".join(words)
    return lines | {"now": f"launch {Seat(turn)}"}


def _lost_island(match: AnyMatch) -> st.SearchStrategy[Lines]:
    return SEEDS.map(lambda seed: anywhere(seed, match.setup.seats, match.setup.box))


SEEDS = st.integers(0, 10_000).map(str)


def _shuffled(cards: list[str], seed: str) -> list[str]:
    return [cards.pop(below(len(cards), seed, k)) for k in range(len(cards))]


def cards_of(deck: Any, counts: tuple[int, ...]) -> list[str]:
    """The names of so many cards of a deck."""
    return [card.id for card, n in zip(deck, counts, strict=True) for _ in range(n)]


def _oh_no_volcano(match: AnyMatch) -> st.SearchStrategy[Lines]:
    """Pawns, boulders, treasures and cards anywhere, before anybody's turn."""
    seats, box = match.setup.seats, match.setup.box
    return SEEDS.map(lambda seed: volcano.lines(random.Random(seed), seats, box))


LAVA_LAND = boxes.load(config_folder() / "games" / "lava_land.toml")
TABLE_IS_LAVA = boxes.load(config_folder() / "games" / "table_is_lava.toml")
LOST_ISLAND = boxes.load(config_folder() / "games" / "lost_island.toml")
GATHERED = FumaroleBox()
OH_NO_VOLCANO = boxes.load(config_folder() / "games" / "oh_no_volcano.toml").box


def _volcano(box: Any) -> Played:
    longest = partial(longest_volcano, box)
    return Played(GAMES["oh_no_volcano"], box, longest, _oh_no_volcano)


def _fumarole(match: AnyMatch) -> st.SearchStrategy[Lines]:
    """Any crystals, pit and round; in a turn's midst or before its first throw."""
    seats, number = match.setup.seats, st.integers
    return st.fixed_dictionaries(
        {
            **{str(Seat(i)): number(0, 25).map(str) for i in range(seats)},
            "now": st.sampled_from(["dare", "wind", "show"]).map(lambda asks: f"{asks} B"),
            "round": number(0, 11).map(str),
            "turn": st.sampled_from(["- 0 0 0", "lull 1 0 0", "gust 5 9 0", "lull 6 1 1"]),
            "dice": st.sampled_from(["-", "Bb Rt Yf", "Yl"]),
            "pit": number(0, 9).map(str),
        }
    )


PLAYED: dict[str, Played] = {
    "race": Played(RACE, None, lambda seats: 3 * 12 * seats + 120, _race),
    "lava_land": Played(GAMES["lava_land"], LAVA_LAND.box, lambda _: 12_000, _lava_land),
    "table_is_lava": Played(
        GAMES["table_is_lava"], TABLE_IS_LAVA.box, lambda seats: longest(seats) + 1, _table_is_lava
    ),
    "lost_island": Played(
        GAMES["lost_island"], LOST_ISLAND.box, lambda _: MAX_ANSWERS, _lost_island
    ),
    "fumarole": Played(FUMAROLE, GATHERED, partial(longest_fumarole, GATHERED), _fumarole),
    "oh_no_volcano": _volcano(OH_NO_VOLCANO),
    "oh_no_volcano, virtual deck": _volcano(replace(OH_NO_VOLCANO, deck=Deck.VIRTUAL)),
}


def begun(name: str, seats: int, seed: str = "s") -> AnyMatch:
    """A fresh match of a registered game."""
    played = PLAYED[name]
    return Match.begin(played.game, Setup(seats, played.box), seed)


def picked(match: AnyMatch, k: int) -> Any:
    """An answer for anybody's question: luck's own, or number *k* of the seed's whims."""
    pending = match.pending
    assert isinstance(pending, Decision)
    if pending.source is Source.CHANCE:
        return match.lucky()
    return pending.options[below(len(pending.options), f"whim/{match.seed}", k)]


@st.composite
def starts(draw: st.DrawFn, name: str) -> AnyMatch:
    """A match at its beginning, or at a state made of words that can be."""
    played = PLAYED[name]
    seats = draw(st.sampled_from(list(played.game.seats)))
    match = begun(name, seats, draw(st.text("abc", max_size=3)))
    if not draw(st.integers(0, 3)):
        return match
    words = played.game.words
    lines = draw(played.changes(match))
    state = words.read(played.box, {**words.write(match.state), **lines})
    if words.faults(state):
        return match
    return Match(played.game, match.setup, match.seed, at(played.game, state))


@st.composite
def matches(draw: st.DrawFn, name: str, most: int = 80, asides: bool = True) -> AnyMatch:
    """A match some way on: luck drawn, everything else anybody's whim, asides among it."""
    match = draw(starts(name))
    steps = draw(st.integers(0, most))
    whims = draw(st.text("xyz", min_size=1, max_size=4))
    for k in range(steps):
        pending = match.pending
        if isinstance(pending, Over):
            break
        answer = picked(match, k)
        if asides and pending.asides and below(12, whims, k) == 0:
            answer = pending.asides[below(len(pending.asides), whims + "!", k)]
        match = match.answered(answer, at_ms=k * 100)
    return match
