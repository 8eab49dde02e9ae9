"""What staff may look up at a table, and from when on it is kept."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from firmware_host.daemon.settings import house as houses

from .camera import RollSeen
from .records import Records
from .rolls import Limits, Rolls

if TYPE_CHECKING:
    from firmware_host.daemon.assembly import Assembly


def records(table: Assembly) -> Records:
    """What staff of *table* may look up; and from now on rolls are kept."""
    files, here, core = table.files, table.here, table.core
    camera, evening = files.table.camera, core.table.evening
    limits = Limits(0 if here.virtual_time else camera.keep_rolls, camera.keep_days)
    rolls = Rolls(here.journal.with_suffix(".rolls"), limits, here.now_s)

    def keep(roll: RollSeen) -> None:
        host = evening.host
        told = Counter(roll.told)
        if host is not None and not told:
            told = evening.game.view.lying(host.ledger.match.state)
        try:
            rolls.keep(roll, tuple(sorted(told.elements())))
        except OSError as wrong:  # nothing of the game depends on it
            here.says(f"{wrong.filename}: a roll cannot be kept: {wrong.strerror}")

    core.others.rolled = keep
    if core.eye is not None:
        core.eye.keeps_rolls = limits.rolls > 0
    name, faces = houses.dice(files)
    return Records(rolls, here.journal, name, faces, files.texts.say)
