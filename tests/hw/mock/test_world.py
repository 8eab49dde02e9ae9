"""The virtual world: luck, places, motion, and the file it is kept in."""

from __future__ import annotations

import itertools
import math
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from hw.mock.throwing import apart, emptied, knocked, lost, put_back, taken, thrown
from hw.mock.world import CRATER, MS, OUTSIDE, Odds, World, fresh, hand
from hw.mock.worldfile import BrokenWorld, WorldFile, settled

FACES = {"Y": "bbfftl", "R": "ttllbf", "B": "ffbbtl"}
NEVER = Odds(outside=0.0, cocked=0.0)
AT = 1_000 * MS
LATER = AT + 5_000 * MS


def table(seed: int = 1, players: int = 4, odds: Odds = NEVER) -> World:
    return fresh(seed, FACES, players, odds)


def test_a_new_world_has_every_colour_once_a_player_and_all_in_hands() -> None:
    world = table(players=3)
    assert Counter(d.colour for d in world.dice) == {"Y": 3, "R": 3, "B": 3}
    assert Counter(d.place for d in world.dice) == {hand(n): 3 for n in range(3)}


def test_a_die_needs_six_faces() -> None:
    with pytest.raises(ValueError, match="faces of Y are 'btf': write six symbols"):
        fresh(1, {"Y": "btf"}, 3)


def test_the_same_seed_throws_the_same_and_the_next_throw_is_another() -> None:
    one, same = (thrown(table(7), 0, 90.0, AT) for _ in range(2))
    again = thrown(one, 0, 90.0, LATER)
    assert one == same
    assert [d.rest for d in again.dice] != [d.rest for d in one.dice]


@pytest.mark.parametrize("seed", range(12))
def test_thrown_dice_lie_apart_and_inside(seed: int) -> None:
    world = thrown(table(seed, players=5), 0, 90.0, AT)
    rests = [d.rest for d in world.lying()]
    assert len(rests) == 15
    assert all(math.hypot(r.x_mm, r.y_mm) <= 92.0 for r in rests)
    assert all(apart(a, b) for a, b in itertools.combinations(rests, 2))


def test_many_dice_lie_against_another() -> None:
    close = 0
    for seed in range(40):
        rests = [d.rest for d in thrown(table(seed), 0, 0.0, AT).lying()]
        close += sum(
            any(
                a is not b and not apart(a, replace(b, x_mm=b.x_mm + dx, y_mm=b.y_mm + dy))
                for b in rests
                for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            )
            for a in rests
        )
    assert 0.4 < close / (40 * 12) < 0.8  # a die that touches makes two that do


def test_faces_come_up_as_often_as_the_dice_have_them() -> None:
    world, seen = table(3, players=5), Counter[str]()
    throws = 160
    for i in range(throws):
        world = thrown(world, 0, 90.0, i * LATER)
        seen.update(d.face for d in world.dice)
    off = 0.0
    for colour, faces in FACES.items():
        for symbol in set(faces):
            due = throws * 5 * faces.count(symbol) / 6
            off += (seen[colour + symbol] - due) ** 2 / due
    assert off < 27.9  # chi-square, 9 degrees of freedom, one in a thousand


def test_a_die_outside_and_a_leaning_one_come_as_often_as_told() -> None:
    sure = thrown(table(5, odds=Odds(outside=1.0, cocked=1.0)), 0, 90.0, AT)
    assert sum(d.place == OUTSIDE for d in sure.dice) == 1
    assert sum(d.rest.lean_deg > 0 for d in sure.dice) == 1
    rare, world = 0, table(6, odds=Odds(outside=0.1, cocked=0.0))
    for i in range(200):
        world = thrown(world, 0, 90.0, i * LATER)
        rare += any(d.place == OUTSIDE for d in world.dice)
    assert 8 <= rare <= 35


def test_no_die_is_ever_made_or_lost() -> None:
    world = thrown(table(9), 0, 90.0, AT)
    before = [(d.number, d.colour, d.faces) for d in world.dice]
    world = taken(world, 1, 0.0, 4, LATER)
    world = lost(world, 5, LATER)
    world = knocked(world, 6, LATER)
    world = put_back(world, 1, 0.0, 4, 2 * LATER)
    assert [(d.number, d.colour, d.faces) for d in world.dice] == before
    assert world.die(4).place == CRATER
    assert world.die(5).place == OUTSIDE


def test_a_taken_die_lies_there_until_the_hand_has_it() -> None:
    world = thrown(table(2), 0, 90.0, AT)
    lay = world.die(3).rest
    world = taken(world, 2, 45.0, 3, LATER)
    assert world.die(3).at(LATER + 300 * MS) == (CRATER, lay)
    assert world.die(3).at(LATER + 400 * MS)[0] == hand(2)


def test_a_die_somebody_holds_is_reached_for_in_vain() -> None:
    world = taken(thrown(table(2), 0, 90.0, AT), 2, 45.0, 3, LATER)
    world = taken(world, 1, 45.0, 3, LATER + 100 * MS)
    assert world.die(3).place == hand(2)
    assert len(world.arms) == 2


def test_a_die_put_back_shows_the_face_it_showed() -> None:
    world = thrown(table(2), 0, 90.0, AT)
    face = world.die(3).face
    world = put_back(taken(world, 2, 45.0, 3, LATER), 2, 45.0, 3, 2 * LATER)
    assert (world.die(3).place, world.die(3).face) == (CRATER, face)


def test_a_knocked_die_shows_another_symbol() -> None:
    world = thrown(table(2), 0, 90.0, AT)
    for number in range(12):
        assert knocked(world, number, LATER).die(number).face != world.die(number).face


def test_there_is_no_die_of_an_unknown_number() -> None:
    with pytest.raises(LookupError, match="there is no die 99"):
        taken(table(), 0, 0.0, 99, AT)


def test_everything_rests_soon_after_an_act() -> None:
    world = thrown(table(4), 0, 90.0, AT)
    assert world.moving(AT + 400 * MS)
    assert not world.moving(AT + 1_100 * MS)
    world = taken(world, 0, 90.0, 2, LATER)
    assert world.moving(LATER + 400 * MS)
    assert not world.moving(LATER + 750 * MS)


def test_another_process_finds_the_dice_where_they_lie(tmp_path: Path) -> None:
    path = tmp_path / "world.json"
    program = (
        "import os, signal, sys; from pathlib import Path\n"
        "from hw.mock.throwing import thrown; from hw.mock.worldfile import WorldFile\n"
        "from hw.mock.world import fresh\n"
        "file = WorldFile(Path(sys.argv[1]))\n"
        "world = file.begin(lambda: fresh(5, {'Y': 'bbfftl'}, 4))\n"
        "file.write(thrown(world, 0, 90.0, 10**9))\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], check=False)
    assert done.returncode == -9
    lay = thrown(fresh(5, {"Y": "bbfftl"}, 4), 0, 90.0, 10**9)
    assert WorldFile(path).read() == lay
    again = WorldFile(path).begin(lambda: pytest.fail("a new world was made"))
    assert again == settled(lay)
    assert [d.rest for d in again.dice] == [d.rest for d in lay.dice]


def test_a_reader_sees_what_another_has_written(tmp_path: Path) -> None:
    writer, reader = (WorldFile(tmp_path / "world.json") for _ in range(2))
    one = writer.begin(table)
    assert reader.read() == one
    writer.write(thrown(one, 0, 90.0, AT))
    assert reader.read().throws == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "truncated"),
        (b"{]", "malformed"),
        (b'{"format": 1, "world": {"seed": "x", "dice": []}}', r"\$.world.seed"),
        (b'{"format": 9, "world": {"seed": 1, "dice": []}}', "its format is 9"),
        (b"\xff\xfe\x00", "malformed"),
    ],
)
def test_a_broken_file_is_named_set_aside_and_begun_anew(
    tmp_path: Path, text: bytes, says: str
) -> None:
    path = tmp_path / "world.json"
    path.write_bytes(text)
    with pytest.raises(BrokenWorld, match=says) as caught:
        WorldFile(path).begin(table)
    aside = tmp_path / "world.json.broken"
    assert str(path) in str(caught.value)
    assert str(aside) in str(caught.value)
    assert aside.read_bytes() == text
    assert WorldFile(path).begin(table) == table()


def test_what_can_never_be_of_a_world_is_told(tmp_path: Path) -> None:
    file = WorldFile(tmp_path / "world.json")
    world = table()
    die = replace(world.dice[0], number=1, place="moon", faces="b")
    file.write(replace(world, dice=(die, *world.dice[1:])))
    with pytest.raises(BrokenWorld) as caught:
        WorldFile(file.path).read()
    for says in ("two dice have one number", "has 1 faces", "is at 'moon'"):
        assert says in str(caught.value)


def test_so_many_dice_may_be_thrown_and_the_others_are_out_of_the_tray() -> None:
    world = thrown(table(players=2), 0, 90.0, AT)
    fewer = thrown(emptied(world, 1, LATER), 1, 0.0, LATER, 2)
    assert len([*fewer.lying()]) == 2
    assert sum(die.place == hand(1) for die in fewer.dice) == 4
