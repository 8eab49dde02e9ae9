"""A game tried out by random matches: what every game must keep to, and its view with it.

The tests hold the shipped games to the same, and to more. This is for who makes a game: the first
thing that is wrong is told, with the answers that led there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from firmware_host.rules.kernel import Decision, Game, Illegal, Over, Seat, Setup, Source, seen
from firmware_host.session.luck import draw
from firmware_host.session.match import Match, retell
from firmware_host.table.fit import unfit
from firmware_host.table.net import folder_of
from firmware_host.table.own import raised
from firmware_host.table.scene import View
from firmware_host.table.texts import Texts

ENDLESS = 20_000
"""Answers after which a random game is said not to end."""
TOLD = 6  #: so many of the latest answers are told with a flaw


class Flaw(Exception):
    """What is wrong, when, and what led there."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One game and how it looks."""

    game: Game[Any, Any]
    view: View[Any, Any]
    texts: Texts
    endless: int = ENDLESS

    def play(self, box: Any, seats: int, seed: str) -> int:
        """A whole random game; how many answers it took.

        :raises Flaw: something is wrong with it.
        """
        match: Match[Any, Any] | None = None
        try:
            match = Match.begin(self.game, Setup(seats, box), seed)
            while not isinstance(match.pending, Over):
                self._look(match)
                before, answer = match.state, _answer(match)
                match = match.answered(answer, match.length)
                for event in match.events:
                    self.view.cues(match.state, event)
                    self._say(self.view.news(before, event))
                if match.length > self.endless:
                    raise Flaw(f"it still goes on after {self.endless} answers")
            self._look(match)
            _told_again(match)
        except Exception as wrong:
            raise Flaw(
                f"{seats} players, seed {seed!r}{_after(match)}: {_says(wrong, self.game)}"
            ) from wrong
        return match.length

    def _look(self, match: Match[Any, Any]) -> None:
        """Everything about a position that can be checked."""
        _worded(match)
        known = seen(match.game, match.position, None)
        if isinstance(match.pending, Decision):
            _asked(match, match.pending)
            now = self.view.at(known.state)  # as the table's menus have them
            self._say(now.question(match.pending))
            for answer in (*match.pending.options, *match.pending.asides):
                self._say(*now.path(answer))
                self.view.asker(match.state, answer)
        else:
            _ranked(match.pending, match.setup.seats)
        scene = self.view.scene(known.state, known.pending, {})
        if why := unfit(scene):
            raise Flaw(f"the scene cannot be shown: {why}")
        self._say(scene.title, scene.waiting, *scene.lines)
        if len(scene.seats) != match.setup.seats:
            raise Flaw(f"the scene shows {len(scene.seats)} seats")

    def _say(self, *lines: Any) -> None:
        for line in lines:
            if line is not None:
                self.texts.say(line)
        if self.texts.missing:
            raise Flaw(f"the texts have no line {min(self.texts.missing)!r}, or its braces differ")


def _answer(match: Match[Any, Any]) -> Any:
    """Luck's own answer, or anybody's whim."""
    pending = match.pending
    assert isinstance(pending, Decision)
    luck = pending.source is Source.CHANCE
    return match.lucky() if luck else draw(f"{match.seed}?", match.length, pending)


def _worded(match: Match[Any, Any]) -> None:
    """The state has words, and is what they say."""
    words, state = match.game.words, match.state
    spelled = words.write(state)
    if words.read(match.setup.box, spelled) != state:
        raise Flaw(f"a state read from its words is another one: {spelled}")
    if wrong := words.faults(state):
        raise Flaw(f"faults() says of a state of play: {wrong[0]}")
    for seat in (None, *map(Seat, range(match.setup.seats))):
        words.write(match.game.public(state, seat))


def _asked(match: Match[Any, Any], asked: Decision[Any]) -> None:
    """Every option is told apart by its words, taken, and no other one is."""
    if not asked.options:
        raise Flaw(f"{asked.topic!r} is asked, and there is no option")
    spelled, often = Counter(map(str, (*asked.options, *asked.asides))).most_common(1)[0]
    if often > 1:
        raise Flaw(f"two answers are spelled {spelled!r}")
    if len(asked.weights) not in (0, len(asked.options)):
        raise Flaw(f"{len(asked.options)} options, but {len(asked.weights)} weights")
    lapse = (asked.lapse.answer,) if asked.lapse else ()
    for answer in (*asked.options, *lapse, *asked.asides):
        match.answered(answer, 0)
    code, says = match.game.why_not(match.state, "no such words")
    if not code or not says:
        raise Flaw("why_not() gives a code and a sentence")


def _ranked(over: Over, seats: int) -> None:
    if sorted(seat for rank in over.ranking for seat in rank) != list(range(seats)):
        raise Flaw(f"the ranking {over.ranking} does not name each seat once")


def _told_again(match: Match[Any, Any]) -> None:
    """Undone and told again, the same match."""
    half = match.undone(match.length // 2)
    again = half
    for told in match.told(half.length):
        again = again.tell(told)
    if again.state != match.state or retell(match.undone(match.length), match.told()).state != (
        match.state
    ):
        raise Flaw("undone and told again it is another match: does apply() change a state?")


def _after(match: Match[Any, Any] | None) -> str:
    if match is None or not match.length:
        return ", at its beginning"
    latest = ", ".join(str(getattr(told, "words", "")) for told in match.told()[-TOLD:])
    return f", after {match.length} answers ({latest})"


def _says(wrong: Exception, game: Game[Any, Any]) -> str:
    if isinstance(wrong, Flaw | Illegal):
        return str(wrong)
    return raised(wrong, folder_of(game))
