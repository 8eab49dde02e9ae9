"""Every way to make a scenario expect something else: none of them may still be true."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

Document = dict[str, Any]
Path = tuple[str | int, ...]

OTHER_LINES = {
    "now": ("go C", "take"),
    "first": ("D", "C"),
    "lava": ("-5", "3"),
    "row": ("as_blue as_blue as_blue as_yellow", "as_blue as_blue as_blue guard_step"),
    "deck": ("1 guard_step", "2 as_red"),
    "discard": ("2 as_blue", "3 as_blue"),
    "crater": ("2 Yl", "3 Yl"),
    "dice": ("D: Bl", "C: Bl"),
    **dict.fromkeys("ABCDE", ("1/9/9", "2/9/9")),
}
OTHER: dict[str, dict[str, tuple[str, str]]] = {
    "lava_land": OTHER_LINES,
    "table_is_lava": {
        "now": ("launch B", "launch C"),
        **dict.fromkeys("ABCD", ("3/12 n2", "4/11 n2")),
    },
    "lost_island": {
        "now": ("action C 1", "draw C hex"),
        **dict.fromkeys("ABCDE", ("7,7/9", "8,8/9")),
        "chapter": ("1", "2"),
        "island": ("0,0 crash r1", "0,0 crash r2"),
        "pile": ("1 beach", "2 beach"),
        "under": ("beach", "mountain"),
        "aside": ("1 beach", "2 beach"),
        **dict.fromkeys(("beach", "forest", "mountain", "volcano"), ("7,7 E", "8,8 E")),
        "wood": ("7,7 9", "8,8 9"),
        "fires": ("7,7", "8,8"),
        "fences": ("7,7 E", "8,8 E"),
        "lit": ("9", "8"),
        "huts": ("E4", "E3"),
        "raft": ("7,7 E", "8,8 E"),
        "wreck": ("E", "E E"),
    },
    "oh_no_volcano": {
        "now": ("play C", "play D"),
        "boulders": ("7.0+7.1", "7.2+7.3"),
        "treasures": ("0/0/0", "1/1/1"),
        **dict.fromkeys("ABCD", ("7.0 - - 0/0/0", "7.1 - - 0/0/0")),
        "owed": ("A1", "B1"),
        "gear_pile": ("?5", "?6"),
        "gear_discard": ("A4+B2", "B4+C2"),
        **{f"hand_{seat}": ("1", "2") for seat in "ABCD"},
        **{f"deck_{seat}": ("1", "2") for seat in "ABCD"},
        **{f"discard_{seat}": ("A1+B1+ball4, C4", "B4, C4") for seat in "ABCD"},
        **{f"gear_{seat}": ("A4+B2", "B4+C2") for seat in "ABCD"},
    },
}
"""For each line of a game two values, of which at least one is wrong."""


def changes(told: Document, game: str) -> Iterator[tuple[Path, Document]]:
    """Where *told* is changed, and the whole of it with that change."""
    for path, value in _wrong(told, OTHER[game]):
        yield path, _with(told, path, value)
    for path in _items(told):
        yield path, _without(told, path)


def forgets(told: Document, key: str) -> Document:
    """*told* without the line *key* of what changed."""
    return _without(told, ("then", key))


def _with(told: Document, path: Path, value: Any) -> Document:
    changed = copy.deepcopy(told)
    *way, last = path
    here: Any = changed
    for part in way:
        here = here[part]
    here[last] = value
    return changed


def _without(told: Document, path: Path) -> Document:
    changed = copy.deepcopy(told)
    *way, last = path
    here: Any = changed
    for part in way:
        here = here[part]
    del here[last]
    return changed


def _wrong(told: Document, other: dict[str, tuple[str, str]]) -> Iterator[tuple[Path, Any]]:
    """Places and wrong values for them."""
    for key, value in told.get("then", {}).items():
        one, two = other[key]
        yield ("then", key), two if value == one else one
    if "tells" in told:
        yield ("tells",), [*told["tells"], "rerollrequired"]
    for path in _items(told):
        if path[0] == "tells":
            yield path, "rerollrequired 7"
    if "refused" in told:
        yield ("refused",), "over"
    refusing = [i for i, step in enumerate(told.get("steps", ())) if "code" in step]
    yield from ((("steps", i, "code"), "nonsense") for i in refusing)
    for path, part in _questions(told):
        for key, value in part.items():
            yield (*path, key), _other(key, value, part)


def _questions(told: Document) -> Iterator[tuple[Path, Document]]:
    for key in ("asks", "over"):
        if key in told:
            yield (key,), told[key]
    for i, step in enumerate(told.get("steps", ())):
        if "asks" in step and isinstance(step, dict):
            yield ("steps", i, "asks"), step["asks"]


def _other(key: str, value: Any, part: Document) -> Any:
    match key, value:
        case "source", str():
            return "player" if value != "player" else "table"
        case "lacks", list():
            options: Any = part.get("has", part.get("options", []))
            return [*value, *options]
        case _, str():
            return f"{value} A"
        case _:
            return [*value, "B nonsense"]


def _items(told: Document) -> Iterator[Path]:
    """Items of lists that must be whole."""
    for i, event in enumerate(told.get("tells", ())):
        if event != "...":
            yield ("tells", i)
    for path, part in _questions(told):
        for key in ("options", "asides", "ranking"):
            for i in range(len(part.get(key, ()))):
                yield (*path, key, i)
