"""A state in words, one line a part: for scenarios, overrides, bug reports and diffs.

``read(box, write(state)) == state``.
"""

from __future__ import annotations

from firmware_host.rules.kernel import Seat

from .box import Card
from .state import (
    UNTOLD,
    Ask,
    AskCount,
    AskFell,
    AskHot,
    AskLanded,
    AskLaunch,
    AskOwn,
    AskStand,
    Counts,
    Ended,
    Player,
    State,
)

TOPICS: dict[type[Ask], str] = {
    AskHot: "hot",
    AskLaunch: "launch",
    AskLanded: "landed",
    AskStand: "stand",
    AskFell: "fell",
    AskCount: "count",
    AskOwn: "own",
    Ended: "over",
}
"""How ``now`` names what a state waits for."""
OF, THEN, OUT = "of", "then", "out"
ALL = "all"
"""A hand of every card a player begins with."""
MARKS = (OUT, "count", "own")
"""What else a player's line tells, after the cards in hand."""
RESERVED = frozenset({ALL, *MARKS})
"""No card may be called so."""


def write(state: State) -> dict[str, str]:
    """The state's lines."""
    decks = state.box.decks
    players = {str(Seat(i)): _player(p, decks[i]) for i, p in enumerate(state.players)}
    return {"now": now(state), **players}


def now(state: State) -> str:
    """What is asked, in whose launch, and of whom.

    ``hot``, ``launch A``, ``landed A n1``, ``stand A n3_blue of B``, ``fell A of B C then n1``,
    ``count A of B C``, ``own A of B C``, ``over A``.
    """
    ask, deck = state.ask, state.box.decks[state.turn]
    assert ask is not None
    words = [TOPICS[type(ask)]]
    if not isinstance(ask, AskHot):
        words.append(str(state.turn))
    match ask:
        case AskLanded(card=card):
            words.append(deck[card].id)
        case AskStand(card=card, left=left):
            words += [deck[card].id, OF, *map(str, left)]
        case AskFell(left=left, then=then):
            words += [OF, *map(str, left)]
            words += [THEN, deck[then].id] if then is not None else []
        case AskCount(left=left) | AskOwn(left=left):
            words += [OF, *map(str, left)]
        case _:
            pass
    return " ".join(words)


def _player(p: Player, deck: tuple[Card, ...]) -> str:
    words = [f"{p.supply}/{p.table}", *cards(p.hand, deck)]
    if any(p.out):
        words += [OUT, *cards(p.out, deck)]
    if p.standing != UNTOLD:
        words += ["count", f"{p.standing}/{p.table - p.standing}"]
    if p.own != UNTOLD:
        words += ["own", str(p.own)]
    return " ".join(words)


def cards(counts: Counts, deck: tuple[Card, ...]) -> list[str]:
    """Cards by their names, each as often as it is there."""
    return [card.id for card, n in zip(deck, counts, strict=True) for _ in range(n)]
