"""What a daemon says of a journal that it finds odd, before it goes on or gives up."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from firmware_host.daemon.assembly import Assembly
from firmware_host.daemon.loop import Writer
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.serve import CannotServe, Wanted, assembled, serve, wall_clock
from firmware_host.daemon.settings import house
from firmware_host.session.journal import Journal
from firmware_host.session.tale import Answered

BOX = (config_folder() / "games" / "lava_land.toml").read_text()


@pytest.fixture
def wanted(tmp_path: Path) -> Wanted:
    """A virtual table without a camera, and a journal that is not there yet."""
    shipped = (config_folder() / "tables" / "demo.toml").read_text()
    start = shipped.index("[camera]")
    blind = shipped[:start] + shipped[start:].replace('"mock"', '"none"', 1)
    file = tmp_path / "table.toml"
    file.write_text(blind)
    return Wanted(house.read(file), port=0, journal=tmp_path / "a.journal")


TOLD = ("A token", "draw as_blue", "draw as_red")


def begun(
    wanted: Wanted,
    game: str = "lava_land",
    seats: int = 3,
    box: str = BOX,
    words: tuple[str, ...] = TOLD,
) -> None:
    """A journal with a match that goes on."""
    assert wanted.journal is not None
    journal = Journal(wanted.journal, wall_clock)
    match = journal.begin(game, 1, range(seats), "7", box)
    journal.append(match, [Answered(w, 0) for w in words])
    journal.close()


@pytest.mark.parametrize(
    ("game", "seats", "box", "says"),
    [
        ("chess", 3, BOX, "'chess' is no game of this table"),
        ("lava_land", 6, BOX, "it is played at button 6, and there are 5"),
        ("lava_land", 2, BOX, "the rules do not take its box: lava_land is for 3 to 5 players"),
        ("lava_land", 3, "x = [", "the rules do not take its box: Invalid value"),
        ("lava_land", 3, "x = 1", "the rules do not take its box: x: is not known"),
    ],
)
def test_a_match_that_cannot_be_played_here_is_refused_in_words(
    game: str, seats: int, box: str, says: str, wanted: Wanted
) -> None:
    begun(wanted, game, seats, box)
    with pytest.raises(CannotServe) as refusal:
        assembled(wanted, Writer())
    assert f"cannot be gone on with: {says}" in str(refusal.value)
    assert "Look at it with ./table replay, or move the file away" in str(refusal.value)


def test_a_damaged_journal_is_told_with_what_was_kept_and_where(
    wanted: Wanted, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(wanted)
    assert wanted.journal is not None
    with sqlite3.connect(wanted.journal) as db:
        db.execute("UPDATE line SET words = 'draw as_red' WHERE line = 2")
    db.close()
    table: Assembly = assembled(wanted, Writer())
    table.close()
    said = capsys.readouterr().err.splitlines()
    assert "match 1 is damaged at line 2 (its checksum does not match)" in said[0]
    assert said[0].endswith(f"The file as it was: {wanted.journal}.damaged-1")
    assert said[1] == "going on with match 1, 1 lines told"


def test_a_broken_virtual_table_is_set_aside_and_told(wanted: Wanted, tmp_path: Path) -> None:
    (tmp_path / "a.world.json").write_text('{"format": 1, "wor')
    with pytest.raises(CannotServe, match=r"was set aside as .*a\.world\.json\.broken; start ag"):
        assembled(wanted, Writer())
    assert (tmp_path / "a.world.json.broken").exists()
    assert not (tmp_path / "a.world.json").exists()


def test_a_fault_in_a_turn_ends_the_daemon_instead_of_going_on_with_half_of_it(
    wanted: Wanted,
) -> None:
    class Ours(Exception):
        """A bug."""

    def fail() -> None:
        raise Ours

    def ready(_: str) -> None:
        asyncio.get_running_loop().call_soon(fail)

    with pytest.raises(Ours):
        asyncio.run(asyncio.wait_for(serve(wanted, ready), 20))
