"""The page and what is served beside it; nothing here decides anything about a game."""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
from dataclasses import dataclass
from pathlib import Path

from aiohttp import WSCloseCode, web
from aiohttp.http_exceptions import HttpProcessingError

from .document import furniture_document, pixels_document, scene_document, top_of
from .door import Door
from .entry import Visitor, fitted
from .feed import Failures, Feed, Records, Service
from .guard import guarded, with_headers
from .socket import BROKEN, HARD_LIMIT_BYTES, HEARTBEAT_S, Session

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""Named here, because a machine's own list may be missing or wrong."""
MOST_PAGES = 32
"""Pages open at once; a table has five seats, and some people watch."""
PICTURE_WAIT_S, PICTURE_TRIES = 3.0, 60
"""So long a first picture of the crater may take: with nobody playing one is taken a second."""

GOODBYE_S = 0.5
"""So long a page may take to answer that the table stops; one that is deaf holds up nobody."""

LOG = logging.getLogger("lava-table.page")


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether something broke here: bytes that are no HTTP get their 400, and are no news."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


LOG.addFilter(_is_ours)

FEED: web.AppKey[Feed] = web.AppKey("feed")
SOCKETS: web.AppKey[set[web.WebSocketResponse]] = web.AppKey("sockets")
NO_STORE = {"Cache-Control": "no-store"}


def make_app(
    feed: Feed, names: frozenset[str] = frozenset(), door: Door | None = None
) -> web.Application:
    """The application; *names* are the host names it may be asked for by, besides addresses.

    Staff get in by *door*; without one nobody logs in.
    """
    app = web.Application(middlewares=[guarded(names)], client_max_size=HARD_LIMIT_BYTES)
    app[FEED] = feed
    app[SOCKETS] = set()
    app.on_response_prepare.append(with_headers)
    app.on_shutdown.append(_close_sockets)
    fitted(app, door)
    app.router.add_get("/", _index)
    app.router.add_get("/static/{name}", _static)
    app.router.add_get("/socket", _socket)
    app.router.add_get("/state.json", _state)
    app.router.add_get("/crater.jpg", _crater)
    app.router.add_get("/oled.png", _oled)
    app.router.add_get("/lesson.jpg", _lesson)
    app.router.add_get("/rolls.json", _rolls)
    app.router.add_get("/rolls/{name}.jpg", _roll)
    app.router.add_get("/fairness.json", _fairness)
    app.router.add_get("/service.json", _service)
    app.router.add_get("/crashes.json", _crashes)
    app.router.add_get("/crashes/{name}", _crash)
    app.router.add_get("/on-time.png", _on_time)
    app.router.add_get("/healthz", _health)
    return app


@dataclass(frozen=True, slots=True)
class Listening:
    """A console that listens at *address*."""

    address: str
    runner: web.AppRunner

    async def close(self) -> None:
        """Say goodbye to every page and stop listening."""
        await self.runner.cleanup()


async def listen(
    feed: Feed,
    host: str,
    port: int,
    names: frozenset[str] = frozenset(),
    door: Door | None = None,
) -> Listening:
    """Serve the page at *host* and *port*; port 0 takes any that is free.

    :raises OSError: the port is taken, or the host is no address of this machine.
    """
    runner = web.AppRunner(
        make_app(feed, names, door), access_log=None, logger=LOG, shutdown_timeout=GOODBYE_S
    )
    await runner.setup()
    site = web.TCPSite(runner, host, port)
    try:
        await site.start()
    except OSError:
        await runner.cleanup()
        raise
    taken = int(runner.addresses[0][1])
    shown = f"[{host}]" if ":" in host else host
    return Listening(f"http://{shown}:{taken}/", runner)


def _visitor(request: web.Request) -> Visitor:
    return Visitor(request, everybody=request.app[FEED].furniture.staff)


def _file(name: str) -> web.Response:
    """A file of the page; no other file can be named."""
    path = STATIC / name
    kind = TYPES.get(path.suffix)
    if "/" in name or name.startswith(".") or kind is None or not path.is_file():
        raise web.HTTPNotFound(text=f"the page has no file {name!r}\n")
    body = path.read_bytes()
    headers = {"Cache-Control": "no-cache"}
    return web.Response(body=body, content_type=kind, charset="utf-8", headers=headers)


async def _index(request: web.Request) -> web.Response:
    return _file("index.html")


async def _static(request: web.Request) -> web.Response:
    return _file(request.match_info["name"])


async def _socket(request: web.Request) -> web.StreamResponse:
    sockets = request.app[SOCKETS]
    if len(sockets) >= MOST_PAGES:
        raise web.HTTPServiceUnavailable(text=f"{MOST_PAGES} pages are open; close one first\n")
    socket = web.WebSocketResponse(
        timeout=GOODBYE_S,
        heartbeat=HEARTBEAT_S,
        max_msg_size=HARD_LIMIT_BYTES,
        compress=False,
    )
    sockets.add(socket)
    try:
        await socket.prepare(request)
        await Session(request.app[FEED], socket, _visitor(request)).run()
    except ConnectionError:
        pass  # the page went away between two words: that is no news
    except Exception:  # of this page alone: the others and the table go on
        LOG.exception("a page has failed")
        with contextlib.suppress(ConnectionError, TimeoutError):
            await socket.close(code=WSCloseCode.INTERNAL_ERROR, message=BROKEN)
    finally:
        sockets.discard(socket)
    return socket


async def _close_sockets(app: web.Application) -> None:
    sockets = app[SOCKETS]
    goodbyes = [_goodbye(socket) for socket in sockets]
    await asyncio.gather(*goodbyes)


async def _goodbye(socket: web.WebSocketResponse) -> None:
    try:
        async with asyncio.timeout(2 * GOODBYE_S):  # one that does not read takes no word either
            await socket.close(code=WSCloseCode.GOING_AWAY, message=b"the table has stopped")
    except (TimeoutError, ConnectionError):
        return


async def _state(request: web.Request) -> web.Response:
    feed = request.app[FEED]
    snapshot = feed.snapshot()
    truth = {} if feed.hands is None else feed.hands.truth()
    document = {
        "furniture": furniture_document(
            feed.furniture, feed.now_ns() // 1_000_000, _visitor(request)
        ),
        **scene_document(snapshot, feed.words, truth, feed.furniture, top_of(snapshot, feed.hands)),
        "strip": pixels_document(snapshot)["pixels"],
        "number": snapshot.number,
    }
    return web.json_response(document, headers=NO_STORE)


async def _crater(request: web.Request) -> web.Response:
    feed = request.app[FEED]
    number, picture = feed.crater()
    for _ in range(PICTURE_TRIES):  # the first one is made when somebody asks for it
        if picture:
            break
        await asyncio.sleep(PICTURE_WAIT_S / PICTURE_TRIES)
        number, picture = feed.crater()
    if not picture:
        raise web.HTTPNotFound(text="no picture of the crater yet\n")
    headers = {**NO_STORE, "X-Picture-Number": str(number)}
    return web.Response(body=picture, content_type="image/jpeg", headers=headers)


async def _lesson(request: web.Request) -> web.Response:
    feed = request.app[FEED]
    if not _visitor(request).staff:
        raise web.HTTPForbidden(text="this is for staff\n")
    picture = b"" if feed.lessons is None else feed.lessons.picture()
    if not picture:
        raise web.HTTPNotFound(text="nothing is being taught\n")
    return web.Response(body=picture, content_type="image/jpeg", headers=NO_STORE)


def _records(request: web.Request) -> Records:
    """What is kept, for pages of staff."""
    feed = request.app[FEED]
    if not _visitor(request).staff:
        raise web.HTTPForbidden(text="this is for staff\n")
    if feed.records is None:
        raise web.HTTPNotFound(text="nothing is kept here\n")
    return feed.records


async def _rolls(request: web.Request) -> web.Response:
    return web.json_response(_records(request).rolls(), headers=NO_STORE)


async def _roll(request: web.Request) -> web.Response:
    picture = _records(request).picture(request.match_info["name"])
    if not picture:
        raise web.HTTPNotFound(text="no roll of that name is kept\n")
    return web.Response(body=picture, content_type="image/jpeg", headers=NO_STORE)


async def _fairness(request: web.Request) -> web.Response:
    return web.json_response(await _records(request).fairness(), headers=NO_STORE)


def _serviced(request: web.Request) -> Service:
    """What service mode has left, for pages of staff."""
    feed = request.app[FEED]
    if not _visitor(request).staff:
        raise web.HTTPForbidden(text="this is for staff\n")
    if feed.service is None:
        raise web.HTTPNotFound(text="nothing is kept here\n")
    return feed.service


async def _service(request: web.Request) -> web.Response:
    kept = _serviced(request)
    document = {"reports": kept.reports(), "on_time": kept.on_time()}
    return web.json_response(document, headers=NO_STORE)


def _failures(request: web.Request) -> Failures:
    """What is kept of failures, for pages of staff."""
    feed = request.app[FEED]
    if not _visitor(request).staff:
        raise web.HTTPForbidden(text="this is for staff\n")
    if feed.crashes is None:
        raise web.HTTPNotFound(text="nothing is kept here\n")
    return feed.crashes


async def _crashes(request: web.Request) -> web.Response:
    return web.json_response(_failures(request).told(), headers=NO_STORE)


async def _crash(request: web.Request) -> web.Response:
    name = request.match_info["name"]
    bundle = _failures(request).bundle(name)
    if not bundle:
        raise web.HTTPNotFound(text="no bundle of that name is kept\n")
    headers = {**NO_STORE, "Content-Disposition": f'attachment; filename="{name}"'}
    return web.Response(body=bundle, content_type="application/zip", headers=headers)


async def _on_time(request: web.Request) -> web.Response:
    width, height, heat = _serviced(request).heat()
    if not heat:
        raise web.HTTPNotFound(text="this table has no display\n")
    return _png((width, height), heat)


async def _oled(request: web.Request) -> web.Response:
    feed = request.app[FEED]
    size = (feed.furniture.oled_width, feed.furniture.oled_height)
    picture = feed.snapshot().oled
    if len(picture) != size[0] * size[1]:
        raise web.HTTPNotFound(text="the OLED has shown nothing yet\n")
    return _png(size, picture)


def _png(size: tuple[int, int], picture: bytes) -> web.Response:
    """A picture of a byte a pixel."""
    from PIL import Image  # here, so that a table listens before its first picture is asked for

    out = io.BytesIO()
    Image.frombytes("L", size, picture).save(out, "PNG")
    return web.Response(body=out.getvalue(), content_type="image/png", headers=NO_STORE)


async def _health(request: web.Request) -> web.Response:
    devices = request.app[FEED].snapshot().devices
    lost = [{"name": d.name, "says": d.says} for d in devices if not d.ok]
    return web.json_response({"ok": True, "lost": lost}, headers=NO_STORE)
