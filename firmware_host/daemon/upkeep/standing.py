"""How the table stands, in a line of words for whoever looks at the service."""

from __future__ import annotations

from firmware_host.daemon.core import Core

LONGEST = 200
"""Letters: ``systemctl status`` shows one line."""


def standing(core: Core) -> str:
    """``a match of 4 is played; strip: it is not plugged in``."""
    host = core.table.evening.host
    playing = "waits for players" if host is None else f"a match of {_seats(core)} is played"
    lost = [f"{name}: {state.says}" for name, state in core.devices.items() if not state.ok]
    words = "; ".join([playing, *lost]).replace("\n", " ")
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 3]}..."


def _seats(core: Core) -> int:
    return len(core.scene.seats) if core.scene is not None else 0
