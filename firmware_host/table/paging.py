"""Lines cut into pages that turn by themselves: none longer than it takes to read."""

from __future__ import annotations

from functools import lru_cache

from .letters import Font

PAGE_NS, LETTER_NS = 700_000_000, 60_000_000  # to find a page's begin, and to read a letter

Lines = tuple[str, ...]


@lru_cache(maxsize=256)
def paged(said: Lines, face: Font, width: int, height: int) -> tuple[Lines, ...]:
    """Lines of the paragraphs, cut into pages; each page has as many lines as the room has.

    A paragraph that fits on a page is not torn: it begins a new one.
    """
    room = max(1, height // face.line_px)
    pages: list[list[str]] = []
    for paragraph in said:
        lines = face.wrapped(paragraph, width)
        left = room - len(pages[-1]) if pages else 0
        if left < len(lines) <= room:
            left = 0
        for i, written in enumerate(lines):
            if i == left or (i > left and (i - left) % room == 0):
                pages.append([])
            pages[-1].append(written)
    return tuple(map(tuple, pages))


def turned(pages: tuple[Lines, ...], age_ns: int) -> tuple[int, int | None]:
    """Which page is up so long after the first, and in how many nanoseconds it turns."""
    if len(pages) < 2:
        return 0, None
    times = [*map(stays_ns, pages)]
    into_ns = age_ns % sum(times)
    for number, time_ns in enumerate(times):
        if into_ns < time_ns:
            return number, time_ns - into_ns
        into_ns -= time_ns
    raise AssertionError("a round is as long as its pages")


def stays_ns(page: Lines) -> int:
    """How long it takes to read."""
    return PAGE_NS + LETTER_NS * sum(map(len, page))
