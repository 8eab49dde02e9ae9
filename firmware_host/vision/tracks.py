"""Dice from frame to frame: which one is which, and what several readings of one come to."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from firmware_host.vision.facts import SeenDie
from firmware_host.vision.reading import Die, guesses

SAME_MM = 6.0
"""A die of the same colour found this close is the same die."""
TURNED_MM, TURNED_DEG = 1.5, 6.0
"""One that moved by more was touched; less is how well a square is placed."""
SLOW_MS = 200
"""Pictures farther apart than this show what has come to rest by then, not how."""
EVERY_THIRD = 3
"""While things move, at most every third picture is read."""
VOTES = 6
"""Of the same die lying untouched so many readings are kept."""


@dataclass(frozen=True, slots=True)
class Track:
    """One die as it is followed."""

    number: int
    die: Die  #: as last read
    votes: tuple[Die, ...]  #: its readings since it was last touched
    seen_ns: int
    missed_ns: int | None = None  #: first frame in which its place was bare; None: not missing
    missed: int = 0  #: frames in a row in which it was
    hidden: bool = False  #: a hand is over its place
    lost: bool = False  #: something lies in its place, but it was not recognised when last read
    dirty: bool = False  #: its place has changed, or it was read past a hand: read it afresh
    rested: bool = False  #: it was read while nothing moved

    def reading(self, symbols: tuple[str, ...]) -> SeenDie:
        """All its votes as one fact. *symbols* is the order of a reading's likenesses."""
        likeness = np.mean([v.likeness for v in self.votes], axis=0).astype(np.float32)
        best = guesses(symbols, likeness)
        alike = all(v.symbol == best[0].symbol for v in self.votes)
        believed = sum(v.sure for v in self.votes)
        sure = alike and 2 * believed >= len(self.votes) and not self.lost
        why = next((v.why for v in reversed(self.votes) if v.why), "unclear")
        return SeenDie(
            number=self.number,
            colour=self.die.colour,
            guesses=best,
            sure=sure,
            x_mm=self.die.x_mm,
            y_mm=self.die.y_mm,
            angle_deg=self.die.angle_deg,
            hidden=self.hidden,
            why="" if sure else why,
            body=self.die.body,
        )


@dataclass(frozen=True, slots=True)
class Matched:
    """What a reading says of the tracks."""

    tracks: tuple[Track, ...]  #: found again, or new
    lost: tuple[Track, ...]  #: not found


def match(
    tracks: tuple[Track, ...], dice: tuple[Die, ...], first: int, at_ns: int, shaky: bool
) -> Matched:
    """Give each of *dice* its track; new ones are numbered from *first* on.

    *shaky*: there were hands in the picture, so that a die that did not move keeps its reading.

    In place first, then those that moved: a die of the same colour, if it can be with the same
    symbol. What two dice of one face swap by that is nothing the table could tell either.
    """
    left = list(tracks)
    found: dict[int, Track] = {}
    for near_only, same_symbol in ((True, False), (False, True), (False, False)):
        pairs = sorted(
            (_apart(t, d), t.number, i)
            for t in left
            for i, d in enumerate(dice)
            if i not in found and t.die.colour == d.colour
        )
        for apart, number, i in pairs:
            track = next((t for t in left if t.number == number), None)
            if track is None or i in found or (near_only and apart > SAME_MM):
                continue
            if same_symbol and track.die.symbol != dice[i].symbol:
                continue
            left.remove(track)
            found[i] = track
    made = []
    for i, die in enumerate(dice):
        if i not in found:
            found[i] = Track(first, die, (), at_ns)
            first += 1
        made.append(_seen(found[i], die, at_ns, shaky))
    return Matched(tuple(sorted(made, key=lambda t: t.number)), tuple(left))


def _apart(track: Track, die: Die) -> float:
    return float(np.hypot(track.die.x_mm - die.x_mm, track.die.y_mm - die.y_mm))


def _seen(track: Track, die: Die, at_ns: int, shaky: bool) -> Track:
    turn = abs((track.die.angle_deg - die.angle_deg + 45) % 90 - 45)
    moved = _apart(track, die) > TURNED_MM or turn > TURNED_DEG
    found = replace(track, seen_ns=at_ns, missed_ns=None, missed=0)
    found = replace(found, hidden=False, lost=False)
    if shaky and track.votes and not moved:
        return found
    votes = () if moved or track.dirty else track.votes
    return replace(found, die=die, votes=(*votes, die)[-VOTES:], dirty=shaky)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the tracker waits before it believes."""

    settle_frames: int = 4  #: still frames in a row
    settle_ms: int = 300  #: and so long, before the dice have settled
    gone_frames: int = 2  #: frames in a row without a die before it is gone
    recent_ms: int = 10_000  #: so long a gone die is told
    look_ms: int = 250  #: while things move, read only so often
    rim_ms: int = 5_000  #: what lies over the rim so long without moving belongs there
    marks_frames: int = 4  #: frames without the marks before the tray is looked for anew

    @classmethod
    def at(cls, fps: float) -> Patience:
        """For a camera that gives so many pictures a second.

        The defaults are meant for twenty. What a slow camera shows twice has been so for longer
        than a quick one shows four times.
        """
        usual, period_ms = cls(), 1000 / fps
        look_ms = max(usual.look_ms, round(EVERY_THIRD * period_ms))
        if period_ms <= SLOW_MS:
            return replace(usual, look_ms=look_ms)
        return replace(usual, settle_frames=2, gone_frames=1, look_ms=look_ms)
