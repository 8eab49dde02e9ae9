"""``./table simulate`` plays by the rules alone, the same for the same seed."""

from __future__ import annotations

import json

import pytest

from firmware_host.daemon.cli import main


def simulate(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["simulate", *words]) == 0
    said = capsys.readouterr()
    assert said.err == ""  # no bar where there is no terminal
    return said.out


def test_the_same_seed_gives_the_same_statistics(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--players", "3", "--games", "4", "--seed", "7", "--json")
    first, again = simulate(capsys, *asked), simulate(capsys, *asked)
    assert first == again
    found = json.loads(first)
    assert found["games"] == 4
    assert found["bots"] == ["heuristic"] * 3
    assert set(found["wins"]) == {"A", "B", "C"}
    assert 0 <= found["boat_reached"] <= 1
    assert found["rounds"]["least"] <= found["rounds"]["median"] <= found["rounds"]["most"]
    assert sum(found["ended"].values()) == 4


def test_another_seed_gives_other_games(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--games", "3", "--bots", "random", "--json", "--seed")
    assert simulate(capsys, *asked, "7") != simulate(capsys, *asked, "8")


def test_people_get_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    said = simulate(capsys, "--games", "2", "--bots", "random,heuristic", "--players", "3")
    for words in (
        "2 games of lava_land, 3 players",
        "random",
        "heuristic",
        "rounds",
        "boat reached",
    ):
        assert words in said


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--players 2", "3 to 5 players"),
        ("--players 6", "3 to 5 players"),
        ("--players many", "invalid int value: 'many'"),
        ("--games 0", "'0' is not a number of games; write 1 or more"),
        ("--games -3", "games"),
        ("--bots clever", "no bot 'clever'; write heuristic or random"),
        ("--bots random,random,random,random,random", "5 bots for 4 seats"),
        ("--game chess", "invalid choice: 'chess'"),
    ],
)
def test_what_cannot_be_played_is_said(
    words: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *words.split()]) == 64
    assert says in capsys.readouterr().err


def test_a_box_that_is_not_there_is_a_fault_of_configuration(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["simulate", "--box", "nowhere.toml"]) == 78
    assert "nowhere.toml" in capsys.readouterr().err


def test_each_game_has_figures_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--game", "table_is_lava", "--players", "2", "--games", "3")
    found = json.loads(simulate(capsys, *asked, "--json"))
    assert found["launches"] == {"least": 14, "median": 14, "mean": 14, "most": 14}
    assert {"placements", "falls", "answers"} <= set(found)
    assert not {"rounds", "survivors", "boat_reached", "escapes"} & set(found)
    said = simulate(capsys, *asked)
    assert "launches" in said
    assert "boat" not in said


def test_a_game_says_in_its_own_words_that_somebody_got_away(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ("--game", "lost_island", "--players", "2", "--games", "2")
    found = json.loads(simulate(capsys, *asked, "--json"))
    assert 0 <= found["raft_boarded"] <= 1
    assert "boat_reached" not in found
    said = simulate(capsys, *asked)
    assert "raft boarded in" in said
    assert "boat reached" not in said
