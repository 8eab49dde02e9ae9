"""A small track and its scenes, for tests of what is shown."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from firmware_host.rules.kernel import Seat
from firmware_host.table.scene import Gift, Lamp, Place, Scene, SeatScene, text
from firmware_host.table.theme import Theme, theme

ROOT = Path(__file__).parents[2]
GROUNDS = ("lava_path", "lava_path", "start", "islet", "plus_tree", "minus_tree", "boat_symbol")


def default_theme() -> Theme:
    return theme(tomllib.loads((ROOT / "config/themes/plain.toml").read_text()))


def english() -> Mapping[str, object]:
    return tomllib.loads((ROOT / "config/texts/en.toml").read_text())


def scene(
    stands: Sequence[int] = (),
    *,
    lava: int = 0,
    thumb: int | None = None,
    gifts: tuple[Gift | None, ...] = (),
    framed: int | None = None,
) -> Scene:
    """A track of eight places; seat n stands at index ``stands[n]``, the thumb is seat A's."""
    here = [tuple(Seat(n) for n, at in enumerate(stands) if at == i) for i in range(8)]
    return Scene(
        phase="turn",
        title=text("phase.turn"),
        waiting=text("wait"),
        waiting_for=(),
        places=tuple(
            Place(ground, here[i], i < lava, Seat(0) if i == thumb else None, i - 2)
            for i, ground in enumerate((*GROUNDS, "boat"))
        ),
        seats=tuple(
            SeatScene(Seat(n), n, f"seat_{'abcde'[n]}", Lamp.OFF, "track", at - 2)
            for n, at in enumerate(stands)
        ),
        gifts=gifts,
        framed=framed,
    )
