"""Lost Island's events and questions as lines to read, and as passing effects."""

from __future__ import annotations

from firmware_host.rules.kernel import Decision, Event, Over
from firmware_host.rules.lost_island import doing, hunting
from firmware_host.rules.lost_island import events as e
from firmware_host.rules.lost_island.answers import IslandAnswer
from firmware_host.rules.lost_island.attack import dice as fighting
from firmware_host.rules.lost_island.box import LIVES
from firmware_host.rules.lost_island.state import (
    AskFight,
    AskFightRetreat,
    AskPlace,
    AskRetreat,
    AskSearch,
    AskSpear,
    State,
    Step,
    erupted,
    me,
)
from firmware_host.rules.lost_island.tokens import at_large, beast
from firmware_host.table.scene import Cue, Text, text

from .lost_island_track import tint
from .lost_island_words import monster, spot


def question(state: State, decision: Decision[IslandAnswer]) -> Text:
    """What a menu asks."""
    match state.ask:
        case AskPlace(kind=kind):
            return text("li.ask.place", kind=text(f"li.kind.{kind}"))
        case AskRetreat(monster=which) | AskFightRetreat(monster=which):
            return text("li.ask.retreat", beast=monster(state, which))
        case AskSearch() | AskSpear() | AskFight():
            return _thrown(state)
    return text(f"li.ask.{decision.topic}")


def _thrown(state: State) -> Text:
    """What people are asked of a throw: how many dice, what is good, and which one it is about."""
    match state.ask:
        case AskSpear(spears=1):
            return text("li.ask.spear_one", of=1, n=1, least=hunting.lowest(state))
        case AskSpear(spears=of, rolled=rolled):
            key = "li.ask.spear_next" if rolled else "li.ask.spear"
            return text(key, of=of, n=len(rolled) + 1, least=hunting.lowest(state))
        case AskFight(cell=cell, rolled=rolled):
            owners = fighting(state, cell)
            which = owners[len(rolled)]
            told = owners[: len(rolled)].count(which)
            key = "li.ask.fight_next" if told else "li.ask.fight"
            return text(key, of=owners.count(which), n=told + 1, beast=_object(which))
        case _:
            return text("li.ask.search", of=1, n=1, least=doing.lowest(state))


def status(state: State) -> Text:
    """Chapter, actions, wood, and the monsters' lives: all on one line."""
    chapter = text(f"li.chapter.{state.chapter}")
    said = text("li.status.chapter", chapter=chapter)
    if erupted(state):
        said = text("li.status.eruption", chapter=chapter)
    if state.turn is not None and state.turn.step is Step.ACTIONS:
        actions = _counted("li.status.actions", state.turn.actions)
        said = text("li.status.with", first=said, then=actions)
    if state.turn is not None:
        wood = text("li.status.wood", n=me(state).wood)
        said = text("li.status.with", first=said, then=wood)
    for which, _ in at_large(state):
        left = LIVES[which] - len(beast(state, which).wounds)
        life = text("li.status.life", beast=text(f"li.short_monster.{which}"), n=left)
        said = text("li.status.with", first=said, then=life)
    return said


def _counted(key: str, n: int) -> Text:
    return text(f"{key}_one" if n == 1 else key, n=n)


def lines(state: State, pending: Decision[IslandAnswer] | Over) -> list[Text]:
    """What else is good to know, most important first."""
    if isinstance(pending, Over):
        return []
    found: list[Text] = []
    if state.raft is not None and state.raft.finisher is not None:
        found.append(text("li.line.sails", seat=str(state.raft.finisher)))
    found.append(_goal(state))
    if erupted(state):
        found.append(text("li.line.eruption"))
    found += [
        text("li.line.monster", beast=monster(state, which), where=spot(cell))
        for which, cell in at_large(state)
    ]
    if left := sum(state.pile) + len(state.under):
        found.append(text("li.line.pile", n=left))
    return found


def _goal(state: State) -> Text:
    """What ends the chapter."""
    match state.chapter:
        case 1:
            wanted = state.box.required(len(state.players))
            return text("li.line.fires", n=state.lit, wanted=wanted)
        case 2:
            return text("li.line.huts", n=len(state.hut_track))
        case _ if state.raft is None:
            return text("li.line.raft_due")
        case _:
            counters, where = len(state.raft.counters), spot(state.raft.cell)
            return text("li.line.raft", n=counters, where=where)


def news(state: State, event: Event) -> Text | None:
    """An event as a line of the log; None for what can be seen anyway."""
    del state
    match event:
        case e.TurnStarted() | e.RaftComplete() | e.Boarded() | e.NothingFound():
            return text(f"li.news.{type(event).__name__.lower()}", seat=str(event.seat))
        case e.HexPlaced(kind=kind, cell=cell):
            return text("li.news.hexplaced", kind=text(f"li.kind.{kind}"), where=spot(cell))
        case e.HexUnplaceable(kind=kind, goes=goes):
            return text(f"li.news.unplaceable_{goes}", kind=text(f"li.kind.{kind}"))
        case e.Scored(seat=seat, track=track, count=n):
            return text("li.news.scored", seat=str(seat), n=n, track=text(f"li.track.{track}"))
        case e.ChapterBegan(chapter=n):
            return text("li.news.chapter", chapter=text(f"li.chapter.{n}"))
        case e.Eruption():
            return text("li.news.eruption")
        case _:
            return _beasts(event) or _built(event) or _wood(event)


def _wood(event: Event) -> Text | None:
    match event:
        case e.WoodFound(seat=seat, where=where):
            return text(f"li.news.found_{where}", seat=str(seat))
        case e.WoodGiven(seat=seat, partner=partner):
            return text("li.news.woodgiven", seat=str(seat), partner=str(partner))
        case _:
            return None


def _beasts(event: Event) -> Text | None:
    match event:
        case e.MonsterAppeared(monster=which, cell=cell):
            return text("li.news.appeared", beast=_called(which), where=spot(cell))
        case e.MonsterMoved(monster=which, end=cell):
            return text("li.news.monstermoved", beast=_called(which), where=spot(cell))
        case e.MonsterStays(monster=which):
            return text("li.news.monsterstays", beast=_called(which))
        case e.Fought(monster=which, hits=n):
            return text(_hits("li.news.fought", n), beast=_called(which), n=n)
        case e.Mauled(seat=seat) | e.PlayerOut(seat=seat):
            return text(f"li.news.{type(event).__name__.lower()}", seat=str(seat))
        case _:
            return _struck(event)


def _struck(event: Event) -> Text | None:
    """What a monster suffers."""
    match event:
        case e.MonsterBurnt(monster=which):
            return text("li.news.monsterburnt", beast=_object(which))
        case e.Volley(seat=seat, monster=which, hits=n):
            return text(_hits("li.news.volley", n), seat=str(seat), beast=_object(which), n=n)
        case e.MonsterKilled(seat=seat, monster=which):
            return text("li.news.killed", seat=str(seat), beast=_object(which))
        case _:
            return None


def _hits(key: str, n: int) -> str:
    """The key for none, one, or more."""
    return {0: f"{key}_none", 1: f"{key}_one"}.get(n, key)


def _object(which: object) -> Text:
    """A monster within a line."""
    return text(f"li.monster.{which}")


def _called(which: object) -> Text:
    """A monster that a line begins with."""
    return text(f"li.the_monster.{which}")


def _built(event: Event) -> Text | None:
    match event:
        case e.FireLit(seat=seat, cell=cell) | e.HutBuilt(seat=seat, cell=cell):
            name = type(event).__name__.lower()
            return text(f"li.news.{name}", seat=str(seat), where=spot(cell))
        case e.FenceBuilt(seat=seat):
            return text("li.news.fencebuilt", seat=str(seat))
        case e.ToolBuilt(seat=seat, tool=tool):
            return text("li.news.toolbuilt", seat=str(seat), tool=text(f"li.tool.{tool}"))
        case e.RaftBegun(cell=cell):
            return text("li.news.raftbegun", where=spot(cell))
        case e.HexFlipped(cell=cell):
            return text("li.news.hexflipped", where=spot(cell))
        case e.Lost(what=what):
            kind, _, whose = what.partition(" ")
            return text(f"li.news.lost_{kind}", seat=whose)
        case _:
            return None


def cues(state: State, event: Event) -> tuple[Cue, ...]:
    """The effects of an event on the strip."""
    del state
    match event:
        case e.Scored(seat=seat):
            return (Cue("placed", (), tint(seat), seat),)
        case e.Mauled(seat=seat) | e.PlayerOut(seat=seat):
            return (Cue("fallen", (), tint(seat), seat),)
        case e.Eruption():
            return (Cue("reroll"),)
        case e.MonsterKilled(seat=seat) | e.RaftComplete(seat=seat):
            return (Cue("launch", (), tint(seat), seat),)
        case _:
            return ()
