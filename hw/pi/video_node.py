"""What the kernel says of a ``/dev/videoN``: OpenCV only says that it did not work."""

from __future__ import annotations

import errno
import fcntl
import os
import struct
from pathlib import Path

from hw.ports import DeviceLost

PROC = Path("/proc")
QUERYCAP = 0x80685600  # VIDIOC_QUERYCAP
CAPABILITY = struct.Struct("16s32s32sIII12x")  # driver, card, bus, version, all of it, this node
CAPTURES = 0x1 | 0x1000  # V4L2_CAP_VIDEO_CAPTURE, ..._MPLANE
NODES_OWN = 0x80000000  # V4L2_CAP_DEVICE_CAPS: the last field is filled in

FORMATS = 0xC0405602  # VIDIOC_ENUM_FMT
FORMAT = struct.Struct("III32sI16x")  # number, kind, flags, name, four letters
PICTURES = 1  # V4L2_BUF_TYPE_VIDEO_CAPTURE
MOST_FORMATS = 64
_FORMS = (
    "YUYV UYVY YVYU MJPG JPEG NV12 NV21 YU12 YV12 411P 422P RGB3 BGR3 RGBP RGB4 BGR4 AR24 XR24 "
    "GBRG BA81 BYR2 RGGB"
)
COLOURED = frozenset(_FORMS.split())
"""What OpenCV makes pictures in colour of. An infrared camera gives GREY alone, others H264."""
TAKE = "Take a camera that gives MJPG or YUYV, or write the port of another of its nodes"

PLUG = "Is it plugged in? ls /dev/video*"
HINTS = {
    errno.EACCES: "May this user (group video)? sudo usermod -aG video USER, then log in again",
    errno.EPERM: "May this user (group video)? sudo usermod -aG video USER, then log in again",
    errno.EIO: "Look at its cable, and plug it in without a hub",
    errno.EPROTO: "Look at its cable, and plug it in without a hub",
}
OTHER_NODE = "A camera has several nodes: write the port of the first one, ls /dev/v4l/by-id"


def holders(port: str, proc: Path = PROC) -> str:
    """The other programs that have it open, ``fswebcam (process 812)``; empty: none to be seen.

    Other users' programs are seen by root alone.
    """
    found, node = [], Path(port).resolve()
    for one in sorted(proc.glob("[0-9]*"), key=lambda p: int(p.name)):
        if int(one.name) == os.getpid():
            continue
        try:
            if any(fd.readlink() == node for fd in (one / "fd").iterdir()):
                name = (one / "comm").read_text(errors="replace").strip()
                found.append(f"{name} (process {one.name})")
        except OSError:  # it has ended, or is another user's
            continue
    return ", ".join(found)


def busy(port: str, says: str, proc: Path = PROC) -> DeviceLost:
    """It is another program's."""
    who = holders(port, proc)
    hint = f"End {who}" if who else "Has another program opened it? sudo fuser -v " + port
    return DeviceLost("camera", port, says, hint)


def checked(port: str, *, opening: bool = False) -> None:
    """Nothing, if pictures can be had of that node as far as the kernel knows.

    :raises DeviceLost: it is not there, may not be opened, is another program's, or no camera.
    """
    try:
        node = os.open(port, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as wrong:
        raise refused(port, wrong, opening) from wrong
    try:
        answer = fcntl.ioctl(node, QUERYCAP, bytes(CAPABILITY.size))
    except OSError as wrong:
        if wrong.errno in (errno.ENOTTY, errno.EINVAL):
            raise DeviceLost("camera", port, "it is no camera", OTHER_NODE) from wrong
        raise refused(port, wrong, opening) from wrong
    else:
        given = _formats(node) if opening else ()
    finally:
        os.close(node)
    *_, everything, own = CAPABILITY.unpack(answer)
    if not (own if everything & NODES_OWN else everything) & CAPTURES:
        raise DeviceLost("camera", port, "this node gives no pictures", OTHER_NODE)
    if given and not COLOURED.intersection(given):
        says = f"it gives {', '.join(given)}, and no pictures in colour"
        raise DeviceLost("camera", port, says, TAKE)


def _formats(node: int) -> tuple[str, ...]:
    """The forms of picture it can give, by their four letters; none where it does not say."""
    found = []
    for number in range(MOST_FORMATS):
        try:
            answer = fcntl.ioctl(node, FORMATS, FORMAT.pack(number, PICTURES, 0, b"", 0))
        except OSError:
            break
        letters = FORMAT.unpack(answer)[-1].to_bytes(4, "little").decode("ascii", "replace")
        found.append(letters.strip("\0 "))
    return tuple(found)


def refused(port: str, wrong: OSError, opening: bool) -> DeviceLost:
    """What *wrong* means for people at the table."""
    if wrong.errno == errno.EBUSY:
        return busy(port, "it is another program's")
    gone = wrong.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO)
    if gone and opening:
        return DeviceLost("camera", port, "no camera is there", PLUG)
    if gone:
        return DeviceLost("camera", port, "it was unplugged", "Plug it in again")
    says = f"it cannot be opened: {wrong.strerror or wrong}"
    return DeviceLost("camera", port, says, HINTS.get(wrong.errno or 0, ""))
