"""Who gets in at the page, where others can open it: staff's password, players' codes, TLS."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from firmware_host.console.door import Door, made_up, seal
from firmware_host.console.entry import Doors
from firmware_host.daemon.assembly import Assembly

from .passwords import password_file


def doors(table: Assembly) -> Doors:
    """Those of *table*.

    Whoever stands at the table and opens service mode by its buttons waits for nobody's guesses.
    """
    door = Door(password_file(table.here.journal).sealed, time.monotonic)
    door.attended = lambda: table.core.table.desk.on
    return Doors(door, None if table.phones is None else table.phones.codes)


def first_password(journal: Path, says: Callable[[str], None]) -> None:
    """One is made up, and said, where there is none yet."""
    kept, password = password_file(journal), made_up()
    if kept.sealed():
        return
    try:
        kept.keep(seal(password))
    except OSError as wrong:
        says(f"{wrong.filename}: no password can be kept, so staff cannot log in on the page")
    else:
        once = "said once; ./table password sets another"
        says(f"Staff log in on the page with {password} ({once})")
