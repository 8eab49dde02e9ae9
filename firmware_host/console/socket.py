"""One page's socket: the newest of everything out, commands in; neither can swamp the table."""

from __future__ import annotations

import asyncio
import contextlib
import zlib
from collections.abc import Callable, Iterator

from firmware_host.rules.kernel import Seat

from .acts import Acts
from .document import (
    Document,
    configuration_document,
    display_of,
    furniture_document,
    guest_document,
    hand_document,
    lesson_document,
    pictures_document,
)
from .faults_document import faults_document
from .feed import Feed, Guest, Snapshot
from .gallery import Gallery, spelled
from .http import WSCloseCode, WSMsgType, web
from .messages import Cards, Junk, Lesson, Message, Watch, parse
from .service_document import service_document

PERIOD_S = 1 / 30
"""A page is shown at most so many pictures a second; what came between is never sent."""
READ_PERIOD_S = 1 / 50
"""A page is read at most this often: faster than thumbs, slower than a flood."""
BURST = 60
"""Messages that may come at once before the reading slows down."""
HARD_LIMIT_BYTES = 64 * 1024
"""A longer message ends the connection: it is not even taken into memory."""
HEARTBEAT_S = 20.0
BROKEN = b"a fault of the table: it is told in its log"
DEAF_S = 10.0
"""A page that has taken nothing for so long is let go of; what waits for it is one message."""


class Pace:
    """A bucket of messages: empties with each one, fills with time. *clock* gives seconds."""

    def __init__(self, clock: Callable[[], float], period_s: float, burst: int) -> None:
        self._clock, self._period_s, self._burst = clock, period_s, burst
        self._free_at = clock()

    def wait_s(self) -> float:
        """Count one message; how long to wait before it is read."""
        now = self._clock()
        self._free_at = max(self._free_at, now - self._period_s * self._burst) + self._period_s
        return max(0.0, self._free_at - now)


class Session:
    """One connected page."""

    def __init__(
        self, gallery: Gallery, feed: Feed, socket: web.WebSocketResponse, guest: Guest
    ) -> None:
        self._gallery, self._feed, self.deaf_s = gallery, feed, DEAF_S
        self._socket, self._guest = socket, guest
        self._acts = Acts(feed, guest)
        self._seat: Seat | None = None
        self._told = guest_document(guest)  # as the page was told last
        self._sent: dict[str, str] = {}
        self._furniture = feed.furniture  # what the page was told of it
        self._broken: Exception | None = None
        self._sending = asyncio.Lock()
        self._transport: asyncio.Transport | None = None
        self._later: set[asyncio.Task[None]] = set()

    async def run(self, transport: asyncio.Transport | None) -> None:
        """Serve the page until it goes away; *transport* is what it is reached by."""
        self._transport = transport
        await self._send(self._hello())
        await self._gallery.turn()
        showing = asyncio.create_task(self._show_always())
        try:
            await self._read_always()
        finally:
            self._acts.let_go()
            showing.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await showing
        if self._broken is not None:
            raise self._broken

    def _hello(self) -> Document:
        self._furniture = self._feed.furniture
        now_ms = self._feed.now_ns() // 1_000_000
        return furniture_document(self._feed.furniture, now_ms, self._guest)

    async def _send(self, document: Document) -> None:
        await self._send_text(spelled(document))

    async def _send_text(self, words: str) -> None:
        """What it does not take in time is for nobody: the page is let go of.

        :raises ConnectionError: it takes nothing.
        """
        try:
            async with asyncio.timeout(self.deaf_s):
                await self._socket.send_str(words)
        except TimeoutError:
            if (transport := self._transport) is not None:
                transport.abort()
            raise ConnectionResetError("the page takes nothing") from None

    async def _show_always(self) -> None:
        try:
            await self._show_on()
        except ConnectionError:
            raise
        except Exception as broken:  # else the page would stand there, and nobody would know
            self._broken = broken
            await self._socket.close(code=WSCloseCode.INTERNAL_ERROR, message=BROKEN)

    async def _show_on(self) -> None:
        await self._show()
        seen = self._feed.snapshot().number
        while not self._socket.closed:
            seen = (await self._feed.news(seen)).number
            waited = await self._gallery.turn()
            await self._show()
            if not waited:
                await asyncio.sleep(PERIOD_S)

    async def _show(self) -> None:
        """Send whatever differs from what the page was shown last."""
        self._acts.still()
        async with self._sending:
            if self._feed.furniture is not self._furniture:
                self._sent.clear()
                await self._send(self._hello())
            for kind, words in self._texts():
                if self._sent.get(kind) != words:
                    self._sent[kind] = words
                    await self._send_text(words)

    def _texts(self) -> Iterator[tuple[str, str]]:
        """Everything there is to know, by kind; what all know alike is spelled but once."""
        snapshot, alike = self._gallery.newest()
        yield "scene", alike["scene"]
        for document in self._own(snapshot):
            yield str(document["type"]), spelled(document)
        yield "strip", alike["strip"]
        if self._seat is not None:
            snapshot = self._feed.snapshot(self._seat, self._acts)
        if snapshot.hand is not None or "hand" in self._sent:
            yield "hand", spelled(hand_document(snapshot, self._feed.words))
        yield "pictures", self._pictures(snapshot, alike["pictures"])
        if self._guest.staff and self._feed.lessons is not None:
            yield "lesson", spelled(lesson_document(self._feed.lessons))
        if self._guest.staff and self._feed.configuration is not None:
            yield "configuration", spelled(configuration_document(self._feed.configuration))

    def _pictures(self, snapshot: Snapshot, alike: str) -> str:
        oled = display_of(snapshot, self._feed.furniture, self._guest)
        if oled is snapshot.oled:
            return alike
        return spelled(pictures_document(zlib.crc32(oled), snapshot.crater))

    def _own(self, snapshot: Snapshot) -> Iterator[Document]:
        """What this page is told as whom it is."""
        guest = guest_document(self._guest)
        if guest != self._told:
            self._told = guest
            yield guest
        if self._guest.staff:
            yield service_document(snapshot.scene, self._feed.words)
            yield faults_document(self._feed.hands)

    async def _read_always(self) -> None:
        pace = Pace(asyncio.get_running_loop().time, READ_PERIOD_S, BURST)
        async for frame in self._socket:
            if (wait_s := pace.wait_s()) > 0:
                await asyncio.sleep(wait_s)
            if frame.type is WSMsgType.TEXT:
                await self._read(frame.data)
            elif frame.type is WSMsgType.BINARY:
                await self._junk("binary data; messages are JSON text")

    async def _read(self, data: str) -> None:
        try:
            message = parse(data)
        except Junk as junk:
            await self._junk(str(junk))
            return
        if isinstance(message, Lesson):
            self._act_later(message)
        else:
            await self._act(message)

    async def _junk(self, says: str) -> None:
        await self._send({"type": "error", "code": "junk", "says": f"Not understood: {says}"})

    def _act_later(self, message: Lesson) -> None:
        """A session may think for long; meanwhile this page is heard, and its pings answered."""
        task = asyncio.create_task(self._act(message))
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    async def _act(self, message: Message) -> None:
        said = await self._acts.do(message)
        kind = str(message.__struct_config__.tag)
        if self._socket.closed:
            return
        if not said.ok:
            await self._send(
                {
                    "type": "refused",
                    "command": kind,
                    "seat": message.seat,
                    "code": said.code,
                    "says": said.says,
                }
            )
        elif isinstance(message, Watch):
            self._seat = message.who
            await self._show()
        elif isinstance(message, Cards):
            await self._show()
