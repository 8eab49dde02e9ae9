"""Why an answer is refused, as a code and a sentence that names the rule."""

from __future__ import annotations

from firmware_host.rules.kernel import Decision, Seat
from firmware_host.rules.refusing import instead

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
from .box import FallenBoulder
from .refusals_board import Reason, place_reason, step_reason, turned
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
    "draw": "which card is drawn (OV-08)",
    "first": "who is the youngest (OV-04)",
    "play": "which card is played (OV-05)",
    "pawn": "which pawn moves (OV-10)",
    "step": "where the pawn steps (OV-12)",
    "collect": "whether the treasure is taken (OV-15)",
    "cave": "whether the pawn goes through the cave (OV-18)",
    "lift": "which boulder is placed anew (OV-19)",
    "place": "where the boulder goes (OV-19)",
    "ball": "whether the ball is dropped (OV-21)",
    "fell": "what has fallen (OV-23)",
    "gear": "which gear card was drawn (OV-24)",
    "trim": "which gear card is discarded (OV-25)",
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
HIDDEN = (Climb, Draw)
"""Answers that name a card of a hand or a deck."""


def why_not(state: State, words: str) -> Reason:
    """For words that answer nothing now: the reason's code, one of CODES, and a sentence."""
    if isinstance(state.ask, Ended):
        return "over", "the game is over (OV-30, OV-31)"
    answer = parse(words)
    if answer is None:
        says = f"{words!r} is no answer in Oh No, Volcano!; what is asked now is {_question(state)}"
        return "unknown_words", says + possible(state, None)
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


def possible(state: State, answer: VolcanoAnswer | None) -> str:
    """What would be possible instead, for the same seat if it may answer at all.

    Cards that the program dealt are not seen at the table, so they are not named (OV-03).
    """
    question = pending(state)
    assert isinstance(question, Decision)
    options = question.options
    if state.box.virtual and any(isinstance(option, HIDDEN) for option in options):
        return ""
    own = [option for option in options if answer is not None and option.seat == answer.seat]
    return instead(own or options)


def _unknown(state: State, answer: VolcanoAnswer) -> Reason | None:
    box = state.box
    for seat in (answer.seat, getattr(answer, "to", None)):
        if seat is not None and seat >= len(state.players):
            last = Seat(len(state.players) - 1)
            says = f"nobody plays at seat {seat}: the seats are A to {last} (OV-02)"
            return "no_such_seat", says + possible(state, None)
    match answer:
        case Climb(card=card) | Draw(card=card) if card not in box.climber_index:
            says = f"no climber card is {card} (OV-02); they are {_list(box.climber_index)}"
            return "no_such_card", says + possible(state, answer)
        case Gear(card=card) | Equip(card=card) | Trim(card=card) if card not in box.gear_index:
            says = f"no gear card is {card} (OV-09); they are {_list(box.gear_index)}"
            return "no_such_card", says + possible(state, answer)
        case Step(space=space) if space not in box.board.index:
            says = f"no space is {space}: row.place, rows 0 to {box.board.top} (OV-12)"
            return "no_such_space", says + possible(state, answer)
        case Drop(slot=slot) if not 0 < slot <= box.board.slots:
            says = f"there is no chute {slot}, they are 1 to {box.board.slots} (OV-21)"
            return "no_such_slot", says + possible(state, answer)
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
    says = f"what is asked now is {_question(state)}"
    if isinstance(answer, Fell | Off | Tilted):
        says += "; what falls without a ball is set up again where it was (OV-A16)"
    elif isinstance(answer, Stuck):
        says += "; a ball that is stuck is taken out, and its action is over (OV-29)"
    return "not_asked", says + possible(state, answer)


def _question(state: State) -> str:
    return NAMES[TOPICS[type(state.ask)]]  # type: ignore[index]


def _not_yours(state: State, answer: VolcanoAnswer) -> Reason | None:
    if isinstance(answer, Off):
        return _off(state, answer)
    whose = asked(state)
    if answer.seat is None or answer.seat in whose:
        return None
    names = " ".join(map(str, whose))
    if isinstance(state.ask, AskFell):
        says = f"{answer.seat} has nothing left to tell (OV-23); {names} may still tell"
        return "told", says + possible(state, answer)
    says = f"{names} is asked, not {answer.seat}: {_question(state)}"
    return "not_yours", says + possible(state, answer)


def _off(state: State, answer: Off) -> Reason | None:
    """Why a boulder is not told of, before it is asked whether one lies there (OV-A13)."""
    assert isinstance(state.ask, AskFell)
    dropper = turn_of(state).seat
    if state.box.fallen_boulder is FallenBoulder.BACK_IN_PLACE:
        says = "a boulder that fell is put back (fallen_boulder, OV-A13)"
        return "not_agreed", says + possible(state, answer)
    if answer.seat != dropper:
        says = f"{dropper} tells of boulders, not {answer.seat} (OV-A13)"
        return "not_yours", says + possible(state, answer)
    if dropper not in state.ask.waiting:
        names = " ".join(map(str, state.ask.waiting))
        says = f"{dropper} has nothing left to tell (OV-A13); {names} may still tell"
        return "told", says + possible(state, answer)
    return None


def _reason(state: State, answer: VolcanoAnswer) -> Reason:
    match answer:
        case Climb() | Gear() | Draw() | Equip() | Trim():
            return _card(state, answer)
        case Step(space=space):
            code, says = step_reason(state, space)
            return code, says + possible(state, answer)
        case Place(pair=pair):
            code, says = place_reason(state, pair)
            return code, says + possible(state, answer)
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
                return "not_asked", f"{state.ask.to} draws now, not {to} (OV-08)"
            return "gone", _undrawn(state, answer)
        case Equip(to=to):
            if to != next_owed(state):
                says = f"{next_owed(state)} draws a gear card now, not {to} (OV-A04)"
                return "not_asked", says + possible(state, answer)
            says = f"no {answer.card} is left in the gear pile (OV-24)"
            return "gone", says + possible(state, answer)
        case Climb(seat=Seat() as seat, card=card):
            return _climb(state, seat, card) if state.players[seat].held else (
                "no_card", f"{seat} has no climber card left (OV-08){possible(state, answer)}"
            )  # fmt: skip
        case _:
            rule = "OV-25" if isinstance(answer, Trim) else "OV-05"
            says = f"{answer.seat} has no gear card {answer.card} ({rule})"
            return "no_card", says + possible(state, answer)


def _undrawn(state: State, answer: Draw) -> str:
    """Why it is not drawn, whatever is in a hand: all but what was played may be there (OV-03)."""
    if pool(state, answer.to)[state.box.climber_index[answer.card]]:
        return f"the program deals: nobody says which card {answer.to} draws (OV-03)"
    return f"every {answer.card} of {answer.to} is played, and none comes back (OV-08)"


def _climb(state: State, seat: Seat, card: str) -> Reason:
    """A card that is played out, or not in a hand; what else the hand has is not told."""
    left = pool(state, seat)
    if left[state.box.climber_index[card]]:
        return "no_card", f"{card} is not in the hand of {seat} (OV-05)"
    names = [p.name for p, n in zip(state.box.climbers, left, strict=True) if n]
    says = f"every {card} of {seat} is played, and none comes back (OV-08)"
    return "gone", f"{says}; left in hand and deck: {', '.join(names)}"


def _boulder(state: State, answer: Lift | Off) -> Reason:
    if wrongly := turned(state, answer.pair):
        code, says = wrongly
    elif state.box.pair_index.get(answer.pair) in state.boulders:
        says = f"there is no other place for the boulder at {answer.pair} (OV-A03)"
        code = "same_place"
    else:
        code, says = "no_boulder", f"no boulder lies at {answer.pair} (OV-19)"
    return code, says + possible(state, answer)
