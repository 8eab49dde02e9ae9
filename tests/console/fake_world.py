"""A toy crater and toy hands, for the page alone: Pillow draws what lies there."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from PIL import Image, ImageDraw

from hw.ports import Ailing, Ailment, BoulderSeen, PawnSeen, Tabletop

SIZE = (480, 480)
DIE_PX = 52
COLOURS = {"Y": (236, 190, 40), "R": (200, 50, 44), "B": (40, 96, 190)}
Call = tuple[str, tuple[int, ...]]


@dataclass(slots=True)
class Die:
    """One toy die: where it is, and what it shows."""

    place: str
    face: str
    x: float = 0
    y: float = 0


@dataclass(slots=True)
class FakeHands:
    """Hands that move toy dice, and tell *moved* what they did."""

    dice: dict[int, Die]
    moved: Callable[[str, int], None]
    calls: list[Call] = field(default_factory=list)
    wrong: dict[str, str] = field(default_factory=dict)
    luck: random.Random = field(default_factory=lambda: random.Random(7))
    top: Tabletop = field(default_factory=Tabletop)

    def press(self, button: int, at_ns: int) -> None:
        self._did("press", button)

    def release(self, button: int, at_ns: int) -> None:
        self._did("release", button)

    def throw(self, button: int, at_ns: int, dice: int | None = None) -> None:
        spots = [(110 + 88 * c, 110 + 88 * r) for c in range(4) for r in range(4)]
        self.luck.shuffle(spots)
        for die, (x, y) in zip(self.dice.values(), spots, strict=False):
            die.place, die.face = "crater", die.face[0] + self.luck.choice("bbfftl")
            die.x, die.y = x + self.luck.uniform(-9, 9), y + self.luck.uniform(-9, 9)
        self._did("throw" if dice is None else f"throw {dice}", button)

    def empty(self, button: int, at_ns: int) -> None:
        for die in self.dice.values():
            die.place = f"hand {button}"
        self._did("empty", button)

    def take(self, button: int, die: int, at_ns: int) -> None:
        self.dice[die].place = f"hand {button}"
        self._did("take", button, die)

    def put_back(self, button: int, die: int, at_ns: int) -> None:
        self.dice[die].place = "crater"
        self._did("put_back", button, die)

    def spoil(self, fault: str, part: str = "camera") -> None:
        if fault == "sings":
            raise ValueError("'sings' is no fault")
        self._did(f"spoil {fault}" + ("" if part == "camera" else f" {part}"), -1)
        self.wrong[part] = fault

    def ailing(self) -> tuple[Ailing, ...]:
        dim = Ailment("dim", "little light", "Hardly any light.", "It asks.")
        dead = Ailment("dead", "pull its wire", "It never closes.", "Another is lent.")
        kill = Ailment("kill", "kill -9", "It ends.", "Start it again.", passes=True)
        kinds = {"camera": dim, "button 0": dead, "button 1": dead, "daemon": kill}
        return tuple(
            Ailing(part, (one,), self.wrong.get(part, "none")) for part, one in kinds.items()
        )

    def knock(self, die: int, at_ns: int) -> None:
        self._did("knock", -1, die)

    def lose(self, die: int, at_ns: int) -> None:
        self.dice[die].place = "outside"
        self._did("lose", -1, die)

    def die_at(self, x_px: float, y_px: float) -> int | None:
        for number, die in self.dice.items():
            near = max(abs(die.x - x_px), abs(die.y - y_px)) < DIE_PX / 2
            if die.place == "crater" and near:
                return number
        return None

    def launch(self, button: int, card: str, at_ns: int) -> None:
        self._did(f"launch {card}", button)

    def stand(self, button: int, meeples: int, at_ns: int) -> None:
        self._did("stand", button, meeples)

    def pick_up(self, button: int, meeples: int, at_ns: int) -> None:
        self._did("pick_up", button, meeples)

    def unthrow(self, button: int, card: str, at_ns: int) -> None:
        self._did(f"unthrow {card}", button)

    def lay_aside(self, button: int, card: str, at_ns: int, *, aside: bool) -> None:
        self._did(f"{'take away' if aside else 'lay back'} {card}", button)

    def drop(self, slot: int, at_ns: int) -> None:
        self._did("drop", slot)

    def set_up(
        self, pawns: Sequence[PawnSeen], boulders: Sequence[BoulderSeen], at_ns: int
    ) -> None:
        self._did("set_up", -1)

    def roll_told(self, at_ns: int) -> None:
        self._did("roll_told", -1)

    def tabletop(self) -> Tabletop:
        return self.top

    def truth(self) -> Mapping[int, tuple[str, str]]:
        return {number: (die.place, die.face) for number, die in self.dice.items()}

    def picture(self) -> bytes:
        """The crater as a JPEG."""
        image = Image.new("RGB", SIZE, (42, 36, 34))
        draw = ImageDraw.Draw(image)
        draw.ellipse((8, 8, 472, 472), fill=(92, 84, 78))
        draw.ellipse((30, 30, 450, 450), fill=(126, 116, 106))
        for die in self.dice.values():
            if die.place == "crater":
                box = (die.x - 26, die.y - 26, die.x + 26, die.y + 26)
                draw.rounded_rectangle(box, 9, COLOURS[die.face[0]], (20, 20, 20), 2)
                draw.text((die.x - 8, die.y - 14), die.face[1], (250, 250, 250), font_size=26)
        out = io.BytesIO()
        image.save(out, "JPEG", quality=85)
        return out.getvalue()

    def _did(self, name: str, button: int, *more: int) -> None:
        self.calls.append((name, (button, *more)))
        self.moved(name, button)
