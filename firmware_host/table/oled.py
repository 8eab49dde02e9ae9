"""Scenes as pictures of a small display: the row of spirit gifts, and what there is to read.

Nothing is drawn smaller than can be read from where people sit. What does not fit is shown in
pages that turn by themselves; a bar at the edge says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import Image, ImageDraw

from firmware_host.table.doing import Row, draw_row, row
from firmware_host.table.hexagon import hexagon
from firmware_host.table.icons import BADGE, BOLT, ICONS, SIZE
from firmware_host.table.letters import Font, font, lowest_px
from firmware_host.table.paging import Lines, paged, stays_ns, turned
from firmware_host.table.scene import Gift, Scene
from firmware_host.table.texts import Texts
from firmware_host.table.wording import Wording, asked_in, said_in

CELL_PX, ROW_PX = 32, 37  # a card of the row: its icon, its cost, and the frame round both
MARK_PX = 3  # the scroll bar
BADGE_PX = 7  # the sign, left of it, that a device does not work
CLOSE = 0.5  # from half as far away letters half as high are read
LIT, DIM = 255, 120

FEW_PAGES = 3  # more are read by nobody: then less is said
MANY_PAGES = 8  # but by one who wants to know what to mend

ROWLESS = ("lobby", "setup", "roll", "over")
"""Phases in which nobody looks at the row: the words have all of the display."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A display, and how far from people's eyes it is."""

    width: int = 128
    height: int = 64
    grey: bool = False  #: has shades; else a pixel is lit or dark
    viewing_mm: float = 500
    pitch_mm: float = 0.17

    @property
    def low_px(self) -> int:
        """The lowest letter's rows."""
        return lowest_px(self.viewing_mm, self.pitch_mm)


_Facts = tuple[tuple[Gift | None, ...], int | None, str, Font, tuple[Lines, ...]]


@dataclass(frozen=True, slots=True)
class _Leaf:
    """All that decides a picture; equal leaves look alike."""

    gifts: tuple[Gift | None, ...]
    framed: int | None
    title: str
    face: Font
    pages: tuple[Lines, ...]
    badge: bool = False  #: a device does not work
    doing: Row | None = None
    tile: tuple[str, ...] = ()  #: a hexagon beside the words
    asked: str = ""  #: who walks a menu, and what it asks


class Display:
    """Pictures for one panel in one language. It remembers since when its pages turn."""

    def __init__(self, panel: Panel, texts: Texts) -> None:
        self._panel, self._texts, self._wording = panel, texts, Wording(texts)
        self._leaf: _Leaf | None = None
        self._since_ns = 0
        self._shown: tuple[_Leaf, int] | None = None
        self._picture = bytes(panel.width * panel.height)

    def picture(self, scene: Scene, now_ns: int) -> bytes:
        """``width * height`` bytes, 0 dark to 255 lit, row by row."""
        if scene.service is not None and (pattern := scene.service.pattern) is not None:
            from .sheets import drawn  # which needs this module

            self._leaf = None
            words = tuple(map(self._texts.say, pattern.words))
            return drawn(pattern.name, self._panel, words, pattern.share, pattern.best)
        leaf = self._leaf_of(scene)
        if leaf != self._leaf:
            self._since_ns = now_ns - _news_ns(leaf, self._leaf)
            self._leaf = leaf
        page, _ = turned(leaf.pages, now_ns - self._since_ns)
        if (leaf, page) != self._shown:
            self._shown = leaf, page
            self._picture = self._drawn(leaf, page)
        return self._picture

    def pages(self, scene: Scene) -> tuple[Lines, ...]:
        """What is to be read of *scene*, line by line, page by page."""
        return self._leaf_of(scene).pages

    def next_ns(self, now_ns: int) -> int | None:
        """When the last scene's page turns; None if it has but one."""
        if self._leaf is None:
            return None
        _, left_ns = turned(self._leaf.pages, now_ns - self._since_ns)
        return None if left_ns is None else now_ns + left_ns

    def _leaf_of(self, scene: Scene) -> _Leaf:
        panel = self._panel
        if scene.missing:  # its sign has a column of its own: no letter is covered
            panel = replace(panel, width=panel.width - BADGE_PX)
        if _tile(scene, self._panel):
            panel = replace(panel, width=panel.width - panel.height)
        if scene.service is not None:  # whoever looks after the table stands close to it
            near = replace(panel, viewing_mm=panel.viewing_mm * CLOSE)
            return self._tersest(
                scene, lambda said: ((), None, "", *_biggest(said, near)), MANY_PAGES
            )
        if not _row_matters(scene, panel.width):
            titled = said_in(scene) is None and not asked_in(scene)
            above = (self._texts.say(scene.title),) if titled else ()
            leaf = self._worded(scene, above, panel)
            doing = self._doing(scene, panel)
            if doing is None:
                return leaf
            below = replace(panel, height=panel.height - doing.height_px)
            lower = replace(self._worded(scene, (), below), doing=doing)
            return leaf if len(lower.pages) > len(leaf.pages) else lower  # what is asked is first
        wide = self._panel.width >= 2 * CELL_PX * len(scene.gifts)
        taken = CELL_PX * len(scene.gifts) if wide else 0
        height = panel.height if wide else panel.height - ROW_PX
        face = font(panel.low_px)
        title = face.cut(self._wording.brief(scene.title), taken - 4) if wide else ""

        def beside_row(said: Lines) -> _Facts:
            pages = paged(said, face, panel.width - taken - MARK_PX - 2, height)
            return scene.gifts, scene.framed, title, face, pages

        return self._tersest(scene, beside_row)

    def _worded(self, scene: Scene, above: Lines, panel: Panel) -> _Leaf:
        """Words alone, as large as they fit."""
        return self._tersest(scene, lambda said: ((), None, "", *_biggest(above + said, panel)))

    def _doing(self, scene: Scene, panel: Panel) -> Row | None:
        """The row of what a card says."""
        if said_in(scene) is not None:
            return None
        ways = (self._texts.say, self._wording.brief)
        wordings = [[(say(one.label), one.how) for one in scene.doing] for say in ways]
        return row(wordings, panel.width, panel.low_px)

    def _tersest(
        self, scene: Scene, laid: Callable[[Lines], _Facts], most: int = FEW_PAGES
    ) -> _Leaf:
        """The first wording that takes few pages: all there is, the urgent part, that in brief."""
        tile = _tile(scene, self._panel)
        if scene.status is not None and said_in(scene) is None and scene.service is None:
            said = (self._texts.say(scene.status), *next(self._wording.all_of(scene))[0])
            if len((leaf := _Leaf(*laid(said), badge=bool(scene.missing), tile=tile)).pages) == 1:
                return leaf  # how it stands is read beside what is asked, or not at all
        badge, asked = bool(scene.missing), _walks(scene)
        for said, whole in self._wording.all_of(scene):
            leaf = _Leaf(*laid(said), badge=badge, tile=tile, asked=asked)
            if len(leaf.pages) <= (1 if whole else most):
                break
        return leaf

    def _drawn(self, leaf: _Leaf, page: int) -> bytes:
        panel = self._panel
        picture = Image.new("L", (panel.width, panel.height))
        draw = ImageDraw.Draw(picture)
        draw.fontmode = "L" if panel.grey else "1"
        left = top = 0
        if leaf.doing is not None:
            draw_row(draw, leaf.doing, LIT, DIM if panel.grey else LIT)
            top = leaf.doing.height_px
        if leaf.tile:
            hexagon(draw, panel.height, leaf.tile)
            left = panel.height
        if leaf.gifts:
            for index, gift in enumerate(leaf.gifts):
                _card(draw, panel.grey, index, gift, leaf.framed)
            if leaf.title or panel.width >= 2 * CELL_PX * len(leaf.gifts):
                left = CELL_PX * len(leaf.gifts) + 2
                below = ROW_PX + (panel.height - ROW_PX - leaf.face.line_px) // 2
                leaf.face.write(draw, (leaf.title,), (2, below), DIM if panel.grey else LIT)
            else:
                top = ROW_PX
        if leaf.pages:
            room = panel.height - top
            spare = room - len(leaf.pages[page]) * leaf.face.line_px
            leaf.face.write(draw, leaf.pages[page], (left, top + spare // 2), LIT)
        _marks(draw, panel, len(leaf.pages), page, top)
        if leaf.badge:
            corner = panel.width - MARK_PX - BADGE_PX + 1, panel.height - len(BADGE)
            draw.bitmap(corner, _bitmap(BADGE), fill=LIT)
        return picture.tobytes()


def _card(
    draw: ImageDraw.ImageDraw, grey: bool, index: int, gift: Gift | None, framed: int | None
) -> None:
    """One card of the row; the framed one has a frame, and with shades the others are dim."""
    left = index * CELL_PX
    light = DIM if grey and framed not in (None, index) else LIT
    if gift is None:
        for x in range(left + 6, left + CELL_PX - 6, 4):
            draw.line((x, SIZE // 2, x + 1, SIZE // 2), fill=light)
        return
    rows = ICONS.get(gift.kind)
    if rows is not None:
        draw.bitmap((left + 4, 2), _bitmap(rows), fill=light)
    else:
        draw.rectangle((left + 6, 4, left + CELL_PX - 7, SIZE), outline=light)
    start = left + (CELL_PX - 9 * gift.cost + 1) // 2
    for bolt in range(gift.cost):
        draw.bitmap((start + 9 * bolt, SIZE + 3), _bitmap(BOLT), fill=light)
    if index == framed:
        box = (left, 0, left + CELL_PX - 1, ROW_PX - 2)
        draw.rounded_rectangle(box, 4, outline=LIT, width=2)


def _walks(scene: Scene) -> str:
    """Who walks a menu, or that several do, and what it asks; empty where nobody does."""
    asked = [seat for seat in asked_in(scene) if len(seat.menu) > 1]
    if not asked:
        return ""
    question = asked[0].question
    who = asked[0].seat if len(asked_in(scene)) == 1 else "all"
    return f"{who} {question.key if question is not None else ''}"


def _tile(scene: Scene, panel: Panel) -> tuple[str, ...]:
    """The hexagon that is drawn: where there is room, and nothing to be put right."""
    wide = panel.width >= 3 * panel.height
    return scene.tile if wide and said_in(scene) is None and scene.service is None else ()


def _row_matters(scene: Scene, width: int) -> bool:
    """Is the row drawn? Above the words it leaves them a line: too little for what is asked."""
    if said_in(scene) is not None or not any(scene.gifts):
        return False
    beside = width >= 2 * CELL_PX * len(scene.gifts)
    asks = not beside and any(asked_in(scene))
    return scene.framed is not None or (scene.phase not in ROWLESS and not asks)


@lru_cache(maxsize=64)
def _bitmap(rows: tuple[str, ...]) -> Image.Image:
    picture = Image.new("1", (len(rows[0]), len(rows)))
    picture.putdata([255 if dot == "#" else 0 for row in rows for dot in row])
    return picture


@lru_cache(maxsize=256)
def _biggest(said: Lines, panel: Panel) -> tuple[Font, tuple[Lines, ...]]:
    """The largest letters in which *said* fits on one page, else small ones and several pages."""
    width = panel.width - MARK_PX - 1
    for low_px in range(panel.height // 2, panel.low_px, -1):
        face = font(low_px)
        fits = all(face.width(word) <= width for line in said for word in line.split())
        if fits and len(pages := paged(said, face, width, panel.height)) <= 1:
            return face, pages
    face = font(panel.low_px)
    return face, paged(said, face, width, panel.height)


def _news_ns(leaf: _Leaf, before: _Leaf | None) -> int:
    """After how long the first page comes that was not there before: begin with that one.

    Where a menu is walked, what it asks is no news.
    """
    old = before.pages if before is not None else ()
    same = 0
    while same < min(len(old), len(leaf.pages)) and old[same] == leaf.pages[same]:
        same += 1
    if before is not None and leaf.asked and leaf.asked == before.asked:
        same = max(same, 1)
    return sum(map(stays_ns, leaf.pages[:same])) if same < len(leaf.pages) else 0


def _marks(draw: ImageDraw.ImageDraw, panel: Panel, pages: int, page: int, top: int) -> None:
    """A scroll bar at the right edge: a dotted rail, and on it the part that is shown."""
    if pages < 2:
        return
    right, room = panel.width - 1, panel.height - top
    draw.point([(right, y) for y in range(top + 1, panel.height, 3)], fill=LIT)
    start, end = (top + room * number // pages for number in (page, page + 1))
    draw.rectangle((right - 1, start, right, end - 1), fill=LIT)
