"""What the table notices of its buttons while people play: one that is never pressed, or stuck.

Minutes are minutes of play: a table that nobody sits at has no dead buttons.
"""

from __future__ import annotations

from collections.abc import Iterator

from .contacts import Contact, Contacts, quietened
from .fittings import Fittings

MS = 1_000_000
UNPRESSED_MIN = 15
"""Everybody grabs dice every few minutes: who has not pressed for so long, could not."""
STUCK_NS = 60_000 * MS
NOISE = 20
"""So many spikes within one session of play are no accident."""


class Vigil:
    """Watches all the time."""

    def __init__(self, fit: Fittings, now_ns: int) -> None:
        self.fit = fit
        self.contacts = Contacts(len(fit.buttons))
        self._now_ns = now_ns
        self._played_ns = 0
        self._pressed_ns: dict[int, int] = {}  # button: the time of play at its last press
        self._presses = [0] * len(fit.buttons)
        self._seated: frozenset[int] = frozenset()
        self._blind = False
        self._seeing_ns = now_ns  # so long its buttons have been heard

    def stand(self, now_ns: int) -> None:
        """It is so late, and play stands still."""
        self._see(now_ns)
        self.contacts.settle(now_ns)
        self._now_ns = now_ns

    def blind(self) -> None:
        """No button is heard: until one is, nothing changes and nothing is said anew."""
        self._blind = True

    def reach(self, now_ns: int, seated: frozenset[int]) -> None:
        """It is so late; until now those have played who did at the last call."""
        self._see(now_ns)
        self.contacts.settle(now_ns)
        if self._seated:
            self._played_ns += max(0, now_ns - self._now_ns)
        elif seated:
            self.forgive()
        for button, contact in enumerate(self.contacts.told()):
            if contact.presses != self._presses[button]:
                self._presses[button] = contact.presses
                self._pressed_ns[button] = self._played_ns
        for button in seated:  # whose time begins now
            self._pressed_ns.setdefault(button, self._played_ns)
        self._now_ns, self._seated = now_ns, seated

    def forgive(self) -> None:
        """Another match, or somebody has seen to the buttons: all counts begin anew."""
        self.contacts.forget()
        self._presses = [0] * len(self._presses)
        self._pressed_ns = dict.fromkeys(self._seated, self._played_ns)

    @property
    def wake_ns(self) -> int | None:
        """Reach it by then."""
        if self._blind:
            return None
        ends = [self._down_ns(c) + STUCK_NS for c in self.contacts.told() if c.closed]
        times = [end_ns for end_ns in ends if end_ns > self._now_ns]
        limit_ns = UNPRESSED_MIN * 60_000 * MS
        left = [self._pressed_ns[b] + limit_ns - self._played_ns for b in self._seated]
        times += [self._now_ns + ns for ns in left if ns > 0]
        return min(times, default=None)

    def told(self) -> dict[int, str]:
        """What is to be said, by button."""
        return dict(self._told())

    def lines(self) -> tuple[str, ...]:
        """The same as lines, each with its button's name."""
        return tuple(f"button {self.fit.called(b)}: {says}" for b, says in self._told())

    def _see(self, now_ns: int) -> None:
        """Buttons are heard; if they were not, the time until now counts for nothing."""
        if self._blind:
            self._blind, self._now_ns, self._seeing_ns = False, now_ns, now_ns

    def _down_ns(self, contact: Contact) -> int:
        """Since when a button that is down is known to be."""
        return max(contact.since_ns, self._seeing_ns)

    def _told(self) -> Iterator[tuple[int, str]]:
        limit_ns = UNPRESSED_MIN * 60_000 * MS
        for button, contact in enumerate(self.contacts.told()):
            wired = self.fit.buttons[button].button or "its pin"
            since_ns = self._pressed_ns.get(button, self._played_ns)
            silent = button in self._seated and self._played_ns - since_ns >= limit_ns
            if contact.closed and self._now_ns - self._down_ns(contact) >= STUCK_NS:
                yield button, f"stuck closed; look at it and at {wired}"
            elif contact.spikes >= NOISE:
                yield button, f"noise on its wire: {quietened(wired)}; service mode tells more"
            elif silent:
                much = f"{UNPRESSED_MIN} minutes of play and more"
                yield button, f"not pressed during {much}: is {wired} connected?"
