"""Runs a number of wrong inputs of a kind; what comes of them is counted."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .journals import Journals
from .kinds import Image, Kind, Scenario, Serial, Toml
from .mutation import mutated
from .page import BASE, MESSAGES, REQUESTS, Page

HANG_S = 10.0
"""No input takes so much of the processor's time; one that waits for ever is a test's timeout."""
TOGETHER = 3000
"""So many are thought of at once."""
FILES: dict[str, Callable[[], Kind]] = {
    "toml": Toml,
    "scenario": Scenario,
    "serial": Serial,
    "image": Image,
    "journal": Journals,
}
SHARES = {
    "websocket": 50_000,
    "http": 30_000,
    "toml": 10_000,
    "scenario": 10_000,
    "journal": 20_000,
    "serial": 60_000,
    "image": 20_000,
}
"""Of 200,000."""


class Broken(AssertionError):
    """What an input has done: which, by kind, number and seed, and the input itself."""


@dataclass(frozen=True, slots=True)
class Report:
    """How it went."""

    kind: str
    inputs: int
    refused: int
    slowest_s: float  #: of the processor, by one input; of the page all together by their number
    seconds: float


def shares(count: int) -> dict[str, int]:
    """*count* inputs, by kind."""
    total = sum(SHARES.values())
    return {kind: max(1, count * share // total) for kind, share in SHARES.items()}


def run(kind: str, count: int, seed: str = "fuzz") -> Report:
    """Feed *count* wrong inputs of *kind*.

    :raises Broken: one was no refusal, hung, or changed something.
    """
    luck = random.Random(f"{seed}/{kind}")
    if kind in FILES:
        return _fed(kind, FILES[kind](), luck, count, seed)
    return asyncio.run(_asked(kind, luck, count, seed))


def _fed(kind: str, taken: Kind, luck: random.Random, count: int, seed: str) -> Report:
    began_s, refused, slowest_s = time.monotonic(), 0, 0.0
    try:
        for number in range(count):
            data = _spoilt(taken, luck)
            since_s = time.process_time()
            try:
                refused += not taken.feed(data)
            except Exception as wrong:
                raise Broken(f"{kind} {number} of seed {seed}: {wrong!r}: {data!r}") from wrong
            slowest_s = max(slowest_s, time.process_time() - since_s)
            if slowest_s > HANG_S:
                raise Broken(f"{kind} {number} of seed {seed} took {slowest_s:.1f} s: {data!r}")
    finally:
        taken.close()
    return Report(kind, count, refused, slowest_s, time.monotonic() - began_s)


def _spoilt(taken: Kind, luck: random.Random) -> Any:
    """One more wrong input."""
    if isinstance(taken, Journals):
        return taken.spoilt(luck)
    return mutated(luck, luck.choice(taken.seeds), taken.seeds)


async def _asked(kind: str, luck: random.Random, count: int, seed: str) -> Report:
    page, began_s, refused = Page(), time.monotonic(), 0
    await page.open()
    seeds: Sequence[bytes] = REQUESTS
    say: Callable[[Sequence[bytes]], Awaitable[int]] = page.http
    if kind == "websocket":
        seeds, say = [json.dumps(BASE | one).encode() for one in MESSAGES], page.socket
    try:
        for at in range(0, count, TOGETHER):
            number = min(TOGETHER, count - at)
            inputs = [mutated(luck, luck.choice(seeds), seeds) for _ in range(number)]
            try:
                refused += await say(inputs)
            except Exception as wrong:
                raise Broken(f"{kind} {at} and on of seed {seed}: {wrong!r}") from wrong
    finally:
        await page.close()
    seconds = time.monotonic() - began_s
    return Report(kind, count, refused, seconds / count, seconds)
