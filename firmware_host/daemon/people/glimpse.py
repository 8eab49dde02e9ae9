"""What a person at the table can see and know of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from firmware_host.daemon.core import Core
from firmware_host.rules.kernel import Answer, Decision, Over, Seat, seen
from firmware_host.table.scene import Scene, Text
from firmware_host.table.secrets import labels


class Glimpse:
    """The table of *core*, from the outside: what is shown, and what is public."""

    def __init__(self, core: Core) -> None:
        self._core = core

    @property
    def scene(self) -> Scene | None:
        """What is shown."""
        return self._core.scene

    def known(self, seat: Seat) -> tuple[Any, Decision[Any]] | None:
        """What *seat* may know of the game, and what is asked."""
        host = self._core.table.evening.host
        if host is None or isinstance(host.pending, Over):
            return None
        match = host.ledger.match
        view = seen(match.game, match.position, seat)
        return None if isinstance(view.pending, Over) else (view.state, view.pending)

    def labels(self, answer: Answer) -> tuple[Text, ...]:
        """How a menu calls an answer."""
        view, host = self._core.table.evening.game.view, self._core.table.evening.host
        if host is None:
            return view.path(answer)
        return labels(host.ledger.match, view, answer)

    def lying(self, state: Any) -> Counter[str]:
        """What should lie in the crater by *state*."""
        return self._core.table.evening.game.view.lying(state)
