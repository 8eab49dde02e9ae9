"""A file is whole under its name, or what it was before."""

from __future__ import annotations

import os
import resource
import signal
import stat
from pathlib import Path

import pytest

from firmware_host.daemon.whole import belongs, renewed, written


def test_it_takes_the_place_of_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    written(file, b"one")
    written(file, b"other")
    assert file.read_bytes() == b"other"
    assert [*tmp_path.iterdir()] == [file]


def test_nobody_else_may_read_it_at_any_moment_where_that_is_asked(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        written(tmp_path / "secret", b"x", 0o600)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


def test_a_draft_that_a_power_cut_left_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "kept.new").write_bytes(b"half of it, and longer than the new one")
    written(tmp_path / "kept", b"whole")
    assert (tmp_path / "kept").read_bytes() == b"whole"
    assert not (tmp_path / "kept.new").exists()


def test_where_it_cannot_be_written_the_old_one_stays(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    written(file, b"old")
    (tmp_path / "kept.new").mkdir()
    with pytest.raises(OSError, match=r"kept\.new"):
        written(file, b"new")
    assert file.read_bytes() == b"old"


def test_on_a_full_disk_no_half_of_it_takes_up_room(tmp_path: Path) -> None:
    """A file may not be longer than that: to whoever writes it that is a full disk."""
    file, most = tmp_path / "kept", resource.getrlimit(resource.RLIMIT_FSIZE)
    written(file, b"old")
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, most[1]))
    try:
        for write in (written, renewed):
            with pytest.raises(OSError, match="too large") as wrong:
                write(file, bytes(8192))
            assert wrong.value.filename == str(file), "what the system says names none"
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
        signal.signal(signal.SIGXFSZ, before)
    assert file.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_what_root_makes_is_the_folder_s_owner_s(tmp_path: Path) -> None:
    os.chown(tmp_path, 65534, 65534)
    written(tmp_path / "kept", b"x")
    made = tmp_path / "made"
    made.mkdir()
    belongs(made, tmp_path)
    assert {(tmp_path / name).stat().st_uid for name in ("kept", "made")} == {65534}
