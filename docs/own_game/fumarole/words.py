"""A state in words, one line a part: for scenarios, corrections and bug reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from firmware_host.rules.kernel import SEAT_LETTERS, Seat
from firmware_host.rules.lines import Line, known_lines

from .box import COLOURS, SYMBOLS, Box
from .rules import BLOWS_AT, State

ASKS = ("wind", "show", "dare", "over")
LINES = ("now", "round", "turn", "dice", "pit")
MOST_SEATS = 5


def write(state: State) -> dict[str, str]:
    """``turn`` is wind, throws, crystals found and puffs; a seat's line is what it has at home."""
    return {
        "now": f"{state.asks} {state.turn}",
        "round": str(state.round),
        "turn": f"{state.wind or '-'} {state.throws} {state.found} {state.puffs}",
        "dice": " ".join(state.shown) or "-",
        "pit": str(state.pit),
        **{str(Seat(i)): str(n) for i, n in enumerate(state.home)},
    }


def read(box: Box, words: Mapping[str, str]) -> State:
    """The state that was written so.

    :raises Unreadable: a line is missing or makes no sense.
    """
    seats = [letter for letter in SEAT_LETTERS[:MOST_SEATS] if letter in words]
    known_lines(words, (*LINES, *SEAT_LETTERS[:MOST_SEATS]), (*LINES, "A", "B"))
    lines = {key: Line(key, text, len(seats), MOST_SEATS) for key, text in words.items()}
    asks, turn = _parts(lines["now"], 2, "what is asked and whose turn it is, such as dare A")
    if asks not in ASKS:
        raise lines["now"].bad(f"{asks!r} is none of {', '.join(ASKS)}")
    wind, *counts = _parts(lines["turn"], 4, "wind, throws, found and puffs, such as lull 1 3 0")
    throws, found, puffs = (lines["turn"].count(word, "number") for word in counts)
    return State(
        box,
        home=tuple(lines[seat].count(words[seat], "number of crystals") for seat in seats),
        asks=asks,
        turn=lines["now"].seat(turn),
        round=lines["round"].count(words["round"], "round"),
        wind="" if wind == "-" else wind,
        throws=throws,
        shown=() if words["dice"] == "-" else tuple(sorted(words["dice"].split())),
        found=found,
        puffs=puffs,
        pit=lines["pit"].count(words["pit"], "number of crystals"),
    )


def _parts(line: Line, number: int, what: str) -> list[str]:
    parts = line.text.split()
    if len(parts) != number:
        raise line.bad(f"write {what}")
    return parts


def faults(state: State) -> tuple[str, ...]:
    """Everything that can never be so; () for every state play can reach."""
    return (*_dice(state), *_turn(state), *_end(state))


def _dice(state: State) -> Iterator[str]:
    faces = dict(zip([c[0].upper() for c in COLOURS], state.box.faces, strict=True))
    for face in state.shown:
        if len(face) != 2 or face[1] not in faces.get(face[0], ()):
            yield f"dice: {face!r} is no face: a colour of Y R B and one of {' '.join(SYMBOLS)}"
    if len({face[:1] for face in state.shown}) < len(state.shown):
        yield "dice: there is one die of each colour (FU-02)"
    elif state.asks == "show" and len(state.shown) == len(COLOURS):
        yield "now: all dice are told (FU-04)"
    elif state.asks == "dare" and len(state.shown) < len(COLOURS):
        yield "now: not all dice are told (FU-04)"


def _turn(state: State) -> Iterator[str]:
    box, on = state.box, state.asks in ("show", "dare")
    if on and state.wind not in BLOWS_AT:
        yield "turn: the wind is drawn first: lull or gust (FU-03)"
    elif on and state.puffs >= BLOWS_AT[state.wind]:
        yield f"turn: in a {state.wind} the vent blows at {BLOWS_AT[state.wind]} (FU-06)"
    if not on and (state.wind or state.throws or state.found or state.puffs):
        yield "turn: nothing has happened in this turn yet: - 0 0 0"
    # whoever has thrown all one may is home
    most = box.throws if state.asks == "show" else box.throws - 1
    if on and not 1 <= state.throws <= most:
        yield f"turn: {state.throws} throws; from 1 to {most} (FU-08)"
    if on and state.throws == 1 and state.asks == "show" and (state.found or state.puffs):
        yield "turn: before the first throw is told nothing is found (FU-04)"
    if state.pit and not box.pit:
        yield "pit: in this box there is none (FU-09)"


def _end(state: State) -> Iterator[str]:
    box, over = state.box, state.asks == "over"
    if len(state.home) < 2:
        yield "A: two play at least (FU-01)"
    last = state.round > box.rounds
    if over and not last and max(state.home) < box.goal:
        yield "now: it is over when somebody has enough, or after the last round (FU-10)"
    elif not over and not 1 <= state.round <= box.rounds:
        yield f"round: from 1 to {box.rounds} (FU-10)"
    elif not over and state.turn == 0 and max(state.home) >= box.goal:
        yield "now: somebody has enough, so no round begins (FU-10)"
