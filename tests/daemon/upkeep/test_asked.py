"""A signal is heard on the loop, also while threads tell it more than its pipe can hold."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator

import pytest

from firmware_host.daemon.upkeep.asked import as_before, asked

MORE_THAN_FITS = 100_000


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = signal.getsignal(signal.SIGHUP)
    yield
    signal.signal(signal.SIGHUP, before)


def test_it_is_heard_though_the_pipe_of_the_loop_is_full() -> None:
    async def told() -> bool:
        heard, loop = asyncio.Event(), asyncio.get_running_loop()
        asked(signal.SIGHUP, heard.set)
        for _ in range(MORE_THAN_FITS):
            loop.call_soon_threadsafe(int)
        os.kill(os.getpid(), signal.SIGHUP)
        time.sleep(0)  # the signal comes while the loop is busy
        await asyncio.wait_for(heard.wait(), 10)
        return True

    assert asyncio.run(told())


def test_once_nobody_listens_any_more_it_means_what_it_meant_before() -> None:
    came = list[int]()
    signal.signal(signal.SIGHUP, lambda number, frame: came.append(number))

    async def told() -> None:
        with as_before(signal.SIGHUP):
            asked(signal.SIGHUP, int)

    asyncio.run(told())
    os.kill(os.getpid(), signal.SIGHUP)
    assert came == [signal.SIGHUP]
