"""Who knows the password is staff for an evening; who guesses has to wait."""

from __future__ import annotations

import pytest

from firmware_host.console.door import (
    ALL_TRIES,
    MOST_VISITS,
    TRIES,
    VISIT_S,
    WITHIN_S,
    BadPassword,
    Door,
    fits,
    made_up,
    seal,
)


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


class Kept:
    sealed = "one seal"

    def __call__(self) -> str:
        return self.sealed


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def door(kept: Kept, clock: Clock) -> Door:
    return Door(kept, clock)


def test_a_password_fits_its_seal_and_no_other_does() -> None:
    sealed = seal("open sesame")
    assert fits("open sesame", sealed)
    assert not fits("open sesame ", sealed)
    assert not fits("", sealed)
    assert "sesame" not in sealed
    assert sealed != seal("open sesame"), "each seal has salt of its own"


@pytest.mark.parametrize(
    "password", ["pass wörd", "🌋🌋🌋🌋🌋🌋🌋🌋", "\ud800 lone surrogate", "x" * 200]
)
def test_any_letters_will_do(password: str) -> None:
    assert fits(password, seal(password))


@pytest.mark.parametrize("password", ["", "short", "x" * 201])
def test_too_short_and_too_long_are_refused(password: str) -> None:
    with pytest.raises(BadPassword, match="8 to 200 letters"):
        seal(password)


@pytest.mark.parametrize(
    "sealed",
    ["", "x", "scrypt$1$1$1$$", "scrypt$0$8$1$AA==$AA==", "md5$16384$8$1$AA==$AA==",
     "scrypt$99999999999$8$1$AA==$AA==", "scrypt$16384$8$1$$", "$" * 5, "scrypt$a$b$c$d$e"],
)  # fmt: skip
def test_what_is_no_seal_lets_nobody_in(sealed: str) -> None:
    assert not fits("open sesame", sealed)
    assert not fits("", sealed)


def test_made_up_passwords_are_long_and_never_twice_the_same() -> None:
    assert len({made_up() for _ in range(200)}) == 200
    assert all(len(made_up()) == 14 for _ in range(20))


def test_a_visit_is_known_by_its_token_until_it_ends(door: Door, clock: Clock) -> None:
    token = door.admit("192.168.1.5")
    assert door.knows(token)
    assert not door.knows(token[:-1])
    assert not door.knows("")
    clock.now_s += VISIT_S
    assert not door.knows(token)


def test_who_logs_out_is_not_known_any_more(door: Door) -> None:
    one, other = door.admit("a"), door.admit("a")
    door.leave(one)
    door.leave("of nobody")
    assert not door.knows(one)
    assert door.knows(other)


def test_another_password_ends_every_visit(door: Door, kept: Kept) -> None:
    token = door.admit("a")
    kept.sealed = "another seal"
    assert not door.knows(token)
    kept.sealed = "one seal"
    assert not door.knows(token), "it is over for good"


def test_without_a_password_no_visit_goes_on(door: Door, kept: Kept) -> None:
    token = door.admit("a")
    kept.sealed = ""
    assert not door.knows(token)


def test_the_oldest_visit_makes_room(door: Door) -> None:
    tokens = [door.admit("a") for _ in range(MOST_VISITS + 1)]
    assert [door.knows(token) for token in tokens] == [False, *[True] * MOST_VISITS]


def test_who_guesses_has_to_wait_and_nobody_else(door: Door, clock: Clock) -> None:
    for _ in range(TRIES):
        assert door.knock("192.168.1.66") == 0
        clock.now_s += 1
    assert door.knock("192.168.1.66") == WITHIN_S - TRIES
    assert door.knock("192.168.1.5") == 0
    clock.now_s = WITHIN_S
    assert door.knock("192.168.1.66") == 0
    assert door.knock("192.168.1.66") > 0, "the other four still count"


def test_who_was_right_begins_anew(door: Door) -> None:
    for _ in range(3 * TRIES):
        assert door.knock("192.168.1.5") == 0
        door.admit("192.168.1.5")


def test_many_who_guess_together_have_to_wait_but_this_machine_has_not(door: Door) -> None:
    waits = [door.knock(f"10.0.0.{n}") for n in range(ALL_TRIES + 1)]
    assert waits[:ALL_TRIES] == [0] * ALL_TRIES
    assert waits[-1] > 0
    assert door.knock("127.0.0.1") == 0
    assert door.knock("::1") == 0


def test_waiting_costs_no_try(door: Door, clock: Clock) -> None:
    for _ in range(TRIES + 20):
        door.knock("a")
    clock.now_s += WITHIN_S
    assert door.knock("a") == 0


def test_addresses_are_forgotten(door: Door, clock: Clock) -> None:
    for n in range(3000):
        clock.now_s += 10
        door.knock(f"addr {n}")
    assert len(door._tries) <= 1000
