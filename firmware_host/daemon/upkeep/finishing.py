"""Before a daemon reads anything: was a restore cut off here?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

RESTORING = ".restoring"
"""What all names of a restore that is being done, or was cut off, begin with."""
PLAN, DESK = f"{RESTORING}.json", f"{RESTORING}-"
"""A plan, and what the folders begin with in which new files wait for it (:mod:`.swaps`)."""


def finished(folder: Path, says: Callable[[str], None]) -> str:
    """Have a restore that was cut off in *folder* done to its end; why it cannot be, in words."""
    decided = (folder / PLAN).exists()
    if not decided and not any(folder.glob(f"{DESK}*")):
        return ""
    from . import swaps
    from .backup import BackupFault

    try:
        aside = swaps.finished(folder)
    except BackupFault as wrong:
        return str(wrong)
    if decided:
        says(f"{folder}: a restore that was cut off here is finished")
    elif not any(folder.glob(f"{DESK}*")):
        says(f"{folder}: a restore was cut off here before it changed anything. Restore again")
    for old in aside:
        says(f"set aside: {old}")
    return ""
