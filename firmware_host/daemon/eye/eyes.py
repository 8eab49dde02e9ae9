"""What people tell of what they see on the virtual table, in the words of answers."""

from __future__ import annotations

from firmware_host.rules.kernel import Seat
from hw.ports import Tabletop


def told(topic: str, seat: Seat, button: int, top: Tabletop) -> tuple[str, ...] | None:
    """The answers of *seat* at *button* to what is asked; None: its eyes do not tell that."""
    mine = [m for m in top.meeples if m.owner == button]
    match topic:
        case "landed":
            lies = "off" if top.landed == "off" else "on"
            return (f"landed {top.landed}", f"landed {lies}")
        case "fell":
            return (f"fell {seat} {sum(not m.on for m in mine)}",)
        case "count":
            there = [m.stands for m in mine if m.on]
            return (f"count {seat} {sum(there)} {len(there) - sum(there)}",)
        case "own":
            return (f"own {seat} {sum(button in m.on for m in top.meeples)}",)
        case _:
            return None
