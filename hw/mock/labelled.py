"""Labelled pictures of the virtual crater: what a dice reader is taught from and measured on.

``python -m hw.mock.labelled FOLDER --seed 5 --count 200 [--wild]`` writes ``0000.png`` ... and
``labels.json``::

    {
      "format": 1,
      "tray": {                      # the same for every picture; mm from the tray's middle
        "die_mm": 16.0,              # a die's edge
        "floor_radius_mm": 105.0,    # a die's middle is well inside this
        "rim_radius_mm": 121.0,      # the rim's outer edge
        "mark_radius_mm": 5.0,
        "marks": [                   # clockwise as seen; all at the height of the dice's top faces
          {"x_mm": -80.3, "y_mm": -80.3, "odd": true},   # white disc, dark ring on it
          {"x_mm": 80.3, "y_mm": -80.3, "odd": false}    # white disc, dark dot in its middle; ...
        ]
      },
      "pictures": [
        {
          "file": "0000.png",
          "marks_px": [[231.4, 93.0], ...],   # where the marks' middles are, in the same order
          "state": "settled",                 # or empty, hand, moving
          "dice": [
            {"colour": "Y", "symbol": "b", "x_mm": -20.1, "y_mm": 3.5,
             "angle_deg": 31.0,               # of its edges, 0 <= angle < 90, clockwise as seen
             "lies": "flat",                  # or leaning, on another, outside
             "glare": false}                  # a reflex lies somewhere on its top
          ]
        }
      ]
    }

x goes to the right and y downwards as seen in the picture; the camera is upright but for a few
degrees. Positions are those of a die's middle, which is that of its top face if it lies flat.
In ``moving`` pictures the dice are where they will come to rest; teach from ``settled`` ones.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2

from . import throwing
from .crater import Crater
from .look import Look, wild
from .paint import cubes, moments, pips, scenery
from .paint.makers import OF_SYMBOLS
from .paint.optics import Array
from .world import MS, Odds, World, fresh

FACES = {"Y": "bbfftl", "R": "ttllbf", "B": "ffbbtl"}
START_NS = 1_000 * MS


@dataclass(frozen=True, slots=True)
class Sample:
    """One labelled picture."""

    picture: Array  #: (height, width, 3) uint8
    label: dict[str, Any]  #: as in ``pictures``, but for ``file``


def tray() -> dict[str, Any]:
    """The ``tray`` block."""
    return {
        "die_mm": cubes.EDGE_MM,
        "floor_radius_mm": scenery.FLOOR_MM,
        "rim_radius_mm": scenery.RIM_MM[1],
        "mark_radius_mm": scenery.MARK_RADIUS_MM,
        "marks": [
            {"x_mm": round(m.x_mm, 3), "y_mm": round(m.y_mm, 3), "odd": m.odd}
            for m in scenery.marks()
        ],
    }


def _label(crater: Crater, world: World, at_ns: int, state: str) -> dict[str, Any]:
    marks = [(m.x_mm, m.y_mm, scenery.HIGH_MM) for m in scenery.marks()]
    pixels = crater.optics.project(marks)
    dice = []
    for shown in moments.shown(world, at_ns + 10_000 * MS):
        rest = shown.rest
        inside = rest.x_mm**2 + rest.y_mm**2 < scenery.FLOOR_MM**2
        lies = "outside" if not inside else "leaning" if rest.lean_deg else "flat"
        lies = "on another" if rest.on_mm else lies
        dice.append(
            {
                "colour": shown.body.colour,
                "symbol": shown.body.faces[rest.up],
                "x_mm": rest.x_mm,
                "y_mm": rest.y_mm,
                "angle_deg": round(rest.spin_deg % 90.0, 3) % 90.0,
                "lies": lies,
                "glare": shown.body.glare is not None,
            }
        )
    where = [[round(float(x), 2), round(float(y), 2)] for x, y in pixels]
    return {"marks_px": where, "state": state, "dice": dice}


def sample(
    seed: int,
    look: Look,
    odds: Odds,
    state: str = "",
    size: int = 720,
    stacked: float = 0.0,
    pip_dice: bool = False,
) -> Sample:
    """One picture of a table of its own: 1 to 15 dice, one in twenty empty.

    *state* forces ``settled``, ``hand`` or ``moving``; *size* is the picture's height in pixels;
    *stacked* is the chance that one die lies on another. *pip_dice*: ordinary ones, of some
    maker's make and colours.
    """
    luck = random.Random(f"sample {seed}")
    state = state or ("empty" if luck.random() < 0.05 else "settled")
    jpeg = look.jpeg if look.jpeg <= 0 else luck.randint(look.jpeg, 95)
    faces, look = _pip_dice(seed, look) if pip_dice else (FACES, look)
    world = fresh(seed, faces, 15 // len(faces), odds, replace(look, jpeg=jpeg))
    count = 0 if state == "empty" else luck.randint(1, len(world.dice))
    world = replace(world, dice=tuple(luck.sample(world.dice, count)))
    world = throwing.thrown(world, 0, luck.uniform(0.0, 360.0), START_NS)
    if luck.random() < stacked:
        world = _heaped(world, luck)
    at_ns = START_NS + 5_000 * MS
    label_at = at_ns
    if state == "moving":
        at_ns = START_NS + luck.randrange(100, 800) * MS
    crater = Crater(world, size * 4 // 3, size)
    label = _label(crater, world, label_at, state)
    if state == "hand":
        die = luck.choice(world.dice).number
        world = throwing.taken(world, luck.randrange(5), luck.uniform(0.0, 360.0), die, at_ns)
        at_ns += luck.randrange(120, 350) * MS
    return Sample(crater.picture(world, at_ns, seed), label)


def _pip_dice(seed: int, look: Look) -> tuple[dict[str, str], Look]:
    """The dice of table *seed*: of one, three, five or fifteen colours, of one maker."""
    luck = random.Random(f"pips {seed}")
    wanted, colours = luck.choice((1, 3, 5, 15)), dict[str, str]()
    while len(colours) < wanted:
        colours[pips.any_colour(luck)] = pips.FACES
    return colours, replace(look, maker=luck.randrange(OF_SYMBOLS))


def _heaped(world: World, luck: random.Random) -> World:
    """*world* with one of its flat dice on top of another."""
    flat = [d for d in world.lying() if not d.rest.lean_deg]
    if len(flat) < 2:
        return world
    upper, lower = luck.sample(flat, 2)
    lying = throwing.stacked(luck, lower.rest, upper.rest.up)
    dice = (replace(d, rest=lying) if d is upper else d for d in world.dice)
    return replace(world, dice=tuple(dice))


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m hw.mock.labelled", description="Labelled pictures of the virtual crater."
    )
    parser.add_argument("folder", type=Path, help="where they go; made if it is not there")
    parser.add_argument("--seed", type=int, default=1, help="other seeds, other pictures")
    parser.add_argument("--count", type=int, default=100, help="how many pictures")
    parser.add_argument("--state", choices=("", "settled", "hand", "moving"), default="")
    parser.add_argument(
        "--hard", type=float, nargs="?", const=1.6, default=1.0, help="1 as usual, 1.6 hard"
    )
    parser.add_argument("--glare", type=float, default=0.10, help="chance per die, 0..1")
    parser.add_argument("--touching", type=float, default=0.4, help="chance per die, 0..1")
    parser.add_argument("--outside", type=float, default=0.02, help="chance per picture, 0..1")
    parser.add_argument("--cocked", type=float, default=0.01, help="chance per picture, 0..1")
    parser.add_argument("--stacked", type=float, default=0.0, help="chance per picture, 0..1")
    parser.add_argument("--pips", action="store_true", help="ordinary dice, 1 to 6, any colours")
    parser.add_argument("--height", type=int, default=720, help="of a picture, in pixels")
    parser.add_argument("--jpeg", type=int, default=0, help="lowest JPEG quality, 0 for none")
    _add_hard_looks(parser)
    return parser.parse_args(argv)


def _add_hard_looks(parser: argparse.ArgumentParser) -> None:
    usual = Look()
    share = parser.add_argument("--wild", type=float, nargs="?", const=1.0, default=0.0)
    share.help = "share of the pictures with a look of their own: any floor, light, lens and wear"
    floors = ("felt", "wood", "cloth")
    parser.add_argument("--floor", choices=floors, default=usual.floor, help="what the tray is of")
    parser.add_argument("--maker", type=int, choices=range(OF_SYMBOLS), default=0)
    parser.add_argument("--worn", type=float, default=0.0, help="share of the ink gone, 0..1")
    parser.add_argument("--panes", action="store_true", help="windows and tubes in dice's tops")
    parser.add_argument("--dusk", type=float, default=0.0, help="shadows over the tray, 0..1")
    parser.add_argument("--blur", type=float, default=usual.blur_px, help="defocus, pixels")
    parser.add_argument("--shake", type=float, default=0.0, help="the camera moves, pixels")
    parser.add_argument("--sleeves", choices=("dull", "bright", "dark"), default="dull")


def _look(asked: argparse.Namespace, seed: int) -> Look:
    if random.Random(f"share {seed}").random() < asked.wild:
        return wild(seed, asked.glare, asked.maker)
    return Look(
        hard=asked.hard,
        glare=asked.glare,
        blur_px=asked.blur,
        jpeg=asked.jpeg,
        floor=asked.floor,
        maker=asked.maker,
        worn=asked.worn,
        panes=asked.panes,
        dusk=asked.dusk,
        shake_px=asked.shake,
        sleeves=asked.sleeves,
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Write the pictures and their labels."""
    asked = _arguments(argv)
    asked.folder.mkdir(parents=True, exist_ok=True)
    odds = Odds(asked.outside, asked.cocked, asked.touching)
    pictures = []
    for i in range(asked.count):
        seed = asked.seed * 1_000_003 + i
        look = _look(asked, seed)
        made = sample(
            seed, look, odds, asked.state, asked.height, asked.stacked, pip_dice=asked.pips
        )
        name = f"{i:04d}.png"
        _, content = cv2.imencode(".png", made.picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        (asked.folder / name).write_bytes(content.tobytes())
        pictures.append({"file": name, **made.label})
    labels = {"format": 1, "tray": tray(), "pictures": pictures}
    (asked.folder / "labels.json").write_text(json.dumps(labels, indent=1) + "\n")
    sys.stdout.write(f"{asked.folder}: {asked.count} pictures, labels.json\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
