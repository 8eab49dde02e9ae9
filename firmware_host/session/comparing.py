"""What a scenario says against what has come of it: lines, events and questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from firmware_host.rules.kernel import BoxFault, Decision, Over, Unreadable, Words

from .scenario import ANYTHING, Asks, Ends, Malformed

Pending = Decision[Any] | Over
NOTHING = "(nothing)"
NO_LINE = "(no such line)"


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as the scenario says. Lists have one item a line."""

    path: str
    """The key it was expected by; for a line nobody named, the one that would name it."""
    expected: str
    actual: str


def lines(
    words: Words[Any], box: Any, before: Mapping[str, str], then: Mapping[str, str], state: Any
) -> Iterator[Difference]:
    """Every line that is not as *then* says, or that nobody named and is not as *before*.

    :raises Malformed: a line of *then* makes no sense.
    """
    after = words.write(state)
    for key in (*after, *(key for key in {**before, **then} if key not in after)):
        expected = then.get(key, before.get(key))
        if expected is None:
            yield Difference(f"then.{key}", NO_LINE, after[key])
        elif key not in after:
            yield Difference(f"then.{key}", expected, NO_LINE)
        elif _as_written(words, box, after, key, expected, named=key in then) != after[key]:
            same = "" if key in then else "  (as before)"
            yield Difference(f"then.{key}", f"{expected or NOTHING}{same}", after[key] or NOTHING)


def _as_written(
    words: Words[Any], box: Any, after: Mapping[str, str], key: str, line: str, *, named: bool
) -> str | None:
    """*line* as the game itself writes it beside the other lines; None where it cannot stand."""
    if line == after[key]:
        return line
    try:
        return words.write(words.read(box, {**after, key: line})).get(key)
    except Unreadable as why:
        if named and why.key == key:
            raise Malformed((BoxFault(f"then.{key}", why.says, ""),)) from why
        return None


def told(
    tells: tuple[str, ...] | None, never: tuple[str, ...], events: tuple[str, ...]
) -> Iterator[Difference]:
    """Events that are missing, out of order, too many, or should never be told."""
    if tells is not None and not follows(tells, events):
        wrong = next(
            (i for i in range(len(tells)) if not follows((*tells[: i + 1], ANYTHING), events)), None
        )
        path = "tells" if wrong is None else f"tells[{wrong}]"
        yield Difference(path, "\n".join(tells), "\n".join(events))
    for i, words in enumerate(never):
        for event in events:
            if f" {words} " in f" {event} ":
                yield Difference(f"never[{i}]", f"no event with {words!r}", event)


def follows(pattern: tuple[str, ...], events: tuple[str, ...]) -> bool:
    """Whether *events* are those of *pattern*, where :data:`ANYTHING` stands for any number."""
    reach = {0}  # how many events may be told when the pattern has come so far
    for item in pattern:
        if item == ANYTHING:
            reach = set(range(min(reach), len(events) + 1))
        else:
            reach = {i + 1 for i in reach if i < len(events) and events[i] == item}
        if not reach:
            return False
    return len(events) in reach


def waits(pending: Pending) -> Asks | Ends:
    """What is asked, or how it ended, with nothing left out."""
    if isinstance(pending, Over):
        ranking = tuple([" ".join(map(str, rank)) for rank in pending.ranking])
        return Ends(ranking, " ".join(map(str, pending.winners)), pending.reason)
    seats = sorted({a.seat for a in pending.options if a.seat is not None})
    return Asks(
        topic=pending.topic,
        source=pending.source.value,
        seat=" ".join(map(str, seats)),
        options=tuple(map(str, pending.options)),
        asides=tuple(map(str, pending.asides)),
        lapse=str(pending.lapse.answer) if pending.lapse else "",
    )


def asks(path: str, expected: Asks, pending: Pending) -> Iterator[Difference]:
    """Where the question is not the one expected."""
    actual = waits(pending)
    if isinstance(actual, Ends):
        yield Difference(path, expected.topic or "a question", f"the game is over: {actual.reason}")
        return
    for name in ("topic", "source", "seat", "lapse"):
        want, have = getattr(expected, name), getattr(actual, name)
        if want is not None and want != have:
            yield Difference(f"{path}.{name}", want or NOTHING, have or NOTHING)
    for name in ("options", "asides"):
        want, have = getattr(expected, name), getattr(actual, name)
        if want is not None and sorted(want) != sorted(have):
            yield Difference(f"{path}.{name}", "\n".join(want), "\n".join(have))
    yield from _offered(path, expected, (*(actual.options or ()), *(actual.asides or ())))


def _offered(path: str, expected: Asks, legal: tuple[str, ...]) -> Iterator[Difference]:
    for i, words in enumerate(expected.has):
        if words not in legal:
            yield Difference(f"{path}.has[{i}]", words, "not offered")
    for i, words in enumerate(expected.lacks):
        if words in legal:
            yield Difference(f"{path}.lacks[{i}]", f"no {words!r}", "offered")


def over(expected: Ends, pending: Pending) -> Iterator[Difference]:
    """Where the end is not the one expected."""
    actual = waits(pending)
    if isinstance(actual, Asks):
        yield Difference("over", "the end of the game", f"{actual.topic} is asked")
        return
    if expected.ranking is not None and expected.ranking != actual.ranking:
        have = "\n".join(actual.ranking or ())
        yield Difference("over.ranking", "\n".join(expected.ranking), have)
    for name in ("winners", "reason"):
        want, have = getattr(expected, name), getattr(actual, name)
        if want is not None and want != have:
            yield Difference(f"over.{name}", want or "nobody", have or "nobody")
