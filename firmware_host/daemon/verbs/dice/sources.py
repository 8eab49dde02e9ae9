"""Where ``dice read`` gets its pictures from: files, folders, videos, a camera."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware_host.daemon.errors import plain

if TYPE_CHECKING:
    from firmware_host.vision.plane import Picture

VIDEOS = (".mp4", ".m4v", ".mov", ".avi", ".mkv", ".webm")
SECONDS, PICTURES = 1e6, 1_000_000
"""Nobody waits so long, or looks at so many."""
WARM_UP = 8
"""A camera's first pictures are too dark or too bright: its automatic looks for the light."""


@dataclass(frozen=True, slots=True)
class Source:
    """One picture that is to be read. *file* is its name, which may be that of a made-up file."""

    file: Path
    picture: Callable[[], Picture]


def add_source(parser: argparse.ArgumentParser) -> None:
    """Let pictures be named."""
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE|DIR|/dev/videoN",
        type=_named,
        help="JPEG or PNG pictures, folders of them, videos, a camera",
    )
    parser.add_argument(
        "--every",
        type=_seconds,
        default=1.0,
        metavar="S",
        help="a video: a picture each S seconds",
    )
    parser.add_argument(
        "--count", type=_pictures, default=1, metavar="N", help="take N pictures with a camera"
    )


def _named(text: str) -> Path:
    if text:  # a script's variable may be unset
        return Path(text)
    raise argparse.ArgumentTypeError("an empty name; write that of a file or folder")


def _seconds(text: str) -> float:
    try:
        every_s = float(text)
    except ValueError:
        every_s = 0.0
    if 0 < every_s < SECONDS:
        return every_s
    raise argparse.ArgumentTypeError(f"{text!r}: write a number of seconds, such as 2 or 0.5")


def _pictures(text: str) -> int:
    if text.isdecimal() and 0 < int(text) < PICTURES:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r}: write how many pictures, such as 5")


def sources(options: argparse.Namespace, size: tuple[int, int]) -> Iterator[Source]:
    """All pictures of what was named; *size* is asked of a camera.

    :raises BadPicture: a folder holds none, or a video cannot be read.
    :raises DeviceLost: the camera gives none, or no more.
    """
    for path in options.files:
        if path.is_dir():
            yield from _folder(path)
        elif path.suffix.lower() in VIDEOS:
            yield from _video(path, options.every)
        elif str(path).startswith("/dev/video"):
            yield from _camera(path, options.count, size)
        else:
            yield _file(path)


def complain(file: Path, says: str) -> None:
    """Say what is wrong with *file*, once, whether *says* names it or not."""
    named = says if says.startswith(str(file)) else f"{file}: {says}"
    print(plain(named), file=sys.stderr)


def _file(path: Path) -> Source:
    from firmware_host.vision import pictures

    return Source(path, lambda: pictures.read(path))


def _folder(path: Path) -> Iterator[Source]:
    from firmware_host.vision.pictures import KINDS, BadPicture

    files = sorted(f for f in path.iterdir() if f.suffix.lower() in KINDS)
    if not files:
        raise BadPicture(f"{path}: there is no picture in this folder ({', '.join(KINDS)})")
    yield from map(_file, files)


def _video(path: Path, every_s: float) -> Iterator[Source]:
    """A picture each *every_s* seconds.

    :raises BadPicture: it cannot be read, or it ends before its time.
    """
    from firmware_host.vision.pictures import BadPicture

    if wrong := _no_file(path):
        raise BadPicture(f"{path}: {wrong}")
    cv2 = _quiet_cv2()
    video = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    try:
        fps = video.get(cv2.CAP_PROP_FPS) or 25.0
        expected = int(video.get(cv2.CAP_PROP_FRAME_COUNT))
        step, count = max(1, round(every_s * fps)), 0
        while True:
            ok, picture = video.read()
            if not ok:
                break
            if count % step == 0:
                yield Source(path.with_name(f"{path.stem}-{count:06d}"), _given(picture))
            count += 1
    finally:
        video.release()
    if not count:
        raise BadPicture(
            f"{path}: no video that can be read; is it whole, and of a usual kind such as MP4?"
        )
    if expected - count > fps:  # containers are off by a few
        raise BadPicture(f"{path}: it ends after {count} of {expected} pictures; is it whole?")


def _no_file(path: Path) -> str:
    """Why nothing can be read there, or nothing."""
    if not path.exists():
        return "No such file or directory"
    if not path.is_file():  # a pipe would be waited for, and for good
        return "no ordinary file"
    return "" if path.stat().st_size else "the file is empty"


def _quiet_cv2() -> Any:
    """OpenCV, whose decoders keep their own words about a video to themselves: ours are said."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # AV_LOG_QUIET, <libavutil/log.h>
    import cv2

    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    return cv2


def _camera(path: Path, count: int, size: tuple[int, int]) -> Iterator[Source]:
    from firmware_host.daemon import wiring
    from firmware_host.daemon.eye.words import Open

    camera = wiring.camera_of(Open(str(path), ""), *size)
    camera.open()
    try:
        for _ in range(WARM_UP):
            camera.capture(time.monotonic_ns())
        for i in range(count):
            frame = camera.capture(time.monotonic_ns())
            yield Source(Path(f"{path.name}-{i:06d}"), _given(frame.bgr))
    finally:
        camera.close()


def _given(picture: Any) -> Callable[[], Picture]:
    def give() -> Picture:
        taken: Picture = picture
        return taken

    return give
