"""Everything about a state that can never be: what a correction or a scenario got wrong."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_host.rules.kernel import Seat

from .board import Gem
from .box import CLIMBERS, FEWEST, GEAR_LIMIT, HAND, MOST, BoulderModel
from .faults_now import now_faults
from .mountain import has_won
from .prints import LETTERS
from .reading import copies
from .state import (
    CAMP,
    NO_CARD,
    PAWNS,
    AskCollect,
    AskFell,
    AskGear,
    AskStep,
    AskTrim,
    Ended,
    Player,
    State,
    pool,
)
from .words import REST


def faults(state: State) -> tuple[str, ...]:
    """Everything that can never be so, as ``line: why``; () for every state play can reach."""
    found = [*_board(state), *_treasures(state), *_climbers(state), *_gear(state)]
    return tuple(found) or tuple(now_faults(state))


def _board(state: State) -> Iterator[str]:
    if not FEWEST <= len(state.players) <= MOST:
        yield f"A: {len(state.players)} play, but this game is for {FEWEST} to {MOST}"
    spaces, owner = state.box.board.spaces, dict[int, str]()
    for i, player in enumerate(state.players):
        for space in player.pawns:
            if space != CAMP:
                there = owner.setdefault(space, "")
                if there:
                    yield f"{Seat(i)}: a pawn of {there} stands on {spaces[space].name} (OV-13)"
                owner[space] = str(Seat(i))
    yield from _emeralds(state)
    yield from _boulders(state, owner)


def _emeralds(state: State) -> Iterator[str]:
    """A pawn goes home from an emerald space: it stays there only while its move is not over."""
    spaces, moving = state.box.board.spaces, _moving(state)
    for i, player in enumerate(state.players):
        for pawn, space in enumerate(player.pawns):
            rests = space != CAMP and spaces[space].gem is Gem.EMERALD
            if rests and (i, pawn) not in moving:
                says = "an emerald space, from which a pawn goes home (OV-17)"
                yield f"{Seat(i)}: pawn {LETTERS[pawn]} rests on {spaces[space].name}, {says}"


def _moving(state: State) -> tuple[tuple[int, int], ...]:
    """The pawns, with their seats, that may be in the midst of a move."""
    if state.turn is None:
        return ()
    seat = state.turn.seat
    match state.ask:
        case AskStep(pawn=pawn, moved=True) | AskCollect(pawn=pawn):
            return ((seat, pawn),)
        case Ended() if has_won(state) == seat:  # nothing more happens, no way home either
            there = [n for n in state.players[seat].pawns if n != CAMP]
            emeralds = [n for n in there if state.box.board.spaces[n].gem is Gem.EMERALD]
            pawns = range(PAWNS) if len(emeralds) == 1 else ()
            return tuple([(seat, pawn) for pawn in pawns])
        case _:
            return ()


def _boulders(state: State, owner: dict[int, str]) -> Iterator[str]:
    box = state.box
    if len(state.boulders) > box.boulders:
        yield f"boulders: {len(state.boulders)} lie there, but the box has {box.boulders} (OV-19)"
    pairs = [box.pairs[i] for i in state.boulders]
    if len(set(state.boulders)) < len(pairs):
        yield "boulders: two cannot lie in one place (OV-20)"
    blocks = box.boulder_model is BoulderModel.PAIR
    under: set[int] = set()
    for pair in pairs:
        for space in (pair.one, pair.other):
            name = box.board.spaces[space].name
            if space in under:
                yield f"boulders: two would lie at {name} (OV-20)"
            if space in owner and blocks:
                yield f"boulders: a pawn of {owner[space]} stands on {name} (OV-20)"
            under.add(space)


def _treasures(state: State) -> Iterator[str]:
    wanted = state.box.wanted(len(state.players)) if len(state.players) >= FEWEST else None
    for i, player in enumerate(state.players):
        if wanted and any(n > most for n, most in zip(player.tokens, wanted, strict=True)):
            room = "/".join(map(str, wanted))
            yield f"{Seat(i)}: a player's board has room for {room} treasures (OV-16)"
    for k, whole in enumerate(state.box.supply):
        there = state.treasures[k] + sum(p.tokens[k] for p in state.players)
        if there != whole:
            name = ("emeralds", "rubies", "sapphires")[k]
            yield (
                f"treasures: {there} {name} in all, but the box has {whole}; "
                f"write {REST!r} for all that nobody has"
            )


def _climbers(state: State) -> Iterator[str]:
    for i, player in enumerate(state.players):
        seat = Seat(i)
        turn = state.turn
        playing = turn is not None and turn.seat == seat and turn.card != NO_CARD and not turn.gear
        there = player.held + player.deck + sum(player.discard) + playing
        if there != CLIMBERS:
            yield (
                f"deck_{seat}: {there} cards in all, but a colour has {CLIMBERS}; "
                f"write {REST!r} for all that are nowhere else"
            )
        if player.held > HAND:
            yield f"hand_{seat}: a hand has {HAND} cards at most (OV-03)"
        if min(pool(state, seat)) < 0:
            yield f"discard_{seat}: more copies of a card than its colour has (OV-02)"
        else:
            yield from _hand(state, seat, player)


def _hand(state: State, seat: Seat, player: Player) -> Iterator[str]:
    if player.hand is None:
        if state.box.virtual:
            yield f"hand_{seat}: the program deals these cards: name them"
        return
    if any(n > most for n, most in zip(player.hand, pool(state, seat), strict=True)):
        yield f"hand_{seat}: a card is there that {seat} has played already (OV-08)"


def _gear(state: State) -> Iterator[str]:
    turn, box = state.turn, state.box
    for k, whole in enumerate(copies(box.gear)):
        playing = turn is not None and turn.gear and turn.card == k
        there = state.pile[k] + state.scrap[k] + sum(p.gear[k] for p in state.players) + playing
        if there != whole:
            yield (
                f"gear_pile: {there} {box.gear[k].name} in all, but the box has {whole}; "
                f"write {REST!r} for all that are nowhere else"
            )
    paying = isinstance(state.ask, AskGear | AskTrim)
    for i, player in enumerate(state.players):
        most = GEAR_LIMIT + (PAWNS if paying else 0)
        if sum(player.gear) > most:
            yield f"gear_{Seat(i)}: {sum(player.gear)} gear cards are more than {most} (OV-25)"
    if any(state.owed) and not isinstance(state.ask, AskFell | AskGear):
        yield "owed: gear cards are owed only once pawns have fallen (OV-24)"
    if any(n > PAWNS for n in state.owed):
        yield f"owed: nobody loses more than {PAWNS} pawns to a ball (OV-24)"
