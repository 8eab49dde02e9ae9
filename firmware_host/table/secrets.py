"""What a seat holds that nobody else may know: numbered for everybody, named for its owner alone.

Menus stand on a display and on pages that all can see. So a secret answer is a number there; which
answer a number is, its owner's page says. The numbers are in an order that only the match's luck
knows: in the order of the cards' names they would tell something of what is held.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TypeVar

from firmware_host.rules.kernel import Answer, Illegal, Over, Seat, seen, spelled
from firmware_host.session.match import Match

from .menu import whole
from .scene import Text, View, text

A = TypeVar("A", bound=Answer)
S = TypeVar("S")


def held(match: Match[S, A], view: View[S, A], seat: Seat) -> tuple[A, ...]:
    """The secret answers of *seat*, in the order of their numbers."""

    def place(answer: A) -> bytes:
        return blake2b(f"{match.seed}/numbered/{answer}".encode(), digest_size=8).digest()

    return tuple(sorted(view.hand(match.state, seat), key=place))


def numbered(number: int) -> Text:
    """What everybody sees of a secret answer; numbers begin with 1."""
    return text("menu.hidden", n=number)


def labels(match: Match[S, A], view: View[S, A], answer: A) -> tuple[Text, ...]:
    """How a menu calls an answer, whoever looks at it."""
    if answer.seat is not None and answer in (own := held(match, view, answer.seat)):
        return (numbered(own.index(answer) + 1),)
    return view.at(seen(match.game, match.position, None).state).path(answer)


def named(match: Match[S, A], view: View[S, A], seat: Seat) -> tuple[Text, ...]:
    """What the owner alone may see: each answer's label, the first of them number 1."""
    return tuple(whole(view.path(answer)) for answer in held(match, view, seat))


def spoken(match: Match[S, A], view: View[S, A], words: str) -> A:
    """The answer that staff name in words.

    A secret one is refused, whether it is held or not: else whoever tells would learn which it is.

    :raises Illegal: ``secret``; or they name no answer, and its code says why.
    """
    public = seen(match.game, match.position, None).pending
    answer = None if isinstance(public, Over) else public.named(words)
    if answer is not None and answer.seat is not None:
        kinds = {type(own) for own in view.hand(match.state, answer.seat)}
        if type(answer) in kinds:
            says = f"only {answer.seat} knows its cards: one is chosen by its number, in the menu"
            raise Illegal("secret", says)
    return spelled(match.game, match.position, words)
