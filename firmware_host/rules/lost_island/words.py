"""A state in words, one line a part: for scenarios, corrections, bug reports and diffs.

Every state has words, also inside a turn: ``read(box, write(state)) == state``.
"""

from __future__ import annotations

from collections.abc import Iterable

from firmware_host.rules.hexgrid import Cell
from firmware_host.rules.kernel import Seat

from .asking import TOPICS
from .box import DRAWN, MONSTERS
from .state import (
    Ask,
    AskBurn,
    AskFight,
    AskFightRetreat,
    AskHaunt,
    AskPlace,
    AskRetreat,
    AskSpear,
    Beast,
    Counts,
    Fate,
    Player,
    RaftPlace,
    State,
    Step,
    Turn,
)

NOTHING = "-"
REST = "rest"  #: a pile of all hexes that are nowhere else
GONE = "x"  #: a monster that is dead or burnt; a player who is out; a hex under lava
FATES = {Fate.PLAYING: "", Fate.OUT: GONE, Fate.ESCAPED: "+"}


def write(state: State) -> dict[str, str]:
    """The state's lines."""
    players = {str(Seat(i)): _player(p) for i, p in enumerate(state.players)}
    monsters = {m.value: _beast(b) for m, b in zip(MONSTERS, state.monsters, strict=True)}
    return {
        "now": now(state),
        "chapter": str(state.chapter),
        "island": _island(state),
        "pile": pile(state.pile),
        "under": " ".join(state.under),
        "aside": pile(state.aside),
        **players,
        **monsters,
        "wood": ", ".join(f"{cell} {count}" for cell, count in state.wood),
        "fires": spaced(state.fires),
        "fences": ", ".join(f"{fence.cell} {fence.side}" for fence in sorted(state.fences)),
        "lit": " ".join([str(state.lit), *map(str, state.fire_track)]),
        "huts": " ".join(f"{seat}{points}" for seat, points in state.hut_track),
        "raft": _raft(state.raft),
        "wreck": spaced(state.wreck),
    }


def spaced(things: Iterable[Cell | Seat]) -> str:
    """Things in a row."""
    return " ".join(map(str, things))


def now(state: State) -> str:
    """What is asked, of whom, and how far the turn is: ``action A 2``."""
    ask, turn = state.ask, state.turn
    assert ask is not None
    words = [TOPICS[type(ask)]]
    if turn is None:
        return words[0]
    step = str(turn.actions) if turn.step is Step.ACTIONS else turn.step.value
    return " ".join([*words, str(turn.seat), step, *_details(ask), *_progress(turn)])


def _details(ask: Ask) -> list[str]:
    match ask:
        case AskPlace(kind=kind):
            return [kind]
        case AskHaunt(monster=monster, by=by):
            return [monster, str(by)]
        case AskBurn(monster=monster, spears=spears, left=left):
            return [monster, str(spears), str(left)]
        case AskSpear(monster=monster, spears=spears, rolled=rolled):
            return [monster, str(spears), *_rolled(rolled)]
        case AskRetreat(monster=monster, left=left):
            return [monster, str(left)]
        case AskFight(cell=cell, rolled=rolled):
            return [str(cell), *_rolled(rolled)]
        case AskFightRetreat(monster=monster):
            return [monster]
        case _:
            return []


def _rolled(dice: tuple[int, ...]) -> list[str]:
    return ["rolled", *map(str, dice)] if dice else []


def _progress(turn: Turn) -> list[str]:
    words = ["had", *["/".join(map(str, hands)) for hands in turn.had]] if turn.had else []
    return words + (["fought", *map(str, turn.fought)] if turn.fought else [])


def _island(state: State) -> str:
    return ", ".join(
        f"{cell} {kind} {rotation}" + f" {GONE}" * (cell in state.lava)
        for cell, (kind, rotation) in state.island.tiles.items()
    )


def _player(p: Player) -> str:
    words = [f"{FATES[p.fate]}{p.cell}/{p.wood}", *p.tools]
    return " ".join(words + ([f"hut:{p.hut}"] if p.hut else []))


def _beast(b: Beast) -> str:
    where = str(b.cell) if b.cell else GONE if b.gone else NOTHING
    bonus = [f"+{b.bonus}"] if b.bonus else []
    return " ".join([where, *map(str, b.wounds), *bonus])


def _raft(raft: RaftPlace | None) -> str:
    if raft is None:
        return NOTHING
    done = [f"done:{raft.finisher}"] if raft.finisher is not None else []
    return " ".join([str(raft.cell), *map(str, raft.counters), *done])


def pile(counts: Counts) -> str:
    """Hexes by kind: ``2 beach, 1 volcano``."""
    return ", ".join([f"{n} {kind}" for kind, n in zip(DRAWN, counts, strict=True) if n])
