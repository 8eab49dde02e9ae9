"""Tints by name: what colour a seat, a ground or an effect has on the strip and the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hw.ports import Rgb

SEATS = ("seat_a", "seat_b", "seat_c", "seat_d", "seat_e")
GROUNDS = ("lava_path", "start", "islet", "plus_tree", "minus_tree", "boat_symbol", "boat", "sea")
EFFECTS = ("lava", "ack", "refused", "reroll", "death", "boarding", "nobody")
DEVICES = ("no_buttons", "no_oled", "no_camera")
SPARE = {
    "seat_red": "#ff2818",
    "judge": "#ffa000",
    "circle": "#101820",
    "gap": "#000000",
    "hand_y": "#ffd400",
    "hand_r": "#ff2818",
    "hand_b": "#0050ff",
}
"""Tints a theme may leave out, and what they are then."""
REQUIRED = (*SEATS, *GROUNDS, *EFFECTS, *DEVICES)

MISSING = (Rgb(255, 0, 255),)  # a tint no theme knows is seen, not hidden: nothing else is magenta

COLOUR, COLOURS = 'a colour like "#203040"', '"#rrggbb" or a list of such'
Tint = tuple[Rgb, ...]
"""One colour, or several that follow each other along the LEDs of a place."""


class ThemeFault(ValueError):
    """A theme that cannot be used: each key with what is wrong and what to write."""

    def __init__(self, *faults: tuple[str, str, str]) -> None:
        super().__init__("; ".join(f"{key}: {says}; write {to}" for key, says, to in faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Theme:
    """Tints by name, as they are meant to look (sRGB), before brightness and gamma."""

    tints: Mapping[str, Tint]

    def tint(self, name: str) -> Tint:
        """The colours of *name*; magenta if there is no such tint."""
        return self.tints.get(name, MISSING)


def theme(words: Mapping[str, object]) -> Theme:
    """The theme a file's ``[tints]`` table spells: ``"#rrggbb"`` or a list of such.

    :raises ThemeFault: with every tint that is missing or misspelled.
    """
    tints = words.get("tints")
    if not isinstance(tints, Mapping):
        write = 'a table [tints] with lines like start = "#203040"'
        raise ThemeFault(("tints", "this table is missing", write))
    only = "a theme has only the table [tints]"
    faults = [(key, only, "nothing") for key in sorted({*words} - {"tints"})]
    lacks = ("this tint is missing", COLOUR)
    faults += [(f"tints.{name}", *lacks) for name in REQUIRED if name not in tints]
    found: dict[str, Tint] = {}
    for name, spelled in {**SPARE, **tints}.items():
        try:
            found[name] = _tint(spelled)
        except ValueError as wrong:
            faults.append((f"tints.{name}", f"{wrong} is no colour", COLOURS))
    if faults:
        raise ThemeFault(*faults)
    return Theme(found)


def _tint(spelled: object) -> Tint:
    """The colours that are spelled. :raises ValueError: with what is none, as it stands there."""
    if isinstance(spelled, list) and spelled:
        return tuple(map(_colour, spelled))
    return (_colour(spelled),)


def _colour(spelled: object) -> Rgb:
    if isinstance(spelled, str) and len(spelled) == 7 and spelled[0] == "#":
        try:
            return Rgb(*bytes.fromhex(spelled[1:]))
        except ValueError:
            pass
    raise ValueError(repr(spelled))
