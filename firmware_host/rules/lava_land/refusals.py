"""Why an answer is refused: a code, the rule it is against, and what would be possible."""

from __future__ import annotations

from firmware_host.rules import refusing
from firmware_host.rules.kernel import Seat

from . import cards, dice, tricks
from .answers import (
    Again,
    Alter,
    Cool,
    Discard,
    Draw,
    Effect,
    Gift,
    LavaAnswer,
    Leaning,
    Loot,
    Next,
    Pick,
    Push,
    Show,
    Take,
    Turned,
)
from .asking import pending
from .box import COLOURS, FACES, KINDS, RECOLOURS, START, SYMBOLS, TURNS, Face, Kind
from .sets import read
from .spelling import parse
from .state import (
    AskDiscard,
    AskGuard,
    AskPick,
    AskShow,
    AskTake,
    AskTrick,
    Ended,
    Fate,
    Player,
    State,
    Turn,
)
from .words import TOPICS

CODES: dict[str, str] = {
    "unknown_words": "the words are no answer of this game",
    "no_such_seat": "nobody plays at that seat",
    "over": "the game is over",
    "not_asked": "another question comes first",
    "not_yours": "it is another seat that is asked, or another seat's turn",
    "gone": "the die, the card or the place of the row is empty already",
    "limit": "three dice, or all dice of a colour: there is no fourth",
    "no_such_face": "no die of that colour has that face",
    "not_agreed": "the house rules of this box do not have it",
    "cost": "the bolts do not buy a card that dear",
    "too_late": "what it would change has been applied, or the time for it is over",
    "taken_this_turn": "the card was taken in this turn",
    "used": "the card was used in this round",
    "cannot_pay": "the card asks for a banana or a treasure, and there is none",
    "no_card": "the seat holds no such card",
    "no_such_die": "the seat has no such die",
    "wrong_colour": "the card is for dice of another colour",
    "no_combination": "the dice are not what the card needs",
    "null_target": "it would change nothing",
    "on_start": "the character is on the start space and cannot be moved back",
    "out": "the character is dead or in the boat",
}
"""Every code, and what it means."""

RULES: dict[str, str] = {
    "no_such_seat": "LL-01",
    "not_asked": "LL-15",
    "not_yours": "LL-28",
    "gone": "LL-20",
    "limit": "LL-20",
    "no_such_face": "LL-02",
    "not_agreed": "LL-A22",
    "cost": "LL-36",
    "too_late": "LL-A15",
    "taken_this_turn": "LL-54",
    "used": "LL-54",
    "cannot_pay": "LL-55",
    "no_card": "LL-54",
    "no_such_die": "LL-56",
    "wrong_colour": "LL-56",
    "no_combination": "LL-32",
    "null_target": "LL-A12",
    "on_start": "LL-45",
    "out": "LL-45",
    "unknown_words": "LL-50",
}
"""The rule of each code, where the answer says no other."""
OF_ANSWERS: dict[tuple[str, type[LavaAnswer]], str] = {
    ("gone", Draw): "LL-40",
    ("gone", Pick): "LL-38",
    ("gone", Discard): "LL-39",
    ("limit", Show): "LL-02",
    ("too_late", Take): "LL-18",
    ("too_late", Turned): "LL-24",
    ("too_late", Next): "LL-A04",
    ("no_combination", Gift): "LL-51",
    ("no_combination", Again): "LL-52",
    ("null_target", Cool): "LL-46",
    ("null_target", Alter): "LL-50",
    ("out", Alter): "LL-57",
    ("out", Gift): "LL-57",
    ("out", Again): "LL-57",
}
Reason = tuple[str, str]
NAMES = {
    "first": "who begins",
    "draw": "the top card of the deck",
    "discard": "which card of the row goes",
    "show": "what the dice show",
    "take": "who takes which die",
    "go": "whether the next dice may be applied",
    "card": "whether a card is used",
    "order": "which effect comes first",
    "pick": "which card is taken",
    "trick": "which trick is played",
    "guard": "whether the victim guards",
    "board": "whether to board",
}


def why_not(state: State, words: str) -> Reason:
    """For words that answer nothing now: the reason's code, one of CODES, and a sentence."""
    answer = parse(words)
    if isinstance(state.ask, Ended):
        return "over", "the game is over"
    if answer is None:
        return _unknown(state, words)
    code, says = _absent(state, answer) or _reason(state, answer) or _not_asked(state, answer)
    rule = OF_ANSWERS.get((code, type(answer)), RULES[code])
    return code, f"{says} ({rule}); {possible(state, type(answer))}"


def _unknown(state: State, words: str) -> Reason:
    """A face that no die has is the commonest slip: it is said by itself."""
    *_, last = words.split() or [""]
    if ("show" in words.split() or "take" in words.split()) and last not in {*FACES}:
        return "unknown_words", f"no die shows {last} (LL-02); {possible(state)}"
    asks = f"{_question(state)} ({RULES['not_asked']}); {possible(state)}"
    return "unknown_words", f"{words!r} is no answer in Lava Land; {asks}"


def possible(state: State, kind: type[LavaAnswer] | None = None) -> str:
    """What could be answered, or the first of it; of this *kind* only, if there are such."""
    return refusing.possible(pending(state), kind)


def asked(state: State) -> Seat | None:
    """The seat whose answer the state waits for; None where it is anyone's."""
    if isinstance(state.ask, AskGuard):
        return state.ask.trick.victim
    return state.turn.seat if state.turn else None


def _absent(state: State, answer: LavaAnswer) -> Reason | None:
    for seat in (answer.seat, getattr(answer, "victim", None)):
        if seat is not None and seat >= len(state.players):
            return "no_such_seat", f"nobody plays at seat {seat}"
    return None


def _not_asked(state: State, answer: LavaAnswer) -> Reason:
    turn = asked(state)
    if None not in (turn, answer.seat) and turn != answer.seat:
        return "not_yours", f"{turn} is asked, not {answer.seat}"
    return "not_asked", _question(state)


def _question(state: State) -> str:
    assert state.ask is not None
    return f"what is asked now is {NAMES[TOPICS[type(state.ask)]]}"


def _reason(state: State, answer: LavaAnswer) -> Reason | None:
    match answer:
        case Show() | Take() | Leaning() | Turned():
            return _dice(state, answer)
        case Draw() | Pick() | Discard():
            return _row(state, answer)
        case Alter() | Gift() | Again():
            return _own_card(state, answer)
        case Loot() | Push() | Cool():
            return _trick(state, answer)
        case Next(effect=effect) if state.turn and asked(state) == answer.seat:
            return _effect(state, state.turn, effect)
        case _:
            return None


def _effect(state: State, turn: Turn, effect: Effect) -> Reason | None:
    if effect in turn.done:
        return "too_late", f"the {effect} has been applied"
    if effect not in read(state.sets[turn.seat]).due:
        return "no_combination", f"these dice make no {effect}"
    return None


def _dice(state: State, answer: Show | Take | Leaning | Turned) -> Reason | None:
    match answer, state.ask:
        case Show(face=face), AskShow():
            return _show(state, face)
        case Take() as take, AskTake():
            return _take(state, take)
        case Take(), _ if state.turn:
            return "too_late", "the dice are taken already"
        case Leaning(), AskShow():
            return "not_agreed", "people say what an unreadable die shows (unreadable_die)"
        case Turned(), _ if state.turn:
            return "too_late", "dice turned over are accused before the first dice are applied"
        case _:
            return None


def _take(state: State, answer: Take) -> Reason:
    if answer.seat not in dice.owing(state):
        return "limit", f"{answer.seat} has three dice; the last one goes back"
    return "gone", f"no {answer.face} lies in the crater"


def _show(state: State, face: Face) -> Reason:
    i = FACES.index(face) // len(SYMBOLS)
    colour = COLOURS[i].name.lower()
    if not dice.unread(state)[i]:
        return "limit", f"every {colour} die is read already"
    return "no_such_face", f"no {colour} die of this box shows {face}"


def _row(state: State, answer: Draw | Pick | Discard) -> Reason | None:
    if isinstance(answer, Draw):
        left = state.deck[KINDS.index(answer.kind)]
        return None if left else ("gone", f"no {answer.kind} is left in the deck")
    if not isinstance(state.ask, AskPick | AskDiscard) or asked(state) not in (None, answer.seat):
        return None
    kind = state.row[answer.slot - 1] if 0 < answer.slot <= len(state.row) else None
    if kind is None:
        return "gone", f"place {answer.slot} of the row has no card"
    if isinstance(state.ask, AskPick) and state.box.spec(kind).cost > state.ask.max_cost:
        return "cost", f"{kind} costs more than {state.ask.max_cost} bolts"
    return None


def _own_card(state: State, answer: Alter | Gift | Again) -> Reason | None:
    seat, turn = answer.seat, state.turn
    assert seat is not None
    if turn is None:
        return None
    if turn.seat != seat:
        seats = len(state.players)
        if (seat - state.first) % seats < (turn.seat - state.first) % seats:
            return "too_late", f"{seat}'s turn is over"
        return "not_yours", f"it is {turn.seat}'s turn; a card is used in one's own"
    player = state.players[seat]
    if player.fate is not Fate.TRACK:
        return "out", f"{seat} is out and uses no cards"
    kind = _kind(answer)
    return _held(state, seat, player, kind) or _use(state, turn, answer)


def _kind(answer: Alter | Gift | Again) -> Kind:
    if isinstance(answer, Alter):
        return answer.kind
    return Kind.TRICOLOUR_GIFT if isinstance(answer, Gift) else Kind.TRICK_AGAIN


def _held(state: State, seat: Seat, player: Player, kind: Kind) -> Reason | None:
    held = [card for card in player.cards if card.kind is kind]
    if not held:
        return "no_card", f"{seat} has no {kind}"
    old = [card for card in held if not card.new]
    if not old:
        return "taken_this_turn", f"{seat} has taken {kind} in this turn"
    if all(card.used for card in old):
        return "used", f"{seat} has used {kind} in this round"
    pay = state.box.spec(kind).pay
    if pay is not None and not player.has(pay):
        return "cannot_pay", f"{kind} costs 1 {pay}, and {seat} has none"
    return None


def _use(state: State, turn: Turn, answer: Alter | Gift | Again) -> Reason | None:
    colours = read(state.sets[turn.seat]).colours
    match answer:
        case Alter():
            return _alter(state, turn, answer)
        case Gift() if colours != 3:
            return "no_combination", "the dice are not of three colours"
        case Again() if colours != 1:
            return "no_combination", "the dice are not of one colour"
        case Again() if not tricks.options(state, turn.seat):
            return "null_target", "no trick would change anything"
        case _:
            return None


def _alter(state: State, turn: Turn, answer: Alter) -> Reason | None:
    kind, own = answer.kind, state.sets[turn.seat]
    locked = turn.symbols_locked if kind in TURNS else turn.colours_locked
    if kind not in TURNS and kind not in RECOLOURS:
        return "unknown_words", f"{kind} alters no die"
    if locked:
        what = "symbols" if kind in TURNS else "colours"
        return "too_late", f"an effect of these {what} has been applied"
    if all(die.face is not answer.face for die in own):
        return "no_such_die", f"{turn.seat} has no {answer.face}"
    if cards.target(own, kind, answer.face) is not None:
        return None
    if kind in TURNS and answer.face[0] != TURNS[kind][0]:
        return "wrong_colour", f"{kind} is for {TURNS[kind][0].name.lower()} dice"
    return "null_target", f"{answer.face} is that already"


def _trick(state: State, answer: Loot | Push | Cool) -> Reason | None:
    if not isinstance(state.ask, AskTrick) or asked(state) != answer.seat:
        return None
    if isinstance(answer, Cool):
        return "null_target", f"lava is on {state.lava} and goes no further back"
    victim = state.players[answer.victim]
    if victim.fate is not Fate.TRACK:
        return "out", f"{answer.victim} is out: no trick reaches it"
    if isinstance(answer, Push) and victim.pos == START:
        return "on_start", f"{answer.victim} is on the start space"
    return "null_target", f"{answer.victim} has none to lose"
