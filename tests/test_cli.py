"""The command line says what it can do, and refuses what it cannot."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from firmware_host.daemon.cli import FRONT_DOOR, VERBS, main


def test_alone_it_lists_every_verb(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    said = capsys.readouterr().out
    for name in VERBS | FRONT_DOOR:
        assert f"  {name} " in said


def test_an_unknown_verb_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dance"]) == 64
    assert "'dance'" in capsys.readouterr().err


def test_the_front_door_leaves_a_folder_alone_that_is_no_environment(tmp_path: Path) -> None:
    (tmp_path / "letters").write_text("Dear")
    door = Path(__file__).parent.parent / "table"
    asked = subprocess.run(
        ["sh", door, "run"],
        env={**os.environ, "TABLE_VENV": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert asked.returncode == 73
    assert f"{tmp_path} is there, and is no environment" in asked.stderr
    assert (tmp_path / "letters").read_text() == "Dear"
