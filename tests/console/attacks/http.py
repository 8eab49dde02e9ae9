"""Attempts by HTTP: files, other sites' forms, tokens, sizes, requests that mean two things."""

from __future__ import annotations

import asyncio

from firmware_host.console.entry import SEAT_COOKIE

from .target import PASSWORD, SECRET, Target, attack

EVIL = "https://evil.example"
SOURCES = (b"import ", b"root:", b"SQLite", b"BEGIN PRIVATE")


async def _leaks(target: Target, *paths: str) -> bool:
    for path in paths:
        got = await target.raw(
            f"GET {path} HTTP/1.1\r\nHost: {target.host}\r\nConnection: close\r\n\r\n".encode()
        )
        if b" 200 " in got[:20] and any(word in got for word in SOURCES):
            return True
    return False


@attack
async def a_file_above_the_page_s(target: Target) -> bool:
    return await _leaks(target, "/static/../app.py", "/static/../../../../etc/passwd")


@attack
async def a_file_above_by_escapes(target: Target) -> bool:
    return await _leaks(
        target, "/static/..%2fapp.py", "/static/%2e%2e%2fdoor.py", "/static/%2e%2e/app.py"
    )


@attack
async def a_file_above_by_double_escapes_and_backslashes(target: Target) -> bool:
    return await _leaks(
        target, "/static/..%252fapp.py", "/static/..%5capp.py", "/static/....//app.py"
    )


@attack
async def a_file_by_its_whole_path(target: Target) -> bool:
    return await _leaks(target, "//etc/passwd", "/static//etc/passwd", "/static/%2fetc%2fpasswd")


@attack
async def a_file_with_a_nul_in_its_name(target: Target) -> bool:
    return await _leaks(target, "/static/..%2fapp.py%00.js", "/static/main.js%00")


@attack
async def a_roll_s_picture_above_its_folder(target: Target) -> bool:
    return await _leaks(target, "/rolls/..%2f..%2fapp.jpg", "/rolls/%2e%2e%2fjournal.jpg")


@attack
async def a_form_of_another_site_logs_in(target: Target) -> bool:
    form = {"Origin": EVIL, "Content-Type": "application/x-www-form-urlencoded"}
    status, _ = await target.ask("/login", "POST", form, data=f"password={PASSWORD}")
    return status == 200


@attack
async def a_form_that_looks_like_json_enters_a_code(target: Target) -> bool:
    body = f'{{"code": "{target.codes.offer(0)}"}}'
    status, _ = await target.ask("/seat", "POST", {"Content-Type": "text/plain"}, data=body)
    return status == 200


@attack
async def another_site_gives_somebody_s_seat_up(target: Target) -> bool:
    headers = {**target.victims, "Origin": EVIL, "Content-Type": "application/json"}
    await target.ask("/seat/leave", "POST", headers, data="{}")
    return await target.plays(target.victims) != [1]


@attack
async def another_site_logs_staff_out(target: Target) -> bool:
    headers = {**target.victims, "Sec-Fetch-Site": "cross-site", "Content-Type": "application/json"}
    await target.ask("/logout", "POST", headers, data="{}")
    return not await target.is_staff(target.victims)


@attack
async def a_link_or_picture_does_what_a_post_does(target: Target) -> bool:
    code = target.codes.offer(0)
    for path in (f"/seat?code={code}", f"/s/{code}", "/logout", "/seat/leave"):
        await target.ask(path, "GET", target.victims)
    return target.codes.live() != {0: code} or not await target.lets_in()


@attack
async def a_header_that_makes_a_post_of_a_get(target: Target) -> bool:
    headers = {**target.victims, "X-HTTP-Method-Override": "POST"}
    await target.ask("/seat/leave", "GET", headers)
    return await target.plays(target.victims) != [1]


@attack
async def a_script_of_another_site_reads_what_it_may_not(target: Target) -> bool:
    preflight = {"Origin": EVIL, "Access-Control-Request-Method": "POST"}
    got = await target.raw(
        f"OPTIONS /login HTTP/1.1\r\nHost: {target.host}\r\nOrigin: {EVIL}\r\n"
        "Access-Control-Request-Method: POST\r\nConnection: close\r\n\r\n".encode()
    )
    status, _ = await target.ask("/state.json", "GET", preflight)
    return b"Access-Control-Allow" in got or status == 200


@attack
async def a_name_that_was_pointed_here(target: Target) -> bool:
    got = await target.raw(
        b"GET /state.json HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    )
    return b" 200 " in got[:20]


@attack
async def reading_the_code_off_the_display_s_picture(target: Target) -> bool:
    from io import BytesIO

    from PIL import Image

    _, mine = await target.ask("/oled.png", headers=target.victims)
    _, anybodys = await target.ask("/oled.png")
    pictures = [Image.open(BytesIO(one)).tobytes() for one in (mine, anybodys)]
    return any(any(picture) for picture in pictures)


@attack
async def hidden_cards_in_what_scripts_are_told(target: Target) -> bool:
    _, body = await target.ask("/state.json", headers=target.victims)
    return SECRET.encode() in body or b'"type": "hand"' in body


@attack
async def what_is_kept_for_staff(target: Target) -> bool:
    paths = (
        "/rolls.json",
        "/rolls/1.jpg",
        "/fairness.json",
        "/service.json",
        "/lesson.jpg",
        "/on-time.png",
    )
    return any([(await target.ask(path))[0] != 403 for path in paths])


@attack
async def a_body_as_long_as_a_book(target: Target) -> bool:
    headers = {"Content-Type": "application/json"}
    status, _ = await target.ask("/seat", "POST", headers, data=bytes(1 << 20))
    return status != 413


@attack
async def a_body_without_an_end(target: Target) -> bool:
    head = f"POST /seat HTTP/1.1\r\nHost: {target.host}\r\nContent-Type: application/json\r\n"
    chunks = b"".join(b"1000\r\n" + bytes(4096) + b"\r\n" for _ in range(64))
    got = await target.raw(head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + chunks)
    return b" 413 " not in got[:20] and b" 400 " not in got[:20]


@attack
async def headers_without_an_end(target: Target) -> bool:
    lines = b"".join(b"X-%d: %s\r\n" % (n, b"a" * 60) for n in range(3000))
    got = await target.raw(b"GET / HTTP/1.1\r\nHost: %s\r\n%s\r\n" % (target.host.encode(), lines))
    return b" 200 " in got[:20]


@attack
async def an_address_as_long_as_a_book(target: Target) -> bool:
    got = await target.raw(b"GET /%s HTTP/1.1\r\nHost: x\r\n\r\n" % (b"a" * 100_000))
    return b" 200 " in got[:20]


async def _page(target: Target) -> bytes:
    """The page, headers and all."""
    return await target.raw(
        f"GET / HTTP/1.1\r\nHost: {target.host}\r\nConnection: close\r\n\r\n".encode()
    )


async def _smuggled(target: Target, head: str, body: bytes) -> bool:
    """Did a request inside a body do what it says?"""
    words = (
        f"POST /seat HTTP/1.1\r\nHost: {target.host}\r\n"
        f"Content-Type: application/json\r\n{head}\r\n\r\n"
    ).encode()
    await target.raw(words + body)
    return not await target.lets_in()


def _inner(target: Target) -> bytes:
    return (
        f"POST /seat/leave HTTP/1.1\r\nHost: {target.host}\r\nContent-Type: application/json\r\n"
        f"Cookie: {SEAT_COOKIE}={target.player}\r\nContent-Length: 2\r\n\r\n{{}}"
    ).encode()


@attack
async def a_request_hidden_behind_two_lengths(target: Target) -> bool:
    inner = _inner(target)
    head = f"Content-Length: 2\r\nContent-Length: {len(inner) + 2}"
    return await _smuggled(target, head, b"{}" + inner)


@attack
async def a_request_hidden_behind_a_length_and_chunks(target: Target) -> bool:
    got = await target.raw(
        f"POST /seat HTTP/1.1\r\nHost: {target.host}\r\nContent-Type: application/json\r\n"
        "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n".encode()
    )
    return b" 400 " not in got[:20]


@attack
async def a_request_hidden_behind_odd_chunks(target: Target) -> bool:
    for coding in ("xchunked", "chunked, identity", "\tchunked", "chunked\x0b"):
        got = await target.raw(
            f"POST /seat HTTP/1.1\r\nHost: {target.host}\r\nTransfer-Encoding: {coding}\r\n"
            "Content-Type: application/json\r\n\r\n2\r\n{}\r\n0\r\n\r\n".encode()
        )
        if b" 200 " in got[:20]:
            return True
    return False


@attack
async def a_header_with_a_blank_or_a_fold(target: Target) -> bool:
    odd = ("Host : 127.0.0.1", "Host: 127.0.0.1\r\n evil.example", "Host\t: 127.0.0.1")
    for line in odd:
        got = await target.raw(
            f"GET /state.json HTTP/1.1\r\n{line}\r\nConnection: close\r\n\r\n".encode()
        )
        if b" 200 " in got[:20]:
            return True
    return False


@attack
async def two_names_at_once(target: Target) -> bool:
    hosts = f"Host: {target.host}\r\nHost: evil.example\r\n"
    got = await target.raw(f"GET /state.json HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n".encode())
    return b" 200 " in got[:20]


@attack
async def two_origins_at_once(target: Target) -> bool:
    origins = f"Origin: http://{target.host}\r\nOrigin: {EVIL}\r\n"
    got = await target.raw(
        f"GET /state.json HTTP/1.1\r\nHost: {target.host}\r\n{origins}"
        "Connection: close\r\n\r\n".encode()
    )
    return b" 200 " in got[:20]


@attack
async def another_host_in_the_request_line(target: Target) -> bool:
    got = await target.raw(
        b"GET http://evil.example/state.json HTTP/1.1\r\nHost: evil.example\r\n"
        b"Connection: close\r\n\r\n"
    )
    return b" 200 " in got[:20]


@attack
async def lines_of_headers_put_into_an_answer(target: Target) -> bool:
    got = await target.raw(
        f"GET /static/a%0d%0aSet-Cookie:%20x=1 HTTP/1.1\r\nHost: {target.host}\r\n"
        "Connection: close\r\n\r\n".encode()
    )
    return b"\r\nSet-Cookie: x=1" in got


@attack
async def markup_put_into_an_answer(target: Target) -> bool:
    got = await target.raw(
        b"GET /static/%3Cscript%3Ealert(1)%3C/script%3E HTTP/1.1\r\nHost: "
        + target.host.encode()
        + b"\r\nConnection: close\r\n\r\n"
    )
    return b"text/html" in got.lower() or b"nosniff" not in got


@attack
async def a_method_that_echoes_cookies(target: Target) -> bool:
    status, body = await target.ask("/", "TRACE", target.victims)
    return status == 200 or target.player.encode() in body


@attack
async def framing_the_page(target: Target) -> bool:
    got = await _page(target)
    return b"frame-ancestors 'none'" not in got


@attack
async def finding_out_which_program_to_attack(target: Target) -> bool:
    got = await _page(target)
    return b"aiohttp" in got or b"Python/" in got


@attack
async def many_wrong_passwords_to_lock_staff_out(target: Target) -> bool:
    """Whoever stands at the table opens service mode with its buttons, and logs in at once."""
    for n in range(80):
        target.door.knock(f"10.3.0.{n}")
    assert target.door.knock("10.9.9.9") > 0
    target.door.attended = lambda: True
    waits = target.door.knock("10.9.9.9")
    for n in range(80):
        target.door.knock(f"10.3.1.{n}")
    waits += target.door.knock("10.9.9.8")
    target.door.attended = lambda: False
    return waits > 0


@attack
async def many_wrong_codes_to_keep_a_player_out(target: Target) -> bool:
    for n in range(80):
        if target.codes.knock(f"10.4.0.{n}") == 0:
            target.codes.enter(f"10.4.0.{n}", "XXXX", "")
    code = target.codes.offer(3)
    status, _ = await target.ask("/seat", "POST", json={"code": code})
    return status != 200


@attack
async def saying_nothing_for_ever(target: Target) -> bool:
    """A connection that asks for nothing is closed; the time it has is a test's."""
    target.listening.doorman.asking_s = 0.2
    began = asyncio.get_running_loop().time()
    await target.raw(b"GET / HTTP/1.1\r\nHo", patience_s=5)
    target.listening.doorman.asking_s = 10.0
    return asyncio.get_running_loop().time() - began > 3
