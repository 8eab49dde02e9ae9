"""Themes are read with care, and the shipped one can be told apart by everybody."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import pytest

from firmware_host.table.theme import MISSING, REQUIRED, SEATS, ThemeFault, theme
from hw.ports import Rgb
from tests.table.sample import default_theme

# Severity 1 of Machado, Oliveira and Fernandes, 2009, on linear light.
EYES = {
    "common": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
XYZ = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8729))  # white is 1
APART = 25  # in CIE L*a*b*; 2.3 is just noticed when the colours touch


def times(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
    return [sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix]


def seen(colour: Rgb, eye: str) -> tuple[float, float, float]:
    """The colour in CIE L*a*b* as this eye sees it."""
    linear = [((v / 255 + 0.055) / 1.055) ** 2.4 if v > 10 else v / 255 / 12.92 for v in colour]
    light = [min(1.0, max(0.0, v)) for v in times(EYES[eye], linear)]
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 4 / 29 for v in times(XYZ, light))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("eye", EYES)
def test_any_two_seats_are_told_apart_by_every_eye(eye: str) -> None:
    colours = [(name, default_theme().tint(name)[0]) for name in SEATS]
    for (one, a), (other, b) in itertools.combinations(colours, 2):
        assert math.dist(seen(a, eye), seen(b, eye)) > APART, (one, other)


def test_the_measure_of_the_test_above_knows_what_red_and_green_are_to_such_eyes() -> None:
    red, green = Rgb(200, 80, 0), Rgb(120, 130, 0)
    assert math.dist(seen(red, "common"), seen(green, "common")) > 2 * APART
    assert math.dist(seen(red, "no green"), seen(green, "no green")) < APART


def test_characters_shine_brighter_than_any_ground_but_the_boats() -> None:
    shipped = default_theme()
    dark = {"lava_path", "start", "islet", "plus_tree", "minus_tree", "sea"}
    brightest = max(seen(c, "common")[0] for g in dark for c in shipped.tint(g))
    assert all(seen(shipped.tint(s)[0], "common")[0] > brightest for s in SEATS)


def test_a_tint_nobody_knows_is_seen_not_hidden() -> None:
    assert default_theme().tint("nothing") == MISSING


def test_a_theme_with_a_fault_names_the_key_and_what_to_write() -> None:
    whole: dict[str, object] = dict.fromkeys(REQUIRED, "#102030")
    assert theme({"tints": whole}).tint("boat") == (Rgb(16, 32, 48),)
    for key, words, says in (
        ("tints", {}, "write a table"),
        ("tints.seat_a", {"tints": {}}, "missing; write a colour"),
        ("tints.boat", {"tints": whole | {"boat": "white"}}, "'white' is no colour"),
        ("tints.boat", {"tints": whole | {"boat": ["#10203g"]}}, "'#10203g' is no colour"),
        ("tints.boat", {"tints": whole | {"boat": []}}, r"\[\] is no colour"),
        ("hue", {"tints": whole, "hue": 1}, "only the table"),
    ):
        with pytest.raises(ThemeFault, match=says) as fault:
            theme(words)
        assert fault.value.faults[0][0] == key
