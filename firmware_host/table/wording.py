"""What a small display says of a scene: ever fewer words, until they fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from .missing import line
from .paging import Lines
from .scene import Scene, SeatScene, Text, text
from .standing import standing
from .texts import Texts

MENULESS = ("lobby", "over")
"""Phases in which everybody has much the same menu, and its first line explains itself."""


class Wording:
    """Scenes in words of one language."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    def shortened(self, said: Text) -> Text:
        """The line with ``_short`` behind its key, where the language has that; all in it too."""
        values = tuple((n, self.shortened(v) if isinstance(v, Text) else v) for n, v in said.values)
        short = f"{said.key}_short"
        return Text(short if short in self._texts else said.key, values)

    def whole(self, said: Text) -> str:
        """Its words."""
        return self._texts.say(said)

    def brief(self, said: Text) -> str:
        """Its words in brief."""
        return self._texts.say(self.shortened(said))

    def all_of(self, scene: Scene) -> Iterator[tuple[Lines, bool]]:
        """What is to be read just now, most urgent first; ever fewer words.

        With *whole* (True) a wording is used only if it takes no more than one page.
        """
        say = self._texts.say
        asked = asked_in(scene)
        if scene.service is not None:
            lines = tuple(map(say, scene.lines))
            yield (say(scene.waiting), *lines), False
            yield (say(scene.waiting), *lines[:2]), False
            yield (say(scene.waiting), *lines[:1]), False  # what may be chosen
        elif (first := said_in(scene)) is not None:
            if scene.notice is not None:
                yield from self._put_right(first, [s for s in asked if len(s.menu) > 1])
            yield (say(first),), False
            yield (self.brief(first),), False
        elif scene.framed is not None and (gift := scene.gifts[scene.framed]) is not None:
            yield tuple(say(text(f"card.{gift.kind}.{part}")) for part in ("name", "short")), False
        elif len(asked) == 1 and len(asked[0].menu) > 1:
            yield from self._walked(asked[0])
        else:
            yield from self._waited(scene, asked)

    def _put_right(self, notice: Text, walked: Sequence[SeatScene]) -> Iterator[tuple[Lines, bool]]:
        """Something to put right; who is asked meanwhile sees what a tap changes."""
        if not walked:
            return
        asked = [(seat, seat.question, _thumb(seat)) for seat in walked]
        brief = [(s, q and self.shortened(q), self.shortened(thumb)) for s, q, thumb in asked]
        yield (self._texts.say(notice), *(self._menu(*one) for one in asked)), True
        yield (self.brief(notice), *(self._menu(*one) for one in brief)), True
        yield (self.brief(notice), *(self._menu(s, None, thumb) for s, _, thumb in brief)), False

    def _walked(self, seat: SeatScene) -> Iterator[tuple[Lines, bool]]:
        """A menu that is walked: what a tap changes is seen whole, if need be on its own page."""
        question, thumb = seat.question, _thumb(seat)
        if question is not None:
            brief = self.shortened(question)
            yield (self._menu(seat, question, thumb),), True
            yield (self._menu(seat, brief, thumb),), True
            yield (self._menu(seat, brief, self.shortened(thumb)),), True
            yield (self.brief(question), self._menu(seat, None, self.shortened(thumb))), False
        yield (self._menu(seat, None, self.shortened(thumb)),), False

    def _waited(self, scene: Scene, asked: Sequence[SeatScene]) -> Iterator[tuple[Lines, bool]]:
        """What the table waits for, and what is under several thumbs."""
        walked = [seat for seat in asked if len(seat.menu) > 1]
        whole = bool(walked) or len(asked) == 1 or bool(asked and not scene.lines)
        missing = (*standing(scene), line(scene.missing)) if scene.missing else ()
        for say in (self._texts.say, self.brief):
            waiting = (say(scene.waiting), *self._beside(asked, say), *map(say, missing))
            yield _once((*waiting, *map(say, scene.lines))), whole
            yield _once(waiting), whole
        brief = self.brief(scene.waiting)
        if walked:  # what each of them is at, in as little room as can be
            thumbs = ((seat, self.shortened(_thumb(seat))) for seat in walked)
            told = [text("oled.tally", seat=str(s.seat), choice=thumb) for s, thumb in thumbs]
            yield (brief, " ".join(map(self._texts.say, told))), True
            tight = " ".join(map(self.brief, told))
            yield (f"{brief} {tight}",), True
            yield (brief, " ".join(map(self._texts.say, told))), False
        yield _once((brief, *self._beside(asked, self.brief))), False
        yield (brief,), False

    def _beside(self, asked: Sequence[SeatScene], say: Callable[[Text], str]) -> Lines:
        """What stands in menus beside the waiting: of several seats, or of one without a choice."""
        said = []
        for seat in asked:
            if len(seat.menu) > 1:
                said.append(self._menu(seat, None, _thumb(seat)))
            elif seat.question is not None:
                said.append(say(seat.question))
        return tuple(said)

    def _menu(self, seat: SeatScene, question: Text | None, thumb: Text) -> str:
        """A seat's menu in a line: whose, the question if there is one, and what is chosen now."""
        if question is None:
            return self._texts.say(text("oled.menu", seat=str(seat.seat), choice=thumb))
        said = text("oled.asked", seat=str(seat.seat), question=question, choice=thumb)
        return self._texts.say(said)


def said_in(scene: Scene) -> Text | None:
    """What stands before all else: something to put right, or news of a device."""
    return scene.notice or scene.passing


def asked_in(scene: Scene) -> tuple[SeatScene, ...]:
    """Seats whose menus are worth reading; joining and playing on explain themselves.

    Where everybody has much the same menu, those who walk it are shown what they are at.
    """
    if scene.phase not in MENULESS:
        return tuple(s for s in scene.seats if s.menu)
    walking = [s for s in scene.seats if s.menu and not s.menu[0].under_thumb]
    return tuple(walking[:1] if scene.phase == "over" else walking)


def _once(said: Lines) -> Lines:
    """Each line once: what is waited for is often what the menu asks."""
    return tuple(dict.fromkeys(said))


def _thumb(seat: SeatScene) -> Text:
    """The line of a seat's menu that is under its thumb."""
    return next((c.label for c in seat.menu if c.under_thumb), seat.menu[0].label)
