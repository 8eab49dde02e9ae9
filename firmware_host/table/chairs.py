"""Who plays which seat of a match, and the small menu by which that changes.

Rules let nobody get up in the midst of a game, and a game with a seat less would be another game.
So where a person leaves, a bot plays on: it chooses what a player chooses. What hands do and eyes
see - throwing, moving, telling - people do for it, at its own place and with its own button.

The menu opens when a button is held that is asked nothing. While the table watches the crater or
is told what lies there it does not: then a press, however long, means a die.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from firmware_host.rules.kernel import (
    SEAT_LETTERS,
    Answer,
    Decision,
    Illegal,
    Over,
    Seat,
    Source,
    seen,
    spelled,
)
from firmware_host.session.clock import NS_PER_MS

from .asking import seats_of
from .gestures import Gesture
from .host import Host
from .menu import Item, Menu, Taken, press
from .menus import take_back
from .scene import Cue, Lamp, Scene, SeatScene, Text, text
from .signals import Phone
from .taking_back import TakeBack, put_right, taken_back

OPEN_MS = 20_000
"""A menu nobody walks closes."""
BACK, PHONE, OTHER, PERSON, AWAY = "back", "phone", "other", "person", "bot"
MINE = "mine"
Line = tuple[str, Seat | None]


@dataclass(slots=True)
class _Open:
    menu: Menu[Line]
    until_ns: int


class Chairs:
    """Of one match. Whatever thumbs and pages say to it comes by here."""

    def __init__(
        self, host: Host[Any, Any], buttons: Sequence[int], phones: bool, bots: frozenset[int]
    ) -> None:
        """*phones*: others can open the page. Bots play at the *bots* buttons from the first."""
        self.host = host
        self._buttons, self._phones = buttons, phones
        self.bots = frozenset()
        self.wants: dict[Seat, tuple[Text, str]] = {}
        """What is to be handed to bots now, and its tint."""
        self._wished: list[Phone] = []
        self._open: dict[Seat, _Open] = {}
        self._begin(bots)

    @property
    def bots(self) -> frozenset[Seat]:
        """The seats that bots play."""
        return self.host.ledger.bots.seats

    @bots.setter
    def bots(self, seats: frozenset[Seat]) -> None:
        self.host.ledger.bots = replace(self.host.ledger.bots, seats=seats)

    def resumed(self, told: frozenset[Seat] | None, bots: frozenset[int]) -> None:
        """The match goes on: with bots at the seats that the journal has *told* of, else *bots*."""
        if told is not None:
            self.bots = told
        else:
            self._begin(bots)

    def _begin(self, bots: frozenset[int]) -> None:
        for number, button in enumerate(self._buttons):
            self._play(Seat(number), self.host.clock.since_ns, bot=button in bots)

    @property
    def buttons(self) -> frozenset[int]:
        """Where anybody plays."""
        return frozenset(self._buttons)

    @property
    def bot_buttons(self) -> frozenset[int]:
        """Where bots play."""
        return frozenset(self._buttons[seat] for seat in self.bots)

    @property
    def wake_ns(self) -> int | None:
        """Call :meth:`settle` by then."""
        times = [self.host.wake_ns, *(one.until_ns for one in self._open.values())]
        return min((t for t in times if t is not None), default=None)

    def gesture(self, button: int, gesture: Gesture, at_ns: int, now_ns: int) -> None:
        """A thumb said something: to its seat's own menu, or to the game."""
        seat = Seat(self._buttons.index(button))
        one = self._open.get(seat)
        if one is not None:
            self._walked(seat, one, gesture, now_ns)
        elif gesture is Gesture.HOLD and self._free(seat):
            self._open[seat] = _Open(
                _menu(self.host, seat, self._phones), now_ns + OPEN_MS * NS_PER_MS
            )
        else:
            self.host.gesture(seat, gesture, at_ns, now_ns)

    def choose(self, seat: Seat, line: int | str, now_ns: int) -> None:
        """*seat* takes line number *line* of its menu, or what may be done at the spot *line*.

        :raises Illegal: ``not_asked``.
        """
        one = self._open.get(seat)
        if one is None:
            self.host.choose(seat, line, now_ns)
        elif isinstance(line, int) and 0 <= line < len(one.menu.items):
            one.menu = replace(one.menu, cursor=line)
            self._walked(seat, one, Gesture.HOLD, now_ns)
        else:
            raise Illegal("not_asked", f"{seat} is not asked that now")

    def _walked(self, seat: Seat, one: _Open, gesture: Gesture, now_ns: int) -> None:
        one.until_ns = now_ns + OPEN_MS * NS_PER_MS
        after = press(one.menu, gesture)
        if isinstance(after, Taken):
            del self._open[seat]
            self._take(seat, after.value, now_ns)
        else:
            one.menu = after

    def settle(self, now_ns: int) -> Iterator[Phone]:
        """What follows by itself in the game. A menu closes that nobody walks, or where it asks.

        The codes that were asked for since.
        """
        self.host.sight.reach(now_ns)
        self.host.settle(now_ns)
        asked = self.host.asking.menus
        late = [s for s, one in self._open.items() if now_ns >= one.until_ns or s in asked]
        for seat in late:
            del self._open[seat]
        if self.wants and not _asks_hands(self.host.pending):
            self.wants.clear()
        yield from self._wished
        self._wished.clear()

    def seat(self, seat: Seat, words: str, now_ns: int) -> None:
        """``bot`` or ``person`` plays there from now on; ``phone`` and ``other`` want a code.

        :raises Illegal: ``unknown``: there is no such seat, or they say nothing.
        """
        if seat not in seats_of(self.host.ledger.match):
            raise Illegal("unknown", f"nobody plays at {seat}")
        if words not in (PHONE, OTHER, PERSON, AWAY):
            raise Illegal("unknown", f"say: seat {PERSON}, {AWAY}, {PHONE} or {OTHER}")
        if words in (PHONE, OTHER) and not self._phones:
            raise Illegal("no_phones", "this page is for this machine alone: no code is needed")
        self._take(seat, (words, seat), now_ns)

    def answer(self, seat: Seat, words: str, now_ns: int) -> None:
        """A bot's choice.

        :raises Illegal: no bot plays there, or that is not for it to say.
        """
        match, pending = self.host.ledger.match, self.host.pending
        if isinstance(pending, Over) or pending.source is not Source.PLAYER or self.host.checking:
            raise Illegal("not_asked", "nobody is to choose now")  # a bot looks at no table
        answer: Answer = spelled(match.game, match.position, words)
        if seat not in self.bots or answer.seat != seat:
            raise Illegal("not_asked", f"that is not for a bot at {seat} to say")
        self.host.answer(answer, now_ns)

    def want(self, seat: Seat, words: str) -> None:
        """What people are to hand to a bot: an answer that it would give with its hands.

        :raises Illegal: there is no such answer now.
        """
        match = self.host.ledger.match
        answer = spelled(match.game, match.position, words)
        public = seen(match.game, match.position, None).state
        view = self.host.ledger.view.at(public)
        if seat in self.bots and answer.seat == seat:
            label = view.path(answer)[-1]
            what = dict(label.values).get("face", label)
            tint = f"hand_{words.rpartition(' ')[2][:1].lower()}"
            self.wants[seat] = text("seat.hand", seat=str(seat), what=what), tint

    def scene(self) -> Scene:
        """The match as it is to be shown now, with the menus in it, and with what bots want."""
        scene = self.host.scene()
        hand = tuple(what for what, _ in self.wants.values())
        seats = tuple(map(self._shown, scene.seats))
        return replace(scene, seats=seats, lines=(*hand, *scene.lines))

    def _shown(self, seat: SeatScene) -> SeatScene:
        one, bot = self._open.get(seat.seat), seat.seat in self.bots
        if bot:
            wants, tint = self.wants.get(seat.seat, (None, ""))
            seat = replace(seat, bot=True, wants=wants, wants_tint=tint)
        if one is None:
            return seat
        question = text("seat.ask_bot" if bot else "seat.ask", seat=str(seat.seat))
        return replace(seat, menu=one.menu.choices(), question=question, lamp=Lamp.BLINK)

    def _free(self, seat: Seat) -> bool:
        """Is nothing asked that a press of this seat could answer?"""
        pending, asking = self.host.pending, self.host.asking
        if not isinstance(pending, Decision) or pending.source is not Source.PLAYER:
            return False
        if seat in asking.menus or asking.correcting is not None:
            return False
        if self.host.checking:
            return False  # every button has the menu of that
        match, reader = self.host.ledger.match, self.host.sight.reader
        return not put_right(match, reader, seat, asked=False)

    def _take(self, seat: Seat, line: Line, now_ns: int) -> None:
        verb, whose = line
        button = self._buttons[seat]
        match verb:
            case "phone" | "other":
                self._wished.append(Phone(button, anew=verb == OTHER))
            case "mine":
                _take_back(self.host, seat, now_ns)
            case "bot" | "person" if whose is not None:
                self._play(whose, now_ns, bot=verb == AWAY)

    def _play(self, seat: Seat, now_ns: int, *, bot: bool) -> None:
        """Somebody else plays *seat*: no telephone that did before does."""
        if bot == (seat in self.bots):
            return
        self.wants.pop(seat, None)
        self._open.pop(seat, None)
        self.host.ledger.seated(seat, self.host.clock.ms(now_ns), bot=bot)


def _menu(host: Host[Any, Any], seat: Seat, phones: bool) -> Menu[Line]:
    """A seat's own."""
    bots = host.ledger.bots.seats
    lines: list[tuple[Text, Line]] = [(text("menu.back"), (BACK, None))]
    if (own := _own(host, seat)) is not None:
        lines.append((take_back(own), (MINE, seat)))
    if seat in bots:
        lines.append((text("seat.person"), (PERSON, seat)))
    if phones:
        lines.append((text("seat.phone"), (PHONE, seat)))
        lines.append((text("seat.other"), (OTHER, seat)))
    if seat not in bots:
        lines.append((text("seat.bot"), (AWAY, seat)))
    waited = [away for away in host.asking.menus if away not in bots]
    lines += [(text("seat.away", seat=str(away)), (AWAY, away)) for away in waited]
    return Menu(tuple(Item(label, line) for label, line in lines))


def _own(host: Host[Any, Any], seat: Seat) -> TakeBack | None:
    """Its own last choice, as long as it can be taken back."""
    ledger = host.ledger
    own = taken_back(ledger.match, seat, ledger.view, ledger.bots)
    if own is None or ledger.bots.play(seat):
        return None
    chosen = ledger.match.undone(own.entries).pending
    return own if isinstance(chosen, Decision) and chosen.source is Source.PLAYER else None


def _take_back(host: Host[Any, Any], seat: Seat, now_ns: int) -> None:
    """Its own last choice; refused, where somebody has gone on from it meanwhile."""
    if (own := _own(host, seat)) is None:
        host.ledger.light(Cue("refused", seat=seat))
        return
    host.ledger.take_back(own, host.clock.ms(now_ns))
    host.fall_out_of_step(now_ns)


def _asks_hands(pending: Decision[Any] | Over) -> bool:
    return isinstance(pending, Decision) and pending.source is Source.TABLE


def said(chairs: Chairs | None, seat: Seat | None, words: str, now_ns: int) -> None:
    """What is said of a *seat*: ``seat bot``; or by the bot at it: ``answer B go``, ``want ...``.

    :raises Illegal: it cannot be; nothing has changed.
    """
    if chairs is None:
        raise Illegal("no_match", "no match is being played")
    verb, _, rest = words.partition(" ")
    if seat is None and verb == "seat":
        letter, _, rest = rest.partition(" ")
        seat = Seat.named(letter) if len(letter) == 1 and letter in SEAT_LETTERS else None
    if seat is None:
        raise Illegal("unknown", "say for which seat: seat B bot")
    match verb:
        case "seat":
            chairs.seat(seat, rest, now_ns)
        case "answer":
            chairs.answer(seat, rest, now_ns)
        case _:
            chairs.want(seat, rest)
