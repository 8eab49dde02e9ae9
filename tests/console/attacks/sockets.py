"""Attempts by the page's socket: other sites, other seats, hidden cards, junk."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from typing import Any

from firmware_host.console.entry import SEAT_COOKIE
from firmware_host.console.gallery import FROM_ONE, SPECTATORS, Full

from .target import OTHER, SECRET, VICTIM, Target, attack, command

UNDO = {"type": "tell", "role": "staff", "seat": None, "state": 0, "words": "undo"}


def _said(target: Target) -> bool:
    """Has the table been told anything?"""
    return bool(target.feed.said)


@attack
async def a_page_of_another_site_opens_the_socket(target: Target) -> bool:
    headers = {**target.victims, "Origin": "https://evil.example"}
    return bool(await target.socket(UNDO, headers=headers)) or _said(target)


@attack
async def a_page_of_no_site_opens_the_socket(target: Target) -> bool:
    headers = {**target.victims, "Origin": "null"}
    return bool(await target.socket(UNDO, headers=headers)) or _said(target)


@attack
async def a_page_of_a_site_with_a_name_like_ours_opens_the_socket(target: Target) -> bool:
    origins = (
        f"http://{target.host}.evil.example",
        f"http://evil.example/{target.host}",
        "http://127.0.0.1:1",
    )
    found = [await target.socket(UNDO, headers={**target.victims, "Origin": o}) for o in origins]
    return any(found) or _said(target)


@attack
async def a_page_of_another_site_that_hides_its_origin(target: Target) -> bool:
    headers = {**target.victims, "Sec-Fetch-Site": "cross-site"}
    return bool(await target.socket(UNDO, headers=headers)) or _said(target)


@attack
async def words_of_staff_without_being_staff(target: Target) -> bool:
    await target.socket(UNDO, command("tell", words="undo"), command("lesson", words="teach"))
    return _said(target)


@attack
async def words_of_staff_by_a_player(target: Target) -> bool:
    mine = {"Cookie": f"{SEAT_COOKIE}={target.player}"}
    await target.socket(UNDO, command("tell", VICTIM, words="put lava 3 because x"), headers=mine)
    return _said(target)


@attack
async def a_role_that_no_page_has(target: Target) -> bool:
    answers = [
        {**command("tell", words="answer A go"), "role": role}
        for role in ("bot", "STAFF", "", None)
    ]
    await target.socket(*answers, headers=target.victims)
    return _said(target)


@attack
async def two_roles_in_one_message(target: Target) -> bool:
    twice = '{"type":"tell","role":"spectator","seat":null,"state":0,"words":"undo","role":"staff"}'
    await target.socket(twice)
    return _said(target)


@attack
async def a_choice_by_a_spectator(target: Target) -> bool:
    state = target.feed.state
    await target.socket(*(command("choose", s, option=0, state=state) for s in "ABCD"))
    return _said(target)


@attack
async def a_choice_for_another_s_seat(target: Target) -> bool:
    mine = {"Cookie": f"{SEAT_COOKIE}={target.player}"}
    state = target.feed.state
    kinds = (
        command("choose", OTHER, option=0, state=state),
        command("point", OTHER, spot="a1", state=state),
        command("chair", OTHER, does="bot"),
        command("chair", OTHER, does="phone"),
        command("press", OTHER),
        command("throw", OTHER),
    )
    await target.socket(*kinds, headers=mine)
    return _said(target)


@attack
async def a_choice_that_was_asked_before(target: Target) -> bool:
    mine = {"Cookie": f"{SEAT_COOKIE}={target.player}"}
    state = target.feed.state
    told = await target.socket(command("choose", VICTIM, option=0, state=state + 7), headers=mine)
    return target.feed.state != state or not any(one.get("code") == "stale" for one in told)


@attack
async def a_choice_with_numbers_that_are_none(target: Target) -> bool:
    odd: tuple[Any, ...] = (-1, 2**80, 1.5, "0", True, None, [0], {"a": 1})
    mine = {"Cookie": f"{SEAT_COOKIE}={target.player}"}
    await target.socket(*(command("choose", VICTIM, option=n) for n in odd), headers=mine)
    return _said(target)


@attack
async def a_second_line_inside_words(target: Target) -> bool:
    mine = {"Cookie": f"{SEAT_COOKIE}={target.player}"}
    spots = ("a1 0\nundo", "a1 0 undo", "../../a", "a1\0", "a" * 25)
    await target.socket(*(command("point", VICTIM, spot=spot) for spot in spots), headers=mine)
    return _said(target)


async def _peeked(target: Target, *messages: Any, headers: dict[str, str] | None = None) -> bool:
    told = await target.socket(*messages, headers=headers)
    hands = [one for one in told if one["type"] == "hand"]
    return any(SECRET in one.get("cards", ()) for one in hands)


@attack
async def a_spectator_asks_for_somebody_s_cards(target: Target) -> bool:
    cards = {**command("cards", VICTIM, shown=True), "role": "spectator"}
    watch = {**command("watch", VICTIM), "role": "spectator"}
    return await _peeked(target, cards, watch, cards)


@attack
async def another_player_asks_for_somebody_s_cards(target: Target) -> bool:
    entered = target.codes.enter("10.0.0.9", target.codes.offer(0), "")
    assert entered is not None
    mine = {"Cookie": f"{SEAT_COOKIE}={entered[0]}"}
    return await _peeked(
        target, command("watch", VICTIM), command("cards", VICTIM, shown=True), headers=mine
    )


@attack
async def staff_ask_for_somebody_s_cards(target: Target) -> bool:
    staff = {"Cookie": target.victims["Cookie"].partition("; ")[2]}
    cards = [{**command("cards", VICTIM, shown=True), "role": role} for role in ("staff", "player")]
    return await _peeked(target, command("watch", VICTIM), *cards, headers=staff)


@attack
async def cards_of_a_seat_one_does_not_watch(target: Target) -> bool:
    mine = {"Cookie": f"{SEAT_COOKIE}={target.player}"}
    return await _peeked(
        target,
        command("watch", OTHER),
        command("cards", VICTIM, shown=True),
        command("cards", None, shown=True),
        headers=mine,
    )


@attack
async def cards_in_what_everybody_is_told(target: Target) -> bool:
    told = await target.socket("x", {**command("watch", VICTIM), "role": "spectator"})
    return any(SECRET in json.dumps(one) for one in told if one["type"] in ("hand", "hello"))


@attack
async def a_seat_that_there_is_not(target: Target) -> bool:
    seats: tuple[Any, ...] = ("H", "Z", "", "AB", "__proto__", 0, ["A"])
    await target.socket(
        *(command("chair", seat, does="bot") for seat in seats), headers=target.victims
    )
    return _said(target)


@attack
async def a_message_that_is_none(target: Target) -> bool:
    junk = (
        "",
        "null",
        "[]",
        "{",
        "[" * 3000,
        '{"type":"choose"}',
        "\ufeff{}",
        '"\\ud800"',
        b"\xff\x00",
    )
    told = await target.socket(*junk, headers=target.victims)
    return _said(target) or not told or any("Traceback" in json.dumps(one) for one in told)


@attack
async def a_message_as_long_as_a_book(target: Target) -> bool:
    await target.socket("x" * 1_000_000, headers=target.victims)
    return _said(target) or not await target.lets_in()


@attack
async def a_message_in_endless_pieces(target: Target) -> bool:
    """Frames that never end a message: the connection ends, and nothing is kept of it."""
    head = (
        f"GET /socket HTTP/1.1\r\nHost: {target.host}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    piece = bytes((0x81 & 0x7F, 0xFE)) + (16_000).to_bytes(2) + bytes(4) + b"a" * 16_000
    more = bytes((0x00, 0xFE)) + (16_000).to_bytes(2) + bytes(4) + b"a" * 16_000
    got = await target.raw(head.encode() + piece + more * 12, patience_s=3)
    return b"\x88" not in got  # a close frame is what comes of it


def _taken(target: Target, addresses: list[str]) -> list[Callable[[], None]]:
    """Places of spectators, until there are no more."""
    from firmware_host.console.app import GALLERY

    gallery = target.listening.runner.app[GALLERY]
    leaves: list[Callable[[], None]] = []
    with contextlib.suppress(Full):
        leaves.extend(gallery.enter(address, plays=False) for address in addresses)
    return leaves


@attack
async def every_place_taken_by_spectators(target: Target) -> bool:
    leaves = _taken(target, [f"10.{n % 200}.0.1" for n in range(10_000)])
    kept_out = await target.plays(target.victims) != [1]
    return kept_out or len(leaves) > SPECTATORS


@attack
async def every_place_taken_from_one_address(target: Target) -> bool:
    return len(_taken(target, ["10.5.0.1"] * (FROM_ONE + 1))) > FROM_ONE
