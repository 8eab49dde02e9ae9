"""What a seat may say was not as told: "not mine", and "that was no throw"."""

from __future__ import annotations

from firmware_host.rules.kernel import Seat
from firmware_host.rules.lava_land.state import AskGo, AskTake, Die, State
from firmware_host.table.reading import Correction
from firmware_host.table.scene import text

Sets = tuple[tuple[Die, ...], ...]


def swaps(state: State, seat: Seat) -> tuple[Correction, ...]:
    """The swaps of one of *seat*'s dice with another's, before the first turn of a round begins.

    Before the first grab, the thrower may say that the dice were not thrown yet.
    """
    match state.ask:
        case AskTake() if seat == state.first and not any(state.sets):
            return (_throw_again(seat),)
        case AskGo() if state.turn is not None and state.turn.seat == state.first:
            return _swaps(state.sets, seat)
        case _:
            return ()


def _throw_again(seat: Seat) -> Correction:
    lines = (("now", "show"), ("crater", ""))
    return Correction(lines, (text("menu.throw_again"),), f"{seat} throws again")


def _swaps(sets: Sets, seat: Seat) -> tuple[Correction, ...]:
    found: dict[tuple[str, Seat, str], Correction] = {}
    for i, mine in enumerate(sets[seat]):
        for other, dice in enumerate(sets):
            for j, theirs in enumerate(dice):
                if other != seat and mine.face != theirs.face:
                    key = (str(mine.face), Seat(other), str(theirs.face))
                    found.setdefault(key, _swap(sets, (seat, i), (Seat(other), j)))
    return tuple(found.values())


def _swap(sets: Sets, mine: tuple[Seat, int], theirs: tuple[Seat, int]) -> Correction:
    rows = [[str(die.face) for die in dice] for dice in sets]
    (a, i), (b, j) = mine, theirs
    rows[a][i], rows[b][j] = rows[b][j], rows[a][i]
    line = "; ".join(f"{Seat(s)}: {' '.join(row)}" for s, row in enumerate(rows) if row)
    path = (
        text("menu.not_mine", face=text(f"face.{rows[b][j]}")),
        text("menu.but", seat=str(b), face=text(f"face.{rows[a][i]}")),
    )
    reason = f"{a} has {rows[a][i]} and {b} has {rows[b][j]}"
    return Correction((("dice", line),), path, reason)
