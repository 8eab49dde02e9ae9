"""Where everybody stands, in words: what the strip would show, for while it does not work."""

from __future__ import annotations

from collections.abc import Iterator

from .scene import Scene, SeatScene, Text, text

STRIP = "strip"
POINTS = ("points", "counters")
"""What a seat has of one of these is its place in a game without a track."""
OFF_TRACK = ("boat", "lava")


def standing(scene: Scene) -> tuple[Text, ...]:
    """One line, while the strip is missing and there is something to tell; else none."""
    if STRIP not in scene.missing:
        return ()
    said = list(_told(scene))
    if not said:
        return ()
    whole = said[0]
    for one in said[1:]:
        whole = text("missing.and", first=whole, then=one)
    return (whole,)


def _told(scene: Scene) -> Iterator[Text]:
    bars = {bar.seat: bar for bar in scene.bars}
    for seat in scene.seats:
        bar = bars.get(seat.seat)
        if bar is not None:
            yield text("stands.height", seat=str(seat.seat), n=bar.height, of=bar.most)
        elif scene.places:
            yield _on_track(seat)
        else:
            yield from _points(seat)
    for place in scene.places:
        if place.lava:
            yield text("stands.lava", n=place.number)


def _on_track(seat: SeatScene) -> Text:
    if seat.status in OFF_TRACK or seat.place is None:
        off = seat.status if seat.status in OFF_TRACK else OFF_TRACK[-1]
        return text(f"stands.in_{off}", seat=str(seat.seat))
    return text("stands.place", seat=str(seat.seat), n=seat.place)


def _points(seat: SeatScene) -> Iterator[Text]:
    goods = dict(seat.goods)
    key = next((key for key in POINTS if key in goods), None)
    if key is not None:
        yield text(f"stands.{key}", seat=str(seat.seat), n=goods[key])
