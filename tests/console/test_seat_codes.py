"""Codes for telephones: short, soon over, good once, and never worth guessing."""

from __future__ import annotations

import itertools

import pytest

from firmware_host.console.seat_codes import (
    LENGTH,
    LETTERS,
    LIFE_S,
    LIMITS,
    MOST_VISITS,
    MOST_WRONG,
    PARDONS,
    SeatCodes,
    made_up,
    plain,
)

PHONE, STRANGER = "192.168.1.5", "192.168.1.66"


class Table:
    """Codes at a table whose clock and matches a test moves."""

    def __init__(self) -> None:
        self.now_s, self.sitting = 1000.0, 0
        names = ("".join(letters) for letters in itertools.product("CFHJ", repeat=LENGTH))
        self.codes = SeatCodes(lambda: self.now_s, lambda: self.sitting, lambda: next(names))

    def enter(self, said: str, token: str = "", address: str = PHONE) -> tuple[str, int] | None:
        if self.codes.knock(address) > 0:
            return None
        return self.codes.enter(address, said, token)

    def let_in(self, button: int, token: str = "") -> str:
        entered = self.enter(self.codes.offer(button), token)
        assert entered is not None
        assert entered[1] == button
        return entered[0]


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_code_has_four_letters_that_look_like_no_other() -> None:
    assert all(len(made_up()) == LENGTH for _ in range(20))
    assert set("".join(made_up() for _ in range(500))) == set(LETTERS)
    assert not set(LETTERS) & set("0OQD1IL2Z5S6G8BUV") - set("LV")
    assert len({made_up() for _ in range(100)}) > 90


@pytest.mark.parametrize("said", ["CFHJ", "cfhj", " cf hj ", "CF-HJ"])
def test_it_is_typed_as_people_type(said: str) -> None:
    assert plain(said) == "CFHJ"


def test_it_opens_its_own_seat(table: Table) -> None:
    token = table.let_in(3)
    assert table.codes.plays(token) == {3}
    assert table.codes.taken() == {3}
    assert table.codes.plays("") == frozenset()
    assert table.codes.plays(token + "x") == frozenset()


def test_it_is_good_once(table: Table) -> None:
    code = table.codes.offer(1)
    assert table.enter(code) is not None
    assert table.enter(code) is None


def test_and_for_two_minutes(table: Table) -> None:
    code = table.codes.offer(1)
    table.now_s += LIFE_S - 1
    assert table.codes.live() == {1: code}
    table.now_s += 1
    assert table.codes.live() == {}
    assert table.enter(code) is None


def test_the_next_one_replaces_it(table: Table) -> None:
    old = table.codes.offer(1)
    table.codes.offer(1)
    assert table.enter(old) is None


def test_a_telephone_may_play_two_seats_and_its_old_token_is_worth_nothing(table: Table) -> None:
    one = table.let_in(0)
    both = table.let_in(2, one)
    assert table.codes.plays(both) == {0, 2}
    assert table.codes.plays(one) == frozenset()


def test_a_token_set_beforehand_opens_nothing(table: Table) -> None:
    token = table.let_in(0, "set by somebody else")
    assert token != "set by somebody else"
    assert table.codes.plays("set by somebody else") == frozenset()


def test_with_the_match_all_ends(table: Table) -> None:
    token, code = table.let_in(0), table.codes.offer(1)
    table.sitting += 1
    assert table.codes.plays(token) == frozenset()
    assert table.enter(code) is None
    assert table.codes.taken() == frozenset()


def test_a_seat_that_is_handed_over_is_nobodys_before(table: Table) -> None:
    before, other = table.let_in(0), table.let_in(1)
    code = table.codes.offer(0)
    table.codes.hand_over(0)
    assert table.codes.plays(before) == frozenset()
    assert table.codes.plays(other) == {1}
    assert table.enter(code) is None
    assert table.codes.plays(table.let_in(0)) == {0}


def test_a_telephone_that_gives_up_plays_no_more(table: Table) -> None:
    token = table.let_in(0)
    table.codes.leave(token)
    table.codes.leave("of nobody")
    assert table.codes.plays(token) == frozenset()


def test_who_guesses_waits_and_the_player_does_not(table: Table) -> None:
    code = table.codes.offer(0)
    for _ in range(LIMITS.mine):
        assert table.codes.knock(STRANGER) == 0
    assert table.codes.knock(STRANGER) > 0
    assert table.enter(code) is not None


def test_a_code_is_made_anew_before_it_is_guessed(table: Table) -> None:
    code = table.codes.offer(0)
    for n in range(MOST_WRONG):
        assert table.enter("XXXX", address=f"10.0.0.{n}") is None
    assert table.enter(code) is None
    (fresh,) = table.codes.live().values()
    assert table.enter(fresh) is not None, "who reads the display gets in all the same"


def test_guessing_does_not_keep_a_code_alive(table: Table) -> None:
    table.codes.offer(0)
    for n in range(4 * MOST_WRONG):
        table.now_s += LIFE_S / 40
        table.enter("XXXX", address=f"10.0.0.{n}")
    assert table.codes.live() == {}


def test_who_asks_at_the_table_waits_for_nobodys_guesses(table: Table) -> None:
    for n in range(LIMITS.everybody):
        table.enter("XXXX", address=f"10.0.0.{n}")
    for _ in range(LIMITS.mine):
        table.codes.knock(PHONE)
    assert table.codes.knock(PHONE) > 0
    assert table.codes.plays(table.let_in(0)) == {0}


def test_a_telephone_that_asks_again_and_again_gets_no_more_tries(table: Table) -> None:
    """It plays one seat, and is after another's cards."""
    table.codes = SeatCodes(lambda: table.now_s, lambda: table.sitting)
    table.let_in(0)
    other, begun_s, tries = table.codes.offer(1), table.now_s, 0
    while table.now_s < begun_s + LIFE_S:
        table.now_s += 0.02
        table.codes.offer(0)
        for n in range(20):
            if table.codes.knock(f"10.0.0.{n}") == 0:
                tries += 1
                assert table.codes.enter(f"10.0.0.{n}", "XXXX", "") is None
    minutes = LIFE_S / LIMITS.within_s
    assert tries <= (PARDONS.everybody + 1) * (minutes + 1) * LIMITS.everybody
    assert table.enter(other) is None, "it was made anew meanwhile"


def test_telephones_are_forgotten_before_they_fill_the_memory(table: Table) -> None:
    tokens = [table.let_in(0) for _ in range(MOST_VISITS + 1)]
    assert [bool(table.codes.plays(token)) for token in tokens] == [False, *[True] * MOST_VISITS]


def test_neither_a_surrogate_nor_a_long_word_is_a_code(table: Table) -> None:
    table.codes.offer(0)
    for said in ("\ud800", "C" * 10_000, "\0", ""):
        assert table.enter(said) is None
