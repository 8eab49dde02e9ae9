"""A Pi's own camera at its ribbon cable, through picamera2 of the system."""

from __future__ import annotations

from typing import Any

from hw.ports import DeviceLost, Frame

BUFFERS = 2  # few: contiguous memory is scarce on a Pi
HINT = "Reseat its ribbon with the Pi off, contacts the right way round"


class RibbonCamera:
    """The first camera libcamera finds, *width* x *height* pixels.

    *library* is the module ``picamera2``; tests pass a twin of it.
    """

    def __init__(self, width: int, height: int, library: Any = None) -> None:
        self._size, self._library = (width, height), library
        self._camera: Any = None
        self._number = 0

    def open(self) -> None:
        """Open it once, in its one mode.

        :raises DeviceLost: no camera is there, it is another program's, or the library is not.
        """
        library = self._library or self._imported()
        if not library.Picamera2.global_camera_info():
            raise self._lost("no camera is found", HINT)
        try:
            camera = library.Picamera2()
            settings = camera.create_still_configuration(
                main={"size": self._size, "format": "RGB888"},  # so libcamera calls B, G, R
                buffer_count=BUFFERS,
            )
            camera.configure(settings)
            camera.start()
        except Exception as broken:  # libcamera's errors have no common root
            raise self._lost(str(broken), "Has another program opened it") from broken
        self._camera = camera

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
            raise self._lost(str(broken), HINT) from broken
        self._number += 1
        return Frame(bgr, at_ns, self._number, int(about.get("SensorTimestamp", 0)))

    def close(self) -> None:
        """Stop it and let it go."""
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.stop()
            camera.close()

    def _imported(self) -> Any:
        try:
            import picamera2
        except ImportError as missing:
            hint = "sudo apt install python3-picamera2, and let the environment see it"
            raise self._lost(str(missing), hint) from missing
        return picamera2

    def _lost(self, says: str, hint: str) -> DeviceLost:
        return DeviceLost("camera", "ribbon", says, hint)
