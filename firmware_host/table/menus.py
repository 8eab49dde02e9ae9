"""Which menus stand on whose buttons, for the question a match waits on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from firmware_host.rules.kernel import Answer, Decision, Seat
from firmware_host.session.match import Match

from .menu import Item, Menu, menu_of
from .reading import Correction, Fact, Reader
from .scene import Text, View, Way, text
from .secrets import held, numbered
from .taking_back import NONE, Bots, PutRight, TakeBack, taken_back

A = TypeVar("A", bound=Answer)
S = TypeVar("S")
TAKE_BACK, WITH_BOTS = "menu.take_back", "menu.take_back_bots"


@dataclass(frozen=True, slots=True)
class Give(Generic[A]):
    """Give this answer."""

    answer: A


@dataclass(frozen=True, slots=True)
class Go(Generic[A]):
    """Give these answers, one after the other: what would take many presses one by one."""

    way: Way[A]


@dataclass(frozen=True, slots=True)
class Hear:
    """Words for the reader alone: the match knows nothing of them."""

    words: str
    label: Text


@dataclass(frozen=True, slots=True)
class Close:
    """Leave the menu; nothing is put right."""


Value = Give[A] | Go[A] | Hear | TakeBack | Correction | Close
Menus = dict[Seat, Menu[Value[A]]]


def own_menus(
    match: Match[S, A],
    decision: Decision[A],
    view: View[S, A],
    seats: Sequence[Seat],
    bots: Bots = NONE,
) -> Menus[A]:
    """A player's question: each asked seat's options, and taking back its last answer."""
    menus: Menus[A] = {}
    for seat in seats:
        options = [a for a in decision.options if a.seat == seat]
        if options:
            ways = [Go(way) for way in view.ways(match.state) if way.about.seat == seat]
            secret = held(match, view, seat)
            menu = _menu([*ways, *(Give(a) for a in options if a not in secret)], view)
            menu = Menu((*menu.items, *_hidden(secret, options)))
            back = taken_back(match, seat, view, bots)
            label = take_back(back)
            if back is None and view.misread is not None and (told := match.told_since(seat)):
                back, label = TakeBack(told), view.misread
            menus[seat] = _with_back(menu, back, label)
    return menus


def take_back(back: TakeBack | None) -> Text:
    """What a menu calls it."""
    return text(WITH_BOTS if back is not None and back.bots else TAKE_BACK)


def _with_back(menu: Menu[Value[A]], back: TakeBack | None, label: Text) -> Menu[Value[A]]:
    if back is None:
        return menu
    item: Item[Value[A]] = Item(label, back)
    return Menu((*menu.items, item))


def _hidden(secret: Sequence[A], options: Sequence[A]) -> Iterator[Item[Value[A]]]:
    """Secret answers by their numbers: a menu is seen by everybody."""
    for number, answer in enumerate(secret, 1):
        if answer in options:
            yield Item(numbered(number), Give(answer))


def table_menus(
    match: Match[S, A], decision: Decision[A], view: View[S, A], reader: Reader[S, A]
) -> Menus[A]:
    """The table's question where no camera helps: what is nobody's own is on its asker's button.

    Behind it stands what that seat may have put right or take back, where there is something to
    choose.
    """
    state = match.state
    found: dict[Seat, list[Value[A]]] = {Seat(i): [] for i in range(match.setup.seats)}
    for answer in decision.options:
        seat = view.asker(state, answer) if answer.seat is None else answer.seat
        found[seat].append(Give(answer))
    for answer in decision.asides:
        if answer.seat is None:
            found[view.asker(state, answer)].append(Give(answer))
    menus: Menus[A] = {}
    for seat, values in found.items():
        many = len(values) > 1
        values.extend(reader.corrections(state, seat) if many else ())
        if values:
            back = taken_back(match, seat) if many else None
            menus[seat] = _with_back(_menu(values, view), back, take_back(back))
    return menus


def question_menus(facts: Sequence[Fact], decision: Decision[A], view: View[S, A]) -> Menus[A]:
    """What the reader is not sure of: each asked seat gets the candidates it may tell."""
    found: dict[Seat, list[Value[A]]] = {}
    for fact in facts:
        if fact.labels:
            heard = map(Hear, fact.candidates, fact.labels)
            found |= {seat: [*heard] for seat in fact.asked}
            continue
        answers = [a for words in fact.candidates if (a := decision.named(words)) is not None]
        for seat in fact.asked:
            mine = [Give(a) for a in answers if a.seat in (None, seat)]
            found.setdefault(seat, []).extend(g for g in mine if g not in found.get(seat, []))
    return {seat: _menu(values, view) for seat, values in found.items() if values}


def corrections_menu(corrections: Sequence[PutRight]) -> Menu[Value[A]]:
    """What a seat may put right or take back, and a way out."""
    values: list[Value[A]] = list(corrections)
    menu = menu_of(values, _correction_path)
    return Menu((Item(text("menu.all_right"), Close()), *menu.items))


def kept(old: Mapping[Seat, Menu[Value[A]]], new: Menus[A]) -> Menus[A]:
    """The new menus, each cursor on the line it was on, as far as that is still there."""
    return {s: _kept(old[s], menu) if s in old else menu for s, menu in new.items()}


def _kept(old: Menu[Value[A]], new: Menu[Value[A]]) -> Menu[Value[A]]:
    if old.values() == new.values():
        return old
    if old.outer is None and old.under_thumb in new.items:
        return replace(new, cursor=new.items.index(old.under_thumb))
    return new


def under_thumbs(menus: Mapping[Seat, Menu[Value[A]]]) -> dict[Seat, A]:
    """The answer each seat's thumb is on."""
    values = {seat: menu.under_thumb.value for seat, menu in menus.items()}
    said = {seat: about(value) for seat, value in values.items()}
    return {seat: answer for seat, answer in said.items() if answer is not None}


def given(value: Give[A] | Go[A]) -> tuple[A, ...]:
    """The answers that a line gives, one after the other."""
    return (value.answer,) if isinstance(value, Give) else value.way.answers


def about(value: Value[A] | None) -> A | None:
    """The answer that a line is about; None where it is about none."""
    match value:
        case Give(answer=answer):
            return answer
        case Go(way=way):
            return way.about
        case _:
            return None


def one_line(menu: Menu[Value[A]]) -> bool:
    """Is there nothing to choose between?"""
    return len(menu.items) == 1 and not menu.items[0].inner


def path_of(value: Value[A], view: View[S, A]) -> tuple[Text, ...]:
    """The labels that lead to an answer, or to what may be put right."""
    if isinstance(value, Go):
        return (value.way.label,)
    return view.path(value.answer) if isinstance(value, Give) else _correction_path(value)


def _menu(values: Sequence[Value[A]], view: View[S, A]) -> Menu[Value[A]]:
    def place(value: Value[A]) -> tuple[int, int]:
        match value:
            case Go():
                return 0, 0
            case Give(answer=answer):
                return 1, view.rank(answer)
            case _:
                return 2, 0

    return menu_of(sorted(values, key=place), lambda value: path_of(value, view))


def _correction_path(value: Value[A]) -> tuple[Text, ...]:
    if isinstance(value, Hear):
        return (value.label,)
    if isinstance(value, TakeBack):
        return (take_back(value),)
    assert isinstance(value, Correction)
    return value.path
