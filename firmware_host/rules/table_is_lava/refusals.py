"""Why an answer is refused, as a code and a sentence with the rule's number."""

from __future__ import annotations

from firmware_host.rules.kernel import Over, Seat
from firmware_host.rules.refusing import instead

from .answers import Count, Fell, Hot, Landed, Launch, LavaTableAnswer, Own, Stand, Where
from .asking import pending
from .spelling import parse
from .state import (
    UNTOLD,
    Ask,
    AskCount,
    AskFell,
    AskHot,
    AskLanded,
    AskLaunch,
    AskOwn,
    AskStand,
    Ended,
    State,
    card_of,
    standing_there,
    tied,
)

CODES: dict[str, str] = {
    "unknown_words": "the words are no answer of this game",
    "no_such_seat": "nobody plays at that seat",
    "over": "the game is over",
    "not_asked": "another question comes first",
    "not_yours": "it is another seat's launch, or another seat that is asked",
    "no_such_card": "there is no such card among those of that colour",
    "gone": "the card is launched already, or is not in this game",
    "not_agreed": "the house rules of this box do not have it",
    "not_shown": "the card shows no meeple of that colour",
    "limit": "the card shows fewer",
    "supply": "the supply has fewer",
    "conservation": "there are not so many meeples on the table",
    "told": "it has been told already",
    "not_tied": "only those who tie count the cards of their colour",
}
"""Every code, and what it means."""

Reason = tuple[str, str]
RANGE = "0 to "
"""Where that is said, it is said what would be possible."""
NAMES: dict[type[Ask], str] = {
    AskHot: "who said the words first (TL-03)",
    AskLaunch: "which card is launched (TL-09)",
    AskLanded: "how the card lies (TL-12)",
    AskStand: "whether meeples are stood on the card (TL-14)",
    AskFell: "which meeples fell (TL-17)",
    AskCount: "what stands and what lies (TL-20)",
    AskOwn: "how many meeples are on the cards of those who tie (TL-22)",
}


def why_not(state: State, words: str) -> Reason:
    """For words that answer nothing now: the reason's code, one of CODES, and a sentence."""
    if isinstance(state.ask, Ended):
        return "over", "the game is over (TL-21)"
    answer = parse(words)
    if answer is None:
        says = f"{words!r} is no answer in The Table Is Lava; {_asked(state)}"
        return "unknown_words", says + possible(state, None)
    seat = getattr(answer, "owner", answer.seat)
    if seat is not None and seat >= len(state.players):
        says = f"nobody plays at seat {seat} (TL-01)"
        return "no_such_seat", says + possible(state, None)
    code, says = _reason(state, answer) or ("not_asked", _asked(state))
    return code, says if RANGE in says else says + possible(state, seat)


def possible(state: State, seat: Seat | None) -> str:
    """What would be possible instead, for the same *seat* if it may answer at all."""
    question = pending(state)
    assert not isinstance(question, Over)
    options = question.options
    own = [one for one in options if seat is not None and getattr(one, "owner", one.seat) == seat]
    return instead(own or options)


def _asked(state: State) -> str:
    assert state.ask is not None
    return f"what is asked now is {NAMES[type(state.ask)]}"


def _reason(state: State, answer: LavaTableAnswer) -> Reason | None:
    match answer, state.ask:
        case Hot(), ask if not isinstance(ask, AskHot):
            return "told", f"{state.turn} has launched: who begins is settled (TL-03)"
        case Launch(), AskLaunch() | AskLanded() | AskStand() | AskFell():
            return _launch(state, answer)
        case Landed(where=where), AskLanded():
            return _landed(state, where)
        case Stand() as stand, AskStand() as ask:
            return _stand(state, stand, ask)
        case Fell() | Count() | Own() as told, AskFell() | AskCount() | AskOwn():
            return _told(state, told)
        case _:
            return None


def _launch(state: State, answer: Launch) -> Reason | None:
    seat = answer.seat
    assert seat is not None
    if seat != state.turn:
        return "not_yours", f"it is {state.turn}'s launch, not {seat}'s (TL-09)"
    deck, hand = state.box.decks[seat], state.players[seat].hand
    left = [card.id for card, n in zip(deck, hand, strict=True) if n]
    if answer.card not in [card.id for card in deck]:
        return "no_such_card", f"{answer.card} is no card of {seat}'s: {', '.join(left)} (TL-09)"
    if answer.card not in left:
        return "gone", f"{seat} has no {answer.card} left: {', '.join(left) or 'no card'} (TL-09)"
    return None


def _landed(state: State, where: Where) -> Reason:
    if state.box.rock_island:
        return "not_agreed", f"with Rock Island a card is on the table, or off, not {where} (TL-24)"
    return "not_agreed", "on is told with Rock Island only: touching, thumb, apart or off (TL-12)"


def _stand(state: State, answer: Stand, ask: AskStand) -> Reason:
    seat = answer.seat
    assert seat is not None
    card, there = card_of(state, ask.card), state.players[seat].supply
    if seat == state.turn:
        return "not_yours", f"{seat}'s own meeples are stood without being asked (TL-13)"
    if not card.foreign[seat]:
        return "not_shown", f"{card.id} shows no meeple of {seat} (TL-14)"
    if seat != ask.left[0]:
        return "not_yours", f"{ask.left[0]} is asked, not {seat} (TL-14)"
    if answer.meeples > card.foreign[seat]:
        return "limit", f"{card.id} shows {card.foreign[seat]} of {seat}: 0 to that (TL-14)"
    return "supply", f"{seat} has {there} in its supply: 0 to {there} (TL-16)"


def _told(state: State, answer: Fell | Count | Own) -> Reason | None:
    kinds: dict[type[object], type[Ask]] = {Fell: AskFell, Count: AskCount, Own: AskOwn}
    if not isinstance(state.ask, kinds[type(answer)]):
        return None
    owner, there = answer.owner, state.players[answer.owner].table
    match answer:
        case Own():
            return _own(state, owner)
        case Count() if state.players[owner].standing != UNTOLD:
            return "told", f"{owner} has counted already (TL-20)"
        case Count(standing=standing, lying=lying):
            says = f"{standing} and {lying} are {standing + lying}"
            return "conservation", f"{says}, but {there} of {owner} are on the table (TL-25)"
        case Fell() if not there:
            return "conservation", f"{owner} has no meeple on the table: none can fall (TL-25)"
        case Fell(meeples=meeples) if meeples > there:
            may = f"0 to {there} can have fallen"
            return "conservation", f"{owner} has {there} meeples on the table: {may} (TL-25)"
        case Fell():
            return "told", f"{owner} has told already what fell (TL-17)"


def _own(state: State, owner: Seat) -> Reason:
    best, there = tied(state), standing_there(state)
    if owner not in best:
        tie = " ".join(map(str, best))
        return "not_tied", f"only those who tie count: {tie} (TL-22)"
    if state.players[owner].own != UNTOLD:
        return "told", f"{owner} has counted already (TL-22)"
    return "conservation", f"{there} meeples are on the table: 0 to {there} (TL-22)"
