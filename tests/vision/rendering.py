"""Pictures of the virtual crater for tests of the reader, with what truly lies there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from firmware_host.vision.facts import Look, Tray
from firmware_host.vision.plane import Picture
from firmware_host.vision.reading import CraterReader
from firmware_host.vision.tracker import Tracker
from hw.mock import labelled, throwing
from hw.mock.crater import Crater
from hw.mock.look import Look as Difficulty
from hw.mock.world import Odds, World, fresh

PROFILE = Path(__file__).parents[2] / "config" / "dice" / "lava_land"
EASY = Difficulty(glare=0.0)
TAME = Odds(outside=0.0, cocked=0.0, touching=0.4)
MS = 1_000_000


def sample(
    seed: int, look: Difficulty = EASY, odds: Odds = TAME
) -> tuple[Picture, list[dict[str, Any]]]:
    """A picture of settled dice, and a label for each."""
    made = labelled.sample(seed, look, odds, "settled")
    return made.picture, made.label["dice"]


def faces(dice: list[dict[str, Any]]) -> list[str]:
    """The faces that are labelled, sorted."""
    return sorted(d["colour"] + d["symbol"] for d in dice)


@dataclass
class Table:
    """A virtual crater, a tracker looking into it, and a clock that only it moves."""

    world: World
    tracker: Tracker
    at_ns: int = 1_000 * MS
    frame: int = 0
    crater: Crater | None = None

    @classmethod
    def of(
        cls,
        reader: CraterReader,
        seed: int,
        dice: int,
        look: Difficulty = EASY,
        faces: Mapping[str, str] = labelled.FACES,
    ) -> Table:
        """A table with *dice* dice, thrown and read."""
        world = fresh(seed, faces, 5, TAME, look)
        table = cls(replace(world, dice=world.dice[:dice]), Tracker(reader))
        table.world = throwing.thrown(table.world, 0, 10.0, table.at_ns)
        return table

    def picture(self) -> Picture:
        """What the camera sees now."""
        self.crater = self.crater or Crater(self.world)
        picture: Picture = self.crater.picture(self.world, self.at_ns, self.frame)
        return picture

    def look(self) -> Look:
        """One frame, a tenth of a second after the one before."""
        self.at_ns += 100 * MS
        self.frame += 1
        return self.tracker.feed(self.picture(), self.at_ns, self.frame)

    def rest(self, least: int = 12) -> Look:
        """Frames until nothing happens any more, at least so many."""
        for _ in range(least):
            self.look()
        for _ in range(60):
            look = self.look()
            if look.tray in (Tray.SETTLED, Tray.EMPTY):
                return look
        raise AssertionError(f"it never rests: {look}")

    def take(self, die: int, side_deg: float, button: int = 0) -> None:
        """An arm comes from a side and takes a die."""
        self.world = throwing.taken(self.world, button, side_deg, die, self.at_ns)

    def truth(self) -> list[str]:
        """The faces that lie in the crater, sorted."""
        return sorted(d.face for d in self.world.lying())


def seen(look: Look) -> list[str]:
    """The faces a look tells, sorted."""
    return sorted(d.colour + d.symbol for d in look.dice)
