"""Why an answer is refused, as a code and a sentence that names the rule."""

from __future__ import annotations

from firmware_host.rules.kernel import Decision, Seat

from .answers import (
    Cave,
    Climb,
    Collect,
    Draw,
    Drop,
    Equip,
    Fell,
    Gear,
    Leave,
    Lift,
    Off,
    Pawn,
    Place,
    Safe,
    Stay,
    Step,
    Stop,
    Stuck,
    Tilted,
    Trim,
    VolcanoAnswer,
    Youngest,
)
from .asking import pending
from .refusals_board import Reason, place_reason, step_reason
from .spelling import parse
from .state import (
    AskBall,
    AskCave,
    AskCollect,
    AskDraw,
    AskFell,
    AskFirst,
    AskGear,
    AskLift,
    AskPawn,
    AskPlace,
    AskPlay,
    AskStep,
    AskTrim,
    Ended,
    State,
    current,
    next_over,
    next_owed,
    pool,
    turn_of,
)
from .words import TOPICS

CODES: dict[str, str] = {
    "unknown_words": "the words are no answer of this game",
    "no_such_seat": "nobody plays at that seat",
    "no_such_card": "the box has no card of that kind",
    "no_such_space": "the board has no such space",
    "no_such_place": "a boulder lies across two neighbouring spaces",
    "no_such_slot": "the volcano has no such chute",
    "over": "the game is over",
    "not_asked": "another question comes first",
    "not_yours": "it is another seat that is asked",
    "told": "that seat has told already, or has nothing on the board that could fall",
    "gone": "all cards of that kind are elsewhere: played, drawn or held",
    "no_card": "the seat holds no such card",
    "cannot_move": "that pawn has no free space to step to",
    "entry": "a pawn in base camp begins on the bottom row",
    "down": "a pawn never moves down",
    "far": "it is no neighbour",
    "occupied": "a pawn or a boulder is in the way",
    "wrong_row": "no boulder lies on the bottom or the top row",
    "forbidden": "no boulder lies on a treasure space or a cave's entrance",
    "same_place": "a boulder that is lifted goes to another place",
    "no_boulder": "no boulder lies there",
    "wrong_slot": "the card names another chute",
    "not_there": "that pawn is not on the board, or has been told of already",
    "not_agreed": "the house rules of this box do not have it",
}
"""Every code, and what it means."""

NAMES = {
    "draw": "which card is drawn",
    "first": "who is the youngest",
    "play": "which card is played",
    "pawn": "which pawn moves",
    "step": "where the pawn steps",
    "collect": "whether the treasure is taken",
    "cave": "whether the pawn goes through the cave",
    "lift": "which boulder is placed anew",
    "place": "where the boulder goes",
    "ball": "whether the ball is dropped",
    "fell": "what has fallen",
    "gear": "which gear card was drawn",
    "trim": "which gear card is discarded",
}
ASKS: dict[type[VolcanoAnswer], tuple[type, ...]] = {
    Draw: (AskDraw,),
    Youngest: (AskFirst,),
    Climb: (AskPlay,),
    Gear: (AskPlay,),
    Pawn: (AskPawn,),
    Step: (AskStep,),
    Stop: (AskStep, AskPawn),
    Collect: (AskCollect,),
    Leave: (AskCollect,),
    Cave: (AskCave,),
    Stay: (AskCave,),
    Lift: (AskLift,),
    Place: (AskPlace,),
    Drop: (AskBall,),
    Fell: (AskFell,),
    Off: (AskFell,),
    Safe: (AskFell,),
    Tilted: (AskFell,),
    Stuck: (AskFell,),
    Equip: (AskGear,),
    Trim: (AskTrim,),
}
"""The questions an answer belongs to."""
FEW = 12
"""So many answers that would be possible are named."""


def why_not(state: State, words: str) -> Reason:
    """For words that answer nothing now: the reason's code, one of CODES, and a sentence."""
    answer = parse(words)
    if answer is None:
        return "unknown_words", f"{words!r} is no answer in Oh No, Volcano!"
    if isinstance(state.ask, Ended):
        return "over", "the game is over"
    return (
        _unknown(state, answer)
        or _not_asked(state, answer)
        or _not_yours(state, answer)
        or _reason(state, answer)
    )


def asked(state: State) -> tuple[Seat, ...]:
    """The seats whose answers the state waits for; none where they are nobody's."""
    match state.ask:
        case AskFirst():
            return tuple(Seat(i) for i in range(len(state.players)))
        case AskFell(waiting=waiting):
            return waiting
        case AskTrim():
            over = next_over(state)
            return () if over is None else (over,)
        case AskDraw() | AskGear():
            return ()
        case _:
            return (turn_of(state).seat,)


def possible(state: State, answer: VolcanoAnswer) -> str:
    """What would be possible instead, for the same seat."""
    question = pending(state)
    assert isinstance(question, Decision)
    may = [str(option) for option in question.options if option.seat == answer.seat]
    shown = ", ".join(may[:FEW]) + (", ..." if len(may) > FEW else "")
    return f"; possible: {shown}" if may else ""


def _unknown(state: State, answer: VolcanoAnswer) -> Reason | None:
    box = state.box
    for seat in (answer.seat, getattr(answer, "to", None)):
        if seat is not None and seat >= len(state.players):
            return "no_such_seat", f"nobody plays at seat {seat}"
    match answer:
        case Climb(card=card) | Draw(card=card) if card not in box.climber_index:
            return "no_such_card", f"no climber card is {card}; they are {_list(box.climber_index)}"
        case Gear(card=card) | Equip(card=card) | Trim(card=card) if card not in box.gear_index:
            return "no_such_card", f"no gear card is {card}; they are {_list(box.gear_index)}"
        case Step(space=space) if space not in box.board.index:
            rows = box.board.top
            return "no_such_space", f"no space is {space}: row.place, rows 0 to {rows} (OV-12)"
        case Drop(slot=slot) if not 0 < slot <= box.board.slots:
            says = f"there is no chute {slot}, they are 1 to {box.board.slots} (OV-21)"
            may = possible(state, answer) if _is_asked(state, Drop) else ""
            return "no_such_slot", says + may
        case _:
            return None


def _list(names: object) -> str:
    assert isinstance(names, dict)
    return ", ".join(names)


def _is_asked(state: State, kind: type[VolcanoAnswer]) -> bool:
    return isinstance(state.ask, ASKS[kind])


def _not_asked(state: State, answer: VolcanoAnswer) -> Reason | None:
    if _is_asked(state, type(answer)):
        return None
    says = f"what is asked now is {NAMES[TOPICS[type(state.ask)]]}"  # type: ignore[index]
    if isinstance(answer, Fell | Off | Tilted | Stuck):
        says += "; what falls without a ball is set up again where it was (OV-A16)"
    return "not_asked", says


def _not_yours(state: State, answer: VolcanoAnswer) -> Reason | None:
    whose = asked(state)
    if answer.seat is None or answer.seat in whose:
        return None
    names = " ".join(map(str, whose))
    if isinstance(state.ask, AskFell) and not isinstance(answer, Off):
        says = f"{answer.seat} has nothing left to tell (OV-23); {names} may still tell"
        return "told", says
    return "not_yours", f"{names} is asked, not {answer.seat}"


def _reason(state: State, answer: VolcanoAnswer) -> Reason:
    match answer:
        case Climb() | Gear() | Draw() | Equip() | Trim():
            return _card(state, answer)
        case Step(space=space):
            code, says = step_reason(state, space)
            return code, says + possible(state, answer)
        case Place(pair=pair):
            return place_reason(state, pair)
        case Pawn(letter=letter):
            says = f"pawn {letter} can step nowhere (OV-13)"
            return "cannot_move", says + possible(state, answer)
        case Lift() | Off():
            return _boulder(state, answer)
        case Drop():
            says = f"the card says {current(state)} (OV-21): take the ball and drop it again"
            return "wrong_slot", says + possible(state, answer)
        case Fell(letter=letter) | Tilted(letter=letter):
            says = f"pawn {letter} of {answer.seat} is in base camp: it cannot have fallen (OV-23)"
            return "not_there", says + possible(state, answer)
        case _:
            raise AssertionError(answer)


def _card(state: State, answer: Climb | Gear | Draw | Equip | Trim) -> Reason:
    match answer:
        case Draw(to=to):
            if isinstance(state.ask, AskDraw) and to != state.ask.to:
                return "not_asked", f"{state.ask.to} draws now, not {to}"
            return "gone", f"no {answer.card} is left in the deck of {to} (OV-08)"
        case Equip(to=to):
            if to != next_owed(state):
                return "not_asked", f"{next_owed(state)} draws a gear card now, not {to} (OV-A04)"
            says = f"no {answer.card} is left in the gear pile (OV-24)"
            return "gone", says + possible(state, answer)
        case Climb(seat=Seat() as seat, card=card):
            return _climb(state, seat, card) if state.players[seat].held else (
                "no_card", f"{seat} has no climber card left (OV-08){possible(state, answer)}"
            )  # fmt: skip
        case _:
            held = f"{answer.seat} has no gear card {answer.card} (OV-05)"
            shown = possible(state, answer) if isinstance(answer, Trim) else ""
            return "no_card", held + shown


def _climb(state: State, seat: Seat, card: str) -> Reason:
    """A card that is played out, or not in a hand; what else the hand has is not told."""
    left = pool(state, seat)
    if left[state.box.climber_index[card]]:
        return "no_card", f"{card} is not in the hand of {seat} (OV-05)"
    names = [p.name for p, n in zip(state.box.climbers, left, strict=True) if n]
    says = f"every {card} of {seat} is played, and none comes back (OV-08)"
    return "gone", f"{says}; left in hand and deck: {', '.join(names)}"


def _boulder(state: State, answer: Lift | Off) -> Reason:
    i = state.box.pair_index.get(answer.pair)
    if isinstance(answer, Off):
        if answer.seat != turn_of(state).seat:
            return "not_yours", f"{turn_of(state).seat} tells of boulders (OV-A13)"
        if i in state.boulders:
            return "not_agreed", "a boulder that fell is put back (fallen_boulder, OV-A13)"
    elif i in state.boulders:
        return "same_place", f"there is no other place for the boulder at {answer.pair} (OV-A03)"
    return "no_boulder", f"no boulder lies at {answer.pair} (OV-19){possible(state, answer)}"
