"""Ordinary dice with pips: bodies of any colour, and where the pips are.

A die whose six symbols are the figures 1 to 6 is one of these. Its colour is a word of
:data:`BODIES`, or ``#rrggbb``.
"""

from __future__ import annotations

import random

FACES = "123456"
"""Opposite faces, 0-5, 1-4 and 2-3, add up to seven."""

Bgr = tuple[float, float, float]

BODIES: dict[str, Bgr] = {
    "white": (236.0, 240.0, 240.0),
    "ivory": (188.0, 222.0, 234.0),
    "grey": (128.0, 130.0, 132.0),
    "black": (26.0, 24.0, 24.0),
    "red": (40.0, 34.0, 190.0),
    "orange": (26.0, 110.0, 230.0),
    "yellow": (36.0, 190.0, 236.0),
    "green": (58.0, 130.0, 36.0),
    "teal": (136.0, 138.0, 28.0),
    "blue": (176.0, 84.0, 30.0),
    "purple": (140.0, 44.0, 110.0),
    "pink": (176.0, 130.0, 232.0),
}
LIGHT, DARK = (238.0, 240.0, 240.0), (22.0, 20.0, 20.0)
PALE = 118.0  #: brighter bodies than this have dark pips

ROW = (-1.0, 0.0, 1.0)
PLACES: dict[str, tuple[tuple[float, float], ...]] = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": tuple((x, y) for x in (-1.0, 1.0) for y in ROW),
}
"""Where a face's pips are: 1 is the way from its middle to the outer rows."""


def is_of_pips(faces: str) -> bool:
    """Are these six symbols those of an ordinary die?"""
    return sorted(faces) == sorted(FACES)


def body(colour: str) -> Bgr:
    """A body's blue, green, red.

    :raises KeyError: no body has that colour.
    """
    if not colour.startswith("#"):
        return BODIES[colour]
    try:
        red, green, blue = bytes.fromhex(colour[1:])  # or so many that it is none
    except ValueError:
        raise KeyError(colour) from None
    return float(blue), float(green), float(red)


def ink(colour: str) -> Bgr:
    """The pips' blue, green, red on a body of that colour: as dark or light as can be."""
    blue, green, red = body(colour)
    return DARK if 0.11 * blue + 0.59 * green + 0.30 * red > PALE else LIGHT


def any_colour(luck: random.Random) -> str:
    """Some maker's colour: half of them white, grey or black, the others as vivid as you like."""
    if luck.random() < 0.45:
        base = luck.choice([BODIES[name] for name in ("white", "white", "ivory", "black", "grey")])
    else:
        base = luck.choice(list(BODIES.values()))
    blue, green, red = (min(max(round(v + luck.gauss(0.0, 14.0)), 8), 247) for v in base)
    return f"#{red:02x}{green:02x}{blue:02x}"
