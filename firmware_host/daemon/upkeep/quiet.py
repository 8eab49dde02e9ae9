"""Quiet hours: strip, lamps and display are dark together, until a press wakes them for a while."""

from __future__ import annotations

import time
from collections.abc import Callable

from firmware_host.daemon.core import Core
from firmware_host.daemon.settings.config import QuietSection

LOOK_NS = 15_000_000_000
"""So often the clock on the wall is looked at: it may be set while we run."""
KNOWN_S = 1_764_547_200.0
"""1 December 2025: a Pi whose clock shows an earlier time does not know the hour."""
MINUTE_NS = 60_000_000_000


def minutes(words: str) -> int:
    """``23:15`` as minutes after midnight."""
    hours, _, rest = words.partition(":")
    return 60 * int(hours) + int(rest)


class Quiet:
    """Tells *rest* when all is to be dark (True) and when not any more."""

    awake_until_ns = 0
    """Somebody is at the table until then."""

    def __init__(
        self, section: QuietSection, now_s: Callable[[], float], rest: Callable[[bool, int], None]
    ) -> None:
        self._begins, self._ends = minutes(section.begins), minutes(section.ends)
        self._awake_ns = section.awake_min * MINUTE_NS
        self._now_s, self._rest = now_s, rest
        self._dark = False
        self.wake_ns: int = 0
        """Call :meth:`tick` by then."""

    def tick(self, now_ns: int) -> None:
        """Look at the clock, and tell what has changed."""
        if now_ns < self.wake_ns:
            return
        self.wake_ns = now_ns + LOOK_NS
        dark = self._hour() and now_ns >= self.awake_until_ns
        if dark != self._dark:
            self._dark = dark
            self._rest(dark, now_ns)

    def pressed(self, now_ns: int) -> None:
        """Somebody is at the table."""
        self.awake_until_ns = now_ns + self._awake_ns
        if self._dark:
            self._dark = False
            self._rest(False, now_ns)

    def over(self, now_ns: int) -> None:
        """There are no quiet hours any more."""
        if self._dark:
            self._dark = False
            self._rest(False, now_ns)

    def _hour(self) -> bool:
        """Whether it is between the two times, by this machine's clock and its time zone."""
        now_s = self._now_s()
        if now_s < KNOWN_S:
            return False
        here = time.localtime(now_s)
        now = 60 * here.tm_hour + here.tm_min
        if self._begins <= self._ends:
            return self._begins <= now < self._ends
        return now >= self._begins or now < self._ends


def quiet_hours(
    section: QuietSection, core: Core, now_s: Callable[[], float], says: Callable[[str], None]
) -> Quiet | None:
    """Quiet hours over the devices of *core*, and told to *says*; None where there are none."""
    if not section.begins:
        return None

    def rest(dark: bool, now_ns: int) -> None:
        core.lights.rest(dark)
        if core.display is not None:
            core.display.rest(dark)
        how = f"dark until {section.ends}, or a press" if dark else "over, or somebody is here"
        says(f"quiet hours: {how}")

    quiet = Quiet(section, now_s, rest)
    core.kept.append(quiet)
    return quiet


def renewed(
    old: Quiet | None,
    section: QuietSection,
    core: Core,
    now_s: Callable[[], float],
    says: Callable[[str], None],
    now_ns: int,
) -> Quiet | None:
    """Other quiet hours than the *old* ones; whoever is at the table still is."""
    if old is not None:
        core.kept.remove(old)
        old.over(now_ns)
    new = quiet_hours(section, core, now_s, says)
    if new is not None and old is not None:
        new.awake_until_ns = old.awake_until_ns
    return new
