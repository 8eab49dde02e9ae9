"""``./table dice loose``: symbol dice on any ground, taught from a photograph of each symbol."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from firmware_host.vision.loose.reader import LooseDie


def add(acts: Any) -> None:
    """The act's arguments."""
    act = acts.add_parser(
        "loose",
        help="read symbol dice anywhere, taught from a photograph of each symbol",
        description="Reads symbol dice of any shape that lie apart from each other on an even "
        "ground, seen from above. It is taught each time anew, from one photograph of one die for "
        "each symbol, or several. A die with no symbol to be seen is asked about.",
    )
    act.add_argument("files", nargs="+", type=Path, metavar="FILE", help="JPEG or PNG, to be read")
    act.add_argument(
        "--teach",
        nargs="+",
        required=True,
        type=_shot,
        metavar="SYMBOL=FILE",
        help="a photograph of one die that shows SYMBOL",
    )
    act.add_argument("--json", action="store_true", help="one JSON line a picture")
    act.set_defaults(run=run)


def _shot(text: str) -> tuple[str, Path]:
    name, told, file = text.partition("=")
    if not (name and told and file):
        raise argparse.ArgumentTypeError(f"{text!r}: write SYMBOL=FILE, as in threat=a.jpg")
    return name, Path(file)


def run(options: argparse.Namespace) -> int:
    """Teach, read, print."""
    from firmware_host.vision import pictures
    from firmware_host.vision.loose.reader import LooseReader

    reader = LooseReader()
    known = reader.teach((name, pictures.read(file)) for name, file in options.teach)
    for file in options.files:
        dice = reader.read(pictures.read(file), known)
        if options.json:
            print(json.dumps({"file": str(file), "dice": [_plain(d) for d in dice]}))
        else:
            print("\n".join([f"{file}: {len(dice)} dice", *map(_line, dice)]))
    return 0


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
