"""Which profile a verb reads by: one that is named, or the shipped one."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host.daemon.places import is_folder, shipped

if TYPE_CHECKING:  # numpy and OpenCV only once there is something to read
    from firmware_host.vision.reading import CraterReader

SHIPPED = "lava_land"


def add_profile(parser: argparse.ArgumentParser) -> None:
    """Let a profile be named."""
    parser.add_argument(
        "--profile",
        type=Path,
        metavar="P",
        help=f"a profile's folder, or the name of a shipped one; pips: ordinary dice in any "
        f"picture; default: {SHIPPED}",
    )


def profile_folder(options: argparse.Namespace, default: str = SHIPPED) -> Path:
    """The folder of the profile that was named: one that was taught here, or shipped."""
    named: Path = options.profile or Path(default)
    if (named / "profile.toml").is_file():
        return named
    ours = shipped("dice", str(named), Path("/nowhere"))
    return ours if is_folder(ours) else named


def chosen_reader(options: argparse.Namespace) -> CraterReader:
    """What reads by the profile that was named.

    :raises BadProfile: it cannot be used.
    """
    from firmware_host.vision import kinds

    return kinds.reader(kinds.load(profile_folder(options)))[0]
