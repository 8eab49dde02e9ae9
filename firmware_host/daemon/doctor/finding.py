"""What was found at a machine: how bad it is, in words, and with what to do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Level(IntEnum):
    """How bad it is; the worst is the exit status of ``./table doctor``, but ABSENT is not bad."""

    OK = 0
    ABSENT = -1
    """Not there, and this table does not need it."""
    WARNING = 1
    """The game can be played, but not as well as it could, or not for long."""
    FAULT = 2
    """Something this table needs does not work."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing about the machine.

    *mend* is a command that can be pasted as it is, or a sentence, with a capital, where no
    command does it; *then* is what a person does after that, in words.
    """

    topic: str
    level: Level
    says: str
    mend: str = ""
    then: str = ""

    @property
    def command(self) -> str:
        """*mend*, if it is for the shell; else empty."""
        return "" if self.mend[:1].isupper() else self.mend


ON_A_PI = "Run it on the Pi"
"""What mends what no other machine has."""
LOGIN = "Then log out and in again, or restart"
RESTART = "Then: sudo systemctl restart lava-table"
"""The same, for a service's user."""


def ok(topic: str, says: str) -> Finding:
    """All is well."""
    return Finding(topic, Level.OK, says)


def absent(topic: str, says: str) -> Finding:
    """It is not there, and that is no harm."""
    return Finding(topic, Level.ABSENT, says)


def warning(topic: str, says: str, mend: str = "", then: str = "") -> Finding:
    """It could be better."""
    return Finding(topic, Level.WARNING, says, mend, then)


def forbidden(topic: str, user: str, node: str, group: str) -> Finding:
    """*node* is there, but *user* may not open it: whoever is in *group* may."""
    says = f"{user} may not open {node}"
    return Finding(topic, Level.FAULT, says, f"sudo usermod -aG {group} {user}", LOGIN)


def unasked(topic: str, user: str, node: str, asker: str) -> Finding:
    """*user* may open *node*, but *asker* may not: what is on it cannot be asked now."""
    says = (
        f"{user} may open {node}; {asker} may not, so nobody was asked there: sudo ./table doctor"
    )
    return Finding(topic, Level.OK, says)


def fault(topic: str, says: str, mend: str, then: str = "") -> Finding:
    """It does not work, and this mends it."""
    return Finding(topic, Level.FAULT, says, mend, then)
