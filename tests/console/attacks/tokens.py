"""Attempts with tokens and codes: set beforehand, old, another's, guessed."""

from __future__ import annotations

import itertools

from firmware_host.console.door import TRIES, VISIT_S
from firmware_host.console.entry import COOKIE, SEAT_COOKIE
from firmware_host.console.lasting import Lasting, spelled
from firmware_host.console.seat_codes import LETTERS, LIFE_S, LIMITS, MOST_WRONG

from .target import PASSWORD, Target, attack


@attack
async def a_staff_token_set_beforehand(target: Target) -> bool:
    fixed = {"Cookie": f"{COOKIE}=" + "f" * 43}
    await target.ask("/login", "POST", fixed, json={"password": PASSWORD})
    return await target.is_staff(fixed)


@attack
async def a_seat_s_token_set_beforehand(target: Target) -> bool:
    fixed = {"Cookie": f"{SEAT_COOKIE}=" + "f" * 43}
    await target.ask("/seat", "POST", fixed, json={"code": target.codes.offer(0)})
    return await target.plays(fixed) != []


@attack
async def two_cookies_of_one_name(target: Target) -> bool:
    both = {"Cookie": f"{COOKIE}={'f' * 43}; {COOKIE}="}
    return await target.is_staff(both)


@attack
async def a_token_of_one_door_at_the_other(target: Target) -> bool:
    swapped = {"Cookie": f"{COOKIE}={target.player}; {SEAT_COOKIE}={target.staff}"}
    return await target.is_staff(swapped) or await target.plays(swapped) != []


@attack
async def a_token_after_logging_out(target: Target) -> bool:
    token = target.door.admit("10.0.0.9")
    mine = {"Cookie": f"{COOKIE}={token}"}
    await target.ask("/logout", "POST", mine, json={})
    return await target.is_staff(mine)


@attack
async def a_token_after_its_time(target: Target) -> bool:
    mine = {"Cookie": f"{COOKIE}={target.door.admit('10.0.0.9')}"}
    target.now_s += VISIT_S + 1
    late = await target.is_staff(mine)
    target.now_s = 0.0
    return late


@attack
async def a_token_after_another_password(target: Target) -> bool:
    mine, before = {"Cookie": f"{COOKIE}={target.door.admit('10.0.0.9')}"}, target.sealed
    target.sealed = "scrypt$another"
    late = await target.is_staff(mine)
    target.sealed = before
    target.staff = target.door.admit("10.0.0.1")
    return late


@attack
async def a_seat_s_token_after_it_was_given_up(target: Target) -> bool:
    entered = target.codes.enter("10.0.0.9", target.codes.offer(2), "")
    assert entered is not None
    mine = {"Cookie": f"{SEAT_COOKIE}={entered[0]}"}
    await target.ask("/seat/leave", "POST", mine, json={})
    return await target.plays(mine) != []


@attack
async def a_seat_s_token_after_it_was_handed_over(target: Target) -> bool:
    entered = target.codes.enter("10.0.0.9", target.codes.offer(2), "")
    assert entered is not None
    target.codes.hand_over(2)
    return await target.plays({"Cookie": f"{SEAT_COOKIE}={entered[0]}"}) != []


@attack
async def a_seat_s_token_in_the_next_match(target: Target) -> bool:
    target.sitting += 1
    late = await target.plays(target.victims)
    target.sitting -= 1
    return late != []


@attack
async def a_seat_s_token_of_the_match_before_after_a_new_start(target: Target) -> bool:
    """The daemon begins anew with another match, and the file of the one before is still there."""
    kept = target.codes.lasts("a" * 64, 0.0)
    assert kept is not None
    target.sitting += 1
    late = await target.plays(target.victims)
    target.codes.goes_on(Lasting("a" * 64, 0.0, (), kept.codes), 0.0)
    still = await target.plays(target.victims)
    target.sitting -= 1
    return late != [] or still != []


@attack
async def what_a_stolen_file_of_telephones_holds(target: Target) -> bool:
    """Its hashes, shown as tokens: alone, and as the browser would send them."""
    kept = target.codes.lasts("a" * 64, 0.0)
    assert kept is not None
    held = [kept.match, *(visit.token for visit in kept.visits)]
    got_in = [await target.plays({"Cookie": f"{SEAT_COOKIE}={one}"}) for one in held]
    return any(got_in) or target.player in spelled(kept).decode()


@attack
async def a_code_out_of_a_stolen_file_after_its_minutes(target: Target) -> bool:
    code, kept = target.codes.offer(0), target.codes.lasts("a" * 64, 0.0)
    assert kept is not None
    target.now_s += LIFE_S + 1
    target.codes.goes_on(Lasting(kept.match, kept.at_s, (), kept.codes), LIFE_S + 1)
    status, _ = await target.ask("/seat", "POST", json={"code": code})
    target.now_s = 0.0
    return status == 200


@attack
async def a_code_that_was_used(target: Target) -> bool:
    code = target.codes.offer(0)
    await target.ask("/seat", "POST", json={"code": code})
    status, _ = await target.ask("/seat", "POST", json={"code": code})
    return status == 200


@attack
async def guessing_the_password(target: Target) -> bool:
    tried = [await target.ask("/login", "POST", json={"password": f"guess {n}"}) for n in range(20)]
    return sum(status == 403 for status, _ in tried) > TRIES


@attack
async def guessing_the_password_under_borrowed_addresses(target: Target) -> bool:
    looked_at = 0
    for n in range(20):
        headers = {"X-Forwarded-For": f"10.1.1.{n}", "Forwarded": f"for=10.1.1.{n}"}
        status, _ = await target.ask("/login", "POST", headers, json={"password": "guess no"})
        looked_at += status == 403
    return looked_at > TRIES


@attack
async def guessing_codes(target: Target) -> bool:
    target.codes.offer(0)
    words = ("".join(letters) for letters in itertools.product(LETTERS, repeat=4))
    tried = [await target.ask("/seat", "POST", json={"code": next(words)}) for _ in range(30)]
    return sum(status == 403 for status, _ in tried) > LIMITS.mine


@attack
async def guessing_codes_from_many_addresses(target: Target) -> bool:
    """Each address has its tries; together they meet another code before they have tried many."""
    code = target.codes.offer(0)
    for n in range(MOST_WRONG):
        if target.codes.knock(f"10.2.0.{n}") == 0:
            target.codes.enter(f"10.2.0.{n}", "XXXX", "")
    return target.codes.live() == {0: code}


@attack
async def guessing_by_the_length_of_what_comes_back(target: Target) -> bool:
    """The page of a code says nothing about whether it is one."""
    code = target.codes.offer(0)
    right, wrong = await target.ask(f"/s/{code}"), await target.ask("/s/XXXX")
    return right != wrong
