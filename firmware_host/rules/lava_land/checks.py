"""What the numbers of a box must be to each other (specification 1.5, checks 1 to 8).

Check 9, a strip at least :attr:`Box.places` long, and the colours the camera must know are the
table's: the box cannot know what it is played on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from firmware_host.rules.kernel import BoxFault

from .box import COLOURS, START, Box, Colour, Kind, Symbol

DECK = 28  #: cards, as the rulebook counts them
DEAR, CHEAP = 3, 2
NEEDED = {  # LL-47..49: without these a turn card is dead
    Colour.YELLOW: Symbol.BANANA,
    Colour.RED: Symbol.TREASURE,
    Colour.BLUE: Symbol.FOOT,
}
PRINTED = {  # faces the rulebook's example of a round shows
    Colour.YELLOW: (Symbol.BANANA, Symbol.FOOT),
    Colour.RED: (Symbol.BOLT, Symbol.BANANA),
    Colour.BLUE: (Symbol.BANANA,),
}
LONGEST_MOVE = 3


def check(box: Box, deck_size: int, places: Mapping[Kind, int]) -> Iterator[BoxFault]:
    """Everything wrong or odd about *box*.

    :param deck_size: how many cards the file says there are
    :param places: where each kind stands among ``cards``
    """
    yield from _players(box)
    yield from _cards(box, deck_size, places)
    yield from _faces(box)
    yield from _trees(box)
    yield from _boat(box)


def _players(box: Box) -> Iterator[BoxFault]:
    few, many = box.players
    if few > many:
        yield BoxFault("players.min", f"{few} is more than players.max, {many}", f"min = {many}")
    if box.dice_per_colour < many:
        says = f"{box.dice_per_colour} dice of each colour are too few for {many} players"
        yield BoxFault("dice.per_colour", says, f"per_colour = {many}")
    if box.first_player is not None and box.first_player >= few:
        says = f"seat {box.first_player} does not play with {few} players"
        yield BoxFault("first_player", says, 'first_player = "A", or "random"')
    if box.boarding_bananas > box.cap_bananas:
        says = f"nobody can have {box.boarding_bananas} bananas: caps.bananas is {box.cap_bananas}"
        yield BoxFault("boarding_min_bananas", says, f"boarding_min_bananas = {box.cap_bananas}")


def _cards(box: Box, deck_size: int, places: Mapping[Kind, int]) -> Iterator[BoxFault]:
    total = sum(spec.copies for spec in box.cards)
    if total != deck_size:
        says = f"the copies add up to {total}, not {deck_size}"
        yield BoxFault("cards", says, f"other copies, or deck_size = {total} if it is meant so")
    if deck_size != DECK:
        says = f"the printed game has {DECK} cards"
        yield BoxFault("deck_size", says, f"deck_size = {DECK}", grave=False)
    dear = sum(spec.copies for spec in box.cards if spec.cost == DEAR)
    if dear == total:
        yield BoxFault("cards", "no card costs two bolts, so a pair buys nothing", "cost = 2")
    if dear < box.row:
        says = f"{dear} cards cost three: the row of {box.row} can never be all of them (LL-39)"
        yield BoxFault("cards", says, "more copies of trick_again", grave=False)
    if not any(spec.pay for spec in box.cards):
        says = "no card asks for a payment; the rulebook says some do (LL-55)"
        where = places.get(Kind.TURN_YELLOW_BANANA, 0)
        yield BoxFault(f"cards[{where}]", says, 'pay = "treasure"', grave=False)


def _faces(box: Box) -> Iterator[BoxFault]:
    for colour in COLOURS:
        name, faces = colour.name.lower(), box.faces[COLOURS.index(colour)]
        need = NEEDED[colour]
        if need not in faces:
            says = f"has no {need.name.lower()}, so no card can turn a {name} die to it"
            yield BoxFault(f"faces.{name}", says, f'one "{need}" at least')
        for symbol in PRINTED[colour]:
            if symbol not in faces and symbol is not need:
                says = f"has no {symbol.name.lower()}, but the rulebook's example shows one"
                yield BoxFault(f"faces.{name}", says, f'one "{symbol}" at least', grave=False)


def _trees(box: Box) -> Iterator[BoxFault]:
    islets = f"{START + 1} to {box.boat - 1}"
    for name, trees in (("plus_trees", box.plus_trees), ("minus_trees", box.minus_trees)):
        for i, space in enumerate(trees):
            path = f"track.{name}[{i}]"
            if not START < space < box.boat:
                yield BoxFault(path, f"{space} is no islet", f"a space from {islets}")
            elif space in box.boat_symbols:
                says = f"a tree on {space}, which shows a boat symbol"
                yield BoxFault(path, says, "another islet", grave=False)
            if name == "minus_trees" and space in box.plus_trees:
                yield BoxFault(path, f"{space} is a plus tree already", "another islet")


def _boat(box: Box) -> Iterator[BoxFault]:
    path, islets = "track.boat_symbol_spaces", f"{START + 1} to {box.boat - 1}"
    last = tuple(range(box.boat - LONGEST_MOVE, box.boat))
    if not box.boat_symbols:
        yield BoxFault(path, "nobody could ever board", f"boat_symbol_spaces = {list(last)}")
    for i, space in enumerate(box.boat_symbols):
        if not START < space < box.boat:
            yield BoxFault(f"{path}[{i}]", f"{space} is no islet", f"a space from {islets}")
    if box.boat_symbols and tuple(sorted(box.boat_symbols)) != last:
        says = "not just the last three islets, so boarding_from matters (LL-A02)"
        yield BoxFault(path, says, f"boat_symbol_spaces = {list(last)}", grave=False)
