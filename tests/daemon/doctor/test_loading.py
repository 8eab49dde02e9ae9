"""A library is found when it can be loaded, not when its file is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_host.daemon.doctor.machine import loaded


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("fine = True", ""),
        ("raise ValueError('numpy.dtype size changed')", "ValueError: numpy.dtype size changed"),
        ("import none_such_at_all", "No module named 'none_such_at_all'"),
        ("import os; os.kill(os.getpid(), 11)", "it ends Python by signal 11"),
        ("import sys; sys.exit(3)", "status 3"),
    ],
)
def test_a_child_tries_it_and_its_last_words_are_told(
    source: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "some_library.py").write_text(source)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert loaded("some_library").endswith(says)
    assert bool(loaded("some_library")) is bool(says)


def test_one_that_hangs_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "some_library.py").write_text("import time; time.sleep(60)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert loaded("some_library", 0.5) == "it was not loaded within 0.5 s"


def test_what_it_leaves_in_its_working_folder_is_left_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "some_library.py").write_text("open('.lgd-nfy0', 'w').close()")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.chdir("/proc")
    assert loaded("some_library") == ""
