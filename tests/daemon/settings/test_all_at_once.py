"""Whatever is wrong with a table's files is told at once, not one fault after the other."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from firmware_host.daemon.errors import ConfigError
from firmware_host.daemon.settings import house

from .test_config import GOOD, folder, told

__all__ = ["folder"]  # a fixture


def test_what_a_file_lacks_hides_no_other_fault_of_it(folder: Path) -> None:
    """Without a seat's pin, a strip's LEDs and a whole section all else is looked at as well."""
    text = GOOD.replace("leds = 150\n", "").replace('[oled]\nport = "mock"\n', "")
    text = text.replace("button = 5\n", "").replace("lamp = 18", "lamp = 17")
    text = text.replace("side_deg = 180", "side_deg = 125").replace('name = "S3"', 'name = "S0"')
    text = text.replace("[strip]", '[quiet]\nbegins = "23:00"\n\n[strip]')
    keys = [fault.split(": ")[1] for fault in told(folder, text)]
    seats = ("seats[1].button", "seats[2].lamp", "seats[3].name", "seats[3].side_deg")
    assert sorted(keys) == sorted(["oled", "quiet.ends", *seats, "strip.leds"])


@pytest.mark.parametrize("key", ["name", "game", "buttons", "strip", "oled", "camera", "seats"])
def test_what_stands_in_for_what_is_missing_is_no_fault_of_the_file(folder: Path, key: str) -> None:
    lines = GOOD.splitlines(keepends=True)
    if key in ("name", "game"):
        text = "".join(line for line in lines if not line.startswith(f"{key} = ") or "S" in line)
    else:
        parts = re.split(r"(?=^\[)", GOOD, flags=re.MULTILINE)
        text = "".join(part for part in parts if not re.match(rf"\[+{key}\]", part))
    assert [fault.split(": ")[1] for fault in told(folder, text)] == [key]


def test_every_tint_and_every_line_that_cannot_be_used_is_told(folder: Path) -> None:
    (folder / "tints.toml").write_text('hue = 1\n[tints]\nsea = "blue"\nboat = []\n')
    (folder / "words.toml").write_text("[a]\nb = 1\nc = [2]\n")
    (folder / "table.toml").write_text(GOOD)
    with pytest.raises(ConfigError) as wrong:
        house.read(folder / "table.toml")
    keys = {one.key for one in wrong.value.wrong}
    assert {"hue", "tints.sea", "tints.boat", "tints.lava", "a.b", "a.c"} <= keys
    assert all(one.says and one.write and one.line for one in wrong.value.wrong)


def test_each_line_that_is_no_toml_is_told(folder: Path) -> None:
    text = GOOD.replace("leds = 150", "leds = ").replace('driver = "ssd1306"', "driver = ssd")
    text = text.replace('game = "lava_land"', "game = lava_land").replace("button = 5", "button 5")
    lines = [fault.split(": ")[0] for fault in told(folder, text)]
    numbers = [
        n for n, line in enumerate(text.splitlines(), 1) if re.search("= lava|leds = $|n 5", line)
    ]
    assert lines == [f"table.toml:{n}" for n in numbers]
    assert len(lines) == 3


def test_one_quote_that_is_missing_is_one_fault(folder: Path) -> None:
    for old, new in (('name = "T"', 'name = "T'), ("[strip]", "[strip"), ("[[seats]]", "[[seats]")):
        assert len(told(folder, GOOD.replace(old, new, 1))) == 1, new


@pytest.mark.parametrize(
    ("text", "line"),
    [("a = [1,", 1), ("\n\na = [1,\n", 3), ('a = ["\u2028 and \x85 end none",', 1)],
)
def test_what_is_never_closed_is_told_with_the_last_line(
    text: str, line: int, tmp_path: Path
) -> None:
    """Some letters end a line elsewhere, and none in TOML."""
    file = tmp_path / "table.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as wrong:
        house.read(file)
    assert str(wrong.value).startswith(f"{file}:{line}: this is no TOML")


def test_a_pipe_is_refused_and_not_waited_for(folder: Path) -> None:
    """A reload would never end, and neither would the daemon."""
    os.mkfifo(folder / "table.toml")
    with pytest.raises(ConfigError, match=r"table.toml: .*is a pipe or a device, and no file"):
        house.read(folder / "table.toml")
