"""People made of code, round a virtual table: who presses, throws and takes what, and when.

They see what is shown - the scene, and what a seat may know of the game - and act with virtual
hands: they press buttons and move dice. Asked about a die they look at it with their own eyes,
as people would. They run on any clock: call :meth:`People.act` at :attr:`People.wake_ns`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from firmware_host.daemon.eye import eyes
from firmware_host.rules.kernel import Answer, Decision, Seat, Source
from firmware_host.table.chores import to_drop, to_launch
from firmware_host.table.scene import Choice, Scene, SeatScene, Text, text
from hw.ports import Hands

from .blind_throws import BlindThrows
from .fingers import MS, Fingers, Pace, Person
from .putting_right import EXTRA, OUT_OF_STEP, faces, move

NOBODYS_MS = 8_000  # a die nobody says is theirs: after so long somebody takes it, for peace
FOUND_OUT_MS = 4_000  # so long a die that was taken may go unnoticed before one presses again
NOT_AS_TOLD = "ask.not_mine"
REROLL = "reroll"
BY_HAND = "ask.take"  # no camera watches the grab: each tells what it took
CHECK = "check.question"
WHOSE = "ask.whose"  # asked while dice are taken: a tap would claim one more
PIPS = ("search", "spear", "fight")
"""What ordinary dice are thrown for."""
THROW_AGAIN, NOT_THROWN = "notice.throw_again", "notice.not_thrown"
ROLLING_MS = 1_800  # a throw is looked at when it rests
READING_MS = 4_000  # and has been read before anybody throws again


class Sees(Protocol):
    """What can be seen and known at the table."""

    @property
    def scene(self) -> Scene | None:
        """What is shown; None before the first scene."""

    def known(self, seat: Seat) -> tuple[Any, Decision[Any]] | None:
        """What *seat* may know of the game, and what is asked; None while nothing is."""

    def labels(self, answer: Answer) -> tuple[Text, ...]:
        """How a menu calls an answer: what, and then to whom."""

    def lying(self, state: Any) -> Counter[str]:
        """What should lie in the crater by *state*: in a throw, the faces that are told."""


@dataclass(slots=True)
class Count:
    """What people did for the reader."""

    asked: int = 0  #: dice they were asked about in a throw


@dataclass(slots=True)
class People:
    """Everybody round the table that code plays."""

    sees: Sees
    hands: Hands
    persons: Sequence[Person]
    pace: Pace
    begins: bool = True  #: they sit down and begin a match; else they only join
    count: Count = field(default_factory=Count)
    _fingers: Fingers = field(init=False)
    _again: bool = False
    _read_ns: int = 0
    _last: tuple[int, int, int] = (-1, 0, 0)
    _blind: BlindThrows = field(default_factory=BlindThrows)

    def __post_init__(self) -> None:
        self._fingers = Fingers(self.hands, self.pace)

    @property
    def presses(self) -> int:
        """How often they have pressed their buttons."""
        return self._fingers.presses

    @property
    def wake_ns(self) -> int:
        """Call :meth:`act` by then."""
        times = [person.free_ns for person in self.persons]
        due_ns = self._fingers.wake_ns
        return min(times if due_ns is None else [*times, due_ns])

    def act(self, now_ns: int) -> None:
        """Everybody does what they want to do now."""
        self._fingers.act(now_ns)
        for person in self.persons:
            if person.free_ns <= now_ns:
                person.free_ns = now_ns + self._fingers.react_ns(person)
                self._turn(person, now_ns)

    def _turn(self, person: Person, now_ns: int) -> None:
        scene = self.sees.scene
        me = next((s for s in scene.seats if s.button == person.button), None) if scene else None
        if scene is None or me is None or scene.service is not None:
            return
        if _asks(me, CHECK):  # all lies where it lay; who plays at the page says so, if one does
            if self.begins and person is self.persons[0]:
                self._choose(person, me.menu, 0, now_ns, busy=False)
        elif not person.witness:
            self._play(person, scene, me, now_ns)
        elif me.menu and _asks(me, WHOSE):
            self._menu(person, me, now_ns)
        elif me.seat in scene.waiting_for and _noted(scene, NOT_THROWN):
            self._fingers.tap(person, now_ns)  # the page's hands have thrown, all at once

    def _play(self, person: Person, scene: Scene, me: SeatScene, now_ns: int) -> None:
        if scene.phase == "lobby":
            self._join(person, scene, now_ns)
        elif _lets_go(self.hands, scene, me, now_ns):
            person.free_ns = now_ns + ROLLING_MS * MS
        elif scene.phase == "over" or _put_right(self.sees, self.hands, scene, me, now_ns):
            return
        elif now_ns >= self._read_ns and _must_throw(scene, me.seat, self.hands, self._again):
            self._throw(person, now_ns, scene.due.dice if scene.due is not None else None)
        elif me.menu:
            self._menu(person, me, now_ns)
        elif scene.phase == "take" and not _noted(scene, OUT_OF_STEP):
            self._grab(person, me, now_ns)
        elif _noted(scene, NOT_THROWN):  # the thrower's press says: it is my throw
            self._fingers.tap(person, now_ns)

    def _join(self, person: Person, scene: Scene, now_ns: int) -> None:
        """Before a match: sit down, and once all of them have, one begins."""
        here = {s.button for s in scene.seats if s.status == "joined"}
        if person.button not in here:
            self._fingers.tap(person, now_ns)
        elif self.begins and person is self.persons[0] and {*map(_button, self.persons)} <= here:
            self._fingers.hold(person, now_ns)

    # Dice

    def _throw(self, person: Person, now_ns: int, dice: int | None = None) -> None:
        self._again, self._read_ns = False, now_ns + READING_MS * MS
        self.hands.throw(person.button, now_ns, dice)
        person.free_ns = now_ns + ROLLING_MS * MS

    def _grab(self, person: Person, me: SeatScene, now_ns: int) -> None:
        known = self.sees.known(me.seat)
        if known is None or len(me.dice) >= 3:
            return
        state, decision = known
        mine = faces(f"hand {person.button}", self.hands.truth())
        open_ones = _unclaimed(self.sees.scene, self.hands)
        if person.reached_ns is not None and open_ones and mine.total() > len(me.dice):
            if now_ns - person.reached_ns > FOUND_OUT_MS * MS:
                person.reached_ns = now_ns
                self._fingers.tap(person, now_ns)  # not noticed: say again that it is mine
            return
        if decision.topic != "take" or not decision.for_seat(me.seat):
            return
        if self.pace.in_turn and not self._clear(now_ns):
            return
        die = _liked(person, state, decision, me, self.hands)
        if die is not None:
            self._reach(person, die, now_ns, me)

    def _reach(self, person: Person, die: int, now_ns: int, me: SeatScene) -> None:
        """Press the button with one hand and take the die with the other."""
        person.reached_ns = now_ns
        self._last = person.button, len(me.dice) + 1, now_ns
        if not me.menu:  # else its line says it
            self._fingers.tap(person, now_ns)
        later = now_ns + person.luck.randint(0, 150) * MS

        def take(at_ns: int) -> None:
            if self.hands.truth()[die][0] == "crater":
                self.hands.take(person.button, die, at_ns)

        self._fingers.later(later, take)
        low, high = self.pace.grab_ms
        person.free_ns = now_ns + person.luck.randint(low, high) * MS

    def _clear(self, now_ns: int) -> bool:
        """Whether whoever reached in last is shown to have the die, or has given up."""
        button, dice, since_ns = self._last
        seats = self.sees.scene.seats if self.sees.scene is not None else ()
        shown = all(len(seat.dice) >= dice for seat in seats if seat.button == button)
        return shown or now_ns - since_ns > FOUND_OUT_MS * MS

    # Menus

    def _menu(self, person: Person, me: SeatScene, now_ns: int) -> None:
        known = self.sees.known(me.seat)
        if known is None or person.leaves_it(known[1], self.pace, now_ns):
            return
        if _asks(me, NOT_AS_TOLD):
            self._choose(person, me.menu, 0, now_ns, busy=False)  # all is right as it is
            return
        state, decision = known
        wanted = self._wanted(person, me, state, decision, now_ns)
        by_hand = _asks(me, BY_HAND)
        if decision.topic == "take" and not by_hand and not person.witness:
            wanted = wanted or self._nobodys(person, decision.for_seat(me.seat), now_ns)
        for answer in wanted:
            index = _found(me.menu, self.sees.labels(answer))
            if index is not None:
                person.asked_ns = None
                if self._choose(person, me.menu, index, now_ns, _asks(me, WHOSE)):
                    self._chosen(str(answer), decision.topic)
                return
        if by_hand:
            self._grab(person, me, now_ns)

    def _nobodys(
        self, person: Person, options: tuple[Answer, ...], now_ns: int
    ) -> tuple[Answer, ...]:
        """A die that is not its own: its answers, once nobody has wanted it for long."""
        if person.asked_ns is None:
            person.asked_ns = now_ns
        return options if now_ns - person.asked_ns > NOBODYS_MS * MS else ()

    def _wanted(
        self, person: Person, me: SeatScene, state: Any, decision: Decision[Any], now_ns: int
    ) -> tuple[Answer, ...]:
        """The answers it would give, the dearest first."""
        if decision.topic == "show" or decision.topic in PIPS:
            told = self.sees.lying(state)
            if dice := self._blind.due(me, state, told, self.hands.truth()):
                self._throw(person, now_ns, dice)
                return ()
            return _looked_at(self.hands, self._blind.of_these(told), me, decision)
        if decision.topic == "take":
            mine = faces(f"hand {person.button}", self.hands.truth()) - Counter(me.dice)
            return tuple(a for a in decision.for_seat(me.seat) if str(a).split()[-1] in mine)
        words = eyes.told(decision.topic, me.seat, me.button, self.hands.tabletop())
        if words is not None:
            seen = tuple(a for a in decision.options if str(a) in words)
            return seen if me.menu else ()
        if not decision.for_seat(me.seat):
            return ()
        asked = (state, decision)
        if person.mind is None or person.mind[0] != asked:
            person.mind = (asked, _made_up(person, state, decision, me.seat))
        return (person.mind[1],)

    def _choose(
        self, person: Person, menu: Sequence[Choice], index: int, now_ns: int, busy: bool
    ) -> bool:
        """One gesture towards line *index*: tap to walk, hold to take it (True)."""
        here = next((i for i, choice in enumerate(menu) if choice.under_thumb), 0)
        if index == here and (len(menu) > 1 or busy):
            self._fingers.hold(person, now_ns)
        else:
            self._fingers.tap(person, now_ns)
        return index == here

    def _chosen(self, words: str, topic: str) -> None:
        self._again = words == REROLL
        self.count.asked += topic == "show" or topic in PIPS


def _must_throw(scene: Scene, seat: Seat, hands: Hands, again: bool) -> bool:
    """Is the throw its own: all dice in hands, or some that are due now, or all once more?"""
    if scene.due is not None:
        return scene.due.seat == seat
    if scene.phase != "roll" or seat not in scene.waiting_for:
        return False
    again = again or _noted(scene, THROW_AGAIN)
    return again or all(place.startswith("hand") for place, _ in hands.truth().values())


def _made_up(person: Person, state: Any, decision: Decision[Any], seat: Seat) -> Answer:
    """What a person says: of a card from a pile of the table's what luck has dealt it."""
    if decision.source is Source.TABLE and decision.weights:
        drawn: Answer = person.luck.choices(decision.options, decision.weights)[0]
        return drawn
    return person.bot.choose(state, decision, seat)


def _lets_go(hands: Hands, scene: Scene, me: SeatScene, now_ns: int) -> bool:
    """Throw the card, or drop the ball, that is its own to throw now; False: there is none."""
    if (card := to_launch(scene, hands, me.button)) is not None:
        hands.launch(me.button, card, now_ns)
        return True
    if (slot := to_drop(scene, hands, me)) is not None:
        hands.drop(slot, now_ns)
        return True
    return False


def _button(person: Person) -> int:
    return person.button


def _unclaimed(scene: Scene | None, hands: Hands) -> int:
    """Dice that have left the crater and are nobody's yet, as the table shows it.

    Where there are none, a die too many in a hand is another's by what was told: one goes on.
    """
    owed = sum(3 - len(seat.dice) for seat in scene.seats) if scene is not None else 0
    lying = sum(place == "crater" for place, _ in hands.truth().values())
    return max(0, owed - lying)


def _noted(scene: Scene, key: str) -> bool:
    """Is this what is to be put right?"""
    return scene.notice is not None and scene.notice.key == key


def _put_right(sees: Sees, hands: Hands, scene: Scene, me: SeatScene, now_ns: int) -> bool:
    """Move a die to where the table shows it; False where it says of none that it lies awry."""
    awry = _noted(scene, OUT_OF_STEP) or _noted(scene, EXTRA)
    return awry and put_right(sees, hands, me, now_ns)


def put_right(sees: Sees, hands: Hands, me: SeatScene, now_ns: int) -> bool:
    """Move a die to where it should lie; False where nothing is theirs to move."""
    known = sees.known(me.seat)
    if known is None or known[1].topic != "take":
        return False
    wrong = move(me.button, me.dice, sees.lying(known[0]), hands.truth())
    if wrong is not None and wrong.back:
        hands.put_back(me.button, wrong.die, now_ns)
    elif wrong is not None:
        hands.take(me.button, wrong.die, now_ns)
    return wrong is not None


def _asks(me: SeatScene, key: str) -> bool:
    """Is this what the seat's menu asks?"""
    return me.question is not None and me.question.key == key


def _liked(
    person: Person, state: Any, decision: Decision[Any], me: SeatScene, hands: Hands
) -> int | None:
    """The die it takes; without a camera another, where the dearest has gone and is not told."""
    face = str(person.bot.choose(state, decision, me.seat)).split()[-1]
    if (die := _lies(hands, face)) is not None or not _asks(me, BY_HAND):
        return die
    lying = faces("crater", hands.truth())
    there = tuple(a for a in decision.for_seat(me.seat) if str(a).split()[-1] in lying)
    if not there:
        return None
    answer = person.bot.choose(state, replace(decision, options=there), me.seat)
    return _lies(hands, str(answer).split()[-1])


def _lies(hands: Hands, face: str) -> int | None:
    """A die in the crater that shows *face*."""
    dice = (die for die, seen in hands.truth().items() if seen == ("crater", face))
    return min(dice, default=None)


def _found(menu: Sequence[Choice], path: tuple[Text, ...]) -> int | None:
    """The line of *menu* that leads to what *path* calls."""
    ends = [_whole(path[i:]) for i in range(len(path))]
    for name in (*ends, *path[:-1]):
        for index, choice in enumerate(menu):
            if choice.label == name:
                return index
    back = [i for i, choice in enumerate(menu) if choice.label.key == "menu.back"]
    return back[0] if back else None


def _whole(path: tuple[Text, ...]) -> Text:
    """Labels in one line, as a menu has them that has not opened their lists."""
    return path[0] if len(path) == 1 else text("menu.path", first=path[0], then=_whole(path[1:]))


def _looked_at(
    hands: Hands, told: Counter[str], me: SeatScene, decision: Decision[Any]
) -> tuple[Answer, ...]:
    """What lies there and is not told yet; a die that cannot be seen is thrown again."""
    asked = (*decision.options, *decision.asides)
    again = tuple(a for a in asked if str(a) == REROLL)
    if _asks(me, "ask.missing") or _asks(me, "li.ask.missing") or faces("outside", hands.truth()):
        return again
    left = faces("crater", hands.truth()) - told
    shows = tuple(a for a in decision.options if str(a).split()[-1] in left)
    return (*shows, *again)
