"""What the command line says to those who ask for what cannot be, or want no more."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host.daemon import cli, errors
from firmware_host.daemon.places import config_folder

ROOT = Path(__file__).parents[3]
COMMAND = [sys.executable, "-m", "firmware_host"]


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("autoplay --players 2", "lava_land is for 3 to 5 players"),
        ("autoplay --games 0", "'0' is not a number of games; write 1 or more"),
        ("simulate --games -1", "'-1' is not a number of games; write 1 or more"),
        ("run --port 70000", "'70000' is no port; write 1024 to 65535, or 0 for any"),
        ("run --port -5", "'-5' is no port"),
        ("demo --port x --no-browser", "'x' is no port"),
        ("demo --seats 0 --no-browser", "--seats 0: Lava Land is for 3 to 5 players"),
        ("fly", "no verb 'fly'"),
    ],
)
def test_what_cannot_be_is_refused_with_64_and_what_to_write(
    asked: str,
    says: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert cli.main(asked.split()) == 64
    assert says in capsys.readouterr().err


def test_a_folder_is_no_journal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = config_folder() / "tables" / "demo.toml"
    arguments = ["run", "--config", str(table), "--port", "0", "--journal", str(tmp_path)]
    assert cli.main(arguments) == 1
    assert f"{tmp_path}: this is a folder. Name a file for the journal" in capsys.readouterr().err


def test_games_that_cannot_be_kept_there_are_told_in_words(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    assert cli.main(["autoplay", "--keep", str(tmp_path / "file")]) == 1
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith(f"{tmp_path}/file")
    assert said.endswith(": the game cannot be kept")


def test_whoever_has_read_enough_may_stop_reading() -> None:
    with subprocess.Popen(
        [*COMMAND, "help"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == cli.UNREAD


WAITS = """
import sys
class Waits:
    def find_spec(self, name, path=None, target=None):
        if name == "firmware_host.daemon.verbs.run":
            open({pipe!r}).read()
sys.meta_path.insert(0, Waits())
"""
"""A program that waits, for as long as we like, while what it was asked for is loaded."""


def test_ctrl_c_before_it_has_begun_ends_it_without_a_word(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "sitecustomize.py").write_text(WAITS.format(pipe=str(pipe)))
    path = {**os.environ, "PYTHONPATH": f"{tmp_path}:{ROOT}"}
    with subprocess.Popen([*COMMAND, "run"], cwd=ROOT, stderr=subprocess.PIPE, env=path) as process:
        with pipe.open("w"):  # it has opened it as well
            assert _interrupted(process) == errors.STOPPED
        assert process.stderr is not None
        assert process.stderr.read() == b""


def _interrupted(process: subprocess.Popen[bytes]) -> int:
    """Its exit status after Ctrl-C, pressed again if it fell between two system calls."""
    for _ in range(3):
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.wait(5)
    raise AssertionError("Ctrl-C does not end it")
