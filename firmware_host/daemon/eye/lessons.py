"""A teaching session for the page: a process of its own, which has the camera meanwhile.

It is the same session as at the command line; it may be killed at any time, and is gone on with
the next time it is begun.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import contextlib
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from firmware_host.console.feed import Said

from .in_play import AFTER, BACK

COMMAND = (sys.executable, "-m", "firmware_host", "dice")
LONGEST_LINE = 8 << 20  # a picture in it is some 200 kB
ANSWER_S = 90.0  # a check of many shots takes a Pi half a minute
ALONE_S = 180.0
"""When nobody has looked at a session for so long, the camera goes back to the game. A page that is
open looks every second."""
SURE = "sure"
"""``calibrate sure``: though a match is being played."""
LEFT_ALONE = "Nobody went on with the session. It is kept: begun again, it goes on where it was."
ON = Said(False, "lesson_on", "A session is on already: leave it first.")
NONE_ON = Said(False, "no_lesson", "No session is on.")


@dataclass(frozen=True, slots=True)
class School:
    """What a session needs of the table."""

    arguments: Callable[[], Sequence[str]]  #: camera, profile, where to keep it, texts
    faces: Sequence[str]  #: all faces of this game's dice
    disturbs: Callable[[], str]  #: a match with its dice on the table, in words; nothing: none
    begins: Callable[[], None]  #: the camera is let go
    ends: Callable[[], None]  #: and opened again
    changed: Callable[[], None]  #: there is something new to be shown


class Lessons:
    """At most one session."""

    def __init__(
        self, school: School, command: Sequence[str] = COMMAND, alone_s: float = ALONE_S
    ) -> None:
        self._school, self._command, self._alone_s = school, command, alone_s
        self._alone: asyncio.Task[None] | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._told: dict[str, Any] | None = None
        self._picture = b""
        self._asking = asyncio.Lock()
        self._kind = "teach"
        self.number = 0
        self.ended = ""

    def told(self) -> Mapping[str, Any] | None:
        """What the session shows; None while none is on."""
        return self._told

    def picture(self) -> bytes:
        """The JPEG of what is asked."""
        return self._picture

    async def say(self, words: str) -> Said:
        """Begin, go on or leave."""
        first, _, rest = words.partition(" ")
        match first:
            case "calibrate" | "teach":
                return self._disturbs(rest) or await self._begin(first)
            case "anew":
                if self._process is not None:
                    await self._ask("quit")
                elif (asked := self._disturbs(rest)) is not None:
                    return asked
                return await self._begin(self._kind, "--anew")
            case "quit" | "look" | "say":
                if self._process is None:
                    return NONE_ON
                line = {"quit": "quit", "look": ""}.get(first, rest)
                return await self._ask(line)
        return Said(False, "unknown", f"{first!r} is no word for a session.")

    def _disturbs(self, words: str) -> Said | None:
        """A match would be disturbed, and nobody has said that it may be."""
        free = self._process is None and words != SURE
        says = self._school.disturbs() if free else ""
        return Said(False, "in_play", f"{says}. {AFTER}. {BACK}.") if says else None

    async def close(self, why: str = "") -> None:
        """End the session, if one is on, and say *why*; what was shown is kept."""
        if self._process is not None:
            self._kill(self._process)
            async with self._asking:  # whoever waits for its answer hears that it has ended
                if self._process is not None:
                    await self._over(why)

    async def _begin(self, kind: str, *more: str) -> Said:
        if self._process is not None or self._asking.locked():
            return ON
        async with self._asking:
            return await self._start(kind, *more)

    async def _start(self, kind: str, *more: str) -> Said:
        self._kind = kind
        faces = ["--faces", *self._school.faces] if kind == "teach" else []
        self._school.begins()
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            kind,
            "--pipe",
            *self._school.arguments(),
            *faces,
            *more,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
        )
        return await self._hear()

    async def _ask(self, line: str) -> Said:
        if self._asking.locked() and line == "":
            return Said(True)  # it looks already
        async with self._asking:
            process = self._process
            if process is None or process.stdin is None:
                return NONE_ON
            self._somebody()
            with contextlib.suppress(ConnectionError):
                process.stdin.write(line.encode() + b"\n")
                await process.stdin.drain()
            return await self._hear()

    async def _hear(self) -> Said:
        """The session's answer, or its end."""
        process = self._process
        assert process is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(ANSWER_S):
                line = await process.stdout.readline()
            told = json.loads(line) if line else None
            picture = base64.b64decode(told.pop("picture")) if told else b""
        except (TimeoutError, ValueError, binascii.Error):
            self._kill(process)
            return await self._over("The session did not answer; it can be gone on with.")
        if told is None:
            return await self._over("")
        self._told, self._picture = told, picture
        if told["done"]:
            return await self._over("")
        self._wait_for_somebody()
        self._show()
        return Said(True)

    def _wait_for_somebody(self) -> None:
        """From now on: a session whose page was closed keeps the camera from the game."""

        async def waited() -> None:
            await asyncio.sleep(self._alone_s)
            self._alone = None  # its end does not end this
            await self.close(LEFT_ALONE)

        self._alone = asyncio.create_task(waited())

    def _somebody(self) -> None:
        if self._alone is not None:
            self._alone.cancel()
            self._alone = None

    async def _over(self, says: str) -> Said:
        """The process is at its end: tell how it went, and give the camera back."""
        process, self._process = self._process, None
        assert process is not None
        self._somebody()
        _, error = await process.communicate()
        last = error.decode(errors="replace").strip().splitlines()[-1:]
        done = process.returncode == 0 and not says  # it may have left before it was ended
        said = self._told.get("says", []) if self._told and done else []
        self._told, self._picture = None, b""
        self._school.ends()
        why = says or " ".join(last) or "The session was ended; begun again, it goes on."
        self.ended = " ".join(said if done else [why])
        self._show()
        return Said(True)

    def _kill(self, process: asyncio.subprocess.Process) -> None:
        with contextlib.suppress(ProcessLookupError):  # it has ended by itself
            process.kill()

    def _show(self) -> None:
        self.number += 1
        self._school.changed()
