"""What a daemon says of a journal that it finds odd, before it goes on or gives up."""

from __future__ import annotations

import asyncio
import sqlite3
import tomllib
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.daemon.assembly import Assembly
from firmware_host.daemon.clock import wall_clock
from firmware_host.daemon.errors import CannotServe
from firmware_host.daemon.loop import Writer
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.serve import Wanted, assembled, serve
from firmware_host.daemon.settings import house
from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Setup
from firmware_host.session.journal import Journal, look
from firmware_host.session.match import Match, retell
from firmware_host.session.tale import Answered, Put, Undone

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
    ],
)
def test_a_match_that_cannot_be_played_here_is_set_aside_in_words_and_kept(
    game: str, seats: int, box: str, says: str, wanted: Wanted
) -> None:
    """The table is there for another one; nothing of it is lost."""
    begun(wanted, game, seats, box)
    table = assembled(wanted, Writer())
    try:
        table.core.tick(0)
        state = table.core.devices["game"]
        assert f"match 1 of {game} cannot be gone on with: {says}" in state.says
        assert "./table replay tells it" in state.says
        assert "start the table again before another game begins" in state.says
        assert table.core.scene is not None
        assert table.core.scene.phase == "lobby"
        assert table.core.scene.notice is not None
    finally:
        table.close()
    assert wanted.journal is not None
    kept = look(wanted.journal)
    assert kept is not None
    assert (kept.ended, len(kept.lines)) == (None, 3)


@pytest.mark.parametrize(
    ("seats", "box", "says"),
    [
        (2, BOX, "the rules do not take its box: lava_land is for 3 to 5 players"),
        (3, "x = [", "the rules do not take its box: Invalid value"),
        (3, "x = 1", "the rules do not take its box: x: is not known"),
    ],
)
def test_a_match_that_the_rules_do_not_take_is_set_aside_in_words(
    seats: int, box: str, says: str, wanted: Wanted, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(wanted, "lava_land", seats, box)
    assert wanted.journal is not None
    table = assembled(wanted, Writer())
    assert table.core.table.evening.host is None, "another can be played"
    assert f"match 1 is set aside: {says}" in table.core.devices["journal"].says
    table.close()
    assert "Look at it with ./table replay --match 1" in capsys.readouterr().err
    kept = look(wanted.journal)
    assert kept is not None
    assert str(kept.ended).startswith(f"set aside: {says}")
    assert len(kept.lines) == 3


def left(wanted: Wanted, *more: str, version: int = 1) -> None:
    """A journal with a match of Lava Land that was told these lines besides the usual three."""
    assert wanted.journal is not None
    journal = Journal(wanted.journal, wall_clock)
    match = journal.begin("lava_land", version, range(3), "7", BOX)
    words = ("A token", "draw as_blue", "draw as_red", *more)
    journal.append(match, [Answered(w, 10 * n) for n, w in enumerate(words)])
    journal.close()


def test_a_line_the_rules_no_longer_allow_is_named_and_the_match_goes_on_before_it(
    wanted: Wanted, capsys: pytest.CaptureFixture[str]
) -> None:
    left(wanted, "B flies away", "draw as_red")
    assert wanted.journal is not None
    for _ in range(2):  # and again, as any other match
        table = assembled(wanted, Writer())
        host = table.core.table.evening.host
        assert host is not None
        stands = host.ledger.match.state
        table.close()
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("match 1: line 4: 'B flies away': ")
    assert said[0].endswith("goes on from the line before, as match 2: put the table as it shows")
    assert said[1:] == ["going on with match 2, 4 lines told"] * 2
    old, new = look(wanted.journal, 1), look(wanted.journal, 2)
    assert old is not None
    assert new is not None
    assert len(old.lines) == 5, "nothing of it is changed"
    assert str(old.ended).startswith("set aside: match 1: line 4: 'B flies away': ")
    assert str(old.ended).endswith("goes on as match 2")
    put = new.tale[-1]
    assert isinstance(put, Put)
    assert put.reason.startswith("match 1: line 4: 'B flies away': ")
    game, setup = GAMES["lava_land"], Setup(3, GAMES["lava_land"].box(tomllib.loads(BOX)))
    assert retell(Match.begin(game, setup, "7"), old.tale[:3]).state == stands


def test_a_line_that_was_undone_need_not_be_allowed_any_more(
    wanted: Wanted, capsys: pytest.CaptureFixture[str]
) -> None:
    left(wanted, "B flies away")
    assert wanted.journal is not None
    with closing(Journal(wanted.journal, wall_clock)) as journal:
        journal.append(1, [Undone(2, 50), Answered("draw as_red", 60)])
    table = assembled(wanted, Writer())
    host = table.core.table.evening.host
    assert host is not None
    assert (host.ledger.match.length, host.ledger.n) == (3, 6)
    table.close()
    assert capsys.readouterr().err.splitlines() == ["going on with match 1, 6 lines told"]


def test_a_match_of_older_rules_that_allow_all_of_it_goes_on_and_that_is_told(
    wanted: Wanted, capsys: pytest.CaptureFixture[str]
) -> None:
    left(wanted, version=0)
    table = assembled(wanted, Writer())
    table.close()
    now = GAMES["lava_land"].version
    says = f"match 1 was begun by lava_land 0, and goes on by lava_land {now}"
    assert capsys.readouterr().err.splitlines()[0] == f"{says}: every line of it is allowed"


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


@pytest.mark.parametrize("company", [True, False])
def test_bots_have_hands_where_company_plays_them(company: bool, wanted: Wanted) -> None:
    """At a virtual table they tell what those have done: taking back leads past that, too."""

    async def sits(table: Assembly) -> None:
        del table

    begun(wanted)
    more = replace(wanted, company=sits if company else None)
    table = assembled(more, Writer())
    try:
        host = table.core.table.evening.host
        assert host is not None
        assert host.ledger.bots.hands is company
    finally:
        table.close()
