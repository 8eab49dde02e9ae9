"""A short way to say, for any game: from this state, these answers lead there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Generic, Protocol, Self, TypeVar

import pytest

from firmware_host.rules.kernel import (
    Answer,
    Decision,
    Game,
    Illegal,
    Over,
    Position,
    at,
    spelled,
    step,
)


class Boxed(Protocol):
    """A state bears the box it is played with."""

    @property
    def box(self) -> Any:
        """The game's own type."""


S = TypeVar("S", bound=Boxed)
A = TypeVar("A", bound=Answer)


class Sitting(Generic[S, A]):
    """A state of *game*, and all that was told on the way to it."""

    def __init__(
        self, game: Game[S, A], codes: Collection[str], box: Any, lines: Mapping[str, str]
    ) -> None:
        """*codes* are those that a refusal may have."""
        self._game, self._codes = game, codes
        self.here: Position[S, A] = at(game, game.words.read(box, lines))
        self.told: list[str] = []
        assert game.words.faults(self.here.state) == ()

    @property
    def state(self) -> S:
        """Where it stands."""
        return self.here.state

    @property
    def lines(self) -> dict[str, str]:
        """The state in words."""
        return self._game.words.write(self.here.state)

    def __getitem__(self, key: str) -> str:
        return self.lines[key]

    def play(self, *answers: str) -> Self:
        """Answer, one after another."""
        for words in answers:
            self.here, events = step(self._game, self.here, spelled(self._game, self.here, words))
            self.told += map(str, events)
            assert self._game.words.faults(self.here.state) == (), self.lines
            assert self._game.words.read(self.state.box, self.lines) == self.here.state
        return self

    def refusal(self, words: str) -> Illegal:
        """Why *words* are refused; nothing has changed."""
        before = self.lines
        with pytest.raises(Illegal, match=r".") as refused:
            spelled(self._game, self.here, words)
        assert refused.value.code in self._codes
        assert self.lines == before
        return refused.value

    @property
    def asked(self) -> Decision[A]:
        """The question."""
        assert isinstance(self.here.pending, Decision)
        return self.here.pending

    @property
    def options(self) -> list[str]:
        """Its options, in words."""
        return [str(option) for option in self.asked.options]

    @property
    def asides(self) -> list[str]:
        """Its asides, in words."""
        return [str(option) for option in self.asked.asides]

    @property
    def over(self) -> Over:
        """How it ended."""
        assert isinstance(self.here.pending, Over)
        return self.here.pending
