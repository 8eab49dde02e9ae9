"""What the numbers of a box must be to each other (specification 1.3)."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_host.rules.kernel import BoxFault

from .board import GEMS, NOWHERE, Board, Gem
from .box import CLIMBERS, FEWEST, GEAR, BoulderModel, Box
from .prints import Ball, Print

TREASURES = (4, 8, 12)  #: emeralds, rubies and sapphires, as the rulebook counts them
CAVES = 2
NAMES = ("emeralds", "rubies", "sapphires")


def check(box: Box) -> Iterator[BoxFault]:
    """Everything wrong or odd about *box*."""
    yield from _cards(box)
    yield from _treasures(box)
    yield from _edges(box.board)
    yield from _sides(box.board)
    yield from _places(box.board)
    yield from _caves(box.board)
    yield from _reach(box.board)
    yield from _boulders(box)


def _cards(box: Box) -> Iterator[BoxFault]:
    kinds = (("climbers", box.climbers, CLIMBERS, "OV-02"), ("gear", box.gear, GEAR, "OV-01"))
    for path, prints, whole, rule in kinds:
        total = sum(card.copies for card in prints)
        if total != whole:
            says = f"the copies add up to {total}, not {whole} ({rule})"
            yield BoxFault(path, says, "other copies")
        for i, card in enumerate(prints):
            yield from _slots(f"{path}[{i}].card", card, box.board.slots)
    if any(isinstance(action, Ball) for card in box.gear for action in card.actions):
        says = "gear cards that drop balls bring gear cards: a game may go on for very long"
        yield BoxFault("gear", says, "no ball on gear cards", grave=False)


def _slots(path: str, card: Print, slots: int) -> Iterator[BoxFault]:
    for action in card.actions:
        if isinstance(action, Ball) and action.slot is not None and action.slot > slots:
            says = f"{card.name}: there is no chute {action.slot} (OV-21)"
            yield BoxFault(path, says, f"a chute from 1 to {slots}, or ball?")


def _treasures(box: Box) -> Iterator[BoxFault]:
    for name, there, whole in zip(NAMES, box.supply, TREASURES, strict=True):
        if there != whole:
            yield BoxFault(f"supply.{name}", f"{there} is not {whole} (OV-01)", f"{name} = {whole}")
    for i, wanted in enumerate(box.demand):
        seats = i + FEWEST
        path = f"demand.{seats}"
        if not any(wanted):
            yield BoxFault(path, "nobody must collect anything (OV-30)", f"{seats} = [1, 2, 3]")
        for name, n, there in zip(NAMES, wanted, box.supply, strict=True):
            if n * seats > there:
                says = f"{seats} players cannot each have {n} {name}: there are {there}"
                yield BoxFault(path, says, "fewer", grave=False)


def _edges(board: Board) -> Iterator[BoxFault]:
    """Left of right is oneself, and nothing leads down (OV-12)."""
    spaces = board.spaces
    for i, space in enumerate(spaces):
        for way, there, back in (
            ("left", space.left, "right"),
            ("right", space.right, "left"),
        ):
            path = f"board.{way}.{space.name}"
            if there == NOWHERE:
                continue
            if spaces[there].row != space.row:
                says = f"{spaces[there].name} is in another row (OV-12)"
                yield BoxFault(path, says, f"a space of row {space.row}")
            elif getattr(spaces[there], back) != i:
                says = f"{back} of {spaces[there].name} is not {space.name} (OV-12)"
                yield BoxFault(path, says, f'{back}."{spaces[there].name}" = ["{space.name}"]')
        for up in space.up:
            if spaces[up].row <= space.row:
                says = f"{spaces[up].name} is not above {space.name} (OV-12)"
                yield BoxFault(f"board.up.{space.name}", says, "spaces of a higher row")


def _sides(board: Board) -> Iterator[BoxFault]:
    """No space is on both sides of another: a step would be listed twice."""
    for space in board.spaces:
        if space.left == space.right != NOWHERE:
            says = f"{board.spaces[space.left].name} is on its right, too (OV-12)"
            write = f'left."{space.name}" = [], or another space on its right'
            yield BoxFault(f"board.left.{space.name}", says, write)


def _places(board: Board) -> Iterator[BoxFault]:
    """Emeralds lie on the top row; each kind lies somewhere, and each space has one kind."""
    for gem, name in zip(GEMS, NAMES, strict=True):
        there = [space for space in board.spaces if space.gem is gem]
        if not there:
            says = "there is no such space (OV-15)"
            yield BoxFault(f"board.{name}", says, "one space at least")
        for space in there:
            if gem is Gem.EMERALD and space.row != board.top:
                says = f"{space.name} is not on the top row, {board.top} (OV-17)"
                yield BoxFault(f"board.{name}", says, "a space of the top row")


def _caves(board: Board) -> Iterator[BoxFault]:
    path = "board.caves"
    entrances = [space for space in board.spaces if space.exit != NOWHERE]
    if len(entrances) != CAVES:
        says = f"{len(entrances)} entrances, but the board has {CAVES} (OV-18)"
        yield BoxFault(path, says, f"{CAVES} pairs of an entrance and its exit")
    for space in entrances:
        out = board.spaces[space.exit]
        if out.row <= space.row:
            says = f"exit {out.name} is not above its entrance {space.name} (OV-18)"
            yield BoxFault(path, says, "an exit in a higher row")
        if out.gem is not None or out.exit != NOWHERE:
            what = "an entrance" if out.gem is None else "a treasure space"
            yield BoxFault(path, f"exit {out.name} is {what} (OV-A20)", "a plain space")
        if space.gem is not None:
            says = f"entrance {space.name} is a treasure space (OV-18)"
            yield BoxFault(path, says, "a plain space")


def _reach(board: Board) -> Iterator[BoxFault]:
    """Every treasure can be reached from the bottom row."""
    reached, todo = set(board.bottom), list(board.bottom)
    while todo:
        space = todo.pop()
        exits = [board.spaces[space].exit] if board.spaces[space].exit != NOWHERE else []
        fresh = {*board.steps[space], *exits} - reached
        reached |= fresh
        todo += fresh
    for gem, name in zip(GEMS, NAMES, strict=True):
        for i, here in enumerate(board.spaces):
            if here.gem is gem and i not in reached:
                says = f"{here.name} cannot be reached from the bottom row (OV-12)"
                yield BoxFault(f"board.{name}", says, "another space, or a way up to it")


def _boulders(box: Box) -> Iterator[BoxFault]:
    if len(box.pairs) < box.boulders:
        what = "spaces side by side" if box.boulder_model is BoulderModel.PAIR else "neighbours"
        says = f"only {len(box.pairs)} places for {box.boulders} boulders: two {what} (OV-20)"
        yield BoxFault("board.rows", says, "a larger board", grave=False)
