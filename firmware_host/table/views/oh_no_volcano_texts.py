"""Oh No, Volcano!'s answers, events and questions as lines to read, and as passing effects."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_host.rules.kernel import Decision, Event, Seat
from firmware_host.rules.oh_no_volcano import answers as a
from firmware_host.rules.oh_no_volcano import events as e
from firmware_host.rules.oh_no_volcano.answers import VolcanoAnswer
from firmware_host.rules.oh_no_volcano.board import Board, Space
from firmware_host.rules.oh_no_volcano.prints import LETTERS, Action, Ball, Block, Move, printed
from firmware_host.rules.oh_no_volcano.state import (
    CAMP,
    AskBall,
    AskCave,
    AskCollect,
    AskPawn,
    AskStep,
    State,
    current,
    turn_of,
)
from firmware_host.rules.oh_no_volcano.ways import to_treasures
from firmware_host.table.scene import Cue, Text, Way, text

BESIDE = ("left", "right")


def path(answer: VolcanoAnswer) -> tuple[Text, ...]:
    """The labels that lead to an answer, wherever the game stands."""
    match answer:
        case a.Climb(card=name):
            return grouped(name)
        case a.Gear(card=name):
            return (text("ov.do.gear"), card(name))
        case a.Equip(card=name):
            return grouped(name)
        case a.Trim(card=name) | a.Draw(card=name):
            return (card(name),)
        case a.Step(space=space):
            return (text("ov.do.step", space=space),)
        case a.Lift(pair=pair) | a.Place(pair=pair) | a.Off(pair=pair):
            return _pair(pair, answer)
        case _:
            return (_whole(answer),)


def _whole(answer: VolcanoAnswer) -> Text:
    named = type(answer).__name__.lower()
    match answer:
        case a.Pawn(letter=letter) | a.Fell(letter=letter) | a.Tilted(letter=letter):
            return text(f"ov.do.{named}", pawn=str(letter))
        case a.Drop(slot=slot):
            return text("ov.do.drop", slot=slot)
        case _:
            return text(f"ov.do.{named}")


def here(state: State, answer: VolcanoAnswer) -> tuple[Text, ...]:
    """The labels where they depend on the state: steps by their direction, what is over."""
    match answer:
        case a.Step(space=space) if isinstance(state.ask, AskStep):
            assert state.turn is not None
            start = state.players[state.turn.seat].pawns[state.ask.pawn]
            return (way(state.box.board, start, state.box.board.index[space]),)
        case a.Stop() if isinstance(state.ask, AskPawn):
            return (text("ov.do.none"),)
        case a.Stop() if isinstance(state.ask, AskStep) and not state.ask.moved:
            return (text("ov.do.unmoved"),)
        case a.Safe(seat=Seat() as seat) if state.owed[seat]:
            return (text("ov.do.safe_else"),)
        case _:
            return path(answer)


def rank(answer: VolcanoAnswer) -> int:
    """Most balls knock down nobody of one's own; and gear is better than climber cards."""
    return 0 if isinstance(answer, a.Safe | a.Gear) else 1


def way(board: Board, start: int, to: int) -> Text:
    """A step by its direction, and what is there."""
    end = board.spaces[to]
    named = text("ov.way.enter", n=_place(end)) if start == CAMP else _way(board, start, to)
    there = _there(end)
    return named if there is None else text("ov.do.step_at", way=named, what=there)


def _way(board: Board, start: int, to: int) -> Text:
    space, end = board.spaces[start], board.spaces[to]
    if to == space.left:
        return text("ov.way.left")
    if to == space.right:
        return text("ov.way.right")
    if end.across == space.across or len(space.up) > len(BESIDE):  # a board of its own kind
        return text("ov.way.up_to", n=_place(end))
    return text(f"ov.way.up_{BESIDE[end.across > space.across]}")


def _place(space: Space) -> int:
    """The place in its row, from 1."""
    return int(space.name.partition(".")[2]) + 1


def _there(space: Space) -> Text | None:
    if space.gem is not None:
        return text(f"ov.gem.{space.gem}")
    return text("ov.gem.cave") if space.exit >= 0 else None


def ways(state: State) -> tuple[Way[VolcanoAnswer], ...]:
    """All the way to a treasure, in one line."""
    board = state.box.board
    found: list[Way[VolcanoAnswer]] = []
    for way in to_treasures(state):
        last = [answer for answer in way if isinstance(answer, a.Step)][-1]
        space = board.spaces[board.index[last.space]]
        gem = text(f"ov.gem.{space.gem}")
        label = text("ov.do.way", gem=gem, row=space.row + 1, place=_place(space))
        found.append(Way(label, way, last))
    return tuple(found)


def _pair(pair: str, answer: VolcanoAnswer) -> tuple[Text, ...]:
    """A boulder by its row, and then by the places it lies across, all from 1."""
    (row, left), (above, right) = (one.split(".") for one in pair.split("+"))
    verb = "off" if isinstance(answer, a.Off) else "row"
    rows = text(f"ov.do.{verb}", row=int(row) + 1)
    kind = "across" if row == above else "above"  # an edge of OV-A02 may lie between two rows
    return (rows, text(f"ov.do.{kind}", left=int(left) + 1, right=int(right) + 1))


def joined(key: str, parts: Sequence[Text]) -> Text:
    """One after the other, by the language's way to do so."""
    said = parts[-1]
    for part in reversed(parts[:-1]):
        said = text(key, first=part, then=said)
    return said


def action(one: Action) -> Text:
    """What a card says in one of its lines."""
    match one:
        case Move(letter=None, steps=steps):
            return text("ov.card.any", n=steps)
        case Move(letter=letter, steps=steps):
            return text("ov.card.move", pawn=str(letter), n=steps)
        case Block():
            return text("ov.card.boulder")
        case Ball(slot=None):
            return text("ov.card.ball_any")
        case Ball(slot=slot):
            return text("ov.card.ball", slot=int(slot or 0))


def card(name: str) -> Text:
    """A card by its actions."""
    return joined("ov.card.and", [action(one) for one in printed(name).actions])


def grouped(name: str) -> tuple[Text, ...]:
    """A card in two labels: what it begins with, and all of it as it is printed."""
    match printed(name).actions[0]:
        case Move(letter=None):
            group = text("ov.card.any_pawn.group")
        case Move(letter=letter):
            group = text("ov.card.pawn.group", pawn=str(letter))
        case begins:
            group = text("ov.card.first.group", what=action(begins))
    return group, card(name)


def question(decision: Decision[VolcanoAnswer]) -> Text:
    """What a menu asks, wherever the game stands."""
    about = {"pawn": "?", "n": "?", "gem": "?", "slot": "?"}
    return text(f"ov.ask.{decision.topic}", **about)


def asks(state: State, decision: Decision[VolcanoAnswer]) -> Text:
    """What a menu asks, with the pawn, the chute or the treasure it is about."""
    key = f"ov.ask.{decision.topic}"
    match state.ask:
        case AskStep(pawn=pawn, left=left):
            return text(key, pawn=str(LETTERS[pawn]), n=left)
        case AskCollect(pawn=pawn):
            gem = state.box.board.spaces[state.players[turn_of(state).seat].pawns[pawn]].gem
            return text(key, pawn=str(LETTERS[pawn]), gem=text(f"ov.gem.{gem}"))
        case AskCave(pawn=pawn):
            return text(key, pawn=str(LETTERS[pawn]))
        case AskPawn():
            move = current(state)
            assert isinstance(move, Move)
            return text(key, n=move.steps)
        case AskBall():
            ball = current(state)
            assert isinstance(ball, Ball)
            return text(key, slot=ball.slot) if ball.slot else text(f"{key}_any")
        case _:
            return question(decision)


def news(state: State, event: Event) -> Text | None:
    """An event as a line of the log; None for what can be seen anyway. No card of a hand."""
    del state
    match event:
        case e.CardPlayed(seat=seat, card=name) | e.GearPlayed(seat=seat, card=name):
            return text(f"ov.news.{_named(event)}", seat=str(seat), card=card(name))
        case e.GearDrawn(seat=seat, card=name):
            return text("ov.news.geardrawn", seat=str(seat), card=card(name))
        case e.NoMove(seat=seat) | e.BoulderSkipped(seat=seat) | e.NoGear(seat=seat):
            return text(f"ov.news.{_named(event)}", seat=str(seat))
        case e.GearShuffled() | e.AllSafe() | e.BallStuck() | e.BoulderFell():
            return text(f"ov.news.{_named(event)}")
        case _:
            return _of_pawn(event)


def _of_pawn(event: Event) -> Text | None:
    named = f"ov.news.{_named(event)}"
    match event:
        case e.PawnMoved(seat=seat, letter=letter, start=e.CAMP):
            return text("ov.news.entered", seat=str(seat), pawn=str(letter))
        case e.Collected(seat=seat, gem=gem):
            return text(named, seat=str(seat), gem=text(f"ov.gem.{gem}"))
        case e.Returned(seat=seat, letter=letter) | e.Caved(seat=seat, letter=letter):
            return text(named, seat=str(seat), pawn=str(letter))
        case e.PawnFell(seat=seat, letter=letter) | e.PawnUpright(seat=seat, letter=letter):
            return text(named, seat=str(seat), pawn=str(letter))
        case e.BallDropped(seat=seat, slot=slot):
            return text(named, seat=str(seat), slot=slot)
        case _:
            return None


def _named(event: Event) -> str:
    return type(event).__name__.lower()


def cues(state: State, event: Event) -> tuple[Cue, ...]:
    """The effects of an event: the ball sweeps the strip in red, who loses a pawn flashes."""
    del state
    match event:
        case e.BallDropped():
            return (Cue("rolling"),)
        case e.PawnFell(seat=seat):
            return (Cue("fallen", (), _tint(seat), seat),)
        case e.Collected(seat=seat) | e.Caved(seat=seat):
            return (Cue("taken", (), _tint(seat), seat),)
        case _:
            return ()


def _tint(seat: Seat) -> str:
    return f"seat_{str(seat).lower()}"
