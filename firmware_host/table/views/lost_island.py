"""Lost Island as the table shows it: the map, the scoring track, and what everybody has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from firmware_host.rules.kernel import Decision, Over, Seat
from firmware_host.rules.lost_island.answers import IslandAnswer
from firmware_host.rules.lost_island.attack import dice as fighting
from firmware_host.rules.lost_island.state import (
    AskFight,
    AskFirst,
    AskSpear,
    Fate,
    State,
    erupted,
    score,
    supply,
)
from firmware_host.table.scene import Scene, SeatScene, Text, View, text

from . import lost_island_texts as texts
from .lost_island_map import island, outline
from .lost_island_order import rank
from .lost_island_recall import recall
from .lost_island_track import pulsing, shorter, tint, track
from .lost_island_words import nowhere_path, path, where
from .plain import lamp

Focus = Mapping[Seat, IslandAnswer]
Pending = Decision[IslandAnswer] | Over
PHASES = {
    "first": "dice",
    "draw": "draw",
    "place": "lay",
    "haunt": "lay",
    "stalk": "monster",
    "action": "act",
    "burn": "act",
    "search": "dice",
    "spear": "dice",
    "fight": "dice",
    "retreat": "monster",
    "fight_retreat": "monster",
    "flip": "flip",
    "refuge": "monster",
}


ENDS = {Fate.PLAYING: "stranded", Fate.OUT: "lava", Fate.ESCAPED: "escaped"}
"""What has become of who has not won."""


def scene(state: State, pending: Pending, focus: Focus) -> Scene:
    """The steady picture of a state."""
    over = isinstance(pending, Over)
    thumbs = tuple(focus.values())
    return Scene(
        phase="over" if isinstance(pending, Over) else PHASES[pending.topic],
        title=_title(state, pending),
        waiting=_waiting(state, pending),
        waiting_for=_waiting_for(state, pending),
        places=(),
        seats=tuple(_seat(state, Seat(i), pending) for i in range(len(state.players))),
        lines=tuple(texts.lines(state, pending) if not over else _result(state, pending)),
        wash=track(state),
        shorter=shorter(state),
        pulsing=pulsing(state),
        map=island(state, thumbs),
        tile=outline(state, thumbs),
        status=None if over else texts.status(state),
    )


def _title(state: State, pending: Pending) -> Text:
    if isinstance(pending, Over):
        return text("li.title.over")
    if state.turn is None:
        return text("li.title.first")
    key = "eruption" if erupted(state) else "turn"
    chapter = text(f"li.chapter.{state.chapter}")
    return text(f"li.title.{key}", seat=str(state.turn.seat), chapter=chapter)


def _waiting(state: State, pending: Pending) -> Text:
    if isinstance(pending, Over):
        names = ", ".join(map(str, pending.winners))
        shared = "_shared" if len(pending.winners) > 1 else ""
        return text(f"li.over.{pending.reason}{shared}", seats=names)
    seat = "" if state.turn is None else str(state.turn.seat)
    return text(f"li.wait.{pending.topic}", seat=seat)


def _waiting_for(state: State, pending: Pending) -> tuple[Seat, ...]:
    if isinstance(pending, Over):
        return ()
    seats = [a.seat for a in pending.options if a.seat is not None]
    if not seats and state.turn is not None:
        return (state.turn.seat,)
    return tuple(dict.fromkeys(seats))


def _seat(state: State, seat: Seat, pending: Pending) -> SeatScene:
    player = state.players[seat]
    goods = [("points", score(state, seat)), ("wood", player.wood)]
    goods += [("counters", supply(state, seat))]
    goods += [(str(tool), 1) for tool in player.tools]
    return SeatScene(
        seat=seat,
        button=int(seat),
        tint=tint(seat),
        lamp=lamp(pending, seat, turns=_is_turn(state, seat)),
        status=_status(state, seat, pending),
        place=None,
        goods=tuple(goods),
    )


def _status(state: State, seat: Seat, pending: Pending) -> str:
    if isinstance(pending, Over):
        return "won" if seat in pending.winners else ENDS[state.players[seat].fate]
    fate = state.players[seat].fate
    if fate is not Fate.PLAYING:
        return "lava" if fate is Fate.OUT else "escaped"
    return "acts" if _is_turn(state, seat) else "plays"


def _is_turn(state: State, seat: Seat) -> bool:
    return state.turn is not None and state.turn.seat == seat


def _result(state: State, pending: Pending) -> list[Text]:
    assert isinstance(pending, Over)
    ranked = [seat for rank in pending.ranking for seat in rank]
    return [
        text(
            "li.over.result",
            seat=str(seat),
            points=score(state, seat),
            fate=text(f"li.fate.{state.players[seat].fate}"),
        )
        for seat in ranked
    ]


def asker(state: State, answer: IslandAnswer) -> Seat:
    """Who has thrown a die tells what it shows."""
    if answer.seat is not None:
        return answer.seat
    return Seat(0) if isinstance(state.ask, AskFirst) or state.turn is None else state.turn.seat


def lying(state: State) -> Counter[str]:
    """What is told of the throw that goes on; dice of throws before may lie there as well."""
    match state.ask:
        case AskSpear(rolled=rolled):
            return Counter(map(str, rolled))
        case AskFight(cell=cell, rolled=rolled):
            throwers = fighting(state, cell)
            same = [
                d for d, who in zip(rolled, throwers, strict=False) if who is throwers[len(rolled)]
            ]
            return Counter(map(str, same))
        case _:
            return Counter()


def _question(decision: Decision[IslandAnswer]) -> Text:
    return text(f"li.ask.{decision.topic}")


VIEW: View[State, IslandAnswer] = View(
    scene=scene,
    path=nowhere_path,
    cues=texts.cues,
    news=texts.news,
    question=_question,
    lying=lying,
    asker=asker,
    recall=recall,
    here=path,
    asks=texts.question,
    there=where,
    order=rank,
    misread=text("menu.misread"),
)
