"""What is in the box: read out of box.toml, and everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from firmware_host.rules.kernel import BoxFaults
from firmware_host.rules.keys import Keys, toml

NAME = "fumarole"
"""What folder, box, game and texts are called."""
COLOURS = ("yellow", "red", "blue")
SYMBOLS = ("b", "t", "f", "l")
FACES = (
    ("b", "b", "f", "f", "t", "l"),
    ("t", "t", "l", "l", "b", "f"),
    ("f", "f", "b", "b", "t", "l"),
)


@dataclass(frozen=True, slots=True)
class Box:
    """Numbers, dice and house rules."""

    goal: int = 20
    rounds: int = 10
    throws: int = 6
    pit: bool = True
    lull: int = 2
    gust: int = 1
    faces: tuple[tuple[str, ...], ...] = FACES
    """Six symbols by colour, in the order of ``COLOURS``."""


def box_from(config: Mapping[str, Any]) -> Box:
    """The box that a parsed box.toml describes.

    :raises BoxFaults: it describes none; every fault at once.
    """
    keys = Keys(config)
    keys.known(
        ("game", "goal", "rounds", "throws", "pit"),
        {"winds": ("lull", "gust"), "faces": COLOURS},
    )
    keys.of_game(NAME)
    box = Box(
        goal=keys.integer("goal", 5, 60, 20),
        rounds=keys.integer("rounds", 1, 30, 10),
        throws=keys.integer("throws", 1, 9, 6),
        pit=keys.flag("pit", usual=True),
        lull=keys.integer("winds.lull", 1, 99, 2),
        gust=keys.integer("winds.gust", 1, 99, 1),
        faces=tuple(
            _faces(keys, colour, usual) for colour, usual in zip(COLOURS, FACES, strict=True)
        ),
    )
    if keys.faults:
        raise BoxFaults(tuple(keys.faults))
    return box


def _faces(keys: Keys, colour: str, usual: tuple[str, ...]) -> tuple[str, ...]:
    told = keys.raw(f"faces.{colour}", list(usual))
    if isinstance(told, list) and len(told) == 6 and all(face in SYMBOLS for face in told):
        return tuple(told)
    says = f"{toml(told)} is not six of {', '.join(SYMBOLS)}"
    keys.bad(f"faces.{colour}", says, f"{colour} = {toml(list(usual))}")
    return usual
