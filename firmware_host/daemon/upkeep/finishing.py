"""Before a daemon reads anything: was a restore cut off here?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

PLAN = ".restoring.json"
"""As :mod:`.swaps` has it, which is loaded where there is one."""


def finished(folder: Path, says: Callable[[str], None]) -> str:
    """Have a restore that was cut off in *folder* done to its end; why it cannot be, in words."""
    if not (folder / PLAN).exists():
        return ""
    from . import swaps
    from .backup import BackupFault

    try:
        aside = swaps.finished(folder)
    except BackupFault as wrong:
        return str(wrong)
    says(f"{folder}: a restore that was cut off here is finished")
    for old in aside:
        says(f"set aside: {old}")
    return ""
