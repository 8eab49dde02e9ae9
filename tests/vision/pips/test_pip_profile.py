"""A profile of pips says little, and what it says wrongly is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_host.vision import BadProfile, kinds
from firmware_host.vision.pips.profile import PipProfile, PipTable, load, load_either, save

SHIPPED = Path(__file__).parents[3] / "config" / "dice"


def written(folder: Path, text: str) -> Path:
    (folder / "profile.toml").write_text(text)
    return folder


def test_the_shipped_profile_knows_nothing_beforehand() -> None:
    assert load(SHIPPED / "pips") == PipProfile()


def test_a_profile_of_symbols_is_none_of_pips(tmp_path: Path) -> None:
    assert load(SHIPPED / "lava_land") is None
    assert load(tmp_path) is None


def test_a_known_table_may_be_told(tmp_path: Path) -> None:
    folder = written(tmp_path, 'kind = "pips"\ndie_px = 52\nregion = [1, 2, 30, 40]\nsign = 6\n')
    assert load(folder) == PipProfile(52.0, (1, 2, 30, 40), 6)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("die_px = 3", "die_px is 3: write an edge"),
        ('die_px = "large"', "write an edge"),
        ("region = [1, 2, 3]", r"write \[left, top"),
        ("region = [0, 0, 0, 10]", r"write \[left, top"),
        ("sign = 3", "write 1 or 6"),
        ("dice = 6", "dice: no such key"),
    ],
)
def test_what_is_wrong_in_it_is_named(tmp_path: Path, line: str, says: str) -> None:
    with pytest.raises(BadProfile, match=says):
        load(written(tmp_path, f'kind = "pips"\n{line}\n'))


def test_a_crater_is_kept_as_one_readable_file_and_read_again(tmp_path: Path) -> None:
    table = load_either(SHIPPED / "lost_island")
    assert isinstance(table, PipTable)
    mine = PipTable(
        name="mine",
        width=1296,
        height=972,
        tray=table.tray,
        camera="a camera",
        held={"exposure": 2.5},
        pips=PipProfile(51.5, (1, 2, 30, 40), 6),
    )
    kinds.save(mine, tmp_path)
    again = kinds.load(tmp_path)
    assert isinstance(again, PipTable)
    assert (again.name, again.width, again.height) == ("mine", 1296, 972)
    assert (again.camera, again.held, again.pips) == (mine.camera, mine.held, mine.pips)
    assert again.tray.die_mm == mine.tray.die_mm
    assert load(tmp_path) == mine.pips
    save(again, tmp_path / "again")
    assert (tmp_path / "again" / "profile.toml").read_text() == (
        tmp_path / "profile.toml"
    ).read_text()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("width = 960", "width = 3", "width is 3: expected a whole number"),
        ("die_mm = 16", "die_mm = 900", "the die's edge is 900 mm"),
        ('name = "lost_island"', "", "'name' is missing"),
        ("[camera]", "[kamera]", "kamera: no such key"),
        ("odd = true", "odd = false", "0 marks are odd"),
    ],
)
def test_what_is_wrong_with_a_craters_profile_is_named(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    text = (SHIPPED / "lost_island" / "profile.toml").read_text()
    assert old in text
    with pytest.raises(BadProfile, match=says):
        kinds.load(written(tmp_path, text.replace(old, new, 1)))
