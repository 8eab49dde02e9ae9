"""Playing a scenario: from where it starts, by its steps, to where it is not as it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, assert_never

from firmware_host.rules.kernel import (
    SEAT_LETTERS,
    BoxFault,
    Game,
    Illegal,
    Setup,
    Unreadable,
    at,
    begin,
    spelled,
)

from . import comparing
from .comparing import Difference
from .match import Match
from .scenario import (
    Asks,
    Ends,
    Give,
    Malformed,
    PutRight,
    Refuse,
    Scenario,
    Step,
    Undo,
    Usual,
)
from .scenario_keys import closest

AnyMatch = Match[Any, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a scenario."""

    differences: tuple[Difference, ...]
    """None: it is as the scenario says."""
    told: tuple[str, ...] = ()
    """Every event, in order."""
    before: Mapping[str, str] = field(default_factory=dict)
    after: Mapping[str, str] = field(default_factory=dict)
    """The state's lines, at the start and at the end."""
    waits: Asks | Ends | None = None
    """What is asked at the end, or how the game ended, whole; None where none began."""

    @property
    def passed(self) -> bool:
        """Whether all is as the scenario says."""
        return not self.differences


def rehearse(game: Game[Any, Any], box: Any, scenario: Scenario, usual: Usual) -> Outcome:
    """Play *scenario* in *box*.

    :raises Malformed: it begins with, puts, or expects what can never be.
    """
    known = _known_lines(game, box)
    for key in scenario.then:
        if key not in known:
            raise Malformed((_unknown_line(f"then.{key}", key, known),))
    if scenario.players is not None:
        try:
            position = begin(game, Setup(scenario.players, box))
        except Illegal as why:
            return Outcome(_refused(scenario, why))
        setup, raw = Setup(scenario.players, box), {}
    else:
        raw = _given(scenario, usual, known)
        setup = Setup(sum(key in SEAT_LETTERS for key in raw), box)
        position = at(game, _state(game, box, raw))
    if scenario.refused is not None:
        return Outcome((Difference("refused", scenario.refused, "a new game began"),))
    match: AnyMatch = Match(game, setup, scenario.seed or "", position)
    run = _Run(match, game.words.write(match.state) | raw, luck=scenario.seed is not None)
    run.play(scenario.steps)
    if not run.differences:
        run.compare(scenario)
    return Outcome(
        tuple(run.differences),
        tuple(run.told),
        game.words.write(match.state),
        game.words.write(run.match.state),
        comparing.waits(run.match.pending),
    )


def _known_lines(game: Game[Any, Any], box: Any) -> tuple[str, ...]:
    """Every line a state of *game* may have."""
    for seats in reversed(game.seats):
        try:
            return tuple(game.words.write(game.start(Setup(seats, box))))
        except Illegal:
            continue
    raise AssertionError("a game is for some number of players")


def _unknown_line(path: str, key: str, known: tuple[str, ...]) -> BoxFault:
    return BoxFault(path, f"a state has no line {key!r}", closest(key, known))


def _refused(scenario: Scenario, why: Illegal) -> tuple[Difference, ...]:
    if scenario.refused == why.code:
        return ()
    path = "players" if scenario.refused is None else "refused"
    return (Difference(path, scenario.refused or "a new game", f"refused ({why.code}): {why}"),)


def _given(scenario: Scenario, usual: Usual, known: tuple[str, ...]) -> dict[str, str]:
    """The lines a scenario starts from."""
    faults = [
        _unknown_line(f"given.{key}", key, known) for key in scenario.given if key not in known
    ]
    for i, key in enumerate(scenario.without):
        if key not in usual.given or key in scenario.given:
            says = f"{key!r} is no usual line that could be left out"
            faults.append(BoxFault(f"without[{i}]", says, closest(key, usual.given)))
    if faults:
        raise Malformed(tuple(faults))
    lines = {key: line for key, line in usual.given.items() if key not in scenario.without}
    return lines | dict(scenario.given)


def _state(game: Game[Any, Any], box: Any, lines: Mapping[str, str]) -> Any:
    """The state with these lines.

    :raises Malformed: there can be none.
    """
    try:
        state = game.words.read(box, lines)
    except Unreadable as why:
        raise Malformed((BoxFault(f"given.{why.key}", why.says, ""),)) from why
    faults = []
    for fault in game.words.faults(state):
        key, _, says = fault.partition(": ")
        faults.append(BoxFault(f"given.{key}", f"this can never be: {says}", ""))
    if faults:
        raise Malformed(tuple(faults))
    return state


@dataclass(slots=True)
class _Run:
    """A match being played by a scenario's steps."""

    match: AnyMatch
    raw: Mapping[str, str]
    """The lines of the start as they were written."""
    luck: bool
    told: list[str] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)

    def play(self, steps: tuple[Step, ...]) -> None:
        """Take the steps, until one goes wrong."""
        self._draw()
        for i, step in enumerate(steps):
            self.differences += self._step(f"steps[{i}]", step)
            if self.differences:
                return
            self._draw()

    def _draw(self) -> None:
        """Let luck draw, where the scenario leaves it to luck."""
        while self.luck and (answer := self.match.lucky()) is not None:
            self._on(self.match.answered(answer, 0))

    def _on(self, after: AnyMatch) -> None:
        self.match = after
        self.told += map(str, after.events)

    def _step(self, path: str, step: Step) -> Iterator[Difference]:
        match step:
            case Give(words=words):
                yield from self._give(path, words)
            case Refuse():
                yield from self._refuse(path, step)
            case Undo(entries=entries):
                yield from self._undo(path, entries)
            case PutRight():
                self._put(path, step)
            case Asks():
                yield from comparing.asks(f"{path}.asks", step, self.match.pending)
            case _ as unreachable:
                assert_never(unreachable)

    def _give(self, path: str, words: str) -> Iterator[Difference]:
        try:
            self._on(self.match.answered(self._spelled(words), 0))
        except Illegal as why:
            yield Difference(path, words, f"refused ({why.code}): {why}")

    def _undo(self, path: str, entries: int) -> Iterator[Difference]:
        try:
            self.match = self.match.undone(entries)
        except Illegal as why:
            yield Difference(f"{path}.undo", f"undo {entries}", f"refused ({why.code}): {why}")

    def _put(self, path: str, step: PutRight) -> None:
        try:
            self._on(self.match.put(step.lines, step.because, 0))
        except Illegal as why:
            key, _, says = str(why).partition(": ")
            where = f"{path}.put.{key}" if key in step.lines else f"{path}.put"
            told = says if key in step.lines else str(why)
            raise Malformed((BoxFault(where, f"this can never be: {told}", ""),)) from why

    def _spelled(self, words: str) -> Any:
        return spelled(self.match.game, self.match.position, words)

    def _refuse(self, path: str, step: Refuse) -> Iterator[Difference]:
        try:
            self._spelled(step.words)
        except Illegal as why:
            if why.code != step.code:
                yield Difference(f"{path}.code", step.code, f"{why.code}: {why}")
            return
        yield Difference(f"{path}.refuse", f"refused ({step.code})", "this is a legal answer")

    def compare(self, scenario: Scenario) -> None:
        """Hold what has come of it against what the scenario says."""
        words, box = self.match.game.words, self.match.setup.box
        before = self.raw
        self.differences += comparing.lines(words, box, before, scenario.then, self.match.state)
        self.differences += comparing.told(scenario.tells, scenario.never, tuple(self.told))
        if scenario.asks:
            self.differences += comparing.asks("asks", scenario.asks, self.match.pending)
        if scenario.over:
            self.differences += comparing.over(scenario.over, self.match.pending)
