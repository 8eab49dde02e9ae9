"""Safe mode: a daemon that keeps ending begins without its devices, so that people can play on.

How often it has begun, and not ended well, is kept in a small file beside the journal. Times are
seconds since the machine was switched on, which no clock that is set can change; a file of before
that counts for nothing.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
from msgspec import structs

from firmware_host.daemon.settings.house import Files
from firmware_host.daemon.whole import renewed

MOST, WITHIN_S = 5, 120.0
"""So many ends that were none of anybody's wish, so close together, are no chance."""
LONGEST = 300
UNKNOWN = "it was killed, or it hung and the watchdog ended it"
LEAVE = "When that is mended, restart it: sudo systemctl restart lava-table"


class _Kept(msgspec.Struct, frozen=True):
    """What the file holds."""

    boot: str
    begun_s: tuple[float, ...] = ()
    reason: str = ""


class Starts:
    """Begins and ends of one table's daemon, in *file*."""

    def __init__(self, file: Path, boot: str, now_s: Callable[[], float]) -> None:
        """*boot* names this run of the machine; *now_s* counts seconds in it."""
        self._file, self._boot, self._now_s = file, boot, now_s

    def begun(self) -> str:
        """Note that it begins; why it should do so safely, in words; empty: it need not."""
        now_s, kept = self._now_s(), self._read()
        crashed = tuple(s for s in kept.begun_s if now_s - WITHIN_S <= s <= now_s)[-MOST:]
        self._write(_Kept(self._boot, (*crashed, now_s), kept.reason))
        if len(crashed) < MOST:
            return ""
        why = kept.reason or UNKNOWN
        return (
            f"the daemon has ended {MOST} times within {WITHIN_S / 60:g} minutes, so no device is "
            f"opened, and the page stands in for all of them. The last time: {why}. {LEAVE}"
        )

    def broke(self, reason: str) -> None:
        """It ends because something broke."""
        self._write(structs.replace(self._read(), reason=reason[:LONGEST]))

    def ended(self) -> None:
        """It ends as it was asked to: what was before does not count."""
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)

    def _read(self) -> _Kept:
        try:
            kept = msgspec.json.decode(self._file.read_bytes(), type=_Kept)
        except (OSError, msgspec.DecodeError, UnicodeError, RecursionError):
            return _Kept(self._boot)
        return kept if kept.boot == self._boot else _Kept(self._boot)

    def _write(self, kept: _Kept) -> None:
        """Whole or not at all; on a disk that takes nothing it is not counted."""
        with contextlib.suppress(OSError):
            renewed(self._file, msgspec.json.encode(kept))


def without_devices(files: Files) -> Files:
    """The same table with nothing wired to it."""
    table = files.table
    bare = structs.replace(
        table,
        buttons=structs.replace(table.buttons, port="none"),
        strip=structs.replace(table.strip, port="none"),
        strips=tuple(structs.replace(strip, port="none") for strip in table.strips),
        oled=structs.replace(table.oled, port="none"),
        camera=structs.replace(table.camera, port="none"),
    )
    return replace(files, loaded=structs.replace(files.loaded, table=bare))
