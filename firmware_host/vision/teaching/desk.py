"""What a session has gathered, and where it is kept: whoever stops half-way may go on later.

The folder is one of labelled pictures (:mod:`firmware_host.vision.labels`), so that everything
shown may be learnt from again, with the empty tray and the session's own notes beside them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from firmware_host.vision import bounds, labels, pictures
from firmware_host.vision.bounds import check_tray
from firmware_host.vision.files import naming
from firmware_host.vision.labels import Label, Labelled, Labels
from firmware_host.vision.measured import Measured
from firmware_host.vision.pips.profile import PipTable
from firmware_host.vision.plane import Picture, Plane, Tray
from firmware_host.vision.profile import Profile
from firmware_host.vision.teach import Shot

from .seeing import LEAST_NOISE, Bare, Spotter

FORMAT = 1
M = TypeVar("M", bound=Measured)
FILE = re.compile(r"\d{4}\.png")
"""What a session calls its pictures."""
MOST = 20_000
"""No figure of a session is larger."""
CALIBRATE = ("hold", "look", "empty", "wall", "slide")
CALIBRATE_PIPS = (*CALIBRATE, "throws")
TEACH = ("look", "empty", "faces", "check", "light")


class BadSession(ValueError):
    """A session's folder that cannot be gone on with: which, why, and what to do."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a session is to do."""

    name: str  #: of the profile
    steps: tuple[str, ...]
    faces: tuple[str, ...] = ()  #: to be taught, ``Yb``; empty: whatever is shown
    least: int = 3  #: shots of each face


@dataclass(slots=True)
class Notes:
    """All that is gathered but the pictures."""

    at: int = 0  #: the step that is on
    model: str = ""  #: what the camera calls itself
    held: dict[str, float] = field(default_factory=dict)
    lacks: list[str] = field(default_factory=list)  #: what that camera cannot hold
    width: int = 0
    height: int = 0
    noise: float = 0.0
    radius_mm: float = 0.0
    die_mm: float = 0.0
    places: list[list[float]] = field(default_factory=list)  #: x, y, edge of a slid die, mm
    die_px: float = 0.0  #: its edge in the picture
    region: list[int] = field(default_factory=list)  #: left, top, width, height of the tray there
    throws: int = 0  #: of pip dice that were read as they lay
    thrown: int = 0  #: so many dice
    asked: int = 0  #: of which so many were asked about
    light: float = 0.0  #: how bright the floor was when faces were shown
    lights: int = 0  #: pictures shown in another light
    pictures: list[dict[str, Any]] = field(default_factory=list)


class Desk:
    """One session's things. Everything is written as soon as it is known."""

    def __init__(
        self, folder: Path, plan: Plan, base: Measured, empty: Picture | None = None
    ) -> None:
        """*empty* is the flat view of the empty tray, where that is known from before.

        :raises BadSession: *folder* holds another session, or a broken one.
        """
        self.folder, self.plan, self.base = folder, plan, base
        self.notes = Notes()
        self.bare: Bare | None = None
        self.plane: Plane | None = None  #: how the tray lies in the newest picture
        self.profile: Profile | None = None  #: what has come of it
        self.shots: tuple[Shot, ...] = ()  #: and from what
        self.resumed = self._resume()
        size = self.tray.size_px
        if self.bare is None and empty is not None and empty.shape[:2] == (size, size):
            self.bare = Bare(empty, LEAST_NOISE)

    @property
    def tray(self) -> Tray:
        """The tray as far as it is measured."""
        tray, notes = self.base.tray, self.notes
        return replace(
            tray,
            radius_mm=notes.radius_mm or tray.radius_mm,
            die_mm=notes.die_mm or tray.die_mm,
        )

    @property
    def labels(self) -> Labels:
        """All pictures with what a person said lies in them."""
        return Labels(self.tray, tuple(self._labelled(p) for p in self.notes.pictures))

    def spotter(self) -> Spotter | None:
        """Finds dice, once the empty tray is known."""
        return None if self.bare is None else Spotter(self.tray, self.bare)

    @property
    def knows_bare(self) -> bool:
        """Is the empty tray known from before? Then nobody need take all dice out again."""
        return self.bare is not None and "wall" not in self.plan.steps

    @property
    def symbols(self) -> Profile:
        """What is taught on.

        :raises BadSession: pip dice are, and these are known.
        """
        if not isinstance(self.base, Profile):
            raise BadSession(
                f"{self.base.name} is for ordinary pip dice, which need no teaching: "
                "./table dice calibrate is enough"
            )
        return self.base

    def finished(self, made: M) -> M:
        """*made* with what was measured of camera and tray."""
        notes, base = self.notes, self.base
        if isinstance(made, PipTable):
            region = made.pips.region
            if len(notes.region) == 4:
                left, top, wide, high = notes.region
                region = left, top, wide, high
            seen = replace(made.pips, die_px=notes.die_px or made.pips.die_px, region=region)
            made = replace(made, pips=seen)
        return replace(
            made,
            name=self.plan.name,
            width=notes.width or base.width,
            height=notes.height or base.height,
            tray=self.tray,
            camera=notes.model or base.camera,
            held=notes.held or base.held,
        )

    def shown(self) -> dict[str, int]:
        """How often each face has been shown; those of the plan first."""
        have = dict.fromkeys(self.plan.faces, 0)
        for entry in self.notes.pictures:
            for d in entry["dice"]:
                face = d["colour"] + d["symbol"]
                have[face] = have.get(face, 0) + 1
        return have

    def few(self) -> list[str]:
        """Faces that have not been shown often enough."""
        return [face for face, count in self.shown().items() if count < self.plan.least]

    def add(self, picture: Picture, dice: list[Label]) -> None:
        """Keep a picture with its dice.

        :raises OSError: it cannot be written; nothing of it is kept.
        """
        numbers = [int(p["file"][:4]) for p in self.notes.pictures]
        name = f"{max(numbers, default=-1) + 1:04d}.png"
        pictures.write(self.folder / name, picture)
        entry = {"file": name, "state": "settled", "dice": [asdict(d) for d in dice]}
        self.notes.pictures.append(entry)
        self.write()

    def drop(self, file: str, x_mm: float, y_mm: float) -> None:
        """Forget one die of a picture."""
        for entry in self.notes.pictures:
            if entry["file"] == file:
                entry["dice"] = [d for d in entry["dice"] if (d["x_mm"], d["y_mm"]) != (x_mm, y_mm)]
        self.write()

    def learn_bare(self, bare: Bare) -> None:
        """The empty tray is known."""
        pictures.write(self.folder / "empty.png", bare.flat)
        self.bare, self.notes.noise = bare, round(bare.noise, 3)
        self.write()

    def write(self) -> None:
        """Keep the notes: whole, or as they were before."""
        tray = self.tray
        document = {
            "format": FORMAT,
            "plan": asdict(self.plan),
            "notes": asdict(self.notes),
            "tray": {
                "die_mm": tray.die_mm,
                "floor_radius_mm": tray.radius_mm,
                "mark_radius_mm": tray.marks[0].radius_mm,
                "marks": [{"x_mm": m.x_mm, "y_mm": m.y_mm, "odd": m.odd} for m in tray.marks],
            },
            "pictures": self.notes.pictures,
        }
        new = self.folder / "labels.json.new"
        with naming(new):
            new.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        new.replace(self.folder / "labels.json")

    def _resume(self) -> bool:
        file = self.folder / "labels.json"
        self.folder.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            return False
        again = f"throw it away with --anew, or remove {self.folder}"
        try:
            document = json.loads(file.read_text(encoding="utf-8"))
            if document["format"] != FORMAT:
                raise BadSession(f"{self.folder}: a session of another version is on here; {again}")
            if document["plan"] != json.loads(json.dumps(asdict(self.plan))):
                raise BadSession(f"{self.folder}: a session for something else is on here; {again}")
            self.notes = noted(document["notes"], len(self.plan.steps))
            check_tray(self.tray)
            self._recall()
        except BadSession:
            raise
        except KeyError as wrong:
            says = f"{wrong.args[0]!r} is missing"
            raise BadSession(
                f"{self.folder}: it cannot be gone on with ({says}); {again}"
            ) from None
        except (OSError, TypeError, ValueError) as wrong:
            raise BadSession(
                f"{self.folder}: it cannot be gone on with ({wrong}); {again}"
            ) from None
        return True

    def _recall(self) -> None:
        """Take up the empty tray and see that all pictures are there.

        :raises ValueError: one is not, or the empty tray is another one.
        """
        empty, size = self.folder / "empty.png", self.tray.size_px
        if self.notes.noise and empty.exists():
            flat = pictures.read(empty)
            if flat.shape[:2] != (size, size):
                raise ValueError(f"{empty.name} is of another tray")
            self.bare = Bare(flat, self.notes.noise)
        for shown in self.labels.pictures:
            if not shown.file.is_file():
                raise ValueError(f"{shown.file.name} is missing")

    def _labelled(self, entry: Mapping[str, Any]) -> Labelled:
        return labels.picture(self.folder, entry)


def noted(value: object, steps: int) -> Notes:
    """Notes that were kept of a session of so many *steps*.

    :raises ValueError: they are none, or somebody changed them into what cannot be.
    """
    block = bounds.part(value, "notes")
    known = {f.name for f in fields(Notes)}
    for key in block:
        if key not in known:
            raise ValueError(f"notes: unknown key {key!r}")
    notes = Notes(**block)
    for name, like in asdict(Notes()).items():
        _like(asdict(notes), name, like, steps)
    sides = dict(zip(("left", "top", "width", "height"), notes.region, strict=False))
    notes.region = [bounds.whole(sides, side, 0, MOST) for side in sides]
    for key in notes.held:
        bounds.number(notes.held, key, -1e12, 1e12)
    for place in notes.places:
        bounds.numbers(place, 3, name="places")
    for n, entry in enumerate(bounds.parts(notes.pictures, "pictures")):
        file = bounds.text(entry, "file")
        if not FILE.fullmatch(file):
            raise ValueError(f"pictures[{n}]: {file!r} is none of a session's")
    return notes


def _like(block: Mapping[str, Any], name: str, like: object, steps: int) -> None:
    """Is *name* of *block* of the kind of *like*?"""
    value = block[name]
    match like:
        case float():
            bounds.number(block, name, 0, MOST)
        case int():
            bounds.whole(block, name, 0, steps if name == "at" else MOST)
        case _ if not isinstance(value, type(like)):
            raise ValueError(f"{name} is {value!r}")
