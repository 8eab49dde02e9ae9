"""What the dice in the crater are called: the face each was told with, whatever it shows later.

A die is known by the camera's number. A camera that was away (unplugged, restarted) numbers afresh:
then a die that lies where one lay is that one, and a red die too many for one face is the red die
that lacks for another, if nobody has such a die. Whatever shows another face than it is called is
pointed out, never decided.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import hypot, inf

from firmware_host.table.scene import Text, text
from firmware_host.vision.facts import Look, SeenDie, Tray

SAME_MM = 6.0
"""A die of the same colour found this close to where one lay is the same die."""


def face(die: SeenDie) -> str:
    """What it shows, as far as the camera can tell."""
    return die.colour + die.symbol


def called(name: str) -> Text:
    """A face as people call it."""
    return text(f"face.{name}")


@dataclass(frozen=True, slots=True)
class _Lay:
    """Where a die lay when it was last seen."""

    x_mm: float
    y_mm: float

    def off_mm(self, die: SeenDie) -> float:
        return hypot(die.x_mm - self.x_mm, die.y_mm - self.y_mm)


class Names:
    """The names of the dice by the camera's numbers, from the throw to the last grab."""

    def __init__(self) -> None:
        self._names: dict[int, str] = {}
        self._lay: dict[int, _Lay] = {}
        self._went: set[int] = set()  #: seen to go: none of these lies there under another number
        self._afresh: set[int] = set()  #: named by where they lie: the camera was away
        self.missing: Counter[str] = Counter()
        """Names that belong to one of the dice of which nobody can say which is which, ..."""
        self.puzzling: Counter[str] = Counter()
        """... and what those dice show."""

    def __contains__(self, number: int) -> bool:
        return number in self._names

    def __getitem__(self, number: int) -> str:
        return self._names[number]

    def __setitem__(self, number: int, name: str) -> None:
        self._names[number] = name

    def get(self, number: int, otherwise: str) -> str:
        """The name of die *number*."""
        return self._names.get(number, otherwise)

    def of(self, die: SeenDie) -> str:
        """Its name; where it has none, what it shows."""
        return self._names.get(die.number, face(die))

    def clear(self) -> None:
        """All dice are thrown again."""
        self._names.clear()
        self._lay.clear()
        self._went.clear()
        self._afresh.clear()
        self.missing, self.puzzling = Counter(), Counter()

    def see(self, look: Look) -> None:
        """Note where the dice lie; a die of which the camera is unsure is what lay there."""
        self._went.update(g.number for g in look.gone)
        for die in self._fresh(look):
            number = self._lay_there(die, look)
            if number is not None and not (die.sure and face(die) != self._names[number]):
                self._take_over(die, number)
        if look.tray is Tray.SETTLED:
            known = (d for d in look.dice if d.number in self._names and not d.hidden)
            self._lay.update({d.number: _Lay(d.x_mm, d.y_mm) for d in known})

    def settle(self, look: Look, lies: Counter[str], held: Counter[str]) -> None:
        """Name every die of a tray at rest in which *lies* should lie, and seats have *held*."""
        self.missing, self.puzzling = Counter(), Counter()
        left = lies - Counter(self._names[d.number] for d in look.dice if d.number in self._names)
        for die in self._fresh(look):
            if die.sure and left[face(die)]:
                self._names[die.number] = face(die)
                left[face(die)] -= 1
        for colour in {d.colour for d in self._fresh(look)}:
            self._settle(look, colour, +left, held)

    def _settle(self, look: Look, colour: str, left: Counter[str], held: Counter[str]) -> None:
        """The dice of *colour* that show none of the faces that are *left*."""
        for die in self._fresh(look, colour):
            number = self._lay_there(die, look)
            if number is not None and left[self._names[number]]:
                left[self._names[number]] -= 1
                self._take_over(die, number)
        rest, lacking = self._fresh(look, colour), [n for n in left.elements() if n[0] == colour]
        if len(rest) == len(lacking) == 1 and not (rest[0].sure and held[face(rest[0])]):
            self._names[rest[0].number] = lacking[0]
            self._afresh.add(rest[0].number)
            return
        if lacking:
            self.missing.update(lacking if rest else ())
            self.puzzling.update(map(face, rest))
            return
        self._names.update({d.number: face(d) for d in rest if d.sure})  # too many, as they look

    def turned(self, look: Look) -> Text | None:
        """A die shows another face than it was thrown with (LL-24): say which, accuse nobody."""
        if look.tray is not Tray.SETTLED:
            return None
        for die in look.dice:
            name = self._names.get(die.number)
            if name is not None and die.sure and not die.hidden and name != face(die):
                away = die.number in self._afresh
                key = "notice.lay_otherwise" if away else "notice.turned"
                return text(key, now=called(face(die)), before=called(name))
        if not self.missing:
            return None
        before = min(self.missing)
        now = min(n for n in self.puzzling if n[0] == before[0])
        return text("notice.turned_or_back", now=called(now), before=called(before))

    def _fresh(self, look: Look, colour: str = "") -> list[SeenDie]:
        """The dice that have no name yet."""
        new = [d for d in look.dice if d.number not in self._names and not d.hidden]
        return [d for d in new if colour in ("", d.colour)]

    def _lay_there(self, die: SeenDie, look: Look) -> int | None:
        """The die that lay where *die* does, if the camera has lost it without seeing it go."""
        here = {d.number for d in look.dice}
        lost = (n for n in self._lay if n not in here and n not in self._went)
        alike = [n for n in lost if self._names[n][0] == die.colour]
        nearest = min(alike, key=lambda n: self._lay[n].off_mm(die), default=None)
        off_mm = inf if nearest is None else self._lay[nearest].off_mm(die)
        return nearest if off_mm <= SAME_MM else None

    def _take_over(self, die: SeenDie, number: int) -> None:
        """*die* is what had *number* before the camera was away."""
        self._names[die.number] = self._names.pop(number)
        del self._lay[number]
        self._afresh.add(die.number)
