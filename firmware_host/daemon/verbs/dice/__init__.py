"""``./table dice read|calibrate|teach|bench|fair|loose``: the dice reader by itself."""

from __future__ import annotations

import argparse
import sys

from firmware_host.daemon.errors import BAD_INPUT, EXIT, plain, plain_lines

from . import bench, calibrate, fair, guided, loose, read, teach


def main(arguments: list[str]) -> int:
    """Do what was asked; 2 if what was given cannot be used, 78 if a profile cannot."""
    options = _parser().parse_args(arguments)
    from firmware_host.vision import BadProfile, WrongEmbedding

    try:
        status: int = options.run(options)
    except (BadProfile, WrongEmbedding) as wrong:
        print(plain_lines(str(wrong)), file=sys.stderr)
        return EXIT
    except BrokenPipeError:  # nothing that was given is wrong: whoever read this has seen enough
        raise
    except _bad_input() as wrong:
        if isinstance(wrong, OSError) and wrong.strerror is not None:
            where = f"{wrong.filename}: " if wrong.filename else ""
            print(plain(f"{where}{wrong.strerror}"), file=sys.stderr)
        else:
            print(plain_lines(str(wrong)), file=sys.stderr)
        return BAD_INPUT
    return status


def _bad_input() -> tuple[type[Exception], ...]:
    """What is the fault of whatever was given."""
    from firmware_host.daemon.wiring import NoCamera
    from firmware_host.session.journal import JournalError
    from firmware_host.vision.labels import BadLabels
    from firmware_host.vision.pictures import BadPicture
    from firmware_host.vision.teach import CannotTeach
    from firmware_host.vision.teaching.desk import BadSession

    of_sessions = BadSession, guided.BrokenOff
    return BadLabels, BadPicture, CannotTeach, *of_sessions, NoCamera, JournalError, OSError


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./table dice",
        description="The dice reader by itself; docs/dice.md tells how it sees and is taught.",
        epilog="Exit status: 0 done, 1 something was found wrong (a session was left, dice were "
        "read wrongly, dice are hard to believe), 2 a picture, camera, label or journal cannot be "
        "used, 64 wrong usage, 78 a profile cannot be used.",
    )
    acts = parser.add_subparsers(dest="act", required=True, metavar="ACT")
    for act in (read, calibrate, teach, bench, fair, loose):
        act.add(acts)
    return parser
