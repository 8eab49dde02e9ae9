"""A Pi's own camera at its ribbon cable, through picamera2 of the system."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

from hw.ports import DeviceLost, Frame, Held

BUFFERS = 2  # few: contiguous memory is scarce on a Pi
MIXED = (
    "The system's simplejpeg is for the system's NumPy, the environment has a newer one: in the "
    "program's folder, .venv/bin/python -m pip install --ignore-installed --no-deps "
    "simplejpeg"
)
HINT = "Reseat its ribbon with the Pi off, contacts the right way round"
REASONS = (
    (
        ("busy", "did not complete", "acquire"),
        "Another program has it: end it, sudo fuser -v /dev/media* tells which",
    ),
    (("permission", "eacces"), "sudo usermod -aG video USER, then log in again"),
    (
        ("memory", "enomem"),
        "No memory in one piece is left: restart the Pi; if it comes again, "
        "dtoverlay=vc4-kms-v3d,cma-256 in config.txt",
    ),
    (("indexerror", "index out of range"), HINT),
)
"""Words of picamera2 and libcamera, and what then is to be done; anything else: the ribbon."""


MANUAL_FOCUS = 0  # libcamera's AfModeManual


def _as_it_is(about: Mapping[str, Any]) -> dict[str, float]:
    """What the automatic of the camera has arrived at, from a picture's metadata."""
    red, blue = about["ColourGains"]
    now = {
        "exposure": float(about["ExposureTime"]),  # microseconds
        "gain": float(about["AnalogueGain"]),
        "red": float(red),
        "blue": float(blue),
    }
    if "LensPosition" in about:
        now["focus"] = float(about["LensPosition"])  # dioptres
    return now


def _controls(held: Mapping[str, float], movable: bool) -> dict[str, Any]:
    """*held* as libcamera's controls."""
    controls: dict[str, Any] = {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": int(held["exposure"]),
        "AnalogueGain": held["gain"],
        "ColourGains": (held["red"], held["blue"]),
    }
    if movable and "focus" in held:
        controls |= {"AfMode": MANUAL_FOCUS, "LensPosition": held["focus"]}
    return controls


class RibbonCamera:
    """The first camera libcamera finds, *width* x *height* pixels.

    *library* is the module ``picamera2``; tests pass a twin of it.
    """

    def __init__(self, width: int, height: int, library: Any = None) -> None:
        self._size, self._library = (width, height), library
        self._camera: Any = None
        self._model = ""
        self._number = 0

    def open(self) -> None:
        """Open it once, in its one mode.

        :raises DeviceLost: no camera is there, it is another program's, or the library is not.
        """
        self.close()
        library = self._library or self._imported()
        try:
            found = library.Picamera2.global_camera_info()
        except Exception as broken:  # libcamera's errors have no common root
            raise self._why(broken) from broken
        if not found:
            raise self._lost("no camera is found", HINT)
        self._model = str(found[0].get("Model", "ribbon camera"))
        try:
            self._camera = library.Picamera2()
            settings = self._camera.create_still_configuration(
                main={"size": self._size, "format": "RGB888"},  # so libcamera calls B, G, R
                buffer_count=BUFFERS,
            )
            self._camera.configure(settings)
            self._camera.start()
        except Exception as broken:  # as above
            self.close()  # one that is half open is busy for whoever tries again
            raise self._why(broken) from broken

    @property
    def model(self) -> str:
        """Its sensor: ``imx708_wide``."""
        return self._model

    def hold(self, values: Mapping[str, float]) -> Held:
        """Hold exposure, gain and colour gains; focus where the lens can be moved.

        :raises DeviceLost: it does not answer.
        """
        if self._camera is None:
            raise self._lost("it is not open", "")
        try:
            now = dict(values) or _as_it_is(self._camera.capture_metadata())
            movable = "AfMode" in self._camera.camera_controls
            self._camera.set_controls(_controls(now, movable))
        except Exception as broken:  # as above
            raise self._why(broken) from broken
        lacks = () if movable and "focus" in now else ("focus",)
        return Held(now, lacks)

    def capture(self, at_ns: int) -> Frame:
        """The next picture.

        :raises DeviceLost: it gives none.
        """
        if self._camera is None:
            raise self._lost("it is not open", "")
        try:
            request = self._camera.capture_request()
            try:
                bgr, about = request.make_array("main"), request.get_metadata()
            finally:
                request.release()
        except Exception as broken:  # as above
            raise self._why(broken) from broken
        if bgr.ndim != 3 or bgr.shape[2] != 3 or not bgr.size:
            says = f"it gives pictures of the form {bgr.shape}, not in colour"
            raise self._lost(says, "sudo apt full-upgrade: this libcamera is an odd one")
        self._number += 1
        return Frame(bgr, at_ns, self._number, int(about.get("SensorTimestamp") or 0))

    def close(self) -> None:
        """Stop it and let it go, whatever state it is in."""
        camera, self._camera = self._camera, None
        if camera is None:
            return
        for step in (camera.stop, camera.close):
            # One that was pulled out raises at either, and must be let go of all the same.
            with contextlib.suppress(Exception):
                step()

    def _why(self, broken: Exception) -> DeviceLost:
        """What *broken* means for people at the table."""
        says = str(broken) or type(broken).__name__
        said = f"{type(broken).__name__} {says}".lower()
        for words, hint in REASONS:
            if any(word in said for word in words):
                return self._lost(says, hint)
        return self._lost(says, HINT)

    def _imported(self) -> Any:
        try:
            import picamera2
        except ModuleNotFoundError as missing:
            hint = "sudo apt install python3-picamera2, and let the environment see it"
            raise self._lost(str(missing), hint) from missing
        except Exception as broken:  # built for another NumPy it raises a ValueError, for one
            raise self._lost(f"picamera2 cannot be loaded: {broken}", MIXED) from broken
        return picamera2

    def _lost(self, says: str, hint: str) -> DeviceLost:
        return DeviceLost("camera", "ribbon", says, hint)
