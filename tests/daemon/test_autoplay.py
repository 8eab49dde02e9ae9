"""A whole game through the complete virtual table: its dice are read out of rendered frames."""

from __future__ import annotations

import json

import pytest

from firmware_host.daemon.verbs.autoplay import main


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_a_game_ends_with_every_die_read_right_or_asked_about(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--players", "3", "--seed", "8"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    told = json.loads(line)
    keys = "seed players answers presses ranking rounds dice_read dice_asked dice_misread wall_s"
    assert list(told) == keys.split()
    assert sorted("".join(seat for rank in told["ranking"] for seat in rank)) == list("ABC")
    assert told["dice_misread"] == 0
    assert told["dice_read"] + told["dice_asked"] >= 9 * told["rounds"]  # more where thrown again
    assert told["dice_asked"] <= 0.05 * told["dice_read"]


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_of_hands_that_grab_at_once_hardly_any_die_is_told_to_another(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--players", "3", "--seed", "s", "--rush"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["rounds"] >= 8, "else there is little to tell apart"
    assert told["dice_misread"] <= 2  # one die told to a wrong seat counts in two hands


def test_a_table_with_real_buttons_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    from firmware_host.daemon.places import config_folder

    file = tmp_path_factory.mktemp("tables") / "real.toml"
    text = (config_folder() / "tables" / "autoplay.toml").read_text()
    file.write_text(text.replace('[buttons]\nport = "mock"', '[buttons]\nport = "gpio"'))
    assert main(["--config", str(file)]) == 78
    assert "autoplay needs a virtual table" in capsys.readouterr().err
