"""What Lava Land's events look like: passing effects over the track."""

from __future__ import annotations

from firmware_host.rules.kernel import Event, Seat
from firmware_host.rules.lava_land import events as e
from firmware_host.rules.lava_land.state import State
from firmware_host.table.scene import Cue


def cues(state: State, event: Event) -> tuple[Cue, ...]:
    """The effects of an event; places count from the lava path's far end."""
    first = state.box.lava_min
    match event:
        case e.RerollRequired():
            return (Cue("reroll"),)
        case e.CharMoved(seat=seat, start=start, end=end):
            return (Cue("step", _path(start - first, end - first), _tint(seat), seat),)
        case e.LavaMoved(start=start, end=end):
            return (Cue("lava", (start - first, end - first), "lava"),)
        case e.CharDied(seat=seat, space=space):
            return (Cue("death", (space - first,), _tint(seat), seat),)
        case e.Boarded(seat=seat):
            return (Cue("boarding", (state.box.boat - first,), _tint(seat), seat),)
        case e.DieTaken(seat=seat):
            return (Cue("taken", (), _tint(seat), seat),)
        case e.FlipPenalty(seat=seat) | e.FlipWarned(seat=seat):
            return (Cue("refused", (), _tint(seat), seat),)
        case _:
            return ()


def _path(start: int, end: int) -> tuple[int, ...]:
    """Every place from one to the other, in walking order."""
    return tuple(range(start, end + 1) if end >= start else range(start, end - 1, -1))


def _tint(seat: Seat) -> str:
    return f"seat_{str(seat).lower()}"
