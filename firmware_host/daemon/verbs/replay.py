"""``./table replay``: tell a journal's match again."""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from firmware_host.daemon import places
from firmware_host.daemon.upkeep import rerun
from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import BoxFaults, Game, Illegal, Over, Setup, seen
from firmware_host.session import salvage
from firmware_host.session.journal import JournalError, located, look
from firmware_host.session.match import Diverged, Match, telling
from firmware_host.session.record import Kept
from firmware_host.session.tale import Seated, Told, Undone, sentence


class Untellable(Exception):
    """A match that cannot be told again at all, and why."""


def main(arguments: list[str]) -> int:
    """Tell the match; 1 where it cannot be told to its end."""
    asked = _parser().parse_args(arguments)
    if asked.journal is not None and rerun.is_bundle(asked.journal):
        return rerun.main(asked.journal, as_json=asked.json)
    try:
        asked.journal = located(asked.journal or places.state_folder())
        kept = look(asked.journal, asked.match)
        if kept is None:
            which = "no match" if asked.match is None else f"no match {asked.match}"
            print(f"{asked.journal}: there is {which} in it", file=sys.stderr)
            return 1
        return _replayed(kept, asked)
    except (JournalError, Untellable) as wrong:
        where = f"{asked.journal}: " if isinstance(wrong, Untellable) else ""
        print(f"{where}{wrong}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./table replay",
        description="Tell a match of a journal again, by the rules as they are now: what was "
        "answered and what it brought about, how the match stands at the end, and the ranking. "
        "The journal is only read; it may be in use. Hands that the program has dealt are "
        "shown once the match has ended. A bundle that a failure has left (docs/crashes.md) is "
        "told again through the whole virtual table, up to the same failure.",
        epilog="Exit status 1: the rules do not allow what the journal tells (the first such line "
        "is named), the journal is damaged (what stands before is told), or there is none; of a "
        "bundle: it does not fail here as it did there.",
    )
    parser.add_argument(
        "journal",
        type=Path,
        nargs="?",
        metavar="JOURNAL",
        help="a file, or its folder, or a bundle; where it is left out: this table's",
    )
    parser.add_argument("--match", type=int, metavar="N", help="which; the latest")
    parser.add_argument("--upto", type=int, metavar="LINE", help="stop after this line")
    parser.add_argument(
        "--hands", action="store_true", help="hands too, while it is still played: for staff alone"
    )
    parser.add_argument("--json", action="store_true", help="one JSON line for each line")
    return parser


def _replayed(kept: Kept, asked: argparse.Namespace) -> int:
    tale = kept.tale if asked.upto is None else kept.tale[: max(0, asked.upto)]
    match = _begun(kept)
    quiet = kept.ended is None and not asked.hands and _has_secrets(match)
    _say(asked.json, _headline(kept, quiet))
    status = 0
    try:
        for line, (told, after) in enumerate(telling(match, tale), 1):
            match = after
            _say(asked.json, _line(line, told, match, quiet))
    except Diverged as why:
        print(f"{asked.journal}: match {kept.id}: {why}", file=sys.stderr)
        status = 1
    _say(asked.json, _standing(match, quiet))
    if kept.damage is not None:
        print(f"{asked.journal}: {kept.damage}", file=sys.stderr)
        status = 1
    elif salvage.cut_off(asked.journal):
        says = f"it is cut off within the record after line {len(kept.lines)}"
        print(f"{asked.journal}: match {kept.id}: {says}", file=sys.stderr)
        status = 1
    return status


def _begun(kept: Kept) -> Match[Any, Any]:
    """The match as it was before its first line.

    :raises Untellable: its game or box is not what the rules know.
    """
    where = f"match {kept.id}"
    if kept.damage is not None and kept.damage.line == 0:
        raise Untellable(f"{where}: its record is damaged ({kept.damage.says})")
    game: Game[Any, Any] | None = GAMES.get(kept.game)
    if game is None:
        raise Untellable(f"{where}: {kept.game!r} is no game of this table")
    try:
        box = game.box(tomllib.loads(kept.box))
        return Match.begin(game, Setup(kept.seats, box), kept.seed)
    except (tomllib.TOMLDecodeError, BoxFaults, Illegal) as why:
        raise Untellable(f"{where}: the rules do not take its box: {why}") from why


Said = dict[str, object]


def _has_secrets(match: Match[Any, Any]) -> bool:
    """Does a seat know of this match what others must not?"""
    return match.game.public(match.state, None) is not match.state


def _headline(kept: Kept, quiet: bool) -> Said:
    """What was begun; *quiet* without its luck, from which hands can be worked out."""
    now = GAMES[kept.game].version
    head: Said = {
        "match": kept.id,
        "game": kept.game,
        "version": kept.version,
        "seats": kept.seats,
        "seed": None if quiet else kept.seed,
        "opened": kept.opened,
        "lines": len(kept.lines),
        "ended": kept.ended,
    }
    return head if kept.version == now else head | {"version_now": now}


def _line(line: int, told: Told, match: Match[Any, Any], quiet: bool) -> Said:
    """A line; *quiet* as everybody may hear it."""
    events = () if isinstance(told, Undone | Seated) else match.events
    words = sentence(told, match.game.heard if quiet else None)
    return {"line": line, "at_ms": told.at_ms, "words": words, "events": [*map(str, events)]}


def _standing(match: Match[Any, Any], quiet: bool) -> Said:
    """How it stands at the end; *quiet* what everybody may know of it."""
    here = seen(match.game, match.position, None) if quiet else match.position
    pending = here.pending
    state: Said = {"state": match.game.words.write(here.state)}
    if not isinstance(pending, Over):
        return state | {"waits_for": [str(option) for option in pending.options]}
    ranking = [[str(seat) for seat in rank] for rank in pending.ranking]
    winners = [str(seat) for seat in pending.winners]
    return state | {"over": pending.reason, "winners": winners, "ranking": ranking}


def _say(as_json: bool, said: Said) -> None:
    if as_json:
        print(json.dumps(said))
        return
    for line in _plain(said):
        print(line)


def _plain(said: Said) -> Iterator[str]:
    match said:
        case {"line": line, "at_ms": int(at_ms), "words": words, "events": list(events)}:
            yield f"{line:>5} {at_ms / 1000:>9.3f} s  {words}"
            yield from (f"{'':>20}{event}" for event in events)
        case {"state": dict(state)}:
            yield ""
            yield from (f"{key}: {value}".rstrip() for key, value in state.items())
            yield from _end(said)
        case _:
            yield ", ".join(f"{key} {value}" for key, value in said.items() if value is not None)


def _end(said: Said) -> Iterator[str]:
    options, ranking, winners = said.get("waits_for"), said.get("ranking"), said.get("winners")
    if isinstance(options, list):
        yield "waits for: " + " | ".join(options)
    if isinstance(ranking, list) and isinstance(winners, list):
        yield f"over: {said['over']}"
        yield "winners: " + (" ".join(winners) or "nobody")
        yield from (f"  {n}. " + " ".join(seats) for n, seats in enumerate(ranking, 1))
