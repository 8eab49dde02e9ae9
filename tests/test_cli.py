"""The command line says what it can do, and refuses what it cannot."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np
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


def run(command: str) -> subprocess.CompletedProcess[str]:
    """*command*, a shell's, with this checkout's command line as ``$table``."""
    env = {**os.environ, "table": f"{sys.executable} -m firmware_host"}
    return subprocess.run(
        ["bash", "-c", command], env=env, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_streams_that_were_closed_are_no_fault(closed: str) -> None:
    done = run(f"$table dice read /dev/null {closed}")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    told = "/dev/null: no ordinary file\n"
    assert done.stderr == ("" if "2>" in closed else told)


@pytest.mark.parametrize("verb", ["dice read --profile pips PICTURE PICTURE", "simulate --json"])
def test_who_has_seen_enough_may_go(verb: str, tmp_path: Path) -> None:
    picture = tmp_path / "one.png"
    cv2.imwrite(str(picture), np.random.default_rng(3).integers(90, 140, (99, 99, 3), np.uint8))
    done = run(f"$table {verb.replace('PICTURE', str(picture))} | true; exit ${{PIPESTATUS[0]}}")
    assert (done.returncode, done.stderr) == (141, "")


def test_the_front_door_leaves_a_folder_alone_that_is_no_environment(tmp_path: Path) -> None:
    (tmp_path / "letters").write_text("Dear")
    door = Path(__file__).parent.parent / "table"
    asked = subprocess.run(
        ["sh", door, "run"],
        env={**os.environ, "TABLE_VENV": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert asked.returncode == 73
    assert f"{tmp_path} is there, and is no environment" in asked.stderr
    assert (tmp_path / "letters").read_text() == "Dear"


def test_the_front_door_leaves_another_user_s_environment_alone() -> None:
    """As nobody, where this is root: it may remove everything."""
    nobody = 65534 if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory() as folder:
        door, theirs = Path(folder) / "table", Path(folder) / "theirs"
        shutil.copy(Path(__file__).parent.parent / "table", door)
        Path(folder).chmod(0o755)
        theirs.mkdir()
        (theirs / "pyvenv.cfg").touch()
        theirs.chmod(0o500)
        asked = subprocess.run(
            ["sh", door, "run"],
            env={**os.environ, "TABLE_VENV": str(theirs)},
            capture_output=True,
            text=True,
            check=False,
            user=nobody,
            cwd="/",
        )
        theirs.chmod(0o700)
        assert asked.returncode == 73
        assert f"{theirs} is another user's" in asked.stderr
        assert (theirs / "pyvenv.cfg").exists()


def program(folder: Path, python: str) -> Path:
    """The front door of a program of three files, whose environment is there."""
    here, venv = Path(__file__).parent.parent, folder / "venv"
    shutil.copy(here / "table", folder)
    shutil.copytree(here / "requirements", folder / "requirements")
    (venv / "bin").mkdir(parents=True)
    (venv / "bin" / "python").write_text(f"#!/bin/sh\n{python}\n")
    (venv / "bin" / "python").chmod(0o755)
    (venv / "pyvenv.cfg").write_text("version = 3\n")
    shutil.copy(here / "requirements" / "run.txt", venv / ".installed-run")
    for room in ("firmware_host", "hw"):
        (folder / room).mkdir()
        (folder / room / "__init__.py").touch()  # else the real one would be found behind it
        (folder / room / "never_imported.py").write_text("seen = 1\n")
    (folder / "firmware_host" / "__main__.py").write_text("print('it runs')\n")
    return folder


def entered(folder: Path, user: int | None = None) -> str:
    """What comes of the front door."""
    environment = {"TABLE_VENV": str(folder / "venv"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        ["sh", folder / "table", "run"],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
        user=user,
        cwd="/",
    )
    return done.stdout + done.stderr


def compiled(folder: Path) -> dict[str, int]:
    """When each source was compiled that was."""
    kept = folder.glob("*/__pycache__/*.pyc")
    return {f"{one.parts[-3]}/{one.name.split('.')[0]}": one.stat().st_mtime_ns for one in kept}


def test_the_front_door_compiles_all_of_the_program_once_and_again_what_is_newer(
    tmp_path: Path,
) -> None:
    """The service may write nothing there, and would compile it at each of its starts."""
    folder = program(tmp_path, f'exec "{sys.executable}" "$@"')
    assert entered(folder) == "it runs\n"
    first = compiled(folder)
    assert {"firmware_host/never_imported", "hw/never_imported"} < first.keys()
    assert entered(folder) == "it runs\n"
    assert compiled(folder) == first
    changed = folder / "hw" / "never_imported.py"
    changed.write_text("seen = 22\n")
    later_ns = changed.stat().st_mtime_ns + 2_000_000_000  # compileall knows whole seconds
    os.utime(changed, ns=(later_ns, later_ns))
    assert entered(folder) == "it runs\n"
    second = compiled(folder)
    assert {name for name in second if second[name] != first[name]} == {"hw/never_imported"}
    changed.write_text("seen = 333\n")
    os.utime(changed, (1e9, 1e9))  # out of an archive: a newer program with older dates
    assert entered(folder) == "it runs\n"
    third = compiled(folder)
    assert {name for name in third if third[name] != second[name]} == {"hw/never_imported"}


def test_the_front_door_compiles_nothing_where_it_may_write_nothing() -> None:
    """Tried as nobody, where this is root, who may write everywhere."""
    nobody = 65534 if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory() as name:
        folder = program(Path(name), f'echo "$2" >> {name}/asked; echo "$2"')
        (folder / "asked").touch()
        for place, mode in ((folder, 0o755), (folder / "asked", 0o666)):
            place.chmod(mode)
        assert entered(folder) == "firmware_host\n"
        assert (folder / "asked").read_text() == "compileall\nfirmware_host\n"
        (folder / "firmware_host").chmod(0o555)
        assert entered(folder, nobody) == "firmware_host\n"
        assert (folder / "asked").read_text() == "compileall\nfirmware_host\nfirmware_host\n"
        (folder / "firmware_host").chmod(0o755)
