"""A camera as the profile of its dice wants it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hw.ports import Camera, Frame, Held

if TYPE_CHECKING:
    from firmware_host.vision import Measured


class HeldCamera:
    """A camera that is held as it was when its profile was taught; no other one will do."""

    def __init__(self, camera: Camera, profile: Measured) -> None:
        self._camera, self._profile = camera, profile

    @property
    def model(self) -> str:
        """What it calls itself."""
        return self._camera.model

    def open(self) -> None:
        """Open and hold it.

        :raises BadProfile: the profile was taught with another camera.
        """
        self._camera.open()
        try:
            self._profile.check_camera(self._camera.model)
            if self._profile.held:
                self._camera.hold(self._profile.held)
        except (ValueError, OSError):
            self._camera.close()
            raise

    def hold(self, values: Mapping[str, float]) -> Held:
        """Hold it otherwise."""
        return self._camera.hold(values)

    def capture(self, at_ns: int) -> Frame:
        """The picture now."""
        return self._camera.capture(at_ns)

    def close(self) -> None:
        """Let it go."""
        self._camera.close()
