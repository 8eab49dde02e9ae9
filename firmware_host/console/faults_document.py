"""The faults of a virtual table, as staff's pages are told of them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from firmware_host.rules.kernel import Seat
from hw.ports import Ailing, Hands

Document = dict[str, Any]

PARTS = {
    "buttons": ("pins", "All buttons"),
    "strip": ("strip", "Lights"),
    "oled": ("oled", "Display"),
    "camera": ("camera", "Camera"),
    "supply": ("supply", "Power"),
    "disk": ("disk", "Disk"),
    "daemon": ("daemon", "The program"),
}
"""By part: what kind it is of, and what people call it."""
NUMBERED = {"button": "Button", "beam": "Beam"}


def faults_document(hands: Hands | None) -> Document:
    """Every part of the table, how it may fail, and how it does; none at a real table."""
    parts = () if hands is None else hands.ailing()
    return {"type": "faults", "parts": [_part(one) for one in parts]}


def _part(one: Ailing) -> Document:
    kind, title = named(one.part)
    faults = [asdict(ailment) for ailment in one.ailments]
    return {"part": one.part, "kind": kind, "title": title, "now": one.now, "faults": faults}


def named(part: str) -> tuple[str, str]:
    """The kind of a part, and its title: ``button 2`` is *Button C*."""
    kind, _, number = part.partition(" ")
    if kind == "button":
        return kind, f"{NUMBERED[kind]} {Seat(int(number))}"
    if kind in NUMBERED:
        return kind, f"{NUMBERED[kind]} {number}"
    return PARTS.get(part, (part, part.capitalize()))
