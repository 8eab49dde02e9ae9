"""Players at the guest's table: they look at what the page shows and press the simulated lines."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from typing import Any

from tests.bed.guest.chip import SimulatedChip
from tests.bed.guest.whole import PINS, Daemon

PATIENCE_S = 20.0
PRESSED_S = 0.02
TAKE_BACK = "Take back my last choice"  # these players stand by what they said

Seat = dict[str, Any]


class Sitting:
    """Three at the table. Every choice that the table took is noted, in order."""

    def __init__(self, daemon: Daemon, chip: SimulatedChip, seed: int = 7) -> None:
        self.daemon, self._chip, self._luck = daemon, chip, random.Random(seed)
        self.taken: list[str] = []
        """What was under the thumb each time an answer was given."""

    def begin(self) -> None:
        """All sit down, and the first begins."""
        for pin in PINS:
            self.tap(pin)
            joined = PINS.index(pin) + 1
            self._until(lambda s, n=joined: self._joined(s) == n)  # type: ignore[misc]
        self._hold(PINS[0], lambda state: state["scene"]["phase"] != "lobby")

    def tap(self, pin: int) -> None:
        """Press for a moment."""
        self._chip.press(pin)
        time.sleep(PRESSED_S)
        self._chip.release(pin)
        time.sleep(PRESSED_S)

    def answer(self) -> bool:
        """One of those who are asked chooses something; False where the game is over."""
        before = self._until(lambda s: bool(_asked(s)) or s["scene"]["phase"] == "over")
        if before["scene"]["phase"] == "over":
            return False
        seat = self._luck.choice(_asked(before))["seat"]
        lines = [line for line in _labels(before, seat) if line != TAKE_BACK]
        wanted = self._luck.choice(lines)
        for _ in range(2 * len(lines) + 2):
            if _under_thumb(before, seat) == wanted:
                break
            self.tap(PINS[ord(seat) - ord("A")])
            was = before
            before = self._until(lambda s, w=was: _menu(s, seat) != _menu(w, seat))  # type: ignore[misc]
        after = self._hold(
            PINS[ord(seat) - ord("A")],
            lambda s: s["state"] != before["state"] or _menu(s, seat) != _menu(before, seat),
        )
        if after["state"] != before["state"]:
            self.taken.append(wanted)
        return True

    def answer_on_the_page(self) -> None:
        """The first line of a menu is chosen on the page: the buttons do not work."""
        before = self._until(lambda s: bool(_asked(s)))
        seat, line = _asked(before)[0]["seat"], _labels(before, _asked(before)[0]["seat"])[0]
        asyncio.run(_chosen(self.daemon.page, seat, 0, before["state"]))
        self._until(lambda s: s["state"] != before["state"])
        self.taken.append(line)

    def play(self, between: Callable[[int], None] = lambda answers: None) -> int:
        """A game to its end; how many answers it took. *between* them something may happen."""
        while self.answer():
            between(len(self.taken))
        return len(self.taken)

    def _hold(self, pin: int, then: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        self._chip.press(pin)
        try:
            return self._until(then)
        finally:
            self._chip.release(pin)
            time.sleep(PRESSED_S)

    def _until(self, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        until_s = time.monotonic() + PATIENCE_S
        while not true(state := self.daemon.state()):
            assert time.monotonic() < until_s, f"the table waits: {state['scene']}"
            time.sleep(0.01)
        return state

    @staticmethod
    def _joined(state: dict[str, Any]) -> int:
        return sum(seat["status"] == "joined" for seat in state["scene"]["seats"])


def _asked(state: dict[str, Any]) -> list[Seat]:
    return [seat for seat in state["scene"]["seats"] if seat["menu"]]


def _menu(state: dict[str, Any], seat: str) -> list[Any]:
    (mine,) = (s for s in state["scene"]["seats"] if s["seat"] == seat)
    menu: list[Any] = mine["menu"]
    return menu


def _labels(state: dict[str, Any], seat: str) -> list[str]:
    return [line["label"] for line in _menu(state, seat)]


def _under_thumb(state: dict[str, Any], seat: str) -> str:
    return str(next(line["label"] for line in _menu(state, seat) if line["under_thumb"]))


async def _chosen(page: str, seat: str, option: int, state: int) -> None:
    import aiohttp

    word = {"type": "choose", "role": "player", "seat": seat, "option": option, "state": state}
    async with aiohttp.ClientSession() as session, session.ws_connect(page + "socket") as socket:
        await socket.receive_json()
        await socket.send_json(word)
        await socket.receive_json()
