"""A QR code as rows of ``#`` and ``.``: a process of its own, because OpenCV is large.

The daemon itself never loads it; this process lives for a second.
"""

from __future__ import annotations

import subprocess
import sys

PATIENCE_S = 30
"""OpenCV's first import on a cold card takes several."""


def rows(words: str) -> tuple[str, ...]:
    """The code for *words*, made by another process; empty where it cannot be."""
    command = (sys.executable, "-m", "firmware_host.daemon.upkeep.qr_child", words)
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE_S, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ()
    return tuple(done.stdout.split())


def main(words: str) -> None:
    """Print it."""
    import cv2

    dots = cv2.QRCodeEncoder.create().encode(words)
    for row in dots:
        print("".join("." if dot else "#" for dot in row))


if __name__ == "__main__":
    main(sys.argv[1])
