"""What comes of a page's command: hands that move, words told to the table, or a refusal."""

from __future__ import annotations

import asyncio
from typing import assert_never

from firmware_host.rules.kernel import Seat
from firmware_host.table.chores import to_launch
from hw.ports import Hands

from .feed import Feed, Guest, Said
from .messages import (
    Cards,
    Chair,
    Choose,
    Empty,
    Knock,
    Lesson,
    Lose,
    Message,
    Point,
    Press,
    PutBack,
    Release,
    Spoil,
    Take,
    Tell,
    Throw,
    Watch,
)
from .rights import Rights

TAP_S = 0.09
"""How long a thumb rests on the button of one who takes a die: a short, sure tap."""

REACH_S = 0.75
"""How long a virtual arm is on its way, there and back: nobody has two right hands (LL-19)."""
MOST_WISHES = 3
"""Dice one may want while the arm is still on its way."""

DONE = Said(True)
Handwork = Press | Release | Throw | Empty | Take | PutBack | Knock | Lose


class Acts:
    """What one page does. Buttons it holds down come up when it goes away."""

    def __init__(self, feed: Feed, guest: Guest) -> None:
        self._feed, self._rights = feed, Rights(feed, guest)
        self._free_s: dict[int, float] = {}  # button -> when its arm is back, on the loop's clock
        self._held: dict[int, float] = {}  # button -> since when, on the loop's clock
        self._watched: Seat | None = None  # whose page it is
        self._shows: Cards | None = None  # by which it shows that seat's cards

    async def do(self, message: Message) -> Said:
        """Carry out *message*; what became of it."""
        if refusal := self._rights.refusal(message):
            return refusal
        match message:
            case Watch() | Cards():
                return self._looked(message)
            case Choose() | Point() | Chair() | Tell():
                return await self._feed.command(message.who, message.role, _words(message))
            case Lesson():
                return await self._lesson(message.words)
            case Spoil():
                return self._spoil(message)
            case _:
                return self._by_hand(message)

    def still(self) -> None:
        """A page whose telephone has lost its seat shows nobody's cards any more."""
        if self._shows is not None and self._rights.refusal(self._shows):
            self._shows = None
            self._feed.release(self)

    def let_go(self) -> None:
        """The page has gone: nothing stays held down, and nobody's secrets shown."""
        self._feed.release(self)
        hands = self._feed.hands
        for button in sorted(self._held):
            if hands is not None:
                hands.release(button, self._feed.now_ns())
        self._held.clear()

    def _looked(self, message: Watch | Cards) -> Said:
        """Whose page it is; what it showed of another's hand, or is to hide, is hidden."""
        if isinstance(message, Cards) and message.shown:
            if message.who is None or message.who != self._watched:
                says = "Cards are shown on the page of their own seat: sit there first."
                return Said(False, "not_watched", says)
            self._shows = message
            return self._feed.claim(message.who, self)
        self._shows = None
        self._feed.release(self)
        if isinstance(message, Watch):
            self._watched = message.who
        return DONE

    def _press(self, hands: Hands, button: int) -> None:
        if button not in self._held:  # else its last, very short press is not over yet
            self._held[button] = asyncio.get_running_loop().time()
            hands.press(button, self._feed.now_ns())

    def _release(self, hands: Hands, button: int) -> None:
        """Up again, but not before a thumb could be: a touchpad's click takes no time at all."""
        since_s = self._held.get(button)
        if since_s is None:
            return
        loop = asyncio.get_running_loop()
        left_s = since_s + TAP_S - loop.time()
        if left_s > 0:
            loop.call_later(left_s + 0.001, self._release, hands, button)
        else:
            del self._held[button]
            hands.release(button, self._feed.now_ns())

    async def _lesson(self, words: str) -> Said:
        lessons = self._feed.lessons
        if lessons is None:
            return Said(False, "no_lessons", "This table has no camera to be taught.")
        return await lessons.say(words)

    def _spoil(self, message: Spoil) -> Said:
        assert self._feed.hands is not None
        try:
            self._feed.hands.spoil(message.fault, message.part)
        except ValueError as wrong:
            return Said(False, "no_fault", f"The {message.part} cannot fail so: {wrong}.")
        return DONE

    def _by_hand(self, message: Handwork) -> Said:
        assert self._feed.hands is not None
        assert message.who is not None
        hands, button = self._feed.hands, self._rights.buttons()[message.who]
        at_ns = self._feed.now_ns()
        match message:
            case Press():
                self._press(hands, button)
            case Release():
                self._release(hands, button)
            case Throw():
                self._throw(hands, button)
            case Empty():
                hands.empty(button, at_ns)
            case PutBack():
                return self._put_back(hands, button, message.die)
            case Take() | Knock() | Lose():
                return self._at_point(hands, button, message)
            case _:
                assert_never(message)
        return DONE

    def _throw(self, hands: Hands, button: int) -> None:
        """The card that is to be launched, in games with such; else the dice."""
        scene, at_ns = self._feed.snapshot().scene, self._feed.now_ns()
        if scene is None or not scene.cards:
            hands.throw(button, at_ns, scene.due.dice if scene and scene.due else None)
        elif (card := to_launch(scene, hands, button)) is not None:
            hands.launch(button, card, at_ns)

    def _put_back(self, hands: Hands, button: int, die: int) -> Said:
        where, _ = hands.truth().get(die, ("", ""))
        if where != f"hand {button}":
            return Said(False, "no_die", "That die does not lie before you.")
        hands.put_back(button, die, self._feed.now_ns())
        return DONE

    def _reach_later(self, hands: Hands, button: int, die: int) -> Said:
        """Reach for a die as soon as the arm is back from the one before."""
        loop = asyncio.get_running_loop()
        now_s = loop.time()
        begin_s = max(now_s, self._free_s.get(button, now_s))
        if begin_s > now_s + MOST_WISHES * REACH_S:
            return Said(False, "busy", "One die at a time: your hand is still on its way.")
        self._free_s[button] = begin_s + REACH_S
        if begin_s > now_s:
            loop.call_later(begin_s - now_s, self._reach, hands, button, die)
        else:
            self._reach(hands, button, die)
        return DONE

    def _reach(self, hands: Hands, button: int, die: int) -> None:
        if hands.truth().get(die, ("", ""))[0] == "crater":  # else somebody was quicker
            self._press(hands, button)
            hands.take(button, die, self._feed.now_ns())
            self._release(hands, button)

    def _at_point(self, hands: Hands, button: int, message: Take | Knock | Lose) -> Said:
        die = hands.die_at(message.x, message.y)
        if die is None:
            return Said(False, "no_die", "There is no die at that point.")
        at_ns = self._feed.now_ns()
        match message:
            case Take():
                return self._reach_later(hands, button, die)
            case Knock():
                hands.knock(die, at_ns)
            case Lose():
                hands.lose(die, at_ns)
            case _:
                assert_never(message)
        return DONE


def _words(message: Choose | Point | Chair | Tell) -> str:
    """What the table is told of it."""
    match message:
        case Choose():
            return f"choose {message.option} {message.state}"
        case Point():
            return f"point {message.spot} {message.state}"
        case Chair():
            return f"seat {message.does}"
        case Tell():
            return message.words
