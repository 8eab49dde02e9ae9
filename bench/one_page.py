"""How often a question and what is under the thumb are on one page of a display of 0.96 inches.

Whoever taps sees the choice at once in any case (tests/table/test_small_display.py); where question
and choice need two pages, one has to wait for the other. Every display is looked at that people
see in bot games on their way to each answer.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bench.figure import Figure
from firmware_host.bots.catalog import bot
from firmware_host.daemon import places
from firmware_host.daemon.settings import boxes, house
from firmware_host.rules.kernel import Decision, Over, Seat, Setup
from firmware_host.session.clock import GameClock
from firmware_host.session.luck import below, draw
from firmware_host.session.match import Match
from firmware_host.table.catalog import DRESSINGS
from firmware_host.table.gestures import Gesture
from firmware_host.table.host import Host, Patience
from firmware_host.table.ledger import Ledger
from firmware_host.table.menu import Menu, presses_for
from firmware_host.table.menus import Give
from firmware_host.table.oled import Display, Panel
from firmware_host.table.reading import Pace
from firmware_host.table.scene import Scene
from firmware_host.table.texts import Texts

GAMES, PLAYERS = 10, 4
PANEL = Panel(128, 64)
MOST = {"table_is_lava": 0.05, "oh_no_volcano": 0.1, "lost_island": 0.05, "lava_land": 0.3}
"""Without a camera all tell at once which dice they took: that takes two pages in Lava Land."""
NS = 1_000_000


@dataclass
class Count:
    """Displays seen, and of these such as need more than one page, by what is asked."""

    seen: Counter[str] = field(default_factory=Counter)
    torn: Counter[str] = field(default_factory=Counter)
    such: dict[str, set[tuple[tuple[str, ...], ...]]] = field(default_factory=dict)

    def look(self, display: Display, scene: Scene) -> None:
        """One display."""
        asked = [seat for seat in scene.seats if seat.menu]
        if not asked:
            return
        named = asked[0].question.key if asked[0].question is not None else scene.waiting.key
        named += f" ({len(asked)} asked)" if len(asked) > 1 else ""
        pages = display.pages(scene)
        self.seen[named] += 1
        if len(pages) > 1:
            self.torn[named] += 1
            self.such.setdefault(named, set()).add(pages)

    @property
    def share(self) -> float:
        """Of all displays those that need more than one page."""
        return self.torn.total() / max(1, self.seen.total())


def texts() -> Texts:
    return house.texts_of(places.shipped("texts", "en", places.config_folder()))


def played(count: Count, display: Display, name: str, seed: str, players: int = PLAYERS) -> None:
    """Look at every display of a bot game in which people tell everything."""
    loaded = boxes.load(places.config_folder() / "games" / f"{name}.toml")
    match: Match[Any, Any] = Match.begin(loaded.game, Setup(players, loaded.box), seed)
    dressing = DRESSINGS[name]
    reader = dressing.reader({Seat(i): 90.0 * i for i in range(players)}, Pace())
    ledger = Ledger(match, dressing.view)
    host = Host(ledger, dressing.view, reader, GameClock(0), Patience({}), camera=False)
    bots = [bot(name, "heuristic", f"{seed}/{i}") for i in range(players)]
    now_ns = 0
    while True:
        now_ns += 10_000 * NS
        host.settle(now_ns)
        pending = host.pending
        if isinstance(pending, Over):
            return
        seat, answer = _answer(host, pending, bots, seed)
        for scene in _walked(host, seat, answer):
            count.look(display, scene)
        host.answer(answer, now_ns)
        ledger.drain()


def _walked(host: Host[Any, Any], seat: Seat, answer: Any) -> Iterator[Scene]:
    """What is shown while the seat's button goes to that answer."""
    yield host.scene()
    menu: Menu[Any] = host.asking.menus[seat]
    value = next(v for v in menu.values() if isinstance(v, Give) and v.answer == answer)
    for gesture in presses_for(menu, value)[:-1]:
        if gesture is Gesture.TAP:
            host.asking.menus[seat] = _tapped(host.asking.menus[seat])
        else:
            chosen = host.asking.menus[seat]
            host.asking.menus[seat] = Menu(chosen.under_thumb.inner, 0, chosen)
        yield host.scene()


def _tapped(menu: Menu[Any]) -> Menu[Any]:
    return Menu(menu.items, (menu.cursor + 1) % len(menu.items), menu.outer)


def _answer(
    host: Host[Any, Any], pending: Decision[Any], bots: list[Any], seed: str
) -> tuple[Seat, Any]:
    match = host.ledger.match
    if pending.options[0].seat is None or pending.weights:
        told = draw(seed, match.length, pending)
        return _asker(host, match, told), told
    seats = sorted({option.seat for option in pending.options})
    seat = seats[below(len(seats), seed, match.length)]
    answer = bots[seat].choose(match.state, pending, seat)
    return _asker(host, match, answer), answer


def _asker(host: Host[Any, Any], match: Match[Any, Any], answer: Any) -> Seat:
    return host.ledger.view.asker(match.state, answer) if answer.seat is None else answer.seat


def counted(name: str, games: int = GAMES) -> Count:
    """All displays of so many bot games."""
    count, display = Count(), Display(PANEL, texts())
    for k in range(games):
        played(count, display, name, f"page {k}")
    return count


def measure() -> list[Figure]:
    return [_figure(name) for name in MOST]


def _figure(name: str) -> Figure:
    count = counted(name)
    worst = ", ".join(f"{key} {n} of {count.seen[key]}" for key, n in count.torn.most_common(4))
    return Figure(
        f"displays of {name} that need two pages",
        round(count.share, 4),
        "of all",
        target=f"<= {MOST[name]}",
        note=f"{count.seen.total()} of {GAMES} games of {PLAYERS} at 128x64. {worst}",
    )


if __name__ == "__main__":  # every such display by question, for who writes texts
    for asked_for in sys.argv[1:] or MOST:
        found = counted(asked_for, 2)
        print(f"{asked_for}: {found.torn.total()} of {found.seen.total()}, {found.share:.1%}")
        for key, n in found.torn.most_common():
            print(f"  {key}: {n} of {found.seen[key]}")
            for pages in sorted(found.such[key])[:6]:
                print("     ", " | ".join(" / ".join(page) for page in pages))
