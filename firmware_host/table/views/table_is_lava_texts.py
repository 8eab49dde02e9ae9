"""The Table Is Lava's answers, events and questions as lines to read, and as passing effects."""

from __future__ import annotations

from firmware_host.rules.kernel import Decision, Event, Seat
from firmware_host.rules.table_is_lava import answers as a
from firmware_host.rules.table_is_lava import events as e
from firmware_host.rules.table_is_lava.answers import LavaTableAnswer
from firmware_host.rules.table_is_lava.state import State
from firmware_host.table.scene import Cue, Text, text

TENS = 10
"""So many numbers are one list of a menu; a list of more opens by its tens."""


def path(answer: LavaTableAnswer) -> tuple[Text, ...]:
    """The labels that lead to an answer."""
    match answer:
        case a.Launch(card=card):
            return (card_label(card),)
        case a.Landed(where=where):
            return (text(f"tl.do.{where}"),)
        case a.Stand(meeples=n):
            return (text("tl.do.stand", n=n) if n else text("tl.do.stand_none"),)
        case a.Fell(meeples=n):
            return (_number("tl.do.fell", n),)
        case a.Count(standing=standing, lying=lying):
            return (text("tl.do.count", standing=standing, lying=lying),)
        case a.Own(meeples=n):
            low = n - n % TENS
            return (text("tl.do.tens", low=low, high=low + TENS - 1), _number("tl.do.own", n))
        case a.Hot() | a.Relaunch():
            return (text(f"tl.do.{type(answer).__name__.lower()}"),)


def card_label(card: str) -> Text:
    """A card by what it shows: ``n3_blue`` is three of one's own and a blue one."""
    number, _, colour = card.partition("_")
    if number[:1] != "n" or not number[1:].isdigit():
        return text("tl.card.named", name=card)
    if not colour:
        return text("tl.card.own", n=int(number[1:]))
    return text("tl.card.both", n=int(number[1:]), colour=colour)


def _number(key: str, n: int) -> Text:
    return text(f"{key}_none") if n == 0 else text(key, n=n)


def question(decision: Decision[LavaTableAnswer]) -> Text:
    """What a menu asks."""
    return text(f"tl.ask.{decision.topic}")


def news(state: State, event: Event) -> Text | None:
    """An event as a line of the log; None for what can be seen anyway."""
    del state
    match event:
        case e.Launched(seat=seat, card=card):
            return text("tl.news.launched", seat=str(seat), card=card_label(card))
        case e.CardLies(seat=seat, where=where):
            return text(f"tl.news.{where}", seat=str(seat))
        case e.Placed(seat=seat, meeples=n):
            return text("tl.news.placed", seat=str(seat), n=n)
        case e.NotPlaced(seat=seat, meeples=n, why=why):
            return text(f"tl.news.{why}", seat=str(seat), n=n)
        case e.Fallen(seat=seat, meeples=n):
            return text("tl.news.fallen", seat=str(seat), n=n)
        case e.LaunchedAgain(seat=seat):
            return text("tl.news.launchedagain", seat=str(seat))
        case _:
            return _ending(event)


def _ending(event: Event) -> Text | None:
    match event:
        case e.Scored(seat=seat, points=points):
            return text("tl.news.scored", seat=str(seat), points=points)
        case e.Tied(seat=seat) | e.Lifesaver(seat=seat):
            return text(f"tl.news.{type(event).__name__.lower()}", seat=str(seat))
        case e.CountBegins():
            return text("tl.news.countbegins")
        case _:
            return None


def cues(state: State, event: Event) -> tuple[Cue, ...]:
    """The effects of an event: a launch runs along the strip, who loses meeples flashes."""
    del state
    match event:
        case e.Launched(seat=seat):
            return (Cue("launch", (), _tint(seat), seat),)
        case e.LaunchedAgain(seat=seat):
            return (Cue("relaunch", (), _tint(seat), seat),)
        case e.Placed(seat=seat):
            return (Cue("placed", (), _tint(seat), seat),)
        case e.Fallen(seat=seat):
            return (Cue("fallen", (), _tint(seat), seat),)
        case _:
            return ()


def _tint(seat: Seat) -> str:
    return f"seat_{str(seat).lower()}"
