"""A state out of its words: the other half of :mod:`words`. Says what is wrong, and where."""

from __future__ import annotations

from collections.abc import Mapping

from firmware_host.rules.hexgrid import Cell, Rotation, Side
from firmware_host.rules.kernel import SEAT_LETTERS, Seat, Unreadable
from firmware_host.rules.lines import known_lines

from .box import DRAWN, MONSTERS, Box, Kind
from .island import Island, Tile
from .line import MOST, Line
from .reading_now import ask_and_turn
from .state import (
    Ask,
    AskFirst,
    AskPlace,
    Beast,
    Counts,
    Fate,
    Fence,
    Player,
    RaftPlace,
    State,
    Step,
    Turn,
)
from .words import GONE, NOTHING, REST

LETTERS = SEAT_LETTERS[:MOST]
LINES = (
    "now", "chapter", "island", "pile", "under", "aside", *LETTERS, *MONSTERS,
    "wood", "fires", "fences", "lit", "huts", "raft", "wreck",
)  # fmt: skip
"""Every line a state may have."""
NEEDED = ("now", "island", "A", "B")


def read(box: Box, lines: Mapping[str, str]) -> State:
    """The state with these lines; those that are empty in a new game may be left out.

    :raises Unreadable: a line is missing, is not known, or makes no sense.
    """
    known_lines(lines, LINES, NEEDED)
    playing = _playing(lines)
    seats = len(playing)

    def line(key: str, usual: str = "") -> Line:
        return Line(key, lines.get(key, usual), seats)

    island, lava = _island(line("island"), box)
    under = tuple([line("under").kind(word) for word in line("under").text.split()])
    aside = _pile(line("aside"))
    ask, turn = ask_and_turn(line("now"))
    elsewhere = [tile.kind for tile in island.tiles.values()] + [*under, *_kept_back(ask, turn)]
    lit, fire_track = _lit(line("lit", "0"))
    return State(
        box=box,
        island=island,
        pile=_rest(line("pile", REST), box, elsewhere, aside),
        players=tuple([_player(line(letter)) for letter in playing]),
        ask=ask,
        turn=turn,
        chapter=line("chapter", "1").count(line("chapter", "1").text.strip(), "chapter"),
        under=under,
        aside=aside,
        lava=lava,
        wood=_wood(line("wood")),
        fires=tuple([line("fires").cell(word) for word in line("fires").text.split()]),
        fences=_fences(line("fences")),
        monsters=tuple([_beast(line(monster.value, NOTHING)) for monster in MONSTERS]),
        lit=lit,
        fire_track=fire_track,
        hut_track=_huts(line("huts")),
        raft=_raft(line("raft", NOTHING)),
        wreck=tuple([line("wreck").seat(word) for word in line("wreck").text.split()]),
    )


def _playing(lines: Mapping[str, str]) -> list[str]:
    """The seats that have a line."""
    playing = [letter for letter in LETTERS if letter in lines]
    for letter in LETTERS[: len(playing)]:
        if letter not in lines:
            raise Unreadable(letter, f"this line is missing, but {playing[-1]} plays")
    return playing


def _island(line: Line, box: Box) -> tuple[Island, frozenset[Cell]]:
    """``0,0 crash r0, 1,0 beach r2 x``: where, what, how it is turned, and x under lava."""
    tiles: dict[Cell, Tile] = {}
    lava: set[Cell] = set()
    for words in line.parts():
        if len(words) not in (3, 4) or words[3:] not in ([], [GONE]):
            raise line.bad(f"{' '.join(words)!r} makes no sense; write such as 3,-1 beach r2")
        cell = line.cell(words[0])
        if cell in tiles:
            raise line.bad(f"there are two hexes on {cell}")
        rotation = line.as_one(words[2], Rotation.named, "rotation; write r0 to r5")
        tiles[cell] = Tile(line.kind(words[1]), rotation)
        if words[3:]:
            lava.add(cell)
    return Island.of(box, tiles.items()), frozenset(lava)


def _pile(line: Line) -> Counts:
    counts = dict.fromkeys(DRAWN, 0)
    for words in line.parts():
        if len(words) != 2:
            raise line.bad(f"{' '.join(words)!r} makes no sense; write such as 2 beach, 1 volcano")
        kind = line.kind(words[1])
        if kind not in counts:
            raise line.bad(f"the {kind} is in no pile")
        counts[kind] += line.count(words[0], "count")
    return tuple(counts.values())


def _kept_back(ask: Ask, turn: Turn | None) -> list[Kind]:
    """Hexes neither laid nor on the pile: the one in hand; at setup the volcano (LI-02)."""
    in_hand = [ask.kind] if isinstance(ask, AskPlace) else []
    setup = isinstance(ask, AskFirst) or (turn is not None and turn.step is Step.SETUP)
    return in_hand + [Kind.VOLCANO] * setup


def _rest(line: Line, box: Box, elsewhere: list[Kind], aside: Counts) -> Counts:
    """The pile, or all that is nowhere else."""
    if line.text.strip() != REST:
        return _pile(line)
    rest = [
        there - elsewhere.count(kind) - out
        for kind, there, out in zip(DRAWN, box.tiles, aside, strict=True)
    ]
    for kind, n in zip(DRAWN, rest, strict=True):
        if n < 0:
            raise line.bad(f"there are {-n} more {kind} hexes about than the box holds")
    return tuple(rest)


def _player(line: Line) -> Player:
    where, *rest = line.text.split() or [""]
    cell, slash, wood = where.lstrip("x+").partition("/")
    fates = {"": Fate.PLAYING, "x": Fate.OUT, "+": Fate.ESCAPED}
    fate = fates.get(where[: len(where) - len(where.lstrip("x+"))])
    if not slash or fate is None:
        raise line.bad("write cell/wood and then tools, such as 3,-1/2 cart hut:1,0")
    huts = [word.removeprefix("hut:") for word in rest if word.startswith("hut:")]
    if len(huts) > 1:
        raise line.bad("nobody has two huts (LI-A21)")
    return Player(
        cell=line.cell(cell),
        wood=line.count(wood, "count of wood"),
        tools=tuple(sorted(line.tool(word) for word in rest if not word.startswith("hut:"))),
        hut=line.cell(huts[0]) if huts else None,
        fate=fate,
    )


def _beast(line: Line) -> Beast:
    where, *counters = line.text.split() or [NOTHING]
    bonus = 0
    if counters and counters[-1].startswith("+"):
        bonus = line.count(counters.pop()[1:], "count of bonus counters")
    wounds = tuple([line.seat(word) for word in counters])
    gone = where == GONE
    cell = None if where in (GONE, NOTHING) else line.cell(where)
    return Beast(cell, wounds, bonus, gone)


def _wood(line: Line) -> tuple[tuple[Cell, int], ...]:
    wood: dict[Cell, int] = {}
    for words in line.parts():
        if len(words) != 2:
            raise line.bad(f"{' '.join(words)!r} makes no sense; write such as 3,-1 2")
        cell = line.cell(words[0])
        if cell in wood:
            raise line.bad(f"{cell} is there twice")
        wood[cell] = line.count(words[1], "count of wood")
    return tuple(sorted((cell, count) for cell, count in wood.items() if count))


def _fences(line: Line) -> frozenset[Fence]:
    fences: set[Fence] = set()
    for words in line.parts():
        if len(words) != 2:
            raise line.bad(f"{' '.join(words)!r} makes no sense; write such as 3,-1 NE")
        side = line.as_one(words[1], Side.named, f"side; they are {', '.join(map(str, Side))}")
        fence = Fence(line.cell(words[0]), side)
        if fence in fences:
            raise line.bad(f"{fence.cell} {fence.side} is there twice")
        fences.add(fence)
    return frozenset(fences)


def _lit(line: Line) -> tuple[int, tuple[Seat, ...]]:
    number, *seats = line.text.split() or ["0"]
    return line.count(number, "count of fires"), tuple([line.seat(word) for word in seats])


def _huts(line: Line) -> tuple[tuple[Seat, int], ...]:
    return tuple(
        [
            (line.seat(word[:1]), line.count(word[1:], "count of points"))
            for word in line.text.split()
        ]
    )


def _raft(line: Line) -> RaftPlace | None:
    where, *rest = line.text.split() or [NOTHING]
    if where == NOTHING:
        if rest:
            raise line.bad("a raft lies somewhere; write such as 3,-1 A B")
        return None
    done = [word.removeprefix("done:") for word in rest if word.startswith("done:")]
    counters = tuple([line.seat(word) for word in rest if not word.startswith("done:")])
    if len(done) > 1:
        raise line.bad("one seat finishes the raft")
    return RaftPlace(line.cell(where), counters, line.seat(done[0]) if done else None)
