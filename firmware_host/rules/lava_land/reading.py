"""A state out of its words: the other half of :mod:`words`. Says what is wrong, and where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from firmware_host.rules.kernel import SEAT_LETTERS, Seat, Unreadable
from firmware_host.rules.lines import Line as PlainLine
from firmware_host.rules.lines import known_lines

from .answers import Effect, Loot, Push
from .box import COLOURS, FACES, KINDS, Box, Colour, Face, Goods, Kind
from .dice import DICE
from .state import (
    NOBODY_YET,
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
    Held,
    Player,
    State,
    Turn,
)
from .words import GAP, REST, TOPICS

MOST = 5  #: seats
LETTERS = SEAT_LETTERS[:MOST]
LINES = ("now", "first", "lava", *LETTERS, "row", "deck", "discard", "crater", "dice")
"""Every line a state may have."""
NEEDED = ("now", "lava", "A", "B", "C", "row")
PLAIN: dict[str, Ask] = {
    TOPICS[type(ask)]: ask
    for ask in (
        AskFirst(),
        AskDiscard(),
        AskShow(),
        AskTake(),
        AskGo(),
        AskCard(),
        AskOrder(),
        AskTrick(),
        AskBoard(),
        Ended(),
    )
}
"""Questions that are named by their topic alone."""
OUTSIDE_TURN = ("first", "show", "take", "over")
EITHER = ("draw", "discard")


@dataclass(frozen=True, slots=True)
class Line(PlainLine):
    """One line being read; cards and dice are in it."""

    seats: int = MOST
    most: int = MOST

    def kind(self, word: str) -> Kind:
        """*word* as a kind of card."""
        if word not in KINDS:
            raise self.bad(f"{word!r} is no card; the cards are {', '.join(KINDS)}")
        return Kind(word)

    def face(self, word: str) -> Face:
        """*word* as a die's face."""
        if word not in FACES:
            raise self.bad(f"{word!r} is no face; write Y, R or B and b, t, f or l, such as Yb")
        return Face(word)


def read(box: Box, lines: Mapping[str, str]) -> State:
    """The state with these lines; ``crater``, ``dice`` and ``discard`` may be left out.

    :raises Unreadable: a line is missing, is not known, or makes no sense.
    """
    _check_lines(lines)
    seats = sum(letter in lines for letter in LETTERS)
    players = tuple([_player(Line(s, lines[s])) for s in LETTERS[:seats]])
    row = _row(Line("row", lines["row"]), box)
    discard = _pile(Line("discard", lines.get("discard", "")))
    ask, turn = _now(Line("now", lines["now"], seats))
    lava = Line("lava", lines["lava"])
    return State(
        box=box,
        players=players,
        lava=lava.number(lava.text.strip(), "space"),
        deck=_deck(Line("deck", lines.get("deck", REST)), box, (players, row, discard)),
        row=row,
        crater=_crater(Line("crater", lines.get("crater", ""))),
        sets=_sets(Line("dice", lines.get("dice", ""), seats)),
        ask=ask,
        discard=discard,
        first=_first(Line("first", lines.get("first", GAP), seats), ask),
        turn=turn,
    )


def _check_lines(lines: Mapping[str, str]) -> None:
    known_lines(lines, LINES, NEEDED)
    if "E" in lines and "D" not in lines:
        raise Unreadable("D", "this line is missing, but E plays")


def _first(line: Line, ask: Ask) -> Seat:
    word = line.text.strip()
    if isinstance(ask, AskFirst):
        if word != GAP:
            raise line.bad(f"nobody is first before it is drawn; write {GAP!r} or leave it out")
        return NOBODY_YET
    return line.seat(word)


def _player(line: Line) -> Player:
    counts, *rest = line.text.split() or [""]
    parts = counts.split("/")
    if len(parts) != 3:
        raise line.bad("write place/bananas/treasures and then cards, such as 5/3/2 as_red*")
    where, bananas, treasures = parts
    fate = {"x": Fate.LAVA, "+": Fate.BOAT}.get(where[:1], Fate.TRACK)
    if fate is Fate.LAVA and where != "x":
        raise line.bad(f"{where!r} is no place; x alone means dead")
    return Player(
        pos=line.number(where, "place") if fate is Fate.TRACK else 0,
        bananas=line.count(bananas, "count of bananas"),
        treasures=line.count(treasures, "count of treasures"),
        cards=tuple([_held(line, word) for word in rest if word != "warned"]),
        fate=fate,
        arrival=line.count(where[1:], "rank of arrival") if fate is Fate.BOAT else 0,
        warned="warned" in rest,
    )


def _held(line: Line, word: str) -> Held:
    kind = word.rstrip("*!")
    marks = word[len(kind) :]
    if marks not in ("", "*", "!", "*!"):
        raise line.bad(f"{word!r}: write * for used and ! for taken this turn, each once")
    return Held(line.kind(kind), "*" in marks, "!" in marks)


def _row(line: Line, box: Box) -> tuple[Kind | None, ...]:
    row = tuple([None if w == GAP else line.kind(w) for w in line.text.split()])
    if len(row) != box.row:
        raise line.bad(f"{len(row)} cards; the row has {box.row} places, {GAP} is a gap")
    return row


def _parts(line: Line, example: str) -> list[tuple[int, str]]:
    """``2 this, that`` as (2, this), (1, that)."""
    found = []
    for part in line.text.split(",") if line.text.strip() else ():
        words = part.split()
        if len(words) == 1:
            words = ["1", *words]
        if len(words) != 2:
            raise line.bad(f"{part.strip()!r} makes no sense; write such as {example}")
        found.append((line.count(words[0], "count"), words[1]))
    return found


def _pile(line: Line) -> Counts:
    counts = dict.fromkeys(KINDS, 0)
    for n, word in _parts(line, "2 guard_step, 1 as_red"):
        counts[line.kind(word)] += n
    return tuple(counts.values())


def _crater(line: Line) -> Counts:
    counts = dict.fromkeys(FACES, 0)
    for n, word in _parts(line, "2 Yb, 1 Rt"):
        counts[line.face(word)] += n
    return tuple(counts.values())


Elsewhere = tuple[tuple[Player, ...], tuple[Kind | None, ...], Counts]


def _deck(line: Line, box: Box, elsewhere: Elsewhere) -> Counts:
    if line.text.strip() != REST:
        return _pile(line)
    players, row, discard = elsewhere
    out = [held.kind for p in players for held in p.cards] + [k for k in row if k]
    rest = [
        spec.copies - out.count(spec.kind) - gone
        for spec, gone in zip(box.cards, discard, strict=True)
    ]
    for kind, n in zip(KINDS, rest, strict=True):
        if n < 0:
            raise line.bad(f"there are {-n} more {kind} about than the box holds")
    return tuple(rest)


def _sets(line: Line) -> tuple[tuple[Die, ...], ...]:
    """``A: Yb Yt Bf>R; B: ...``; a seat not named has none."""
    sets: list[tuple[Die, ...]] = [()] * line.seats
    for part in line.text.split(";") if line.text.strip() else ():
        name, colon, faces = part.partition(":")
        if not colon:
            raise line.bad(f"{part.strip()!r} makes no sense; write such as A: Yb Rt Bf; B: Yl")
        seat = line.seat(name.strip())
        if sets[seat]:
            raise line.bad(f"{seat} is there twice")
        sets[seat] = tuple([_die(line, word) for word in faces.split()])
    return tuple(sets)


def _die(line: Line, word: str) -> Die:
    face, counts, colour = word.partition(">")
    die = DICE[line.face(face)]
    if not counts:
        return die
    if colour not in COLOURS or colour == die.colour:
        raise line.bad(f"{word!r}: after > write the other colour it counts as, Y, R or B")
    return Die(die.colour, die.symbol, Colour(colour))


def _now(line: Line) -> tuple[Ask, Turn | None]:
    words = line.text.split()
    topic, rest = (words[0], words[1:]) if words else ("", [])
    if topic not in TOPICS.values():
        raise line.bad(f"{topic!r} is no question; write one of {', '.join(TOPICS.values())}")
    owner: Seat | None = None
    if topic not in OUTSIDE_TURN and not (topic in EITHER and (not rest or rest[0] not in LETTERS)):
        if not rest:
            raise line.bad(f"whose? write such as {topic} A")
        owner, rest = line.seat(rest[0]), rest[1:]
    args, turn = _turn(line, owner, rest)
    return _ask(line, topic, args, owner), turn


MARKS: dict[str, tuple[str, ...]] = {
    "done": tuple(Effect),
    "locked": ("symbols", "colours"),
    "passed": (),
}
"""What may follow each word that tells how far a turn is."""


def _turn(line: Line, owner: Seat | None, words: list[str]) -> tuple[list[str], Turn | None]:
    """The words before the turn's progress, and the turn."""
    cut = min([words.index(mark) for mark in MARKS if mark in words], default=len(words))
    marks = _marks(line, words[cut:])
    if owner is None:
        if marks:
            raise line.bad("this is nobody's turn: nothing is done, locked or passed")
        return words[:cut], None
    done = frozenset(map(Effect, marks.get("done", ())))
    locked = marks.get("locked", ())
    turn = Turn(owner, done, "symbols" in locked, "colours" in locked, "passed" in marks)
    return words[:cut], turn


def _marks(line: Line, words: list[str]) -> dict[str, list[str]]:
    """``done bonus locked symbols`` as its parts."""
    marks: dict[str, list[str]] = {}
    last = ""
    for word in words:
        if word in MARKS:
            if word in marks:
                raise line.bad(f"{word!r} is there twice")
            marks[word], last = [], word
        elif word in MARKS[last]:
            marks[last].append(word)
        else:
            known = " or ".join(MARKS[last]) or "nothing"
            raise line.bad(f"after {last!r} write {known}, not {word!r}")
    return marks


def _ask(line: Line, topic: str, args: list[str], owner: Seat | None) -> Ask:
    match topic, args:
        case "draw", [slot, *search] if search in ([], ["search"]):
            return AskDraw(line.number(slot, "place of the row") - 1, bool(search))
        case "pick", [cost] if cost in ("2", "3"):
            return AskPick(int(cost))
        case "guard", ["push", victim]:
            return AskGuard(Push(owner, line.seat(victim)))
        case "guard", ["loot", "banana" | "treasure" as goods, victim]:
            return AskGuard(Loot(owner, Goods(goods), line.seat(victim)))
        case _, [] if topic in PLAIN:
            return PLAIN[topic]
        case _:
            raise line.bad(f"{topic} {' '.join(args)!r} makes no sense; {HELP.get(topic, '')}")


HELP = {
    "draw": "write such as draw 2, draw A 2 or draw A 2 search",
    "pick": "write pick A 2 for two bolts, pick A 3 for three",
    "guard": "write such as guard A push B or guard A loot banana B",
}
