"""``./table dice loose``: symbol dice on any ground, taught from a photograph of each symbol."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware_host.daemon.errors import BAD_INPUT

from .sources import complain

if TYPE_CHECKING:
    from firmware_host.vision.loose.reader import LooseDie


def add(acts: Any) -> None:
    """The act's arguments."""
    act = acts.add_parser(
        "loose",
        help="read symbol dice anywhere, taught from a photograph of each symbol",
        description="Reads symbol dice of any shape that lie on an even ground, seen from above or "
        "a little aslant. It is taught each time anew, from a photograph of a die for each symbol, "
        "or several. Teach a blank face as well: else a die with nothing on it is asked about.",
    )
    act.add_argument("files", nargs="+", type=Path, metavar="FILE", help="JPEG or PNG, to be read")
    act.add_argument(
        "--teach",
        nargs="+",
        required=True,
        type=_shot,
        metavar="SYMBOL=FILE[@X,Y]",
        help="a photograph of a die that shows SYMBOL; with others in it, say where it lies, in "
        "pixels",
    )
    act.add_argument("--json", action="store_true", help="one JSON line a picture")
    act.set_defaults(run=run)


Asked = tuple[str, Path, tuple[float, float] | None]


def _shot(text: str) -> Asked:
    name, told, rest = text.partition("=")
    file, at, place = rest.rpartition("@")
    parts = place.split(",")
    if at and len(parts) == 2 and all(p.strip().isdigit() for p in parts):
        where: tuple[float, float] | None = (float(parts[0]), float(parts[1]))
    else:
        file, where = rest, None
    if not (name and told and file):
        raise argparse.ArgumentTypeError(
            f"{text!r}: write SYMBOL=FILE, as in threat=a.jpg, or SYMBOL=FILE@X,Y"
        )
    return name, Path(file), where


def run(options: argparse.Namespace) -> int:
    """Teach, read, print."""
    from firmware_host.vision import pictures
    from firmware_host.vision.ailments import says
    from firmware_host.vision.loose.reader import LooseReader, Shot
    from firmware_host.vision.reading import exposure

    reader, status = LooseReader(), 0
    known = reader.teach(
        Shot(name, pictures.read(file), where, str(file)) for name, file, where in options.teach
    )
    for file in options.files:
        try:
            picture = pictures.read(file)
        except ValueError as wrong:  # of this one; the others are read
            complain(file, str(wrong))
            status = BAD_INPUT
            continue
        dice = reader.read(picture, known)
        trouble = "" if dice else exposure(picture)
        if trouble:
            print(f"{file}: {says(trouble)}", file=sys.stderr)
            status = BAD_INPUT
        if options.json:
            print(json.dumps({"file": str(file), "dice": [_plain(d) for d in dice]}))
        elif not trouble:
            print("\n".join([f"{file}: {len(dice)} dice", *map(_line, dice)]))
    return status


def _plain(die: LooseDie) -> dict[str, Any]:
    return {
        "symbol": die.symbol,
        "sure": die.sure,
        "why": die.why,
        "guesses": {g.symbol: g.confidence for g in die.guesses},
        "x_px": round(die.x_px, 1),
        "y_px": round(die.y_px, 1),
        "side_px": round(die.side_px, 1),
    }


def _line(die: LooseDie) -> str:
    place = f"at {die.x_px:.0f},{die.y_px:.0f} px"
    if die.sure:
        return f"  {die.symbol}  {place}"
    best = " or ".join(g.symbol for g in die.guesses[:2])
    return f"  ? {die.why}{': ' * bool(best)}{best}  {place}"
