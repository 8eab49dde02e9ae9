"""A profile of pips says little, and what it says wrongly is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_host.vision import BadProfile
from firmware_host.vision.pips.profile import PipProfile, load

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
