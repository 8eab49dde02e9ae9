"""Where the bed's parts lie, and how it says that it cannot be had."""

from __future__ import annotations

import os
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


class NoBed(Exception):
    """Why there is no bed on this machine, in words."""


def cache() -> Path:
    """The folder for what is fetched and built: ``$TABLE_BED_CACHE``, else the user's cache."""
    named = os.environ.get("TABLE_BED_CACHE")
    if named:
        return Path(named).absolute()
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "lava-table" / "bed"


def unpacked() -> Path:
    """Debian's packages, unpacked: a root of their own."""
    return cache() / "unpacked"


def libraries() -> Path:
    """Python packages of the guest that the host's environment has not; for this Python."""
    return cache() / f"python-{sys.implementation.cache_tag}"
