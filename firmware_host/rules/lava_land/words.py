"""A state in words, one line a part: for scenarios, overrides, bug reports and diffs.

Every state has words, also inside a seat's turn: ``read(box, write(state)) == state``.
"""

from __future__ import annotations

from firmware_host.rules.kernel import Seat

from .box import FACES, KINDS
from .sets import ORDER
from .state import (
    Ask,
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
    Counts,
    Die,
    Ended,
    Fate,
    Player,
    State,
    Turn,
)

GAP = "-"  #: an empty place of the row; nobody, where a seat is named
REST = "rest"  #: a deck of all cards that are nowhere else
TOPICS: dict[type[Ask], str] = {
    AskFirst: "first",
    AskDraw: "draw",
    AskDiscard: "discard",
    AskShow: "show",
    AskTake: "take",
    AskGo: "go",
    AskCard: "card",
    AskOrder: "order",
    AskPick: "pick",
    AskTrick: "trick",
    AskGuard: "guard",
    AskBoard: "board",
    Ended: "over",
}
"""How ``now`` names what a state waits for."""


def write(state: State) -> dict[str, str]:
    """The state's lines."""
    players = {str(Seat(i)): _player(p) for i, p in enumerate(state.players)}
    return {
        "now": now(state),
        "first": GAP if isinstance(state.ask, AskFirst) else str(state.first),
        "lava": str(state.lava),
        **players,
        "row": " ".join(kind or GAP for kind in state.row),
        "deck": pile(state.deck),
        "discard": pile(state.discard),
        "crater": ", ".join(
            [f"{n} {face}" for face, n in zip(FACES, state.crater, strict=True) if n]
        ),
        "dice": "; ".join(
            [f"{Seat(i)}: {' '.join(map(_die, own))}" for i, own in enumerate(state.sets) if own]
        ),
    }


def now(state: State) -> str:
    """What is asked, of whom, and how far that seat's turn is.

    ``take``, ``go B``, ``card A done bonus locked symbols``, ``pick A 3``, ``draw A 2 search``,
    ``guard A push C done trick locked colours``.
    """
    ask, turn = state.ask, state.turn
    assert ask is not None
    words = [TOPICS[type(ask)]]
    if turn:
        words.append(str(turn.seat))
    match ask:
        case AskDraw(slot=slot, search=search):
            words += [str(slot + 1), *["search"] * search]
        case AskPick(max_cost=cost):
            words.append(str(cost))
        case AskGuard(trick=trick):
            words += str(trick).split()[1:]
        case _:
            pass
    return " ".join(words + (_progress(turn) if turn else []))


def _progress(turn: Turn) -> list[str]:
    locked = [*["symbols"] * turn.symbols_locked, *["colours"] * turn.colours_locked]
    done = [effect for effect in ORDER if effect in turn.done]
    words = ["done", *done] if done else []
    words += ["locked", *locked] if locked else []
    return words + ["passed"] * turn.passed


def _player(p: Player) -> str:
    where = {Fate.TRACK: str(p.pos), Fate.BOAT: f"+{p.arrival}", Fate.LAVA: "x"}[p.fate]
    cards = [held.kind + "*" * held.used + "!" * held.new for held in p.cards]
    return " ".join([f"{where}/{p.bananas}/{p.treasures}", *cards, *["warned"] * p.warned])


def _die(die: Die) -> str:
    return die.face + (f">{die.counts_as}" if die.counts_as else "")


def pile(counts: Counts) -> str:
    """Cards by kind: ``2 guard_step, 1 as_red``."""
    return ", ".join([f"{n} {kind}" for kind, n in zip(KINDS, counts, strict=True) if n])
