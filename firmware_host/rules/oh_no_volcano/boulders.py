"""The boulder action (OV-19, OV-20)."""

from __future__ import annotations

from .answers import BoulderAnswer, Lift, Place
from .events import BoulderLifted, BoulderPlaced, BoulderSkipped
from .mountain import liftable, placeable
from .state import AskLift, AskPlace, Draft, spare, turn_of


def begin(d: Draft) -> None:
    """A boulder is the next action: not optional, but skipped without a place (OV-A03)."""
    if spare(d):
        _place_or_skip(d)
    elif liftable(d):
        d.ask = AskLift()
    else:
        d.tell(BoulderSkipped(turn_of(d).seat))


def handle(d: Draft, answer: BoulderAnswer) -> None:
    """One is taken off, or placed."""
    seat, i = turn_of(d).seat, d.box.pair_index[answer.pair]
    match answer:
        case Lift(pair=pair):
            d.boulders = tuple([b for b in d.boulders if b != i])
            d.tell(BoulderLifted(seat, pair))
            d.ask = AskPlace(barred=i)
        case Place(pair=pair):
            d.boulders = tuple(sorted((*d.boulders, i)))
            d.tell(BoulderPlaced(seat, pair))


def _place_or_skip(d: Draft) -> None:
    if placeable(d, AskPlace().barred):
        d.ask = AskPlace()
    else:
        d.tell(BoulderSkipped(turn_of(d).seat))
