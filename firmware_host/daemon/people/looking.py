"""After a break people of code look at the table before its match goes on, as people would.

Many say at once that all lies as it did. Some walk through what should lie where, and put dice
right on the way; some find that it is the record which is wrong, and take the last answer back;
and some have had enough of this match.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from firmware_host.table.checked import BACK, LEAVE, RIGHT
from firmware_host.table.scene import Choice

AT_ONCE, WALK, TAKE_BACK, GIVE_UP = "at once", "walk", "take back", "give up"
PLANS = {AT_ONCE: 8, WALK: 8, TAKE_BACK: 3, GIVE_UP: 1}
"""What people have in mind when they are asked, and how often."""


@dataclass(slots=True)
class Looker:
    """Whoever leads the look, after one start of the table."""

    luck: random.Random
    _plan: str = ""
    _walked: int = 0

    @property
    def careful(self) -> bool:
        """Are dice put right now, and not only once the table says that they lie otherwise?"""
        return self._plan == WALK

    def aims_at(self, menu: Sequence[Choice]) -> int:
        """The line of *menu* it wants to take now; a hold on an item goes on to the next one."""
        if not self._plan:
            self._plan = self.luck.choices([*PLANS], [*PLANS.values()])[0]
        if self._plan == WALK and self._walked < items(menu):
            return self._walked + 1
        wanted = {TAKE_BACK: BACK, GIVE_UP: LEAVE}.get(self._plan, RIGHT)
        lines = [i for i, one in enumerate(menu) if one.label.key.startswith(wanted)]
        return lines[0] if lines else 0  # nothing can be taken back yet

    def took(self, line: Choice) -> None:
        """It has taken *line*; what was taken back is looked at anew, item by item."""
        key = line.label.key
        if key.startswith(BACK):
            self._plan, self._walked = WALK, 0
        elif key not in (RIGHT, LEAVE):
            self._walked += 1


def items(menu: Sequence[Choice]) -> int:
    """So many lines of a look's menu say what should lie where."""
    keys = [one.label.key for one in menu]
    return sum(not key.startswith(BACK) and key not in (RIGHT, LEAVE) for key in keys)
