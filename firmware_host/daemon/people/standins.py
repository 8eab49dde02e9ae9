"""Bots at seats that people have left: they choose, and say what is to be handed to them.

At a virtual table with company that has hands as well; at a real one people throw, move and tell
for them. A choice takes a moment, so that everybody can follow it.
"""

from __future__ import annotations

from typing import Any

from firmware_host.bots import catalog
from firmware_host.bots.bot import Bot
from firmware_host.daemon.core import Core
from firmware_host.rules.kernel import Decision, Over, Seat, Source, seen
from firmware_host.session.match import Match
from firmware_host.table.chairs import Chairs
from firmware_host.table.signals import Command

PACE_NS = 1_500_000_000
BY_HAND = ("take",)
"""What the table is told, and hands choose: a bot says what it would take."""


class StandIns:
    """Due by the clock alone: a part of the core like others that are kept."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._bots: dict[str, Bot] = {}
        self._seen: Match[Any, Any] | None = None
        self._players: frozenset[Seat] = frozenset()
        self._due_ns: int | None = None
        core.kept.append(self)

    @property
    def wake_ns(self) -> int | None:
        """Call :meth:`tick` by then."""
        chairs = self._chairs()
        if chairs is None:
            return None
        return self._due_ns if self._is_seen(chairs) else 0

    def tick(self, now_ns: int) -> None:
        """Choose, where it is time."""
        chairs = self._chairs()
        if chairs is None:
            return
        if not self._is_seen(chairs):
            self._seen, self._players = chairs.host.ledger.match, chairs.bots
            self._due_ns = now_ns + PACE_NS
        if self._due_ns is not None and now_ns >= self._due_ns:
            self._due_ns = None
            self._play(chairs, now_ns)

    def _chairs(self) -> Chairs | None:
        """Who plays, while bots do and nothing stands still."""
        chairs = self._core.table.evening.at_play
        if chairs is None or not chairs.bots or self._core.table.desk.on:
            return None
        return None if chairs.host.clock.paused else chairs

    def _is_seen(self, chairs: Chairs) -> bool:
        return chairs.host.ledger.match is self._seen and chairs.bots == self._players

    def _play(self, chairs: Chairs, now_ns: int) -> None:
        match = chairs.host.ledger.match
        for seat in sorted(chairs.bots):
            here = seen(match.game, match.position, seat)
            if isinstance(here.pending, Over) or not (words := self._says(here, seat, match)):
                continue
            if self._core.feed(Command(seat, "bot", words, now_ns), now_ns) is not None:
                self._due_ns = now_ns + PACE_NS  # something is being put right: again, later
            if words.startswith("answer"):
                return  # what the others are asked follows from it

    def _says(self, here: Any, seat: Seat, match: Match[Any, Any]) -> str:
        """What the bot at *seat* has to say; nothing: it is not asked, or silence says it."""
        decision: Decision[Any] = here.pending
        mine = tuple(answer for answer in decision.options if answer.seat == seat)
        beat = decision.lapse is not None and len(decision.options) == 1
        by_hand = decision.source is Source.TABLE and decision.topic in BY_HAND
        if not mine or beat or not (decision.source is Source.PLAYER or by_hand):
            return ""
        name = match.game.name
        if name not in self._bots:
            self._bots[name] = catalog.bot(name, "heuristic", match.seed)
        answer = self._bots[name].choose(here.state, decision, seat)
        return f"{'want' if by_hand else 'answer'} {answer}"
