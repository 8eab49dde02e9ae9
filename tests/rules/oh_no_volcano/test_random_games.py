"""Whole games in random play: they end, and everything on the way is sound."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from firmware_host.rules.kernel import Over, Position, Setup, at, begin, spelled, step
from firmware_host.rules.oh_no_volcano.answers import Climb, VolcanoAnswer
from firmware_host.rules.oh_no_volcano.box import (
    BoulderModel,
    Box,
    Deck,
    EmptyCheck,
    FallenBoulder,
    Tie,
)
from firmware_host.rules.oh_no_volcano.game import GAME, longest
from firmware_host.rules.oh_no_volcano.state import NO_CARD, State

from .legal import anywhere
from .sitting import DEALT, house

Here = Position[State, VolcanoAnswer]
LOOSE = house(
    deck=Deck.VIRTUAL,
    entry_costs=0,
    boulder_model=BoulderModel.EDGE,
    empty_check=EmptyCheck.IMMEDIATE,
    collect_without_moving=True,
    fallen_boulder=FallenBoulder.BACK_IN_PLACE,
    tie=Tie.MOST_TOKENS,
)
BOXES = {"physical": Box(), "virtual": DEALT, "loose": LOOSE}
boxes = pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
seats = pytest.mark.parametrize("seats", [2, 3, 4])


def played(here: Here, luck: random.Random, asides: float = 0.0) -> Iterator[Here]:
    """Every position to the end; now and then an aside."""
    answers, most = 0, longest(here.state.box, len(here.state.players))
    while answers <= most:
        yield here
        pending = here.pending
        if isinstance(pending, Over):
            return
        answer = luck.choice(pending.options)
        if pending.asides and luck.random() < asides:
            answer = luck.choice(pending.asides)
        else:
            answers += 1
        here, _ = step(GAME, here, answer)
    raise AssertionError("the game does not end")


def check(here: Here) -> None:
    """Nothing impossible, words for everything, and every option its own words."""
    words = GAME.words.write(here.state)
    assert GAME.words.faults(here.state) == (), words
    assert GAME.words.read(here.state.box, words) == here.state
    if not isinstance(here.pending, Over):
        options = here.pending.options
        assert options
        assert len({str(answer) for answer in options}) == len(options)
        assert all(spelled(GAME, here, str(answer)) == answer for answer in options)


def conserved(state: State) -> None:
    """Treasures, cards of each colour and of gear, pawns and boulders: none lost, none made."""
    box, turn, players = state.box, state.turn, state.players
    tokens = [sum(p.tokens[k] for p in players) + state.treasures[k] for k in range(3)]
    assert tokens == [4, 8, 12]
    playing = 0 if turn is None or turn.card == NO_CARD else 1
    for i, player in enumerate(players):
        own = playing if turn is not None and not turn.gear and turn.seat == i else 0
        assert player.held + player.deck + sum(player.discard) + own == 12
        if player.hand is not None:
            assert sum(player.hand) == player.held
        assert len(player.pawns) == 3
    gear = sum(state.pile) + sum(state.scrap) + sum(sum(p.gear) for p in players)
    assert gear + (playing if turn is not None and turn.gear else 0) == 18
    standing = [space for p in players for space in p.pawns if space >= 0]
    assert len(standing) == len(set(standing))
    assert len(set(state.boulders)) == len(state.boulders) <= 3
    if box.boulder_model is BoulderModel.PAIR:
        under = [s for i in state.boulders for s in (box.pairs[i].one, box.pairs[i].other)]
        assert len(under) == len(set(under))
        assert not set(under) & set(standing)


@seats
@boxes
def test_a_game_from_the_start_ends_and_every_state_is_sound(seats: int, box: Box) -> None:
    """OV-01, OV-02, OV-13, OV-32: treasures, cards, pawns and boulders are conserved."""
    for seed in range(3):
        luck, tokens = random.Random(seed), (0,) * seats
        for here in played(begin(GAME, Setup(seats, box)), luck, asides=0.02):
            check(here)
            conserved(here.state)
            now = tuple(sum(p.tokens) for p in here.state.players)
            assert all(n >= before for n, before in zip(now, tokens, strict=True))
            tokens = now


@seats
@boxes
def test_a_game_from_anywhere_ends_and_every_state_is_sound(seats: int, box: Box) -> None:
    """OV-30, OV-31: with full boards as well as without cards."""
    luck, reasons = random.Random(7), Counter[str]()
    for _ in range(20):
        for here in played(at(GAME, anywhere(luck, seats, box)), luck, asides=0.02):
            check(here)
            conserved(here.state)
        assert isinstance(here.pending, Over)
        reasons[here.pending.reason] += 1
    assert set(reasons) <= {"full_board", "out_of_cards"}
    assert reasons["full_board"] > 0


@seats
def test_games_end_far_within_the_bound(seats: int) -> None:
    """OV-08, OV-09: cards come to an end, and with them the game."""
    luck, box = random.Random(seats), Box()
    lengths = [len(list(played(begin(GAME, Setup(seats, box)), luck))) for _ in range(40)]
    assert max(lengths) < longest(box, seats) / 4


@boxes
def test_every_card_is_played_once_and_never_again(box: Box) -> None:
    """OV-08, OV-24: a ledger kept beside the rules: of climber cards, and of gear cards."""
    luck, here = random.Random(3), begin(GAME, Setup(3, box))
    climbs, owned = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
    while not isinstance(here.pending, Over):
        answer = luck.choice(here.pending.options)
        if isinstance(answer, Climb):
            assert answer.seat is not None
            climbs[answer.seat, answer.card] += 1
        here, events = step(GAME, here, answer)
        for event in map(str, events):
            seat, verb, *card = [*event.split(), ""]
            if verb == "geardrawn":
                owned[ord(seat) - ord("A"), card[0]] += 1
            elif verb == "geardiscarded":
                owned[ord(seat) - ord("A"), card[0]] -= 1
        assert min([*owned.values(), 0]) == 0
    copies = {card.name: card.copies for card in box.climbers}
    assert all(n <= copies[name] for (_, name), n in climbs.items())
