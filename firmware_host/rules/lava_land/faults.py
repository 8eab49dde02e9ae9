"""Everything about a state that can never be: what a correction or a scenario got wrong."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_host.rules.kernel import Seat

from . import cards, row, tricks, turn
from .answers import Effect, Push
from .box import COLOURS, FACES, KINDS, START, EffectOrder, Goods, GuardMode
from .dice import HAND, owing, unread
from .sets import ORDER
from .state import (
    AskBoard,
    AskCard,
    AskDiscard,
    AskDraw,
    AskFirst,
    AskGo,
    AskGuard,
    AskOrder,
    AskPick,
    AskShow,
    AskTake,
    AskTrick,
    Ended,
    Fate,
    Player,
    State,
    Turn,
    on_track,
)
from .words import REST


def faults(state: State) -> tuple[str, ...]:
    """Everything that can never be so, as ``line: why``; () for every state play can reach."""
    found = [*_lava(state), *_players(state), *_cards(state), *_dice(state)]
    return tuple(found) or tuple(_now(state))


def _lava(state: State) -> Iterator[str]:
    box = state.box
    if not box.lava_min <= state.lava < box.boat:
        yield f"lava: {state.lava} is not on its path, {box.lava_min} to {box.boat - 1}"


def _players(state: State) -> Iterator[str]:
    few, many = state.box.players
    if not few <= len(state.players) <= many:
        yield f"A: {len(state.players)} play, but this box is for {few} to {many}"
    arrivals = sorted(p.arrival for p in state.players if p.fate is Fate.BOAT)
    for i, player in enumerate(state.players):
        for says in _player(state, Seat(i), player):
            yield f"{Seat(i)}: {says}"
        if player.fate is Fate.BOAT and arrivals != list(range(1, len(arrivals) + 1)):
            yield f"{Seat(i)}: arrivals count 1, 2, ..., here they are {arrivals}"


def _player(state: State, seat: Seat, player: Player) -> Iterator[str]:
    box = state.box
    for goods in Goods:
        if player.has(goods) > box.cap(goods):
            yield f"{player.has(goods)} {goods}s are more than {box.cap(goods)}"
    if player.fate is Fate.TRACK:
        if not START <= player.pos < box.boat:
            yield f"{player.pos} is not on the track, {START} to {box.boat - 1}"
        if player.pos <= state.lava:
            yield f"alive on {player.pos}, but lava is on {state.lava}"
    if player.fate is Fate.LAVA and (player.bananas or player.treasures or player.cards):
        yield "the dead own nothing"
    if player.fate is Fate.BOAT and player.bananas < box.boarding_bananas:
        yield f"in the boat with {player.bananas} bananas; it needs {box.boarding_bananas}"
    yield from _marks(state, seat, player)


def _marks(state: State, seat: Seat, player: Player) -> Iterator[str]:
    if any(held.new for held in player.cards) and not (state.turn and state.turn.seat == seat):
        yield "a card is marked ! (taken this turn), but it is not this seat's turn"
    between = isinstance(state.ask, AskFirst | AskShow | AskTake)
    if between and any(held.used for held in player.cards):
        yield "a card is marked * (used), but nobody's turn has begun in this round"


def _cards(state: State) -> Iterator[str]:
    out = [held.kind for p in state.players for held in p.cards] + [k for k in state.row if k]
    for i, spec in enumerate(state.box.cards):
        there = out.count(spec.kind) + state.deck[i] + state.discard[i]
        if there != spec.copies:
            yield (
                f"deck: {there} {spec.kind} in all, but the box holds {spec.copies}; "
                f"write deck {REST!r} for all that is nowhere else"
            )
    for key, counts in (("deck", state.deck), ("discard", state.discard)):
        for kind, n in zip(KINDS, counts, strict=True):
            if n < 0:
                yield f"{key}: {n} {kind}"


def _dice(state: State) -> Iterator[str]:
    seats = len(state.players)
    for colour in COLOURS:
        lying = sum(
            n for face, n in zip(FACES, state.crater, strict=True) if face.startswith(colour)
        )
        owned = sum(die.colour is colour for own in state.sets for die in own)
        if lying + owned > seats:
            key = "dice" if owned > seats else "crater"
            yield f"{key}: {lying + owned} {colour.name.lower()} dice, but {seats} are in play"
    playing = state.turn.seat if state.turn else None
    for i, own in enumerate(state.sets):
        seat = Seat(i)
        if len(own) > HAND:
            yield f"dice: {seat} has {len(own)}; nobody has more than {HAND}"
        elif state.turn and len(own) not in (0, HAND):
            yield f"dice: {seat} has {len(own)}; in a turn a seat has {HAND}, or none named"
        if seat != playing and any(die.counts_as for die in own):
            yield f"dice: a die of {seat} counts as another colour, but it is not {seat}'s turn"


def _now(state: State) -> Iterator[str]:
    """What is asked against the rest, once the rest is sound."""
    if isinstance(state.ask, Ended):
        if on_track(state):
            yield "now: the game is not over while a character is on the track"
        return
    if not on_track(state):
        yield "now: no character is on the track, so the game is over"
    elif state.turn:
        if any(state.crater):
            yield "crater: dice are left in it, but the turns have begun"
        yield from _turn(state, state.turn)
    else:
        yield from _phase(state)


def _phase(state: State) -> Iterator[str]:
    if any(state.sets) and not isinstance(state.ask, AskTake):
        yield "dice: nobody has dice before they are taken"
    match state.ask:
        case AskFirst():
            if any(state.row) or any(p.cards for p in state.players):
                yield "now: the first player is drawn before any card is"
        case AskShow():
            if not any(unread(state)):
                yield "now: every die is read; write take"
        case AskTake():
            yield from _take(state)
        case _:
            if any(state.crater):
                yield "crater: no die is in it before the row is laid out"
            yield from _cards_wanted(state)


def _take(state: State) -> Iterator[str]:
    lying, owned = sum(state.crater), sum(map(len, state.sets))
    if any(unread_or_taken(state)):
        yield (
            f"crater: {lying} dice lie there and {owned} are taken, "
            f"but {HAND * len(state.players)} are in play, as many of each colour"
        )
    elif not owing(state):
        yield "now: everyone has three dice; write go and a seat"


def unread_or_taken(state: State) -> tuple[int, ...]:
    """Dice of each colour that are neither in the crater nor in front of anyone."""
    taken = [die.colour for own in state.sets for die in own]
    return tuple(
        left - taken.count(colour) for colour, left in zip(COLOURS, unread(state), strict=True)
    )


def _turn(state: State, now: Turn) -> Iterator[str]:
    locked = {
        Effect.BONUS: now.symbols_locked,
        Effect.TRAP: now.symbols_locked or now.colours_locked,
        Effect.TRICK: now.colours_locked,
    }
    for effect in ORDER:
        if effect in now.done and not locked[effect]:
            yield f"now: a {effect} that is done has locked what it was read from"
    match state.ask:
        case AskGo():
            if now != Turn(now.seat):
                yield "now: nothing is done, locked or passed before go"
        case AskCard():
            if now.passed or not cards.uses(state):
                yield f"now: {now.seat} has no card to use"
        case AskDraw() | AskDiscard():
            yield from _cards_wanted(state)
        case _:
            yield from _effect(state, now)


def _effect(state: State, now: Turn) -> Iterator[str]:
    player = state.players[now.seat]
    match state.ask:
        case AskOrder():
            chosen = state.box.effect_order is EffectOrder.PLAYER_CHOICE
            if not chosen or len(turn.orderable(state, now)) < 2:
                yield f"now: {now.seat} has no order to choose"
        case AskPick(max_cost=cost):
            if player.fate is not Fate.TRACK or not row.slots(state, cost):
                yield f"now: {now.seat} can pick no card"
            if Effect.BONUS not in now.done:
                yield "now: a card is picked for a bonus; write done bonus locked symbols"
        case AskBoard():
            box = state.box
            may = player.fate is Fate.TRACK and player.pos == box.boat - 1 and box.boarding_optional
            if not may or player.bananas < box.boarding_bananas or Effect.BONUS not in now.done:
                yield f"now: {now.seat} cannot board"
        case _:
            yield from _trick(state, now)


def _trick(state: State, now: Turn) -> Iterator[str]:
    if not now.colours_locked:
        yield "now: a trick locks the colours; write locked colours"
    match state.ask:
        case AskTrick():
            if not tricks.options(state, now.seat):
                yield f"now: no trick of {now.seat} would change anything"
        case AskGuard(trick=trick):
            victim = state.players[trick.victim]
            at_start = isinstance(trick, Push) and victim.pos == START
            hit = victim.fate is Fate.TRACK and not at_start
            asked = state.box.guard_mode is GuardMode.ASK
            if not (hit and asked) or tricks.guard_slot(state, trick) is None:
                yield f"now: {trick.victim} has nothing to guard with, or against"


def _cards_wanted(state: State) -> Iterator[str]:
    match state.ask:
        case AskDraw(slot=slot, search=search):
            if not (0 <= slot < len(state.row) and state.row[slot] is None):
                yield f"now: place {slot + 1} of the row is no gap"
            elif not any(state.deck):
                yield "deck: no card is left to draw"
            elif search and not row.dear_but(state, slot):
                yield "now: a two-cost card is searched for only where all the others cost three"
            elif search and not row.cheap_left(state):
                yield "deck: a two-cost card is searched for, but none is left"
        case AskDiscard():
            if not (row.all_dear(state) and row.cheap_left(state)):
                yield "now: a card of the row is discarded only if all cost three"
