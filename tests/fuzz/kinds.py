"""What is fed with wrong inputs: files, wires, pictures. Each says what it takes for a refusal."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from firmware_host.daemon import places
from firmware_host.daemon.errors import ConfigError
from firmware_host.daemon.scenarios import USUAL, play
from firmware_host.daemon.settings import boxes, house
from firmware_host.vision.pictures import BadPicture, decode
from hw.pi.folder_camera import FolderCamera
from hw.ports import DeviceLost
from hw.wire.adalight import Decoder, Encoder
from hw.wire.greeting import Expected, Greeting
from hw.wire.wled import Answers, Info, Receiver, info_line, version_line

SCENARIOS = Path(__file__).parent.parent / "scenarios"
CONFIG = places.config_folder()


class Kind(Protocol):
    """One kind of input."""

    @property
    def seeds(self) -> Sequence[bytes]:
        """Right ones, of which wrong ones are made."""

    def feed(self, data: bytes) -> bool:
        """Take it in; False: it was refused, as is right. Anything else that is raised is wrong."""

    def close(self) -> None:
        """Nothing is left behind."""


class OnDisk:
    """A folder in memory."""

    def __init__(self) -> None:
        self._scratch = tempfile.TemporaryDirectory(dir=places.memory_folder())
        self.folder = Path(self._scratch.name)

    def close(self) -> None:
        self._scratch.cleanup()


class Toml(OnDisk):
    """A table's file, and a game's box."""

    def __init__(self) -> None:
        super().__init__()
        tables = [file.read_bytes() for file in sorted((CONFIG / "tables").glob("*.toml"))]
        games = [CONFIG / "games" / f"{name}.toml" for name in ("lava_land", "lost_island")]
        self.seeds: list[bytes] = [*tables, *(file.read_bytes() for file in games)]

    def feed(self, data: bytes) -> bool:
        file = self.folder / "table.toml"
        file.write_bytes(data)
        load = house.read if b"[buttons]" in data else boxes.load
        words = ""
        try:
            load(file)
        except ConfigError as refused:
            words = str(refused)
        assert not words or words.startswith("/"), "a refusal names its file"
        return not words


class Scenario(OnDisk):
    """A scenario."""

    def __init__(self) -> None:
        super().__init__()
        files = sorted((SCENARIOS / "lava_land").glob("*.toml"))
        self.seeds = [file.read_bytes() for file in files if file.name != USUAL][:40]
        (self.folder / USUAL).write_bytes((SCENARIOS / "lava_land" / USUAL).read_bytes())

    def feed(self, data: bytes) -> bool:
        file = self.folder / "bug.toml"
        file.write_bytes(data)
        try:
            play(file)
        except ConfigError:
            return False
        return True


class Serial:
    """A strip's wire: what a controller answers, and what one would hear."""

    def __init__(self) -> None:
        told = [version_line("2409100"), b"Ada\n", info_line(Info("0.15.0", 150), on=True)]
        frame = Encoder(20).encode(bytes(range(60)))
        self.seeds = [*told, b"".join(told), frame, frame + b"".join(told) + frame]

    def feed(self, data: bytes) -> bool:
        answers, greeting = Answers(), Greeting(Expected(150, 1_000_000))
        decoder, receiver = Decoder(20), Receiver()
        half = len(data) // 2
        for chunk in (data[:half], data[half:], data):
            answers.feed(chunk)
            greeting.heard(chunk, 1.0)
            decoder.feed(chunk)
            list(receiver.feed(chunk))
        assert len(answers.held) <= 1 << 16, "what is not understood is not kept for ever"
        return False

    def close(self) -> None:
        """Nothing."""


class Image(OnDisk):
    """A picture in a file, and in a camera's folder."""

    def __init__(self) -> None:
        super().__init__()
        from PIL import Image as Pillow
        from PIL import ImageDraw

        picture = Pillow.new("RGB", (96, 64), (40, 90, 120))
        ImageDraw.Draw(picture).ellipse((20, 10, 70, 55), fill=(240, 60, 20))
        self.seeds = []
        for kind, more in (("JPEG", {"quality": 80}), ("PNG", {}), ("JPEG", {"progressive": True})):
            out = io.BytesIO()
            picture.save(out, kind, **more)
            self.seeds.append(out.getvalue())

    def feed(self, data: bytes) -> bool:
        words = ""
        try:
            decode(data, "picture.jpg")
        except BadPicture as refused:
            words = str(refused)
        assert not words or words.startswith("picture.jpg"), "a refusal names its file"
        good = not words
        (self.folder / "new.jpg").write_bytes(data)
        camera = FolderCamera(self.folder)
        camera.open()
        try:
            camera.capture(0)
        except DeviceLost:
            good = False
        return good
