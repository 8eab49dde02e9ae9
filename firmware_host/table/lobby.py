"""Before and between matches: who sits down, and when it begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from firmware_host.rules.kernel import Illegal, Seat

from .gestures import Gesture
from .scene import Choice, Lamp, Scene, SeatScene, text


@dataclass(slots=True)
class Lobby:
    """Each button is a seat that may join; enough of them, and a hold begins.

    *players* is how many a game takes; *fixed* seats begin by themselves (a demo, a test rig).
    """

    buttons: int
    players: range
    fixed: Sequence[int] | None = None
    joined: set[int] = field(default_factory=set)
    begin: tuple[int, ...] | None = None
    """The buttons that play, once it is to begin."""

    def gesture(self, button: int, gesture: Gesture) -> None:
        """A tap sits down or gets up again; a hold begins."""
        if gesture is Gesture.TAP:
            self.joined ^= {button}
        elif gesture is Gesture.HOLD:
            self.joined |= {button}
            if self.enough:
                self.begin = tuple(sorted(self.joined))

    def choose(self, button: int, index: int) -> None:
        """Line 0 sits down or gets up, line 1 begins.

        :raises Illegal: there is no such line just now.
        """
        if not 0 <= index < len(self._menu(button)):
            raise Illegal("not_asked", "that is not to be chosen now")
        self.gesture(button, (Gesture.TAP, Gesture.HOLD)[index])

    def settle(self) -> None:
        """Fixed seats need nobody to begin."""
        if self.fixed is not None:
            self.joined = set(self.fixed)
            self.begin = tuple(self.fixed)

    @property
    def enough(self) -> bool:
        """Can these play?"""
        return len(self.joined) in self.players

    def scene(self) -> Scene:
        """Lamps of those who sit are lit; the others call."""
        few, many = self.players.start, self.players.stop - 1
        waiting = text("lobby.start" if self.enough else "lobby.join", few=few, many=many)
        return Scene(
            phase="lobby",
            title=text("title.lobby"),
            waiting=waiting,
            waiting_for=(),
            places=(),
            seats=tuple(self._seat(button) for button in range(self.buttons)),
            lines=(text("lobby.count", n=len(self.joined)),),
        )

    def _seat(self, button: int) -> SeatScene:
        seat, here = Seat(button), button in self.joined
        return SeatScene(
            seat=seat,
            button=button,
            tint=f"seat_{str(seat).lower()}",
            lamp=Lamp.ON if here else Lamp.PULSE,
            status="joined" if here else "free",
            place=None,
            menu=self._menu(button),
        )

    def _menu(self, button: int) -> tuple[Choice, ...]:
        sit = text("lobby.leave" if button in self.joined else "lobby.sit")
        lines = (Choice(sit, under_thumb=True),)
        return (*lines, Choice(text("lobby.begin"))) if self.enough else lines
