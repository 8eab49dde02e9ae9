"""The players' door: a short code that only the table's display shows opens a seat to a telephone.

A code is made when somebody at the table asks for it with a seat's own button. It is good for two
minutes and for one telephone. What the telephone gets is a token of its own; it ends with the
match, when the seat is handed over, when the telephone gives it back, and after twelve hours.
What outlasts a new start of the daemon is in :mod:`.lasting`.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from . import lasting
from .door import VISIT_S
from .lasting import Lasting
from .tries import Limits, Tries

LETTERS = "CFHJKLMNPRTVWXY3479"
"""None looks like another on a display of few dots, and no word can be made of them."""
LENGTH = 4
LIFE_S = 120.0
"""To take a telephone out, open the page and type."""
SHOWN_S = 45.0
"""So long it is on the display: others want to see that, too."""
MOST_WRONG = 12
"""So many wrong codes, from wherever, and each one that is good is made anew."""
LIMITS = Limits(mine=6, everybody=40, within_s=60.0)
PARDONS = Limits(mine=3, everybody=3, within_s=60.0)
"""So often in so long a time whoever asks for a code has all tries forgiven."""
MOST_VISITS = 64
LONGEST = 32
"""Letters that are read of what is said to be a code."""


def made_up() -> str:
    """Four letters nobody can know."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def plain(said: str) -> str:
    """A code as it is kept: whatever a telephone made of its case, blanks and hyphens."""
    return "".join(c for c in said[:LONGEST].upper() if c not in " -.")


@dataclass(slots=True)
class _Code:
    code: str
    asked_s: float


@dataclass(frozen=True, slots=True)
class _Held:
    """A seat that a telephone plays, by what it was when it got in."""

    sitting: int
    times: int


@dataclass(slots=True)
class _Visit:
    """A telephone that has said a code."""

    until_s: float
    held: dict[int, _Held]  #: by button


class SeatCodes:
    """Who plays which seat from a telephone; seats are told by their buttons. For one thread."""

    def __init__(
        self,
        clock: Callable[[], float],
        sitting: Callable[[], int],
        made: Callable[[], str] = made_up,
    ) -> None:
        """*clock* gives seconds, *sitting* the number of the match, or of what leads to it."""
        self._clock, self._sitting, self._made = clock, sitting, made
        self._codes: dict[int, _Code] = {}
        self._times: dict[int, int] = {}  #: how often a seat was handed over
        self._visits: OrderedDict[str, _Visit] = OrderedDict()
        self.changed: Callable[[], None] = lambda: None
        """Hears when what outlasts a new start is another."""
        self._tries = Tries(LIMITS)
        self._wrong = 0
        self._pardons = Tries(PARDONS)
        self._was = sitting()

    def offer(self, button: int) -> str:
        """A new code for the seat at *button*: somebody there has asked for it.

        Whoever is at the table need not wait for what was tried over the network. But a telephone
        can ask as well, as often as it likes: so that is done a few times a minute at most, and
        wrong codes count on.
        """
        now_s = self._clock()
        self._codes[button] = _Code(self._fresh(), now_s)
        if self._pardons.knock("", now_s) == 0:
            self._tries.pardon()
        self.changed()
        return self._codes[button].code

    def hand_over(self, button: int) -> None:
        """Somebody else plays there from now on: no telephone that was let in before does."""
        self._times[button] = self._times.get(button, 0) + 1
        self._codes.pop(button, None)
        self.changed()

    def live(self) -> dict[int, str]:
        """The codes that are good now, by button."""
        self._forget()
        return {button: one.code for button, one in self._codes.items()}

    def knock(self, address: str) -> float:
        """Count a try from *address*; the seconds it has to wait before one counts, 0: none."""
        return self._tries.knock(address, self._clock())

    def enter(self, address: str, said: str, token: str) -> tuple[str, int] | None:
        """The telephone with *token* says a code: its new token, and the seat's button.

        None: it is wrong. What the telephone could play before it still can. :meth:`knock` first.
        """
        self._forget()
        code = plain(said)
        button = next((b for b, one in self._codes.items() if one.code == code), None)
        if button is None:
            self._mistaken()
            return None
        del self._codes[button]
        self._tries.right(address)
        before = self._visits.pop(_name(token), None)
        held = {} if before is None else before.held
        held[button] = self._now(button)
        fresh = secrets.token_urlsafe(32)
        self._visits[_name(fresh)] = _Visit(self._clock() + VISIT_S, held)
        while len(self._visits) > MOST_VISITS:
            self._visits.popitem(last=False)
        self.changed()
        return fresh, button

    def plays(self, token: str) -> frozenset[int]:
        """The buttons of the seats that the telephone with *token* plays now."""
        visit = self._visits.get(_name(token))
        return frozenset() if visit is None else self._plays(visit)

    def taken(self) -> frozenset[int]:
        """The buttons of all seats that some telephone plays."""
        return frozenset(b for visit in self._visits.values() for b in self._plays(visit))

    def leave(self, token: str) -> None:
        """That telephone plays no more."""
        self._visits.pop(_name(token), None)
        self.changed()

    def lasts(self, match: str, at_s: float) -> Lasting | None:
        """What outlasts a new start of the daemon, while *match* is on; None: nothing does.

        *at_s*: by the wall clock.
        """
        self._forget()
        now_s = self._clock()
        visits = tuple(
            lasting.Visit(name, tuple(sorted(plays)), visit.until_s - now_s)
            for name, visit in self._visits.items()
            if (plays := self._plays(visit))
        )
        codes = tuple(
            lasting.Code(button, one.code, one.asked_s + LIFE_S - now_s)
            for button, one in self._codes.items()
        )
        return Lasting(match, at_s, visits, codes) if visits or codes else None

    def goes_on(self, kept: Lasting, at_s: float) -> None:
        """The same match goes on: so do those who play it from telephones."""
        now_s = self._clock()
        for visit in kept.visits[-MOST_VISITS:]:
            left_s = min(VISIT_S, lasting.left(visit.left_s, kept.at_s, at_s))
            if left_s > 0:
                held = {button: self._now(button) for button in visit.buttons}
                self._visits[visit.token] = _Visit(now_s + left_s, held)
        for code in kept.codes:
            left_s = min(LIFE_S, lasting.left(code.left_s, kept.at_s, at_s))
            if left_s > 0:
                self._codes[code.button] = _Code(code.code, now_s + left_s - LIFE_S)

    def _plays(self, visit: _Visit) -> frozenset[int]:
        if self._clock() >= visit.until_s:
            return frozenset()
        return frozenset(b for b, one in visit.held.items() if one == self._now(b))

    def _now(self, button: int) -> _Held:
        return _Held(self._sitting(), self._times.get(button, 0))

    def _fresh(self) -> str:
        """A code that no other seat has."""
        while (code := self._made()) in {one.code for one in self._codes.values()}:
            pass
        return code

    def _mistaken(self) -> None:
        """Guessing never gets far with one code, and a seat's own player reads the next one."""
        self._wrong += 1
        if self._wrong >= MOST_WRONG:
            self._wrong = 0
            for one in self._codes.values():
                one.code = self._fresh()
            self.changed()

    def _forget(self) -> None:
        """Codes that have been good for long enough, and all of a match that is over."""
        if self._was != self._sitting():
            self._was = self._sitting()
            self._codes.clear()
        now_s = self._clock()
        self._codes = {b: one for b, one in self._codes.items() if now_s < one.asked_s + LIFE_S}


def _name(token: str) -> str:
    """Tokens themselves are kept nowhere."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
