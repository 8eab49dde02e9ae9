"""``./table dice bench``: the reader, scored on labelled pictures."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware_host.daemon.errors import FAILED

from . import pips, symbols
from .shipped import add_profile, chosen_reader

if TYPE_CHECKING:
    from firmware_host.vision.score import Score


def add(acts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The options of ``dice bench``."""
    parser = acts.add_parser("bench", help="score the reader on labelled pictures")
    parser.set_defaults(run=run)
    parser.add_argument(
        "folder", type=Path, metavar="DIR", help="with labels.json or labels.csv in it"
    )
    add_profile(parser)
    parser.add_argument("--json", action="store_true", help="the figures as one JSON value")
    parser.add_argument(
        "--corrections", type=Path, metavar="CSV", help="file,values: believed before labels.csv"
    )
    parser.add_argument(
        "--symbols", action="store_true", help="labels.csv: its symbol dice, not its pip dice"
    )
    parser.add_argument(
        "--shots",
        type=Path,
        metavar="CSV",
        help="file,symbol,x,y: dice to teach from; each photograph is read by what others teach",
    )


def run(options: argparse.Namespace) -> int:
    """Score the folder."""
    if options.symbols or options.shots:
        return symbols.bench(options)
    if pips.wanted(options):
        return pips.bench(options)
    import cv2

    from firmware_host.vision import labels, pictures
    from firmware_host.vision.reading import read
    from firmware_host.vision.score import Score, score

    cv2.setNumThreads(1)  # as in the camera's process
    reader = chosen_reader(options)
    if not options.folder.is_dir():
        says = "a file" if options.folder.exists() else "there is no such folder"
        raise labels.BadLabels(f"{options.folder}: {says}; name a folder of labelled pictures")
    if not (options.folder / "labels.json").exists():
        raise labels.BadLabels(
            f"{options.folder}: neither a labels.csv (file,values: pip dice) "
            "nor a labels.json (symbol dice) in it"
        )
    known = labels.read(options.folder)
    total, took_ms = Score(), []
    for entry in known.pictures:
        picture = pictures.read(entry.file)
        begun = time.process_time()
        reading = read(reader, picture)
        took_ms.append((time.process_time() - begun) * 1000)
        one, lines = score(entry, reading)
        total += one
        for line in () if options.json else lines:
            print(line)
    took_ms.sort()
    figures = _figures(total, took_ms)
    if options.json:
        print(json.dumps(figures))
    else:
        print("\n".join(f"{name.replace('_', ' '):<16} {value}" for name, value in figures.items()))
    return FAILED if total.wrong or total.unnoticed else 0


def _figures(total: Score, took_ms: list[float]) -> dict[str, Any]:
    names = "pictures dice found wrong asked missed unnoticed extra blind outside outside_wrong"
    figures: dict[str, Any] = {name: getattr(total, name) for name in names.split()}
    figures["asked_percent"] = round(100 * total.asked / max(total.dice, 1), 2)
    middle = took_ms[len(took_ms) // 2] if took_ms else 0.0
    figures["cpu_ms_median"] = round(middle, 1)
    figures["cpu_ms_p95"] = round(took_ms[int(len(took_ms) * 0.95)], 1) if took_ms else 0.0
    return figures
