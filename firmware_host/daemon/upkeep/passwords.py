"""The file with the seal of staff's password, beside the journal; for its user's eyes alone."""

from __future__ import annotations

from pathlib import Path

from firmware_host.daemon.whole import written

PRIVATE = 0o600


class PasswordFile:
    """Read again whenever it has changed, so that a new password counts at once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: tuple[int, int, int] | None = None
        self._sealed = ""

    def sealed(self) -> str:
        """The seal; empty: there is none, or it cannot be read."""
        try:
            now = self.path.stat()
            seen = (now.st_mtime_ns, now.st_size, now.st_ino)
            if seen != self._seen:
                self._sealed, self._seen = self.path.read_text("ascii").strip(), seen
        except (OSError, UnicodeError):
            self._sealed, self._seen = "", None
        return self._sealed

    def keep(self, sealed: str) -> None:
        """Write it: whole, on the disk, and no other user's to read.

        :raises OSError: it cannot be written.
        """
        written(self.path, sealed.encode("ascii") + b"\n", PRIVATE)


def password_file(journal: Path) -> PasswordFile:
    """Of the table whose journal is *journal*."""
    return PasswordFile(journal.with_suffix(".password"))
