"""The Table Is Lava as the table shows it: whose launch it is, every card, every seat's meeples."""

from __future__ import annotations

from collections.abc import Mapping

from firmware_host.rules.kernel import Decision, Over, Seat, Source
from firmware_host.rules.table_is_lava.answers import (
    Count,
    Fell,
    Landed,
    LavaTableAnswer,
    Own,
    Relaunch,
)
from firmware_host.rules.table_is_lava.box import Card, Leaning, in_play, starts
from firmware_host.rules.table_is_lava.state import (
    UNTOLD,
    AskFell,
    AskHot,
    AskLanded,
    AskLaunch,
    AskStand,
    Ended,
    State,
)
from firmware_host.table.scene import Scene, SeatScene, Text, Throwing, View, text

from .plain import lamp, no_dice, waited_for
from .table_is_lava_recall import recall
from .table_is_lava_texts import cues, news, path, question

Focus = Mapping[Seat, LavaTableAnswer]
PHASES = {
    "hot": "setup",
    "launch": "choose",
    "landed": "judge",
    "stand": "place",
    "fell": "clear",
    "count": "count",
    "own": "count",
}
JUDGE = "judge"  #: the tint of the strip while it is asked how a card lies


def scene(state: State, pending: Decision[LavaTableAnswer] | Over, focus: Focus) -> Scene:
    """The steady picture of a state."""
    del focus
    phase = "over" if isinstance(pending, Over) else PHASES[pending.topic]
    return Scene(
        phase=phase,
        title=text(f"tl.title.{phase}", seat=str(state.turn)),
        waiting=_waiting(state, pending),
        waiting_for=waited_for(state, pending, asker),
        places=(),
        seats=tuple(_seat(state, Seat(i), pending) for i in range(len(state.players))),
        lines=tuple(_lines(state, pending)),
        wash=_wash(state, pending),
        crater=False,
        cards=tuple(
            card
            for i in range(len(state.players))
            for card in _cards(state, Seat(i), state.box.decks[i])
        ),
    )


def _wash(state: State, pending: Decision[LavaTableAnswer] | Over) -> tuple[str, ...]:
    """All of the strip: whose launch it is, who places, who has won; everybody's, or amber."""
    if isinstance(pending, Over):
        return tuple(map(_tint, pending.winners))
    match state.ask:
        case AskLaunch() | AskFell():
            return (_tint(state.turn),)
        case AskStand(left=left):
            return (_tint(left[0]),)
        case AskLanded():
            return (JUDGE,)
        case _:
            return tuple(_tint(Seat(i)) for i in range(len(state.players)))


def _seat(state: State, seat: Seat, pending: Decision[LavaTableAnswer] | Over) -> SeatScene:
    player = state.players[seat]
    counted = player.standing != UNTOLD
    goods = [("standing", player.standing), ("lying", player.table - player.standing)]
    if not counted:
        goods = [("meeples", player.table)]
    goods += [("supply", player.supply), ("launches", sum(player.hand))]
    if counted:
        goods = [("points", player.points), *goods[:2]]
    own = [("own_cards", player.own)] if player.own != UNTOLD else []
    return SeatScene(
        seat=seat,
        button=int(seat),
        tint=_tint(seat),
        lamp=lamp(pending, seat, turns=_launches(state, seat, pending)),
        status=_status(state, seat, pending),
        place=None,
        goods=(*goods, *own),
    )


def _status(state: State, seat: Seat, pending: Decision[LavaTableAnswer] | Over) -> str:
    if isinstance(pending, Over):
        return "won" if seat in pending.winners else "plays"
    return "launches" if _launches(state, seat, pending) else "plays"


def _launches(state: State, seat: Seat, pending: Decision[LavaTableAnswer] | Over) -> bool:
    launches = isinstance(pending, Decision) and pending.topic not in ("hot", "count", "own")
    return launches and seat == state.turn


def _cards(state: State, seat: Seat, deck: tuple[Card, ...]) -> list[Throwing]:
    """Every card of a colour: in the hand, on its way, on the table, or out of the game."""
    player, found = state.players[seat], list[Throwing]()
    flying = state.ask.card if isinstance(state.ask, AskLanded) and state.turn == seat else None
    for i, (card, there) in enumerate(zip(deck, in_play(deck, len(state.players)), strict=True)):
        hand, out, fly = player.hand[i], player.out[i], int(flying == i)
        table = there - hand - out - fly
        shows = _shows(seat, card)
        for where, n in (("hand", hand), ("flying", fly), ("table", table), ("out", out)):
            found += [Throwing(seat, card.id, shows, where)] * n
    return found


def _shows(owner: Seat, card: Card) -> tuple[tuple[Seat, int], ...]:
    others = tuple((Seat(i), n) for i, n in enumerate(card.foreign) if n)
    return ((owner, card.own), *others) if card.own else others


def _waiting(state: State, pending: Decision[LavaTableAnswer] | Over) -> Text:
    if isinstance(pending, Over):
        names = ", ".join(map(str, pending.winners))
        return text(f"tl.over.{pending.reason}", seats=names)
    if pending.source is Source.TABLE:
        return question(pending)
    asked = str(state.ask.left[0]) if isinstance(state.ask, AskStand) else ""
    return text(f"tl.wait.{pending.topic}", seat=str(state.turn), asked=asked)


def _lines(state: State, pending: Decision[LavaTableAnswer] | Over) -> list[Text]:
    """What else is good to know, most important first."""
    if isinstance(pending, Over):
        ranked = [seat for rank in pending.ranking for seat in rank]
        return [
            text("tl.over.result", seat=str(seat), points=state.players[seat].points)
            for seat in ranked
        ]
    match state.ask:
        case AskHot():
            return [
                text("tl.line.start", seat=str(owner), whose=str(card))
                for owner, card in starts(len(state.players))
                if owner != card
            ]
        case AskLaunch() | AskLanded():
            final = sum(state.players[state.turn].hand) == isinstance(state.ask, AskLaunch)
            said = "final_foreign" if state.box.final_card_foreign else "final"
            return [text(f"tl.line.{said}")] if final else []
        case Ended() | None:
            return []
        case _ if pending.topic == "count":
            leaning = Leaning(state.box.leaning_counts_as)
            return [text(f"tl.line.leaning_{leaning}")]
        case _:
            return []


def _tint(seat: Seat) -> str:
    return f"seat_{str(seat).lower()}"


def asker(state: State, answer: LavaTableAnswer) -> Seat:
    """The launcher tells how the card lies, an owner what has become of its meeples."""
    match answer:
        case Fell(owner=owner) | Count(owner=owner) | Own(owner=owner):
            return owner
        case Landed() | Relaunch():
            return state.turn
        case _:
            return state.turn if answer.seat is None else answer.seat


VIEW: View[State, LavaTableAnswer] = View(
    scene=scene,
    path=path,
    cues=cues,
    news=news,
    question=question,
    lying=no_dice,
    asker=asker,
    recall=recall,
)
