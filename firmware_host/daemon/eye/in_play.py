"""What a session with the camera would disturb: a match whose dice are on the table."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import BoxFaults, Illegal, Over, Setup, Source
from firmware_host.session.journal import JournalError, look
from firmware_host.session.match import Diverged, Match, retell
from firmware_host.session.record import Kept
from firmware_host.table.catalog import DRESSINGS

AFTER = "Meanwhile the buttons answer for the camera"
BACK = (
    "Afterwards lay the dice as the table shows them, and the match goes on where it stood: "
    "nothing is lost"
)


def disturbed(match: Match[Any, Any] | None) -> str:
    """How *match* stands with the dice, in words; nothing: no match is on."""
    if match is None or isinstance(match.pending, Over):
        return ""
    dressing = DRESSINGS.get(match.game.name)  # a game may be played without a table yet
    lying = dressing.view.lying(match.state).total() if dressing is not None else 0
    waits = " and waits for the camera" if match.pending.source is Source.TABLE else ""
    where = f", {lying} of its dice in the crater" if lying else ", its dice on the table"
    return f"A match is being played{waits}{where}"


def of_folder(folder: Path) -> tuple[str, ...]:
    """The same of every journal in *folder* whose latest match has not ended."""
    found = []
    for file in sorted(folder.glob("*.journal")):
        try:
            kept = look(file)
        except JournalError:
            continue  # whatever it is, nobody plays by it
        if kept is None or kept.ended is not None:
            continue
        if says := disturbed(_retold(kept)):
            found.append(f"{says} ({file}){_by(file)}")
    return tuple(found)


def over(kept: Kept) -> Over | None:
    """How a match ended that is open in the journal, while only its result stands; else None."""
    match = _retold(kept)
    return match.pending if match is not None and isinstance(match.pending, Over) else None


def _retold(kept: Kept) -> Match[Any, Any] | None:
    """The match as it stands; None where these rules cannot tell it."""
    game = GAMES.get(kept.game)
    if game is None:
        return None
    try:
        box = game.box(tomllib.loads(kept.box))
        return retell(Match.begin(game, Setup(kept.seats, box), kept.seed), kept.tale)
    except (tomllib.TOMLDecodeError, BoxFaults, Illegal, Diverged):
        return None


def _by(file: Path) -> str:
    """Which process plays it, if one does: its page lets the camera go by itself."""
    try:
        process = int(file.with_name(f"{file.name}.lock").read_text())
        os.kill(process, 0)
    except PermissionError:  # another user's, and it runs
        return _running(process)
    except (OSError, ValueError):
        return ""
    return _running(process)


def _running(process: int) -> str:
    return (
        f"; process {process} plays it. Better begin the session on its page, under Put right: "
        "there the game lets the camera go, and takes no die that is moved for a player's"
    )
