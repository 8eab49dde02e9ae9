"""What must hold when a match goes on after its daemon was killed: who is asked, and what."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from firmware_host.daemon.upkeep.crashes import about, bundles, folder_of
from firmware_host.rules.kernel import Decision, Over
from firmware_host.table.host import Host

from .rough import SECOND_NS, RoughTable

WENT_ON, TAKEN_BACK, LEFT = "went on", "taken back", "left"


class Broken(Exception):
    """Something that must hold does not."""


@dataclass(slots=True)
class Resuming:
    """Looks on; what does not hold is raised as :class:`Broken`."""

    rough: RoughTable
    asked: int = 0
    """Matches that somebody was to look at before they went on."""
    looks: Counter[str] = field(default_factory=Counter)
    """What came of it."""
    _boot: int = 1
    _seen_ns: int | None = 0  #: since when the table is in sight, in this run of the machine
    _checked: Host[Any, Any] | None = None
    _n: int = 0
    _length: int = 0
    _question: tuple[int, Decision[Any] | Over] | None = None

    def shown(self, host: Host[Any, Any]) -> None:
        """All that is told by now was shown."""
        self._question = host.ledger.n, host.pending

    def restarted(self, host: Host[Any, Any] | None) -> None:
        """The same question is put; after a power cut somebody looks first, else nobody."""
        cut, self._boot = self.rough.boots != self._boot, self.rough.boots
        self._seen_ns = None if cut else self._seen_ns
        self._checked = None
        if host is None or isinstance(host.pending, Over):
            return
        since_ns = self._seen_ns
        long = since_ns is not None and self.rough.clock.now_ns() - since_ns > SECOND_NS
        if cut and not host.checking:
            raise Broken("the power was cut, and nobody is asked whether all lies as it did")
        if long and host.checking:
            raise Broken("nothing but the program was away, and somebody is to look at the table")
        n, before = self._question or (-1, None)
        if host.ledger.n == n and host.pending != before:
            raise Broken(f"{before} was asked, and after the start {host.pending} is")
        self.asked += host.checking

    def look(self, host: Host[Any, Any] | None) -> None:
        """While somebody is asked whether all lies as it did nothing is answered."""
        checking = host is not None and host.checking
        before, self._checked = self._checked, host if checking else None
        if not checking and self._seen_ns is None:
            self._seen_ns = self.rough.clock.now_ns()
        if before is not None and before is host and not checking:
            self.looks[WENT_ON] += 1
        elif before is not None and before is not host:
            self.looks[LEFT] += 1
        self._question = None if host is None else self._question
        if host is None or not checking:
            return
        n, length = host.ledger.n, host.ledger.match.length
        if before is host and n > self._n:
            if length > self._length:
                raise Broken("the match went on, and nobody had looked at the table yet")
            self.looks[TAKEN_BACK] += 1
        self._n, self._length = n, length

    def whole(self) -> None:
        """No part of the program has failed, caught or not."""
        for file in bundles(folder_of(self.rough.folder / "journal")):
            known = about(file) or {"where": "?", "error": {"type": "?", "says": "?"}}
            error = known["error"]
            says = f"{error['type']}: {error['says']}, {error.get('signature', '')}"
            raise Broken(f"the program failed in {known['where']}: {says}")
