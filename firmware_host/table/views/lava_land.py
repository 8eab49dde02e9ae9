"""Lava Land as the table shows it: the track, the row of spirit gifts, and every seat."""

from __future__ import annotations

from collections.abc import Mapping

from firmware_host.rules.kernel import Decision, Over, Seat
from firmware_host.rules.lava_land.answers import (
    Board,
    Cool,
    Discard,
    LavaAnswer,
    Loot,
    Pick,
    Push,
)
from firmware_host.rules.lava_land.box import START
from firmware_host.rules.lava_land.state import Fate, Held, Player, State, lying
from firmware_host.table.scene import Gift, Lamp, Place, Scene, SeatScene, Text, View, text

from .lava_cues import cues
from .lava_recall import recall
from .lava_texts import asks, news, path, question

Focus = Mapping[Seat, LavaAnswer]
TAKEN_LAMPS = (Lamp.PULSE, Lamp.ONE, Lamp.TWO, Lamp.ON)
PHASES = {"first": "setup", "draw": "setup", "show": "roll", "take": "take"}


def scene(state: State, pending: Decision[LavaAnswer] | Over, focus: Focus) -> Scene:
    """The steady picture of a state."""
    phase = _phase(state, pending)
    return Scene(
        phase=phase,
        title=text(f"title.{phase}", **_turn(state)),
        waiting=_waiting(state, pending),
        waiting_for=_waiting_for(state, pending),
        places=_places(state, focus),
        seats=tuple(_seat(state, Seat(i), phase) for i in range(len(state.players))),
        gifts=tuple(
            None if kind is None else Gift(str(kind), state.box.spec(kind).cost)
            for kind in state.row
        ),
        framed=_framed(focus),
        lines=_lines(state, pending),
    )


def _phase(state: State, pending: Decision[LavaAnswer] | Over) -> str:
    if isinstance(pending, Over):
        return "over"
    if pending.topic == "go" and state.turn is not None and state.turn.seat == state.first:
        return "confirm"
    if pending.topic in ("draw", "discard") and state.turn is not None:
        return "turn"
    return PHASES.get(pending.topic, "turn")


def _turn(state: State) -> dict[str, str]:
    return {"seat": str(state.turn.seat if state.turn else state.first)}


def _places(state: State, focus: Focus) -> tuple[Place, ...]:
    box = state.box
    thumbs = {_place_of(state, answer): seat for seat, answer in focus.items()}
    places: list[Place] = []
    for number in range(box.lava_min, box.boat + 1):
        here = tuple(
            Seat(i) for i, player in enumerate(state.players) if where(state, player) == number
        )
        lava = state.lava == number
        places.append(Place(ground(state, number), here, lava, thumbs.get(number), number))
    return tuple(places)


def ground(state: State, number: int) -> str:
    """What is printed on a space, as a tint."""
    box = state.box
    if number < START:
        return "lava_path"
    special = (
        ("start", (START,)),
        ("boat", (box.boat,)),
        ("plus_tree", box.plus_trees),
        ("minus_tree", box.minus_trees),
        ("boat_symbol", box.boat_symbols),
    )
    return next((tint for tint, spaces in special if number in spaces), "islet")


def where(state: State, player: Player) -> int | None:
    """The number of a character's place; None once lava has it."""
    match player.fate:
        case Fate.TRACK:
            return player.pos
        case Fate.BOAT:
            return state.box.boat
        case Fate.LAVA:
            return None


def _place_of(state: State, answer: LavaAnswer) -> int | None:
    """Where on the track an option is, if it is on it."""
    match answer:
        case Push(victim=victim) | Loot(victim=victim):
            return where(state, state.players[victim])
        case Cool():
            return state.lava
        case Board():
            return state.box.boat
        case _:
            return None


def _framed(focus: Focus) -> int | None:
    for answer in focus.values():
        match answer:
            case Pick(slot=slot) | Discard(slot=slot):
                return slot - 1
            case _:
                pass
    return None


def _seat(state: State, seat: Seat, phase: str) -> SeatScene:
    player, dice = state.players[seat], state.sets[seat]
    return SeatScene(
        seat=seat,
        button=int(seat),
        tint=f"seat_{str(seat).lower()}",
        lamp=_lamp(state, seat, phase),
        status=str(player.fate),
        place=where(state, player),
        goods=(("bananas", player.bananas), ("treasures", player.treasures)),
        aims=(("bananas", state.box.boarding_bananas),),
        dice=tuple(
            f"{die.face}>{die.counts_as}" if die.counts_as else str(die.face) for die in dice
        ),
        cards=tuple((str(held.kind), _card(player, held)) for held in player.cards),
    )


def _lamp(state: State, seat: Seat, phase: str) -> Lamp:
    """In the grab a lamp counts its seat's dice; else it says whose turn it is."""
    if phase == "take":
        return TAKEN_LAMPS[min(len(state.sets[seat]), 3)]
    if phase == "roll":
        return Lamp.PULSE if seat == state.first else Lamp.OFF
    if phase in ("turn", "confirm") and state.turn is not None and state.turn.seat == seat:
        return Lamp.ON
    return Lamp.OFF


def _card(player: Player, held: Held) -> str:
    if player.fate is Fate.BOAT:
        return "down"
    return "used" if held.used else "new" if held.new else "ready"


def _waiting(state: State, pending: Decision[LavaAnswer] | Over) -> Text:
    if isinstance(pending, Over):
        if not pending.winners:
            return text("over.nobody")
        names = ", ".join(map(str, pending.winners))
        return text("over.winner" if len(pending.winners) == 1 else "over.shared", seats=names)
    return text(f"wait.{pending.topic}", **_turn(state))


def _waiting_for(state: State, pending: Decision[LavaAnswer] | Over) -> tuple[Seat, ...]:
    if isinstance(pending, Over):
        return ()
    if pending.topic == "show":
        return (state.first,)
    seats = (a.seat for a in pending.options if a.seat is not None)
    return () if pending.topic == "first" else tuple(dict.fromkeys(seats))


def _lines(state: State, pending: Decision[LavaAnswer] | Over) -> tuple[Text, ...]:
    """What else is good to know, most important first."""
    if isinstance(pending, Over):
        saved = [s for rank in pending.ranking for s in rank if _saved(state, s)]
        return tuple(_result(state, seat) for seat in saved) or (text("over.lost"),)
    if pending.topic == "take":
        left = [text("line.short", seat=str(Seat(i)), n=3 - len(own))
                for i, own in enumerate(state.sets) if len(own) < 3]  # fmt: skip
        return tuple(left)
    return (text("line.lava", space=state.lava),)


def _saved(state: State, seat: Seat) -> bool:
    return state.players[seat].fate is Fate.BOAT


def _result(state: State, seat: Seat) -> Text:
    player = state.players[seat]
    return text(
        "over.result",
        seat=str(seat),
        treasures=player.treasures,
        cards=len(player.cards),
        arrival=player.arrival,
    )


def asker(state: State, answer: LavaAnswer) -> Seat:
    """The first player tells what the dice show where no camera does."""
    del answer
    return state.first


VIEW: View[State, LavaAnswer] = View(
    scene=scene,
    path=path,
    cues=cues,
    news=news,
    question=question,
    lying=lying,
    asker=asker,
    recall=recall,
    asks=asks,
)
