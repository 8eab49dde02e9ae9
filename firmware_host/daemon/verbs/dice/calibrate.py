"""``./table dice calibrate``: camera, tray and die of a table, measured step by step."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from firmware_host.daemon.errors import USAGE

from . import guided

if TYPE_CHECKING:
    from firmware_host.vision.plane import Tray


def add(acts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The options of ``dice calibrate``."""
    parser = acts.add_parser(
        "calibrate",
        help="measure camera and crater, step by step",
        description="Holds the camera's automatics, learns the empty crater and its wall, and "
        "measures a die. Symbols and colours stay as the profile has them; for ordinary pip dice "
        "(--profile lost_island) some throws are read at the end.",
    )
    parser.set_defaults(run=run)
    guided.add_session(parser)
    parser.add_argument("--size", type=_size, metavar="WxH", help="of the camera's pictures")
    parser.add_argument(
        "--marks",
        type=_size,
        metavar="WxH",
        help="millimetres between the marks' middles, across and down, as you measure them",
    )
    parser.add_argument("--die", type=float, metavar="MM", help="a die's edge, as you measure it")


def run(options: argparse.Namespace) -> int:
    """Calibrate."""
    from firmware_host.vision.bounds import check_tray
    from firmware_host.vision.pips.profile import PipTable
    from firmware_host.vision.teaching.desk import CALIBRATE, CALIBRATE_PIPS, Plan

    if not options.camera:
        says = "dice calibrate: which camera? Write --camera /dev/video0, picamera or folder:PATH"
        print(says, file=sys.stderr)
        return USAGE
    folder, base = guided.base_of(options)
    if options.size:
        base = replace(base, width=options.size[0], height=options.size[1])
    base = replace(base, camera="", held={}, tray=_tray(base.tray, options))
    try:
        check_tray(base.tray)
    except ValueError as wrong:
        print(f"dice calibrate: {wrong}; measure marks and die in millimetres", file=sys.stderr)
        return USAGE
    name = options.out.name if options.out else folder.name
    steps = CALIBRATE_PIPS if isinstance(base, PipTable) else CALIBRATE
    return guided.run_session(options, folder, base, Plan(name, steps))


def _tray(tray: Tray, options: argparse.Namespace) -> Tray:
    """The tray as somebody measured it."""
    if options.die:
        tray = replace(tray, die_mm=options.die)
    if not options.marks:
        return tray
    across, down = options.marks
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    marks = tuple(
        replace(m, x_mm=x * across / 2, y_mm=y * down / 2)
        for m, (x, y) in zip(tray.marks, corners, strict=True)
    )
    return replace(tray, marks=marks)


def _size(text: str) -> tuple[int, int]:
    across, _, down = text.partition("x")
    if across.isdecimal() and down.isdecimal() and int(across) > 0 and int(down) > 0:
        return int(across), int(down)
    raise argparse.ArgumentTypeError(f"{text!r} is no size; write it as 1296x972")
