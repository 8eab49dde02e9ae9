"""Staff log in over HTTP; everything an uninvited guest may try at that door stays outside."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import TestClient, TestServer

from firmware_host.console import entry
from firmware_host.console.app import make_app
from firmware_host.console.door import TRIES, Door, seal
from firmware_host.console.entry import COOKIE, Doors

from .fake_feed import FakeFeed, real

PASSWORD = "open sesame"
SEALED = seal(PASSWORD)
Page = TestClient[Any, Any]
UNDO = {"type": "tell", "role": "staff", "seat": None, "state": 0, "words": "undo"}
NOBODY = {"type": "watch", "role": "player", "seat": "H", "state": 0}
FOR_STAFF = ["/lesson.jpg", "/rolls.json", "/rolls/00000001.jpg", "/fairness.json", "/service.json",
             "/on-time.png"]  # fmt: skip


class Kept:
    def __init__(self) -> None:
        self.sealed = SEALED

    def __call__(self) -> str:
        return self.sealed


def visit(walk: Callable[[Page, Kept], Awaitable[None]], feed: FakeFeed | None = None) -> None:
    """*walk* around a table that others can open, where nobody is staff unasked."""
    kept = Kept()

    async def inside() -> None:
        door = Door(kept, asyncio.get_running_loop().time)
        app = make_app(feed or real(FakeFeed()), doors=Doors(door))
        async with TestClient(TestServer(app)) as page:
            await asyncio.wait_for(walk(page, kept), 30)

    asyncio.run(inside())


async def log_in(page: Page, password: str = PASSWORD, **more: Any) -> aiohttp.ClientResponse:
    return await page.post("/login", json={"password": password}, **more)


async def told(page: Page) -> dict[str, Any]:
    """What the page is told first; and what becomes of a word of staff, if it is refused."""
    async with page.ws_connect("/socket") as socket:
        hello: dict[str, Any] = await socket.receive_json()
        await socket.send_json(UNDO)
        await socket.send_json(NOBODY)  # is refused in any case
        while True:
            answer = await socket.receive_json()
            if answer["type"] == "refused":
                return {**hello, "code": answer["code"]}


def test_who_says_the_password_is_staff() -> None:
    feed = real(FakeFeed())

    async def walk(page: Page, kept: Kept) -> None:
        assert (await told(page))["code"] == "not_staff"
        answer = await log_in(page)
        assert answer.status == 200
        assert PASSWORD not in str(answer.headers)
        hello = await told(page)
        assert hello["staff"]
        assert hello["logs_in"]
        assert feed.said == [(None, "staff", "undo")]
        assert (await page.post("/logout", json={})).status == 200
        assert not (await told(page))["staff"]

    visit(walk, feed)


def test_the_cookie_is_no_scripts_and_no_other_sites() -> None:
    async def walk(page: Page, kept: Kept) -> None:
        cookie = (await log_in(page)).headers["Set-Cookie"]
        for word in ("HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=43200"):
            assert word in cookie
        assert "Domain" not in cookie

    visit(walk)


@pytest.mark.parametrize("address", FOR_STAFF)
def test_what_is_for_staff_is_not_given_to_others(address: str) -> None:
    async def walk(page: Page, kept: Kept) -> None:
        assert (await page.get(address)).status == 403
        await log_in(page)
        assert (await page.get(address)).status != 403

    visit(walk)


@pytest.mark.parametrize(
    "password",
    ["", "open sesam", "OPEN SESAME", "open sesame\0", "x" * 5000, SEALED],
    ids=["none", "a letter short", "louder", "with a NUL", "very long", "its seal"],
)
def test_a_wrong_password_lets_nobody_in(password: str) -> None:
    async def walk(page: Page, kept: Kept) -> None:
        answer = await log_in(page, password)
        assert answer.status == 403
        assert "Set-Cookie" not in answer.headers
        assert (await answer.json())["says"] == "That is not the password."

    visit(walk)


def test_guessing_is_stopped_and_the_right_one_does_not_help_then() -> None:
    async def walk(page: Page, kept: Kept) -> None:
        for _ in range(TRIES):
            assert (await log_in(page, "wrong one")).status == 403
        answer = await log_in(page)
        assert answer.status == 429
        assert int(answer.headers["Retry-After"]) > 200
        assert "Too many wrong passwords" in (await answer.json())["says"]

    visit(walk)


def test_guessing_at_once_is_stopped_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async def walk(page: Page, kept: Kept) -> None:
        answers = await asyncio.gather(*(log_in(page, f"wrong {n}") for n in range(40)))
        assert sum(answer.status == 403 for answer in answers) <= TRIES
        assert {answer.status for answer in answers} == {403, 429}

    visit(walk)


@pytest.mark.parametrize("headers", [
    {"X-Forwarded-For": "1.2.3.4"},
    {"Forwarded": "for=1.2.3.4"},
    {"X-Real-IP": "1.2.3.4"},
])  # fmt: skip
def test_a_borrowed_address_buys_no_tries(headers: dict[str, str]) -> None:
    async def walk(page: Page, kept: Kept) -> None:
        for _ in range(TRIES):
            await log_in(page, "wrong one", headers=headers)
        assert (await log_in(page, headers=headers)).status == 429

    visit(walk)


@pytest.mark.parametrize("token", ["", "x", "a" * 43, "../../etc/passwd", "None", '"', "%00"])
def test_a_token_that_was_never_given_is_nobody_s(token: str) -> None:
    async def walk(page: Page, kept: Kept) -> None:
        headers = {"Cookie": f"{COOKIE}={token}"}
        assert (await page.get("/rolls.json", headers=headers)).status == 403

    visit(walk)


def test_a_token_set_beforehand_is_not_taken_over() -> None:
    async def walk(page: Page, kept: Kept) -> None:
        fixed = "f" * 43
        answer = await log_in(page, headers={"Cookie": f"{COOKIE}={fixed}"})
        assert fixed not in answer.headers["Set-Cookie"]
        page.session.cookie_jar.clear()
        headers = {"Cookie": f"{COOKIE}={fixed}"}
        assert (await page.get("/rolls.json", headers=headers)).status == 403

    visit(walk)


def test_a_token_is_worth_nothing_after_logging_out_or_with_another_password() -> None:
    async def walk(page: Page, kept: Kept) -> None:
        token = (await log_in(page)).cookies[COOKIE].value
        await page.post("/logout", json={})
        headers = {"Cookie": f"{COOKIE}={token}"}
        assert (await page.get("/rolls.json", headers=headers)).status == 403
        token = (await log_in(page)).cookies[COOKIE].value
        kept.sealed = seal("another password")
        headers = {"Cookie": f"{COOKIE}={token}"}
        assert (await page.get("/rolls.json", headers=headers)).status == 403

    visit(walk)


def test_a_page_that_is_open_stops_being_staff_with_its_visit() -> None:
    async def walk(page: Page, kept: Kept) -> None:
        await log_in(page)
        async with page.ws_connect("/socket") as socket:
            assert (await socket.receive_json())["staff"]
            kept.sealed = seal("another password")
            await socket.send_json(UNDO)
            while (answer := await socket.receive_json())["type"] != "refused":
                pass
            assert answer["code"] == "not_staff"

    visit(walk)


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "http://127.0.0.1.evil.example", "null"]
)
def test_a_page_of_another_site_can_neither_log_in_nor_out_nor_listen(origin: str) -> None:
    async def walk(page: Page, kept: Kept) -> None:
        headers = {"Origin": origin}
        assert (await log_in(page, headers=headers)).status == 403
        token = (await log_in(page)).cookies[COOKIE].value
        assert (await page.post("/logout", json={}, headers=headers)).status == 403
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await page.ws_connect("/socket", headers={**headers, "Cookie": f"{COOKIE}={token}"})
        assert (await page.get("/rolls.json")).status != 403, "still logged in"

    visit(walk)


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
)
def test_a_form_can_not_log_in(kind: str) -> None:
    async def walk(page: Page, kept: Kept) -> None:
        body = b'{"password": "open sesame"}'
        answer = await page.post("/login", data=body, headers={"Content-Type": kind})
        assert answer.status == 415

    visit(walk)


@pytest.mark.parametrize("body", [
    b"", b"{", b"[]", b'"open sesame"', b"null", b'{"password": null}',
    b'{"password": ["open sesame"]}',
    b'{"password": "x", "more": 1}', b"\xff\xfe", b"[" * 9000, b'{"Password": "open sesame"}',
])  # fmt: skip
def test_what_is_no_password_is_refused_as_such(body: bytes) -> None:
    async def walk(page: Page, kept: Kept) -> None:
        headers = {"Content-Type": "application/json"}
        assert (await page.post("/login", data=body, headers=headers)).status == 400

    visit(walk)


def test_a_body_as_long_as_a_book_is_not_read() -> None:
    async def walk(page: Page, kept: Kept) -> None:
        headers = {"Content-Type": "application/json"}
        answer = await page.post("/login", data=bytes(1 << 20), headers=headers)
        assert answer.status == 413

    visit(walk)


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH"])
def test_logging_in_is_a_post(method: str) -> None:
    async def walk(page: Page, kept: Kept) -> None:
        assert (await page.request(method, "/login")).status == 405

    visit(walk)


def test_a_password_in_the_address_is_no_password() -> None:
    async def walk(page: Page, kept: Kept) -> None:
        answer = await page.post(f"/login?password={PASSWORD}", json={})
        assert answer.status == 400

    visit(walk)


def test_without_a_password_nobody_gets_in() -> None:
    async def walk(page: Page, kept: Kept) -> None:
        kept.sealed = ""
        for password in ("", "None", "open sesame"):
            assert (await log_in(page, password)).status == 403

    visit(walk)


def test_a_slow_seal_holds_up_neither_the_page_nor_more_than_a_few(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def slow(password: str, sealed: str) -> bool:
        import time

        time.sleep(0.5)
        return False

    monkeypatch.setattr(entry, "fits", slow)

    async def walk(page: Page, kept: Kept) -> None:
        guesses = [asyncio.create_task(log_in(page, f"wrong {n}")) for n in range(12)]
        await asyncio.sleep(0.1)
        begun = asyncio.get_running_loop().time()
        assert (await page.get("/healthz")).status == 200
        assert asyncio.get_running_loop().time() - begun < 0.3
        statuses = [answer.status for answer in await asyncio.gather(*guesses)]
        assert statuses.count(403) <= entry.WAITING

    visit(walk)


def test_a_table_for_this_machine_alone_has_no_door() -> None:
    async def inside() -> None:
        async with TestClient(TestServer(make_app(FakeFeed()))) as page:
            assert (await page.post("/login", json={"password": PASSWORD})).status == 404
            async with page.ws_connect("/socket") as socket:
                hello = await socket.receive_json()
                assert (hello["staff"], hello["logs_in"]) == (True, False)

    asyncio.run(inside())
