"""The doctor tells of files that the service would compile anew at each start."""

from __future__ import annotations

import os
import py_compile
from pathlib import Path

import pytest

from firmware_host.daemon.doctor.compiled import compiled
from firmware_host.daemon.doctor.finding import Level
from firmware_host.daemon.doctor.machine import Machine
from firmware_host.daemon.places import PACKAGE, config_folder
from firmware_host.daemon.settings import config_read

TABLE = config_read.load(config_folder() / "tables" / "demo.toml").table


@pytest.fixture
def sources(tmp_path: Path) -> list[Path]:
    """Three files of a program, compiled, below a root of their own."""
    folder = tmp_path / str(PACKAGE.parent).lstrip("/")
    files = [folder / name for name in ("firmware_host/a.py", "firmware_host/in/b.py", "hw/c.py")]
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("seen = 1\n")
        py_compile.compile(str(file))
    return files


def told(root: Path) -> tuple[Level, str]:
    (finding,) = compiled(Machine(root=root), TABLE)
    return finding.level, finding.says


def test_all_is_well_where_each_file_is_compiled(sources: list[Path], tmp_path: Path) -> None:
    assert told(tmp_path) == (Level.OK, "all 3 files of it are compiled")


def test_those_are_counted_that_python_would_not_take(sources: list[Path], tmp_path: Path) -> None:
    sources[0].write_text("seen = 2\nmore = 3\n")
    said = "1 of 3 files of the program are compiled anew at each start"
    assert told(tmp_path) == (Level.WARNING, said)
    stamp = sources[1].stat().st_mtime_ns + 5_000_000_000
    os.utime(sources[1], ns=(stamp, stamp))
    next(sources[2].parent.glob("__pycache__/*.pyc")).unlink()
    assert told(tmp_path)[1].startswith("3 of 3 files")


def test_what_another_python_compiled_does_not_count(sources: list[Path], tmp_path: Path) -> None:
    kept = next(sources[2].parent.glob("__pycache__/*.pyc"))
    kept.write_bytes(b"\0\0\0\0" + kept.read_bytes()[4:])
    assert told(tmp_path)[1].startswith("1 of 3 files")


def test_it_is_compiled_by_a_command_that_changes_nothing_else(
    sources: list[Path], tmp_path: Path
) -> None:
    sources[0].with_name("later.py").touch()
    (finding,) = compiled(Machine(root=tmp_path), TABLE)
    assert finding.command == f"sudo {PACKAGE.parent}/table games"


def test_nothing_is_said_where_there_is_no_program(tmp_path: Path) -> None:
    assert not [*compiled(Machine(root=tmp_path), TABLE)]
