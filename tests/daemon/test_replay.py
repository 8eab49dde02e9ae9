"""``./table replay`` tells a journal again, or says where it cannot."""

from __future__ import annotations

import json
import sqlite3
import tomllib
from pathlib import Path

import pytest

from firmware_host.daemon.cli import main
from firmware_host.daemon.places import config_folder
from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Over, Setup
from firmware_host.session.journal import Journal
from firmware_host.session.match import Match
from firmware_host.session.tale import Answered, Put, Told, Undone
from tests.strategies import LAVA_LAND, AnyMatch, begun, picked

VOLCANO = config_folder() / "games" / "oh_no_volcano.toml"


def wall() -> str:
    return "2026-11-29T20:15:00+01:00"


def kept(path: Path, *tale: Told, box: str = LAVA_LAND.text, game: str = "lava_land") -> None:
    journal = Journal(path, wall)
    journal.append(journal.begin(game, 1, range(3), "s", box), tale)
    journal.close()


def whole_game() -> AnyMatch:
    match = begun("lava_land", 3)
    for k in range(10_000):
        if isinstance(match.pending, Over):
            return match
        match = match.answered(picked(match, k), 100 * k)
    raise AssertionError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


def test_a_whole_game_is_told_to_its_ranking(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = whole_game()
    kept(path, *match.told())
    assert main(["replay", str(path)]) == 0
    said = capsys.readouterr().out
    for words in (str(match.events[-1]), "over: nobody_escaped", "winners: nobody", "1. A B C"):
        assert words in said
    assert main(["replay", str(path), "--json"]) == 0
    head, *lines, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert head["lines"] == len(lines) == match.length
    assert lines[-1]["events"] == [str(event) for event in match.events]
    assert last["state"] == match.game.words.write(match.state)
    assert last["ranking"] == [["A", "B", "C"]]


def test_it_stops_where_it_is_told_and_says_what_is_waited_for(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = whole_game()
    kept(path, *match.told()[:20], Undone(10, 99), *match.told()[10:30])
    assert main(["replay", str(path), "--upto", "21", "--json"]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert last["state"] == match.game.words.write(match.undone(match.length - 10).state)
    assert last["waits_for"]


def test_the_first_line_the_rules_no_longer_allow_is_named(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = whole_game().told()[:7]
    kept(path, *good, Answered("A fly 20", 800), Answered("B fly 20", 900))
    assert main(["replay", str(path)]) == 1
    said = capsys.readouterr()
    assert "line 8: 'A fly 20'" in said.err
    assert "fly" not in said.out
    assert main(["replay", str(path), "--upto", "7"]) == 0


def test_a_damaged_journal_is_told_as_far_as_it_goes(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(path, *whole_game().told()[:9])
    db = sqlite3.connect(path)
    db.execute("UPDATE line SET words = 'B take Rb' WHERE line = 6")
    db.commit()
    db.close()
    assert main(["replay", str(path)]) == 1
    said = capsys.readouterr()
    assert (
        "damaged at line 6 (its checksum does not match); 5 lines before it are whole" in said.err
    )
    assert "    5 " in said.out
    assert "    6 " not in said.out


def test_a_journal_cut_off_in_its_log_says_after_which_line(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(path, *whole_game().told()[:9])
    path.with_name(path.name + "-wal").write_bytes(b"\0" * 5000)
    assert main(["replay", str(path)]) == 1
    assert "cut off within the record after line 9" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("box", "game", "says"),
    [
        (LAVA_LAND.text, "chess", "'chess' is no game of this table"),
        ("boat = [", "lava_land", "the rules do not take its box"),
        ('game = "lava_land"', "lava_land", "the rules do not take its box"),
    ],
)
def test_a_match_of_rules_that_are_not_known_is_named(
    path: Path, box: str, game: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(path, box=box, game=game)
    assert main(["replay", str(path)]) == 1
    assert says in capsys.readouterr().err


def test_what_is_not_there_is_named(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(path)]) == 1
    assert "there is no such file" in capsys.readouterr().err
    Journal(path, wall).close()
    assert main(["replay", str(path)]) == 1
    assert "no match in it" in capsys.readouterr().err
    kept(path)
    assert main(["replay", str(path), "--match", "9"]) == 1
    assert "no match 9" in capsys.readouterr().err


def test_without_a_name_this_tables_own_journal_is_told(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(path)
    monkeypatch.setenv("STATE_DIRECTORY", str(path.parent))
    assert main(["replay", "--upto", "1"]) == 0
    assert main(["replay", str(path.parent), "--upto", "1"]) == 0
    monkeypatch.setenv("STATE_DIRECTORY", str(path.parent / "other"))
    assert main(["replay"]) == 1
    assert "no journal in this folder" in capsys.readouterr().err


def dealt(answers: int) -> AnyMatch:
    """A match of Oh No, Volcano! in which the program has dealt the hands."""
    box = VOLCANO.read_text().replace('deck = "physical"', 'deck = "virtual"')
    game = GAMES["oh_no_volcano"]
    match: AnyMatch = Match.begin(game, Setup(3, game.box(tomllib.loads(box))), "s")
    for k in range(answers):
        match = match.answered(picked(match, k) if match.lucky() is None else match.lucky(), k)
    return match


def test_hands_that_the_program_has_dealt_are_told_to_nobody_while_they_are_played(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """OV-03."""
    match = dealt(40)
    box = VOLCANO.read_text().replace('deck = "physical"', 'deck = "virtual"')
    put = Put((("hand_A", match.game.words.write(match.state)["hand_A"]),), "so it is", 5)
    kept(path, *match.told(), put, box=box, game="oh_no_volcano")
    words = [str(getattr(told, "words", "")) for told in match.told()]
    draws = [said for said in words if said.startswith("draw")]
    assert len(draws) >= 9
    assert main(["replay", str(path)]) == 0
    said = capsys.readouterr().out
    assert "draw A\n" in said
    assert "seed" not in said
    assert "hand_A: " in said
    for drawn in draws:
        assert f"{drawn}\n" not in said
    for seat in "ABC":
        hand = match.game.words.write(match.state)[f"hand_{seat}"]
        assert hand
        assert hand not in said
    assert main(["replay", str(path), "--hands"]) == 0
    assert draws[0] in capsys.readouterr().out


def test_a_line_that_the_rules_refuse_is_named_without_the_card_that_was_dealt(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    box = VOLCANO.read_text().replace('deck = "physical"', 'deck = "virtual"')
    kept(path, Answered("draw B A2+boulder+ball1", 0), box=box, game="oh_no_volcano")
    assert main(["replay", str(path)]) == 1
    said = capsys.readouterr().err
    assert "line 1: 'draw B'" in said
    assert "boulder" not in said
