"""A match as text a person can read, and a test can compare line by line.

A header; then a line for every step - what was awaited, of how many options or which - and what
was answered, with what it brought about below it; and the state's words where a round begins,
which is where the table is read after people or luck had their say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

from firmware_host.rules.kernel import Answer, Decision, Game, Over, Source

from .match import Match
from .tale import Answered, Put, Told, sentence

A = TypeVar("A", bound=Answer)
S = TypeVar("S")

FEW = 4
"""So many options are spelled out; more are counted."""
ANSWER, EVENT = " > ", "    "


@dataclass(frozen=True, slots=True)
class Header:
    """What a playthrough was played with."""

    game: str
    version: int
    seats: int
    seed: str
    box: str
    """The digest of the box's text."""

    def lines(self) -> Iterator[str]:
        """The header's lines."""
        yield f"game {self.game}"
        yield f"version {self.version}"
        yield f"seats {self.seats}"
        yield f"seed {self.seed}"
        yield f"box {self.box}"


def digest(box: str) -> str:
    """A box's text in eight letters: another text, another digest."""
    return blake2b(box.encode(), digest_size=4).hexdigest()


def lines(match: Match[S, A], box: str) -> Iterator[str]:
    """The whole of *match*, whose box has the digest *box*."""
    game = match.game
    yield from Header(game.name, game.version, match.setup.seats, match.seed, box).lines()
    before = match.undone(match.length)
    yield from _words(game, before.state)
    for after in match.path():
        yield from _step(before, after)
        before = after
    yield from _words(game, match.state)
    if isinstance(match.pending, Over):
        yield from over(match.pending)


def answers(text: str) -> tuple[Told, ...]:
    """What was answered in a playthrough's *text*, to be told again."""
    said = [line.rpartition(ANSWER)[2] for line in text.splitlines() if ANSWER in line]
    return tuple(Answered(words, 0) for words in said)


def over(ended: Over) -> Iterator[str]:
    """How a game ended, in lines."""
    yield f"over {ended.reason}"
    yield "winners " + (" ".join(map(str, ended.winners)) or "nobody")
    for place, seats in enumerate(ended.ranking, 1):
        yield f"  {place}. " + " ".join(map(str, seats))


def _step(before: Match[S, A], after: Match[S, A]) -> Iterator[str]:
    pending = before.pending
    if isinstance(after.entry, Put) or isinstance(pending, Over):
        assert after.entry is not None
        yield f"  * {sentence(after.entry)}"
        return
    if _opens_round(before, pending):
        yield from _words(before.game, before.state)
    assert after.entry is not None
    asked = f"{pending.topic} [{pending.source.value}] {_options(pending)}"
    yield asked + ANSWER + after.entry.words
    for event in after.events:
        yield f"{EVENT}{event}"


def _opens_round(here: Match[S, A], pending: Decision[A]) -> bool:
    return pending.source is Source.TABLE and here.source not in (None, Source.TABLE)


def _options(pending: Decision[A]) -> str:
    if len(pending.options) > FEW:
        return f"{len(pending.options)} options"
    return "(" + ", ".join(map(str, pending.options)) + ")"


def _words(game: Game[S, A], state: S) -> Iterator[str]:
    yield ""
    for key, value in game.words.write(state).items():
        yield f"{key}: {value}".rstrip()
    yield ""
