"""``./table dice teach``: a profile from labelled pictures."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host.daemon.places import config_folder

from .shipped import SHIPPED

if TYPE_CHECKING:
    from firmware_host.vision.teach import Taught


def add(acts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The options of ``dice teach``."""
    parser = acts.add_parser("teach", help="make a profile from labelled pictures")
    parser.set_defaults(run=run)
    parser.add_argument("--from", dest="source", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--out", type=Path, metavar="PROFILE", help="default: the shipped profile")


def run(options: argparse.Namespace) -> int:
    """Teach and save."""
    from firmware_host.vision import labels, save
    from firmware_host.vision.teach import save_shots, teach

    out = options.out or config_folder() / "dice" / SHIPPED
    known = labels.read(options.source)
    total = len(known.pictures)

    def told(done: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done} of {total} pictures", end="", file=sys.stderr, flush=True)

    taught = teach(known, out.name, told)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    save(taught.profile, out)
    save_shots(taught, out / "shots")
    print(_taught(out, taught))
    return 0


def _taught(out: Path, taught: Taught) -> str:
    profile = taught.profile
    faces = sorted({s.colour + s.symbol for s in taught.shots})
    text = (
        f"{out}: {len(taught.shots)} shots of {len(faces)} faces ({' '.join(faces)}) "
        f"at {profile.width} x {profile.height}"
    )
    if taught.unseen:
        text += f"\nnot all dice were found in {', '.join(taught.unseen)}: left out"
    return text
