"""Service mode as staff's pages are told of it: a pure function of the scene."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from firmware_host.table.scene import Scene, Text
from firmware_host.table.service.buttons import bins

Document = dict[str, Any]
Words = Callable[[Text], str]


def service_document(scene: Scene | None, words: Words) -> Document:
    """What goes on in service mode; ``on`` is false while the table is for playing."""
    service = scene.service if scene is not None else None
    if scene is None or service is None:
        return {"type": "service", "on": False}
    return {
        "type": "service",
        "on": True,
        "step": service.step,
        "entries": [
            {"name": e.name, "title": words(e.title), "verdict": e.verdict} for e in service.entries
        ],
        "ask": words(scene.waiting),
        "options": [words(one) for one in service.options],
        "cursor": service.cursor,
        "hint": "" if service.hint is None else words(service.hint),
        "left_s": service.left_s,
        "says": [*service.says],
        "mend": [*service.mend],
        "verdict": service.verdict,
        "bins": [*bins()],
        "buttons": [{**asdict(one), "histogram": [*one.histogram]} for one in service.buttons],
        "sharp": None if service.sharp is None else asdict(service.sharp),
        "camera": service.camera,
        "play": [*service.play],
    }
