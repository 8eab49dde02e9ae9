"""Notices a live camera that gives old pictures: by what is in them, and by its own time stamps."""

from __future__ import annotations

from firmware_host.vision.reading import exposure
from hw.ports import Frame

FROZEN_FRAMES = 10  # a live camera's noise never gives the same picture twice, let alone ten times
BELIEVED = 2  # so many new pictures from a camera that was frozen, and it works again
STAMPED_FRAMES = 5  # drivers repeat a stamp now and then, never so often
LATE_NS = 2_000_000_000  # 2 s: later than any buffer of ours
AGAIN = "it gives the same picture again and again"


class Stale:
    """Remembers the last picture, also over an opening: a frozen camera is often opened again."""

    def __init__(self, frames: int = FROZEN_FRAMES) -> None:
        self._frames = frames
        self._last: int | None = None
        self._same = 0
        self._doubted = 0  # so many new pictures it owes, once it was frozen
        self._spoilt = False  # the latest picture is bad in itself
        self._stamp_ns = 0
        self._stamped = 0
        self._lag_ns: int | None = None  # the least there was between a stamp and its arrival

    def reopened(self) -> None:
        """The camera's clock may be another one from now on."""
        self._lag_ns, self._stamp_ns, self._stamped = None, 0, 0

    @property
    def again(self) -> bool:
        """Is the latest picture no news: the one before again, or the first of a frozen camera?"""
        return not self._spoilt and (self._same > 0 or self._doubted > 0)

    def wrong(self, frame: Frame) -> str:
        """What is wrong with *frame*, in words; nothing if it is fresh."""
        sample = frame.bgr[::16]
        # Without light, or with far too much, live pictures are alike; that is told as what it is.
        # What was frozen before is so still, if it shows the same afterwards.
        self._spoilt = bool(sample.max() == sample.min()) or bool(exposure(frame.bgr))
        if not self._spoilt:
            print_of_it = hash(sample.tobytes())
            self._same = self._same + 1 if print_of_it == self._last else 0
            self._doubted = max(0, self._doubted - (self._same == 0))
            self._last = print_of_it
            if self._same >= self._frames:
                self._doubted = BELIEVED
                return AGAIN
        return self._late(frame) if frame.stamp_ns else ""

    def _late(self, frame: Frame) -> str:
        self._stamped = self._stamped + 1 if frame.stamp_ns == self._stamp_ns else 0
        if self._stamped >= STAMPED_FRAMES:
            return AGAIN
        if frame.stamp_ns < self._stamp_ns:
            self._lag_ns = None  # its clock was set
        self._stamp_ns = frame.stamp_ns
        lag_ns = frame.at_ns - frame.stamp_ns
        self._lag_ns = lag_ns if self._lag_ns is None else min(lag_ns, self._lag_ns)
        late_ns = lag_ns - self._lag_ns
        return f"its pictures are {late_ns / 1e9:.1f} s old" if late_ns > LATE_NS else ""
