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
}
"""Tints a theme may leave out, and what they are then."""
REQUIRED = (*SEATS, *GROUNDS, *EFFECTS, *DEVICES)

MISSING = (Rgb(255, 0, 255),)  # a tint no theme knows is seen, not hidden: nothing else is magenta

Tint = tuple[Rgb, ...]
"""One colour, or several that follow each other along the LEDs of a place."""


class ThemeFault(ValueError):
    """A theme that cannot be used: *key* names the line, the text says what to write."""

    def __init__(self, key: str, says: str) -> None:
        super().__init__(f"{key}: {says}")
        self.key, self.says = key, says


@dataclass(frozen=True, slots=True)
class Theme:
    """Tints by name, as they are meant to look (sRGB), before brightness and gamma."""

    tints: Mapping[str, Tint]

    def tint(self, name: str) -> Tint:
        """The colours of *name*; magenta if there is no such tint."""
        return self.tints.get(name, MISSING)


def theme(words: Mapping[str, object]) -> Theme:
    """The theme a file's ``[tints]`` table spells: ``"#rrggbb"`` or a list of such.

    :raises ThemeFault: a tint is missing or misspelled.
    """
    tints = words.get("tints")
    if not isinstance(tints, Mapping):
        raise ThemeFault(
            "tints", 'missing; write a table [tints] with lines like start = "#203040"'
        )
    if others := sorted(set(words) - {"tints"}):
        raise ThemeFault(others[0], "a theme has only the table [tints]")
    for name in REQUIRED:
        if name not in tints:
            raise ThemeFault(f"tints.{name}", 'missing; write a colour like "#203040"')
    both = {**SPARE, **tints}
    return Theme({name: _tint(f"tints.{name}", spelled) for name, spelled in both.items()})


def _tint(key: str, spelled: object) -> Tint:
    if isinstance(spelled, list) and spelled:
        return tuple(_colour(key, one) for one in spelled)
    return (_colour(key, spelled),)


def _colour(key: str, spelled: object) -> Rgb:
    if isinstance(spelled, str) and len(spelled) == 7 and spelled[0] == "#":
        try:
            return Rgb(*bytes.fromhex(spelled[1:]))
        except ValueError:
            pass
    raise ThemeFault(key, f'{spelled!r} is no colour; write "#rrggbb" or a list of such')
