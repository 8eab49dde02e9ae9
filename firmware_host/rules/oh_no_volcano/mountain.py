"""What is free on the volcano, and where a pawn can go (OV-11..13, OV-18)."""

from __future__ import annotations

from collections.abc import Iterable

from firmware_host.rules.kernel import Seat

from .board import GEMS, NOWHERE
from .box import BoulderModel, Box
from .state import CAMP, PAWNS, Draft, Player, Standing, full, more, turn_of


def pawn_mask(at: Standing) -> int:
    """The spaces with a pawn, as bits."""
    mask = 0
    for player in at.players:
        for space in player.pawns:
            if space >= 0:
                mask |= 1 << space
    return mask


def boulder_mask(at: Standing) -> int:
    """The spaces that boulders block, as bits (OV-A02)."""
    return 0 if at.box.boulder_model is BoulderModel.EDGE else touched(at.box, at.boulders)


def touched(box: Box, boulders: Iterable[int]) -> int:
    """The spaces that *boulders* lie on or beside, as bits: no other is placed there (OV-20)."""
    mask = 0
    for i in boulders:
        mask |= box.pairs[i].mask
    return mask


def shut(at: Standing) -> frozenset[tuple[int, int]]:
    """The steps that boulders block where they lie between spaces, not on them (OV-A02)."""
    if at.box.boulder_model is BoulderModel.PAIR:
        return frozenset()
    pairs = [at.box.pairs[i] for i in at.boulders]
    return frozenset([(p.one, p.other) for p in pairs] + [(p.other, p.one) for p in pairs])


def steps(at: Standing, space: int, left: int) -> tuple[int, ...]:
    """Where a pawn on *space* may go with its next step, of *left*."""
    blocked = pawn_mask(at) | boulder_mask(at)
    if space == CAMP:
        ways = at.box.board.bottom if left >= at.box.entry_costs else ()
    elif left:
        ways = at.box.board.steps[space]
    else:
        ways = ()
    closed = shut(at)
    return tuple([n for n in ways if not blocked >> n & 1 and (space, n) not in closed])


def takes(at: Standing, seat: Seat, space: int) -> bool:
    """May *seat* take a treasure where its pawn has ended (OV-15, OV-16, OV-A17)?"""
    gem = at.box.board.spaces[space].gem
    if gem is None:
        return False
    i = GEMS.index(gem)
    wanted = at.box.wanted(len(at.players))[i]
    return at.treasures[i] > 0 and at.players[seat].tokens[i] < wanted


def way_up(at: Standing, space: int) -> bool:
    """Does a cave lead up from *space*, to an exit that is free (OV-18, OV-A12)?"""
    out = at.box.board.spaces[space].exit
    return out != NOWHERE and not (pawn_mask(at) | boulder_mask(at)) >> out & 1


def movable(at: Standing, steps_left: int) -> tuple[int, ...]:
    """The pawns for which a ``?`` can do something (OV-10)."""
    pawns = at.players[turn_of(at).seat].pawns
    return tuple([i for i in range(PAWNS) if steps(at, pawns[i], steps_left) or counts(at, i)])


def counts(at: Standing, pawn: int) -> bool:
    """Where a pawn that did not move ends its move all the same: does that do anything (OV-A09)?"""
    space = at.players[turn_of(at).seat].pawns[pawn]
    if not at.box.collect_without_moving or space == CAMP:
        return False
    here = at.box.board.spaces[space]
    return here.gem is not None or way_up(at, space)


def placeable(at: Standing, barred: int, without: int = NOWHERE) -> tuple[int, ...]:
    """Where a boulder may be placed (OV-20), were the one at *without* gone.

    :param barred: where it was lifted from: no new place (OV-A03)
    """
    lying = [i for i in at.boulders if i != without]
    mask = pawn_mask(at) | touched(at.box, lying)
    pairs = enumerate(at.box.pairs)
    return tuple([i for i, pair in pairs if not mask & pair.mask and i != barred])


def liftable(at: Standing) -> tuple[int, ...]:
    """The boulders for which there is a new place (OV-19, OV-A03)."""
    return tuple([i for i in at.boulders if placeable(at, i, without=i)])


def has_won(at: Standing) -> Seat | None:
    """Whose board is full (OV-30)."""
    seats = (Seat(i) for i in range(len(at.players)))
    return next((seat for seat in seats if full(at, seat)), None)


def stand(d: Draft, seat: Seat, pawn: int, space: int) -> None:
    """A pawn of *seat* is on *space* now."""
    p = d.players[seat]
    pawns = more(p.pawns, pawn, space - p.pawns[pawn])
    d.players[seat] = Player(p.held, p.deck, p.discard, p.gear, pawns, p.tokens, p.hand)
