"""Little patience with those who guess: so many tries an address, and so many of all together."""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass

HERE = ("127.0.0.1", "::1")
"""This machine's own addresses: whoever sits there shares no limit with the network."""
MOST_ADDRESSES = 1000


@dataclass(frozen=True, slots=True)
class Limits:
    """How often somebody may be wrong."""

    mine: int  #: tries from one address ...
    everybody: int  #: ... and from all together, but from this machine itself ...
    within_s: float  #: ... in so long a time


class Tries:
    """Counts them. Times are seconds of one clock, told by whoever asks."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._books: OrderedDict[str, deque[float]] = OrderedDict()
        self._all: deque[float] = deque()

    def __len__(self) -> int:
        """How many addresses are remembered."""
        return len(self._books)

    def knock(self, address: str, now_s: float, *, alone: bool = False) -> float:
        """Count a try; the seconds *address* has to wait before one counts, 0: none.

        *alone*: what others do does not count just now.
        """
        mine = self._books.setdefault(address, deque())
        self._books.move_to_end(address)
        while len(self._books) > MOST_ADDRESSES:
            self._books.popitem(last=False)
        books = [(mine, self._limits.mine)]
        if address not in HERE and not alone:
            books.append((self._all, self._limits.everybody))
        for book, _ in books:
            while book and book[0] <= now_s - self._limits.within_s:
                book.popleft()
        full = [book for book, most in books if len(book) >= most]
        if full:
            return max(book[0] + self._limits.within_s - now_s for book in full)
        for book, _ in books:
            book.append(now_s)
        return 0.0

    def right(self, address: str) -> None:
        """Whoever is at *address* was right in the end: its tries are forgotten."""
        self._books.pop(address, None)
        if self._all and address not in HERE:
            self._all.pop()

    def pardon(self) -> None:
        """Forget everybody's: somebody at the table itself says so."""
        self._books.clear()
        self._all.clear()
