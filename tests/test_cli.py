"""The command line says what it can do, and refuses what it cannot."""

from __future__ import annotations

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
