"""Opens a page in the browser of whoever sits here, where there is one. Never waits for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping

OPENERS: dict[str, tuple[str, ...]] = {"darwin": ("open",), "win32": ("explorer",)}
"""What opens a page, by platform; elsewhere the desktop says."""
ON_A_DESKTOP: tuple[str, ...] = ("xdg-open", "gio", "x-www-browser")


def opener(platform: str, environment: Mapping[str, str]) -> tuple[str, ...] | None:
    """The command that opens a page; None where nobody would see it.

    A machine without a screen may still have a browser for terminals. That would take the
    terminal from the game, so without a desktop none is opened.
    """
    names = OPENERS.get(platform)
    if names is None:
        if not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")):
            return None
        names = ON_A_DESKTOP
    for name in names:
        found = shutil.which(name, path=environment.get("PATH"))
        if found is not None:
            return (found, "open") if name == "gio" else (found,)
    return None


def browse(address: str) -> bool:
    """Have *address* opened; True where something was asked to."""
    command = opener(sys.platform, os.environ)
    if command is None:
        return False
    try:
        subprocess.Popen(
            [*command, address],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the table, not for the browser
        )
    except OSError:
        return False
    return True
