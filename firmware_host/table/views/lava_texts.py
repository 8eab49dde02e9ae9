"""Lava Land's answers, events and questions as lines to read."""

from __future__ import annotations

from firmware_host.rules.kernel import Decision, Event
from firmware_host.rules.lava_land import answers as a
from firmware_host.rules.lava_land import events as e
from firmware_host.rules.lava_land.answers import LavaAnswer
from firmware_host.rules.lava_land.dice import unread
from firmware_host.rules.lava_land.state import State
from firmware_host.table.scene import Text, text


def path(answer: LavaAnswer) -> tuple[Text, ...]:
    """The labels that lead to an answer: what, and where there is one, to whom."""
    match answer:
        case a.Loot(goods=goods, victim=victim):
            return (text(f"do.loot_{goods}"), text("do.from", seat=str(victim)))
        case a.Push(victim=victim):
            return (text("do.push"), text("do.whom", seat=str(victim)))
        case a.Alter(kind=kind, face=face):
            return (_card(kind), text("do.on", face=_face(face)))
        case a.Show(face=face):
            return (_face(face),)
        case a.Take(face=face):
            return (text("do.take", face=_face(face)),)
        case _:
            return (_one(answer),)


def _one(answer: LavaAnswer) -> Text:
    match answer:
        case a.Pick(slot=slot) | a.Discard(slot=slot):
            return text("do.slot", slot=slot)
        case a.Gift(goods=goods):
            return text(f"do.gift_{goods}")
        case a.Next(effect=effect):
            return text(f"effect.{effect}")
        case a.Draw(kind=kind):
            return _card(kind)
        case a.Turned(seat=seat) | a.Token(seat=seat):
            return text(f"do.{type(answer).__name__.lower()}", seat=str(seat))
        case _:
            return text(f"do.{type(answer).__name__.lower()}")


def question(decision: Decision[LavaAnswer]) -> Text:
    """What a menu asks."""
    return text(f"ask.{decision.topic}")


def asks(state: State, decision: Decision[LavaAnswer]) -> Text:
    """What it asks in this state: of a throw that people tell, which die comes next."""
    if decision.topic != "show":
        return question(decision)
    told = sum(state.crater)
    return text("ask.show", n=told + 1, of=told + sum(unread(state)))


def news(state: State, event: Event) -> Text | None:
    """An event as a line of the log; None for what can be seen anyway."""
    match event:
        case e.RoundStarted(first=first):
            return text("news.round", seat=str(first))
        case e.RerollRequired():
            return text("news.reroll")
        case e.DieTaken(seat=seat, face=face):
            return text("news.taken", seat=str(seat), face=_face(face))
        case e.TurnStarted(seat=seat):
            dice = " ".join(str(die.face) for die in state.sets[seat])
            return text("news.turn", seat=str(seat), dice=dice)
        case e.Bonus(seat=seat, combination=combination):
            return text("news.bonus", seat=str(seat), what=text(f"combination.{combination}"))
        case e.EffectSkipped(seat=seat, effect=effect, why=why):
            return text(
                "news.skipped",
                seat=str(seat),
                what=text(f"effect.{effect}"),
                why=text(f"why.{why}"),
            )
        case _:
            return _moves(event) or _tricks(event) or _cards(event)


def _moves(event: Event) -> Text | None:
    match event:
        case e.Counted(seat=seat, goods=goods, change=change):
            key = "news.gained" if change > 0 else "news.lost"
            return text(key, seat=str(seat), n=abs(change), goods=text(f"goods.{goods}"))
        case e.CharMoved(seat=seat, end=end):
            return text("news.moved", seat=str(seat), space=end)
        case e.LavaMoved(start=start, end=end):
            return text("news.lava_up" if end > start else "news.lava_down", space=end)
        case e.CharDied(seat=seat):
            return text("news.died", seat=str(seat))
        case e.Boarded(seat=seat):
            return text("news.boarded", seat=str(seat))
        case _:
            return None


def _tricks(event: Event) -> Text | None:
    match event:
        case e.Trap(seat=seat, cause=cause):
            return text("news.trap", seat=str(seat), why=text(f"cause.{cause}"))
        case e.Trick(seat=seat):
            return text("news.trick", seat=str(seat))
        case e.FlipPenalty(seat=seat) | e.FlipWarned(seat=seat):
            return text(f"news.{type(event).__name__.lower()}", seat=str(seat))
        case _:
            return None


def _cards(event: Event) -> Text | None:
    match event:
        case (
            e.CardTaken(seat=seat, kind=kind)
            | e.CardUsed(seat=seat, kind=kind)
            | e.Guarded(seat=seat, kind=kind)
        ):
            return text(f"news.{type(event).__name__.lower()}", seat=str(seat), card=_card(kind))
        case e.Reshuffled():
            return text("news.reshuffled")
        case _:
            return None


def _card(kind: str) -> Text:
    return text(f"card.{kind}.name")


def _face(face: str) -> Text:
    return text(f"face.{face}")
