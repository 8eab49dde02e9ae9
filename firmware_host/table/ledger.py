"""A match being played: every way it moves on, and what there is to write, light and tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Generic, TypeVar

from firmware_host.rules.kernel import Answer, Event, Illegal, Seat, spelled
from firmware_host.session.match import Match
from firmware_host.session.tale import Seated, Told, Undone

from .scene import Cue, Text, View, text
from .taking_back import Bots, TakeBack, by_bot, last_chosen

A = TypeVar("A", bound=Answer)
S = TypeVar("S")


ENDLESS = 5_000
"""So many answers in a row that nobody gave: a game that goes on so never stops."""
RETOLD = 30
"""Of a match that goes on so much of what happened is told again."""

News = tuple[Text, Seat | None]
"""One thing that happened, and whose doing it was."""


class Endless(RuntimeError):
    """A game that asks nobody any more, and does not end."""


class Ledger(Generic[S, A]):
    """The match, and what has come of it since the last :meth:`drain`."""

    def __init__(self, match: Match[S, A], view: View[S, A], lines: int = 0) -> None:
        self.match = match
        self.n = lines
        """Lines told so far, undone ones too: it only grows."""
        self.view = view
        self.back_at: Match[S, A] | None = None
        """The standing that somebody has gone back to."""
        self.bots = Bots()
        """Who answers by itself."""
        self._lines: list[Told] = []
        self._cues: list[Cue] = []
        self._news = self._retold()

    def answer(self, answer: A, at_ms: int) -> None:
        """Move on by *answer*.

        :raises Illegal: the match does not wait for it.
        :raises Endless: so many before it were nobody's.
        """
        if len(self._lines) >= ENDLESS:
            raise Endless(f"{ENDLESS} answers by themselves: does luck come after luck for ever?")
        before = self.match.state
        try:
            self.match = self.match.answered(answer, at_ms)
        except Exception as broken:
            if not isinstance(broken, Illegal):  # a fault of the rules: say what led to it
                said = self.match.game.heard(str(answer), None)
                broken.add_note(f"on the answer {said!r}")
            raise
        self._tell_last()
        for event in self.match.events:
            self._cues += self.view.cues(self.match.state, event)
        self._news += self._news_of(before, self.match.events)

    def undo(self, entries: int, at_ms: int) -> None:
        """Take the last *entries* back.

        :raises Illegal: there are not so many.
        """
        after, what = self.match.undone(entries), self._first_of(entries)
        self.match = after
        self._add(Undone(after.length, at_ms))
        if entries:
            self._news.append((text("news.undone", what=what or text("news.answer")), None))

    def take_back(self, back: TakeBack, at_ms: int) -> None:
        """Undo a seat's own last answer; what others told since is told again, and is no news.

        :raises Illegal: it no longer can be.
        """
        self.undo(back.entries, at_ms)
        news, cues = len(self._news), len(self._cues)
        for words in back.again:
            self.answer(spelled(self.match.game, self.match.position, words), at_ms)
        del self._news[news:], self._cues[cues:]

    def undo_choice(self, at_ms: int) -> None:
        """Back to the last question that a person has answered.

        :raises Illegal: nobody has answered anything yet.
        """
        entries = self.undoable
        if not entries:
            raise Illegal("nothing", "nobody has chosen anything yet")
        self.undo(entries, at_ms)
        self.back_at = self.match

    @property
    def undoable(self) -> int:
        """So many entries :meth:`undo_choice` takes back; 0: nobody has chosen anything yet."""
        here = last_chosen(self.match, self.view, self.bots)
        return 0 if here is None else self.match.length - here.length + 1

    @property
    def last_choice(self) -> Text | None:
        """What :meth:`undo_choice` takes back, as everybody hears it; None: nothing to tell."""
        return self._first_of(self.undoable)

    def put(self, lines: Mapping[str, str], reason: str, at_ms: int) -> None:
        """Put lines of the state right.

        :raises Illegal: they make no state that can be.
        """
        self.match = self.match.put(lines, reason, at_ms)
        self._tell_last()

    def seated(self, seat: Seat, at_ms: int, *, bot: bool) -> None:
        """Who plays *seat* from now on."""
        playing = self.bots.seats - {seat} | ({seat} if bot else set())
        self.bots = replace(self.bots, seats=playing)
        self._add(Seated(seat, bot, at_ms))
        line = text("seat.news.bot" if bot else "seat.news.person", seat=str(seat))
        self._news.append((line, seat))

    def light(self, cue: Cue) -> None:
        """One more effect to play."""
        self._cues.append(cue)

    def drain(
        self,
    ) -> tuple[tuple[Told, ...], tuple[Cue, ...], tuple[News, ...]]:
        """Lines to write, cues to play and news to tell since last asked."""
        out = (tuple(self._lines), tuple(self._cues), tuple(self._news))
        self._lines, self._cues, self._news = [], [], []
        return out

    def _retold(self) -> list[News]:
        """The last news of a match that goes on, for people who come back to it."""
        here, news = self.match, list[News]()
        while here.before is not None and len(news) < RETOLD:
            news[:0] = self._news_of(here.before.state, here.events)
            here = here.before
        return news

    def _first_of(self, entries: int) -> Text | None:
        """What the first of the last *entries* brought about, and whether bots went on from it."""
        here, bots, news = self.match, False, list[News]()
        for _ in range(entries):
            if here.before is None:
                break
            news = self._news_of(here.before.state, here.events)
            here, bots = here.before, bots or by_bot(here, self.view, self.bots)
        first = news[0][0] if news else None
        return text("news.with_bots", what=first or text("news.answer")) if bots else first

    def _news_of(self, before: S, events: tuple[Event, ...]) -> list[News]:
        lines = ((self.view.news(before, event), event) for event in events)
        return [(line, getattr(event, "seat", None)) for line, event in lines if line is not None]

    def _tell_last(self) -> None:
        entry = self.match.entry
        assert entry is not None
        self._add(entry)

    def _add(self, line: Told) -> None:
        self._lines.append(line)
        self.n += 1
