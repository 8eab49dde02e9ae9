"""Which of Lost Island's answers stand first in a menu: what people mostly want just then."""

from __future__ import annotations

from firmware_host.rules.hexgrid import straight
from firmware_host.rules.lost_island import answers as a
from firmware_host.rules.lost_island.answers import IslandAnswer
from firmware_host.rules.lost_island.box import EXPLORATION, Kind, Tool
from firmware_host.rules.lost_island.state import State, me, now
from firmware_host.rules.lost_island.tokens import company, mine

WOODED = (Kind.FOREST_INLAND, Kind.FOREST_COAST)
SELDOM, NEVER = 80, 90


def rank(state: State, answer: IslandAnswer) -> int:
    """The place of an answer: the lowest stands first."""
    match answer:
        case a.Place(cell=cell):
            return straight(cell, mine(state))
        case a.Flip(cell=cell):
            return -straight(cell, mine(state))  # far from the own pawn
        case a.End():
            return SELDOM if now(state).actions else 0  # after that, only wood is left
        case a.Spears():
            return 20 if company(state, mine(state)) else NEVER
        case a.Pick() | a.Search() | a.Move():
            return _wood(state, answer)
        case _:
            return _making(state, answer)


def _making(state: State, answer: IslandAnswer) -> int:
    match answer:
        case a.Log() | a.Raft() | a.Hut() | a.Give():
            return 10
        case a.Fire():
            return 10 if state.chapter == EXPLORATION else NEVER
        case a.Explore() | a.Fence():
            return 70 if isinstance(answer, a.Fence) == (state.chapter > EXPLORATION) else NEVER
        case _:
            return NEVER


def _wood(state: State, answer: a.Pick | a.Search | a.Move) -> int:
    """What lies there, then what can be found here, then where to go."""
    match answer:
        case a.Pick():
            return 30 - answer.count  # all of it, mostly
        case a.Search():
            return 40 if _finds(state) else 60
        case a.Move():
            return 50


def _finds(state: State) -> bool:
    """Whether a search here mostly finds: in a forest."""
    return state.island.tiles[mine(state)].kind in WOODED or Tool.MACHETE in me(state).tools
