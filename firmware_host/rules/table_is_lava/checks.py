"""What the numbers of a box must be to each other (specification 1.2)."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_host.rules.kernel import BoxFault

from .box import START, Box, launches

DECK = 10  #: cards of each colour
MEEPLES = 60  #: in the box
AT_THE_START = 2


def check(box: Box) -> Iterator[BoxFault]:
    """Everything wrong or odd about *box*."""
    few, many = box.players
    if few > many:
        yield BoxFault("players.min", f"{few} is more than players.max, {many}", f"min = {many}")
    if (there := box.meeples * len(box.colours)) != MEEPLES:
        says = f"{box.meeples} of each colour are {there} meeples; the box holds {MEEPLES} (TL-25)"
        right = MEEPLES // len(box.colours)
        yield BoxFault("meeples_per_colour", says, f"meeples_per_colour = {right}")
    for i in range(len(box.colours)):
        yield from _deck(box, i)
    yield from _supply(box)


def _deck(box: Box, colour: int) -> Iterator[BoxFault]:
    path, deck = f"cards.{box.colours[colour]}", box.decks[colour]
    number = sum(card.copies for card in deck)
    if number != DECK:
        yield BoxFault(path, f"{number} cards, not {DECK} (TL-01)", f"copies that add up to {DECK}")
    starts = sum(card.copies for card in deck if card.id == START)
    if starts != 1:
        yield BoxFault(path, f"{starts} Start cards, not one (TL-04)", f'{{ id = "{START}" }} once')
    for i, card in enumerate(deck):
        at = f"{path}[{i}]"
        if card.id == START and (card.own or any(card.foreign)):
            says = "what stands on a Start card is the setup's (TL-05)"
            yield BoxFault(at, says, f'{{ id = "{START}" }}')
        if any(n > 1 for n in card.foreign):
            says = "more than one of a foreign colour: the book speaks of one (TL-A17)"
            yield BoxFault(f"{at}.foreign", says, "1", grave=False)
        if card.own > box.meeples:
            says = f"{card.own} meeples are more than there are, {box.meeples} (TL-16)"
            yield BoxFault(f"{at}.own", says, f"own = {box.meeples} at most", grave=False)
    yield from _removed(box, colour, path)


def _removed(box: Box, colour: int, path: str) -> Iterator[BoxFault]:
    """One card goes for each colour that nobody plays, so that decks stay alike (TL-02)."""
    for other, name in enumerate(box.colours):
        if other == colour:
            continue
        showing = [card for card in box.decks[colour] if card.foreign[other]]
        number = sum(card.copies for card in showing)
        only = all(sum(map(bool, card.foreign)) == 1 for card in showing)
        if number != 1 or not only:
            says = f"{number} cards show {name}" + ("" if only else ", and one another colour too")
            write = f"just one card that shows {name}, and no other colour"
            yield BoxFault(path, f"{says}: without {name} one card is to be removed (TL-02)", write)


def _supply(box: Box) -> Iterator[BoxFault]:
    """With no deck that can use up the supply the rule about it never matters (TL-16)."""
    have, few, many = box.meeples - AT_THE_START, *box.players
    for seats in range(few, many + 1):
        decks = box.decks[:seats]
        most = max(
            sum(c.own * n for c, n in zip(deck, launches(deck, seats), strict=True))
            for deck in decks
        )
        if most <= have:
            says = f"with {seats} players nobody can run out of {have} meeples (TL-16)"
            yield BoxFault("cards", says, "nothing: it is so with the printed decks", grave=False)
