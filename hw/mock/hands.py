"""Hands at the virtual table: they press its buttons and move its dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Protocol

from hw.ports import Ailing, BoulderSeen, PawnSeen, Tabletop, Things, Volcano

from . import tabletop as on_top
from . import throwing, volcano
from .faults import CAMERA, Faults
from .tabletop import Top
from .world import Fault, World, fresh
from .worldfile import WorldFile

RESTED_NS = 1 << 62  # by then everything rests


def _no_beam(chute: int, at_ns: int) -> None:
    """No chute has one."""


class Fingers(Protocol):
    """What presses buttons."""

    def press(self, button: int, at_ns: int) -> None: ...  # noqa: D102
    def release(self, button: int, at_ns: int) -> None: ...  # noqa: D102


class VirtualHands:
    """The people round the world in *file*; they press with *fingers*.

    *sides* says for each button from which side its hand comes: degrees, 0 from the right of the
    picture, 90 from below. *size* is that of the camera's pictures. *faults* are what may fail, and
    *broken* breaks the beam of a chute, by its number, at that time.

    :raises BrokenWorld: the file cannot be read and was set aside.
    """

    def __init__(
        self,
        file: WorldFile,
        new: Callable[[], World],
        fingers: Fingers,
        sides: Mapping[int, float],
        size: tuple[int, int] = (960, 720),
        faults: Faults | None = None,
        broken: Callable[[int, int], None] = _no_beam,
    ) -> None:
        self._broken, self._faults = broken, faults or Faults()
        self._file, self._fingers, self._sides, self._size = file, fingers, dict(sides), size
        self._world = file.begin(new)
        self._faults.add("camera", CAMERA, self._spoil_camera, self._world.camera)
        self._seen: tuple[Top, Volcano | None, Tabletop] | None = None

    def press(self, button: int, at_ns: int) -> None:
        """A finger goes down."""
        self._fingers.press(button, at_ns)

    def release(self, button: int, at_ns: int) -> None:
        """And up."""
        self._fingers.release(button, at_ns)

    def throw(self, button: int, at_ns: int, dice: int | None = None) -> None:
        """So many dice into the crater, from the side of *button*; they rest within 1.1 s.

        None: all. The others are taken out before.
        """
        world = self.world
        if dice is not None:
            world = throwing.emptied(world, button, at_ns)
        self._act(throwing.thrown(world, button, self.side(button), at_ns, dice))

    def empty(self, button: int, at_ns: int) -> None:
        """All dice out of the crater and up from beside it, before *button*, at once."""
        self._act(throwing.emptied(self.world, button, at_ns))

    def take(self, button: int, die: int, at_ns: int) -> None:
        """Reach for a die: it is gone after 0.36 s, the arm after 0.7 s.

        A die somebody holds is reached for where it lay, in vain.

        :raises LookupError: there is no such die.
        """
        self._act(throwing.taken(self.world, button, self.side(button), die, at_ns))

    def put_back(self, button: int, die: int, at_ns: int) -> None:
        """Lay a die back into the crater, the same face up: it lies there after 0.36 s.

        :raises LookupError: there is no such die.
        """
        self._act(throwing.put_back(self.world, button, self.side(button), die, at_ns))

    def knock(self, die: int, at_ns: int) -> None:
        """Turn a die over to another symbol, with no hand to be seen.

        :raises LookupError: there is no such die.
        """
        self._act(throwing.knocked(self.world, die, at_ns))

    def lose(self, die: int, at_ns: int) -> None:
        """A die lands beside the tray.

        :raises LookupError: there is no such die.
        """
        self._act(throwing.lost(self.world, die, at_ns))

    def spoil(self, fault: str, part: str = "camera") -> None:
        """A part fails in this way from now on; ``none`` mends it.

        :raises ValueError: there is no such part, or it cannot fail so.
        """
        self._faults.spoil(part, fault)

    def ailing(self) -> tuple[Ailing, ...]:
        """Every part that can be made to fail, and how it does now."""
        return self._faults.ailing()

    def _spoil_camera(self, fault: str) -> None:
        self._act(replace(self.world, camera=Fault(fault)))

    def set_out(self, things: Things) -> None:
        """Have the dice, or the cards and meeples, of a new game on the table.

        Dice that are the same stay.

        :raises ValueError: a colour has not six faces.
        """
        now = self.world
        new = fresh(now.seed, things.faces, things.players, now.odds, now.look)
        if [(d.colour, d.faces) for d in new.dice] != [(d.colour, d.faces) for d in now.dice]:
            now = replace(now, dice=new.dice, arms=())
        top = on_top.laid(now.luck(), things.starts)
        self._act(replace(now, top=top, volcano=things.volcano))

    def launch(self, button: int, card: str, at_ns: int) -> None:
        """Throw a card from the side of *button* towards the middle: it lies at once."""
        del at_ns
        side = self.side(button)
        self._on_top(lambda top, luck: on_top.launched(top, luck, button, card, side))

    def stand(self, button: int, meeples: int, at_ns: int) -> None:
        """Stand so many meeples of *button* on the newest card."""
        del at_ns
        self._on_top(lambda top, luck: on_top.stood(top, luck, button, meeples))

    def pick_up(self, button: int, meeples: int, at_ns: int) -> None:
        """Take so many meeples of *button* off the table, first those that touch no card."""
        del at_ns
        self._on_top(lambda top, _: on_top.picked_up(top, button, meeples))

    def unthrow(self, button: int, card: str, at_ns: int) -> None:
        """Take the newest such card of *button* off the table again."""
        del at_ns
        self._on_top(lambda top, _: on_top.unthrown(top, button, card))

    def lay_aside(self, button: int, card: str, at_ns: int, *, aside: bool) -> None:
        """Take the newest such card away, for it is out of the game; or lay it back."""
        del at_ns
        self._on_top(lambda top, _: on_top.laid_aside(top, button, card, aside=aside))

    def drop(self, slot: int, at_ns: int) -> None:
        """Drop a ball of lava into that chute of the volcano: it has rolled at once.

        :raises ValueError: there is no such chute.
        """
        now = self.world
        if now.volcano is not None:
            after = volcano.rolled(now.volcano, now.luck(), slot)
            self._act(replace(now, volcano=after, acts=now.acts + 1))
            self._broken(slot, at_ns)

    def set_up(
        self, pawns: Sequence[PawnSeen], boulders: Sequence[BoulderSeen], at_ns: int
    ) -> None:
        """Have just these on the volcano, upright, and no ball."""
        del at_ns
        if (there := self.world.volcano) is not None:
            self._act(replace(self.world, volcano=volcano.set_up(there, pawns, boulders)))

    def roll_told(self, at_ns: int) -> None:
        """The table has heard of the ball that has rolled."""
        del at_ns
        if (there := self.world.volcano) is not None:
            self._act(replace(self.world, volcano=replace(there, told=True)))

    def tabletop(self) -> Tabletop:
        """The cards and meeples on the table, or the volcano."""
        top, there = self.world.top, self.world.volcano
        if self._seen is None or self._seen[0] is not top or self._seen[1] is not there:
            self._seen = top, there, replace(on_top.seen(top), volcano=there)
        return self._seen[2]

    def die_at(self, x_px: float, y_px: float) -> int | None:
        """The die shown at a point of the picture once everything rests."""
        import cv2  # the daemon is up long before somebody points at a die

        from .paint import cubes, moments
        from .paint.optics import optics

        world, found = self.world, None
        camera = optics(world.seed, *self._size)
        for die, shown in moments.numbered(world, RESTED_NS):  # later ones lie over earlier ones
            pose = shown.pose()
            hull = cubes.outline(camera, pose.turn, pose.middle)
            if cv2.pointPolygonTest(hull, (float(x_px), float(y_px)), False) >= 0:
                found = die
        return found

    def truth(self) -> Mapping[int, tuple[str, str]]:
        """Place and face of each die once everything rests."""
        return {die.number: (die.place, die.face) for die in self.world.dice}

    def side(self, button: int) -> float:
        """From where the hand of *button* comes."""
        return self._sides.get(button, 90.0)

    @property
    def world(self) -> World:
        """The world as it is kept."""
        return self._world

    def _on_top(self, act: Callable[[Top, Random], Top]) -> None:
        now = self.world
        self._act(replace(now, top=act(now.top, now.luck()), acts=now.acts + 1))

    def _act(self, world: World) -> None:
        self._world = world
        self._file.write(world)
