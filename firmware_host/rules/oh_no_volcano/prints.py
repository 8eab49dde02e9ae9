"""What cards say: their actions, from top to bottom, and how a card is called."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field


class Letter(enum.StrEnum):
    """A player's three explorer pawns."""

    A = "A"
    B = "B"
    C = "C"


LETTERS = tuple(Letter)
ANY = "?"
MOST_STEPS = 9


@dataclass(frozen=True, slots=True)
class Move:
    """Move a pawn up to so many spaces; *letter* None: any own pawn (OV-10)."""

    letter: Letter | None
    steps: int

    def __str__(self) -> str:
        return f"{self.letter or ANY}{self.steps}"


@dataclass(frozen=True, slots=True)
class Block:
    """Place a boulder (OV-19)."""

    def __str__(self) -> str:
        return "boulder"


@dataclass(frozen=True, slots=True)
class Ball:
    """Drop a lava ball into the chute *slot*; None: into any (OV-21)."""

    slot: int | None

    def __str__(self) -> str:
        return f"ball{self.slot or ANY}"


Action = Move | Block | Ball


def action(words: str) -> Action | None:
    """The action spelled ``A3``, ``?5``, ``boulder``, ``ball4`` or ``ball?``; None if none is."""
    if words == "boulder":
        return Block()
    ball = words.startswith("ball")
    kind, number = ("ball", words[4:]) if ball else (words[:1], words[1:])
    if ball and number == ANY:
        return Ball(None)
    if not (number.isascii() and number.isdigit() and len(number) == 1 and number != "0"):
        return None
    if ball:
        return Ball(int(number))
    if kind != ANY and kind not in list(Letter):
        return None
    return Move(None if kind == ANY else Letter(kind), int(number))


@dataclass(frozen=True, slots=True)
class Print:
    """One kind of card as printed."""

    actions: tuple[Action, ...]
    copies: int
    name: str = field(init=False, compare=False, repr=False)
    """What it is called: its actions, ``A2+boulder+ball1``."""

    def __post_init__(self) -> None:
        """Work out what it is called."""
        object.__setattr__(self, "name", "+".join(map(str, self.actions)))


def printed(name: str, copies: int = 1) -> Print:
    """The card called *name*.

    :raises ValueError: no card can be called so.
    """
    found = [action(words) for words in name.split("+")]
    actions = tuple(a for a in found if a is not None)
    if len(actions) != len(found):
        raise ValueError(name)
    return Print(actions, copies)
