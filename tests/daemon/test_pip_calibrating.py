"""``dice calibrate`` for pip dice at the virtual table, and reading by what comes of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware_host.daemon import wiring
from firmware_host.daemon.eye import profile_keeping
from firmware_host.daemon.eye.words import Open
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.verbs import dice
from firmware_host.vision import BadProfile, kinds
from firmware_host.vision.pips.profile import PipTable
from hw.mock.camera import CraterCamera
from hw.mock.look import Look
from hw.mock.paint.pips import FACES
from hw.mock.placing import Laid, laid
from hw.mock.throwing import thrown
from hw.mock.world import MS, Odds, World, fresh
from hw.mock.worldfile import WorldFile, settled

from .test_teaching_verbs import Typist

SEED = 5_161
SLID = [(0, 0), (-60, 5), (60, -5), (4, -60), (-8, 62), (40, 40), (-40, -44)]


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WorldFile:
    """A virtual table with pip dice and an empty crater, and a state folder of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.chdir(tmp_path)
    file = WorldFile(tmp_path / "world.json")
    faces = {"white": FACES, "blue": FACES, "red": FACES}
    start = fresh(SEED, faces, 1, Odds(0.0, 0.0), Look(glare=0.0))
    file.write(laid(start, (), 0))
    return file


def threw(world: World) -> World:
    return settled(thrown(world, 0, 90.0, 1_000 * MS))


def calibrating(world: WorldFile, throws: list[str]) -> Callable[[int], str | None]:
    """Enter for all steps; at the throws, *throws* is said."""

    def act(n: int) -> str | None:
        slides = n - 4
        if 0 <= slides < 5:
            x, y = SLID[slides]
            world.write(laid(world.read(), [Laid(0, float(x), float(y), 17.0 * n, "3")], 0))
        said = n - 9
        if said >= 0:
            world.write(threw(world.read()))
            return throws[said] if said < len(throws) else None
        return ""

    return act


def run(
    monkeypatch: pytest.MonkeyPatch, typist: Callable[[int], str | None], *arguments: str
) -> int:
    monkeypatch.setattr("sys.stdin", Typist(typist))
    where = ("--camera", "mock", "--world", "world.json", "--profile", "lost_island")
    return dice.main([*arguments, *where])


def test_a_crater_is_calibrated_for_pip_dice_and_read_by_that_profile(
    world: WorldFile, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, calibrating(world, ["", "", ""]), "calibrate") == 0
    said = capsys.readouterr().out
    assert "[6/6] Throw your pip dice 3 times" in said
    assert "Three throws are read as they lie: 9 dice, 0 of them asked about." in said
    assert "[teach." not in said
    mine = profile_keeping.own("lost_island")
    table = kinds.load(mine)
    assert isinstance(table, PipTable)
    assert table.camera == "the virtual camera"
    assert table.tray.radius_mm == pytest.approx(105.0, abs=1.5)
    assert table.tray.die_mm == 16.0
    assert table.pips.die_px == pytest.approx(48.0, abs=3.0)
    assert table.pips.region is not None
    assert table.pips.region[2:] == pytest.approx((610, 610), abs=30)
    assert (mine / "empty.png").is_file()
    camera = CraterCamera(world.path)
    camera.open()
    cv2.imwrite("lies.png", camera.capture(5_000 * MS).bgr)
    assert dice.main(["read", "lies.png", "--profile", "lost_island", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    truth = sorted(d.face for d in world.read().lying())
    assert sorted(d["face"] for d in told["dice"]) == truth
    assert {d["body"] for d in told["dice"]} == {"white", "blue", "red"}
    assert "x_mm" in told["dice"][0]


def test_what_was_read_wrongly_or_missed_is_to_be_mended_first(
    world: WorldFile, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["", "missed", "is 1 9", "not 1", "go", "quit"]
    assert run(monkeypatch, calibrating(world, words), "calibrate") == 1
    said = capsys.readouterr().out
    assert "! A die was not seen." in said
    assert "throws 0/3" in said
    assert "'9' is no value: write a figure from 1 to 6." in said
    assert not profile_keeping.own("lost_island").exists()


def test_pip_dice_are_not_taught(
    world: WorldFile, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, lambda n: None, "teach") == 78
    assert "ordinary pip dice, which need no teaching" in capsys.readouterr().err


def test_a_profile_of_another_size_or_camera_is_refused_with_a_reason(
    world: WorldFile, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (config_folder() / "dice" / "lost_island" / "profile.toml").read_text()
    folder = tmp_path / "theirs"
    folder.mkdir()
    other = text.replace("height = 720", 'height = 720\nmodel = "HD Cam"')
    (folder / "profile.toml").write_text(other)
    camera, _, _ = wiring.eye(Open("mock", str(folder), str(world.path)))
    with pytest.raises(BadProfile, match="taught with another camera, 'HD Cam'"):
        camera.open()
    cv2.imwrite("small.png", np.full((480, 640, 3), (90, 80, 70), np.uint8))
    assert dice.main(["read", "small.png", "--profile", str(folder)]) == 2
    assert "640 x 480 pixels, but the profile 'lost_island'" in capsys.readouterr().err
