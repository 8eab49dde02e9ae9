"""How the table shows Fumarole: a state in, a scene out. No rule is decided here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from firmware_host.rules.kernel import Answer, Decision, Event, Over, Seat
from firmware_host.table.scene import Cue, Lamp, Place, Scene, SeatScene, Text, View, text

from .box import NAME
from .rules import (
    BLOWS_AT,
    Blown,
    CameHome,
    Dare,
    Found,
    Home,
    Reroll,
    Show,
    State,
    TurnStarted,
    Wind,
)

PHASES = {"wind": "setup", "show": "roll", "dare": "turn", "over": "over"}
"""``roll`` is a word the table knows: the crater's dice are to be thrown."""


def own(key: str, **values: str | int | Text) -> Text:
    """A line of this game's own texts."""
    return text(f"{NAME}.{key}", **values)


def scene(state: State, pending: Decision[Answer] | Over, focus: Mapping[Seat, Answer]) -> Scene:
    """The steady picture of a state."""
    del focus  # no option is a place of the track
    phase = PHASES[state.asks]
    return Scene(
        phase=phase,
        title=own(f"title.{phase}", seat=str(state.turn)),
        waiting=_waiting(state, pending),
        waiting_for=(state.turn,) if state.asks in ("show", "dare") else (),
        places=tuple(_place(state, number) for number in range(state.box.goal + 1)),
        seats=tuple(_seat(state, Seat(i)) for i in range(len(state.home))),
        lines=tuple(_lines(state, pending)),
        throw=_throw(state),
    )


def _place(state: State, number: int) -> Place:
    """The track counts crystals; whoever has more than enough stands at its end."""
    goal = state.box.goal
    here = tuple(Seat(i) for i, n in enumerate(state.home) if min(n, goal) == number)
    ground = {0: "start", goal: "boat"}.get(number, "islet")
    return Place(ground, here, number=number)


def _seat(state: State, seat: Seat) -> SeatScene:
    turn = seat == state.turn and state.asks in ("show", "dare")
    goods = [("crystals", state.home[seat])]
    if turn:
        goods += [("found", state.found), ("puffs", state.puffs)]
    return SeatScene(
        seat=seat,
        button=int(seat),
        tint=f"seat_{str(seat).lower()}",
        lamp=(Lamp.PULSE if state.asks == "show" else Lamp.ON) if turn else Lamp.OFF,
        status="plays",
        place=None,
        goods=tuple(goods),
        dice=state.shown if turn else (),
    )


def _throw(state: State) -> int:
    """The number of the throw that is due; 0 while none is, or once some of it is told."""
    if state.asks != "show" or state.shown:
        return 0
    turns = state.round * len(state.home) + state.turn
    return turns * (state.box.throws + 1) + state.throws


def _waiting(state: State, pending: Decision[Answer] | Over) -> Text:
    if isinstance(pending, Over):
        return own(f"over.{pending.reason}", seats=", ".join(map(str, pending.winners)))
    return own(f"wait.{pending.topic}", seat=str(state.turn))


def _lines(state: State, pending: Decision[Answer] | Over) -> list[Text]:
    """What else is good to know, most important first."""
    if isinstance(pending, Over):
        ranked = [seat for rank in pending.ranking for seat in rank]
        return [own("line.home", seat=str(s), n=state.home[s]) for s in ranked]
    if not state.wind:
        return []
    left = BLOWS_AT[state.wind] - state.puffs
    lines = [own(f"line.{state.wind}", n=left)]
    if state.pit:
        lines.append(own("line.pit", n=state.pit))
    return lines


def path(answer: Answer) -> tuple[Text, ...]:
    """The label of an answer in a menu; faces have names in the table's own texts."""
    match answer:
        case Show(face=face):
            return (text(f"face.{face}"),)
        case Wind(what=what):
            return (own(f"do.{what}"),)
        case Dare() | Home() | Reroll():
            return (own(f"do.{type(answer).__name__.lower()}"),)
    raise AssertionError(answer)


def question(decision: Decision[Answer]) -> Text:
    """What a menu asks."""
    return own(f"ask.{decision.topic}")


def news(state: State, event: Event) -> Text | None:
    """An event as a line of the log."""
    del state
    match event:
        case TurnStarted(seat=seat, wind=wind):
            return own(f"news.{wind}", seat=str(seat))
        case Found(seat=seat, crystals=n, puffs=puffs):
            return own("news.found", seat=str(seat), n=n, puffs=puffs)
        case Blown(seat=seat, lost=lost):
            return own("news.blown", seat=str(seat), n=lost)
        case CameHome(seat=seat, crystals=n):
            return own("news.home", seat=str(seat), n=n)
    return None


def cues(state: State, event: Event) -> tuple[Cue, ...]:
    """What an event looks like: effects the strip knows by name."""
    del state
    match event:
        case Blown(seat=seat):
            return (Cue("reroll", seat=seat),)
        case CameHome(seat=seat):
            return (Cue("placed", (), f"seat_{str(seat).lower()}", seat),)
    return ()


def lying(state: State) -> Counter[str]:
    """The dice that should lie in the crater."""
    return Counter(state.shown)


def asker(state: State, answer: Answer) -> Seat:
    """Where no camera reads the dice, who threw them tells."""
    del answer
    return state.turn


VIEW: View[State, Answer] = View(
    scene=scene, path=path, cues=cues, news=news, question=question, lying=lying, asker=asker
)
