"""A camera is held as it was when its profile was taught, and no other camera will do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest

from firmware_host.daemon.eye.held import HeldCamera
from firmware_host.vision import BadProfile, load, save
from hw.ports import Frame, Held
from tests.vision.rendering import PROFILE

TAUGHT = replace(load(PROFILE), camera="C525", held={"exposure": 156.0, "focus": 30.0})


@dataclass
class Lens:
    """A camera that notes what is done with it."""

    model: str = "C525"
    did: list[str] = field(default_factory=list)

    def open(self) -> None:
        self.did.append("open")

    def hold(self, values: Mapping[str, float]) -> Held:
        self.did.append(f"hold {dict(values)}")
        return Held(values)

    def capture(self, at_ns: int) -> Frame:
        return Frame(np.zeros((2, 2, 3), np.uint8), at_ns, 1)

    def close(self) -> None:
        self.did.append("close")


def test_it_is_held_each_time_it_is_opened() -> None:
    lens = Lens()
    camera = HeldCamera(lens, TAUGHT)
    camera.open()
    assert lens.did == ["open", "hold {'exposure': 156.0, 'focus': 30.0}"]
    assert (camera.model, camera.capture(7).at_ns) == ("C525", 7)


def test_another_camera_is_let_go_and_refused_with_what_to_do() -> None:
    lens = Lens("C920")
    with pytest.raises(BadProfile, match="'C525'; this one is 'C920': use that one, or run"):
        HeldCamera(lens, TAUGHT).open()
    assert lens.did == ["open", "close"]


def test_a_shipped_profile_is_for_any_camera_and_holds_none() -> None:
    lens = Lens("C920")
    HeldCamera(lens, load(PROFILE)).open()
    assert lens.did == ["open"]


def test_what_a_camera_was_held_at_is_in_its_profile_for_people_to_read(tmp_path: Path) -> None:
    save(TAUGHT, tmp_path)
    text = (tmp_path / "profile.toml").read_text()
    assert 'model = "C525" # another camera is refused' in text
    assert '"focus" = 30' in text
    assert (load(tmp_path).camera, load(tmp_path).held) == (TAUGHT.camera, TAUGHT.held)
