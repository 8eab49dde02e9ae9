"""The display's last words are the right ones, and all of them at once."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import house
from firmware_host.daemon.settings.config import OledSection
from firmware_host.daemon.upkeep import farewell
from firmware_host.table.oled import Display, Panel
from hw.mock.oled import MockOled
from hw.ports import Oled

TABLE = config_folder() / "tables" / "pi4-wled.toml"
HOOK = Path(__file__).parents[3] / "systemd" / "lava-table.shutdown"


@pytest.mark.parametrize("words", [farewell.CLOSED, farewell.UNPLUG], ids=lambda w: w.key)
@pytest.mark.parametrize("panel", [Panel(), Panel(256, 64, grey=True, pitch_mm=0.28)])
def test_last_words_fit_at_once_for_no_page_turns_any_more(words: object, panel: Panel) -> None:
    said = farewell.CLOSED if words == farewell.CLOSED else farewell.UNPLUG
    display = Display(panel, house.texts_of(config_folder() / "texts" / "en.toml"))
    assert any(display.picture(farewell.scene(said), 0))
    assert display.next_ns(0) is None


class Kept(MockOled):
    """A display that keeps its picture, as real ones do while they have power."""

    kept: tuple[bytes, ...] = ()
    closed = False

    def show(self, picture: bytes) -> None:
        self.kept += (picture,)

    def close(self) -> None:
        self.closed = True


def test_before_the_power_goes_it_is_said_and_the_display_let_go() -> None:
    shown: list[Kept] = []

    def opened(section: OledSection) -> Oled:
        shown.append(Kept(section.width, section.height))
        return shown[0]

    assert farewell.main([str(TABLE), "poweroff"], opened) == 0
    assert len(shown[0].kept) == 1
    assert any(shown[0].kept[0])
    assert shown[0].closed


@pytest.mark.parametrize("kind", ["reboot", "kexec"])
def test_before_a_restart_nothing_is_said(kind: str) -> None:
    def never(section: OledSection) -> Oled:
        raise AssertionError(f"the {section.driver} is opened")

    assert farewell.main([str(TABLE), kind], never) == 0


def test_a_table_without_a_display_goes_without_a_word() -> None:
    assert farewell.main([str(config_folder() / "tables" / "demo.toml"), "poweroff"]) == 0


def test_a_faulty_table_is_told_in_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "table.toml").write_text("")
    assert farewell.main([str(tmp_path / "table.toml"), "halt"]) == 1
    assert "table.toml" in capsys.readouterr().err


def test_the_script_that_systemd_runs_hands_on_what_is_about_to_be_done(tmp_path: Path) -> None:
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "$PYTHONPATH" "$@"\n')
    python.chmod(0o755)
    config = tmp_path / "table.toml"
    settings = {"LAVA_TABLE": str(tmp_path), "LAVA_TABLE_CONFIG": str(config)}

    def run() -> str:
        done = subprocess.run(
            [HOOK, "poweroff"],
            env={**os.environ, **settings},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    assert run() == ""  # no table is set up on this machine
    config.touch()
    assert run() == f"{tmp_path} -m firmware_host.daemon.upkeep.farewell {config} poweroff\n"
