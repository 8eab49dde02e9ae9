"""Quiet hours in a table's file are two times of the day, or none."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_host.daemon.errors import ConfigError
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import config_read

GOOD = (config_folder() / "tables" / "demo.toml").read_text()


def read(folder: Path, keys: str) -> str:
    file = folder / "table.toml"
    file.write_text(f"{GOOD}\n[quiet]\n{keys}\n")
    try:
        config_read.load(file)
    except ConfigError as wrong:
        return str(wrong)
    return ""


def test_two_times_are_good_across_midnight_too(tmp_path: Path) -> None:
    assert read(tmp_path, 'begins = "23:00"\nends = "07:00"\nawake_min = 5') == ""
    assert read(tmp_path, "") == ""


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ('begins = "23:00"', 'quiet.ends: quiet hours have a begin and an end. Write "07:00", say'),
        ('ends = "07:00"', "quiet.begins: quiet hours have a begin and an end"),
        ('begins = "07:00"\nends = "07:00"', "quiet.ends: from 07:00 to 07:00 is no time"),
        ('begins = "24:00"\nends = "7:00"', '"24:00" cannot be used here. Write a time of day'),
        ('begins = "23:00"\nends = "07:00"\nawake_min = 0', "minutes from 1 to 600"),
    ],
)
def test_what_is_no_time_is_told_with_what_to_write(keys: str, says: str, tmp_path: Path) -> None:
    assert says in read(tmp_path, keys)
