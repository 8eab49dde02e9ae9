"""``./table wiring`` tells how to solder, or why not."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import config_read
from firmware_host.daemon.verbs.wiring import main

TABLES = config_folder() / "tables"


def test_it_tells_wires_settings_and_parts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(TABLES / "pi4-wled.toml")]) == 0
    said = capsys.readouterr().out
    for words in ("Seat A: Window, lamp", "dtparam=i2c_arm=on", "ID_MM_PORT_IGNORE", "blade fuse"):
        assert words in said
    assert "The Pi's supply: 1150 mA of 3000 mA, at most." in said


def test_it_writes_what_can_be_printed_and_copied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "new" / "wiring"
    assert main([str(TABLES / "rig.toml"), "--out", str(out)]) == 0
    assert sorted(f.name for f in out.iterdir()) == [
        "70-lava-table.rules",
        "config.txt",
        "parts.txt",
        "wiring.svg",
    ]
    ET.parse(out / "wiring.svg")
    assert "dtparam=spi=on" in (out / "config.txt").read_text()
    assert str(out / "wiring.svg") in capsys.readouterr().out


def test_a_conflict_is_told_with_file_line_key_and_remedy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (TABLES / "pi5-wled.toml").read_text().replace("button = 22", "button = 3")
    file = tmp_path / "table.toml"
    file.write_text(text)
    assert main([str(file)]) == 78
    line = text[: text.index("button = 3")].count("\n") + 1
    said = capsys.readouterr().err
    assert f"{file}:{line}: seats[1].button: GPIO 3 (pin 5) belongs to I2C" in said
    assert "Write a free pin: 4, 7, 8" in said


def test_faults_are_told_in_the_order_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (
        (TABLES / "pi4-wled.toml").read_text().replace('driver = "ssd1306"', 'driver = "ssd1322"')
    )
    file = tmp_path / "table.toml"
    file.write_text(text.replace("button = 22", "button = 17"))
    assert main([str(file)]) == 78
    keys = [line.split(": ")[1] for line in capsys.readouterr().err.splitlines()]
    assert keys == ["seats[1].button", "oled.port", "oled.size"]


def test_a_folder_that_cannot_be_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert main([str(TABLES / "rig.toml"), "--out", str(tmp_path / "file")]) == 1
    assert "table wiring: " in capsys.readouterr().err


def test_a_virtual_table_is_said_to_be_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(TABLES / "demo.toml")]) == 0
    assert "nothing of this table is wired to a Pi" in capsys.readouterr().out


def test_a_controller_that_speaks_adalight_is_sent_red_first() -> None:
    """It puts colours into the order of its strip by itself: WLED does so for every strip."""
    tables = [config_read.load(file).table for file in (config_folder() / "tables").glob("*.toml")]
    behind = [table for table in tables if table.strip.port.startswith("/dev/serial")]
    assert len(behind) >= 3
    assert {table.strip.order for table in behind} == {"rgb"}


def test_what_i2c_needs_beside_config_txt_is_shipped_and_installed_by_the_readme() -> None:
    root = Path(__file__).parents[3]
    assert "i2c-dev" in (root / "systemd" / "lava-table.modules").read_text().splitlines()
    assert "cp systemd/lava-table.modules /etc/modules-load.d/" in (root / "README.md").read_text()
