"""What people tell of what they see on the virtual table, in the words of answers."""

from __future__ import annotations

from firmware_host.rules.kernel import Seat
from hw.ports import Tabletop, Volcano


def told(topic: str, seat: Seat, button: int, top: Tabletop) -> tuple[str, ...] | None:
    """The answers of *seat* at *button* to what is asked; None: its eyes do not tell that."""
    if top.volcano is not None:
        return _of_volcano(topic, seat, button, top.volcano)
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


def _of_volcano(topic: str, seat: Seat, button: int, there: Volcano) -> tuple[str, ...] | None:
    """Who of *seat* has fallen, and which boulders; what is said already is no answer any more."""
    if topic != "fell":
        return None
    gone = [p.letter for p in there.pawns if p.owner == button and p.how == "fallen"]
    off = [boulder.pair for boulder in there.boulders if boulder.off]
    return (*(f"{seat} fell {x}" for x in gone), *(f"{seat} off {x}" for x in off), f"{seat} safe")
