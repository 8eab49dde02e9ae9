"""``dice calibrate`` and ``dice teach`` at the virtual table, and what they say of bad input."""

from __future__ import annotations

import io
import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from firmware_host.daemon import places
from firmware_host.daemon.eye import profile_keeping
from firmware_host.daemon.verbs import dice
from firmware_host.vision import load
from hw.mock.look import Look
from hw.mock.placing import Laid, laid
from hw.mock.world import fresh
from hw.mock.worldfile import WorldFile

FACES = {"Y": "bbfftl", "R": "ttllbf", "B": "ffbbtl"}
ALL = tuple(sorted({c + s for c, symbols in FACES.items() for s in symbols}))
SEED = 5_150


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WorldFile:
    """A virtual table with an empty crater, and a state folder of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.chdir(tmp_path)
    file = WorldFile(tmp_path / "world.json")
    file.write(laid(fresh(SEED, FACES, 6, look=Look(glare=0.0)), (), 0))
    return file


class Typist(io.TextIOBase):
    """Somebody at the keyboard: each line is what *acts* come up with, until they leave."""

    def __init__(self, acts: Callable[[int], str | None]) -> None:
        super().__init__()
        self._acts, self.count = acts, -1

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        self.count += 1
        words = self._acts(self.count)
        return "" if words is None else words + "\n"


def spread(luck: random.Random, count: int) -> list[tuple[float, float]]:
    spots: list[tuple[float, float]] = []
    while len(spots) < count:
        r, a = 84 * luck.random() ** 0.5, luck.uniform(0, 2 * np.pi)
        x, y = float(r * np.cos(a)), float(r * np.sin(a))
        if all(np.hypot(x - u, y - v) > 27 for u, v in spots):
            spots.append((x, y))
    return spots


def calibrating(world: WorldFile) -> Callable[[int], str | None]:
    places = [(0, 0), (-60, 5), (60, -5), (4, -60), (-8, 62), (40, 40), (-40, -44)]

    def act(n: int) -> str | None:
        if n >= 4:  # hold, look, empty, wall; then the die is slid
            x, y = places[(n - 4) % len(places)]
            world.write(laid(world.read(), [Laid(0, float(x), float(y), 17.0 * n, "b")], 0))
        return "" if n < 20 else None

    return act


def teaching(world: WorldFile, rounds: int) -> Callable[[int], str | None]:
    """Enter for look; then all faces again and again, each told in the order they are numbered."""
    luck = random.Random(3)

    def act(n: int) -> str | None:
        if n < 1:
            return ""
        if n > rounds:
            after = ["next", "", "skip"]
            return after[n - rounds - 1] if n - rounds <= len(after) else None
        faces = [ALL[(i + 4 * n) % len(ALL)] for i in range(len(ALL))]
        dice, taken = [], set()
        for face, (x, y) in zip(faces[:9], spread(luck, 9), strict=True):
            die = next(
                d.number
                for d in world.read().dice
                if d.number not in taken and d.colour == face[0] and face[1] in d.faces
            )
            taken.add(die)
            dice.append(Laid(die, x, y, luck.uniform(0, 360), face[1]))
        world.write(laid(world.read(), dice, 0))
        return ""

    return act


def run(
    monkeypatch: pytest.MonkeyPatch, typist: Callable[[int], str | None], *arguments: str
) -> int:
    monkeypatch.setattr("sys.stdin", Typist(typist))
    return dice.main([*arguments, "--camera", "mock", "--world", "world.json"])


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_a_table_is_calibrated_and_taught_at_the_keyboard(
    world: WorldFile, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, calibrating(world), "calibrate") == 0
    said = capsys.readouterr().out
    assert "[1/5] Light the crater as it is lit in play" in said
    assert "A die's edge is 16 mm everywhere" in said
    assert "[teach." not in said  # every line has its words
    mine = profile_keeping.own("lava_land")
    calibrated = load(mine)
    assert calibrated.camera == "the virtual camera"
    assert (mine / "empty.png").is_file()
    assert Path("lava-table-teaching.jpg").read_bytes()[:2] == b"\xff\xd8"
    world.write(laid(world.read(), (), 0))
    assert run(monkeypatch, teaching(world, 6), "teach", "--faces", *ALL) == 0
    said = capsys.readouterr().out
    assert "[2/5] Take everything out" not in said  # known from calibration
    assert "no two symbols are taken for each other" in said
    assert "[teach." not in said
    taught = load(mine)
    assert set(taught.symbols) == set("bftl")
    assert taught.camera == "the virtual camera"
    assert (mine / "shots").is_dir()
    assert load(mine.with_name("lava_land.before")).held == calibrated.held


def test_who_leaves_half_way_loses_nothing_and_may_go_on_or_begin_anew(
    world: WorldFile, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    leaves = lambda n: "" if n < 3 else "quit"  # noqa: E731
    assert run(monkeypatch, leaves, "calibrate") == 1
    assert "the same command goes on with it" in capsys.readouterr().err
    assert not profile_keeping.own("lava_land").exists()
    assert run(monkeypatch, lambda n: None, "calibrate") == 1
    said = capsys.readouterr().out
    assert "Going on where this session was left" in said
    assert "[4/5]" in said
    assert run(monkeypatch, lambda n: None, "calibrate", "--anew") == 1
    assert "[1/5]" in capsys.readouterr().out


def test_a_pipe_hears_lines_of_json_with_a_picture(
    world: WorldFile, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["", "go", "sing", "quit"]
    assert run(monkeypatch, lambda n: words[n], "calibrate", "--pipe") == 1
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [t["step"] for t in told] == ["hold", "hold", "look", "look"]
    assert told[2]["says"] == ["Held: exposure, white balance, focus."]
    assert (told[3]["ok"], told[3]["says"][0][:6]) == (False, "'sing'")
    assert len(told[0]["picture"]) > 10_000


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["teach"], 64, "Write --camera PORT, or --from FOLDER"),
        (["teach", "--from", "x", "--camera", "mock"], 64, "not both"),
        (["calibrate"], 64, "which camera"),
        (["teach", "--camera", "mock", "--faces", "y b"], 64, "'y b' is no face"),
        (["calibrate", "--camera", "folder:none"], 2, "there is no such folder"),
        (["calibrate", "--camera", "/dev/video77"], 2, "no camera is there"),
        (["calibrate", "--camera", "telescope"], 2, "is no camera this version knows"),
        (["teach", "--camera", "mock", "--world", "nowhere"], 2, "no virtual table yet"),
    ],
)
def test_what_cannot_be_is_said_in_words(
    world: WorldFile,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    status: int,
    says: str,
) -> None:
    assert dice.main(arguments) == status
    said = capsys.readouterr()
    assert says in said.out + said.err


def test_a_profile_of_another_camera_or_size_is_refused_with_what_it_was_and_what_to_do(
    world: WorldFile, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = places.shipped("dice", "lava_land", Path("/nowhere"))
    text = (shipped / "profile.toml").read_text()
    other = Path("other")
    other.mkdir()
    (other / "points.json").write_bytes((shipped / "points.json").read_bytes())
    (other / "profile.toml").write_text(
        text.replace("height = 720", 'height = 720\nmodel = "C525"')
    )
    assert load(other).camera == "C525"
    assert run(monkeypatch, lambda n: None, "teach", "--profile", "other") == 78
    said = capsys.readouterr().err
    assert "taught with another camera, 'C525'; this one is 'the virtual camera'" in said
    assert "dice calibrate" in said


def test_a_profile_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    profile_keeping.replace(mine, lambda folder: _note(folder, "one"))
    profile_keeping.replace(mine, lambda folder: _note(folder, "two"))
    assert (mine / "note").read_text() == "two"
    assert (tmp_path / "mine.before" / "note").read_text() == "one"

    def breaks(folder: Path) -> None:
        _note(folder, "half")
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        profile_keeping.replace(mine, breaks)
    assert (mine / "note").read_text() == "two"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["mine", "mine.before"]


def _note(folder: Path, words: str) -> None:
    (folder / "note").write_text(words)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--die", "nan"], "the die's edge is nan mm"),
        (["--die", "-16"], "the die's edge is -16 mm"),
        (["--marks", "5000x5000"], "a mark's way from the middle"),
        (["--marks", "2x2"], "two marks lie on each other"),
    ],
)
def test_a_crater_that_cannot_be_is_refused_before_a_session_is_begun(
    world: WorldFile, capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    del world
    assert dice.main(["calibrate", "--camera", "folder:.", *arguments]) == 64
    assert says in capsys.readouterr().err
    assert not (places.state_folder() / "teaching").exists()


@pytest.mark.parametrize(
    ("port", "says"), [("mock", "say which with --world FILE"), ("bogus", "write /dev/video0")]
)
def test_a_camera_that_is_none_is_told_with_what_to_write(
    world: WorldFile, capsys: pytest.CaptureFixture[str], port: str, says: str
) -> None:
    del world
    assert dice.main(["calibrate", "--camera", port]) == 2
    assert says in capsys.readouterr().err


def test_a_profile_whose_empty_tray_is_broken_is_refused_as_a_profile(
    world: WorldFile, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    del world
    shipped = places.shipped("dice", "lava_land", Path("/nowhere"))
    shutil.copytree(shipped, "copied")
    Path("copied/empty.png").write_bytes(b"half")
    assert run(monkeypatch, lambda n: None, "teach", "--profile", "copied") == 78
    assert "empty.png" in capsys.readouterr().err
