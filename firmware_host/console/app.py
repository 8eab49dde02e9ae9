"""The page and what is served beside it; nothing here decides anything about a game."""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from .document import display_of, furniture_document, pixels_document, scene_document, top_of
from .doorman import ASKING_S, IDLE_S, Doorman
from .entry import Doors, Visitor, fitted
from .feed import Failures, Feed, Records, Service
from .gallery import Full, Gallery
from .guard import guarded, with_headers
from .http import HttpProcessingError, WSCloseCode, web
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
FILES = frozenset(file.name for file in STATIC.iterdir() if not file.name.startswith("."))
"""All of it: whatever else is asked for is no name of a file, and is not looked for."""
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
DOORMAN: web.AppKey[Doorman] = web.AppKey("doorman")
GALLERY: web.AppKey[Gallery] = web.AppKey("gallery")
NO_STORE = {"Cache-Control": "no-store"}
KEEPS_NOTHING = "nothing is kept here\n"
TEACHES_NOTHING = "nothing is being taught\n"
Kept = TypeVar("Kept")


def make_app(
    feed: Feed, names: frozenset[str] = frozenset(), doors: Doors | None = None
) -> web.Application:
    """The application; *names* are the host names it may be asked for by, besides addresses.

    Staff and players get in by *doors*; without any nobody does.
    """
    doorman = Doorman()
    app = web.Application(
        middlewares=[guarded(names, doorman.heard)], client_max_size=HARD_LIMIT_BYTES
    )
    app[FEED] = feed
    app[SOCKETS], app[GALLERY], app[DOORMAN] = set(), Gallery(feed), doorman
    app.on_response_prepare.append(with_headers)
    app.on_shutdown.append(_close_sockets)
    fitted(app, doors or Doors())
    app.router.add_get("/", _index)
    app.router.add_get("/s/{code}", _index)  # a code that a telephone has read by its camera
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
    server: asyncio.Server
    doorman: Doorman

    async def close(self) -> None:
        """Say goodbye to every page and stop listening."""
        self.server.close()
        await self.runner.cleanup()


async def listen(
    feed: Feed,
    host: str,
    port: int,
    names: frozenset[str] = frozenset(),
    doors: Doors | None = None,
    tls: ssl.SSLContext | None = None,
) -> Listening:
    """Serve the page at *host* and *port*; port 0 takes any that is free. With *tls* by it alone.

    :raises OSError: the port is taken, or the host is no address of this machine.
    """
    app = make_app(feed, names, doors)
    runner = web.AppRunner(
        app,
        access_log=None,
        logger=LOG,
        shutdown_timeout=GOODBYE_S,
        keepalive_timeout=IDLE_S,
        lingering_time=GOODBYE_S,
    )
    await runner.setup()
    assert runner.server is not None
    doorman = app[DOORMAN]
    try:
        server = await asyncio.get_running_loop().create_server(
            doorman.minding(runner.server),
            host,
            port,
            ssl=tls,
            ssl_handshake_timeout=None if tls is None else ASKING_S,
        )
    except OSError:
        await runner.cleanup()
        raise
    taken = int(server.sockets[0].getsockname()[1])
    shown = f"[{host}]" if ":" in host else host
    scheme = "http" if tls is None else "https"
    return Listening(f"{scheme}://{shown}:{taken}/", runner, server, doorman)


def _visitor(request: web.Request) -> Visitor:
    return Visitor(request, everybody=request.app[FEED].furniture.staff)


def _file(name: str) -> web.Response:
    """A file of the page; no other file can be named."""
    path = STATIC / name
    kind = TYPES.get(path.suffix)
    if kind is None or name not in FILES:
        raise web.HTTPNotFound(text=f"the page has no file {name!r}\n")
    body = path.read_bytes()
    headers = {"Cache-Control": "no-cache"}
    return web.Response(body=body, content_type=kind, charset="utf-8", headers=headers)


async def _index(request: web.Request) -> web.Response:
    return _file("index.html")


async def _static(request: web.Request) -> web.Response:
    return _file(request.match_info["name"])


async def _socket(request: web.Request) -> web.StreamResponse:
    sockets, gallery, visitor = request.app[SOCKETS], request.app[GALLERY], _visitor(request)
    try:
        leave = gallery.enter(request.remote or "?", plays=visitor.staff or bool(visitor.plays))
    except Full as full:
        raise web.HTTPServiceUnavailable(text=f"{full}\n") from None
    socket = web.WebSocketResponse(
        timeout=GOODBYE_S,
        heartbeat=HEARTBEAT_S,
        max_msg_size=HARD_LIMIT_BYTES,
        compress=False,
    )
    sockets.add(socket)
    try:
        await _prepared(socket, request)
        await Session(gallery, request.app[FEED], socket, visitor).run(request.transport)
    except ConnectionError:
        if not socket.prepared:  # it went away before it was one
            return web.Response(status=400)
        # the page went away between two words: that is no news
    except web.HTTPException:
        raise
    except Exception:  # of this page alone: the others and the table go on
        LOG.exception("a page has failed")
        with contextlib.suppress(ConnectionError, TimeoutError, RuntimeError):
            await socket.close(code=WSCloseCode.INTERNAL_ERROR, message=BROKEN)
    finally:
        sockets.discard(socket)
        leave()
    return socket


async def _prepared(socket: web.WebSocketResponse, request: web.Request) -> None:
    """Shake hands.

    :raises web.HTTPBadRequest: it is no handshake.
    """
    try:
        await socket.prepare(request)
    except ValueError:  # its key is no key: to the library that is no refusal
        raise web.HTTPBadRequest(text="that is no handshake of a socket\n") from None


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


def _for_staff(request: web.Request, kept: Kept | None, lacks: str = KEEPS_NOTHING) -> Kept:
    """What is *kept* for pages of staff, and for no others."""
    if not _visitor(request).staff:
        raise web.HTTPForbidden(text="this is for staff\n")
    if kept is None:
        raise web.HTTPNotFound(text=lacks)
    return kept


async def _lesson(request: web.Request) -> web.Response:
    picture = _for_staff(request, request.app[FEED].lessons, TEACHES_NOTHING).picture()
    if not picture:
        raise web.HTTPNotFound(text=TEACHES_NOTHING)
    return web.Response(body=picture, content_type="image/jpeg", headers=NO_STORE)


def _records(request: web.Request) -> Records:
    return _for_staff(request, request.app[FEED].records)


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
    return _for_staff(request, request.app[FEED].service)


async def _service(request: web.Request) -> web.Response:
    kept = _serviced(request)
    document = {"reports": kept.reports(), "on_time": kept.on_time()}
    return web.json_response(document, headers=NO_STORE)


def _failures(request: web.Request) -> Failures:
    return _for_staff(request, request.app[FEED].crashes)


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
    picture = display_of(feed.snapshot(), feed.furniture, _visitor(request))
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
