"""What is known beforehand of a table on which pip dice are read: nothing, or a little."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from firmware_host.vision.profile import BadProfile

KIND = "pips"
FILE = "profile.toml"


@dataclass(frozen=True, slots=True)
class PipProfile:
    """A table of pip dice."""

    die_px: float | None = None  #: the edge of a top face in the picture; None: found out
    region: tuple[int, int, int, int] | None = None  #: left, top, width, height; None: all of it
    sign: int | None = None  #: 1 or 6: what a sign instead of pips stands for; None: worked out


def load(folder: Path) -> PipProfile | None:
    """The profile in *folder*; None where it is one of another kind, or none.

    :raises BadProfile: it says that it is of this kind, and something is wrong in it.
    """
    file = folder / FILE
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None  # whoever reads profiles of the other kind says what is wrong with it
    if document.pop("kind", None) != KIND:
        return None
    die_px, region = document.pop("die_px", None), document.pop("region", None)
    sign = document.pop("sign", None)
    if document:
        raise BadProfile(f"{file}: {', '.join(sorted(document))}: no such key in a profile of pips")
    if die_px is not None and not (isinstance(die_px, int | float) and 8 <= die_px <= 2000):
        raise BadProfile(f"{file}: die_px is {die_px!r}: write an edge in pixels, such as 52.0")
    if region is not None and not _is_region(region):
        raise BadProfile(
            f"{file}: region is {region!r}: write [left, top, width, height] in pixels"
        )
    if sign not in {None, 1, 6}:
        raise BadProfile(f"{file}: sign is {sign!r}: write 1 or 6, what it stands for")
    return PipProfile(float(die_px) if die_px else None, tuple(region) if region else None, sign)


def _is_region(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 4
        and all(isinstance(v, int) and not isinstance(v, bool) for v in value)
        and min(value[:2]) >= 0
        and min(value[2:]) > 0
    )
