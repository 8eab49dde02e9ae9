"""A scenario: where a game stands, what is answered, and what must have come of it.

``docs/scenarios.md`` tells how one is written. This module is what a file says, as values; how it
is read out of a parsed document is :mod:`scenario_reading`, and how it is played :mod:`rehearsal`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from firmware_host.rules.kernel import BoxFault

ANYTHING = "..."
"""Among events: any number of others may be told here."""


class Malformed(ValueError):
    """No scenario: every fault at once, each with the key path it stands at."""

    def __init__(self, faults: tuple[BoxFault, ...]) -> None:
        super().__init__("; ".join(f"{f.path}: {f.says}" for f in faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Asks:
    """What must be asked. None, or nothing listed: that part is not checked."""

    topic: str | None = None
    source: str | None = None
    """``player``, ``table`` or ``chance``."""
    seat: str | None = None
    """Whose answers are listed: ``A``, ``A B``, or nothing where they are nobody's."""
    options: tuple[str, ...] | None = None
    """Exactly these, in any order."""
    has: tuple[str, ...] = ()
    """These among the options and asides."""
    lacks: tuple[str, ...] = ()
    """These among neither."""
    asides: tuple[str, ...] | None = None
    """Exactly these, in any order."""
    lapse: str | None = None
    """What silence answers; nothing where silence says nothing."""


@dataclass(frozen=True, slots=True)
class Ends:
    """How the game must have ended. None: that part is not checked."""

    ranking: tuple[str, ...] | None = None
    """Best first; seats that share a rank in one text, ``A D``."""
    winners: str | None = None
    """``C``, ``B C``, or nothing for nobody."""
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Give:
    """An answer, in the journal's words."""

    words: str


@dataclass(frozen=True, slots=True)
class Refuse:
    """An answer that must be refused, and the code of the reason."""

    words: str
    code: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Take so many entries back."""

    entries: int


@dataclass(frozen=True, slots=True)
class PutRight:
    """Lines of the state that are set by hand between two answers."""

    lines: Mapping[str, str]
    because: str = "the scenario says so"


Step = Give | Refuse | Undo | PutRight | Asks


@dataclass(frozen=True, slots=True)
class Usual:
    """What scenarios of one folder, or one game, need not say each time."""

    game: str | None = None
    box_file: str | None = None
    box: Mapping[str, Any] = field(default_factory=dict)
    given: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario file."""

    id: str
    says: str
    """What is true, as a sentence."""
    rules: tuple[str, ...] = ()
    game: str | None = None
    players: int | None = None
    """A new game for so many, instead of a given state."""
    refused: str | None = None
    """That new game must be refused; the code of the reason."""
    seed: str | None = None
    """Luck draws by itself."""
    box_file: str | None = None
    box: Mapping[str, Any] = field(default_factory=dict)
    """What differs from the box of the file."""
    given: Mapping[str, str] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    """Usual lines that this state goes without."""
    steps: tuple[Step, ...] = ()
    tells: tuple[str, ...] | None = None
    """The events, in order, with :data:`ANYTHING` where others may be told."""
    never: tuple[str, ...] = ()
    """Words that no event may hold side by side."""
    then: Mapping[str, str] = field(default_factory=dict)
    """The lines that differ at the end."""
    asks: Asks | None = None
    over: Ends | None = None


def merged(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """*under* with what *over* says otherwise, table by table."""
    both = dict(under)
    for key, value in over.items():
        below = both.get(key)
        tables = isinstance(below, Mapping) and isinstance(value, Mapping)
        both[key] = merged(below, value) if tables else value  # type: ignore[arg-type]
    return both
