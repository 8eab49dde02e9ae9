"""SIGHUP to a daemon that runs: what may change does, a broken file changes nothing."""

from __future__ import annotations

import asyncio
import json
import signal
import urllib.request
from pathlib import Path
from subprocess import Popen
from typing import Any

import aiohttp
import pytest

from .test_run import BLIND, address, chosen, daemon, state


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """The file of a virtual table without a camera."""
    file = tmp_path / "table.toml"
    file.write_text(BLIND)
    return file


def said(process: Popen[str], word: str) -> list[str]:
    """What it says, up to a line with that *word* in it."""
    assert process.stderr is not None
    lines = list[str]()
    for line in process.stderr:
        lines.append(line.rstrip("\n"))
        if word in line:
            return lines
    raise AssertionError(f"it ended without {word!r}")


def test_the_daemon_takes_up_its_file_in_the_midst_of_a_match(table: Path) -> None:
    with daemon(table, "--port", "0") as process:
        where = address(process)
        asyncio.run(chosen(where, 3))
        before = state(where)
        table.write_text(
            BLIND.replace("The virtual table", "Gasthaus").replace('port = "spi"', 'port = "none"')
        )
        process.send_signal(signal.SIGHUP)
        lines = said(process, "name")
        assert any('name: "Gasthaus", was "The virtual table": from now on' in x for x in lines)
        after = state(where)
        assert after["furniture"]["table"] == "Gasthaus"
        assert after["state"] >= before["state"] >= 3
        if after["state"] == before["state"]:  # else the last choice was on its way still
            assert after["scene"]["seats"] == before["scene"]["seats"]
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0


def test_a_broken_file_is_told_to_the_log_and_to_whoever_watches(table: Path) -> None:
    with daemon(table, "--port", "0") as process:
        where = address(process)
        table.write_text(BLIND.replace("per_place = 6", "per_place = 60\nfoo = 1"))
        process.send_signal(signal.SIGHUP)
        lines = said(process, "goes on by what it had")
        assert any("strip.per_place: 60 cannot be used here. Write LEDs" in x for x in lines)
        assert any("strip.foo: there is no key 'foo'" in x for x in lines)
        with urllib.request.urlopen(where + "healthz") as answer:
            (lost,) = json.load(answer)["lost"]
        assert lost["name"] == "configuration"
        assert lost["says"].startswith(f"{table.name}:")
        table.write_text(BLIND)
        process.send_signal(signal.SIGHUP)
        said(process, "is good again")
        with urllib.request.urlopen(where + "healthz") as answer:
            assert json.load(answer)["lost"] == []
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0


def test_a_page_of_staff_asks_for_it_and_is_told_and_its_furniture_is_renewed(table: Path) -> None:
    async def ask(where: str) -> dict[str, Any]:
        heard = dict[str, Any]()
        async with aiohttp.ClientSession() as session, session.ws_connect(where + "socket") as page:
            word = {"type": "tell", "role": "staff", "seat": None, "state": 0, "words": "reload"}
            await page.send_json(word)
            async for frame in page:
                told = json.loads(frame.data)
                heard[told["type"]] = told
                done = heard.get("configuration", {}).get("number") == 1
                if done and heard["hello"]["table"] == "Gasthaus":
                    return heard
        raise AssertionError("the page was closed")

    with daemon(table, "--port", "0") as process:
        where = address(process)
        table.write_text(BLIND.replace("The virtual table", "Gasthaus"))
        heard = asyncio.run(asyncio.wait_for(ask(where), 20))
        change = {"key": "name", "was": '"The virtual table"', "now": '"Gasthaus"', "when": "live"}
        assert heard["configuration"]["changes"] == [change]
        assert heard["configuration"]["file"] == str(table)


def test_the_service_manager_is_told_that_it_reads_and_that_it_is_ready(table: Path) -> None:
    import socket

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(table.parent / "notify"))
        manager.settimeout(20)
        with daemon(table, "--port", "0", NOTIFY_SOCKET=manager.getsockname()) as process:
            address(process)
            while manager.recv(200) != b"READY=1":
                pass
            process.send_signal(signal.SIGHUP)
            heard = list[bytes]()
            while b"READY=1" not in heard:
                heard.append(manager.recv(200))
            assert any(word.startswith(b"RELOADING=1\nMONOTONIC_USEC=") for word in heard)
