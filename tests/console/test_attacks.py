"""Each attempt of the list in docs/door.md is made; none succeeds, and who may come in can."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from .attacks import http, sockets, tokens
from .attacks.target import ATTACKS, Target

ROOMS = (http, sockets, tokens)
DOOR = Path(__file__).parents[2] / "docs" / "door.md"
TRIED = re.compile(r"^\| \*(.+?)\* \|", re.MULTILINE)
LEAST = 40


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attempt_fails_and_changes_nothing(name: str) -> None:
    async def inside() -> None:
        target = Target()
        await target.open()
        before = target.feed.world.truth()
        try:
            async with asyncio.timeout(60):
                assert not await ATTACKS[name](target), "it has succeeded"
                assert [said for said in target.feed.said if said[1] != "player"] == []
                assert target.feed.world.truth() == before
                assert await target.lets_in(), "and whoever may come in still does"
        finally:
            await target.listening.close()

    asyncio.run(inside())


def test_the_list_of_attempts_is_the_one_that_is_made() -> None:
    told = TRIED.findall(DOOR.read_text())
    assert sorted(told) == sorted(ATTACKS)
    assert len(told) == len(set(told)) >= LEAST
