"""``./table dice read|calibrate|teach|bench``: the dice reader by itself."""

from __future__ import annotations

import argparse
import sys

from firmware_host.daemon.errors import FAILED
from hw.ports import DeviceLost

from . import bench, calibrate, read, teach


def main(arguments: list[str]) -> int:
    """Read, teach or measure; 0 if all went well, 1 if a picture or a profile is bad."""
    options = _parser().parse_args(arguments)
    from firmware_host.daemon.wiring import NoCamera
    from firmware_host.vision import BadProfile, WrongEmbedding
    from firmware_host.vision.labels import BadLabels
    from firmware_host.vision.pictures import BadPicture
    from firmware_host.vision.teach import CannotTeach
    from firmware_host.vision.teaching.desk import BadSession

    try:
        status: int = options.run(options)
    except (
        BadProfile,
        WrongEmbedding,
        BadLabels,
        BadPicture,
        CannotTeach,
        BadSession,
        NoCamera,
    ) as wrong:
        print(wrong, file=sys.stderr)
    except DeviceLost as lost:
        print(lost, file=sys.stderr)
    except OSError as wrong:
        print(f"{wrong.filename}: {wrong.strerror}", file=sys.stderr)
    else:
        return status
    return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./table dice",
        description="The dice reader by itself; docs/dice.md tells how it sees and is taught.",
        epilog="Exit status: 0 done, 1 a picture, profile or label is bad, 64 wrong usage.",
    )
    acts = parser.add_subparsers(dest="act", required=True, metavar="ACT")
    for act in (read, calibrate, teach, bench):
        act.add(acts)
    return parser
