"""Who is at the other end of a strip's line: what to ask, and what to say of the answers.

Sans-IO: bytes and the time go in. Nothing waits for an answer; a picture is sent before anything
is asked, and a controller that never answers is shown pictures all the same. Time for an answer
counts from when the question went out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hw.ports import Note

from .wled import ASK_INFO, ASK_VERSION, Answer, Answers, Banner, Info, Version, Words

MUTE_S = 1.5  # WLED answers at once, a sketch says "Ada" once a second until it gets a frame
INFO_S = 1.0  # some thousand bytes; a second at the slowest speed
ABOUT = "controller"


@dataclass(frozen=True, slots=True)
class Expected:
    """What the table's file says of the strip: its LEDs on the wire, and its supply."""

    leds: int
    milliamps: float | None = None
    baud: int = 115_200


def said(answers: Sequence[Answer], expected: Expected) -> Note | None:
    """What is to be said of a controller that gave these answers; None: it gave none."""
    for one in reversed(answers):
        if isinstance(one, Info):
            return _informed(one, expected)
    for one in reversed(answers):
        if isinstance(one, Version):
            return Note(ABOUT, f"WLED (build {one.build}) answers, and does not say how many LEDs")
    if any(isinstance(one, Banner) for one in answers):
        return Note(ABOUT, "an Adalight controller answers")
    words = [one.text for one in answers if isinstance(one, Words) and one.text]
    if not words:
        return None
    says = f'it answers what is neither WLED nor Adalight: "{words[-1][:40]}"'
    return Note(ABOUT, says, False, f"Set its baud rate to {expected.baud}, as in the file")


def mute(baud: int) -> Note:
    """What is to be said of one that says nothing."""
    mend = f"If the strip stays dark: in WLED, Sync Interfaces, Serial, baud rate {baud}"
    return Note(
        ABOUT,
        f"it takes what it is sent at {baud} baud, and never answers",
        mend=f"{mend}; some 16 and 17 betas hear nothing",
    )


def _informed(info: Info, expected: Expected) -> Note:
    who = f"WLED {info.version}"
    if info.leds < expected.leds:
        says = f"{who} has {info.leds} LEDs, the table's file {expected.leds}: the others stay dark"
        mend = f"In WLED: LED Preferences, length {expected.leds}, and save"
        return Note(ABOUT, says, False, mend)
    says = f"{who} answers; {info.leds} LEDs"
    if info.milliamps:
        says += f", {info.milliamps} mA by its own reckoning"
    if info.limit_ma and expected.milliamps and info.limit_ma < expected.milliamps:
        says += (
            f"; it dims them by itself above {info.limit_ma} mA, the table's file says "
            f"{expected.milliamps:g} mA"
        )
    return Note(ABOUT, says)


def _both(one: Note, other: Note) -> Note:
    says, mend = f"{one.says}; {other.says}", other.mend or one.mend
    return Note(one.about, says, one.well and other.well, mend)


class Greeting:
    """One greeting, begun when the line was opened."""

    def __init__(self, expected: Expected, remark: Note | None = None) -> None:
        """*remark* is to be said in any case: of the line's speed."""
        self._expected, self._remark = expected, remark
        self._until_s: float | None = None  # None: what is to be asked has not gone out
        self._listening = Answers()
        self._answers: list[Answer] = []
        self._to_ask = ASK_VERSION
        self._asked_all = False  # once: one that says nothing but its version talks for ever
        self.over = False
        """Nothing is waited for any more."""

    @property
    def asks(self) -> bool:
        """Whether there is something to ask."""
        return bool(self._to_ask)

    def ask(self, now_s: float) -> bytes:
        """What is to be asked now, between two frames; mostly nothing."""
        asked, self._to_ask = self._to_ask, b""
        if asked:
            self._until_s = now_s + (INFO_S if asked == ASK_INFO else MUTE_S)
        return asked

    def heard(self, chunk: bytes, now_s: float) -> Note | None:
        """What there is to say now: once, when all answers are there or their time is over."""
        if self.over:
            return None
        for one in self._listening.feed(chunk):
            # of each kind the last: one that babbles must not fill the memory
            self._answers = [*(a for a in self._answers if type(a) is not type(one)), one]
            if isinstance(one, Version) and not self._asked_all:
                self._asked_all, self._to_ask, self._until_s = True, ASK_INFO, None
        informed = bool(self._answers) and isinstance(self._answers[-1], Info)
        if not informed and (self._until_s is None or now_s < self._until_s):
            return None
        self.over = True
        note = said(self._answers, self._expected) or mute(self._expected.baud)
        return note if self._remark is None else _both(note, self._remark)
