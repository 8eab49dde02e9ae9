"""Oh No, Volcano! as the table shows it: how high everybody is, the card, the map."""

from __future__ import annotations

from collections.abc import Mapping

from firmware_host.rules.kernel import Decision, Over, Seat
from firmware_host.rules.oh_no_volcano.answers import Climb, Drop, Equip, Stuck, VolcanoAnswer
from firmware_host.rules.oh_no_volcano.asking import points
from firmware_host.rules.oh_no_volcano.board import GEMS
from firmware_host.rules.oh_no_volcano.prints import LETTERS, Ball
from firmware_host.rules.oh_no_volcano.state import (
    CAMP,
    AskBall,
    AskCave,
    AskCollect,
    AskFell,
    AskGear,
    AskStep,
    AskTrim,
    State,
    current,
    next_over,
    next_owed,
)
from firmware_host.table.scene import Bar, Chute, Doing, Scene, SeatScene, Text, View, text

from .oh_no_volcano_map import drawn, there, where
from .oh_no_volcano_recall import recall
from .oh_no_volcano_texts import (
    action,
    asks,
    card,
    cues,
    here,
    joined,
    news,
    path,
    question,
    rank,
    ways,
)
from .plain import lamp, no_dice, waited_for

Focus = Mapping[Seat, VolcanoAnswer]
PHASES = {
    "deal": "draw",
    "draw": "draw",
    "first": "setup",
    "play": "play",
    "pawn": "move",
    "step": "move",
    "collect": "move",
    "cave": "move",
    "lift": "boulder",
    "place": "boulder",
    "ball": "drop",
    "fell": "rolling",
    "gear": "gear",
    "trim": "gear",
}
DROP = ("ov.wait.ball", "ov.ask.ball")
"""What asks for a drop, and for a press where no sensor sees it."""
NOBODYS = ("setup", "over")
"""Phases in which it is nobody's turn."""


def scene(state: State, pending: Decision[VolcanoAnswer] | Over, focus: Focus) -> Scene:
    """The steady picture of a state."""
    over = isinstance(pending, Over)
    phase = "over" if isinstance(pending, Over) else PHASES[pending.topic]
    seats = tuple(Seat(i) for i in range(len(state.players)))
    return Scene(
        phase=phase,
        title=text(f"ov.title.{phase}", seat=_turn(state)),
        waiting=_waiting(state, pending),
        waiting_for=waited_for(state, pending, asker),
        places=(),
        seats=tuple(_seat(state, seat, pending) for seat in seats),
        lines=tuple(_lines(state, pending)),
        wash=tuple(map(_tint, pending.winners)) if isinstance(pending, Over) else (),
        crater=False,
        map=drawn(state),
        bars=() if over else tuple(_bar(state, seat, focus) for seat in seats),
        chute=None if over else _chute(state),
        doing=() if over else _doing(state),
        status=None if over else _status_of(state),
    )


def _status_of(state: State) -> Text | None:
    """How many gear cards each has, once somebody has one: they lie open (OV-A23)."""
    counts = [sum(player.gear) for player in state.players]
    if not any(counts):
        return None
    each = [text("ov.status.of", seat=str(Seat(i)), n=n) for i, n in enumerate(counts)]
    return text("ov.status.gear", counts=joined("ov.status.and", each))


def _turn(state: State) -> str:
    return "" if state.turn is None else str(state.turn.seat)


def _bar(state: State, seat: Seat, focus: Focus) -> Bar:
    """The highest pawn of a seat; the one that is under move blinks, or where it may go."""
    spaces = state.box.board.spaces
    rows = [spaces[n].row + 1 for n in state.players[seat].pawns if n != CAMP]
    mark = None
    match state.ask:
        case AskStep(pawn=pawn) | AskCollect(pawn=pawn) | AskCave(pawn=pawn) if _is_turn(
            state, seat
        ):
            space = state.players[seat].pawns[pawn]
            here = 0 if space == CAMP else spaces[space].row + 1
            aimed = state.box.board.index.get(where(focus[seat]) if seat in focus else "")
            mark = here if aimed is None else spaces[aimed].row + 1
        case _:
            pass
    return Bar(seat, max(rows, default=0), state.box.board.top + 1, mark)


def _is_turn(state: State, seat: Seat) -> bool:
    return state.turn is not None and state.turn.seat == seat


def _chute(state: State) -> Chute | None:
    slots = state.box.board.slots
    match state.ask:
        case AskBall():
            ball = current(state)
            assert isinstance(ball, Ball)
            return None if ball.slot is None else Chute(ball.slot, slots, due=True, asks=DROP)
        case AskFell(slot=slot):
            return Chute(slot, slots, due=False)
        case _:
            return None


def _doing(state: State) -> tuple[Doing, ...]:
    """The actions of the card that lies face up (OV-06)."""
    turn = state.turn
    if turn is None or turn.card < 0 or isinstance(state.ask, AskFell | AskGear | AskTrim):
        return ()  # all the room is for who fell, and for gear
    actions = state.box.cards(gear=turn.gear)[turn.card].actions
    hows = ["done" if i + 1 < turn.begun else "now" for i in range(turn.begun)]
    hows += ["due"] * (len(actions) - turn.begun)
    return tuple(Doing(action(one), how) for one, how in zip(actions, hows, strict=True))


def _seat(state: State, seat: Seat, pending: Decision[VolcanoAnswer] | Over) -> SeatScene:
    player = state.players[seat]
    goods = [(str(gem), n) for gem, n in zip(GEMS, player.tokens, strict=True)]
    rest = [("hand", player.held), ("deck", player.deck), ("gear", sum(player.gear))]
    if isinstance(pending, Over):
        rest = [("points", points(player.tokens))]
    return SeatScene(
        seat=seat,
        button=int(seat),
        tint=_tint(seat),
        lamp=lamp(pending, seat, turns=_is_turn(state, seat)),
        status=_status(state, seat, pending),
        place=None,
        goods=(*goods, *rest),
        aims=tuple(zip(map(str, GEMS), state.box.wanted(len(state.players)), strict=True)),
    )


def _status(state: State, seat: Seat, pending: Decision[VolcanoAnswer] | Over) -> str:
    if isinstance(pending, Over):
        return "won" if seat in pending.winners else "plays"
    return "climbs" if _is_turn(state, seat) else "plays"


def _waiting(state: State, pending: Decision[VolcanoAnswer] | Over) -> Text:
    if isinstance(pending, Over):
        shared = "shared" if len(pending.winners) > 1 else pending.reason
        return text(f"ov.over.{shared}", seats=", ".join(map(str, pending.winners)))
    return text(f"ov.wait.{pending.topic}", **_named(state))


def _named(state: State) -> dict[str, str | int | Text]:
    """Whose turn it is, of which pawn, and of which chute."""
    named: dict[str, str | int | Text] = {"seat": _turn(state)}
    match state.ask:
        case AskStep(pawn=pawn, left=left):
            named |= {"pawn": str(LETTERS[pawn]), "n": left}
        case AskCollect(pawn=pawn) | AskCave(pawn=pawn):
            named["pawn"] = str(LETTERS[pawn])
        case AskBall():
            ball = current(state)
            assert isinstance(ball, Ball)
            named["slot"] = str(ball.slot or "?")
        case AskFell(slot=slot):
            named["slot"] = str(slot)
        case _:
            draws, trims = next_owed(state), next_over(state)
            named["owner"] = str(trims if draws is None else draws)
    return named


def _lines(state: State, pending: Decision[VolcanoAnswer] | Over) -> list[Text]:
    """What else is good to know, most important first."""
    if isinstance(pending, Over):
        ranked = [seat for rank in pending.ranking for seat in rank]
        return [
            text("ov.over.result", seat=str(seat), points=points(state.players[seat].tokens))
            for seat in ranked
        ]
    wanted = [_wanted(state)] if pending.topic in ("first", "play") else []
    return [*_gear(state), *wanted]


def _gear(state: State) -> list[Text]:
    """Gear cards lie open (OV-A23)."""
    found: list[Text] = []
    for i, player in enumerate(state.players):
        there = zip(state.box.gear, player.gear, strict=True)
        cards = [card(one.name) for one, n in there for _ in range(n)]
        if cards:
            said = joined("ov.card.also", cards)
            found.append(text("ov.line.gear", seat=str(Seat(i)), cards=said))
    return found


def _wanted(state: State) -> Text:
    emeralds, rubies, sapphires = state.box.wanted(len(state.players))
    return text("ov.line.wanted", emeralds=emeralds, rubies=rubies, sapphires=sapphires)


def _tint(seat: Seat) -> str:
    return f"seat_{str(seat).lower()}"


def asker(state: State, answer: VolcanoAnswer) -> Seat:
    """Each tells of the own; of a ball that is stuck the dropper, while it has to tell at all."""
    turn = Seat(0) if state.turn is None else state.turn.seat
    if isinstance(answer, Equip):
        return answer.to
    if isinstance(answer, Stuck) and isinstance(state.ask, AskFell):
        return turn if turn in state.ask.waiting else state.ask.waiting[0]
    return turn if answer.seat is None else answer.seat


def hand(state: State, seat: Seat) -> tuple[VolcanoAnswer, ...]:
    """The climber cards that the program has dealt to *seat* (OV-03)."""
    cards = state.players[seat].hand
    if cards is None:
        return ()
    there = zip(state.box.climbers, cards, strict=True)
    return tuple(Climb(seat, one.name) for one, n in there for _ in range(n))


def dropped(
    state: State, pending: Decision[VolcanoAnswer], chute: int
) -> VolcanoAnswer | Text | None:
    """The drop (OV-21), where a ball is due in that chute; a ball elsewhere does not count."""
    match state.ask:
        case AskBall():
            drops = [a for a in pending.options if isinstance(a, Drop)]
            fits = [a for a in drops if a.slot == chute]
            if fits or len(drops) != 1:
                return fits[0] if fits else text("beam.undue", slot=chute)
            return text("beam.other", slot=chute, due=drops[0].slot)
        case AskFell(slot=slot) if slot == chute:
            return None  # somebody was quicker with the button
        case _:
            return text("beam.undue", slot=chute)


VIEW: View[State, VolcanoAnswer] = View(
    scene=scene,
    path=path,
    cues=cues,
    news=news,
    question=question,
    lying=no_dice,
    asker=asker,
    recall=recall,
    where=where,
    there=there,
    here=here,
    asks=asks,
    rank=rank,
    hand=hand,
    dropped=dropped,
    ways=ways,
)
