"""What becomes of a session and of the profile before it where something cannot be written."""

from __future__ import annotations

import errno
import io
import json
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_host.daemon.eye import profile_keeping
from firmware_host.daemon.verbs import dice
from firmware_host.vision import load
from firmware_host.vision.teaching.desk import CALIBRATE, Desk, Plan
from hw.mock import labelled
from hw.mock.labelled import FACES
from hw.mock.placing import laid
from hw.mock.world import fresh
from hw.mock.worldfile import WorldFile

from .rendering import PROFILE

Said = pytest.CaptureFixture[str]


@contextmanager
def no_file_larger_than(size: int) -> Iterator[None]:
    """As on a full disk: what is written beyond that does not arrive, and no file is named."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """``dice calibrate`` with a virtual crater."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.chdir(tmp_path)
    world = tmp_path / "world.json"
    WorldFile(world).write(laid(fresh(77, FACES, 3), (), 0))
    return ["calibrate", "--camera", "mock", "--world", str(world), "--profile", str(PROFILE)]


def test_what_cannot_be_written_ends_a_session_that_can_be_gone_on_with(
    command: list[str], capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("go\n"))
    with no_file_larger_than(4096):
        assert dice.main(command) == 2
    said = capsys.readouterr().err
    assert said.startswith("lava-table-teaching.jpg: File too large. The session is kept")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert dice.main(command) == 1


def test_a_session_is_said_to_be_done_when_its_profile_is_kept_and_not_before(
    command: list[str], tmp_path: Path, capsys: Said
) -> None:
    for place, status in (("/proc/nowhere/mine", 2), (str(tmp_path / "mine"), 0)):
        plan = Plan("mine", CALIBRATE)
        desk = Desk(tmp_path / "state" / "lava-table" / "teaching" / "mine.calibrate", plan,
                    load(PROFILE))  # fmt: skip
        desk.notes.at, desk.notes.model = len(CALIBRATE), "the virtual camera"
        desk.write()
        assert dice.main([*command, "--out", place]) == status
        said = capsys.readouterr()
        assert ("Done." in said.out) == (status == 0)
        assert ("The session is kept" in said.err) == (status == 2)


def test_of_a_profile_that_cannot_be_written_the_one_before_stays_and_the_place_is_named(
    tmp_path: Path,
) -> None:
    profile_keeping.replace(tmp_path / "mine", lambda new: new.joinpath("a").touch())

    def full(new: Path) -> None:
        (new / "b").touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match=r"No space left on device: .*mine'"):
        profile_keeping.replace(tmp_path / "mine", full)
    assert [f.name for f in tmp_path.rglob("*")] == ["mine", "a"]


def test_labelled_pictures_replace_a_profile_whole_or_not_at_all(
    tmp_path: Path, capsys: Said
) -> None:
    labelled.main([str(tmp_path / "shown"), "--seed", "991", "--count", "14"])
    asked = ["teach", "--from", str(tmp_path / "shown"), "--out", str(tmp_path / "mine")]
    assert dice.main(asked) == 0
    (tmp_path / "mine" / "empty.png").write_bytes(b"as it was")
    before = {f: f.read_bytes() for f in (tmp_path / "mine").rglob("*") if f.is_file()}
    with no_file_larger_than(3000):
        assert dice.main(asked) == 2
    assert str(tmp_path / "mine") in capsys.readouterr().err
    assert {f: f.read_bytes() for f in (tmp_path / "mine").rglob("*") if f.is_file()} == before
    assert dice.main(asked) == 0
    assert (tmp_path / "mine" / "empty.png").read_bytes() == b"as it was"


@pytest.mark.parametrize(
    ("file", "content", "says"),
    [
        ("profile.toml", "", "profile.toml: 'camera' is missing; copy the profile's folder"),
        ("points.json", "{}", "points.json: 'embedding' is missing; copy the profile's folder"),
        ("points.json", json.dumps({"embedding": "of another"}), "points.json: it was made with"),
    ],
)
def test_what_a_profile_lacks_is_told_with_its_file_and_what_to_do(
    tmp_path: Path, capsys: Said, file: str, content: str, says: str
) -> None:
    for name in ("profile.toml", "points.json"):
        (tmp_path / name).write_bytes((PROFILE / name).read_bytes())
    (tmp_path / file).write_text(content)
    assert dice.main(["read", "one.png", "--profile", str(tmp_path)]) == 78
    assert f"{tmp_path}/{says}" in capsys.readouterr().err
