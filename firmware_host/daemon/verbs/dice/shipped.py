"""Which profile a verb reads by: one that is named, or the shipped one."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host.daemon.places import config_folder

if TYPE_CHECKING:  # numpy and OpenCV only once there is something to read
    from firmware_host.vision.reader import Reader

SHIPPED = "lava_land"


def add_profile(parser: argparse.ArgumentParser) -> None:
    """Let a profile be named."""
    parser.add_argument(
        "--profile", type=Path, metavar="P", help=f"a profile's folder; default: {SHIPPED}"
    )


def chosen_reader(options: argparse.Namespace) -> Reader:
    """A reader with the profile that was named.

    :raises BadProfile: it cannot be used.
    """
    from firmware_host.vision import Reader, load

    return Reader(load(options.profile or config_folder() / "dice" / SHIPPED))
