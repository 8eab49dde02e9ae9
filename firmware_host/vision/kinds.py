"""Profiles of craters by what dice they are for: the kind that is named in them chooses."""

from __future__ import annotations

from pathlib import Path

from firmware_host.vision import profile
from firmware_host.vision.embedding import Embedding
from firmware_host.vision.learnt import Learnt
from firmware_host.vision.measured import BadProfile, Measured
from firmware_host.vision.pips import profile as of_pips
from firmware_host.vision.pips.crater import PipCrater
from firmware_host.vision.pips.profile import PipTable
from firmware_host.vision.profile import Profile
from firmware_host.vision.reader import Reader
from firmware_host.vision.reading import CraterReader


def load(folder: Path) -> Profile | PipTable:
    """The profile of a crater in *folder*.

    :raises BadProfile: something is missing or wrong in it, or it is of no crater.
    """
    pips = of_pips.load_either(folder)
    if isinstance(pips, PipTable):
        return pips
    if pips is not None:
        raise BadProfile(
            f"{folder}: it reads pip dice in any picture, but of a crater it knows nothing: run "
            "./table dice calibrate --profile lost_island, and use what comes of it"
        )
    return profile.load(folder)


def save(made: Measured, folder: Path) -> None:
    """Write *made*, of either kind, into *folder*, which is made if need be."""
    match made:
        case PipTable():
            of_pips.save(made, folder)
        case Profile():
            profile.save(made, folder)
        case _:
            raise TypeError(f"{type(made).__name__}: no kind of profile")


def reader(of: Profile | PipTable, asked: Path | None = None) -> tuple[CraterReader, Learnt | None]:
    """What reads by a profile, and what it learns where people are asked.

    *asked* is the folder in which that is kept; None: nothing is learnt. Pips are known, and
    nothing is ever learnt of them.

    :raises WrongEmbedding: a shipped net is damaged.
    """
    match of:
        case PipTable():
            return PipCrater(of), None
        case Profile():
            embedding = Embedding()
            learnt = Learnt(asked, of, embedding) if asked else None
            return Reader(of, embedding, learnt), learnt
