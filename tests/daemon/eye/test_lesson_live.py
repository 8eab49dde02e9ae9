"""The daemon itself is calibrated from its page, and reads by the new profile from then on."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from firmware_host.daemon.places import config_folder
from firmware_host.vision import load
from hw.mock.placing import Laid, laid
from hw.mock.worldfile import WorldFile
from tests.daemon.test_run import address, daemon

PLACES = [(0, 0), (-60, 5), (60, -5), (4, -60), (-8, 62), (40, 40), (-40, -44)]
PATIENCE_S = 60.0


class Page:
    """A page of staff that leads a session."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket

    async def say(self, words: str) -> dict[str, Any]:
        """What the session shows after these words."""
        said = {"type": "lesson", "role": "staff", "seat": None, "state": 0, "words": words}
        await self._socket.send_json(said)
        return await self.hear("lesson")

    async def hear(self, kind: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = await self._socket.receive_json()
            if message["type"] == kind:
                return message


async def lost(session: aiohttp.ClientSession, page: str) -> list[dict[str, str]]:
    """The devices that do not work."""
    async with session.get(page + "healthz") as answer:
        found: list[dict[str, str]] = (await answer.json())["lost"]
        return found


async def calibrated(page: str, world: WorldFile) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(page + "socket") as socket:
        staff = Page(socket)
        assert not (await staff.hear("lesson"))["on"]
        told = await staff.say("calibrate")
        assert (told["on"], told["step"]) == (True, "hold")
        assert "it is being taught" in (await lost(session, page))[0]["says"]
        async with session.get(page + "lesson.jpg") as answer:
            assert (await answer.read())[:2] == b"\xff\xd8"
        for _ in range(4):
            told = await staff.say("say go")
        assert told["step"] == "slide"
        for n, (x, y) in enumerate(PLACES):
            if not told["on"]:
                break
            lies = [Laid(0, float(x), float(y), 17.0 * n, "b")]
            world.write(laid(world.read(), lies, 0))
            told = await staff.say("say go")
        assert not told["on"]
        assert "A die's edge is 16 mm everywhere" in told["ended"]
        until_s = time.monotonic() + PATIENCE_S
        while await lost(session, page):
            assert time.monotonic() < until_s
            await asyncio.sleep(0.1)


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_a_running_table_is_calibrated_from_its_page(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text((config_folder() / "tables" / "demo.toml").read_text())
    state = tmp_path / "state" / "lava-table"
    with daemon(file, "--port", "0") as process:
        page = address(process)
        asyncio.run(asyncio.wait_for(calibrated(page, WorldFile(state / "table.world.json")), 150))
    mine = load(state / "dice" / "lava_land")
    assert mine.camera == "the virtual camera"
    assert (state / "dice" / "lava_land" / "empty.png").is_file()
    with daemon(file, "--port", "0") as process:  # and it is read by after the next start
        page = address(process)
        assert page
