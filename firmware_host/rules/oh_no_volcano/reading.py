"""A state out of its words: the other half of :mod:`words`. Says what is wrong, and where."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from firmware_host.rules.kernel import Seat, Unreadable
from firmware_host.rules.lines import PLAIN, known_lines

from .box import CLIMBERS, HAND, MOST, Box, Counts
from .lines import LINES, SEATS, BoxLine
from .now import read_now
from .prints import Print
from .state import NO_CARD, PAWNS, Player, State, Turn
from .words import REST

Lines = Callable[[str, str], BoxLine]
"""A line by its key, with what it says where it is left out."""


def read(box: Box, lines: Mapping[str, str]) -> State:
    """The state with these lines; only ``now``, ``A`` and ``B`` are needed.

    :raises Unreadable: a line is missing, is not known, or makes no sense.
    """
    known_lines(lines, LINES, ("now", "A", "B"))
    _check_seats(lines)
    seats = sum(letter in lines for letter in SEATS)

    def line(key: str, usual: str = "") -> BoxLine:
        return BoxLine(key, lines.get(key, usual), seats, MOST, box=box)

    ask, turn = read_now(line("now"))
    players = tuple([_player(line, Seat(i), turn) for i in range(seats)])
    scrap = line("gear_discard").cards(box.gear)
    boulders = line("boulders")
    return State(
        box=box,
        players=players,
        treasures=_treasures(line("treasures", REST), players),
        pile=_pile(line("gear_pile", REST), players, scrap, turn),
        scrap=scrap,
        boulders=tuple(sorted(map(boulders.pair, boulders.text.split()))),
        owed=_owed(line("owed")),
        ask=ask,
        turn=turn,
    )


def _check_seats(lines: Mapping[str, str]) -> None:
    if "D" in lines and "C" not in lines:
        raise Unreadable("C", "this line is missing, but D plays")
    for key in lines:
        seat = key.rpartition("_")[2]
        if seat in SEATS and seat not in lines:
            raise Unreadable(key, f"{seat} does not play")


def _player(line: Lines, seat: Seat, turn: Turn | None) -> Player:
    where = line(str(seat), "")
    words = where.text.split()
    if len(words) != PAWNS + 1:
        raise where.bad("write the places of pawns A, B, C and the treasures: 2.1 - 4.3 1/0/2")
    spaces = tuple([where.space(word) for word in words[:PAWNS]])
    discard = line(f"discard_{seat}", "").cards(where.box.climbers)
    hand, held = _hand(line(f"hand_{seat}", "" if where.box.virtual else str(HAND)))
    playing = turn is not None and turn.seat == seat and turn.card != NO_CARD and not turn.gear
    deck = line(f"deck_{seat}", REST)
    return Player(
        held=held,
        deck=_deck(deck, CLIMBERS - held - sum(discard) - playing),
        discard=discard,
        gear=line(f"gear_{seat}", "").cards(where.box.gear),
        pawns=spaces,
        tokens=where.tokens(words[PAWNS]),
        hand=hand,
    )


def _hand(line: BoxLine) -> tuple[Counts | None, int]:
    """The cards where they are named, and how many there are."""
    text = line.text.strip()
    if PLAIN.fullmatch(text):
        return None, int(text)
    if not line.box.virtual:
        raise line.bad("people hold these cards: write how many")
    hand = line.cards(line.box.climbers)
    return hand, sum(hand)


def _deck(line: BoxLine, rest: int) -> int:
    word = line.text.strip()
    if word != REST:
        return line.count(word, "count of cards")
    if rest < 0:
        raise line.bad(f"{-rest} cards more are about than a colour has, {CLIMBERS}")
    return rest


def _treasures(line: BoxLine, players: tuple[Player, ...]) -> Counts:
    text = line.text.strip()
    if text != REST:
        return line.tokens(text)
    taken = [sum(kind) for kind in zip(*(p.tokens for p in players), strict=True)]
    return _left(line, line.box.supply, taken, "treasures")


def _pile(line: BoxLine, players: tuple[Player, ...], scrap: Counts, turn: Turn | None) -> Counts:
    if line.text.strip() != REST:
        return line.cards(line.box.gear)
    prints = line.box.gear
    gone = [sum(kind) for kind in zip(scrap, *(p.gear for p in players), strict=True)]
    if turn is not None and turn.gear:
        gone[turn.card] += 1
    return _left(line, copies(prints), gone, "gear cards of a kind")


def copies(prints: Sequence[Print]) -> Counts:
    """How many the box has of each card."""
    return tuple([card.copies for card in prints])


def _left(line: BoxLine, whole: Counts, gone: Sequence[int], what: str) -> Counts:
    left = tuple([n - out for n, out in zip(whole, gone, strict=True)])
    if min(left) < 0:
        raise line.bad(f"there are {-min(left)} more {what} about than the box holds")
    return left


def _owed(line: BoxLine) -> Counts:
    owed = [0] * line.seats
    for word in line.text.split():
        seat = line.seat(word[:1])
        if owed[seat]:
            raise line.bad(f"{seat} is there twice")
        owed[seat] = line.count(word[1:], "count of gear cards")
    return tuple(owed)
