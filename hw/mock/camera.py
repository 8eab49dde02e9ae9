"""The camera's twin: it renders the crater of a world kept in a file, maybe another process's."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from hw.ports import DeviceLost, Frame, Held

from .ailing import ailing
from .crater import Crater
from .paint.optics import Array
from .world import Fault, World
from .worldfile import BrokenWorld, WorldFile

SLOW_S = 0.5
HANG_S = 3_600.0


class CraterCamera:
    """Looks into the virtual crater of the world in file *path*, *width* x *height* pixels."""

    def __init__(self, path: Path, width: int = 960, height: int = 720) -> None:
        self._file = WorldFile(path)
        self._size = width, height
        self._crater: Crater | None = None
        self._last: Array | None = None
        self._number = 0

    def open(self) -> None:
        """Draw what does not change, so that the first picture is as quick as the others.

        :raises DeviceLost: there is no world, or it cannot be read.
        """
        world = self._world()
        if world.camera is Fault.PULLED:
            raise self._lost("there is no such device")
        self._drawn(world)

    @property
    def model(self) -> str:
        """There is only one."""
        return "the virtual camera"

    def hold(self, values: Mapping[str, float]) -> Held:
        """It never changes anything by itself."""
        return Held(values or {"exposure": 1.0, "white_balance": 1.0, "focus": 1.0})

    def capture(self, at_ns: int) -> Frame:
        """The picture at *at_ns*.

        :raises DeviceLost: there is no world, it cannot be read, or the camera is to be silent.
        """
        world = self._world()
        self._number += 1
        picture = self._faulty(world, at_ns)
        self._last = picture
        return Frame(picture, at_ns, self._number)

    def close(self) -> None:
        """Forget what was drawn."""
        self._crater = self._last = None

    def _faulty(self, world: World, at_ns: int) -> Array:
        crater = self._drawn(world)
        match world.camera:
            case Fault.SILENT | Fault.PULLED:
                raise self._lost("no answer")
            case Fault.HANGS:
                time.sleep(HANG_S)  # whoever waits for it ends this process
                raise self._lost("no answer")
            case Fault.SLOW:
                time.sleep(SLOW_S)
                return crater.picture(world, at_ns, self._number)
            case Fault.STALE:
                return crater.picture(world, 0, 0) if self._last is None else self._last
            case Fault.BLACK:
                return np.zeros((self._size[1], self._size[0], 3), np.uint8)
            case Fault.CUT:
                picture = crater.picture(world, at_ns, self._number)
                picture[self._size[1] * 2 // 5 :] = 128  # as decoders fill what did not arrive
                return picture
            case fault:
                return ailing(crater.picture(world, at_ns, self._number), fault)

    def _drawn(self, world: World) -> Crater:
        if self._crater is None or not self._crater.fits(world):
            self._crater = Crater(world, *self._size)
        return self._crater

    def _world(self) -> World:
        try:
            return self._file.read()
        except FileNotFoundError as none:
            raise self._lost("there is no virtual table yet") from none
        except (OSError, BrokenWorld) as bad:
            raise self._lost(str(bad)) from bad

    def _lost(self, says: str) -> DeviceLost:
        return DeviceLost("camera", str(self._file.path), says)
