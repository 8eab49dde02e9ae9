"""A button that does not work has another's lent: one very long press of that lends it.

Whoever lends is asked nothing just now, or its own question comes first; while only the other is
asked, its button speaks for the other's seat. It ends when the button that was dead is heard, or
with another very long press while nobody is asked. A button that nobody plays at may be lent too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from firmware_host.rules.kernel import Seat

from .gestures import NS_PER_MS, Gesture
from .missing import TOLD_NS
from .scene import Lamp, Scene, SeatScene, Text, text
from .signals import Noticed

SOON_NS, LEND_NS = 1_200 * NS_PER_MS, 3_000 * NS_PER_MS
"""Held so long, the display says what comes; so long, and it has come."""
TAKING = "take"
"""Then a press of one who is not asked would claim a die that others are asked about."""
NOT_PLAYED = ("lobby", "over")
"""Then every button has the same menu."""
SAYS = "it is not heard, and has another's lent. Is its wire in?"

Meant = tuple[int, Gesture]
"""At whose button a gesture is to count, and as what."""


class Lending:
    """Whose button speaks for whom."""

    def __init__(self) -> None:
        self.lent: dict[int, int] = {}
        """By the button that has one lent: which."""
        self._now_ns = 0
        self._scene: Scene | None = None
        self._target: dict[int, int] = {}  # what a press that is down is for
        self._held: dict[int, int] = {}  # holds that were not told yet, and since when
        self._unsaid = set[int]()  # presses that were not told yet
        self._told: dict[int, str] = {}
        self._said: Text | None = None
        self._until_ns = 0

    @property
    def wake_ns(self) -> int | None:
        """Settle, and show, again by then."""
        times = [at_ns + long for at_ns in self._held.values() for long in (SOON_NS, LEND_NS)]
        times += [self._until_ns] if self._said is not None else []
        return min((t for t in times if t > self._now_ns), default=None)

    def meant(self, button: int, gesture: Gesture, at_ns: int) -> Iterator[Meant]:
        """What a gesture at *button* is to be taken for: at which, and as what."""
        if gesture is Gesture.PRESS:
            self.lent.pop(button, None)  # it is heard: it needs no other
            self._target[button] = self._for(button)
            if self._target[button] == button and self._claims(button):
                self._unsaid.add(button)
                return
        target = self._target.get(button, button)
        if gesture is Gesture.HOLD and target == button and self._may_lend(button):
            self._held[button] = at_ns
            return
        if button in self._unsaid:
            yield target, Gesture.PRESS
        self._unsaid.discard(button)
        yield target, gesture

    def settle(self, down: frozenset[int], now_ns: int) -> Iterator[Meant]:
        """It is so late, and *down* are held. Holds that were kept back and mean what they did."""
        self._now_ns = now_ns
        if self._said is not None and now_ns >= self._until_ns:
            self._said = None
        for button, at_ns in [*self._held.items()]:
            if now_ns - at_ns >= LEND_NS and self._may_lend(button):
                del self._held[button]
                self._unsaid.discard(button)
                self._lend(button)
            elif button not in down:
                del self._held[button]
                self._unsaid.discard(button)
                yield button, Gesture.HOLD

    def notices(self) -> Iterator[Noticed]:
        """What staff are to know of buttons."""
        told = dict.fromkeys(self.lent, SAYS)
        for button in sorted(told.keys() | self._told.keys()):
            if told.get(button) != self._told.get(button):
                yield Noticed(f"button {Seat(button)}", told.get(button, ""))
        self._told = told

    def shown(self, scene: Scene) -> Scene:
        """The scene with lamps that blink for others, and what is said of it."""
        self._scene = scene
        asked = self._asked()
        for_others = {self.lent[b] for b in asked if b in self.lent} - asked
        if for_others:
            seats = (_blinking(s) if s.button in for_others else s for s in scene.seats)
            scene = replace(scene, seats=tuple(seats))
        said = self._soon() or self._said
        if said is None or scene.passing is not None or scene.notice is not None:
            return scene
        return replace(scene, passing=said)

    # Inside

    def _asked(self) -> frozenset[int]:
        """The buttons of those who are asked something."""
        scene = self._scene
        if scene is None or scene.phase in NOT_PLAYED or scene.service is not None:
            return frozenset()
        return frozenset(seat.button for seat in scene.seats if seat.menu)

    def _for(self, button: int) -> int:
        """For whom a press of *button* is: its own question first."""
        asked = self._asked()
        others = [b for b, lender in self.lent.items() if lender == button and b in asked]
        return button if button in asked or not others else others[0]

    def _may_lend(self, button: int) -> bool:
        """Is it asked nothing, but another is; or has it lent itself, and wants itself back?"""
        asked = self._asked()
        return button not in asked and (bool(asked) or button in self.lent.values())

    def _lend(self, button: int) -> None:
        """To the next who is asked, clockwise; to nobody any more where nobody else is."""
        before = [b for b, lender in self.lent.items() if lender == button]
        self.lent = {b: lender for b, lender in self.lent.items() if lender != button}
        asked = sorted(self._asked() - {*before} - self.lent.keys(), key=lambda b: (b < button, b))
        if asked:
            self.lent[asked[0]] = button
            self._say(text("lend.lent", lender=self._named(button), seat=self._named(asked[0])))
        elif before:
            self._say(text("lend.back", lender=self._named(button)))

    def _say(self, said: Text) -> None:
        self._said, self._until_ns = said, self._now_ns + TOLD_NS

    def _soon(self) -> Text | None:
        """What a button that is held on will do."""
        for button, at_ns in self._held.items():
            if self._now_ns - at_ns >= SOON_NS:
                return text("lend.soon", lender=self._named(button))
        return None

    def _named(self, button: int) -> str | Text:
        seats = () if self._scene is None else self._scene.seats
        found = [str(seat.seat) for seat in seats if seat.button == button]
        return found[0] if found else text("lend.spare")

    def _claims(self, button: int) -> bool:
        """Would its press claim a die that others are asked about? What it is, is known later."""
        asked, scene = self._asked(), self._scene
        return scene is not None and scene.phase == TAKING and bool(asked) and button not in asked


def _blinking(seat: SeatScene) -> SeatScene:
    return replace(seat, lamp=Lamp.BLINK)
