"""One writer at a time: a lock file beside the journal that names who holds it."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

LONGEST = 4096


class Held(OSError):
    """Another process holds the lock; *holder* says which, as far as it is known."""

    def __init__(self, holder: str) -> None:
        super().__init__(f"held by {holder}")
        self.holder = holder


class Lock:
    """Held from its making until :meth:`release`, or until the process ends however it ends."""

    def __init__(self, path: Path, what: str = "") -> None:
        """Take the lock; *what* is said of its holder to whoever wants it meanwhile.

        :raises Held: another process has it.
        :raises OSError: the file cannot be made.
        """
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as why:
            holder = os.read(self._file, LONGEST).decode(errors="replace").strip()
            os.close(self._file)
            raise Held(_named(holder)) from why
        with suppress(OSError):  # on a full disk it is held all the same, by somebody unnamed
            os.ftruncate(self._file, 0)
            os.write(self._file, f"{os.getpid()}\n{what}\n".encode())

    def release(self) -> None:
        """Let another process write; the empty file stays, for removing it would race."""
        with suppress(OSError):
            os.ftruncate(self._file, 0)
        os.close(self._file)


def _named(holder: str) -> str:
    """``process 123, which runs the table of /etc/lava-table/table.toml``."""
    process, _, what = holder.partition("\n")
    if not process:
        return "another process"
    return f"process {process}, {what}" if what else f"process {process}"
