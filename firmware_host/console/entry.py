"""Who gets in over HTTP: staff by the password, a seat's telephone by the code of that seat."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from .door import LONGEST, VISIT_S, Door, fits
from .http import HttpProcessingError, web
from .seat_codes import SeatCodes

COOKIE, SEAT_COOKIE = "table_staff", "table_seat"
WAITING = 4
"""So many passwords may wait to be looked at; one at a time is."""
BODY_S = 10.0
"""So long what is said may take to come in."""
NO_CODE = "That is no code that is good now. Ask for another with the button of your seat."


@dataclass(frozen=True, slots=True)
class Doors:
    """The ways in; without any, whoever can open the page may do all that it can."""

    staff: Door | None = None
    seats: SeatCodes | None = None


DOORS: web.AppKey[Doors] = web.AppKey("doors")
_TURN: web.AppKey[asyncio.Semaphore] = web.AppKey("turn")


class _Password(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    password: str


class _Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing needs to be said."""


class _Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: str


def fitted(app: web.Application, doors: Doors) -> None:
    """Have *app* let people in by *doors*."""
    app[DOORS] = doors
    app[_TURN] = asyncio.Semaphore(WAITING)
    if doors.staff is not None:
        app.router.add_post("/login", _login)
        app.router.add_post("/logout", _logout)
    if doors.seats is not None:
        app.router.add_post("/seat", _seat)
        app.router.add_post("/seat/leave", _leave)


def _token(request: web.Request, cookie: str) -> str:
    """What the browser shows at that door; empty: nothing."""
    return request.cookies.get(cookie, "")


class Visitor:
    """Whoever asks for a page, and opens its socket."""

    def __init__(self, request: web.Request, *, everybody: bool) -> None:
        """*everybody* is staff here."""
        self._doors = request.app[DOORS]
        self._staff, self._seat = _token(request, COOKIE), _token(request, SEAT_COOKIE)
        self._everybody = everybody

    @property
    def staff(self) -> bool:
        """Whether it may speak as staff, now."""
        door = self._doors.staff
        return self._everybody or (door is not None and door.knows(self._staff))

    @property
    def logs_in(self) -> bool:
        """Whether staff say a password here."""
        return self._doors.staff is not None

    @property
    def plays(self) -> frozenset[int] | None:
        """The buttons of the seats it may play now; None: no code is needed here."""
        seats = self._doors.seats
        return None if seats is None else seats.plays(self._seat)


async def _login(request: web.Request) -> web.Response:
    door = request.app[DOORS].staff
    assert door is not None
    password = (await _read(request, _Password, '{"password": "..."}')).password[: LONGEST + 1]
    address = request.remote or "?"
    turn = request.app[_TURN]
    if turn.locked():
        return _refused(429, "busy", "Others are logging in just now. Try again in a moment.", 5)
    if (wait_s := door.knock(address)) > 0:
        says = f"Too many wrong passwords. Try again in {_long(wait_s)}."
        return _refused(429, "wait", says, wait_s)
    sealed = door.sealed
    async with turn:
        right = bool(sealed) and await asyncio.to_thread(fits, password, sealed)
    if not right or sealed != door.sealed:
        return _refused(403, "wrong", "That is not the password.")
    return _let_in(request, COOKIE, door.admit(address), VISIT_S, {"ok": True})


async def _logout(request: web.Request) -> web.Response:
    door = request.app[DOORS].staff
    assert door is not None
    await _read(request, _Nothing, "{}")
    door.leave(_token(request, COOKIE))
    return _let_out(COOKIE)


async def _seat(request: web.Request) -> web.Response:
    seats = request.app[DOORS].seats
    assert seats is not None
    code = (await _read(request, _Code, '{"code": "..."}')).code
    address = request.remote or "?"
    if (wait_s := seats.knock(address)) > 0:
        return _refused(429, "wait", f"Too many wrong codes. Try again in {_long(wait_s)}.", wait_s)
    entered = seats.enter(address, code, _token(request, SEAT_COOKIE))
    if entered is None:
        return _refused(403, "wrong", NO_CODE)
    token, button = entered
    return _let_in(request, SEAT_COOKIE, token, VISIT_S, {"ok": True, "button": button})


async def _leave(request: web.Request) -> web.Response:
    seats = request.app[DOORS].seats
    assert seats is not None
    await _read(request, _Nothing, "{}")
    seats.leave(_token(request, SEAT_COOKIE))
    return _let_out(SEAT_COOKIE)


def _let_in(
    request: web.Request, cookie: str, token: str, until_s: float, said: dict[str, object]
) -> web.Response:
    """The token, for this browser alone: no script and no page of another site has it."""
    answer = web.json_response(said)
    answer.set_cookie(
        cookie,
        token,
        max_age=int(until_s),
        httponly=True,
        samesite="Strict",
        secure=request.secure,
        path="/",
    )
    return answer


def _let_out(cookie: str) -> web.Response:
    answer = web.json_response({"ok": True})
    answer.del_cookie(cookie, path="/")
    return answer


S = TypeVar("S")


async def _read(request: web.Request, kind: type[S], usage: str) -> S:
    """What was said.

    :raises web.HTTPUnsupportedMediaType: a form of another page may have sent it.
    :raises web.HTTPBadRequest: it is no JSON of ours.
    :raises web.HTTPRequestTimeout: it does not come.
    """
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType(text="say it as JSON\n")
    try:
        async with asyncio.timeout(BODY_S):
            body = await request.read()
        return msgspec.json.decode(body, type=kind)
    except TimeoutError:
        raise web.HTTPRequestTimeout(text="that took too long\n") from None
    except (web.RequestPayloadError, HttpProcessingError, ConnectionError):
        raise web.HTTPBadRequest(text="that came in pieces that are none\n") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise web.HTTPBadRequest(text=f"say {usage}\n") from None


def _refused(status: int, code: str, says: str, wait_s: float = 0) -> web.Response:
    headers = {"Retry-After": str(math.ceil(wait_s))} if wait_s else {}
    document = {"ok": False, "code": code, "says": says}
    return web.json_response(document, status=status, headers=headers)


def _long(wait_s: float) -> str:
    seconds, minutes = math.ceil(wait_s), math.ceil(wait_s / 60)
    if seconds < 60:
        return f"{seconds} seconds" if seconds > 1 else "a second"
    return f"{minutes} minutes" if minutes > 1 else "a minute"
