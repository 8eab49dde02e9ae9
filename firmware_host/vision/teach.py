"""A profile from labelled pictures: where the tray is, what the colours are, how symbols look."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import numpy as np

from firmware_host.vision import hands, marks, pictures, symbols
from firmware_host.vision.colours import Colour, hue_chroma
from firmware_host.vision.embedding import POINT, Embedding
from firmware_host.vision.labels import Label, Labelled, Labels
from firmware_host.vision.plane import PX_PER_MM, Floats, Picture, Plane
from firmware_host.vision.profile import Profile
from firmware_host.vision.reader import Reader
from firmware_host.vision.reading import Die, View
from firmware_host.vision.space import Space, taught
from firmware_host.vision.squares import Square

LEAST_SHOTS = 3
"""A symbol on a colour must be shown so often."""
NEAR_MM = 4.0
"""A die found this close to a label is the one labelled."""
OWN_SHARE = 0.9
"""Of the shots of a symbol so many must look most like that symbol; some are burnt out."""


_NOTHING = Space(
    np.zeros(POINT, np.float32), np.eye(POINT, dtype=np.float32), np.ones((1, POINT), np.float32)
)


class CannotTeach(ValueError):
    """These pictures teach nothing: what is missing, or what cannot be told apart."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One face as the reader sees it, and what it is."""

    colour: str
    symbol: str
    face: Picture
    file: str = ""  #: the picture it is from
    x_mm: float = 0.0  #: and where it lies in it
    y_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Taught:
    """A profile and the shots it was made from."""

    profile: Profile
    shots: tuple[Shot, ...]
    unseen: tuple[str, ...]  #: pictures in which the tray or a labelled die was not found


def teach(
    labels: Labels,
    name: str,
    told: Callable[[int], None] = lambda _: None,
    *,
    strict: bool = True,
) -> Taught:
    """The profile *labels* teach; *told* hears how many pictures are done.

    Not *strict*: few shots, and symbols that look the same, are left to whoever checks later.

    :raises CannotTeach: too little to learn from, or two symbols that look the same.
    :raises BadPicture: a picture cannot be read.
    """
    still = [p for p in labels.pictures if p.state == "settled" and p.dice]
    if not still:
        raise CannotTeach("labels.json lists no picture of settled dice")
    labels = replace(labels, pictures=tuple(replace(p, dice=_flat(p)) for p in still))
    colours = _colours(labels)
    first = pictures.read(still[0].file)
    blank = Profile(
        name=name,
        width=first.shape[1],
        height=first.shape[0],
        tray=labels.tray,
        colours=colours,
        symbols=("?",),
        space=_NOTHING,
    )
    embedding = Embedding()
    shots, unseen = _gathered(Reader(blank, embedding), labels, told)
    names, space = _space(embedding, shots, colours, strict)
    made = replace(blank, symbols=names, space=space)
    return Taught(made, tuple(shots), tuple(unseen))


def _gathered(
    reader: Reader, labels: Labels, told: Callable[[int], None]
) -> tuple[list[Shot], list[str]]:
    """All shots, and the pictures in which not every labelled die was found."""
    shots: list[Shot] = []
    unseen: list[str] = []
    for done, entry in enumerate(labels.pictures, 1):
        picture = pictures.read(entry.file)
        found = [replace(s, file=entry.file.name) for s in _shots(reader, picture, entry.dice)]
        if len(found) < len(entry.dice):
            unseen.append(entry.file.name)
        shots += found
        told(done)
    return shots, unseen


def _flat(entry: Labelled) -> tuple[Label, ...]:
    return tuple(d for d in entry.dice if d.lies == "flat")


def _colours(labels: Labels) -> tuple[Colour, ...]:
    """Hue and ink of each colour, from the middle of the labelled faces."""
    hues: dict[str, list[complex]] = defaultdict(list)
    inks: dict[str, list[float]] = defaultdict(list)
    for entry in labels.pictures:
        picture = pictures.read(entry.file)
        plane = marks.find(picture, labels.tray)
        for label in entry.dice if plane else ():
            assert plane is not None
            face = symbols.cut(picture, plane, _square(label, plane))
            hue, ink = hue_ink(face)
            hues[label.colour].append(np.exp(1j * np.radians(hue)))
            inks[label.colour].append(ink)
    if not hues:
        raise CannotTeach("the marks on the rim were found in none of the pictures")
    return tuple(
        Colour(
            name,
            round(float(np.degrees(np.angle(np.sum(hues[name])))) % 360, 1),
            1 if float(np.median(inks[name])) > 0 else -1,
        )
        for name in sorted(hues)
    )


def _square(label: Label, plane: Plane) -> Square:
    reach = plane.tray.reach_mm
    x, y = ((v + reach) * PX_PER_MM for v in (label.x_mm, label.y_mm))
    return Square(x, y, float(np.radians(label.angle_deg)), 1.0, 0.0, 1.0, 0.0)


def hue_ink(face: Picture) -> tuple[float, float]:
    """The hue of a face's body, degrees, and by how much its ink is lighter (darker: negative)."""
    inner = face[6:42, 6:42]
    hue, chroma, _ = hue_chroma(inner)
    bright = inner.astype(np.float32).mean(axis=2)
    body = chroma >= np.quantile(chroma, 0.5)
    turns = np.exp(1j * np.radians(hue[body])).sum()
    usual = float(np.median(bright[body]))
    away = bright - usual
    inked = np.abs(away) > 30
    return float(np.degrees(np.angle(turns))), float(away[inked].mean()) if inked.any() else 0.0


def _shots(reader: Reader, picture: Picture, dice: tuple[Label, ...]) -> list[Shot]:
    """The labelled dice that the reader finds in *picture*, as it sees them."""
    plane = marks.find(picture, reader.profile.tray)
    if plane is None:
        return []
    found = reader.dice(View.of(picture, plane), hands.NONE)
    shots = []
    for label in dice:
        die = _nearest(found, label)
        if die is not None and die.colour == label.colour:
            face = symbols.cut(picture, plane, die.square)
            where = label.x_mm, label.y_mm
            shots.append(Shot(label.colour, label.symbol, face, "", *where))
    return shots


def _nearest(found: tuple[Die, ...], label: Label) -> Die | None:
    near = [(np.hypot(d.x_mm - label.x_mm, d.y_mm - label.y_mm), i) for i, d in enumerate(found)]
    away, i = min(near, default=(NEAR_MM, 0))
    return found[i] if away < NEAR_MM else None


def _space(
    embedding: Embedding, shots: list[Shot], colours: tuple[Colour, ...], strict: bool
) -> tuple[tuple[str, ...], Space]:
    """Each symbol's name and where it lies, checked on the symbols' own shots."""
    few = _too_few(shots) if strict else []
    if not shots:
        raise CannotTeach("none of the dice were found in the pictures")
    if few:
        raise CannotTeach(
            f"show each face at least {LEAST_SHOTS} times; too few of {' '.join(few)}"
        )
    sign = {c.name: c.ink for c in colours}
    points = symbols.points(embedding, [symbols.ink(s.face, sign[s.colour]) for s in shots])
    names = tuple(sorted({s.symbol for s in shots}))
    owner = np.array([names.index(s.symbol) for s in shots])
    space = taught([cast(Floats, points[owner == i]) for i in range(len(names))])
    nearest = space.likeness(points).argmax(axis=1)
    for i, name in enumerate(names):
        own = nearest[owner == i]
        if strict and (own == i).mean() < OWN_SHARE:
            other = names[int(np.bincount(own[own != i]).argmax())]
            raise CannotTeach(
                f"{name!r} and {other!r} look alike: {(own != i).sum()} of {len(own)} shots of "
                f"{name!r} look more like another. More light on the tray, or more shots"
            )
    return names, space


def _too_few(shots: list[Shot]) -> list[str]:
    counts = Counter(s.colour + s.symbol for s in shots)
    return sorted(face for face, count in counts.items() if count < LEAST_SHOTS)


def save_shots(taught: Taught, folder: Path, most: int = 3) -> None:
    """Write up to *most* shots of each face into *folder*, for people to look at."""
    folder.mkdir(parents=True, exist_ok=True)
    written: dict[str, int] = defaultdict(int)
    for shot in taught.shots:
        face = shot.colour + shot.symbol
        if written[face] < most:
            written[face] += 1
            pictures.write(folder / f"{face}_{written[face]}.png", shot.face)
