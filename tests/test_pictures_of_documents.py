"""Every picture of the documents has its maker, so that it can be made anew by one command."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.remake import FOLDER, MAKERS, main


def test_each_picture_can_be_made_anew_and_no_other_is_there() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(MAKERS)


def test_those_that_need_no_browser_are_made_as_they_stand(tmp_path: Path) -> None:
    names = [
        "oh_no_volcano_oled",
        "table_is_lava_oled",
        "lost_island_oled",
        "lava_land_oled",
        "wiring",
    ]
    assert main([*names, "--out", str(tmp_path)]) == 0
    for file in tmp_path.iterdir():
        assert file.read_bytes() == (FOLDER / file.name).read_bytes(), file.name


def test_a_picture_that_there_is_not_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["moon"])
    assert "no picture 'moon'; there are page, " in capsys.readouterr().err
