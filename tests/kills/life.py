"""One life of a daemon, in a process of its own, told through a pipe until it is killed.

It is the daemon as ``./table run`` has it - loop, writer's thread, page, buttons, strip, display,
journal - without a camera, so the dice are told on the buttons. Whims choose, as a page does.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from msgspec import structs

from firmware_host.daemon import places
from firmware_host.daemon.assembly import Assembly
from firmware_host.daemon.keeper import Keeper
from firmware_host.daemon.serve import Wanted, serve
from firmware_host.daemon.settings import house
from firmware_host.daemon.settings.house import Files
from firmware_host.rules.kernel import Over
from firmware_host.session.match import Match
from firmware_host.session.tale import spell
from firmware_host.table.signals import CloseMatch, Commit, OpenMatch

BREATH_S = 0.001
"""Between two choices."""
Tells = Callable[[dict[str, Any]], None]


def files(game: str) -> Files:
    """The virtual table without a camera, whose silences are short."""
    read = house.of_game(house.read(places.config_folder() / "tables" / "demo.toml"), game)
    table = read.table
    quick = structs.replace(table.patience, go_ms=40, guard_ms=40, confirm_ms=40, over_ms=40)
    blind = structs.replace(table.camera, port="none")
    blind_table = structs.replace(table, camera=blind, patience=quick)
    return replace(read, loaded=structs.replace(read.loaded, table=blind_table))


def standing(match: Match[Any, Any]) -> dict[str, Any]:
    """How a match stands: its words, and what it waits for."""
    pending = match.pending
    waits = pending.reason if isinstance(pending, Over) else [str(o) for o in pending.options]
    return {"state": match.game.words.write(match.state), "waits": waits, "length": match.length}


@dataclass(slots=True)
class Tapped:
    """A keeper that says what it is given, and again when that is on the disk."""

    keeper: Keeper
    tells: Tells

    def keep(self, effect: OpenMatch | Commit | CloseMatch) -> None:
        self.tells(given(effect))
        self.keeper.keep(effect)
        self.tells({"done": True})


def given(effect: OpenMatch | Commit | CloseMatch) -> dict[str, Any]:
    """What the journal is about to be told."""
    match effect:
        case OpenMatch(game=game, seats=seats, seed=seed, box=box):
            return {"open": [game, seats, seed, box]}
        case Commit(lines=lines):
            return {"lines": [spell(line) for line in lines]}
        case CloseMatch():
            return {"close": True}


def live(files: Files, journal: Path, seed: str, line: int) -> None:
    """Until somebody kills it; told through *line*, a pipe's file number."""

    def tells(said: dict[str, Any]) -> None:
        os.write(line, json.dumps(said).encode() + b"\n")

    def at_first(table: Assembly) -> None:
        host = table.core.table.evening.host
        tells({"here": None if host is None else standing(host.ledger.match)})
        table.core._keeper = Tapped(table.core._keeper, tells)  # type: ignore[assignment]

    async def company(table: Assembly) -> None:
        luck = random.Random(seed)
        tells({"playable": table.core.scene is not None})
        while True:
            await asyncio.sleep(BREATH_S)
            scene = table.core.scene
            asked = [s for s in scene.seats if s.menu] if scene is not None else []
            if asked:
                one = luck.choice(asked)
                option = luck.randrange(len(one.menu))
                await table.feed.command(one.seat, "player", f"choose {option} {table.core.state}")

    few = files.box.game.seats.start
    luck = random.Random(seed)
    wanted = Wanted(
        files,
        port=0,
        journal=journal,
        seed=lambda: f"{seed}/{luck.random()}",
        world_seed=7,
        fixed=tuple(range(max(few, 3))),
        company=company,
        at_first=at_first,
    )
    asyncio.run(serve(wanted, ready=lambda said: None))


def scout(files: Files, line: int) -> None:
    """Begin a table of its own, and tell what was loaded for it."""

    async def company(table: Assembly) -> None:
        await asyncio.sleep(0.3)
        ours = [name for name, one in sys.modules.items() if getattr(one, "__spec__", None)]
        os.write(line, " ".join(name for name in ours if not name.startswith("_")).encode())
        os._exit(0)

    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "scout.journal"
        wanted = Wanted(files, port=0, journal=journal, fixed=(0, 1, 2), company=company)
        asyncio.run(serve(wanted, ready=lambda said: None))
