"""What goes over a strip's line next: one frame at a time, and of those that wait the newest.

Sans-IO and without a clock: seconds go in, of whatever clock.
"""

from __future__ import annotations

KEEP_ALIVE_S = 1.0  # WLED falls back to its own effect 2.5 s after the last frame


class Turns:
    """Turns on one line. A frame that is overtaken before its turn is dropped."""

    def __init__(self) -> None:
        self.waiting: bytes | None = None
        """The newest frame, not yet begun."""
        self.rest = b""
        """What is left of one that was taken only in part; nothing may come between."""
        self.held = False
        """A question waits: once a frame was shown it goes before the next one."""
        self._shown = False  # one was begun since the line is there
        self._latest: bytes | None = None
        self._frame_s = self._byte_s = 0.0
        self._free_at_s = self._again_at_s = 0.0

    def begin(self, frame_s: float, byte_s: float, first: bytes) -> None:
        """The line is there (again): *first*, and then the newest frame in full."""
        self._frame_s, self._byte_s = frame_s, byte_s
        self._free_at_s = self._again_at_s = 0.0
        self.held = self._shown = False
        self.rest, self.waiting = first, self._latest

    def put(self, frame: bytes) -> None:
        """The newest frame."""
        self._latest = self.waiting = frame

    def at_once(self, now_s: float) -> bytes:
        """The frame that waits, where it may go out at this moment; else nothing."""
        free = not self.rest and now_s >= self._free_at_s
        return self.waiting or b"" if free and not (self.held and self._shown) else b""

    def taken(self, number: int, now_s: float) -> None:
        """The line has taken so many bytes of the frame that waited."""
        if number and self.waiting is not None:
            self.rest, self.waiting = self.waiting[number:], None
            self._begun(now_s)

    def due(self, now_s: float, *, ending: bool = False) -> bytes:
        """What may go out at this moment, begun; nothing while the line is in use.

        The newest frame is shown again now and then, unless this is *ending*.
        """
        if self.rest:
            due, self.rest = self.rest, b""
            self.keep_free(now_s, len(due) * self._byte_s)
            return due
        if now_s < self._free_at_s:
            return b""
        if self.waiting is None and now_s >= self._again_at_s and not ending:
            self.waiting, self._again_at_s = self._latest, now_s + KEEP_ALIVE_S
        due, self.waiting = self.waiting or b"", None
        if due:
            self._begun(now_s)
        return due

    def free(self, now_s: float) -> bool:
        """Whether something short may go out between two frames.

        A line on which a frame always waits is never idle: what is *held* goes before that.
        """
        turn = self.waiting is None or (self.held and self._shown)
        return turn and not self.rest and now_s >= self._free_at_s

    def keep_free(self, now_s: float, for_s: float) -> None:
        """No frame is begun for so long."""
        self._free_at_s = max(self._free_at_s, now_s + for_s)

    def next_s(self) -> float:
        """When there may be something due, if nothing new comes."""
        if self.waiting is not None or self.held:
            return self._free_at_s
        return max(self._free_at_s, self._again_at_s)

    def _begun(self, now_s: float) -> None:
        self._shown = True
        self._free_at_s, self._again_at_s = now_s + self._frame_s, now_s + KEEP_ALIVE_S
