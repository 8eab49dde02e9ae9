"""Can a scene be shown? What strip, display and page rely on, looked at before any of them does."""

from __future__ import annotations

from collections.abc import Iterator

from .scene import Scene, Text


def unfit(scene: Scene) -> str:
    """What is wrong with *scene*, in words; empty: it can be shown."""
    return next(_wrong(scene), "")


def _wrong(scene: Scene) -> Iterator[str]:
    yield from _lines(scene)
    yield from _strangers(scene)
    if scene.framed is not None and not 0 <= scene.framed < len(scene.gifts):
        yield f"gift {scene.framed} is framed, and there are {len(scene.gifts)}"
    if any(not 0 <= part < len(scene.wash) for part in scene.pulsing):
        yield f"parts {scene.pulsing} pulse, and the wash has {len(scene.wash)}"
    if scene.map is not None:
        spots = {spot.name for spot in scene.map.spots}
        lost = [one.name for one in scene.map.between if not spots.issuperset(one.spots)]
        if lost:
            yield f"the map has {lost[0]} between spots that are not on it"


def _strangers(scene: Scene) -> Iterator[str]:
    seats = {seat.seat for seat in scene.seats}
    for place in scene.places:
        strange = {*place.seats, *(() if place.thumb is None else (place.thumb,))} - seats
        if strange:
            yield f"place {place.number} has {min(strange)}, who does not play"
    for bar in scene.bars:
        if bar.seat not in seats or bar.most < 1:
            yield f"a bar of {bar.seat} of {bar.most} steps: who plays has one, of 1 at least"


def _lines(scene: Scene) -> Iterator[str]:
    named = {"title": scene.title, "waiting": scene.waiting}
    named |= {f"lines[{i}]": line for i, line in enumerate(scene.lines)}
    for seat in scene.seats:
        named |= {f"a line of {seat.seat}'s menu": choice.label for choice in seat.menu[:1]}
    for name, said in named.items():
        if not isinstance(said, Text):
            yield f"{name} is no text(...) but {said!r}"
