"""What the daemon keeps of service mode: reports as files, and for how long pixels were lit."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from firmware_host.daemon.core import Core
from firmware_host.daemon.keeper import Writes
from firmware_host.table.service.report import Report
from firmware_host.table.signals import Noticed, Reported
from hw.ports import Oled

from .on_time import CountedOled, OnTime
from .service_reports import Reports, folder_of, read, reports

LOG = logging.getLogger("lava-table.game")


def counted(oled: Oled | None, journal: Path, now_ns: Callable[[], int]) -> CountedOled | None:
    """The display, its pixels counted from now on; None where there is none."""
    if oled is None:
        return None
    on_time = OnTime(journal.with_suffix(".on-time.json"), oled.width, oled.height)
    return CountedOled(oled, on_time, now_ns)


class Serviced:
    """Does what follows from what was found out; tells staff's pages of it."""

    def __init__(
        self,
        core: Core,
        writes: Writes,
        journal: Path,
        table: str,
        wall: Callable[[], str],
        oled: CountedOled | None,
    ) -> None:
        """Of the *table* of that name, with its *journal*; *wall* gives ISO 8601 stamps."""
        self._core, self._writes, self._oled = core, writes, oled
        if oled is not None:
            oled.writes = writes
        self._folder = folder_of(journal)
        self._kept = Reports(self._folder, table, wall)

    def called(self, table: str) -> None:
        """The table has another name."""
        self._kept.table = table

    def found_out(self, effect: Reported | Noticed) -> None:
        """Keep a report; tell what was noticed as what is told of a device."""
        if isinstance(effect, Noticed):
            if effect.log:
                LOG.error(effect.log.rstrip())
            self._core.hear(effect.part, not effect.says, effect.says)
        else:
            self._writes(partial(self._keep, effect.report), _whatever)

    def reports(self) -> list[dict[str, Any]]:
        """All that are kept, the newest first."""
        found = [read(file) for file in reports(self._folder)]
        return [one for one in found if one is not None]

    def on_time(self) -> dict[str, Any] | None:
        """For how long pixels were lit; None where there is no display."""
        if self._oled is None:
            return None
        self._oled.count()
        return self._oled.on_time.histogram()

    def heat(self) -> tuple[int, int, bytes]:
        """The same as a picture: width, height, and a byte a pixel."""
        if self._oled is None:
            return 0, 0, b""
        return self._oled.width, self._oled.height, self._oled.on_time.heat()

    def _keep(self, report: Report) -> None:
        """In whichever thread writes."""
        try:
            self._kept.keep(report)
        except OSError as wrong:
            why = f"{wrong.filename}: it cannot be kept: {wrong.strerror}"
            self._core.hear("service report", False, why)
        else:
            self._core.hear("service report", True, "")


def _whatever(broken: Exception | None) -> None:
    """The game does not depend on it."""
