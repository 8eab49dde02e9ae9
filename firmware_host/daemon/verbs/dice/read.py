"""``./table dice read``: what lies in pictures of the crater."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware_host.daemon.errors import BAD_INPUT, plain

from . import pips
from .drawings import Drawings
from .shipped import add_profile, chosen_reader
from .sources import add_source, complain, sources

PIPS_SIZE = (1280, 960)
"""Of a camera's pictures in which pip dice are read: no profile says which."""

if TYPE_CHECKING:
    from firmware_host.vision.reading import Reading


def add(acts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The options of ``dice read``."""
    parser = acts.add_parser("read", help="print what lies in pictures of the crater")
    parser.set_defaults(run=run)
    add_source(parser)
    add_profile(parser)
    parser.add_argument("--annotate", type=Path, metavar="DIR", help="write marked pictures there")
    parser.add_argument("--json", action="store_true", help="one JSON line a picture")


def run(options: argparse.Namespace) -> int:
    """Read the files."""
    if pips.wanted(options):
        return pips.read(options, sources(options, PIPS_SIZE))
    from firmware_host.vision.ailments import says
    from firmware_host.vision.annotate import annotated
    from firmware_host.vision.reading import read

    reader = chosen_reader(options)
    failed, drawings = False, Drawings(options.annotate, options.files)
    for source in sources(options, (reader.profile.width, reader.profile.height)):
        file = source.file
        try:
            picture = source.picture()
            reading = read(reader, picture)
        except ValueError as wrong:  # of this picture: it cannot be read, or has the wrong size
            complain(file, str(wrong))
            failed = True
            continue
        if reading.trouble:
            complain(file, says(reading.trouble))
            failed = True
        print(json.dumps(_as_json(file, reading)) if options.json else _readable(file, reading))
        if drawings:
            drawings.write(file, annotated(picture, reading))
    return BAD_INPUT if failed else 0


def _state(reading: Reading) -> str:
    if reading.trouble:
        return "blind"
    if reading.hands.deg:
        return "hand"
    return "dice" if reading.dice else "empty"


def _as_json(file: Path, reading: Reading) -> dict[str, Any]:
    return {
        "file": str(file),
        "state": _state(reading),
        "trouble": reading.trouble,
        "outside": reading.outside,
        "hands_deg": list(reading.hands.deg),
        "dice": [
            {
                "face": d.colour + d.symbol,
                "colour": d.colour,
                "symbol": d.symbol,
                "sure": d.sure,
                "why": d.why,
                "confidence": d.guesses[0].confidence,
                **({"body": d.body} if d.body else {}),
                "guesses": {g.symbol: g.confidence for g in d.guesses},
                "x_mm": round(d.x_mm, 1),
                "y_mm": round(d.y_mm, 1),
                "angle_deg": round(d.angle_deg, 1),
            }
            for d in reading.dice
        ],
    }


def _readable(file: Path, reading: Reading) -> str:
    dice = reading.dice
    unsure = sum(not d.sure for d in dice)
    head = f"{plain(str(file))}: {_state(reading)}, {len(dice)} dice"
    head += f", {unsure} unsure" if unsure else ""
    head += f", {reading.outside} outside" if reading.outside else ""
    lines = [head]
    for die in dice:
        best = die.guesses[0]
        doubt, body = "", f", {die.body}" * bool(die.body)
        if die.why:
            others = " or ".join(die.colour + g.symbol for g in die.guesses[:2])
            doubt = f"  ? {die.why}: {others}"
        lines.append(
            f"  {die.colour}{best.symbol}  {best.confidence:4.0%}  at {die.x_mm:6.1f},"
            f"{die.y_mm:6.1f} mm, turned {die.angle_deg:4.1f} deg{body}{doubt}"
        )
    return "\n".join(lines)
