"""Who comes up to the page and says nothing, or little and slowly, does not stand in the way.

A connection has ten seconds to ask for something. There are so many at once, and so many from one
address; more are turned away before they cost anything.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

from .tries import HERE

ASKING_S = 10.0
"""So long whoever connects may take to ask for something; a slow telephone takes a second."""
MOST, FROM_ONE = 640, 96
"""Connections at once, and from one address but this machine's own. A page has up to seven."""
IDLE_S = 30.0
"""A connection that was used may be used again for so long."""


class Doorman:
    """Counts connections; knows which have asked for something."""

    def __init__(self, asking_s: float = ASKING_S) -> None:
        self.asking_s = asking_s
        self._here: Counter[str] = Counter()
        self._silent: dict[int, asyncio.TimerHandle] = {}

    @property
    def connections(self) -> int:
        """How many there are."""
        return self._here.total()

    def heard(self, transport: asyncio.BaseTransport | None) -> None:
        """It has asked for something."""
        if (timer := self._silent.pop(id(transport), None)) is not None:
            timer.cancel()

    def minding(self, protocols: Callable[[], asyncio.Protocol]) -> Callable[[], asyncio.Protocol]:
        """*protocols*, each of them with this doorman before it."""
        return lambda: _Minded(self, protocols())

    def comes(self, transport: asyncio.Transport) -> str | None:
        """One more, and where it is from; None: it is turned away."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else "?"
        alone = address not in HERE and self._here[address] >= FROM_ONE
        if alone or self._here.total() >= MOST:
            return None
        self._here[address] += 1
        loop = asyncio.get_running_loop()
        self._silent[id(transport)] = loop.call_later(self.asking_s, transport.abort)
        return address

    def goes(self, transport: asyncio.Transport, address: str) -> None:
        """It is closed."""
        self.heard(transport)
        self._here[address] -= 1
        if not self._here[address]:
            del self._here[address]


class _Minded(asyncio.Protocol):
    """A protocol, and the doorman before it."""

    def __init__(self, doorman: Doorman, inner: asyncio.Protocol) -> None:
        self._doorman, self._inner = doorman, inner
        self._transport: asyncio.Transport | None = None
        self._address: str | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport, self._address = transport, self._doorman.comes(transport)
        if self._address is None:
            transport.abort()
        else:
            self._inner.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._transport is not None and self._address is not None:
            self._doorman.goes(self._transport, self._address)
            self._inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._address is not None:
            self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received() if self._address is not None else None

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()
