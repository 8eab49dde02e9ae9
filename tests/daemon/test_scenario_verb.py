"""``./table scenario``: what it prints, and its exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host.daemon.verbs.scenario import main

Out = pytest.CaptureFixture[str]

TRUE = """
id = "BUG-7"
says = "Two bananas are two bananas."
game = "lava_land"
given.dice = "A: Yb Rb Rt"
steps = ["A go"]
tells = ["A bonus banana_pair", "..."]
then.now = "go B"
then.A = "4/5/3"
asks.topic = "go"
asks.options = ["B go"]
"""


@pytest.fixture
def true(tmp_path: Path) -> Path:
    file = tmp_path / "true.toml"
    file.write_text(TRUE)
    return file


@pytest.fixture
def untrue(tmp_path: Path) -> Path:
    file = tmp_path / "untrue.toml"
    text = TRUE.replace('"4/5/3"', '"4/6/3"').replace("banana_pair", "banana_triple")
    file.write_text(text.replace('["B go"]', '["B go", "B pass"]'))
    return file


def test_a_true_scenario_passes_outside_of_the_tree_too(true: Path, capsys: Out) -> None:
    assert main([str(true)]) == 0
    passed = f"pass  {true}  BUG-7: Two bananas are two bananas.\n"
    assert capsys.readouterr().out == passed + "1 passed, 0 failed, 0 unreadable\n"


def test_an_untrue_one_fails_and_shows_what_is_different(untrue: Path, capsys: Out) -> None:
    assert main([str(untrue)]) == 1
    assert (
        capsys.readouterr().out
        == f"""\
FAIL  {untrue}  BUG-7: Two bananas are two bananas.
      then.A, line 9
        expected  4/6/3
        actual    4/5/3
      tells[0], line 7
        expected
          A bonus banana_triple
          ...
        actual
          A bonus banana_pair
          A counted banana 2
          B turnstarted
      asks.options, line 11
        - expected, + actual
          B go
        - B pass
      told:
        A bonus banana_pair
        A counted banana 2
        B turnstarted
      asks: go (player)
        options B go
        silence B go
0 passed, 1 failed, 0 unreadable
"""
    )


def test_a_line_that_changed_and_is_not_named_fails(true: Path, capsys: Out) -> None:
    true.write_text(TRUE.replace('then.A = "4/5/3"\n', ""))
    assert main([str(true)]) == 1
    shown = capsys.readouterr().out
    assert "then.A, which the scenario does not name\n" in shown
    assert "expected  4/3/3  (as before)\n" in shown


def test_a_step_that_is_refused_ends_the_scenario(true: Path, capsys: Out) -> None:
    true.write_text(TRUE.replace('["A go"]', '[\n"A go",\n"B pass",\n"B go"]'))
    assert main([str(true)]) == 1
    shown = capsys.readouterr().out
    assert "steps[1], line 8\n        expected  B pass\n        actual    refused (" in shown
    assert "then." not in shown


def test_an_answer_that_should_be_refused_and_is_not_fails(true: Path, capsys: Out) -> None:
    true.write_text(TRUE.replace('["A go"]', '["A go", { refuse = "B go", code = "x" }]'))
    assert main([str(true)]) == 1
    assert "actual    this is a legal answer" in capsys.readouterr().out


def test_what_is_no_scenario_is_told_apart_from_a_failure(
    true: Path, untrue: Path, capsys: Out
) -> None:
    broken = true.parent / "broken.toml"
    broken.write_text("id = \n")
    assert main([str(true.parent)]) == 78
    shown = capsys.readouterr()
    assert shown.out.endswith("1 passed, 1 failed, 1 unreadable\n")
    assert shown.err.startswith(f"{broken}:1: this is no TOML")
    assert f"FAIL  {untrue}" in shown.out


def test_a_file_that_is_not_there_is_78(tmp_path: Path, capsys: Out) -> None:
    assert main([str(tmp_path / "none.toml")]) == 78
    assert "none.toml: cannot be read" in capsys.readouterr().err


def test_a_folder_of_nothing_is_78(tmp_path: Path, capsys: Out) -> None:
    assert main([str(tmp_path)]) == 78
    assert "holds no scenario" in capsys.readouterr().err


def test_json_tells_everything(true: Path, untrue: Path, capsys: Out) -> None:
    broken = true.parent / "broken.toml"
    broken.write_text("id = 3\n")
    assert main(["--json", str(true), str(untrue), str(broken)]) == 78
    told = json.loads(capsys.readouterr().out)
    assert (told["passed"], told["failed"], told["unreadable"]) == (1, 1, 1)
    good, bad, none = told["files"]
    assert (good["status"], good["id"], good["differences"]) == ("passed", "BUG-7", [])
    assert good["told"] == ["A bonus banana_pair", "A counted banana 2", "B turnstarted"]
    assert good["state"]["A"] == "4/5/3"
    assert good["asks"]["options"] == ["B go"]
    assert bad["differences"][0] == {
        "line": 9,
        "path": "then.A",
        "expected": "4/6/3",
        "actual": "4/5/3",
    }
    assert none["errors"][0].startswith(f"{broken}:1: id: ")


def test_verbose_shows_the_question_of_a_true_one(true: Path, capsys: Out) -> None:
    assert main(["-v", str(true)]) == 0
    assert "asks: go (player)\n        options B go\n" in capsys.readouterr().out


def test_actual_can_be_pasted_into_the_file(untrue: Path, capsys: Out) -> None:
    main(["--actual", str(untrue)])
    shown = capsys.readouterr().out
    expectations = shown[shown.index("tells = [") : shown.index("0 passed")]
    untrue.write_text(TRUE[: TRUE.index("tells")] + expectations)
    assert main([str(untrue)]) == 0


def test_a_reader_that_leaves_early_and_a_terminal_without_letters_are_no_crash(
    true: Path,
) -> None:
    true.write_text(TRUE.replace("Two bananas are", "Zwei \U0001f34c für"), encoding="utf-8")
    command = [sys.executable, "-m", "firmware_host", "scenario", *[str(true)] * 2]
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, env=ascii_only, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Zwei \\U0001f34c f\\xfcr two bananas." in done.stdout
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")
