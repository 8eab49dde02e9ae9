"""``./table dice teach``: a profile from labelled pictures, or by showing dice to a camera."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host.daemon.errors import USAGE
from firmware_host.daemon.places import config_folder

from . import guided
from .guided import EMPTY
from .shipped import SHIPPED

if TYPE_CHECKING:
    from firmware_host.vision.teach import Taught


def add(acts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The options of ``dice teach``."""
    parser = acts.add_parser(
        "teach",
        help="teach dice: show them to a camera, or give labelled pictures",
        description="With --camera: show each face some times and put right what it is taken "
        "for. With --from: learn a folder of pictures with a labels.json. Nothing of the profile "
        "before is lost until it is done.",
    )
    parser.set_defaults(run=run)
    parser.add_argument(
        "--from", dest="source", type=Path, metavar="FOLDER", help="labelled pictures"
    )
    guided.add_session(parser)
    parser.add_argument(
        "--faces",
        nargs="+",
        default=[],
        metavar="FACE",
        help="all faces of the dice, such as Yb Yt Rb; default: whatever is shown",
    )


def run(options: argparse.Namespace) -> int:
    """Teach and save."""
    if options.source and options.camera:
        print("dice teach: --from FOLDER or --camera PORT, not both", file=sys.stderr)
        return USAGE
    if options.source:
        return _from_folder(options)
    if not options.camera:
        print("dice teach: from what? Write --camera PORT, or --from FOLDER", file=sys.stderr)
        return USAGE
    from firmware_host.vision.profile import BadProfile, Profile
    from firmware_host.vision.teaching.desk import TEACH, Plan
    from firmware_host.vision.teaching.dice import FACE

    for face in options.faces:
        if not FACE.fullmatch(face):
            print(
                f"dice teach: {face!r} is no face; write the colour's letter and the symbol: Yb",
                file=sys.stderr,
            )
            return USAGE
    folder, base = guided.base_of(options)
    if not isinstance(base, Profile):
        raise BadProfile(
            f"{folder}: it is for ordinary pip dice, which need no teaching: ./table dice "
            "calibrate is enough"
        )
    name = options.out.name if options.out else folder.name
    plan = Plan(name, TEACH, tuple(sorted(set(options.faces))))
    return guided.run_session(options, folder, base, plan)


def _from_folder(options: argparse.Namespace) -> int:
    from firmware_host.daemon.eye import profile_keeping
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

    def write(folder: Path) -> None:
        save(taught.profile, folder)
        save_shots(taught, folder / "shots")
        if (out / EMPTY).is_file():
            shutil.copy(out / EMPTY, folder)

    profile_keeping.replace(out, write)
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
