"""A state out of its words: the other half of :mod:`words`. Says what is wrong, and where."""

from __future__ import annotations

from collections.abc import Mapping

from firmware_host.rules.kernel import SEAT_LETTERS, Seat, Unreadable
from firmware_host.rules.lines import Line, known_lines

from .box import Box, Card, launches
from .state import (
    NOBODY_YET,
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
from .words import ALL, MARKS, OUT, TOPICS

MOST = 4  #: seats
LETTERS = SEAT_LETTERS[:MOST]
LINES = ("now", *LETTERS)
"""Every line a state may have."""
NEEDED = ("now", "A", "B")
PLAIN: dict[str, Ask] = {TOPICS[type(ask)]: ask for ask in (AskLaunch(), Ended())}


def read(box: Box, lines: Mapping[str, str]) -> State:
    """The state with these lines.

    :raises Unreadable: a line is missing, is not known, or makes no sense.
    """
    known_lines(lines, LINES, NEEDED)
    if "D" in lines and "C" not in lines:
        raise Unreadable("C", "this line is missing, but D plays")
    seats = sum(letter in lines for letter in LETTERS)
    players = tuple(
        [
            _player(Line(s, lines[s], seats, MOST), box.decks[i], seats)
            for i, s in enumerate(LETTERS[:seats])
        ]
    )
    ask, turn = _now(Line("now", lines["now"], seats, MOST), box)
    return State(box, players, ask, turn)


def _player(line: Line, deck: tuple[Card, ...], seats: int) -> Player:
    counts, *rest = line.text.split() or [""]
    marks = _marks(line, rest)
    supply, table = _pair(line, counts, "write supply/table and then cards, such as 11/4 n1 n2")
    hand = marks[""]
    standing, own = UNTOLD, UNTOLD
    if "count" in marks:
        standing, lying = _pair(line, " ".join(marks["count"]), "write count standing/lying")
        if standing + lying != table:
            raise line.bad(f"{standing} stand and {lying} lie, but {table} are on the table")
    if "own" in marks:
        own = line.count(" ".join(marks["own"]), "count of meeples")
    return Player(
        hand=launches(deck, seats) if hand == [ALL] else _cards(line, hand, deck),
        supply=supply,
        table=table,
        out=_cards(line, marks.get(OUT, []), deck),
        standing=standing,
        own=own,
    )


def _marks(line: Line, words: list[str]) -> dict[str, list[str]]:
    """``n1 n2 out n1 count 3/1`` as its parts; the hand has no name."""
    marks: dict[str, list[str]] = {"": []}
    last = ""
    for word in words:
        if word not in MARKS:
            marks[last].append(word)
        elif word in marks:
            raise line.bad(f"{word!r} is there twice")
        else:
            marks[word], last = [], word
    return marks


def _pair(line: Line, word: str, help_: str) -> tuple[int, int]:
    parts = word.split("/")
    if len(parts) != 2:
        raise line.bad(help_)
    return line.count(parts[0], "count of meeples"), line.count(parts[1], "count of meeples")


def _cards(line: Line, words: list[str], deck: tuple[Card, ...]) -> Counts:
    counts = [0] * len(deck)
    for word in words:
        counts[_card(line, word, deck)] += 1
    return tuple(counts)


def _card(line: Line, word: str, deck: tuple[Card, ...]) -> int:
    ids = [card.id for card in deck]
    if word not in ids:
        raise line.bad(f"{word!r} is no card of this colour; they are {', '.join(ids)}")
    return ids.index(word)


HELP = {
    "hot": "write hot alone",
    "launch": "write such as launch A",
    "landed": "write such as landed A n1",
    "stand": "write such as stand A n3_blue of B",
    "fell": "write such as fell A of B C, or fell A of B then n1",
    "count": "write such as count A of B C",
    "own": "write such as own A of B C",
    "over": "write such as over A: whose launch was the last",
}


def _now(line: Line, box: Box) -> tuple[Ask, Seat]:
    words = line.text.split()
    topic, rest = (words[0], words[1:]) if words else ("", [])
    if topic not in HELP:
        raise line.bad(f"{topic!r} is no question; write one of {', '.join(HELP)}")
    if topic == "hot":
        if rest:
            raise line.bad(f"{' '.join(rest)!r} makes no sense; {HELP[topic]}")
        return AskHot(), NOBODY_YET
    if not rest:
        raise line.bad(f"whose launch? {HELP[topic]}")
    turn = line.seat(rest[0])
    return _ask(line, topic, rest[1:], box.decks[turn]), turn


def _ask(line: Line, topic: str, args: list[str], deck: tuple[Card, ...]) -> Ask:
    match topic, args:
        case "landed", [card]:
            return AskLanded(_card(line, card, deck))
        case "stand", [card, "of", *left] if left:
            return AskStand(_card(line, card, deck), _seats(line, left))
        case "fell", ["of", *left, "then", card] if left:
            return AskFell(_seats(line, left), _card(line, card, deck))
        case "fell", ["of", *left] if left:
            return AskFell(_seats(line, left))
        case "count", ["of", *left] if left:
            return AskCount(_seats(line, left))
        case "own", ["of", *left] if left:
            return AskOwn(_seats(line, left))
        case _, [] if topic in PLAIN:
            return PLAIN[topic]
        case _:
            raise line.bad(f"{topic} {' '.join(args)!r} makes no sense; {HELP[topic]}")


def _seats(line: Line, words: list[str]) -> tuple[Seat, ...]:
    seats = [line.seat(word) for word in words]
    if len(set(seats)) != len(seats):
        raise line.bad("a seat is there twice")
    return tuple(seats)
