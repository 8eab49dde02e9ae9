"""Logging in and out over HTTP, and who is staff among those who ask."""

from __future__ import annotations

import asyncio
import math

import msgspec
from aiohttp import web

from .door import LONGEST, VISIT_S, Door, fits

DOOR: web.AppKey[Door | None] = web.AppKey("door")
_TURN: web.AppKey[asyncio.Semaphore] = web.AppKey("turn")
COOKIE = "table_staff"
WAITING = 4
"""So many passwords may wait to be looked at; one at a time is."""


class _Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    password: str


def fitted(app: web.Application, door: Door | None) -> None:
    """Have *app* let staff in by *door*; None: nobody logs in here."""
    app[DOOR] = door
    app[_TURN] = asyncio.Semaphore(WAITING)
    if door is not None:
        app.router.add_post("/login", _login)
        app.router.add_post("/logout", _logout)


def token_of(request: web.Request) -> str:
    """What the browser shows at the door; empty: nothing."""
    return request.cookies.get(COOKIE, "")


class Visitor:
    """Whoever asks for a page, and opens its socket."""

    def __init__(self, request: web.Request, *, everybody: bool) -> None:
        """*everybody* is staff here."""
        self._door, self._token = request.app[DOOR], token_of(request)
        self._everybody = everybody

    @property
    def staff(self) -> bool:
        """Whether it may speak as staff, now."""
        return self._everybody or (self._door is not None and self._door.knows(self._token))

    @property
    def logs_in(self) -> bool:
        """Whether staff say a password here."""
        return self._door is not None


async def _login(request: web.Request) -> web.Response:
    door = request.app[DOOR]
    assert door is not None
    password = await _password(request)
    address = request.remote or "?"
    turn = request.app[_TURN]
    if turn.locked():
        return _refused(429, "busy", "Others are logging in just now. Try again in a moment.", 5)
    if (wait_s := door.knock(address)) > 0:
        says = f"Too many wrong passwords. Try again in {_minutes(wait_s)}."
        return _refused(429, "wait", says, wait_s)
    sealed = door.sealed
    async with turn:
        right = bool(sealed) and await asyncio.to_thread(fits, password, sealed)
    if not right or sealed != door.sealed:
        return _refused(403, "wrong", "That is not the password.")
    answer = web.json_response({"ok": True})
    answer.set_cookie(
        COOKIE,
        door.admit(address),
        max_age=int(VISIT_S),
        httponly=True,
        samesite="Strict",
        secure=request.secure,
        path="/",
    )
    return answer


async def _logout(request: web.Request) -> web.Response:
    door = request.app[DOOR]
    assert door is not None
    door.leave(token_of(request))
    answer = web.json_response({"ok": True})
    answer.del_cookie(COOKIE, path="/")
    return answer


async def _password(request: web.Request) -> str:
    """What was said.

    :raises web.HTTPBadRequest: it is no JSON of ours: a form of another page cannot send that.
    """
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType(text="say it as JSON\n")
    try:
        said = msgspec.json.decode(await request.read(), type=_Said)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise web.HTTPBadRequest(text='say {"password": "..."}\n') from None
    return said.password[: LONGEST + 1]


def _refused(status: int, code: str, says: str, wait_s: float = 0) -> web.Response:
    headers = {"Retry-After": str(math.ceil(wait_s))} if wait_s else {}
    document = {"ok": False, "code": code, "says": says}
    return web.json_response(document, status=status, headers=headers)


def _minutes(wait_s: float) -> str:
    minutes = math.ceil(wait_s / 60)
    return f"{minutes} minutes" if minutes > 1 else "a minute"
