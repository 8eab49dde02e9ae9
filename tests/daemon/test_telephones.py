"""A telephone plays on after a new start of the daemon, as long as the match that it plays."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.console.door import VISIT_S
from firmware_host.console.seat_codes import LIFE_S
from firmware_host.daemon.upkeep import backup
from firmware_host.daemon.upkeep.crashes import bundles, folder_of
from firmware_host.table.signals import Command, Phone

from .test_phones import HouseTable

PHONE = "192.168.1.5"


STANDING: list[HouseTable] = []


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """What stands at the end of a test is closed."""
    yield
    while STANDING:
        STANDING.pop().table.close()


def playing(folder: Path) -> HouseTable:
    house = HouseTable(folder)
    STANDING.append(house)
    house.play(4)
    return house


def enter(house: HouseTable, button: int) -> str:
    entered = house.phones.codes.enter(PHONE, house.phones.codes.offer(button), "")
    assert entered is not None
    return entered[0]


def again(house: HouseTable, folder: Path, later_s: float = 60.0) -> HouseTable:
    """The power went, and is back so much later: nothing is closed as it should be."""
    STANDING.remove(house)
    house.table.journal.close()  # the lock goes with its process
    STANDING.append(HouseTable(folder, now_s=house.now_s + later_s))
    return STANDING[-1]


def file(folder: Path) -> Path:
    return folder / "journal.telephones"


def test_a_telephone_plays_on_and_one_that_is_no_more_does_not(tmp_path: Path) -> None:
    house = playing(tmp_path)
    stays, both, left, handed = (enter(house, button) for button in (0, 0, 1, 2))
    house.phones.codes.leave(left)
    house.phones.asked(Phone(2, anew=True))
    house = again(house, tmp_path)
    codes = house.phones.codes
    assert codes.plays(stays) == codes.plays(both) == {0}
    assert codes.plays(left) == codes.plays(handed) == codes.plays("") == frozenset()
    codes.hand_over(0)
    assert codes.plays(stays) == frozenset()


def test_a_code_that_was_read_is_good_still_for_what_is_left(tmp_path: Path) -> None:
    house = playing(tmp_path)
    code = house.phones.codes.offer(1)
    for later_s, good in ((LIFE_S - 5, True), (LIFE_S + 5, False), (-86_400.0, True)):
        house = again(house, tmp_path, later_s)
        assert (house.phones.codes.live() == {1: code}) is good
        if not good:
            code = house.phones.codes.offer(1)
    house.after(LIFE_S)
    assert house.phones.codes.live() == {}, "a clock that jumps back gives no more"


def test_a_code_that_was_used_is_used(tmp_path: Path) -> None:
    house = playing(tmp_path)
    code = house.phones.codes.offer(1)
    assert house.phones.codes.enter(PHONE, code, "") is not None
    house = again(house, tmp_path)
    assert house.phones.codes.enter(PHONE, code, "") is None


def test_with_its_match_it_is_over_here_and_after_a_new_start(tmp_path: Path) -> None:
    house = playing(tmp_path)
    token = enter(house, 0)
    stolen = file(tmp_path).read_bytes()
    evening, now_ns = house.core.table.evening, house.clock.now_ns()
    evening.house = replace(evening.house, seed=lambda: "2")
    assert house.core.feed(Command(None, "staff", "new", now_ns), now_ns) is None
    house.after(1)
    assert not file(tmp_path).exists()
    assert house.phones.codes.plays(token) == frozenset()
    house.play(2)
    file(tmp_path).write_bytes(stolen)  # somebody puts the old one back
    house = again(house, tmp_path)
    assert house.core.table.evening.host is not None
    assert house.phones.codes.plays(token) == frozenset()


def test_a_visit_ends_after_an_evening_whatever_starts_anew(tmp_path: Path) -> None:
    house = playing(tmp_path)
    token = enter(house, 0)
    house = again(house, tmp_path, VISIT_S - 60)
    assert house.phones.codes.plays(token) == {0}
    house.after(61)
    assert house.phones.codes.plays(token) == frozenset()


def test_the_file_is_private_and_opens_nothing_to_whoever_has_it(tmp_path: Path) -> None:
    house = playing(tmp_path)
    token = enter(house, 0)
    held = file(tmp_path).read_text()
    assert stat.S_IMODE(file(tmp_path).stat().st_mode) == 0o600
    assert token not in held
    host = house.table.core.table.evening.host
    assert host is not None
    assert host.ledger.match.seed not in held.split('"'), "nor is the luck of the match in it"
    for word in held.replace('"', " ").split():
        assert house.phones.codes.plays(word) == frozenset()


def test_it_is_in_no_backup_and_in_no_bundle(tmp_path: Path) -> None:
    house = playing(tmp_path)
    enter(house, 0)
    assert file(tmp_path).exists()
    names = backup.gathered(backup.Rooms(tmp_path, tmp_path))
    assert not [name for name in names if name.startswith("state/") and "telephones" in name]
    house.table.crashes.keep(ValueError("ours"), "turn")
    (bundle,) = bundles(folder_of(tmp_path / "journal"))
    assert b"telephones" not in bundle.read_bytes()


SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda held: b"",
    "junk": lambda held: b"\xff{",
    "deep": lambda held: b"[" * 50_000,
    "cut": lambda held: held[: len(held) // 2],
    "newer": lambda held: held.replace(b'"format": 1', b'"format": 2'),
    "a button of nobody": lambda held: held.replace(b'"buttons": [\n', b'"buttons": [\n999,'),
    "for ever": lambda held: held.replace(b'"left_s": ', b'"left_s": 9e9'),
    "a token as it is": lambda held: held.replace(b'"token": "', b'"token": "x'),
    "longer than any": lambda held: held + b" " * (1 << 17),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_file_that_makes_no_sense_lets_nobody_in_and_stops_nothing(
    tmp_path: Path, how: str
) -> None:
    house = playing(tmp_path)
    token = enter(house, 0)
    spoilt = SPOILT[how](file(tmp_path).read_bytes())
    file(tmp_path).write_bytes(spoilt)
    house = again(house, tmp_path)
    plays = house.phones.codes.plays(token)
    assert plays == (frozenset({0}) if how == "longer than any" else frozenset())
    enter(house, 1)


def test_a_disk_that_takes_nothing_stops_nothing(tmp_path: Path) -> None:
    house = playing(tmp_path)
    file(tmp_path).with_name("journal.telephones.new").mkdir()
    token = enter(house, 0)
    assert house.phones.codes.plays(token) == {0}


def test_who_was_let_go_while_the_disk_took_nothing_stays_out_after_a_new_start(
    tmp_path: Path,
) -> None:
    house = playing(tmp_path)
    token = enter(house, 0)
    file(tmp_path).with_name("journal.telephones.new").mkdir()  # nothing can be written over it
    house.phones.asked(Phone(0, anew=True))
    assert house.phones.codes.plays(token) == frozenset()
    house = again(house, tmp_path)
    assert house.phones.codes.plays(token) == frozenset()


def test_it_is_written_as_soon_as_the_disk_takes_it_again(tmp_path: Path) -> None:
    house = playing(tmp_path)
    file(tmp_path).with_name("journal.telephones.new").mkdir()
    token = enter(house, 0)
    house.after(6)
    assert not file(tmp_path).exists()
    file(tmp_path).with_name("journal.telephones.new").rmdir()
    house.after(6)
    house = again(house, tmp_path)
    assert house.phones.codes.plays(token) == {0}
